"""Properties of scores of random corpora, whichever way they were made, and whatever was done with them since."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import cache, reduce
from itertools import chain
from multiprocessing import get_context
from operator import add
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from support.dask_cluster import cluster
from support.lacking import EXECUTORS
from support.plans import plan_for, summed

import hubbub
from hubbub import METRICS, Scores, Segment, Transcript
from hubbub.cli.exit_codes import exit_code
from hubbub.errors import Interrupted
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.score_notes import notes
from hubbub.model.scores import merged
from hubbub.model.store import Store
from hubbub.scoring import batches, remote
from hubbub.scoring.engine import read_sides, score_sessions
from hubbub.scoring.journal import Journal
from hubbub.views.board import averages

SEEDS = range(16)
TIMED = {"wer": "tcwer", "cpwer": "tcpwer", "orcwer": "tcorcwer", "mimower": "tcmimower", "dicpwer": "ditcpwer"}
UNTIMED = ("wer", "uwer", "sawer", "cpwer", "orcwer", "mimower", "mdwer", "dicpwer", "orcwer_by_word")
LIMITS = ("effort:", "memory:")


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of a session or two."""
    monkeypatch.setattr(remote, "LETTERS", 150)
    for name in ("FIRST", "LEAST", "MOST"):
        monkeypatch.setattr(batches, name, 150)


class Corpus(NamedTuple):
    """Sessions, and the metric and the options under which they are scored."""

    metric: str
    reference: list[Segment]
    hypothesis: list[Segment]
    options: dict[str, Any]

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(str(segment.session) for segment in self.reference))

    def part(self, names: list[str]) -> Corpus:
        """These sessions in this order."""
        reference, hypothesis = ([one for name in names for one in side if one.session == name] for side in self[1:3])
        return self._replace(reference=reference, hypothesis=hypothesis)

    def score(self, **more: Any) -> Scores:
        """The scores, of one session too; and no argument is changed."""
        sides, options = (Transcript(self.reference), Transcript(self.hypothesis)), {**self.options, **more}
        before = [side.columns.packed() for side in sides], dict(options)
        found: Any = hubbub.score([self.metric], *sides, **options)[self.metric]
        assert ([side.columns.packed() for side in sides], options) == before
        assert not isinstance(found, hubbub.DiarizationScores)
        return found if isinstance(found, Scores) else found.alone()


def session(name: str, chance: Random, turns: int, words: int) -> tuple[list[Segment], list[Segment]]:
    reference, hypothesis = [], []
    for _ in range(turns):
        said = [f"w{chance.randrange(words)}" for _ in range(chance.randrange(1, 6))]
        heard = [word if chance.random() < 0.75 else f"w{chance.randrange(words)}" for word in said]
        start = float(chance.randrange(20))
        reference.append(Segment(" ".join(said), name, chance.choice("ABC"), start, start + 1.5))
        hypothesis.append(Segment(" ".join(heard), name, chance.choice("XYZ"), start, start + 1))
    return reference, hypothesis


@cache
def corpus(seed: int) -> Corpus:
    """Easy sessions, mostly one that is not proven or refused, a silent one, and one that the reference lacks."""
    chance = Random(seed)
    metric, options = chance.choice(UNTIMED), dict[str, Any](partial=True)
    hard = METRICS[metric].solver == "route"
    if hard:
        options["effort"] = chance.choice([1e-6, 1e-4, 0.002])
        options["memory"] = chance.choice([None, "200K", "2M"])
    elif METRICS[metric].takes_choices and chance.random() < 0.5:
        options |= {"fragments": True, "memory": "1M"}
        hard = True
    else:
        options["unit"] = chance.choice(["word", "char"])
    if metric in TIMED and "fragments" not in options and chance.random() < 0.5:
        metric, options["collar"] = TIMED[metric], 3
    if chance.random() < 0.3:
        options["normalizer"] = "lower"
    sides = [session(f"s{at}", chance, chance.randrange(1, 9), chance.choice([2, 9])) for at in range(seed % 6)]
    if hard:
        sides.append(session("hard", chance, 300 if "fragments" in options else 40, 3))
    sides += [([Segment("no answer", "quiet", "A", 0.0, 1.0)], []), ([], [Segment("who", "extra", "X", 0.0, 1.0)])]
    reference, hypothesis = zip(*sides, strict=True)
    return Corpus(metric, list(chain(*reference)), list(chain(*hypothesis)), options)


