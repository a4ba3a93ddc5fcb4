"""The call of the core: both sides of all sessions in, an outcome under every metric out, read as Scores."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Protocol, TypeVar

from hubbub import _core
from hubbub.errors import InputError, Interrupted, OptionError, shown, written
from hubbub.formats import named
from hubbub.model.metrics import Metric
from hubbub.model.options import Options, formats_of
from hubbub.model.result import Scores
from hubbub.model.transcript import Region, Transcript
from hubbub.model.utterances import Extras
from hubbub.model.values import parse_count
from hubbub.prepare.inputs import Input, Text, check_split, read_both, read_input
from hubbub.prepare.matching import (
    Matched,
    check_channels,
    check_hypothesis,
    digests_of,
    match_sessions,
    not_in_uem,
    session_key,
)
from hubbub.prepare.texts import prepared
from hubbub.scoring.faults import explained
from hubbub.scoring.outcome import OutcomeReader, as_stage
from hubbub.scoring.plan import Plan, plan, read_uem

if TYPE_CHECKING:
    from hubbub.model.result_details import Stage
    from hubbub.model.utterances import Extras


class Progress(Protocol):
    """A callback: takes the number of sessions done and in all, and the search's stage where one session is left."""

    def __call__(self, done: int, total: int, stage: "Stage | None" = None, /) -> None: ...


Keep = Callable[[OutcomeReader, Input, Input], None]
"""Is called now and then with both sides and what was found so far, of which sessions that are done may be read."""


def _pairs(matched: Matched, left: Transcript, right: Transcript) -> list[tuple[int, int]] | None:
    """The places of each session in both transcripts, -1 where a side has no segment of it.

    None if both sides hold the same sessions in the same order.
    """
    if not left.ignored and not right.ignored:
        names = left.session_names()
        if matched.left is names and matched.right is names:
            return None
        if matched.left == names and matched.right == right.session_names():
            return None
    return _places(matched, left.columns, right.columns)


def _places(matched: Matched, left: _core.Columns, right: _core.Columns) -> list[tuple[int, int]]:
    places = [{name: place for place, name in enumerate(side.session_names())} for side in (left, right)]
    return [
        (-1 if name is None else places[0].get(name, -1), -1 if other is None else places[1].get(other, -1))
        for name, other in zip(matched.left, matched.right, strict=True)
    ]


def _regions(
    regions: Sequence[Region], names: Sequence[str | None], key: Callable[[str], str] = str
) -> list[tuple[int, float, float, str | None]]:
    """Regions as the core takes them: a session is given by its place, not by its name."""
    if not regions:
        return []
    places = {key(name): place for place, name in enumerate(names) if name is not None}
    return [
        (places[key(region.session)], region.start, region.end, region.channel)
        for region in regions
        if key(region.session) in places
    ]


