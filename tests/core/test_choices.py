"""Alternations, optional words and fragments: graphs and all metrics that support them, against slow oracles."""

from __future__ import annotations

import subprocess
from array import array
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support import drivers, oracles, solvers
from support.pages import unpack
from support.paths import EXAMPLES
from support.running import Hubbub
from support.strategies import costs

import hubbub
from hubbub import _core
from hubbub.formats import dumps, loads, lost
from hubbub.model.metrics import METRICS
from hubbub.model.result import Result
from hubbub.model.transcript import Markup, Segment, Transcript
from hubbub.text.markup import parse, units

TAKERS = [name for name, metric in METRICS.items() if metric.takes_choices and metric.solver != "each"]
REFUSERS = [name for name, metric in METRICS.items() if not metric.takes_choices]


def sequences(words: st.SearchStrategy[Any], most: int = 3) -> st.SearchStrategy[list[Any]]:
    """Sequences of words with alternations, also nested; a branch may be empty."""
    flat = st.lists(words, max_size=most)
    inner = st.lists(st.lists(words, max_size=2), min_size=1, max_size=3)
    branch = st.lists(st.one_of(words, words, inner), max_size=2)
    alternation = st.lists(branch, min_size=1, max_size=3)
    return st.one_of(flat, st.lists(st.one_of(words, words, alternation), max_size=most))


def words_of(sequence: list[Any]) -> list[Any]:
    return [
        word
        for node in sequence
        for word in ([node] if not isinstance(node, list) else [w for branch in node for w in words_of(branch)])
    ]


def tree_of(sequence: list[Any], counter: list[int]) -> tuple[Any, ...]:
    def place() -> int:
        counter[0] += 1
        return counter[0] - 1

    return tuple(
        tuple(tree_of(branch, counter) for branch in node) if isinstance(node, list) else place() for node in sequence
    )


def linked(sequence: list[Any], ends: list[int], before: list[list[int]]) -> list[int]:
    """Adds the predecessors of each word: words by number from 1 on, 0 for the start. Returns the last ones."""
    for node in sequence:
        if isinstance(node, list):
            ends = list(dict.fromkeys(end for branch in node for end in linked(branch, ends, before)))
        else:
            before.append(ends)
            ends = [len(before)]
    return ends


def lattice(sequence: list[Any], optional: int | None = None) -> solvers.Lattice:
    words = words_of(sequence)
    before: list[list[int]] = []
    last = linked(sequence, [0], before)
    first = [0]
    for nodes in before:
        first.append(first[-1] + len(nodes))
    return solvers.Lattice(
        solvers.Row(array("i", words)),
        array("i", [word == optional for word in words]),
        array("i", first),
        array("i", [node for nodes in before for node in nodes]),
        array("i", last),
    )


def align(refs: list[Any], hyps: list[Any], c: oracles.Costs, **how: Any) -> solvers.LatticePath:
    optional = how.get("optional")
    return solvers.align_lattices(
        [lattice(one, optional and optional[0]) for one in refs],
        [lattice(one) for one in hyps],
        _core.Costs(*c),
        c.deletion if optional is None else optional[1],
        c.insertion,
        how.get("pairs_first", True),
        [],
    )


numbers = st.integers(1, 3)
optionals = st.one_of(st.none(), st.tuples(st.just(1), st.integers(0, 3)))


@given(st.lists(sequences(numbers), max_size=2), st.lists(sequences(numbers), max_size=2), costs(), optionals)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_graphs(refs: list[Any], hyps: list[Any], c: oracles.Costs, optional: Any) -> None:
    # The oracle tries every path through all graphs at once: a few minutes for the largest that may be drawn.
    assume(prod(len(list(oracles.ways(one))) for one in (*refs, *hyps)) <= 60)
    path = align(refs, hyps, c, optional=optional)
    assert path.cost == oracles.graphs(refs, hyps, c, optional)
    # The path goes through every graph, and its steps have the claimed cost.
    cost = 0
    taken: list[list[int]] = [[] for _ in (*refs, *hyps)]
    for kind, (d, i, e, j) in zip(path.kinds, path.steps, strict=True):
        said = words_of(refs[d])[i] if d >= 0 else None
        heard = words_of(hyps[e])[j] if e >= 0 else None
        if said is not None:
            taken[d].append(said)
        if heard is not None:
            taken[len(refs) + e].append(heard)
        assert kind == ("I" if said is None else "D" if heard is None else "C" if said == heard else "S")
        dropped = c.deletion if optional is None or said != optional[0] else optional[1]
        cost += {"I": c.insertion, "D": dropped, "C": c.correct, "S": c.substitution}[kind]
    assert cost == path.cost
    for words, sequence in zip(taken, [*refs, *hyps], strict=True):
        assert words in list(oracles.ways(sequence))


