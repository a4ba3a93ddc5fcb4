"""compare(): which of several systems is better, on these sessions and on other sessions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from math import fsum, inf
from typing import Any

from hubbub.api import score_planned
from hubbub.errors import InputError, OptionError, either, shown, written
from hubbub.insight import matched_pairs
from hubbub.insight.blame import Blame, blame_sessions
from hubbub.insight.chains import CHAINS, COLLAR, UNTIMED, Chain, check_chain
from hubbub.insight.comparison import Comparison, SessionDifference, SessionTest
from hubbub.insight.comparison_list import Comparisons
from hubbub.insight.matched_pairs import PairedSegments
from hubbub.model.alignment import events
from hubbub.model.diarization_counts import JaccardErrors, SpeakerWords, SpeechErrors
from hubbub.model.diarization_metrics import DiarizationMetric
from hubbub.model.messages import Caution, Message, Note
from hubbub.model.metrics import METRICS, Metric, any_metric_named
from hubbub.model.options import Options
from hubbub.model.result import Scores
from hubbub.model.score_intervals import LEVEL, Units, interval_of, interval_settings, of_sessions, split_off
from hubbub.model.scores import Alone, Sessions, runs_of
from hubbub.model.settings import Settings
from hubbub.model.signatures import Recipe, comparable_part, joined_signature
from hubbub.model.tables import listed
from hubbub.model.values import added
from hubbub.model.word_errors import WordErrors
from hubbub.scoring.engine import read_sides
from hubbub.scoring.plan import Plan, plan_of
from hubbub.statistics.intervals import Interval, t_p_value
from hubbub.statistics.paired_tests import detectable, holm, improvement, needed, sign_flip

FINE = 1000
"""Factor that makes integers of differences: seconds become milliseconds, Jaccard errors thousandths."""
Runs = Sequence[Sessions[Any]]
METRIC = "cpwer"
"""Default metric of `compare` and `rank`."""


def compare_scores(
    scores: Iterable[Sessions[Any]],
    interval: Settings | None = None,
    baseline: str | None = None,
    nist: bool = False,
    parts: Mapping[str, Mapping[str, int]] | None = None,
    words: bool = True,
) -> Comparisons:
    """Compares every pair of systems; with a baseline, every other system with it. Without `words`, only by session."""
    runs = list(scores)
    names = [run.system for run in runs]
    check(runs)
    if baseline is not None and baseline not in names:
        raise OptionError(f"no system is called {baseline!r}; the baseline is one of {', '.join(names)}")
    if baseline is None:
        pairs = list(combinations(runs, 2))
    else:
        first = runs[names.index(baseline)]
        pairs = [(first, run) for run in runs if run is not first]
    settings = interval or interval_settings(LEVEL, None)
    paired = _paired_segments(pairs, nist) if words else [None for _ in pairs]
    found = [
        _pair(*pair, segments, settings, nist, parts or {}, words) for pair, segments in zip(pairs, paired, strict=True)
    ]
    return Comparisons(_corrected(found), runs)


def check(runs: Runs) -> None:
    """Raises InputError if scores cannot be compared, with the differences."""
    several = either("e.g. -h A=FILE -h B=FILE", "e.g. {'A': scores, 'B': others}")
    if len(runs) < 2:
        raise InputError(f"compare needs two systems, {several}")
    first = runs[0]
    for run in runs[1:]:
        who = f"{first.system} and {run.system}"
        if [one.system for one in runs].count(run.system) > 1:
            raise InputError(f"two systems have the name {run.system!r}; give each its own, {several}")
        fields = _differing(comparable_part(first.signature), comparable_part(run.signature))
        if fields:
            raise InputError(f"{who} were scored with different options: {fields}; score both with the same")
        for one, other in ((first, run), (run, first)):
            missing = [name for name in one if name not in other]
            if missing:
                raise InputError(
                    f"{who} were scored on different sessions: {listed(missing, 3)} missing from {other.system};"
                    f" score both on the same, or select sessions with {written('regex')}"
                )
        differing = [name for name in first if _other_reference(first, run, name)]
        if differing:
            raise InputError(
                f"{who} were scored against different references (sessions {listed(differing, 3)});"
                " score both against the same reference"
            )


def _differing(first: str, second: str) -> str:
    """Returns the differences between two signatures as text; empty if there are none."""
    recipes = [Recipe.parse(text) for text in (first, second)]
    metrics = [recipe.metric for recipe in recipes]
    differences = [f"metric {metrics[0]} and {metrics[1]}"] if metrics[0] != metrics[1] else []
    for field in dict.fromkeys(name for recipe in recipes for name in recipe.values()):
        values = [recipe.value(field) for recipe in recipes]
        if values[0] != values[1]:
            texts = ["none" if value is None else value or "on" for value in values]
            differences.append(f"{field} {texts[0]} and {texts[1]}")
    return ", ".join(differences)


def _other_reference(first: Sessions[Any], second: Sessions[Any], name: str) -> bool:
    digests = [getattr(run[name], "reference_digest", None) for run in (first, second)]
    if None not in digests:
        return digests[0] != digests[1]
    # Results of older versions and of diarization have no digest, so the lengths of the references are compared.
    lengths = [_length(run, run[name].counts, name) for run in (first, second)]
    return None not in lengths and abs(lengths[0] - lengths[1]) > 1e-6  # type: ignore[operator]


def _length(run: Sessions[Any], counts: Any, name: str) -> float | None:
    """Returns the length of a session's reference; None if the counts do not have it."""
    if isinstance(counts, SpeakerWords):
        return counts.aligned + counts.deletions
    return getattr(counts, "spoken", None) if not isinstance(counts, RATES) else _ratio(run, name)[1]


