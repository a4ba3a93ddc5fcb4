"""Text normalisation: a chain of small steps, written with commas or as a list. Each step has a version.

A step's version goes into the signature and is raised whenever the step changes any text. What a step needs is imported
when it is used.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hubbub.errors import OptionError, shown

Normalize = Callable[[str], str]


class Made(NamedTuple):
    """A step that is ready to run."""

    name: str
    """Its part of the signature."""
    run: Normalize
    marks: bool = False
    """Does it read and write alternations and optional words?"""


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
        from hubbub.text import whisper

        return whisper.english() if name == "whisper" else whisper.basic()

    return _alone(name, function)


def _package(_: str) -> str:
    from hubbub.text.whisper import package_version

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


class Normalizer(NamedTuple):
    """A function on text, its part of the signature, and the steps that it is made of."""

    normalize: Normalize | None
    signature: str
    steps: tuple[Made, ...] = ()

    def text(self, text: str) -> str:
        """The text after all steps."""
        return text if self.normalize is None else self.normalize(text)

    @property
    def marks(self) -> bool:
        """Can it write alternations and optional words?"""
        return any(step.marks for step in self.steps)


_STEP = r"([^,()]++)(?:\((\[(?:[^\]\\]|\\.)*+\](?=\))|[^)]*+)\)(?:@([^,()\s]++))?)?\s*+(,|\Z)"


def _split(chain: str) -> list[tuple[str, str, str]]:
    """The name of each step, the text in its parentheses, and its version where that is told, as signatures do."""
    pattern = re.compile(_STEP, re.DOTALL)
    steps: list[tuple[str, str, str]] = []
    place, more = 0, ","
    while more:
        step = pattern.match(chain, place)
        if step is None or not step[1].strip():
            raise OptionError(f"normalizer {chain!r:.60} cannot be read; write steps with commas, as in lower,rm(.?!,)")
        name, version = step[1].strip(), step[3] or ""
        plain, _, told = name.partition("@")
        if plain in STEPS and not version:
            name, version = plain, told
        steps.append((name, step[2] or "", version))
        place, more = step.end(), step[4]
    return steps


def _made(name: str, inside: str, version: str = "") -> Made:
    made = _unchecked(name, inside)
    here = made.name.rpartition("@")[2]
    if version not in ("", here):
        raise OptionError(
            f"normalizer {name} is here in version {here}, not {version};"
            f" write {name}, or install the version of hubbub that has it"
        )
    return made


def _unchecked(name: str, inside: str) -> Made:
    step = STEPS.get(name)
    if step is None and ":" in name and not inside:  # glm:FILE
        name, _, inside = name.partition(":")
        step = STEPS.get(name)
    if step is None:
        from difflib import get_close_matches

        close = get_close_matches(name.lower(), STEPS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"those that exist: {', '.join(STEPS)}, none"
        raise OptionError(f"unknown normalizer {shown(name)}; {hint}")
    run = step.make(inside)
    if step.mark is not None:
        return Made(f"{name}{step.mark(inside)}", run, step.marks)
    return Made(f"{name}({inside})@{step.version}" if inside else f"{name}@{step.version}", run)


def _custom(function: Normalize) -> Made:
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return Made(f"{getattr(function, '__module__', '?')}.{name}@custom", function)


Steps = str | Normalize | Sequence[str | Normalize | Made] | None
"""Names of steps with commas, a function of your own, a list of these or of steps that are made, or None."""


def located(normalizer: Steps) -> Steps:
    """The steps, of which those that name a file name it by its whole path: a process elsewhere can follow it."""
    if not isinstance(normalizer, str) or "glm" not in normalizer:
        return normalizer
    import os

    def whole(name: str, inside: str, version: str) -> str:
        told = f"@{version}" if version else ""
        if name == "glm" and inside:
            return f"glm({os.path.abspath(inside)}){told}"
        if name.startswith("glm:") and not inside:
            return f"glm:{os.path.abspath(name[4:])}"
        return (f"{name}({inside})" if inside else name) + told

    return ",".join(whole(*step) for step in _split(normalizer))


def parse(normalizer: Steps) -> Normalizer:
    """The normaliser from its steps.

    >>> parse("lower,rm(.?!,)").normalize("Hello, World!")
    'hello world'
    >>> parse(["nfkc", "lower", "punctuation"]).signature
    'nfkc@1,lower@1,punctuation@2'
    """
    if normalizer is None or isinstance(normalizer, str) or callable(normalizer):
        given: Sequence[object] = [normalizer]
    elif isinstance(normalizer, (list, tuple)):
        given = normalizer
    else:
        raise OptionError(f"normalizer is {shown(normalizer)}; give steps, as in lower,rm(.?!,), or a function")
    steps: list[Made] = []
    for one in given:
        if one is None or (isinstance(one, str) and one == "none"):
            continue
        if isinstance(one, Made):
            steps.append(one)
        elif callable(one):
            steps.append(_custom(one))
        elif not isinstance(one, str):
            raise OptionError(f"normalizer is {shown(one)}; give steps, as in lower,rm(.?!,), or a function")
        else:
            steps += [_made(*step) for step in _split(one)]
    if not steps:
        return Normalizer(None, "none")
    if len(steps) == 1:
        return Normalizer(steps[0].run, steps[0].name, tuple(steps))

    def chain(text: str) -> str:
        for step in steps:
            text = step.run(text)
        return text

    return Normalizer(chain, ",".join(step.name for step in steps), tuple(steps))
