"""Error messages for faults that the core reports."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hubbub import _core
from hubbub.errors import FormatError, HubbubError, InputError, TooLargeError, written
from hubbub.model.metrics import Metric
from hubbub.model.transcript import SIDES, Segment, Transcript, lacking
from hubbub.model.values import in_words
from hubbub.prepare.texts import place_of, wrong_times


class Case(NamedTuple):
    """One fault of the core, and its location."""

    fault: _core.Fault
    side: str
    segment: Segment | None
    place: str
    """File and line of the segment, or its session; empty if the fault has no segment."""
    metric: Metric | None


def _session(case: Case) -> str:
    return f"session {case.segment.session if case.segment else None}"


def _start(case: Case) -> float:
    assert case.segment is not None
    assert case.segment.start is not None
    return case.segment.start


def _no_times(case: Case) -> HubbubError:
    has = lacking(case.segment) if case.segment else "no times"
    return InputError(f"{_session(case)}: a {case.side} segment has {has}; add times, or use an untimed metric")


def _out_of_range(case: Case) -> HubbubError:
    assert case.segment is not None
    turned = (f"word of a {case.side} segment lasts from {a} to {b}" for a, b in case.segment.word_times or () if b < a)
    whole = f"{case.side} segment lasts from {case.segment.start} to {case.segment.end}"
    return InputError(f"{_session(case)}: a {next(turned, whole)}; give times in seconds, the start first")


def _choices(case: Case) -> HubbubError:
    file, _, line = case.place.rpartition(":")
    what = f"{_title(case)} cannot score alternations or optional words"
    remedy = "write out one branch, or use a metric that can, such as wer, cpwer or mdwer"
    return FormatError(file or case.place, int(line) if line.isdigit() else None, what, remedy)


def _title(case: Case) -> str:
    return case.metric.title if case.metric else "it"


def _too_large_route(case: Case) -> HubbubError:
    fault = case.fault
    noun: str = case.metric.pieces if case.metric else "piece"
    remedy = "score shorter sessions, or use cpwer"
    if case.metric and case.metric.solver == "pair_best":
        noun, remedy = "speaker", "or score shorter sessions"
    return TooLargeError(
        f"{_title(case)} of {fault.pieces} {noun}s and {fault.streams} streams needs about {in_words(fault.needed)},"
        f" the limit is {in_words(fault.allowed)}; raise it with {written('memory')}, {remedy}"
    )


def _too_large_lattice(case: Case) -> HubbubError:
    fault = case.fault
    title, raised = _title(case), f"raise it with {written('memory')}"
    branch = "or write out one branch of each alternation"
    if len(fault.sizes) <= 2:  # one speaker and one stream
        remedy = f"{raised}, score shorter sessions, {branch}"
    else:
        remedy = f"score group by group with {written('asclite', True)}, use cpwer, {branch}"
    if fault.speakers >= 0:
        title = f"the group of {fault.speakers:.0f} speakers from {fault.start / 1000:g} to {fault.end / 1000:g} s"
        remedy = f"{raised}, or skip groups of that many speakers with {written('overlap_limit')}"
    product = " × ".join(map(str, fault.sizes))
    return TooLargeError(
        f"{title} of {product} words needs about {in_words(fault.needed)}, the limit is"
        f" {in_words(fault.allowed)}; {remedy}"
    )


def _across_uem(case: Case) -> HubbubError:
    fault = case.fault
    start, end, first, last = (time / 1000 for time in (fault.start, fault.end, fault.region_start, fault.region_end))
    return InputError(
        f"the reference segment from {start:g} to {end:g} s crosses the edge of the UEM region from {first:g} to"
        f" {last:g} s; cut the segment there, or extend the region"
    )


FAULTS: dict[str, Callable[[Case], HubbubError]] = {
    "some_untimed": lambda case: InputError(
        f"{_session(case)}: {case.fault.untimed} of {case.fault.segments} {case.side} segments have no start time;"
        " add times to all or to none"
    ),
    "not_in_order": lambda case: InputError(
        f"{_session(case)}: a word of the {case.side} segment at {_start(case):g} s starts before an earlier word of"
        f" its speaker; fix the times, or choose another order with {written('ref_sort')} and {written('hyp_sort')}"
    ),
    "no_times": _no_times,
    "no_word_times": lambda case: InputError(
        f"the segment at {_start(case):g} s has {case.fault.words} words but no word times;"
        f" add word times, or estimate them with {written('ref_timing')} and {written('hyp_timing')}"
    ),
    "times_of_words": lambda case: wrong_times(
        case.side, case.segment.session if case.segment else None, case.fault.times, case.fault.words
    ),
    "out_of_range": _out_of_range,
    "uem_untimed": lambda case: InputError(
        f"{_session(case)}: a {case.side} segment without times cannot be cut to the UEM; add times, or drop the UEM"
    ),
    "choices": _choices,
    "too_large_route": _too_large_route,
    "too_large_lattice": _too_large_lattice,
    "turns": lambda case: InputError(
        "uWER needs times on both sides, or as many utterances in every stream as in the reference;"
        f" the reference has {case.fault.utterances}, stream {case.fault.stream} has {case.fault.turns}"
    ),
    "half_timed": lambda _: InputError(
        f"the groups of asclite need times on both sides or on none; add times, or drop {written('asclite')}"
    ),
    "across_uem": _across_uem,
    "memory": lambda case: TooLargeError(
        f"{_title(case)} ran out of memory; lower {written('jobs')}, or score shorter sessions"
    ),
    "too_many": lambda case: TooLargeError(
        f"{_session(case)}: the {case.side} has {case.fault.words} words or more, the maximum is {case.fault.most};"
        " score shorter sessions"
    ),
    "disagreement": lambda case: HubbubError(
        f"the alignment costs {case.fault.cost}, but the solver reported {case.fault.claim}; please report this bug"
    ),
}
"""Messages by the core's name of the fault. A `broken` segment was marked before and has its own error."""


def explained(
    fault: _core.Fault,
    sides: tuple[Transcript, Transcript],
    broken: tuple[Mapping[int, HubbubError], Mapping[int, HubbubError]],
    sessions: Sequence[str],
    metrics: Sequence[Metric],
) -> HubbubError:
    """Returns the error for the user, with the session's name for faults of a metric."""
    transcript, place = sides[fault.side], fault.segment
    if fault.kind == "broken":
        return broken[fault.side][place]
    case = Case(
        fault,
        SIDES[fault.side],
        transcript[place] if place >= 0 else None,
        place_of(transcript, place) if place >= 0 else "",
        metrics[fault.metric] if fault.metric >= 0 else None,
    )
    error: HubbubError = FAULTS[fault.kind](case)
    session_name = sessions[fault.session]
    if fault.metric >= 0 and session_name and isinstance(error, (InputError, TooLargeError)):
        return type(error)(f"session {session_name}: {error}")
    return error