RATES = (WordErrors, SpeechErrors, JaccardErrors)
"""Counts whose rate is relative to the reference."""


def _ratio(run: Sessions[Any], name: str) -> tuple[float, float]:
    """Returns errors and length of a session. Raises InputError if rates are not relative to the reference."""
    ratio = run.ratio(run[name])
    if ratio is None or not isinstance(run[name].counts, RATES):
        raise InputError(
            f"{run.title} is not relative to the reference; compare under another metric, e.g. der or cpwer"
        )
    return ratio


def _pair(
    first: Sessions[Any],
    second: Sessions[Any],
    paired: PairedSegments | None,
    settings: Settings,
    nist: bool,
    parts: Mapping[str, Mapping[str, int]],
    by_words: bool,
) -> Comparison:
    """Compares two systems. `parts` has the errors by cause, by system."""
    ratios = [(name, _ratio(first, name), _ratio(second, name)) for name in first]
    # The systems may have different branches of an alternation, so the lengths of the reference may differ.
    sessions = [SessionDifference(name, one[0], two[0], (one[1] + two[1]) / 2) for name, one, two in ratios]
    units = of_sessions({one.session: (one.difference, one.length) for one in sessions}, settings.group)
    interval = interval_of(units, settings, signed=True)
    if paired is None and nist:
        raise InputError(
            "--mapsswe needs words, and the saved results have none; save them with --alignment"
            if isinstance(first, Scores)
            else f"--mapsswe has no effect on {first.title}, which has no words; drop it"
        )
    here, there = parts.get(first.system, {}), parts.get(second.system, {})
    return Comparison(
        a=first.system,
        b=second.system,
        metric=first.metric,
        title=first.title,
        signature=joined_signature([first.signature, second.signature]),
        reference=getattr(first, "reference_digest", None),
        errors=(added(one.first for one in sessions), added(one.second for one in sessions)),
        length=added(one.length for one in sessions),
        interval=interval,
        session_test=_session_test(units, interval),
        segment_test=None if paired is None else paired.test(),
        mapsswe=matched_pairs.statistic(paired.by_speaker) if paired is not None and nist else None,
        parts={part: there[part] - number for part, number in here.items() if part in there},
        sessions=sorted(sessions, key=lambda one: -abs(one.difference)),
        words=() if paired is None else paired.words(),
        places=() if paired is None else paired.places(),
        unproven=[name for name in first if not all(getattr(run[name], "exact", True) for run in (first, second))],
        notes=_notes(first, second),
        unit="word" if first.metric in METRICS else "speaker" if first.metric == "jer" else "second",
        silent={run.system: list(run.silent) for run in (first, second) if run.silent},
        unscored={run.system: list(run.unscored) for run in (first, second) if run.unscored},
        wordless=[run.system for run in (first, second) if by_words and isinstance(run, Scores) and run.wordless],
    )


