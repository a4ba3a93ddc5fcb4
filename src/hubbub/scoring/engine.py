"""Calls the core once for all sessions and metrics, and returns its outcome as Scores."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import TypeVar

from hubbub import _core
from hubbub.errors import InputError, Interrupted
from hubbub.formats import named
from hubbub.formats.speaker_choice import with_chosen_speakers
from hubbub.model.messages import Message
from hubbub.model.metrics import Metric
from hubbub.model.reading_options import Reading, check_seen
from hubbub.model.result import Scores
from hubbub.model.settings import Settings
from hubbub.model.transcript import Region, Transcript
from hubbub.model.utterances import Extras
from hubbub.prepare.channels import by_channel
from hubbub.prepare.inputs import Input, Text, check_split, read_both, read_input
from hubbub.prepare.matching import (
    Matched,
    check_hypothesis,
    digests_of,
    match_sessions,
    named_regions,
    not_in_uem,
    places_of,
    sides_joined,
)
from hubbub.prepare.texts import prepared
from hubbub.prepare.time_units import in_one_unit
from hubbub.scoring.faults import explained
from hubbub.scoring.outcome import OutcomeReader, as_stage
from hubbub.scoring.plan import Plan

Progress = Callable[..., None]
"""Takes the numbers of finished and of all sessions, and the stage of the search if one session is left."""

Keep = Callable[[OutcomeReader, Input, Input], None]
"""Called from time to time with the outcome so far, whose finished sessions may be read, and both sides."""


def _pairs(matched: Matched, left: Transcript, right: Transcript) -> list[tuple[int, int]] | None:
    """Returns the indices of each session in both transcripts, -1 if a side has no segment of it.

    None if both sides have the same sessions in the same order.
    """
    if not left.ignored and not right.ignored:
        names = left.session_names()
        if matched.left is names and matched.right is names:
            return None
        if matched.left == names and matched.right == right.session_names():
            return None
    return places_of(matched, left.columns, right.columns)


def _regions(
    regions: Sequence[Region], names: Sequence[str | None], key: Callable[[str], str] = str
) -> list[tuple[int, float, float, str | None]]:
    """Returns regions for the core, with indices of sessions instead of names; several may have the same name."""
    if not regions:
        return []
    places: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        if name is not None:
            places.setdefault(key(name), []).append(place)
    return [
        (place, region.start, region.end, region.channel)
        for region in regions
        for place in places.get(key(region.session), ())
    ]


def scored(
    plan: Plan,
    reference: Input,
    hypothesis: Input,
    progress: Progress | None = None,
    digests: bool = False,
    keep: Keep | None = None,
) -> OutcomeReader:
    """Prepares both sides, calls the core once for all sessions and metrics, and returns a reader of its outcome.

    With `digests`, the contents of all references stay in memory for their digests; these are large, so only batches
    use it. Raises Interrupted with the results so far if the user interrupts.
    """
    settings, metrics = plan.settings, plan.metrics
    matched = match_sessions(reference, hypothesis, settings)
    check_hypothesis(hypothesis.transcript)
    inputs = reference, hypothesis
    if settings.corrections is not None:
        from hubbub.prepare.correcting import corrected  # imported late: few correct anything

        normalize = settings.normalizer.normalize
        reference, hypothesis = corrected(settings.corrections, normalize, reference, hypothesis, matched)
    sides = reference.transcript, hypothesis.transcript
    left, broken_left = prepared(sides[0], plan.texts[0])
    right, broken_right = prepared(sides[1], plan.texts[1])
    ignored = sides[0].ignored or sides[1].ignored
    uem: list[Region] = []
    in_uem: tuple[list[str | None], list[str | None]] = [], []
    key: Callable[[str], str] = str
    if settings.uem is not None:
        key = settings.session_key()
        sessions = list(dict.fromkeys(map(reference.session_of, matched.names)))
        uem = list(chain(*named_regions(settings.uem.regions, sessions).values()))
        uncut = set(not_in_uem(settings.uem.regions, sessions, key, reference.batch))
        matched = matched._replace(uncut=[name for name in matched.names if reference.session_of(name) in uncut])
        # The UEM uses the names of the reference; a side whose session has no name is not cut.
        ours = [name and reference.session_of(name) for name in matched.left]
        in_uem = ours, [name if name and other else other for name, other in zip(ours, matched.right, strict=True)]
    extras = (None, None) if not (sides[0].extra or sides[1].extra) else _extras(sides, plan)

    def look(done: int, total: int, stage: _core.Stage | None, session: int, outcome: _core.Outcome) -> None:
        if keep is not None:
            none: list[dict[str, str]] = [{} for _ in metrics]
            keep(OutcomeReader(outcome, (left, right), plan, matched, none, extras), *inputs)
        if progress is not None:
            shown = None if stage is None else as_stage(stage)._replace(name=matched.names[session] or stage.name)
            progress(done, total, shown)

    end: KeyboardInterrupt | None = None
    try:
        outcome = _core.score(
            plan.core,
            left,
            right,
            _pairs(matched, *sides),
            _regions(sides[0].ignored, matched.left) if ignored else [],
            _regions(sides[1].ignored, matched.right) if ignored else [],
            _regions(uem, in_uem[0], key) if uem else [],
            _regions(uem, in_uem[1], key) if uem else [],
            None if progress is None and keep is None else look,
            digests,
        )
    except _core.FaultError as error:
        raise explained(error.args[0], sides, (broken_left, broken_right), matched.names, metrics) from None
    except KeyboardInterrupt as interrupt:
        if not hasattr(interrupt, "outcome"):
            raise
        end, outcome = interrupt, interrupt.outcome
    refused: list[dict[str, str]] = [{} for _ in metrics]
    all_refused = outcome.refused()
    for fault in all_refused:
        refusal = explained(fault, sides, (broken_left, broken_right), matched.names, metrics)
        nothing = len(matched.names) == 1 or len(all_refused) == len(matched.names) * len(metrics)
        if nothing and not reference.batch and end is None:  # other batches may have sessions
            raise refusal
        refused[fault.metric][matched.names[fault.session]] = str(refusal)
    given = reference.transcript.given, hypothesis.transcript.given
    found = OutcomeReader(outcome, (left, right), plan, matched, refused, extras, given)
    if end is None:
        return found
    found.unfinished = _unfinished(found)
    raise Interrupted(end, found) from None


def _unfinished(found: OutcomeReader) -> list[list[str]]:
    """Returns for each metric the sessions that were neither scored nor refused."""
    names = found.matched.names
    return [
        [names[place] for place in found.outcome.unfinished(number) if names[place] not in refused]
        for number, refused in enumerate(found.refused)
    ]


def _extras(sides: tuple[Transcript, Transcript], plan: Plan) -> "tuple[Extras | None, Extras | None]":
    """Returns the extra keys of segments of both sides."""
    left, right = (
        Extras(side.extra, side.columns, recipe.split if recipe.changes else None) if side.extra else None
        for side, recipe in zip(sides, plan.texts, strict=True)
    )
    return left, right


def score_sessions(
    plan: Plan,
    reference: Input,
    hypothesis: Input,
    system: str = "hyp",
    progress: Progress | None = None,
    digests: bool = False,
    keep: Keep | None = None,
) -> list[Scores]:
    """Returns the scores of every session of the reference under every metric."""
    reference, hypothesis = with_rows(plan, reference, hypothesis)
    if plan.by_unit:
        return in_units(plan, lambda part: score_sessions(part, reference, hypothesis, system, progress, digests, keep))
    try:
        return _scores_of(scored(plan, reference, hypothesis, progress, digests, keep), system, hypothesis.notes)
    except Interrupted as end:
        digests_by_name = digests_of(reference, hypothesis, end.found.matched)
        runs = _scores_of(end.found, system, hypothesis.notes)
        end.found = [run.replace(store=run.store.with_digests(digests_by_name)) for run in runs]
        raise


def with_rows(plan: Plan, reference: Input, hypothesis: Input) -> tuple[Input, Input]:
    """Returns both sides, with a row for each channel if the plan wants these and the input may have many sessions."""
    if not plan.by_channel or not (reference.many or hypothesis.many):
        return reference, hypothesis
    return by_channel(reference, hypothesis, plan.settings)


def _scores_of(found: OutcomeReader, system: str, notes: Sequence[Message]) -> list[Scores]:
    return [
        Scores(found.store(number), metric.name, found.plan.signatures[number], system).replace(inputs=notes)
        for number, metric in enumerate(found.plan.metrics)
    ]


def uncut_by(settings: Settings) -> Callable[[Sequence[str]], Sequence[str]]:
    """Returns a function that finds the sessions that the UEM does not name, of those scored in batches."""
    if settings.uem is None:
        return lambda _: ()
    return partial(not_in_uem, settings.uem.regions, key=settings.session_key())


Made = TypeVar("Made")


def in_units(plan: Plan, score: Callable[[Plan], Sequence[Made]]) -> list[Made]:
    """Returns what a function makes of each metric, called once for each unit that is counted."""
    if not plan.by_unit:
        return list(score(plan))
    made: dict[int, Made] = {}
    for places, part in plan.by_unit:
        try:
            made |= zip(places, score(part), strict=True)
        except Interrupted as end:
            end.found = [*made.values(), *end.found]
            raise
    return [made[place] for place in range(len(plan.metrics))]


def _align(metrics: Sequence[Metric]) -> bool:
    """Returns whether every metric aligns one sequence with one."""
    for metric in metrics:  # noqa: SIM110 a generator would be slower for so short a list
        if metric.solver != "align":
            return False
    return True


def read_sides(metrics: Sequence[Metric], settings: Settings, reference: Text, hypothesis: Text) -> tuple[Input, Input]:
    """Returns both sides, as the metrics take them."""
    pairs = _align(metrics)
    if pairs and not isinstance(reference, str):
        check_split(reference, hypothesis)
    formats = settings.formats
    for format in formats:
        if format is not None:
            named(format)
    readings = settings.readings()
    left, right = read_both(reference, hypothesis, readings or formats, pairs, settings.jobs)
    left, right = sides_joined(*chosen_sides(settings, readings, left, right), formats)
    if left.listed or right.listed:
        return _checked_lists(left, right, metrics)
    return advised(left, right, [metric.name for metric in metrics], settings)


def chosen_sides(
    settings: Settings, readings: tuple[Reading, Reading] | None, left: Input, right: Input
) -> tuple[Input, Input]:
    """Returns both sides with the chosen speakers. Raises OptionError if an option of reading had no effect."""
    if readings is None:
        return left, right
    sides = with_chosen_speakers([left.transcript, right.transcript], readings[0])
    check_seen(settings, readings[0].seen or {})
    return left._replace(transcript=sides[0]), right._replace(transcript=sides[1])


def advised(left: Input, right: Input, metrics: Sequence[str], settings: Settings) -> tuple[Input, Input]:
    """Returns both sides in one unit of time, with the warnings and notes on them, if these may be files."""
    if not left.many and not right.many:
        return left, right
    from hubbub.advice.notes import of_inputs  # imported late: a short pair needs no advice

    sides = in_one_unit(left.transcript, right.transcript)
    notes = of_inputs(*sides, metrics, settings)
    return left._replace(transcript=sides[0]), right._replace(transcript=sides[1], notes=notes)


def _checked_lists(left: Input, right: Input, metrics: Sequence[Metric]) -> tuple[Input, Input]:
    """Returns both sides, at least one of them a list of texts. Raises InputError if the metrics cannot take these.

    Metrics that align one sequence with one read the texts as sentences, others as the words of each speaker.
    """
    aligning = [metric for metric in metrics if metric.solver == "align"]
    others = [metric for metric in metrics if metric.solver != "align"]
    sizes = [len(side.transcript) if side.listed else 1 for side in (left, right)]
    both = left.listed and right.listed
    if not aligning or (0 in sizes and not both) or sizes == [0, 0]:  # an empty list may as well hold no segments
        return left, right
    if others and (both or sizes != [1, 1]):
        raise InputError(
            f"{aligning[0].title} pairs the texts of a list as sentences, {others[0].title} takes each for a speaker's;"
            " score them one by one, or name the speakers in a dict"
        )
    if sizes[0] != sizes[1]:
        raise InputError(f"{sizes[0]} references need as many hypotheses, but there are {sizes[1]}; pass one for each")
    return (left, right) if both or others else (_only_sentence(left), _only_sentence(right))


def _only_sentence(side: Input) -> Input:
    """The only sentence of a list as a session without a name, to go with the one session of the other side."""
    return read_input([[side.transcript[0].words]]) if side.listed else side
