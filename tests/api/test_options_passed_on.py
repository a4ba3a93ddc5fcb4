"""Every option of every public function that scores changes what it changes in `hubbub.score`, or is refused.

The functions, their options and the values of these come from the definitions; to be added by hand are values of
options that have no list of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest
from support.option_values import UNSEEN, WITH, values, with_files
from support.paths import EXAMPLES

import hubbub
from hubbub import HubbubError, InputError, OptionError
from hubbub.insight.chains import CHAINS
from hubbub.insight.comparison_list import Comparisons
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES
from hubbub.model.metrics import CHARACTERS, METRICS, any_metric_named
from hubbub.model.options import TIMES, WORDS, options_for, read
from hubbub.scoring import plan

api: Any = hubbub
REF, HYP = EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm"
SCORING = [
    name
    for name in sorted(hubbub.__all__)
    if callable(function := getattr(hubbub, name))
    and not isinstance(function, type)
    and any(one.kind == Parameter.VAR_KEYWORD for one in signature(function).parameters.values())
]
"""The functions that take options by name."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_files(tmp_path, monkeypatch)


def options_of(metric: str) -> list[str]:
    return options_for(TIMES if metric in OF_TIMES else WORDS)


def told(found: Any) -> Any:
    """The rate and the signature of what was scored, whatever it is wrapped in."""
    if isinstance(found, dict):
        (found,) = found.values()
    if isinstance(found, hubbub.Board | Sequence):
        found = found[0]
    if isinstance(found, hubbub.Comparison):
        assert found.errors[0] == found.errors[1], "a system is compared with itself"
        return round(found.errors[0] / found.length, 9), found.signature
    if isinstance(found, hubbub.Blame):
        found = found.explained
    return None if found.value is None else round(found.value, 9), found.signature


def outcome(call: Callable[[], Any]) -> Any:
    """What a call gives, or that it refuses; other errors are bugs."""
    try:
        return told(call())
    except HubbubError as error:
        return type(error)


def calls(metric: str, fields: dict[str, Any], folder: Path) -> dict[str, Callable[[], Any]]:
    """Every way to score under a metric, by its name."""
    found: dict[str, Callable[[], Any]] = {}
    for name in SCORING:
        function, parameters = getattr(hubbub, name), signature(getattr(hubbub, name)).parameters
        if "systems" in parameters:
            found[name] = partial(function, REF, {"a": HYP, "b": HYP}, metric, **fields)
        elif "metrics" in parameters:
            found["several"] = partial(function, [metric], REF, HYP, **fields)
            found["resume"] = partial(function, metric, REF, HYP, resume=folder / "saved.json", **fields)
            found["executor"] = lambda: in_threads(metric, fields)
            found["stream"] = lambda: streamed(metric, fields)
        elif "metric" in parameters:
            found[name] = partial(function, REF, HYP, metric, **fields)
        elif name == metric:
            found[name] = partial(function, REF, HYP, **fields)
    return found


def in_threads(metric: str, fields: dict[str, Any]) -> Any:
    with ThreadPoolExecutor(1) as executor:
        return api.score(metric, REF, HYP, executor=executor, **fields)


def streamed(metric: str, fields: dict[str, Any]) -> Any:
    results = list(api.score(metric, REF, HYP, stream=True, **fields))
    return hubbub.Scores({one.session: one for one in results}, metric, results[0].signature)


SOLVERS = {metric.solver: metric.name for metric in reversed(METRICS.values())}
"""A metric for each solver; others take the same ways."""


