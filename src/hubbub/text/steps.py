"""The steps of normalisers. Each has a version.

A step's version goes into the signature and is raised whenever the step changes any text. What a step needs is imported
when it is used.
"""

from collections.abc import Callable
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


def _plain(name: str) -> Any:
    """A function of the steps that know no language; its patterns are compiled when they are needed."""
    from hubbub.text import plain

    return getattr(plain, name)


def _spelling() -> Normalize:
    from hubbub.text.spelling import respelt

    return respelt


def _chime(year: str) -> Callable[[str], Normalize]:
    def function() -> Normalize:
        from hubbub.text import chime

        found: Normalize = getattr(chime, year)
        return found

    return _alone(year, function)


def _whisper(name: str) -> Callable[[str], Normalize]:
    def function() -> Normalize:
        from hubbub.text import whisper_normalizers as whisper

        return whisper.english() if name == "whisper" else whisper.basic()

    return _alone(name, function)


def _package(_: str) -> str:
    from hubbub.text.whisper_normalizers import package_version

    return f"@{package_version()}"


def _arabic() -> Normalize:
    from hubbub.text.scripts import arabic

    return arabic


def _chinese() -> Normalize:
    from hubbub.text.scripts import chinese

    return chinese()


def _converter(_: str) -> str:
    from hubbub.text.scripts import converter_version

    return f"@{STEPS['chinese'].version}-opencc{converter_version()}"


def _glm(path: str) -> Normalize:
    from hubbub.text.glm import rewriter

    return rewriter(path)


def _digest(path: str) -> str:
    from hubbub.text.glm import digest

    return f":{digest(path)}@{STEPS['glm'].version}"


def _numbers(inside: str) -> Normalize:
    from hubbub.text.numbers import in_digits, in_words

    if inside not in ("", "words"):
        raise OptionError(f"normalizer numbers({inside}) is unknown; write numbers for digits, or numbers(words)")
    return in_words if inside else in_digits


STEPS: dict[str, Step] = {
    step.name: step
    for step in (
        Step("lower", "Lower case.", 1, _alone("lower", lambda: str.lower)),
        Step(
            "nfkc",
            "Unicode compatibility form: full-width letters, ligatures, … become plain ones.",
            1,
            _alone("nfkc", lambda: _plain("nfkc")()),
        ),
        Step(
            "quotes",
            "Curly quotes become plain ones; characters without width go.",
            1,
            _alone("quotes", lambda: _plain("plain_quotes")),
        ),
        Step(
            "punctuation",
            "Punctuation and symbols go; apostrophes, made plain, and in-word hyphens stay.",
            2,
            _alone("punctuation", lambda: _plain("punctuation")()),
        ),
        Step(
            "rm",
            "rm(.?!,) deletes those letters and signs wherever they stand, rm([^a-z0-9 ]) what the class matches.",
            1,
            lambda characters: _plain("rm")(characters),
        ),
        Step(
            "drop",
            "drop(<sil>,<%>) leaves out those words, where they stand alone.",
            1,
            lambda words: _plain("drop")(words),
        ),
        Step(
            "fillers",
            "English hesitations go: uh, um, er, hmm, mm-hmm, ….",
            1,
            _alone("fillers", lambda: _plain("without_fillers")),
        ),
        Step("spelling", "British spelling becomes American.", 1, _alone("spelling", _spelling)),
        Step("numbers", "English number words become digits; numbers(words): digits become words.", 1, _numbers),
        Step(
            "chime6",
            "As the CHiME-6 challenge scored: small letters, no punctuation, no brackets.",
            1,
            _chime("chime6"),
        ),
        Step("chime7", "As the CHiME-7 challenge scored: chime6, and one spelling of sounds.", 1, _chime("chime7")),
        Step("chime8", "As the CHiME-8 challenges scored: contractions apart, numbers in words.", 1, _chime("chime8")),
        Step("whisper", "Whisper's for English; needs hubbub[whisper].", 1, _whisper("whisper"), _package),
        Step(
            "whisper-basic",
            "Whisper's for other languages; needs hubbub[whisper].",
            1,
            _whisper("whisper-basic"),
            _package,
        ),
        Step(
            "arabic",
            "Arabic marks and tatweel go; one form of alef, ya, waw, kaf, ta marbuta and digits.",
            1,
            _alone("arabic", _arabic),
        ),
        Step(
            "chinese",
            "Traditional characters become simplified, full-width forms plain; needs hubbub[chinese].",
            1,
            _alone("chinese", _chinese),
            _converter,
        ),
        Step("glm", "glm:FILE applies the rules of a NIST GLM file, as csrfilt does.", 1, _glm, _digest, marks=True),
    )
}
