"""compare(): which of several systems is better, on these recordings and on others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import fsum, inf
from typing import Any, NamedTuple

from hubbub.api import score
from hubbub.errors import InputError, OptionError, either, shown, written
from hubbub.insight import matched_pairs
from hubbub.insight.blame import Blame, blame
from hubbub.insight.chains import CHAINS, COLLAR, Chain, chain_options
from hubbub.insight.comparison import Comparison, OnOthers, SessionDifference
from hubbub.insight.comparison_list import Comparisons
from hubbub.insight.matched_pairs import Recordings
from hubbub.model.alignment import events
from hubbub.model.certainty import LEVEL, IntervalOptions, Units, interval_of, of_sessions, split_off
from hubbub.model.corrections import read_corrections
from hubbub.model.diarization_counts import JaccardErrors, SpeakerWords, SpeechErrors
from hubbub.model.diarization_metrics import DiarizationMetric
from hubbub.model.metrics import METRICS, Metric, any_metric_named
from hubbub.model.options import Options
from hubbub.model.result import Scores
from hubbub.model.scores import Sessions, runs_of
from hubbub.model.signatures import Recipe, comparable_part, joined_signature
from hubbub.model.tables import listed
from hubbub.model.values import added
from hubbub.model.word_errors import WordErrors
from hubbub.statistics.intervals import Interval, t_p_value
from hubbub.statistics.paired_tests import detectable, holm, improvement, needed, sign_flip

FINE = 1000
"""Seconds of diarisation are compared in milliseconds, Jaccard errors in thousandths."""
Runs = Sequence[Sessions[Any]]
METRIC = "cpwer"
"""That of `compare` and `rank`, where none is named."""


class Asked(NamedTuple):
    """What is to be told of every pair."""

    options: IntervalOptions
    nist: bool
    """NIST's own statistic too?"""
    parts: Mapping[str, Mapping[str, int]]
    """The errors of each part, by system."""
    words: bool
    """What both made of every word, or of sessions alone?"""


def compare_scores(
    scores: Iterable[Sessions[Any]],
    options: IntervalOptions | None = None,
    baseline: str | None = None,
    nist: bool = False,
    parts: Mapping[str, Mapping[str, int]] | None = None,
    words: bool = True,
) -> Comparisons:
    """Every pair of systems, or with a baseline each other system against it; on request, by sessions alone."""
    runs = list(scores)
    names = [run.system for run in runs]
    check(runs)
    chosen = (options or IntervalOptions())._replace(ci=LEVEL if options is None or options.ci is None else options.ci)
    if baseline is not None and baseline not in names:
        raise OptionError(f"no system is called {baseline!r}; the baseline is one of {', '.join(names)}")
    if baseline is None:
        pairs = list(combinations(runs, 2))
    else:
        first = runs[names.index(baseline)]
        pairs = [(first, run) for run in runs if run is not first]
    asked = Asked(chosen, nist, parts or {}, words)
    recordings = _recordings(pairs, nist) if words else [None for _ in pairs]
    found = [_pair(*pair, asked, recorded) for pair, recorded in zip(pairs, recordings, strict=True)]
    return Comparisons(_corrected(found))


def check(runs: Runs) -> None:
    """Raise an error where scores cannot be compared, which names what differs."""
    several = either("as in -h A=FILE -h B=FILE", "as in {'A': scores, 'B': others}")
    if len(runs) < 2:
        raise InputError(f"one system alone is compared with nothing; give several, {several}")
    first = runs[0]
    for run in runs[1:]:
        who = f"{first.system} and {run.system}"
        if [one.system for one in runs].count(run.system) > 1:
            raise InputError(f"two systems are called {run.system!r}; name them apart, {several}")
        fields = _differing(comparable_part(first.signature), comparable_part(run.signature))
        if fields:
            raise InputError(f"{who} were scored in different ways: {fields}; score them with the same options")
        for one, other in ((first, run), (run, first)):
            missing = [name for name in one if name not in other]
            if missing:
                raise InputError(
                    f"{who} were scored on different sessions: {other.system} lacks {listed(missing, 3)};"
                    f" score both on the same, or choose sessions with {written('regex')}"
                )
        differing = [name for name in first if _other_reference(first, run, name)]
        if differing:
            raise InputError(
                f"{who} were scored against different references: the field reference differs in"
                f" {listed(differing, 3)}; score both against the same"
            )


def _differing(first: str, second: str) -> str:
    """The parts in which two signatures differ, in words; empty where they are the same."""
    recipes = [Recipe.parse(text) for text in (first, second)]
    metrics = [recipe.metric for recipe in recipes]
    told = [f"metric {metrics[0]} and {metrics[1]}"] if metrics[0] != metrics[1] else []
    for field in dict.fromkeys(name for recipe in recipes for name in recipe.values()):
        values = [recipe.value(field) for recipe in recipes]
        if values[0] != values[1]:
            texts = ["none" if value is None else value or "on" for value in values]
            told.append(f"{field} {texts[0]} and {texts[1]}")
    return ", ".join(told)