def _notes(first: Sessions[Any], second: Sessions[Any]) -> list[Message]:
    """Returns the notes of both systems; a note that both have only once."""
    missing, lines = list[Message](), list[list[Message]]()
    for run in (first, second):
        if run.silent:
            missing.append(
                Caution(f"missing from {run.system}, scored as empty: {listed(run.silent)}", "missing_session")
            )
        if run.unscored:
            unknown = f"in {run.system}, not in the reference, not scored: {listed(run.unscored)}"
            missing.append(Note(unknown, "unknown_session"))
        missing += run.inputs
        skipped = [*run.uncut_notes, *run.unfinished_notes, *run.refused_notes, *run.left_out_notes]
        lines.append([*skipped, *run.unpaired_notes()])
    both = [line for line in lines[0] if line in lines[1]]
    named = zip((first, second), lines, strict=True)
    return [*missing, *both, *(line.about(run.system) for run, own in named for line in own if line not in both)]


def _whole(differences: Sequence[float]) -> list[int]:
    if all(float(one).is_integer() for one in differences):
        return [int(one) for one in differences]
    return [round(FINE * one) for one in differences]


def _session_test(units: Units, interval: Interval) -> SessionTest:
    differences = _whole(units.errors)
    flipped = sign_flip(differences)
    se, df, length = interval.se, interval.df, fsum(units.lengths)
    t_p = least = number = None
    if se is not None and df is not None:
        difference = fsum(units.errors) / length
        t_p = t_p_value(difference / se if se else inf if difference else 0.0, df)
        least, number = detectable(se, df, interval.level), needed(difference, se, len(differences), interval.level)
    return SessionTest(
        n=len(differences),
        unit=units.unit,
        p=flipped.p,
        least_p=flipped.least,
        exact=flipped.exact,
        t_p=t_p,
        detectable=least,
        needed=number,
        improvement=improvement(differences)[0] if differences else 0.0,
        holm=flipped.p,
    )


def _paired_segments(pairs: Sequence[tuple[Sessions[Any], Sessions[Any]]], nist: bool) -> list[PairedSegments | None]:
    """Returns the segments of each pair; None if there are no words, or if they were not saved.

    Reads the alignments session by session, each of them only once for all pairs.
    """
    runs = {id(run): run for pair in pairs for run in pair if isinstance(run, Scores) and not run.wordless}
    found = [PairedSegments(nist) if all(id(run) in runs for run in pair) else None for pair in pairs]
    for name in pairs[0][0] if any(found) else ():
        steps = {key: events(run[name].alignment) for key, run in runs.items()}
        for (first, second), paired in zip(pairs, found, strict=True):
            if paired is not None:
                paired.add(name, steps[id(first)], steps[id(second)])
    return found


def _corrected(pairs: list[Comparison]) -> list[Comparison]:
    """Returns the pairs with Holm's correction over all of them, for each of the two tests."""
    others = holm([pair.session_test.p for pair in pairs])
    here = iter(holm([pair.segment_test.p for pair in pairs if pair.segment_test is not None]))
    return [
        pair._replace(
            session_test=pair.session_test._replace(holm=p),
            segment_test=None if pair.segment_test is None else pair.segment_test._replace(holm=next(here)),
        )
        for pair, p in zip(pairs, others, strict=True)
    ]


