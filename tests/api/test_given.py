"""What is handed to the functions of the API is read by its type, or refused: no number without a word."""

from __future__ import annotations

import json
import pickle
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.paths import SAMPLES
from support.segments import ROWS

import hubbub
from hubbub import FormatError, HubbubError, InputError, OptionError, Segment, Transcript

api: Any = hubbub
"""Its functions may be called with anything here."""

REF, HYP = ["a b", "c d"], ["a b c", "d"]
"""Two errors sentence by sentence; none if the rows are merged into one text."""


def numpy_array(texts: list[str]) -> Any:
    return pytest.importorskip("numpy", reason="pip install hubbub[dataframe]").array(texts)


def numpy_objects(texts: list[str]) -> Any:
    return pytest.importorskip("numpy", reason="pip install hubbub[dataframe]").array(texts, dtype=object)


def pandas_series(texts: list[str]) -> Any:
    return pytest.importorskip("pandas", reason="pip install hubbub[dataframe]").Series(
        texts, index=range(7, 7 + len(texts))
    )


def polars_series(texts: list[str]) -> Any:
    return pytest.importorskip("polars", reason="pip install hubbub[dataframe]").Series(texts)


class ArrowArray:
    """As Arrow's arrays: iterating gives objects of its own."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts

    def __iter__(self) -> Iterator[object]:
        return (object() for _ in self.texts)

    def to_pylist(self) -> list[str]:
        return self.texts


class DatasetColumn:
    """As a column of a dataset: a sequence that is no Sequence."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts

    def __len__(self) -> int:
        return len(self.texts)

    def __getitem__(self, index: int) -> str:
        return self.texts[index]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)


ITERABLES: list[Callable[[list[str]], Any]] = [
    list, tuple, deque, iter, numpy_array, numpy_objects, pandas_series, polars_series, ArrowArray, DatasetColumn,
    lambda texts: (text for text in texts),
    lambda texts: dict(enumerate(texts)).values(),
    lambda texts: dict.fromkeys(texts).keys(),
    lambda texts: map(str, texts),
]  # fmt: skip


@pytest.mark.parametrize("kind", ITERABLES)
def test_any_iterable_of_texts_is_what_a_list_is(kind: Callable[[list[str]], Any]) -> None:
    for ref, hyp in ((kind(REF), kind(HYP)), (REF, kind(HYP)), (kind(REF), tuple(HYP))):
        scores = api.wer(ref, hyp)
        assert isinstance(scores, hubbub.Scores)
        assert [result.errors for result in scores.values()] == [1, 1]
    assert api.cpwer(kind(REF), kind(REF[::-1])).errors == 0
    assert api.cpwer({"A": kind(REF), "B": "x"}, [kind(REF), "x"]).errors == 0


def test_none_and_nan_among_texts_are_errors_with_their_place() -> None:
    for bad, shown in ((None, "None"), (float("nan"), "nan"), (b"a", "bytes b'a'"), (3, "3")):
        with pytest.raises(InputError, match=f"entry '1'(: | is ).*{shown}"):
            api.wer(["a", bad], ["a", "b"])
        with pytest.raises(InputError, match=f"utterance 2 of 'A' is .*{shown}"):
            api.cpwer("a", {"A": ["a", "b", bad]})
    pandas = pytest.importorskip("pandas", reason="pip install hubbub[dataframe]")
    for series in (pandas.Series(["a", None]), pandas.Series(["a", None], dtype="string"), pandas.Series([1.5, 2])):
        with pytest.raises(InputError, match=r"entry '[01]' is"):
            api.wer(series, ["a", "b"])


