"""Limits of memory and time hold for every solver, and sizes that would take for ever if work were quadratic do not."""

import subprocess
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from unicodedata import normalize

import pytest

import hubbub
from hubbub import FormatError, Markup, Segment, TooLargeError, _core
from hubbub.text.normalizers import parse

WIDE = "{" + " / ".join(f"w{i}" for i in range(3000)) + "}"
MARKED = [Segment(f"{WIDE} {WIDE}", speaker="A", start=0, end=1, marked=Markup())]
HEARD = [Segment("a", speaker="x", start=0, end=1)]


@pytest.mark.parametrize(
    "score",
    [
        lambda memory: hubbub.wer(MARKED, HEARD, memory=memory),
        lambda memory: hubbub.cpwer(MARKED, HEARD, memory=memory),
        lambda memory: hubbub.sawer(MARKED, HEARD, memory=memory),
        lambda memory: hubbub.uwer(MARKED, HEARD, memory=memory),
        lambda memory: hubbub.mdwer(MARKED, HEARD, memory=memory),
        lambda memory: hubbub.mdwer(MARKED, HEARD, memory=memory, asclite=True),
        lambda memory: hubbub.tcpwer(MARKED, HEARD, memory=memory, collar=5),
        lambda memory: hubbub.wer(HEARD, MARKED, memory=memory),
    ],
    ids=["wer", "cpwer", "sawer", "uwer", "mdwer", "asclite", "tcpwer", "hypothesis"],
)
def test_links_between_alternations_are_under_the_limit(score: Callable[[str], hubbub.Result]) -> None:
    with pytest.raises(TooLargeError, match=r"needs about 34\.\d MiB, the limit is 30\.0 MiB"):
        score("30M")
    assert score("40M").errors in (2, 3)


@pytest.mark.parametrize(
    "score",
    [
        lambda memory: hubbub.wer(MARKED, MARKED, memory=memory),
        lambda memory: hubbub.cpwer(MARKED, MARKED, memory=memory),
        lambda memory: hubbub.mdwer(MARKED, MARKED, memory=memory),
        lambda memory: hubbub.mdwer(MARKED, MARKED, memory=memory, asclite=True),
    ],
    ids=["wer", "cpwer", "mdwer", "asclite"],
)
def test_the_links_of_both_sides_are_under_the_limit_together(score: Callable[[str], hubbub.Result]) -> None:
    """The second graph is refused before it is built: then the table, for which both would be needed, is not sized."""
    with pytest.raises(TooLargeError, match=r" of (\d+ speakers from .* s of )?6000 words needs about 68\.\d MiB"):
        score("60M")


def test_the_links_of_all_speakers_are_under_the_limit_together() -> None:
    three = [Segment(f"{WIDE} {WIDE}", speaker=name, start=0, end=1, marked=Markup()) for name in "ABC"]
    with pytest.raises(TooLargeError, match=r"cpWER of 6000 words needs about 10\d\.\d MiB, the limit is 80.0 MiB"):
        hubbub.cpwer(three, HEARD, memory="80M")


