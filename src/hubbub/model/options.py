"""Every choice of a user, one documented field each. Commands, documentation and signatures come from here."""

# The annotations are read at run time, so they are not postponed here.

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeVar

from hubbub.errors import OptionError
from hubbub.model.diarization_metrics import PROFILES
from hubbub.model.timing import SORTS, TIMINGS


class About(NamedTuple):
    """How an option is told to people."""

    help: str
    metavar: str | None = None
    choices: tuple[str, ...] = ()


Regex = Annotated[str | None, About("Score only the sessions whose whole name matches.", "REGEX")]
Partial = Annotated[bool, About("Leave out sessions that the reference lacks, instead of an error.")]
Format = Annotated[str | None, About("Format of the input, where the suffix does not tell.", "NAME")]


class Options(NamedTuple):
    """How to score. Every field has the name of its command line option.

    >>> Options(unit="char").unit
    'char'
    """

    normalizer: Annotated[
        "str | Callable[[str], str] | None",
        About("Steps applied to every segment's text on both sides, as in lower,rm(.?!,).", "STEPS"),
    ] = None
    unit: Annotated[str, About("What is counted:", "UNIT", ("word", "char", "mixed"))] = "word"
    uem: Annotated[
        "str | Any | None",
        About("Score only the segments that touch a region of this UEM file.", "FILE"),
    ] = None
    collar: Annotated[
        str | float | None,
        About("Seconds a hypothesis word may lie outside its reference word. Timed metrics need it.", "SECONDS"),
    ] = None
    ref_timing: Annotated[str, About("How the words of a reference segment are timed:", "HOW", tuple(TIMINGS))] = (
        "character_based"
    )
    hyp_timing: Annotated[str, About("How the words of a hypothesis segment are timed:", "HOW", tuple(TIMINGS))] = (
        "character_based_points"
    )
    ref_sort: Annotated[str, About("How the reference is put in order:", "HOW", tuple(SORTS))] = "segment"
    hyp_sort: Annotated[str, About("How the hypothesis is put in order:", "HOW", tuple(SORTS))] = "segment"
    regex: Regex = None
    partial: Partial = False
    costs: Annotated[
        "str | tuple[int, int, int, int]",
        About("Costs of correct, substitution, insertion, deletion.", "C,S,I,D"),
    ] = (0, 1, 1, 1)
    optional_words: Annotated[
        bool, About("A reference word in parentheses, as in (uh), may be missing: that counts as correct.")
    ] = False
    fragments: Annotated[
        bool, About("A word that is broken off, as in foo- or -foo, is correct with a word that begins or ends so.")
    ] = False
    asclite: Annotated[
        bool, About("MD-WER as NIST asclite counts it: its costs, its groups of segments, without regard to case.")
    ] = False
    overlap_limit: Annotated[
        str | int | None, About("With --asclite, skip groups of more reference speakers; none by default.", "N")
    ] = None
    no_gaps: Annotated[
        bool, About("With --asclite, leave out the hypothesis words between the groups, as its -noisg does.")
    ] = False
    time_limit: Annotated[
        str | float | None,
        About("Stop a session's search after so long, with the best routing and the proven bound.", "SECONDS"),
    ] = None
    memory: Annotated[
        str | int,
        About("What one session's search may use, as in 8G; beyond it the answer may stay unproven.", "BYTES"),
    ] = "8G"
    jobs: Annotated[int | None, About("Threads; all cores by default.", "N")] = None
    format: Format = None


class DiarizationOptions(NamedTuple):
    """How to score who speaks when. Every field has the name of its command line option.

    >>> DiarizationOptions(collar=0.25).profile is None
    True
    """

    collar: Annotated[
        str | float,
        About("Leave out this much around every boundary of a reference turn.", "SECONDS"),
    ] = 0.0
    skip_overlap: Annotated[bool, About("Leave out where several reference speakers speak.")] = False
    uem: Annotated["str | Any | None", About("Score only inside the regions of this UEM file.", "FILE")] = None
    profile: Annotated[
        str | None,
        About("Whose conventions to follow (default md-eval, for jer dscore):", "NAME", tuple(PROFILES)),
    ] = None
    regex: Regex = None
    partial: Partial = False
    format: Format = None


AnyOptions = TypeVar("AnyOptions", Options, DiarizationOptions)


def about(field: str, options: type[Options] | type[DiarizationOptions] = Options) -> About:
    """What the field's annotation tells."""
    found = options.__annotations__[field].__metadata__[0]
    assert isinstance(found, About)
    return found


def with_choices(options: AnyOptions, choices: dict[str, Any]) -> AnyOptions:
    """The options with some of them changed."""
    if not choices:
        return options
    unknown = [name for name in choices if name not in options._fields]
    if unknown:
        raise OptionError(f"unknown option {unknown[0]!r}; choose from {', '.join(options._fields)}")
    return options._replace(**choices)


def parse_seconds(value: str | float, name: str) -> float:
    """A time that is neither negative nor endless.

    >>> parse_seconds("0.25", "collar")
    0.25
    """
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        seconds = -1.0
    if not 0 <= seconds <= 1e9:
        raise OptionError(f"{name} {value!r} is no number of seconds from 0 to 1e9; write it as in 0.25")
    return seconds


def parse_costs(costs: str | tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Four whole numbers, correct, substitution, insertion, deletion.

    >>> parse_costs("0,4,3,3")
    (0, 4, 3, 3)
    """
    try:
        parts = [int(part) for part in (costs.split(",") if isinstance(costs, str) else costs)]
    except (TypeError, ValueError):
        parts = []
    if len(parts) != 4 or not all(0 <= part <= 1_000_000 for part in parts):
        raise OptionError(f"costs {costs!r} are not four whole numbers from 0 to 1000000; write them as in 0,1,1,1")
    return parts[0], parts[1], parts[2], parts[3]


def parse_count(value: str | int | None, name: str) -> int | None:
    """A whole number of at least 1, or None.

    >>> parse_count("2", "overlap limit")
    2
    """
    try:
        number = 1 if value is None else int(value)
    except (TypeError, ValueError):
        number = 0
    if number < 1:
        raise OptionError(f"{name} {value!r} is not a whole number of at least 1; write it as in 4")
    return None if value is None else number


_SCALE = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def parse_bytes(memory: str | int) -> int:
    """A number of bytes, with K, M, G or T if you like.

    >>> parse_bytes("8G") == parse_bytes("8 GiB") == 8 * 2**30
    True
    """
    text = str(memory).strip().upper().replace(" ", "")
    number = text.removesuffix("B").removesuffix("I")
    scale = number[-1:] if number[-1:] in _SCALE and not number[-1:].isdigit() else ""
    try:
        value = float(number.removesuffix(scale)) * _SCALE[scale]
    except ValueError:
        value = 0.0
    if not 0 < value < 2**63:
        raise OptionError(f"memory {memory!r} is not a size; write it as in 8G or 500M")
    return int(value)


def in_words(size: float) -> str:
    """A size in bytes for people.

    >>> in_words(8 * 2**30), in_words(1e30)
    ('8.0 GiB', '9.3e+20 GiB')
    """
    if size >= 2**60:
        return f"{size / 2**30:.1e} GiB"
    for unit in ("bytes", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"