@pytest.mark.parametrize("metric", sorted({*SOLVERS.values(), *CHAINS, *DIARIZATION, "cpcer", "tcpcer", "tcorccer"}))
def test_every_way_to_score_takes_every_option_or_refuses_it(metric: str, tmp_path: Path) -> None:
    timed = {"collar": 5} if getattr(any_metric_named(metric), "timed", False) else {}
    plain = outcome(partial(api.score, metric, REF, HYP, **timed))
    assert [way for way, call in calls(metric, timed, tmp_path).items() if outcome(call) == plain], "some way works"
    (tmp_path / "saved.json").unlink(missing_ok=True)
    for field in options_of(metric):
        changing = False
        for value in values(field):
            fields = {**timed, **WITH.get(field, {}), field: value}
            expected = outcome(partial(api.score, metric, REF, HYP, **fields))
            changing |= expected != plain
            for way, call in calls(metric, fields, tmp_path).items():
                (tmp_path / "saved.json").unlink(missing_ok=True)
                found = outcome(call)
                if expected is OptionError and way in ("blame", "compare") and field in UNSEEN:
                    continue  # the metric runs no search, but others in its chain do
                assert found in (expected, OptionError, InputError), f"{way} of {metric} ignores {field}={value!r}"
        if metric in ("tcpwer", "der"):
            assert changing or field in UNSEEN, f"{field} changes nothing here; choose another value"


@pytest.mark.parametrize("name", [name for name in SCORING if name not in CHARACTERS])
def test_every_option_is_read(name: str, tmp_path: Path) -> None:
    """A value that no option takes is refused."""
    metric = name if name in METRICS or name in DIARIZATION else "tcpwer"
    for field in options_of(metric):
        for way, call in calls(metric, {field: object()}, tmp_path).items():
            assert isinstance(outcome(call), type), f"{way} does not read {field}"


def test_scores_that_are_given_take_no_option_of_scoring() -> None:
    """A metric and options would have no effect on them."""
    scores: list[Any] = [hubbub.cpwer(REF, HYP), hubbub.cpwer(REF, REF)]
    given = {"a": scores[0], "b": scores[1]}
    for function in (api.compare, api.rank):
        assert str(function(given, metric="cpwer")) == str(function(given))
        for field in (*options_for(WORDS, TIMES), "nonsense"):
            with pytest.raises(OptionError, match=f"{field} has no effect on Scores; drop it"):
                function(given, **{field: None})
        with pytest.raises(OptionError, match="metric has no effect on Scores"):
            function(given, metric="orcwer")
        sides = (function(given, ci_method="percentile", seed=seed, resamples=99) for seed in (1, 2, 1))
        first, second, third = (str(interval_of(found)) for found in sides)
        assert first == third != second
    with pytest.raises(OptionError, match="parts has no effect on Scores"):
        api.compare(given, parts=False)


def interval_of(found: Any) -> Any:
    return found[0].interval if isinstance(found, Comparisons) else found[-1].ci


def test_formats_of_both_sides_reach_blame_and_compare(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    ref.write_text("s-1 a b\ns-2 c d\n", encoding="utf-8")
    hyp.write_text("s-1 a x\ns-2 c d\n", encoding="utf-8")
    formats = {"ref_format": "kaldi", "hyp_format": "kaldi"}
    assert api.cpwer(ref, hyp, **formats).value == 1 / 4
    assert api.blame(ref, hyp, **formats).value == 1 / 4
    assert api.compare(ref, {"a": hyp, "b": hyp}, **formats)[0].errors == (1, 1)


def test_options_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many systems, batches and metrics there are."""
    reads: list[Any] = []

    def counted(options: Any) -> Any:
        reads.append(options)
        return read(options)

    monkeypatch.setattr(plan, "read", counted)
    systems = {"a": HYP, "b": HYP}
    ways: list[Callable[..., Any]] = [
        partial(api.cpwer, REF, HYP),
        partial(api.cer, REF, HYP),
        partial(api.score, ["tcpwer", "cer", "wder"], REF, HYP),
        lambda **fields: list(api.score("tcpwer", REF, HYP, stream=True, **fields)),
        partial(api.score, "tcpwer", REF, HYP, resume=tmp_path / "saved.json"),
        partial(api.blame, REF, HYP),
        partial(api.blame, REF, HYP, "tcpcer"),
        partial(api.compare, REF, systems, "tcpwer"),
        partial(api.rank, REF, systems, "tcpwer"),
    ]
    for number, way in enumerate(ways):
        plan._plans.clear()
        reads.clear()
        timed = {} if number < 2 else {"collar": 5}
        way(ref_sort="none", **timed)
        assert len(reads) == 1, way