@cache
def plain(seed: int) -> Scores:
    return corpus(seed).score()


def told(run: Scores) -> Any:
    """All that scores say but for the order of sessions, how later runs know them, and how long searches took."""
    data = json.loads(run.to_json(alignment=True))["scores"][0]
    data.pop("digests", None)
    for result in data["sessions"].values():
        result.pop("stages", None)
    lists = {key: sorted(data.pop(key)) for key in ("silent", "unscored", "uncut", "unfinished") if key in data}
    signatures = {name: (one.signature, one.exact, one.title) for name, one in run.items()}
    return data, lists, signatures, exit_code([run], allow_skipped=False)


def rows(run: Scores) -> dict[str, Any]:
    return {name: (one.signature, one.to_dict()) for name, one in run.items()}


def check(run: Scores) -> None:
    """What holds for all scores: the total is the sum of the rows, and the JSON has all that there is."""
    parts = list(run.values())
    assert run.total == summed(parts)
    assert run.unpaired == (sum(one.missed_speakers for one in parts), sum(one.false_alarm_speakers for one in parts))
    assert run.left_out == Scores(dict(run), run.metric, run.signature).left_out
    assert run.sentence_error_rate == (sum(one.errors > 0 for one in parts) / len(parts) if parts else None)
    limits = {part for one in parts for part in one.signature.split("|") if part.startswith(LIMITS)}
    assert limits == {part for part in run.signature.split("|") if part.startswith(LIMITS)}
    (loaded,), (brief,) = (hubbub.load_scores(run.to_json(alignment)) for alignment in (True, False))
    assert isinstance(loaded, Scores)
    assert isinstance(brief, Scores)
    assert loaded == run
    assert told(loaded) == told(run)
    assert notes(loaded) == notes(run)
    assert (brief.total, rows(brief), str(brief)) == (run.total, rows(run), str(run))


# Ways to make scores. Each has a seed of its own, so that a test does not hang on those before it.


def streamed(case: Corpus, *_: Any) -> Scores:
    """Results one by one; what is known beside them is that of the run in memory."""
    run, found = case.score(), list[Any]()
    with suppress(*([hubbub.TooLargeError] if run.refused else [])):
        found.extend(hubbub.score(case.metric, case.reference, case.hypothesis, stream=True, **case.options))
        assert not run.refused
    return run.replace(store=run.store.with_results({one.session: one for one in found}))


def resumed(case: Corpus, folder: Path, chance: Random) -> Scores:
    """What an earlier run has is not scored again."""
    part = case.part(chance.sample(case.names, chance.randrange(1, len(case.names) + 1)))
    with suppress(hubbub.TooLargeError):  # it is the only session
        part.score(resume=folder / "kept.json")
    (folder / "kept.json").unlink(missing_ok=True)
    case.score(resume=folder / "kept.json")
    return case.score(resume=folder / "kept.json")


