"""Error messages for the faults that the core reports."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hubbub.errors import FormatError, HubbubError, InputError, TooLargeError, written
from hubbub.model.metrics import Metric
from hubbub.model.transcript import SIDES, Segment, Transcript, lacking
from hubbub.model.values import in_words
from hubbub.prepare.texts import place_of, wrong_times


class Case(NamedTuple):
    """One fault: the details that the core reports, and where it happened."""

    side: str
    segment: Segment | None
    place: str
    """File and line of the segment, or its session; empty where the fault has no segment."""
    numbers: Sequence[float]
    """Figures for the message; each kind of fault has its own."""
    name: str
    """The name of the stream, for the kinds of faults that name one."""
    metric: Metric | None


def _some_untimed(case: Case) -> HubbubError:
    untimed, number = map(int, case.numbers)
    return InputError(
        f"{_session(case)}: {untimed} of {number} {case.side} segments have no start time; give times to all or to none"
    )


def _session(case: Case) -> str:
    return f"session {case.segment.session if case.segment else None}"


def _start(case: Case) -> float:
    assert case.segment is not None
    assert case.segment.start is not None
    return case.segment.start


def _not_in_order(case: Case) -> HubbubError:
    return InputError(
        f"{_session(case)}: the {case.side} segment at {_start(case):g} s is not in order of time;"
        f" sort the file, or choose another order with {written('ref_sort')} and {written('hyp_sort')}"
    )


def _no_times(case: Case) -> HubbubError:
    has = lacking(case.segment) if case.segment else "no times"
    return InputError(f"{_session(case)}: a {case.side} segment has {has}; give it times, or use an untimed metric")


def _no_word_times(case: Case) -> HubbubError:
    return InputError(
        f"the segment at {_start(case):g} s has {int(case.numbers[0])} words but no time for each;"
        f" give word times, or choose another way with {written('ref_timing')} and {written('hyp_timing')}"
    )


def _times_of_words(case: Case) -> HubbubError:
    times, words = map(int, case.numbers)
    return wrong_times(case.side, case.segment.session if case.segment else None, times, words)


def _out_of_range(case: Case) -> HubbubError:
    assert case.segment is not None
    turned = (f"word of a {case.side} segment lasts from {a} to {b}" for a, b in case.segment.word_times or () if b < a)
    whole = f"{case.side} segment lasts from {case.segment.start} to {case.segment.end}"
    return InputError(f"{_session(case)}: a {next(turned, whole)}; give times in seconds, the start first")


def _uem_untimed(case: Case) -> HubbubError:
    return InputError(
        f"{_session(case)}: a {case.side} segment without times cannot be cut to the UEM;"
        " give it times or leave the UEM away"
    )


def _choices(case: Case) -> HubbubError:
    file, _, line = case.place.rpartition(":")
    what = f"{_title(case)} cannot score alternations or optional words"
    remedy = "write out one branch, or use a metric that can, such as wer, cpwer or mdwer"
    return FormatError(file or case.place, int(line) if line.isdigit() else None, what, remedy)


def _title(case: Case) -> str:
    return case.metric.title if case.metric else "it"


def _too_large_route(case: Case) -> HubbubError:
    needed, allowed, pieces, streams = case.numbers
    noun: str = case.metric.pieces if case.metric else "piece"
    remedy = "score shorter sessions, or use cpwer"
    if case.metric and case.metric.solver == "pair_best":
        noun, remedy = "speaker", "or score shorter sessions"
    return TooLargeError(
        f"{_title(case)} of {pieces:.0f} {noun}s and {streams:.0f} streams needs about {in_words(needed)}, the limit is"
        f" {in_words(allowed)}; raise it with {written('memory')}, {remedy}"
    )


def _too_large_lattice(case: Case) -> HubbubError:
    needed, allowed, speakers, start, end, *sizes = case.numbers
    title, raised = _title(case), f"raise it with {written('memory')}"
    branch = "or write out one branch of each alternation"
    if len(sizes) <= 2:  # one speaker and one stream
        remedy = f"{raised}, score shorter sessions, {branch}"
    else:
        remedy = f"score group by group with {written('asclite', True)}, use cpwer, {branch}"
    if speakers >= 0:
        title = f"the group of {speakers:.0f} speakers from {start / 1000:g} to {end / 1000:g} s"
        skipping = f"skip the groups of so many speakers with {written('overlap_limit')}"
        remedy = f"{raised}, or {skipping}; what is skipped is counted"
    product = " × ".join(f"{size:.0f}" for size in sizes)
    return TooLargeError(
        f"{title} of {product} words at once needs about {in_words(needed)}, the limit is {in_words(allowed)}; {remedy}"
    )


def _turns(case: Case) -> HubbubError:
    reference, stream = map(int, case.numbers)
    return InputError(
        "uWER needs times on both sides, or as many utterances in every stream as in the reference;"
        f" the reference has {reference}, stream {case.name} has {stream}"
    )


def _half_timed(_: Case) -> HubbubError:
    return InputError(
        f"asclite's groups need times on both sides or on none; give times, or leave {written('asclite')} away"
    )


def _across_uem(case: Case) -> HubbubError:
    start, end, first, last = (number / 1000 for number in case.numbers)
    return InputError(
        f"the reference segment from {start:g} to {end:g} s lies across the edge of the UEM's region from {first:g} to"
        f" {last:g} s; cut it there, or widen the region"
    )


def _memory(case: Case) -> HubbubError:
    return TooLargeError(f"{_title(case)} ran out of memory; lower {written('jobs')}, or score shorter sessions")


def _too_many(case: Case) -> HubbubError:
    words, most = case.numbers
    return TooLargeError(
        f"{_session(case)}: the {case.side} has {words:.0f} words or more, of which {most:.0f} can be numbered;"
        " score shorter sessions"
    )


def _disagreement(case: Case) -> HubbubError:
    cost, claim = map(int, case.numbers)
    return HubbubError(f"the alignment costs {cost}, the solver said {claim}; please report this as a bug")


FAULTS: tuple[Callable[[Case], HubbubError], ...] = (
    _some_untimed,
    _not_in_order,
    _no_times,
    _no_word_times,
    _times_of_words,
    _out_of_range,
    _uem_untimed,
    _choices,
    _too_large_route,
    _too_large_lattice,
    _turns,
    _half_timed,
    _across_uem,
    _memory,
    _too_many,
    _disagreement,
)
"""In the order of the core's kinds of faults. The kind after the last means a segment already marked as broken."""


Details = tuple[int, int, int, Sequence[float], str, int, int]
"""What the core tells of a fault: its kind, side, segment, numbers, name, session and metric."""


def explained(
    fault: Details,
    sides: tuple[Transcript, Transcript],
    broken: tuple[Mapping[int, HubbubError], Mapping[int, HubbubError]],
    sessions: Sequence[str],
    metrics: Sequence[Metric],
) -> HubbubError:
    """The error for the user. A fault in the work of a metric gets the session's name in front."""
    kind, side, place, numbers, name, session, metric = fault
    transcript = sides[side]
    if kind == len(FAULTS):
        return broken[side][place]
    case = Case(
        SIDES[side],
        transcript[place] if place >= 0 else None,
        place_of(transcript, place) if place >= 0 else "",
        numbers,
        name,
        metrics[metric] if metric >= 0 else None,
    )
    error: HubbubError = FAULTS[kind](case)
    session_name = sessions[session]
    if metric >= 0 and session_name and isinstance(error, (InputError, TooLargeError)):
        return type(error)(f"session {session_name}: {error}")
    return error
