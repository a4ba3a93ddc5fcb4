"""The steps of normalisers. Each has a version.

A step's version goes into the signature and is raised whenever the step changes any text. Its module is imported when
the step is made: most of them compile patterns.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.text import Normalize


class Step(NamedTuple):
    """One step of a normaliser."""

    name: str
    about: str
    version: int
    make: Callable[[str], Normalize]
    """Builds the function from the text in the parentheses of the step."""
    mark: Callable[[str], str] | None = None
    """What the signature says of a step whose work hangs on more than its text: a file, a package."""
    marks: bool = False
    """Does it read and write alternations and optional words?"""


def _of(module: str, name: str) -> Any:
    """A function of a module of this package."""
    return getattr(import_module(f"hubbub.text.{module}"), name)


def _numbers(inside: str) -> Normalize:
    if inside not in ("", "words"):
        raise OptionError(f"normalizer numbers({inside}) is unknown; write numbers for digits, or numbers(words)")
    found: Normalize = _of("numbers", "in_words" if inside else "in_digits")
    return found


def _whisper(module: str, name: str) -> Normalize:
    """One of Whisper's normalisers, by the package whisper-normalizer."""
    try:
        made: Normalize = getattr(import_module(f"whisper_normalizer.{module}"), name)()
    except ImportError:
        raise OptionError("whisper's normalizers need a package; install it by: pip install hubbub[whisper]") from None
    return made


def _version(package: str) -> str:
    """The version of another package."""
    from importlib.metadata import version  # imported late: it takes half as long as a small command

    return version(package)


def _step(name: str, about: str, make: Callable[[], Normalize], mark: Any = None, version: int = 1) -> Step:
    """A step that takes nothing in parentheses."""

    def made(inside: str) -> Normalize:
        if inside:
            raise OptionError(f"normalizer {name} takes nothing in parentheses; write {name}")
        return make()

    return Step(name, about, version, made, mark)


STEPS: dict[str, Step] = {
    step.name: step
    for step in (
        _step("lower", "Lower case.", lambda: str.lower),
        _step(
            "nfkc",
            "Unicode compatibility form: full-width letters, ligatures, … become plain ones.",
            lambda: _of("plain", "nfkc"),
        ),
        _step(
            "quotes",
            "Curly quotes become plain ones; characters without width go.",
            lambda: _of("plain", "plain_quotes"),
        ),
        _step(
            "punctuation",
            "Punctuation and symbols go; apostrophes, made plain, and in-word hyphens stay.",
            lambda: _of("plain", "punctuation"),
            version=2,
        ),
        Step(
            "rm",
            "rm(.?!,) deletes those letters and signs wherever they stand, rm([^a-z0-9 ]) what the class matches.",
            1,
            lambda characters: _of("plain", "rm")(characters),
        ),
        Step(
            "drop",
            "drop(<sil>,<%>) leaves out those words, where they stand alone.",
            1,
            lambda words: _of("plain", "drop")(words),
        ),
        _step(
            "fillers", "English hesitations go: uh, um, er, hmm, mm-hmm, ….", lambda: _of("plain", "without_fillers")
        ),
        _step("spelling", "British spelling becomes American.", lambda: _of("spelling", "respelt")),
        Step("numbers", "English number words become digits; numbers(words): digits become words.", 1, _numbers),
        _step(
            "chime6",
            "As the CHiME-6 challenge scored: small letters, no punctuation, no brackets.",
            lambda: _of("chime", "chime6"),
        ),
        _step(
            "chime7",
            "As the CHiME-7 challenge scored: chime6, and one spelling of sounds.",
            lambda: _of("chime", "chime7"),
        ),
        _step(
            "chime8",
            "As the CHiME-8 challenges scored: contractions apart, numbers in words.",
            lambda: _of("chime", "chime8"),
        ),
        _step(
            "whisper",
            "Whisper's for English; needs hubbub[whisper].",
            lambda: _whisper("english", "EnglishTextNormalizer"),
            lambda _: f"@{_version('whisper-normalizer')}",
        ),
        _step(
            "whisper-basic",
            "Whisper's for other languages; needs hubbub[whisper].",
            lambda: _whisper("basic", "BasicTextNormalizer"),
            lambda _: f"@{_version('whisper-normalizer')}",
        ),
        _step(
            "arabic",
            "Arabic marks and tatweel go; one form of alef, ya, waw, kaf, ta marbuta and digits.",
            lambda: _of("plain", "arabic"),
        ),
        _step(
            "chinese",
            "Traditional characters become simplified, full-width forms plain; needs hubbub[chinese].",
            lambda: _of("plain", "chinese")(),
            lambda _: f"@{STEPS['chinese'].version}-opencc{_version('opencc')}",
        ),
        Step(
            "glm",
            "glm:FILE applies the rules of a NIST GLM file, as csrfilt does.",
            1,
            lambda path: _of("glm", "rewriter")(path),
            lambda path: f":{_of('glm', 'digest_of')(path)}@{STEPS['glm'].version}",
            marks=True,
        ),
    )
}