def scored(
    metrics: tuple[Metric, ...],
    reference: Input,
    hypothesis: Input,
    options: Options,
    progress: Progress | None = None,
    digests: bool = False,
    keep: Keep | None = None,
) -> OutcomeReader:
    """Prepare both sides, call the core once for all sessions and metrics, and wrap its outcome.

    Where the digests of all references will be asked for, their contents are kept: only for batches, as they are large.
    What was found before the user ended the work is that of the Interrupted which is raised.
    """
    scoring_plan = plan(metrics, options)
    matched = match_sessions(reference, hypothesis, options)
    check_hypothesis(hypothesis.transcript)
    original_sides, settings = (reference, hypothesis), scoring_plan.settings
    if settings.corrections is not None:
        from hubbub.prepare.correcting import corrected  # imported late: few correct anything

        normalize = settings.normalizer.normalize
        reference, hypothesis = corrected(settings.corrections, normalize, reference, hypothesis, matched)
    sides = reference.transcript, hypothesis.transcript
    left, broken_left = prepared(sides[0], scoring_plan.texts[0])
    right, broken_right = prepared(sides[1], scoring_plan.texts[1])
    uem = [] if settings.uem is None else list(chain(*settings.uem.regions.values()))
    ignored = sides[0].ignored or sides[1].ignored
    if ignored and not options.asclite:
        check_channels(*sides)
    in_uem: list[str | None] = []
    key: Callable[[str], str] = str
    if settings.uem is not None:
        key = session_key(options)
        matched = matched._replace(uncut=not_in_uem(settings.uem.regions, matched.names, key, reference.batch))
        # The UEM calls sessions as the reference does; a side that has no name for its session is not cut.
        pairs = zip(matched.left, matched.right, strict=True)
        in_uem = [name if name and other else other for name, other in pairs]
    extras = (None, None) if not (sides[0].extra or sides[1].extra) else _extras(sides, scoring_plan)

    def look(done: int, total: int, stage: _core.Stage | None, outcome: _core.Outcome) -> None:
        if keep is not None:
            none: list[dict[str, str]] = [{} for _ in metrics]
            keep(OutcomeReader(outcome, (left, right), scoring_plan, matched, none, extras), *original_sides)
        if progress is not None:
            progress(done, total, None if stage is None else as_stage(stage))

    end: KeyboardInterrupt | None = None
    try:
        outcome = _core.score(
            scoring_plan.core,
            left,
            right,
            _pairs(matched, *sides),
            _regions(sides[0].ignored, matched.left) if ignored else [],
            _regions(sides[1].ignored, matched.right) if ignored else [],
            _regions(uem, matched.left, key) if uem else [],
            _regions(uem, in_uem, key) if uem else [],
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
        if nothing and not reference.batch and end is None:  # of a batch, there are other sessions elsewhere
            raise refusal
        refused[fault.metric][matched.names[fault.session]] = str(refusal)
    found = OutcomeReader(outcome, (left, right), scoring_plan, matched, refused, extras)
    if end is None:
        return found
    found.unfinished = _unfinished(found)
    raise Interrupted(end, found) from None


def _unfinished(found: OutcomeReader) -> list[list[str]]:
    """For each metric the sessions that were neither scored nor refused."""
    names = found.matched.names
    return [
        [names[place] for place in found.outcome.unfinished(number) if names[place] not in refused]
        for number, refused in enumerate(found.refused)
    ]


def _extras(sides: tuple[Transcript, Transcript], scoring_plan: Plan) -> "tuple[Extras | None, Extras | None]":
    """Further keys of segments, for whoever looks at words."""
    left, right = (
        Extras(side.extra, side.columns, recipe.split if recipe.changes else None) if side.extra else None
        for side, recipe in zip(sides, scoring_plan.texts, strict=True)
    )
    return left, right


def score_sessions(
    metrics: Sequence[Metric],
    reference: Input,
    hypothesis: Input,
    options: Options,
    system: str = "hyp",
    progress: Progress | None = None,
    digests: bool = False,
    keep: Keep | None = None,
) -> list[Scores]:
    """Every session of the reference under every metric. Will the digests of all references be asked for?"""
    if any(metric.unit for metric in metrics):

        def score(group: tuple[Metric, ...], choice: Options) -> list[Scores]:
            return score_sessions(group, reference, hypothesis, choice, system, progress, digests, keep)

        return in_units(metrics, options, score)
    try:
        return _scores_of(scored(tuple(metrics), reference, hypothesis, options, progress, digests, keep), system)
    except Interrupted as end:
        digests_by_name = digests_of(reference, hypothesis, end.found.matched)
        runs = _scores_of(end.found, system)
        end.found = [run.replace(store=run.store.digested(digests_by_name)) for run in runs]
        raise


def _scores_of(found: OutcomeReader, system: str) -> list[Scores]:
    return [
        Scores(found.store(number), metric.name, found.plan.signatures[number], system)
        for number, metric in enumerate(found.plan.metrics)
    ]


def uncut_by(options: Options) -> Callable[[Sequence[str]], Sequence[str]]:
    """The sessions among others that the UEM does not name: for those that were scored in batches."""
    uem = read_uem(options.uem)
    if uem is None:
        return lambda _: ()
    return partial(not_in_uem, uem.regions, key=session_key(options))


Made = TypeVar("Made")


def in_units(
    metrics: Sequence[Metric], options: Options, score: Callable[[tuple[Metric, ...], Options], Sequence[Made]]
) -> list[Made]:
    """What a function makes of metrics of which some tell their unit: it is called once for each unit."""
    units = [metric.unit or options.unit for metric in metrics]
    made: dict[int, Made] = {}
    for unit in dict.fromkeys(units):
        places = [place for place, one in enumerate(units) if one == unit]
        group = tuple(metrics[place]._replace(unit=None) for place in places)
        try:
            made |= zip(places, score(group, options._replace(unit=unit)), strict=True)
        except Interrupted as end:
            end.found = [*made.values(), *end.found]
            raise
    return [made[place] for place in range(len(metrics))]


def check_unit(metrics: Sequence[Metric], unit: object) -> None:
    """Raise an error if a unit was chosen for a metric whose name tells another."""
    for metric in metrics:
        if metric.unit is not None and unit not in (None, metric.unit):
            raise OptionError(
                f"{metric.called} counts characters, not {shown(unit)};"
                f" leave {written('unit')} away, or give it to {metric.name}"
            )


def _align(metrics: Sequence[Metric]) -> bool:
    """Does each of them align one sequence with one?"""
    for metric in metrics:  # noqa: SIM110 a generator takes longer than all there is to look at
        if metric.solver != "align":
            return False
    return True


def read_sides(metrics: Sequence[Metric], reference: Text, hypothesis: Text, options: Options) -> tuple[Input, Input]:
    """Both sides, as these metrics take them."""
    pairs = _align(metrics)
    if pairs and not isinstance(reference, str):
        check_split(reference, hypothesis)
    formats = formats_of(options)
    for format in formats:
        if format is not None:
            named(format)
    left, right = read_both(reference, hypothesis, formats, pairs, parse_count(options.jobs, "jobs"))
    if left.listed or right.listed:
        left, right = _checked_lists(left, right, metrics)
    return left, right


def _checked_lists(left: Input, right: Input, metrics: Sequence[Metric]) -> tuple[Input, Input]:
    """Both sides, of which one is a list of texts at least, after a check that the metrics can take them.

    A metric that aligns one sequence with one takes the texts for sentences, others for what each speaker said.
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
        raise InputError(
            f"as many hypotheses as references are needed, not {sizes[1]} for {sizes[0]}; give pairs, one for one"
        )
    return (left, right) if both or others else (_only_sentence(left), _only_sentence(right))


def _only_sentence(side: Input) -> Input:
    """The only sentence of a list as a session without a name, to go with the one session of the other side."""
    return read_input([[side.transcript[0].words]]) if side.listed else side