class Count:
    """Counts events, and acts as Ctrl-C does at one of them."""

    def __init__(self, most: int) -> None:
        self.left = most

    def __call__(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def interrupted(case: Corpus, folder: Path, chance: Random, **more: Any) -> Scores:
    """A run that is ended when it notes one of its batches, and goes on."""
    note, written = Count(chance.randrange(1, 8)), Journal.add

    def add(self: Journal, *given: Any) -> None:
        if chance.random() < 0.5:  # before or after it is noted
            note()
            written(self, *given)
        else:
            written(self, *given)
            note()

    with pytest.MonkeyPatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(Journal, "add", add)
        case.score(resume=folder / "kept.json", **more)
    return case.score(resume=folder / "kept.json")


class Ending(Executor):
    """Another executor, until the user ends the run."""

    def __init__(self, executor: Executor, submitted: Count) -> None:
        self.executor, self.submitted = executor, submitted

    def submit(self, function: Any, /, *given: Any, **named: Any) -> Future[Any]:
        self.submitted()
        return self.executor.submit(function, *given, **named)


def by_threads(case: Corpus, *_: Any) -> Scores:
    with ThreadPoolExecutor(2) as pool:
        return case.score(executor=pool)


def interrupted_there(case: Corpus, folder: Path, chance: Random) -> Scores:
    """A run elsewhere that is ended when it hands over one of its batches, and goes on."""
    with ThreadPoolExecutor(2) as pool:
        with suppress(KeyboardInterrupt):
            case.score(executor=Ending(pool, Count(chance.randrange(1, 8))), resume=folder / "kept.json")
        return case.score(executor=pool, resume=folder / "kept.json")


def joined(case: Corpus, _: Path, chance: Random) -> Scores:
    """Some parts, each scored or selected, as it is or loaded, put together in any order."""
    whole, names = case.score(), [*case.names, "extra"]
    chance.shuffle(names)
    cut = chance.randrange(len(names) + 1)
    parts = []
    for some in filter(None, (names[:cut], names[cut:])):
        part = whole.select(some)
        assert part.known == {*some}
        if {*part.known} - {"extra"} and not part.refused and chance.random() < 0.5:
            part = case.part(some).score(jobs=chance.choice([1, 2, 5]))
        check(part)
        (loaded,) = hubbub.load_scores(part.to_json())
        assert isinstance(loaded, Scores)
        parts.append(chance.choice([part, loaded]))
    (run,) = merged(parts)
    assert isinstance(run, Scores)
    return run.replace(system="hyp")


def shuffled(case: Corpus, _: Path, chance: Random) -> Scores:
    names = [*case.names, "extra"]
    chance.shuffle(names)
    return case.part(names).score(jobs=chance.choice([1, 2, 3, 8]))


def alone(case: Corpus, *_: Any) -> Scores:
    """Each session by itself, but for refused ones, of which nothing would be left."""
    whole = case.score()
    for name in whole.refused:
        with pytest.raises(hubbub.TooLargeError):
            case.part([name]).score()
    (run,) = merged([whole.select(whole.refused), *(case.part([name]).score() for name in whole)])
    assert isinstance(run, Scores)
    return run.replace(store=Store.of(run, whole.store.by_state))  # a single Result knows of no others


def sent(case: Corpus, *_: Any) -> Scores:
    run: Scores = pickle.loads(pickle.dumps(case.score()))
    return run


def read(case: Corpus, folder: Path, _: Random) -> Scores:
    """What was written to go on with."""
    case.score(resume=folder / "kept.json")
    (run,) = hubbub.load_scores(folder / "kept.json")
    assert isinstance(run, Scores)
    return run


WAYS: list[Callable[[Corpus, Path, Random], Scores]] = [
    streamed, resumed, interrupted, by_threads, interrupted_there, joined, shuffled, alone, sent, read,
]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "way",
    [pytest.param(way, marks=EXECUTORS if way in (by_threads, interrupted_there) else ()) for way in WAYS],
    ids=lambda way: way.__name__,
)
def test_every_way_gives_the_same(way: Callable[[Corpus, Path, Random], Scores], seed: int, tmp_path: Path) -> None:
    run = way(corpus(seed), tmp_path, Random(f"{way.__name__} {seed}"))
    check(run)
    assert told(run) == told(plain(seed))
    if way not in (joined, shuffled, alone):
        assert (list(run), notes(run), str(run)) == (list(plain(seed)), notes(plain(seed)), str(plain(seed)))


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_looks_at_scores_leaves_them_as_they_are(seed: int, tmp_path: Path) -> None:
    run = corpus(seed).score()
    before, fields = told(run), dict(vars(run))
    check(run)
    hubbub.rank([run, run.rename("other")])
    hubbub.compare({"a": run, "b": run.rename("other")})
    hubbub.report({"a": run, "b": run}, tmp_path / "page.html")
    merged([run], "third")
    merged([run.select(list(run)[:1]), run.select(list(run)[1:])])
    averages([run, run.rename("other")])
    for look in (run.interval, run.table, run.records, run.alignment_text, run.to_json, lambda: pickle.dumps(run)):
        look()
    assert (told(run), vars(run)) == (before, fields)
    check(run)