def _other_reference(first: Sessions[Any], second: Sessions[Any], name: str) -> bool:
    digests = [getattr(run[name], "reference_digest", None) for run in (first, second)]
    if None not in digests:
        return digests[0] != digests[1]
    # Results of older versions, and of diarisation, have none; what was scored must be as long at least.
    lengths = [_said(run, run[name].counts, name) for run in (first, second)]
    return None not in lengths and abs(lengths[0] - lengths[1]) > 1e-6  # type: ignore[operator]


def _said(run: Sessions[Any], counts: Any, name: str) -> float | None:
    """How much the reference of a session says; None where the counts do not tell."""
    if isinstance(counts, SpeakerWords):
        return counts.aligned + counts.deletions
    return getattr(counts, "spoken", None) if not isinstance(counts, RATES) else _ratio(run, name)[1]


RATES = (WordErrors, SpeechErrors, JaccardErrors)
"""Counts whose rate is of what was said."""


def _ratio(run: Sessions[Any], name: str) -> tuple[float, float]:
    """Errors and length of a session. What is divided by the system's own words or seconds has no common length."""
    ratio = run.ratio(run[name])
    if ratio is None or not isinstance(run[name].counts, RATES):
        raise InputError(f"{run.title} is no rate of what was said; compare systems under one that is, as der or cpwer")
    return ratio


def _pair(first: Sessions[Any], second: Sessions[Any], asked: Asked, recordings: Recordings | None) -> Comparison:
    options, nist, parts, by_words = asked
    ratios = [(name, _ratio(first, name), _ratio(second, name)) for name in first]
    # Where words have alternatives, what was chosen of the reference may be of different length.
    sessions = [SessionDifference(name, one[0], two[0], (one[1] + two[1]) / 2) for name, one, two in ratios]
    units = of_sessions({one.session: (one.difference, one.length) for one in sessions}, options.group)
    interval = interval_of(units, options, signed=True)
    if recordings is None and nist:
        raise InputError(
            "the saved results have no words for --mapsswe; save them with --alignment"
            if isinstance(first, Scores)
            else f"{first.title} has no words for --mapsswe; leave it away"
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
        on_others=_on_others(units, interval),
        on_these=None if recordings is None else recordings.answer(),
        mapsswe=matched_pairs.statistic(recordings.by_speaker) if recordings is not None and nist else None,
        parts={part: there[part] - number for part, number in here.items() if part in there},
        sessions=sorted(sessions, key=lambda one: -abs(one.difference)),
        words=() if recordings is None else recordings.words(),
        places=() if recordings is None else recordings.places(),
        unproven=[name for name in first if not all(getattr(run[name], "exact", True) for run in (first, second))],
        notes=_notes(first, second),
        unit="word" if first.metric in METRICS else "speaker" if first.metric == "jer" else "second",
        silent={run.system: list(run.silent) for run in (first, second) if run.silent},
        unscored={run.system: list(run.unscored) for run in (first, second) if run.unscored},
        wordless=[run.system for run in (first, second) if by_words and isinstance(run, Scores) and run.wordless],
    )


def _notes(first: Sessions[Any], second: Sessions[Any]) -> list[str]:
    """What was scored whole, not scored, or left out; once where it is so for both systems."""
    lines = [
        [*run.uncut_notes, *run.unfinished_notes, *run.refused_notes, *run.left_out_notes] for run in (first, second)
    ]
    both = [line for line in lines[0] if line in lines[1]]
    own = [
        type(line)(f"{run.system}: {line}")
        for run, told in zip((first, second), lines, strict=True)
        for line in told
        if line not in both
    ]
    return [*both, *own]


def _whole(differences: Sequence[float]) -> list[int]:
    if all(float(one).is_integer() for one in differences):
        return [int(one) for one in differences]
    return [round(FINE * one) for one in differences]