LINKED = """
from pathlib import Path
from hubbub import Markup, Segment, TooLargeError, cpwer
def side(first):
    words = " ".join(f"{{a{i} / b{i} / @}}" for i in range(first, first + 3000))
    return [Segment(words, start=0, end=1000, marked=Markup())]
def peak():
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
said, heard = side(0), side(1)
before = peak()
try:
    cpwer(said, heard, memory="100M")
except TooLargeError:
    print((peak() - before) // 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the kernel's own marks")
def test_links_take_no_more_memory_than_allowed() -> None:
    run = subprocess.run([sys.executable, "-c", LINKED], capture_output=True, encoding="utf-8", check=True)
    assert int(run.stdout) < 100


def test_uwer_keeps_to_the_limit() -> None:
    words = " ".join("w" * 50)
    reference = [Segment(words, speaker="A", start=0, end=100) for _ in range(100)]
    hypothesis = [Segment(words, speaker="x", start=i, end=i + 1) for i in range(100)]
    with pytest.raises(TooLargeError, match=r"uWER of 100 utterances .* needs about 10.0 MiB, the limit is 5.0 MiB"):
        hubbub.uwer(reference, hypothesis, memory="5M")
    assert hubbub.uwer(reference, hypothesis, memory="20M").length == 5000


def test_the_costs_of_all_pairs_are_under_the_limit() -> None:
    people = {f"S{i}": "hello" for i in range(1000)}
    with pytest.raises(TooLargeError, match=r"cpWER of 1000 speakers and 1 streams needs about 23.8 MiB.*1.0 MiB"):
        hubbub.cpwer(people, ["hello"], memory="1M")
    assert hubbub.cpwer(people, ["hello"], memory="30M").errors == 999


TIMED = """
import resource
from hubbub import Segment, tcwer, wer
def side(first):
    words = " ".join(f"w{i}" for i in range(first, first + 100))
    return [Segment(words, start=10 * k, end=10 * k + 10) for k in range(200)]
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = peak()
said, heard = side(0), side(1)
result = tcwer(said, heard, collar=1500)
assert result.errors == wer(said, heard).errors, result
print((peak() - before) // 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="sizes are in kilobytes on Linux alone")
def test_a_timed_alignment_of_many_words_takes_little_memory() -> None:
    run = subprocess.run([sys.executable, "-c", TIMED], capture_output=True, encoding="utf-8", check=True)
    assert int(run.stdout) < 150  # a byte for each of its cells would take 300


@pytest.mark.parametrize("costs", ["0,1000000,999999,1000000", "0,1000000,700001,900007"])
@pytest.mark.parametrize("limit", [{"time_limit": 0.0}, {"effort": 0.001}], ids=str)
def test_limits_hold_with_huge_costs(costs: str, limit: dict[str, Any]) -> None:
    chance = Random(1)

    def text(words: int) -> str:
        return " ".join(f"w{chance.randrange(20)}" for _ in range(words))

    reference = [Segment(text(5), speaker=f"S{chance.randrange(3)}", start=i, end=i + 1) for i in range(30)]
    hypothesis = [Segment(text(60), speaker=f"h{k}", start=0, end=30) for k in range(3)]
    result = hubbub.mimower(reference, hypothesis, costs=costs, **limit)
    assert not result.exact
    assert ("effort" in limit) * 0.5 * result.cost < result.lower_bound < result.cost
    # Whatever was found is a routing, whose alignment costs what the result says.
    assert result.cost == sum(
        int(cost) * number
        for cost, number in zip(
            costs.split(","), (result.correct, result.substitutions, result.insertions, result.deletions), strict=True
        )
    )


def test_words_beside_one_alternation() -> None:
    words = " ".join(f"w{i}" for i in range(1100))
    for memory in ("8G", "1M"):
        said = [Segment(f"{words} {{a / b}}", speaker="A", marked=Markup())]
        result = hubbub.mdwer(said, [f"{words} b"], memory=memory)
        assert (result.errors, result.length) == (0, 1101)
        assert result.alignment[0].reference[-1].words == ("b",)


def test_nested_alternations() -> None:
    def score(depth: int) -> int:
        said = [Segment("{a / " * depth + "b" + "}" * depth, start=0, end=1, marked=Markup("r.stm:7"))]
        heard = [Segment("b", start=0, end=1)]
        assert hubbub.tcwer(said, heard, collar=1).errors == 0
        return int(hubbub.wer(said, heard).errors)

    assert score(200) == 0
    for depth in (201, 600, 100_000):
        with pytest.raises(FormatError, match=r"^r\.stm:7.*nested more than 200 deep"):
            score(depth)


MANY = 100_000


@pytest.mark.parametrize("asclite", [False, True])
def test_many_ignored_stretches(tmp_path: Path, asclite: bool) -> None:
    reference, hypothesis = tmp_path / "r.stm", tmp_path / "h.ctm"
    reference.write_text(
        "".join(
            f"m 1 A {2 * i} {2 * i + 1} IGNORE_TIME_SEGMENT_IN_SCORING\nm 1 A {2 * i + 1} {2 * i + 2} hello\n"
            for i in range(MANY)
        ),
        encoding="utf-8",
    )
    hypothesis.write_text("".join(f"m 1 {i + 0.25} 0.5 hello\n" for i in range(2 * MANY)), encoding="utf-8")
    score = hubbub.mdwer if asclite else hubbub.wer
    total = score(str(reference), str(hypothesis), asclite=asclite).total
    assert (total.errors, total.length) == (0, MANY)


@pytest.mark.parametrize("metric", ["wer", "asclite", "der"])
def test_many_regions_of_a_uem(tmp_path: Path, metric: str) -> None:
    reference, uem = tmp_path / "r.stm", tmp_path / "u.uem"
    reference.write_text("".join(f"m 1 A {i} {i + 0.5} hello\n" for i in range(2 * MANY)), encoding="utf-8")
    uem.write_text("".join(f"m 1 {2 * i - 0.1} {2 * i + 0.6}\n" for i in range(MANY)), encoding="utf-8")
    both = str(reference), str(reference)
    if metric == "der":
        assert hubbub.der(*both, uem=str(uem)).total.scored == pytest.approx(MANY / 2)
        return
    asclite = metric == "asclite"
    total = (hubbub.mdwer if asclite else hubbub.wer)(*both, uem=str(uem), asclite=asclite).total
    assert (total.errors, total.length) == (0, MANY)


@pytest.mark.parametrize("unit", ["char", "mixed"])
@pytest.mark.parametrize("text", ["a" + "\u0301" * 1_000_000, "é" * 200_000], ids=["marks", "letters"])
def test_long_words_in_units(unit: str, text: str) -> None:
    from hubbub.text.units import UNITS

    units = UNITS[unit].split(text)
    assert "".join(units) == text
    assert len(units) == (len(text) if unit == "char" and text[0] == "é" else 1)


def test_many_marks_on_a_letter() -> None:
    marks = 50_000
    other = "a" + "\u0323" * marks + "\u0301" * marks
    assert hubbub.wer("a" + "\u0301\u0323" * marks, other, normalizer="nfkc").errors == 0
    assert normalize("NFKC", "a\u0323\u0301" * 200) == parse("nfkc").normalize("a\u0301\u0323" * 200)  # type: ignore[misc]


def test_a_time_of_many_digits(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(
        f'[{{"session_id": "m", "words": "a", "start_time": "{"1" * 200_000}x", "end_time": 1}}]', encoding="utf-8"
    )
    with pytest.raises(FormatError, match="start_time"):
        hubbub.load(path)


def test_long_names_in_a_table() -> None:
    from hubbub.model.tables import Column, Table, fit

    name = "é" * 1_000_000
    assert fit(name, 8) == "é" * 7 + "…"
    assert fit("会" * 1_000_000, 8) == "会会会…"
    assert len(Table([Column("name", left=True)], [[name]]).text(80).splitlines()[-1]) == 80


def test_many_speakers_and_branches() -> None:
    people = {f"S{i}": "hello" for i in range(40_000)}
    assert hubbub.sawer(people, people).errors == 0
    branches = " / ".join([" ".join(f"w{i}" for i in range(50_000)), *(f"w{i}" for i in range(50_000))])
    said = [Segment("{" + branches + "}", start=0, end=1, marked=Markup())]
    assert hubbub.tcwer(said, [Segment("w7", start=0, end=1)], collar=1).errors == 0


def numbered(count: int) -> "array[int]":
    return array("i", range(count))


def test_what_does_not_fit_is_an_error_of_the_core() -> None:
    columns = _core.Columns.plain(["a b", "c"], None, "x")
    for wrong in (
        lambda: _core.Source(columns, _core.Texts(["a"])),
        lambda: _core.Source(columns, None, None, [(1, None), (0, None)]),
        lambda: _core.Source(columns, None, None, [(2, None)]),
        lambda: _core.Source(columns, None, None, [(0, [1.0])]),
        lambda: _core.Source(columns, None, None, [], [(-1, "w")]),
        lambda: _core.Source(columns, None, None, [], [(5, "w")]),
        lambda: _core.Recipe("segment", False, "letters", False, False, 5.0, False),
        lambda: _core.Costs(0, 1, -1, 1),
        lambda: _core.shares(["a", "b"], 0, 1, "letters", False, "w"),
        lambda: _core.shares(["a"], 0, 1, "letters", False, "{" * 1000 + "w" + "}" * 1000),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            wrong()


@pytest.mark.parametrize(
    "source",
    [
        lambda columns: _core.Source(columns, None, _core.Texts(["x"])),
        lambda columns: _core.Source(columns, None, None, [], [(0, "www")]),
        lambda columns: _core.Source(columns, None, None, [], [(0, "w}")]),
    ],
    ids=["keys", "shape", "no shape"],
)
def test_keys_and_shapes_of_other_words_are_an_error_of_the_core(
    source: Callable[[_core.Columns], _core.Source],
) -> None:
    columns = _core.Columns.plain(["a b"], None, "x")
    recipe = _core.Recipe("segment", False, "letters", False, False, None, False)
    metric = _core.Metric("align", False, False, False, False, True)
    plan = _core.Plan([metric], recipe, recipe, _core.Costs(), False, False, 0, True, 1 << 30, 1, 1.0, 1e9, 1)
    with pytest.raises(ValueError, match=r"\w"):
        _core.score(plan, source(columns), _core.Source(columns), None, [], [], [], [], None)


def test_the_largest_costs_add_up() -> None:
    most = 1_000_000
    for costs in ((0, most, most, most), (most, most, most, most), (0, most, 1, most), (most, 0, most, most)):
        result = hubbub.wer("a b c d", "a x d e", costs=",".join(map(str, costs)))
        correct, substitution, insertion, deletion = costs
        assert result.cost == (
            result.correct * correct
            + result.substitutions * substitution
            + result.insertions * insertion
            + result.deletions * deletion
        )
        for metric in ("cpwer", "orcwer", "mimower", "mdwer"):
            other = hubbub.score(metric, {"A": "a b c d"}, ["a x d e"], costs=",".join(map(str, costs)))
            assert isinstance(other, hubbub.Result)
            assert other.cost == result.cost