def test_there_is_something_of_everything() -> None:
    runs = [plain(seed) for seed in SEEDS]
    assert {True, False} == {run.exact for run in runs} == {bool(run.refused) for run in runs}
    assert {limit for run in runs for limit in LIMITS if limit in run.signature} == {*LIMITS}
    assert all(run.silent == ("quiet",) and run.unscored == ("extra",) for run in runs)


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="hubbub[dask] is not installed")
    if not hasattr(os, "fork"):
        pytest.skip("the workers of the tests are forked")
    with cluster(tmp_path_factory.mktemp("cluster")) as address, distributed.Client(address) as client:
        yield client


@EXECUTORS
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("elsewhere", ["processes", "client"])
def test_elsewhere_is_the_same(elsewhere: str, seed: int, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    executor, chance = request.getfixturevalue(elsewhere), Random(seed)
    run = corpus(seed).score(executor=executor)
    check(run)
    assert told(run) == told(plain(seed))
    assert notes(run) == notes(plain(seed))
    run = interrupted(corpus(seed), tmp_path, chance, executor=executor)
    assert told(run) == told(plain(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_found_before_an_interrupt(seed: int) -> None:
    """A run in memory that is ended once some sessions are done: they are those of the whole run, and can be joined."""
    chance, case = Random(seed), corpus(seed)
    searched = METRICS[case.metric].solver == "route"
    endless = {"prove": True, "effort": None} if searched else {}
    plan = plan_for(case.metric, **{**case.options, **endless, "jobs": chance.choice([1, 2])})
    done_before = chance.randrange(len(case.names))

    def progress(done: int, *_: object) -> None:
        if done >= done_before:
            raise KeyboardInterrupt

    sides = read_sides(plan.metrics, plan.settings, Transcript(case.reference), Transcript(case.hypothesis))
    with pytest.raises(Interrupted) as ended:
        score_sessions(plan, *sides, progress=progress)
    (run,) = ended.value.found
    check(run)
    assert {*run, *run.refused, *run.unfinished} == {*case.names}
    assert not {*run} & {*run.unfinished}
    assert (exit_code([run], allow_skipped=False) == 4) == bool(run.unfinished or run.refused or not run.exact)
    whole = plain(seed)
    for name, one in run.items():
        assert one.length == whole[name].length
        if whole[name].exact:  # the same search, without the limit that it did not meet
            assert rows(run)[name] == rows(whole)[name]
    if not searched:
        (both,) = merged([run, whole.select(whole.known - {*run, *run.refused})])
        assert isinstance(both, Scores)
        assert told(both) == told(whole)


@pytest.mark.parametrize("metric", DIARIZATION)
def test_scores_of_speakers(metric: str) -> None:
    """Their total is that of all rows; they are the same as they are loaded, sent, and put together."""
    for seed in SEEDS[1:6]:
        case = corpus(seed).part([name for name in (*corpus(seed).names, "extra") if name != "hard"])
        run: Any = hubbub.score([metric], Transcript(case.reference), Transcript(case.hypothesis), partial=True)[metric]
        if isinstance(run, hubbub.DiarizationResult):
            run = run.alone()
        parts = [one.counts for one in run.values()]
        assert run.total == reduce(add, parts, type(run.total)())
        names = list(run.known)
        halves = [run.select(some) for some in (names[::2], names[1::2])]
        ways = [*hubbub.load_scores(run.to_json()), pickle.loads(pickle.dumps(run)), run.rename("b").rename("hyp")]
        for other in (*ways, *merged([halves[1], *hubbub.load_scores(halves[0].to_json())])):
            assert other == run
            assert tuple(other.total) == pytest.approx(tuple(run.total)), "seconds in another order"
            assert other.signature == run.signature
            assert sorted(notes(other)) == sorted(notes(run))