def _on_others(units: Units, interval: Interval) -> OnOthers:
    differences = _whole(units.errors)
    flipped = sign_flip(differences)
    se, df, length = interval.se, interval.df, fsum(units.lengths)
    t_p = least = number = None
    if se is not None and df is not None:
        difference = fsum(units.errors) / length
        t_p = t_p_value(difference / se if se else inf if difference else 0.0, df)
        least, number = detectable(se, df, interval.level), needed(difference, se, len(differences), interval.level)
    return OnOthers(
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


def _recordings(pairs: Sequence[tuple[Sessions[Any], Sessions[Any]]], nist: bool) -> list[Recordings | None]:
    """What both of each pair made of every word; None where there are no words, or they were not saved.

    Session by session, so that no system's words are looked at anew for every other system.
    """
    runs = {id(run): run for pair in pairs for run in pair if isinstance(run, Scores) and not run.wordless}
    found = [Recordings(nist) if all(id(run) in runs for run in pair) else None for pair in pairs]
    for name in pairs[0][0] if any(found) else ():
        steps = {key: events(run[name].alignment) for key, run in runs.items()}
        for (first, second), recordings in zip(pairs, found, strict=True):
            if recordings is not None:
                recordings.add(name, steps[id(first)], steps[id(second)])
    return found


def _corrected(pairs: list[Comparison]) -> list[Comparison]:
    """The pairs with Holm's correction over all of them, for each of the two questions."""
    others = holm([pair.on_others.p for pair in pairs])
    here = iter(holm([pair.on_these.p for pair in pairs if pair.on_these is not None]))
    return [
        pair._replace(
            on_others=pair.on_others._replace(holm=p),
            on_these=None if pair.on_these is None else pair.on_these._replace(holm=next(here)),
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
    """Which system is better: on these recordings, and on others.

    Given are the reference, the hypothesis of each system by name, a metric and its options; or, in place of all these,
    a list of Scores, or a dict of them by name. The interval and the tests are at this level; sessions of one group,
    which a pattern matches in their names, are taken as one; `ci_method`, `resamples` and `seed` are those of
    `Scores.interval`. With a baseline, each system is compared with it, else every pair. Under tcpwer and tcorcwer the
    difference is told by cause; without `parts` it is not, which is quicker. With times the collar is 5 seconds where
    none is given.

    >>> reference = {"s": {"A": "a b c d"}, "t": {"A": "e f g h"}}
    >>> better = {"s": {"A": "a b c d"}, "t": {"A": "e f g x"}}
    >>> worse = {"s": {"A": "a x c d"}, "t": {"A": "x x g h"}}
    >>> compare(reference, {"better": better, "worse": worse})[0].headline
    'better has fewer errors, but the difference is not significant.'
    """
    choice, options = split_off(level, group, options)
    runs: list[Any] = []
    if systems is None:
        runs = runs_given(reference, metric, [*options, *(() if parts else ("parts",))])
        return compare_scores(runs, choice, baseline, mapsswe)
    if not isinstance(systems, Mapping):
        raise InputError(f"{shown(systems)} has no names of systems; give a dict of hypotheses by name")
    causes: dict[str, Mapping[str, int]] = {}
    options = with_collar(any_metric_named(metric), options)
    known = parts and options.keys() <= {*Options._fields}
    chain = chain_for(any_metric_named(metric), Options(**options)) if known else None
    corrections = read_corrections(options.get("corrections"))
    for name, hypothesis in systems.items():
        if corrections is not None:
            options = {**options, "corrections": corrections._replace(called=str(name))}
        if chain is not None:
            found: Any = blame(reference, hypothesis, metric, **options)
            runs.append(found.explained)
            causes[str(name)] = parts_of(found)
        else:
            found = score(metric, reference, hypothesis, **options)
            runs.append(found if isinstance(found, Sessions) else found.alone())
        runs[-1] = runs[-1].rename(str(name))
    return compare_scores(runs, choice, baseline, mapsswe, causes)


def runs_given(given: Any, metric: str, options: Iterable[str]) -> list[Sessions[Any]]:
    """The Scores that a caller gave in place of a reference and systems: a metric and options come too late."""
    runs = runs_of(given)
    if not runs:
        raise InputError(f"{shown(given)} is no list of Scores; give some, or a reference and a dict of systems")
    other = metric != METRIC and any(run.called != any_metric_named(metric).called for run in runs)
    for name in (*options, *(["metric"] if other else ())):
        raise OptionError(f"scores are given, on which {name} has no effect; leave it away, or score with it")
    return runs


def with_collar(metric: Metric | DiarizationMetric, options: dict[str, Any]) -> dict[str, Any]:
    """The options, with the collar of a blame where a metric of timed words has none."""
    timed = isinstance(metric, Metric) and metric.timed and options.get("collar") is None
    return {**options, "collar": COLLAR} if timed else options


def chain_for(metric: Metric | DiarizationMetric, options: Options) -> Chain | None:
    """The chain that tells the difference by cause; None where there is none, or it may take long, as without times."""
    chain = CHAINS.get(metric.name)
    if chain is None or not chain.timed:
        return None
    try:
        chain_options(chain, options)
    except OptionError:
        return None  # these options leave no order between its metrics
    return chain


def parts_of(blamed: Blame) -> dict[str, int]:
    """The errors of each part; nothing where a search left them open."""
    parts = blamed.parts
    return {name: part.errors for name, part in parts.items()} if all(part.exact for part in parts.values()) else {}