rows = st.lists(st.lists(numbers, max_size=4), max_size=3)


@given(rows, st.lists(st.lists(numbers, max_size=4), max_size=2), costs(), st.booleans())
@settings(max_examples=200, deadline=None)
def test_ties_of_rows(refs: list[Any], hyps: list[Any], c: oracles.Costs, pairs_first: bool) -> None:
    path = align(refs, hyps, c, pairs_first=pairs_first)
    assert (path.cost, path.kinds) == oracles.several(refs, hyps, c, None, pairs_first)
    if len(refs) == len(hyps) == 1 and not pairs_first:
        assert path.kinds == oracles.align(refs[0], hyps[0], c)


def test_memory_is_asked_for_before() -> None:
    words = array("i", range(100))
    chain = solvers.Lattice(
        solvers.Row(words), array("i", [0] * 100), array("i", range(101)), array("i", range(100)), array("i", [100])
    )
    with pytest.raises(solvers.TooLarge):
        solvers.align_lattices([chain] * 4, [chain], _core.Costs(), 1, 1, True, [], 10**6)


def test_words_that_may_be_skipped_take_little_work() -> None:
    """`{a / @}` 3,000 times on both sides took minutes, which Ctrl-C did not end for a minute."""
    run = subprocess.run(
        [drivers.build("lattice_random.cpp"), "500"], capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize(
    "broken", [([1], [0], [0, 1], [1], [1]), ([1], [0], [0, 1], [0], [2]), ([1], [0], [0, 0], [], [1])]
)
def test_what_is_no_graph_is_refused(broken: Any) -> None:
    words, optional, first, before, last = (array("i", part) for part in broken)
    with pytest.raises(ValueError, match="not a graph"):
        solvers.Lattice(solvers.Row(words), optional, first, before, last)


letters = st.sampled_from(["a", "b", "c", "(a)"])


def text_of(sequence: list[Any]) -> str:
    return " ".join(
        node if isinstance(node, str) else "{ " + " / ".join(text_of(branch) or "@" for branch in node) + " }"
        for node in sequence
    )


@st.composite
def marked_meetings(draw: st.DrawFn) -> list[tuple[list[Any], Segment]]:
    """Segments of up to two speakers, with the words of each reading."""
    made = []
    for at in range(draw(st.integers(0, 2))):
        said = draw(sequences(letters, most=2))
        count = len(words_of(said))
        start = float(at)
        times = tuple((start + i / 10, start + i / 10 + draw(st.sampled_from([0.1, 0.5]))) for i in range(count))
        segment = Segment(
            text_of(said), "s", draw(st.sampled_from("AB")), start, start + 1, None, times or None, None, Markup("x:1")
        )
        made.append((said, segment))
    return made


def expansions(side: list[tuple[list[Any], Segment]], spare: bool) -> list[list[Segment]]:
    """All combinations of readings; if skipping optional words is free, with and without them."""
    choices = []
    for said, segment in side:
        places = tree_of(said, [0])
        words = words_of(said)
        own = []
        for way in oracles.ways([list(map(list, node)) if isinstance(node, tuple) else node for node in deep(places)]):
            optional = [i for i in way if words[i].startswith("(")] if spare else []
            for mask in product([False, True], repeat=len(optional)):
                gone = {i for i, out in zip(optional, mask, strict=True) if out}
                kept = [i for i in way if i not in gone]
                times = tuple(segment.word_times[i] for i in kept) if segment.word_times else None
                own.append(
                    Segment(
                        " ".join(words[i].strip("()") for i in kept),
                        segment.session,
                        segment.speaker,
                        segment.start,
                        segment.end,
                        None,
                        times or None,
                    )
                )
        choices.append(own)
    return [list(one) for one in product(*choices)]


def deep(tree: tuple[Any, ...]) -> list[Any]:
    return [[deep(branch) for branch in node] if isinstance(node, tuple) else node for node in tree]


@pytest.mark.parametrize("metric", TAKERS)
@given(marked_meetings(), marked_meetings(), st.sampled_from([(0, 1, 1, 1), (0, 4, 3, 3)]), st.booleans())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_the_cheapest_branch_counts(metric: str, ref: Any, hyp: Any, c: Any, spare: bool) -> None:
    how: dict[str, Any] = {"costs": c, "collar": 0.2} if METRICS[metric].timed else {"costs": c}
    result = hubbub.score(metric, [s for _, s in ref], [s for _, s in hyp], optional_words=spare, **how)
    assert isinstance(result, Result)
    pairs = list(product(expansions(ref, spare), expansions(hyp, False)))
    assume(len(pairs) <= 100)
    assert result.cost == min(hubbub.score(metric, said, heard, **how).cost for said, heard in pairs)
    # The alignment proves the result: its count is the same, and its words form one reading.
    assert result.alignment.errors == result.counts
    assert oracles.cost_of(result.counts, c) == result.cost
    for side, shown in ((ref, "reference"), (hyp, "hypothesis")):
        lanes = [piece for lane in result.alignment for piece in getattr(lane, shown)]
        words: dict[tuple[str, int], list[tuple[int, str]]] = {}
        for piece in lanes:
            own = words.setdefault((piece.speaker, piece.number), [])
            own += [(piece.offset + i, word) for i, word in enumerate(piece.words)]
        numbers: dict[str, int] = {}
        for said, segment in side:
            number = numbers.setdefault(str(segment.speaker), 0)
            numbers[str(segment.speaker)] += 1
            ways = [[word.strip("()") for word in way] for way in oracles.ways(said)]
            assert [word for _, word in sorted(words.get((str(segment.speaker), number), []))] in ways


@pytest.mark.parametrize("metric", REFUSERS)
def test_who_routes_segments_refuses_choices_with_their_line(metric: str, hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    ref.write_text("m 1 A 0 1 fine (uh)\nm 1 A 1 2 so {a / b}\n", encoding="utf-8")
    hyp.write_text("m 1 x 0 2 so a\n", encoding="utf-8")
    collar = ["--collar", "5"] if METRICS[metric].timed else []
    run = hubbub(metric, "-r", ref, "-h", hyp, *collar)
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith(f"hubbub: error: {ref}:2: {METRICS[metric].title} cannot score alternations")
    ref.write_text("m 1 A 0 1 fine (uh)\n", encoding="utf-8")  # optional words count like others there
    assert hubbub(metric, "-r", ref, "-h", hyp, *collar).code == 0
    run = hubbub(metric, "-r", ref, "-h", hyp, "--optional-words", *collar)
    assert run.code == 1
    assert " routes " in run.err


def test_uwer_takes_choices_of_the_reference_only(tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("m 1 A 0 1 so {a / b}\n", encoding="utf-8")
    (tmp_path / "hyp.stm").write_text("m 1 x 0 1 so b\n", encoding="utf-8")
    assert hubbub.uwer(tmp_path / "ref.stm", tmp_path / "hyp.stm").total.errors == 0
    with pytest.raises(hubbub.FormatError, match=r"ref\.stm:1: uWER cannot"):
        hubbub.uwer(tmp_path / "hyp.stm", tmp_path / "ref.stm")


def shape_of(sequence: list[Any]) -> str:
    letter = {True: "o", False: "w"}
    return "".join(
        letter[node.startswith("(")] if isinstance(node, str) else "{" + "/".join(map(shape_of, node)) + "}"
        for node in sequence
    )


@given(sequences(letters, most=4))
def test_the_shape_of_a_text(sequence: list[Any]) -> None:
    """Words of all branches in order, and the shape of the alternatives."""
    words = words_of(sequence)
    assert units(parse(text_of(sequence)), str.split) == ([word.strip("()") for word in words], shape_of(sequence))
    literal = shape_of(sequence).replace("o", "w")
    assert units(parse(text_of(sequence)), str.split, literal=True) == (words, literal)


def marked(words: str, **more: Any) -> Segment:
    return Segment(words, "m", "A", marked=Markup(), **more)


@pytest.mark.parametrize(
    ("words", "heard", "counts"),
    [
        ("i've { um / uh / @ } as far", "i've as far", (3, 0, 0, 0)),
        ("i've { um / uh / @ } as far", "i've uh as far", (4, 0, 0, 0)),
        ("{ a b c / d } e", "d e", (2, 0, 0, 0)),
        ("{ a { b / c } / d }", "a c", (2, 0, 0, 0)),
        ("so (uh) yes", "so yes", (2, 0, 1, 0)),
        ("so (uh) yes", "so uh yes", (3, 0, 0, 0)),
    ],
)
def test_the_length_is_that_of_the_branch_taken(words: str, heard: str, counts: tuple[int, ...]) -> None:
    c = hubbub.wer([marked(words)], [Segment(heard, "m", "A")]).counts
    assert (c.correct, c.substitutions, c.deletions, c.insertions) == counts


def test_a_missing_optional_word_counts_as_correct_on_request() -> None:
    result = hubbub.cpwer([marked("so (uh) yes")], [Segment("so yes", "m", "A")], optional_words=True)
    assert (result.counts.correct, result.length, result.errors) == (3, 3, 0)
    assert [pair.kind for pair in result.alignment.pairs()] == ["C", "O", "C"]
    assert "optional-words" in result.signature
    again = Result.from_json(result.to_json())
    assert again.alignment == result.alignment
    (score,) = unpack(hubbub.report(result).html, "session-0")["scores"]
    assert [lane[2] for lane in score["lanes"]] == ["COC"]


def test_fragments() -> None:
    result = hubbub.wer("I am fra- -ment", "i am fragile fragment", fragments=True, normalizer="lower")
    assert (result.errors, result.correct) == (0, 4)
    assert hubbub.wer("fra-", "fragile").errors == 1
    with pytest.raises(hubbub.OptionError, match="ORC-WER routes segments whole"):
        hubbub.orcwer("fra-", "fragile", fragments=True)


def bare(word: str) -> tuple[str, str]:
    """A word's characters, and whether they are a beginning, an end, or the whole word."""
    if word.strip("-"):
        if word.endswith("-"):
            return word[:-1].removeprefix("-"), "beginning"
        if word.startswith("-"):
            return word[1:], "end"
    return word, "all"


def same(one: str, other: str) -> bool:
    """asclite's rule: a fragment matches complete words and fragments of the same kind that begin (or end) like it."""
    (a, kind), (b, other_kind) = bare(one), bare(other)
    if kind == other_kind == "beginning":
        return a in b or b in a
    if kind == other_kind == "end":
        return a.endswith(b) or b.endswith(a)
    whole, (part, of) = (a, (b, other_kind)) if kind == "all" else (b, (a, kind))
    if "all" not in (kind, other_kind):
        return False
    return {"all": whole == part, "beginning": whole.startswith(part), "end": whole.endswith(part)}[of]


@given(*[st.text("aé-", min_size=1, max_size=4)] * 2)
@settings(max_examples=1000)
def test_fragments_fit_both_ways(one: str, other: str) -> None:
    def told_apart(ref: str, hyp: str) -> Any:
        return hubbub.wer([Segment(ref, "m", "A")], [Segment(hyp, "m", "A")], fragments=True).errors

    assert told_apart(one, other) == told_apart(other, one) == (not same(one, other))
    assert told_apart(one, one) == 0


@given(*[st.lists(st.text("ab-", min_size=1, max_size=3), max_size=4)] * 2)
def test_fragments_among_other_words(ref: list[str], hyp: list[str]) -> None:
    result = hubbub.wer([Segment(" ".join(ref), "m", "A")], [Segment(" ".join(hyp), "m", "A")], fragments=True)
    table = {(i, 0): i for i in range(len(ref) + 1)} | {(0, j): j for j in range(len(hyp) + 1)}
    for i, j in product(range(len(ref)), range(len(hyp))):
        ways = table[i, j + 1] + 1, table[i + 1, j] + 1, table[i, j] + (not same(ref[i], hyp[j]))
        table[i + 1, j + 1] = min(ways)
    assert result.errors == table[len(ref), len(hyp)]
    assert all((pair.kind == "C") == same(pair.reference.text, pair.hypothesis.text)
               for pair in result.alignment.pairs() if pair.reference and pair.hypothesis)  # fmt: skip


def test_normalizers_see_the_words_and_not_the_markup() -> None:
    segment = marked("So, {IT'S / it is} (Uh)!")
    assert hubbub.wer([marked("So, {IT'S / it is} (Uh)")], "so it is uh", normalizer="lower,punctuation").errors == 0
    assert segment.marked is not None
    assert hubbub.wer([marked("{ ab / c }")], [Segment("a b", "m", "A")], unit="char").counts.correct == 2


def test_words_are_not_sorted_out_of_alternations() -> None:
    with pytest.raises(hubbub.InputError, match="would break alternations"):
        hubbub.wer([marked("{a / b}", start=0.0, end=1.0)], [Segment("a", "m", "A", 0.0, 1.0)], ref_sort="word")


def test_ignored_stretches_and_uem(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    ref.write_text(
        "m 1 A 0 4 aa {bb / cc xx} dd ee\nm 1 gap 0 1 IGNORE_TIME_SEGMENT_IN_SCORING\nm 1 A 9 10 {x / y}\n",
        encoding="utf-8",
    )
    hyp.write_text("m 1 x 1 4 bb dd ee\n", encoding="utf-8")
    (tmp_path / "one.uem").write_text("m 1 0 5\n", encoding="utf-8")
    scores = hubbub.wer(ref, hyp, uem=tmp_path / "one.uem")
    assert scores.total.errors == 0
    assert scores.left_out["reference_words_in_ignored_stretches"] == 1


def test_too_much_memory_is_told() -> None:
    ref = {"A": "a " * 50, "B": "b " * 50}
    with pytest.raises(hubbub.TooLargeError, match=r"MD-WER of 50 × 50 × 100 × 50 words needs about .* asclite=True"):
        hubbub.mdwer(ref, ["a b " * 50, "b " * 50], fragments=True, memory="1M")
    with pytest.raises(hubbub.TooLargeError, match=r"cpWER of 50 × 100 words needs about .* shorter sessions"):
        hubbub.cpwer(ref, ["a b " * 50, "b " * 50], fragments=True, memory="2K")


def test_a_few_ways_are_tried_one_by_one() -> None:
    """A session of many streams is too large for a table of graphs, but small enough for the router."""
    root = EXAMPLES
    reference = [one for one in hubbub.load(root / "meeting_ref.stm") if one.session == "talk-C"]
    hypothesis = [one for one in hubbub.load(root / "meeting_hyp.stm") if one.session == "talk-C"]
    last = reference[-1].words.split()

    def said(tail: str, **more: Any) -> list[Segment]:
        return [*reference[:-1], reference[-1]._replace(words=" ".join([*last[:-1], tail]), **more)]

    with_choice = said(f"{{ {last[-1]} / never said / @ }}", marked=Markup("here:1"))
    result = hubbub.mdwer(with_choice, hypothesis, memory="100M")
    each = [hubbub.mdwer(said(tail), hypothesis).cost for tail in (last[-1], "never said", "")]
    assert (result.cost, result.exact) == (min(each), True)
    assert result.alignment.errors == result.counts
    many = " ".join(["{ a / b }"] * 7)
    with pytest.raises(hubbub.TooLargeError, match="group by group with asclite=True"):
        hubbub.mdwer(said(many, marked=Markup()), hypothesis, memory="1M")


ROUND = ["m 1 A 0 1 so { a / b c / @ } d\n", "m 1 A 0 1 <o,f0> { a { b / c } / d } (uh)\n"]


@pytest.mark.parametrize("line", ROUND)
def test_stm_and_trn_hold_markup(line: str) -> None:
    read = loads(line, "stm")
    assert read[0].marked == Markup()
    assert dumps(read, "stm") == line
    again = loads(dumps(read, "trn"), "trn")
    assert (again[0].words, again[0].marked) == (read[0].words, Markup())
    for name in ("seglst", "rttm", "kaldi", "text"):
        with pytest.raises(
            hubbub.FormatError, match=f"{name} cannot store the alternations or optional words of <text>:1"
        ):
            dumps(read, name)


CTM = """\
m 1 0 1 so
m 1 * * <ALT_BEGIN>
m 1 1 0.5 they're 0.9
m 1 * * <ALT>
m 1 1 0.25 they 0.9
m 1 1.25 0.5 are 0.9
m 1 * * <ALT>
m 1 * * <ALT_END>
m 1 2 1 here
"""


def test_ctm_holds_alternatives() -> None:
    read = loads(CTM, "ctm", "x.ctm")
    assert [segment.words for segment in read] == ["so", "{ they're / they are / @ }", "here"]
    assert (read[1].start, read[1].end) == (1.0, 1.75)
    assert read[1].word_times == ((1.0, 1.5), (1.0, 1.25), (1.25, 1.75))
    assert list(loads(dumps(read, "ctm"), "ctm", "x.ctm")) == list(read)
    assert lost(read, "ctm") == []
    errors = [hubbub.wer([Segment(text, "m", "x", 0.0, 3.0)], read).errors for text in ("so they are here", "so here")]
    assert errors == [0, 0]
    nested = "{ a { b / c } / d }"
    for markup, why in (
        (nested, "cannot store the nested alternation"),
        (f"{{ a / b }} {nested}", "cannot store the nested alternation"),
        ("(uh)", "optional words"),
    ):
        with pytest.raises(hubbub.FormatError, match=why):
            dumps(loads(f"m 1 A 0 1 {markup}\n", "stm"), "ctm")
    flat = dumps(loads("m 1 A 0 4 a { b c / d }\n", "stm"), "ctm").splitlines()
    assert [line.split()[2:5] for line in flat] == [
        ["0", "1.333", "a"],
        ["*", "*", "<ALT_BEGIN>"],
        ["1.333", "1.334", "b"],
        ["2.667", "1.333", "c"],
        ["*", "*", "<ALT>"],
        ["1.333", "2.667", "d"],
        ["*", "*", "<ALT_END>"],
    ]


@pytest.mark.parametrize("text", ["a { b", "{a}b", "a / b }", "{ }", "a ()"])
def test_what_is_no_markup_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(hubbub.FormatError, match=r"write alternations as"):
        parse(text)
    for name in ("stm", "trn", "ctm"):
        with pytest.raises(hubbub.FormatError, match="write alternations as"):
            dumps(Transcript([Segment(text, "m", "A", 0.0, 1.0, marked=Markup())]), name)
    with pytest.raises(hubbub.FormatError, match=r"^session m: .*write alternations as"):
        hubbub.wer([marked(text)], "a")
    with pytest.raises(hubbub.FormatError, match="<text>:2: "):
        loads(f";; a comment\nm 1 A 0 1 {text}\n", "stm")


def test_convert_refuses_what_cannot_be_held(hubbub: Hubbub, tmp_path: Path) -> None:
    ref = tmp_path / "ref.stm"
    ref.write_text("m 1 A 0 1 x\nm 1 A 1 2 {a / b}\n", encoding="utf-8")
    run = hubbub("convert", ref, tmp_path / "ref.json")
    assert run.code == 1
    assert f"seglst cannot store the alternations or optional words of {ref}:2" in run.err
    assert not (tmp_path / "ref.json").exists()
    assert hubbub("convert", ref, tmp_path / "again.stm").code == 0
    assert (tmp_path / "again.stm").read_text(encoding="utf-8") == ref.read_text(encoding="utf-8")