@pytest.mark.parametrize(
    ("bad", "remedy"),
    [
        ({"a b", "c"}, "has no order; pass a list"),
        (frozenset({"a"}), "has no order; pass a list"),
        (b"a b", "decode it"),
        (bytearray(b"a b"), "decode it"),
        ([b"a b"], "decode|give a text"),
        ({"A": b"a b"}, "decode it"),
        ({"A": {"a b", "c"}}, "has no order"),
        ({"A": "a b", "B": "c"}.items(), "pass the dict itself"),
        ([("Alice", "a b"), ("Bob", "c")], "pass a dict"),
        (None, "None is not a transcript"),
        (Segment("a"), "put it into a list"),
        ([[Segment("a")]], "utterance 0 of '0' is the Segment"),
        ([Segment("a"), "b"], "entry '0' is the Segment"),
        ([Path("a.stm"), "b"], "pass Path objects only"),
        ({("s", "A"): "a b"}, "is not a name"),
        ({1: "a", "1": "b"}, "two entries are named 1"),
        ({None: "a"}, "None is not a name"),
    ],
)
def test_what_has_no_meaning_is_refused_with_a_remedy(bad: Any, remedy: str) -> None:
    for one, other in ((bad, "a b"), ("a b", bad)):
        with pytest.raises(InputError, match=remedy):
            api.cpwer(one, other)


