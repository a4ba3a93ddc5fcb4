"""The steps of normalizers. Each has a version.

A step's version is part of the signature and is raised whenever the step changes any text differently. Its module is
imported when the step is made: most of them compile patterns.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.text import Normalize


class Step(NamedTuple):
    """One step of a normalizer."""

    name: str
    about: str
    version: int
    make: Callable[[str], Normalize]
    """Returns the function for the text in the parentheses of the step."""
    mark: Callable[[str], str] | None = None
    """Returns the signature of a step that depends on more than its text: a file, a package."""
    marks: bool = False
    """Whether it reads and writes alternations and optional words."""


def _of(module: str, name: str) -> Any:
    """Imports a function from a module of this package."""
    return getattr(import_module(f"hubbub.text.{module}"), name)


def _numbers(inside: str) -> Normalize:
    if inside not in ("", "words"):
        raise OptionError(f"unknown normalizer numbers({inside}); write numbers for digits, or numbers(words)")
    found: Normalize = _of("numbers", "in_words" if inside else "in_digits")
    return found


def _whisper(module: str, name: str) -> Normalize:
    """Returns one of Whisper's normalizers, from the package whisper-normalizer."""
    try:
        made: Normalize = getattr(import_module(f"whisper_normalizer.{module}"), name)()
    except ImportError:
        raise OptionError("Whisper's normalizers need a package; pip install hubbub[whisper]") from None
    return made


def _version(package: str) -> str:
    """Returns the version of another package."""
    from importlib.metadata import version  # imported late: it takes half the time of a small command

    return version(package)


def _step(name: str, about: str, make: Callable[[], Normalize], mark: Any = None, version: int = 1) -> Step:
    """Returns a step without a value in parentheses."""

    def made(inside: str) -> Normalize:
        if inside:
            raise OptionError(f"normalizer {name} has no value in parentheses; write {name}")
        return make()

    return Step(name, about, version, made, mark)


STEPS: dict[str, Step] = {
    step.name: step
    for step in (
        _step("lower", "Lower case.", lambda: str.lower),
        _step(
            "nfkc",
            "Unicode NFKC: replace full-width letters, ligatures and the like.",
            lambda: _of("plain", "nfkc"),
        ),
        _step(
            "quotes",
            "Replace curly quotes with straight ones; remove zero-width characters.",
            lambda: _of("plain", "plain_quotes"),
        ),
        _step(
            "punctuation",
            "Remove punctuation and symbols; keep apostrophes (made straight) and in-word hyphens.",
            lambda: _of("plain", "punctuation"),
            version=3,
        ),
        _step(
            "rm-punctuation",
            "Remove all punctuation marks of Unicode, also within words; keep symbols.",
            lambda: _of("plain", "without_punctuation"),
        ),
        Step(
            "rm",
            "rm(.?!,) removes these characters everywhere, rm([^a-z0-9 ]) all that the class matches.",
            1,
            lambda characters: _of("plain", "rm")(characters),
        ),
        Step(
            "drop",
            "drop(<sil>,<%>) removes these words.",
            1,
            lambda words: _of("plain", "drop")(words),
        ),
        _step(
            "fillers", "Remove English fillers: uh, um, er, hmm, mm-hmm, ….", lambda: _of("plain", "without_fillers")
        ),
        _step("spelling", "Change British spelling to American.", lambda: _of("spelling", "respelt")),
        Step("numbers", "Write English numbers in digits; numbers(words): in words.", 2, _numbers),
        _step(
            "chime6",
            "As in the CHiME-6 challenge: lowercase, no punctuation, no brackets.",
            lambda: _of("chime", "chime6"),
        ),
        _step(
            "chime7",
            "As in the CHiME-7 challenge: chime6, and one spelling of fillers.",
            lambda: _of("chime", "chime7"),
        ),
        _step(
            "chime8",
            "As in the CHiME-8 challenges: expanded contractions, numbers in words.",
            lambda: _of("chime", "chime8"),
        ),
        _step(
            "whisper",
            "Whisper's English normalizer; needs hubbub[whisper].",
            lambda: _whisper("english", "EnglishTextNormalizer"),
            lambda _: f"@{_version('whisper-normalizer')}",
        ),
        _step(
            "whisper-basic",
            "Whisper's normalizer for other languages; needs hubbub[whisper].",
            lambda: _whisper("basic", "BasicTextNormalizer"),
            lambda _: f"@{_version('whisper-normalizer')}",
        ),
        _step(
            "arabic",
            "Remove Arabic marks and tatweel; unify alef, ya, waw, kaf, ta marbuta and digits.",
            lambda: _of("plain", "arabic"),
        ),
        _step(
            "chinese",
            "Simplify traditional characters, replace full-width forms; needs hubbub[chinese].",
            lambda: _of("plain", "chinese")(),
            lambda _: f"@{STEPS['chinese'].version}-opencc{_version('opencc')}",
        ),
        Step(
            "glm",
            "glm:FILE applies the rules of a NIST GLM file as csrfilt does.",
            1,
            lambda path: _of("glm", "rewriter")(path),
            lambda path: f":{_of('glm', 'digest_of')(path)}@{STEPS['glm'].version}",
            marks=True,
        ),
    )
}
