"""Every way to come by scores gives the same scores: numbers, totals, signatures, notes and exit code."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.lacking import EXECUTORS
from support.running import Hubbub

import hubbub as api
from hubbub import Segment
from hubbub.model.score_notes import notes
from hubbub.model.scores import Sessions, merged
from hubbub.model.store import Store

HARD, LONG = 3, 4
CASES: dict[str, dict[str, Any]] = {
    "mimower": {"effort": 0.002, "partial": True, "uem": "s"},
    "mdwer": {"memory": "1M", "fragments": True, "partial": True},
    "cpwer": {"partial": True, "jobs": 1},
}
"""Metrics with options such that sessions are unproven, refused, silent, not in the reference, and not in the UEM."""


def side(speakers: str, wrong: float, *odd: str) -> list[Segment]:
    """Sessions of growing length, of which one is hard to prove and one is long; and odd ones with a word each."""
    segments = []
    for session in range(LONG + 1):
        said, heard = Random(session), Random(len(speakers) + session)
        hard = session == HARD
        for turn in range(60 if hard else 6):
            words = [f"w{said.randrange(3 if hard else 9)}" for _ in range(300 if session == LONG else 4)]
            changed = 3 * wrong if hard else wrong
            words = [f"w{heard.randrange(3)}" if heard.random() < changed else word for word in words]
            segments.append(Segment(" ".join(words), f"s{session}", heard.choice(speakers), turn, turn + 1.5))
    return segments + [Segment("odd", session, speakers[0], 0.0, 1.0) for session in odd]


REFERENCE, HYPOTHESIS = side("ABC", 0, "quiet"), side("XYZ", 0.2, "extra", "more")


def score(metric: str, folder: Path, **more: Any) -> Any:
    options = dict(CASES[metric])
    if "uem" in options:
        options["uem"] = folder / "regions.uem"
        options["uem"].write_text("".join(f"s{number} 1 0 900\n" for number in range(1, LONG + 1)), encoding="utf-8")
    return api.score(metric, REFERENCE, HYPOTHESIS, **{**options, **more})


def told(run: Sessions[Any]) -> Any:
    """All that scores say, but for how a later run would know the inputs."""
    data = run.to_dict(alignment=True)
    data.pop("digests", None)
    for session in data["sessions"].values():
        session.pop("stages", None)  # which tell of seconds
    return (
        data,
        {name: (one.signature, one.session, getattr(one, "exact", None)) for name, one in run.items()},
        notes(run),
    )


def by_thread(metric: str, folder: Path, **more: Any) -> Any:
    with ThreadPoolExecutor(2) as pool:
        return score(metric, folder, executor=pool, **more)


def resumed(metric: str, folder: Path) -> Any:
    score(metric, folder, resume=folder / "kept.json")
    return score(metric, folder, resume=folder / "kept.json")


def joined(metric: str, folder: Path) -> Any:
    """Halves put together, of which one was loaded."""
    whole = score(metric, folder)
    names = list(whole.store.names)
    halves = [whole.select(names[:LONG]), whole.select(names[LONG:])]
    (run,) = merged([halves[0], *api.load_scores(halves[1].to_json())])
    return run


WAYS: dict[str, Callable[[str, Path], Any]] = {
    "again": score,
    "threads": lambda metric, folder: score(metric, folder, jobs=3),
    "resume": lambda metric, folder: score(metric, folder, resume=folder / "kept.json"),
    "resumed": resumed,
    "saved by resume": lambda metric, folder: (resumed(metric, folder), api.load_scores(folder / "kept.json")[0])[1],
    "executor": by_thread,
    "executor and resume": lambda metric, folder: by_thread(metric, folder, resume=folder / "kept.json"),
    "loaded": lambda metric, folder: api.load_scores(score(metric, folder).to_json())[0],
    "sent": lambda metric, folder: pickle.loads(pickle.dumps(score(metric, folder))),
    "renamed": lambda metric, folder: score(metric, folder).rename("other").rename("hyp"),
    "all selected": lambda metric, folder: (run := score(metric, folder)).select(run.known),
    "joined": joined,
}


@pytest.mark.parametrize("way", [pytest.param(way, marks=EXECUTORS if "executor" in way else ()) for way in WAYS])
@pytest.mark.parametrize("metric", CASES)
def test_every_way_gives_the_same(metric: str, way: str, tmp_path: Path) -> None:
    plain = score(metric, tmp_path)
    run = WAYS[way](metric, tmp_path)
    assert told(run) == told(plain)
    if metric == "mimower":
        assert not plain.exact
        assert len({one.signature for one in plain.values()}) == 2
        assert plain.uncut == ("s0", "quiet")
    assert bool(plain.refused) == (metric == "mdwer")
    assert (plain.silent, plain.unscored) == (("quiet",), ("extra", "more"))
    total = run.total
    assert total.counts == sum((one.counts for one in run.values()), type(total.counts)())
    assert (total.cost, total.lower_bound) == tuple(
        sum(getattr(one, field) for one in run.values()) for field in ("cost", "lower_bound")
    )


@pytest.mark.parametrize("metric", CASES)
def test_streamed_results_are_those_of_the_run(metric: str, tmp_path: Path) -> None:
    plain, found = score(metric, tmp_path), []
    with ExitStack() as refused:
        if plain.refused:
            refused.enter_context(
                pytest.raises(api.TooLargeError, match=r"^session s3: .* and 1 more, all others were")
            )
        found.extend(score(metric, tmp_path, stream=True))
    assert [(one.session, one.signature, one.to_dict()) for one in found] == [
        (name, one.signature, one.to_dict()) for name, one in plain.items()
    ]


def test_a_selection_is_the_run_of_these_sessions(tmp_path: Path) -> None:
    """Its notes and its signature tell of these alone."""
    whole = score("mimower", tmp_path)
    proven = [name for name, one in whole.items() if one.exact]
    some = whole.select(proven)
    assert some.exact
    assert "effort" not in some.signature
    assert some.silent == ("quiet",)
    assert some.unscored == ()
    assert list(some) == proven
    rest = whole.select(set(whole) - set(proven))
    assert rest.signature == whole.signature
    assert some.total.errors + rest.total.errors == whole.total.errors


@pytest.mark.parametrize("command", ["merge", "average", "rank", "compare"])
def test_saved_scores_keep_what_was_refused(hubbub: Hubbub, tmp_path: Path, command: str) -> None:
    refused = score("mdwer", tmp_path)
    paths = [tmp_path / "scores.json", tmp_path / "others.json"][: 1 if command in ("merge", "average") else 2]
    for path in paths:
        path.write_text(refused.rename(path.stem).to_json(), encoding="utf-8")
    run = hubbub(command, *paths)
    assert run.code == 4
    assert "not scored: session s4: " in run.err


def test_no_argument_is_changed(tmp_path: Path) -> None:
    """What is done with scores leaves them as they are, and nobody else can change them."""
    run = score("cpwer", tmp_path)
    fields = dict(vars(run))
    api.rank([run, run.rename("other")])
    api.compare({"a": run, "b": run})
    merged([run], "third")
    run.interval()
    run.to_json()
    run.table()
    assert vars(run) == fields
    with pytest.raises(AttributeError, match=r"scores are immutable; use rename\('b'\)"):
        run.system = "b"
    with pytest.raises(AttributeError, match=r"scores are immutable; use replace\(ci=...\)"):
        run.ci = None


def test_joined_signatures_name_every_limit_and_version(tmp_path: Path) -> None:
    """Two limits that ended searches of two parts are those of the whole."""
    run = score("mimower", tmp_path)
    first, second = run.select(["s1"]), run.select(["s3"])
    text = second.to_json().replace("effort:0.002", "memory:3M").replace("v:0", "v:9")
    (late,) = api.load_scores(text)
    (both,) = merged([first, late])
    assert both.signature.split("|")[-3:] == [
        "memory:3M",
        *sorted([f"v:{api.__version__}", f"v:9{api.__version__[1:]}"]),
    ]


def test_what_one_run_refused_is_not_unfinished_because_another_was_ended_before() -> None:
    run = api.wer(["a b", "c"], ["a b", "d"])
    ended = run.replace(store=Store.of({"1": run["1"]}, {"unfinished": ["2"]}))
    refused = run.replace(store=Store.of({}, {"refused": {"2": "too large"}}))
    (both,) = merged([ended, refused])
    assert (list(both), both.unfinished, both.refused) == (["1"], (), {"2": "too large"})


def of_every_kind(folder: Path) -> dict[str, Callable[[], Any]]:
    """Scores that are read from the core, from a journal, from a file, from others; of words and of speech."""
    return {
        "core": lambda: score("mimower", folder),
        "refused": lambda: score("mdwer", folder),
        "journal": lambda: api.score("cpwer", REFERENCE, HYPOTHESIS, partial=True, resume=folder / "kept.json"),
        "file": lambda: api.load_scores(score("mimower", folder).to_json())[0],
        "selection": lambda: score("mimower", folder).select({"s0", "s3", "quiet"}),
        "joined": lambda: joined("mimower", folder),
        "speech": lambda: api.score("der", REFERENCE, HYPOTHESIS, partial=True),
        "speakers": lambda: api.score("wder", REFERENCE, HYPOTHESIS, partial=True),
    }


GIVEN: list[tuple[Any, ...]] = [
    (), (["s0"],), ("b",), ("silent", ["s0"]), ({"s0": "why"},), (["s1", "s0"],), (True,), (False,), ("s0", 0),
]  # fmt: skip
CHANGES: dict[str, tuple[Any, ...]] = {
    "clear": (), "pop": (), "popitem": (), "reverse": (), "append": ("s9",), "extend": (["s9"],), "add": ("s9",),
    "update": ({"s0": "x"},), "__setitem__": (0, 0), "__delitem__": ("s0",),
}  # fmt: skip


def tamper(thing: Any) -> None:
    """Set every attribute, call every public method with whatever it may take, and change what attributes hold."""
    for name in [name for name in {*dir(type(thing)), *vars(thing)} if not name.startswith("_") and name != "show"]:
        with suppress(Exception):
            setattr(thing, name, None)
        with suppress(Exception):
            delattr(thing, name)
        with suppress(Exception):
            held = getattr(thing, name)
            for given in [*GIVEN, (thing,)] if callable(held) else ():
                with suppress(Exception):
                    list(held(*given))
            for change, given in CHANGES.items():
                with suppress(Exception):
                    getattr(held, change)(*given)


@pytest.mark.parametrize("kind", of_every_kind(Path()))
def test_no_public_path_changes_scores(kind: str, tmp_path: Path) -> None:
    run = of_every_kind(tmp_path)[kind]()
    other, before = run.rename("other"), told(run)
    tamper(run)
    tamper(run.store)
    assert told(run) == before
    assert told(other.rename("hyp")) == before
    assert run == pickle.loads(pickle.dumps(run))


@pytest.mark.parametrize("way", ["select", "join", "rename", "total"])
def test_what_is_told_of_all_sessions_makes_no_result(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns are chosen and put together; a Result is made when somebody looks at it."""
    sentences = [f"{place} a b" for place in range(100)]
    run, made, fields = api.wer(sentences, sentences[::-1]), list[str](), Store.fields

    def counted(store: Store[Any], name: str, row: int) -> dict[str, Any]:
        made.append(name)
        return fields(store, name, row)

    monkeypatch.setattr(Store, "fields", counted)
    even, odd = (run.select([str(place) for place in range(first, 100, 2)]) for first in (0, 1))
    found, sessions = {
        "select": (even, 50),
        "join": (even.join(odd), 100),
        "rename": (run.rename("b"), 100),
        "total": (run, 100),
    }[way]
    assert (found.total.errors, len(found)) == (sessions, sessions)
    assert (found.sentence_error_rate, found.exact, found.reference_digest is None) == (1, True, False)
    assert made == []
    assert found["0"].errors == 1
    assert made == ["0"]


def test_the_total_of_speech_is_summed_once() -> None:
    run = api.score("der", REFERENCE, HYPOTHESIS, partial=True)
    assert run.total is run.total
    some = run.select(["s0", "s1"])
    assert some.total != run.total
    assert some.total == run["s0"].counts + run["s1"].counts
