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


def _alone(name: str, function: Callable[[], Normalize]) -> Callable[[str], Normalize]:
    """The maker of a step that takes nothing in parentheses."""

    def make(inside: str) -> Normalize:
        if inside:
            raise OptionError(f"normalizer {name} takes nothing in parentheses; write {name}")
        return function()

    return make


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


STEPS: dict[str, Step] = {
    step.name: step
    for step in (
        Step("lower", "Lower case.", 1, _alone("lower", lambda: str.lower)),
        Step(
            "nfkc",
            "Unicode compatibility form: full-width letters, ligatures, … become plain ones.",
            1,
            _alone("nfkc", lambda: _of("plain", "nfkc")),
        ),
        Step(
            "quotes",
            "Curly quotes become plain ones; characters without width go.",
            1,
            _alone("quotes", lambda: _of("plain", "plain_quotes")),
        ),
        Step(
            "punctuation",
            "Punctuation and symbols go; apostrophes, made plain, and in-word hyphens stay.",
            2,
            _alone("punctuation", lambda: _of("plain", "punctuation")),
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
        Step(
            "fillers",
            "English hesitations go: uh, um, er, hmm, mm-hmm, ….",
            1,
            _alone("fillers", lambda: _of("plain", "without_fillers")),
        ),
        Step(
            "spelling", "British spelling becomes American.", 1, _alone("spelling", lambda: _of("spelling", "respelt"))
        ),
        Step("numbers", "English number words become digits; numbers(words): digits become words.", 1, _numbers),
        Step(
            "chime6",
            "As the CHiME-6 challenge scored: small letters, no punctuation, no brackets.",
            1,
            _alone("chime6", lambda: _of("chime", "chime6")),
        ),
        Step(
            "chime7",
            "As the CHiME-7 challenge scored: chime6, and one spelling of sounds.",
            1,
            _alone("chime7", lambda: _of("chime", "chime7")),
        ),
        Step(
            "chime8",
            "As the CHiME-8 challenges scored: contractions apart, numbers in words.",
            1,
            _alone("chime8", lambda: _of("chime", "chime8")),
        ),
        Step(
            "whisper",
            "Whisper's for English; needs hubbub[whisper].",
            1,
            _alone("whisper", lambda: _whisper("english", "EnglishTextNormalizer")),
            lambda _: f"@{_version('whisper-normalizer')}",
        ),
        Step(
            "whisper-basic",
            "Whisper's for other languages; needs hubbub[whisper].",
            1,
            _alone("whisper-basic", lambda: _whisper("basic", "BasicTextNormalizer")),
            lambda _: f"@{_version('whisper-normalizer')}",
        ),
        Step(
            "arabic",
            "Arabic marks and tatweel go; one form of alef, ya, waw, kaf, ta marbuta and digits.",
            1,
            _alone("arabic", lambda: _of("plain", "arabic")),
        ),
        Step(
            "chinese",
            "Traditional characters become simplified, full-width forms plain; needs hubbub[chinese].",
            1,
            _alone("chinese", lambda: _of("plain", "chinese")()),
            lambda _: f"@{STEPS['chinese'].version}-opencc{_version('opencc')}",
        ),
        Step(
            "glm",
            "glm:FILE applies the rules of a NIST GLM file, as csrfilt does.",
            1,
            lambda path: _of("glm", "rewriter")(path),
            lambda path: f":{_of('glm', 'digest')(path)}@{STEPS['glm'].version}",
            marks=True,
        ),
    )
}
