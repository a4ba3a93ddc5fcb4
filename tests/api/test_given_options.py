"""Options of the API are checked by type and range, and errors survive the way from another process."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from support.segments import ROWS

import hubbub
from hubbub import FormatError, HubbubError, InputError, OptionError, Segment, Transcript
from hubbub.model.options import OPTIONS
from hubbub.model.settings import Settings

api: Any = hubbub
"""Its functions may be called with anything here."""

BAD_OPTIONS: dict[str, list[Any]] = {
    "costs": [
        (0, 1.9, 1.9, 1.9),
        "0,1.9,1.9,1.9",
        (0, True, 1, 1),
        (0, 1, 1),
        3,
        {0, 1, 2, 3},
        (0, None, 1, 1),
        "",
    ],
    "collar": [True, "", "nan", float("nan"), float("inf"), -1, "1_0", [5], b"5", 10**400],
    "time_limit": [True, "soon", -1],
    "overlap_limit": [1.5, "1.5", 0, True, "two", 10**30],
    "jobs": [1.5, 0, -1, True, "two", "", 10**30, [2]],
    "memory": [True, "", "lots", -1, 0, [8], b"8G", "8GG", "nan"],
    "asclite": ["no", 0, 1],
    "partial": ["no", 0],
    "no_gaps": ["yes"],
    "fragments": ["false"],
    "optional_words": [1],
    "regex": [3, b"a", ["a"], "("],
    "unit": [3, ["word"], ""],
    "ref_sort": [3, ""],
    "hyp_timing": [3, ["none"]],
    "normalizer": [3, b"lower", ["lower", 3], {"lower"}, "", "nonsense"],
    "format": [3, ["stm"], "nonsense", ""],
    "uem": [3, [3], b"x.uem"],
}


@pytest.mark.parametrize("option", BAD_OPTIONS)
def test_every_option_is_checked_by_type_and_range(option: str) -> None:
    for value in BAD_OPTIONS[option]:
        metric = "mdwer" if option in ("asclite", "overlap_limit", "no_gaps") else "tcwer"
        choices = {"collar": 5, "asclite": option == "overlap_limit", option: value}
        for name in ("words", "s"):  # with and without plans of the same value that are kept
            ref = [Segment(name, "s", "A", 0, 1)]
            with pytest.raises(HubbubError) as caught:
                api.score(metric, ref, ref, **choices)
            assert "; " in str(caught.value)
            assert len(str(caught.value)) < 800  # it may name all formats


def test_settings_have_every_option_in_the_same_order() -> None:
    assert Settings._fields == tuple(OPTIONS), "give the option its default in hubbub/model/settings.py"


def test_none_is_the_default_of_every_option() -> None:
    for options, metric in (({"collar": 5}, "tcpwer"), ({}, "der")):
        kinds = {"words"} if metric == "tcpwer" else {"times"}
        none = dict.fromkeys(name for name, option in OPTIONS.items() if kinds & {*option.kinds} and name != "collar")
        assert str(api.score(metric, ROWS, ROWS, **options, **none)) == str(api.score(metric, ROWS, ROWS, **options))


def test_kept_plans_do_not_let_other_types_pass() -> None:
    assert api.wer("a", "a", jobs=1).errors == 0
    for choices in ({"jobs": True}, {"asclite": 0}, {"partial": 0}):
        with pytest.raises(OptionError):
            api.wer("a", "a", **choices)
    assert api.wer("a", "a", jobs="2", costs=(0, 1.0, 1.0, 1.0), overlap_limit=None).errors == 0


@pytest.mark.parametrize(
    ("option", "value"),
    [("collar", ""), ("collar", True), ("skip_overlap", "no"), ("profile", ""),
     ("profile", ["md-eval"]),     ("regex", 3), ("partial", 1), ("uem", 3), ("format", 3)],
)  # fmt: skip
def test_options_of_diarisation_are_checked(option: str, value: Any) -> None:
    with pytest.raises(HubbubError):
        api.der(ROWS, ROWS, **{option: value})


def test_options_must_be_options() -> None:
    bad: Any
    for bad in (3, ["unit"], ("unit", "char"), "char"):
        with pytest.raises(OptionError, match=r"pass hubbub.Options\(…\)"):
            api.wer("a", "a", bad)
    for bad in ({"units": "char"}, {3: 4}):
        with pytest.raises(OptionError, match="unknown option"):
            api.wer("a", "a", bad)
    assert api.wer("a", "a", {"unit": "char"}).signature == api.wer("a", "a", api.Options(unit="char")).signature
    with pytest.raises(InputError, match="matches none of session without a name"):
        api.wer("a", "a", regex="s")


def test_regions_of_a_uem_have_times() -> None:
    for bad in (Segment("", "s"), Segment("", "s", start=1.0)):
        with pytest.raises(InputError, match="a UEM region of session s has no start or no end; give both"):
            api.cpwer(ROWS, ROWS, uem=Transcript([bad]))


ERRORS = [
    HubbubError("a; b"),
    FormatError("a.stm", 3, "what", "remedy"),
    FormatError("a.stm", None, "what", "remedy"),
    OptionError("a"),
    InputError("a"),
    hubbub.TooLargeError("a"),
]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_errors_survive_pickling(error: HubbubError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.__dict__) == (type(error), str(error), error.__dict__)
    assert {type(error) for error in ERRORS} == {HubbubError, *HubbubError.__subclasses__()}, "add the new error"


def test_an_error_in_another_process_comes_back() -> None:
    """Without it, the pool would say that it is broken."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        found = pool.submit(api.load, "nope.stm")
        with pytest.raises(FormatError, match=r"nope\.stm: no such file"):
            found.result()


def test_a_choice_that_equals_an_earlier_one_is_checked_too() -> None:
    api.wer("a", "b", costs=(0, 2, 1, 1))
    api.wer("a", "b", costs=(0, 1, 1, 1))
    for costs in ((0, True, 1, 1), (False, 2, 1, 1)):
        with pytest.raises(OptionError, match="costs"):
            api.wer("a", "b", costs=costs)