def compare(
    reference: Any,
    systems: Mapping[str, Any] | None = None,
    metric: str = METRIC,
    *,
    level: float | str = LEVEL,
    group: str | None = None,
    baseline: str | None = None,
    mapsswe: bool = False,
    parts: bool = True,
    **options: Any,
) -> Comparisons:
    """Compares systems: which is better on these sessions, and whether that holds on other sessions.

    Takes the reference, a dict of hypotheses by system, a metric and its options; or scores of systems, computed or
    loaded: `compare(first, second)`, a list of Scores, or a dict of Scores by system. `level` applies to intervals and
    tests. `group` is a pattern: sessions with the same match in their names count as one. `ci_method`, `resamples` and
    `seed` are those of `Scores.interval`. With `baseline`, every other system is compared with it, otherwise every pair
    is compared. For tcpwer and tcorcwer the difference is broken down by cause, unless `parts` is False, which is
    faster. The default collar of timed metrics is 5 seconds.

    >>> reference = {"s": {"A": "a b c d"}, "t": {"A": "e f g h"}}
    >>> better = {"s": {"A": "a b c d"}, "t": {"A": "e f g x"}}
    >>> worse = {"s": {"A": "a x c d"}, "t": {"A": "x x g h"}}
    >>> compare(reference, {"better": better, "worse": worse})[0].headline
    'better has fewer errors, but the difference is not significant.'
    """
    choice, options = split_off(level, group, options)
    runs: list[Any] = []
    causes: dict[str, Mapping[str, int]] = {}
    pair = _two(reference, systems)
    if systems is None or pair is not None:
        runs = runs_given(pair or reference, metric, [*options, *(() if parts else ("parts",))])
        causes = {run.system: parts_of(run) for run in runs if isinstance(run, Blame)}
        return compare_scores(map(scored_part, runs), choice, baseline, mapsswe, causes)
    if not isinstance(systems, Mapping):
        raise InputError(f"systems are {shown(systems)}; give a dict of hypotheses by name")
    chain, plan = comparison_plan(any_metric_named(metric), options, parts)
    for name, hypothesis in systems.items():
        if plan.settings.corrections is not None:
            corrections = plan.settings.corrections._replace(called=str(name))
            plan = plan._replace(settings=plan.settings._replace(corrections=corrections))
        if chain is not None:
            sides = read_sides(UNTIMED.metrics, plan.settings, reference, hypothesis)
            blamed = blame_sessions(chain, plan, *sides)
            runs.append(blamed.explained)
            causes[str(name)] = parts_of(blamed)
        else:
            (found,) = score_planned(plan, reference, hypothesis)
            runs.append(found if isinstance(found, Sessions) else found.alone())
        runs[-1] = runs[-1].rename(str(name))
    return compare_scores(runs, choice, baseline, mapsswe, causes)


def comparison_plan(
    metric: Metric | DiarizationMetric, options: Mapping[str, Any], parts: bool = True
) -> tuple[Chain | None, Plan]:
    """Returns the plan of a comparison, and the chain that breaks the difference down by cause.

    The chain is None if there is none, if it may take long, as without times, or if the options leave no order between
    its metrics. Metrics of timed words get the collar of a blame if none is given.
    """
    timed = isinstance(metric, Metric) and metric.timed and options.get("collar") is None
    default: Options | None = {"collar": COLLAR} if timed else None
    chain = CHAINS.get(metric.name) if parts else None
    if chain is not None and chain.timed:
        plan = plan_of((metric,), default, options, chain.metrics)
        with suppress(OptionError):
            check_chain(chain, plan.settings)
            return chain, plan.under(chain.scored)
    return None, plan_of((metric,), default, options)


def _two(first: Any, second: Any) -> dict[str, Sessions[Any]] | None:
    """Returns the scores of two systems by name; None if these are not scores. Systems of one name are A and B."""
    found = [runs_of(one) if isinstance(one, Sessions | Alone | list | dict) else None for one in (first, second)]
    if not all(runs and len(runs) == 1 for runs in found):
        return None
    (one,), (two,) = found  # type: ignore[misc]
    return {one.system: one, two.system: two} if one.system != two.system else {"A": one, "B": two}


def runs_given(given: Any, metric: str, options: Iterable[str]) -> list[Sessions[Any]]:
    """Returns the Scores given instead of a reference and systems; raises OptionError for options of scoring."""
    runs = runs_of(given)
    if not runs:
        raise InputError(f"{shown(given)} is not a list of Scores; give one, or a reference and a dict of systems")
    other = metric != METRIC and any(run.called != any_metric_named(metric).called for run in runs)
    for name in (*options, *(["metric"] if other else ())):
        raise OptionError(f"{name} has no effect on Scores; drop it, or score with it")
    return runs


def scored_part(run: Sessions[Any]) -> Sessions[Any]:
    """Returns the scores that a Blame breaks down; other scores as they are."""
    return run.explained if isinstance(run, Blame) else run


def parts_of(blamed: Blame) -> dict[str, int]:
    """Returns the errors by cause; empty if a search stopped early."""
    parts = blamed.parts
    return {name: part.errors for name, part in parts.items()} if all(part.exact for part in parts.values()) else {}