class Arrow:
    """As an Arrow table: `columns` holds the columns, `column_names` their names."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.column_names = list(rows[0])
        self.columns = [ArrowArray([row[name] for row in rows]) for name in self.column_names]

    def __getitem__(self, name: str) -> ArrowArray:
        return self.columns[self.column_names.index(name)]


def table(kind: str, rows: list[dict[str, Any]]) -> Any:
    if kind == "arrow":
        return Arrow(rows)
    if kind == "records":
        numpy = pytest.importorskip("numpy", reason="pip install hubbub[dataframe]")
        kinds = [(name, "f8" if isinstance(value, float) else "U9") for name, value in rows[0].items()]
        return numpy.array([tuple(row.values()) for row in rows], dtype=kinds)
    return pytest.importorskip(kind, reason="pip install hubbub[dataframe]").DataFrame(rows)


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow", "records"])
def test_tables_with_the_columns_of_segments_are_segments(kind: str) -> None:
    scores = api.cpwer(table(kind, ROWS), ROWS)
    assert (list(scores), scores.total.errors, scores.total.length) == (["s", "t"], 0, 5)
    assert api.tcpwer(ROWS, table(kind, ROWS), collar=5).total == scores.total
    assert api.der(table(kind, ROWS), table(kind, ROWS)).total.rate == 0
    wrong = [{"speaker": row["speaker"], "lyrics": row["words"]} for row in ROWS]
    with pytest.raises(InputError, match=r"has no column words \(found speaker, lyrics\)"):
        api.cpwer(table(kind, wrong), "a")
    with pytest.raises(InputError, match="has no column one of session_id"):
        api.wer(table(kind, [{"words": "a b"}, {"words": "c"}]), ["a b", "c"])


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_holes_of_tables_are_unknown(kind: str) -> None:
    rows: list[dict[str, Any]] = [{**row, "start_time": None, "end_time": None} for row in ROWS[:2]]
    rows[0]["speaker"] = None
    assert api.cpwer(table(kind, rows), table(kind, rows)).length == 3
    with pytest.raises(HubbubError, match="segment 1: words is null"):
        api.cpwer(table(kind, [ROWS[0], {**ROWS[1], "words": None}]), ROWS)
    frame = table(kind, [{**row, "session_id": number} for number, row in enumerate(ROWS)])
    assert list(api.cpwer(frame, frame)) == ["0", "1", "2"]


def test_a_lazy_frame_is_to_be_collected() -> None:
    polars = pytest.importorskip("polars", reason="pip install hubbub[dataframe]")
    with pytest.raises(InputError, match="collect"):
        api.cpwer(polars.DataFrame(ROWS).lazy(), ROWS)
    pandas = pytest.importorskip("pandas", reason="pip install hubbub[dataframe]")
    twice = pandas.DataFrame([["a", "A", "B"]], columns=["words", "speaker", "speaker"])
    with pytest.raises(InputError, match="two columns named speaker"):
        api.cpwer(twice, ROWS)


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy", reason="pip install hubbub[dataframe]")
    for kind in (numpy.float32, numpy.float64, numpy.int64, numpy.uint8):
        ref = [{**row, "start_time": kind(row["start_time"]), "end_time": kind(row["end_time"])} for row in ROWS]
        assert api.tcpwer(ref, ROWS, collar=kind(5)).total.errors == 0
        made = [Segment("a b", "s", numpy.str_("A"), kind(0), kind(1))]
        assert api.tcpwer(made, made, collar=1).errors == 0
    named = [{"words": "a", "speaker": numpy.int64(1)}]
    assert api.sawer(named, {1: "a"}).errors == 0
    assert api.cpwer("a", "b", costs=numpy.array([0, 2, 1, 1]), jobs=numpy.int64(2)).cost == 2
    assert api.cpwer(numpy.str_("a"), {numpy.int64(0): numpy.str_("a")}).errors == 0


NAMES = ["ref.odt", "hyp.tex.gz", "dir/ref.xml", "./ref", "/data/ref"]
WINDOWS = [r"C:\data\ref.xlsx", r"C:\data\refs", r"d:\my data\refs", r".\ref", r"..\refs\dev", r"\\server\refs"]


@pytest.mark.parametrize("name", [*NAMES, *WINDOWS])
def test_a_text_that_looks_like_a_file_is_no_word(name: str) -> None:
    for call in (api.wer, api.cpwer, api.der):
        with pytest.raises(InputError, match="looks like a file name; pass a Path"):
            call(name, name)
    assert api.wer([name, "a"], [name, "b"]).total.errors == 1


def test_a_string_with_a_known_suffix_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("s 1 A 0 1 a b\n", encoding="utf-8")
    assert api.wer(str(tmp_path / "ref.stm"), [tmp_path / "ref.stm"]).total.length == 2
    with pytest.raises(FormatError, match=r"no such file; check the path; if it is text, put it into a list"):
        api.wer("text", "text")
    for words in ("U.S.A.", "3.14", "and/or", "e.g.", "hm...", "/uh/", "see ref.odt", "你好.再见"):
        assert api.wer(words, words).errors == 0


def test_one_text_does_not_decide_what_the_others_are() -> None:
    for odd in ("text", "package.json", "ref.stm", "a/b.ctm"):
        scores = api.wer(["a b", "c", odd], ["a", "b c", odd])
        assert [result.errors for result in scores.values()] == [1, 1, 0]
        assert api.cpwer(["a b", odd], [odd, "a b"]).errors == 0
    assert api.wer(["text"], ["test"]).total.errors == 1
    for names in (["a.stm", "b.stm"], ["package.json"], ["exp/a/text", "exp/b/text"]):
        for call in (api.wer, api.cpwer, api.der):
            with pytest.raises(InputError, match="may be files or texts; use Path objects"):
                call(names, names)


def test_several_metrics_agree_with_each_of_them_or_are_refused() -> None:
    for ref, hyp in ((REF, HYP), (["a"], ["a"]), (REF, "a b c d"), ({"A": "a b"}, HYP)):
        with pytest.raises(InputError, match="WER pairs the texts of a list as sentences, cpWER takes each for a"):
            api.score(["wer", "cpwer"], ref, hyp)
    pairs: list[tuple[Any, Any]] = [
        ({"A": "a b", "B": "c d"}, {"A": "a b c", "B": "d"}),
        ("a b", ["a c"]),
        ({"A": "a b"}, ["b"]),
        ([["a b"], ["c d"]], [["a b c"], ["d"]]),
        (ROWS, ROWS[1:]),
    ]
    for ref, hyp in pairs:
        both: dict[str, Any] = api.score(["wer", "cpwer"], ref, hyp)
        for name in ("wer", "cpwer"):
            assert both[name] == api.score(name, ref, hyp) == getattr(api, name)(ref, hyp)


def test_a_list_of_sentences_goes_with_as_many() -> None:
    assert api.wer("a b", ["a c"]).errors == api.wer(["a b"], "a c").errors == 1
    assert api.wer([], []).length == api.wer("", []).length == api.wer([], [Segment("")]).length == 0
    assert api.score(["wer", "cpwer"], [], [Segment("a")])["wer"].errors == 1
    for ref, hyp in (
        (REF, "a b c d"),
        ("a b c d", HYP),
        (ROWS[:2], REF),
        (REF, ["a"]),
        (["a"], []),
        ({"A": "a b c d"}, HYP),
    ):
        with pytest.raises(InputError, match="need as many hypotheses"):
            api.wer(ref, hyp)
    with pytest.raises(InputError, match="but there are 3"):
        api.wer(ROWS, ["a b", "c", "d e"])
    with pytest.raises(InputError, match="not in the reference"):
        api.wer(ROWS, ["a b"])
    assert api.wer(ROWS, []).total.errors == 5


@pytest.mark.parametrize(
    "bad",
    [
        [{"words": "a"}, {"text": "b"}],
        [{"Alice": "a b"}, {"Bob": "c"}],
        {"text": "a b", "speaker": "A"},
        {"speaker": "A", "transcript": "a b"},
        {"words": ["a b", "c"], "speaker": ["A", "B"]},
        {"text": ["a b", "c"]},
        {"words": "a b"},
        {"s": {"A": {"text": "a b"}}},
        {"s": {"A": {"B": "a b"}}},
        {"s": {"text": "a b", "speaker": "A"}},
        {"s": [{"words": "a b"}]},
        {"s": {"A": "a b"}, "t": "c"},
        [[{"words": "a b"}]],
    ],
)
def test_dicts_without_words_are_never_scored_by_their_keys(bad: Any) -> None:
    for call in (api.wer, api.cpwer, api.orcwer):
        for one, other in ((bad, "a b"), ("a b", bad)):
            with pytest.raises(HubbubError, match=r"; (give|pass|put|add)"):
                call(one, other)


def test_a_missing_key_is_named_with_those_that_are_there() -> None:
    line = r"segment 1: the key 'words' is missing; add it, or choose .* with text_column \(keys: text, speaker"
    with pytest.raises(FormatError, match=line):
        api.cpwer([{"words": "a"}, {"text": "b", "speaker": "A"}], "a")


def test_transcripts_hold_segments() -> None:
    for bad in (None, 3, "a b", [{"words": "a"}], ["a"], Segment("a")):
        with pytest.raises(InputError, match="give a list of Segments"):
            api.Transcript(bad)
    with pytest.raises(InputError, match="give a list of Regions"):
        api.Transcript([], ignored=[("s", 0, 1)])
    with pytest.raises(InputError, match="is no stretch of time"):
        api.Transcript([], ignored=[api.Region("s", "0", 1)])
    assert len(Transcript(segment for segment in (Segment("a"), Segment("b")))) == 2
    for bad, message in (
        (api.Segment(3), "segment 1: words is 3; give a text"),
        (api.Segment("a", speaker=3.5), "segment 1: speaker is 3.5; give a text"),
        (api.Segment("a", start="x"), "segment 1: start is 'x'; give seconds"),
    ):
        with pytest.raises(InputError, match=message):
            api.cpwer([Segment("a"), bad], "a")
    numbered = Transcript([api.Segment("a", session=0, speaker=0)])
    assert numbered.session_names() == numbered.columns.session_names() == ["0"]


def test_a_transcript_stays_as_it_was_made() -> None:
    segments, regions = [Segment("a b", speaker="A")], [api.Region("", 0, 1)]
    held = Transcript(segments, "", regions)
    segments[:] = [Segment("c"), Segment("d")]
    regions.clear()
    for transcript in (held, held[:], pickle.loads(pickle.dumps(held))):
        assert [*transcript] == [Segment("a b", speaker="A")]
        assert (len(transcript), len(transcript.ignored), [*transcript.speakers()]) == (1, 1, ["A"])


def test_files_are_named_by_strings_and_paths(tmp_path: Path) -> None:
    for bad in (None, 3, b"a.stm", ["a.stm"]):
        with pytest.raises(InputError, match="is not a file name"):
            api.load(bad)
        with pytest.raises(InputError, match="is not a file name"):
            api.dump(Transcript([]), bad)
    with pytest.raises(InputError, match="is not a transcript"):
        api.dump(3, tmp_path / "a.json")
    with pytest.raises(OptionError, match="unknown format"):
        api.load("a.stm", format=["stm"])


def test_scores_are_shown_and_written_from_scores() -> None:
    scores = api.wer(REF, HYP)
    for bad in (scores, 3, None, [3], ["a"], [scores["0"]]):
        with pytest.raises(InputError):
            api.dump_scores(bad)
    for bad in ("a", 3, None, [], {}, ["a"], api.purity(ROWS, ROWS)):
        with pytest.raises(InputError, match=r"; (give|pass)"):
            api.report(bad)
    assert len(api.report((scores, scores)).html) > len(api.report([scores]).html)
    with pytest.raises(InputError, match="title"):
        api.report(scores, title=3)
    with pytest.raises(InputError, match="audio"):
        api.report(scores, audio=3)
    for text in (
        '{"scores": [{"metric": 3}]}',
        '{"scores": [{"metric": "wer", "signature": "", "sessions": []}]}',
        "3",
    ):
        with pytest.raises(FormatError, match="not a JSON of scores"):
            api.load_scores(text)
    for name in (3, None, b"wer", ["wer", 3], []):
        with pytest.raises(OptionError):
            api.score(name, "a", "a")


def test_columns_are_named_as_in_a_csv_too() -> None:
    pandas = pytest.importorskip("pandas", reason="pip install hubbub[dataframe]")
    table = pandas.DataFrame({"words": ["a b"], "speaker": ["A"], "start": [0.5], "end": [2.0], "session": ["s"]})
    assert hubbub.tcpwer(table, table, collar=0).errors == 0
    with pytest.raises(
        InputError, match=r"times in milliseconds \(start_ms\); convert them to start_time and end_time"
    ):
        hubbub.tcpwer(table.rename(columns={"start": "start_ms"}), table, collar=0)
    rows = {"file": ["x/one.wav", "x/two.wav"], "speaker_id": [7, 8], "Start": [0, 0], "duration": [1.5, 1]}
    named = pandas.DataFrame(rows | {"text": ["a b", "c"]})
    scores = hubbub.tcpwer(named, named, collar=1)
    assert (list(scores), scores["one"].pairing) == (["one", "two"], ((7, 7),))
    for name in ("ref", "text"):
        with pytest.raises(
            InputError, match=rf"contains both sides; pass its columns, table\['{name}'\] and table\['hyp'\]"
        ):
            hubbub.wer(pandas.DataFrame({name: ["a"], "hyp": ["a"]}), ["a"])


def test_turns_need_no_words() -> None:
    turn = {"speaker": "A", "start_time": 0, "end_time": 5}
    assert hubbub.der([turn], [turn]).rate == 0


def test_a_total_shows_its_numbers() -> None:
    assert repr(hubbub.wer(["a b", "c"], ["a x", "c"]).total) == "<33.33%: 1 error in 3 (1 sub, 0 del, 0 ins)>"


@pytest.mark.parametrize("path", sorted((SAMPLES).glob("*.json")), ids=lambda path: path.stem)
def test_parsed_json_is_what_its_file_is(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    truth = api.load(path)
    speakers = {segment.speaker or "": segment.words for segment in truth}
    result = api.cpwer(data, truth)
    assert (result.errors, result.length) == (0, sum(len(segment.words.split()) for segment in truth))
    assert isinstance(api.cpwer(data, data), api.Result)
    assert api.cpwer(speakers, speakers).errors == 0, "texts by speaker are no JSON"


def test_texts_by_id_in_another_order_are_no_sequence() -> None:
    """WER of dicts is that of speakers, one after the other: the order would make all of it wrong."""
    reference, hypothesis = {"u1": "a b", "u2": "c d", "u3": "e"}, {"u2": "c d", "u1": "a b", "u3": "e"}
    with pytest.raises(InputError, match=r"has 'u2' before 'u1'; pass texts by id as lists, \[hypothesis\[id\]"):
        hubbub.wer(reference, hypothesis)
    assert hubbub.wer(list(reference.values()), [hypothesis[name] for name in reference]).errors == 0
    assert hubbub.cpwer(reference, hypothesis).errors == 0
    assert hubbub.wer(reference, {"x": "c d", "u1": "a b", "u3": "e"}).length == 5
    assert hubbub.wer({"Al": "a", "Bo": "b"}, {"Bo": "b", "Al": "a"}).length == 2  # two who talk, more likely
    assert hubbub.wer({"s": reference}, {"s": reference}).errors == 0


def test_a_system_beside_words_is_no_prediction() -> None:
    rows = [{"words": "a b", "speaker": "A", "hyp": "systemA"}, {"words": "c", "speaker": "B", "hyp": "systemA"}]
    assert hubbub.cpwer(rows, rows).errors == 0
    said = [{**row, "hyp": "a b c"} for row in rows]
    with pytest.raises(InputError, match=r"pass its columns, hubbub.wer\(data\['text'\], data\['hyp'\]\)"):
        hubbub.cpwer(rows, said)


@pytest.mark.parametrize(
    "text", [r"either\or", r"\alpha\beta", r"first\nsecond", r"\n", r"a\ b", r"C:", r"D\:", r"\textbf{a}"]
)
def test_a_backslash_makes_no_file_of_a_text(text: str) -> None:
    assert hubbub.wer(text, text).length == len(text.split())


def test_a_folder_with_a_backslash_is_no_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(r"refs\dev").mkdir(parents=True)  # of this name, or in a folder where names have no backslash
    with pytest.raises(InputError, match="is a folder; pass a Path, add a slash"):
        hubbub.wer(r"refs\dev", "a b")


@pytest.mark.parametrize(
    ("reference", "hypothesis"), [(r"refs\dev", r"hyps\dev"), (r"refs\v1.2\dev", r"my-hyps\dev_2")]
)
def test_two_texts_of_one_word_with_backslashes_are_no_words(reference: str, hypothesis: str) -> None:
    """Folders that Windows does not find, or that are on another system: one wrong word would be scored."""
    for call in (hubbub.wer, hubbub.cpwer, hubbub.wder, partial(hubbub.score, "wer", stream=True)):
        with pytest.raises(InputError, match="looks like a file name; pass a Path, or put it into a list"):
            [*call(reference, hypothesis)]
    assert hubbub.wer([reference], [hypothesis]).total.errors == 1


def test_two_files_in_folders_with_backslashes_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (r"refs\dev.stm", r"hyps\dev.stm"):  # of these names, or in folders where names have no backslash
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("m 1 A 0 1 good morning\n", encoding="utf-8")
    assert hubbub.wer(r"refs\dev.stm", r"hyps\dev.stm").total.length == 2


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        (r"either\or", "either or"),
        (r"\alpha\beta", r"\alpha\gamma"),
        (r"one two\n", r"one two\nthree"),
        (r"a\b", "a/b"),
    ],
)
def test_other_texts_with_backslashes_are_words(reference: str, hypothesis: str) -> None:
    assert hubbub.wer(reference, hypothesis).length == len(reference.split())


def test_names_with_backslashes_in_a_list_are_no_texts() -> None:
    with pytest.raises(InputError, match="may be files or texts; use Path objects"):
        hubbub.wer([r"refs\my a.stm"], ["a b"])


def test_a_folder_without_its_slash_is_no_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "refs").mkdir()
    (tmp_path / "refs" / "m.stm").write_text("m 1 A 0 1 good morning\n", encoding="utf-8")
    folder = f"{tmp_path}/refs"
    with pytest.raises(InputError):
        hubbub.cpwer(folder, folder)
    monkeypatch.chdir(tmp_path.parent)
    with pytest.raises(InputError, match="is a folder; pass a Path, add a slash"):
        hubbub.cpwer(f"{tmp_path.name}/refs", "a b")
    assert hubbub.cpwer(f"{tmp_path.name}/refs/", Path(folder)).errors == 0
    assert hubbub.wer("and/or", "and/or").length == 1


def test_bare_names_of_two_folders_are_no_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("refs", "hyps"):
        Path(name).mkdir()
        Path(name, "m.stm").write_text("m 1 A 0 1 good morning\n", encoding="utf-8")
    for call in (hubbub.wer, hubbub.cpwer, hubbub.wder):
        for hypothesis in ("refs", "hyps"):
            with pytest.raises(InputError, match="are folders; pass Paths, add slashes, or put each into a list"):
                call("refs", hypothesis)
    assert hubbub.cpwer("refs/", Path("hyps")).total.length == 2
    assert hubbub.wer(["refs"], ["hyps"]).total.errors == 1
    assert hubbub.wer("refs", "words").length == 1, "one side may be a word by coincidence"
