"""Files in and out: where they come from, how their format is told, and what is said of bad ones."""

from __future__ import annotations

import gc
import gzip
import io
import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from support.bad_files import BAD
from support.segments import READ, STM
from support.work import work

import hubbub
from hubbub.errors import FormatError, HubbubError, OptionError
from hubbub.formats import FORMATS, dump, dumps, load, loads
from hubbub.model.transcript import Segment, Transcript


@pytest.fixture
def stm(tmp_path: Path) -> Path:
    path = tmp_path / "a.stm"
    path.write_text(STM, encoding="utf-8")
    return path


# Where files come from


def test_paths_and_globs(stm: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.stm"
    other.write_text("n 1 Carol 0 1 x\n", encoding="utf-8")
    assert load(stm) == load(str(stm)) == READ
    both = load(stm, other)
    assert both == load(tmp_path / "*.stm") == load(str(tmp_path / "[ab].stm"))
    assert [segment.session for segment in both] == ["m", "m", "n"]
    with pytest.raises(FormatError, match="no file matches"):
        load(tmp_path / "*.ctm")


def test_a_name_with_glob_characters_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "a[1].stm"
    path.write_text(STM, encoding="utf-8")
    assert load(path) == READ


@pytest.mark.parametrize("name", ["a.stm.gz", "a.stm"])
def test_gzip_by_content(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(STM.encode()))
    assert load(path) == READ


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("content", [STM, '[{"words": "é", "mine": 1}]', '{"text": "é"}'])
def test_utf_16_with_its_mark(tmp_path: Path, content: str, encoding: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(("" if encoding == "utf-16" else "\ufeff").encode(encoding) + content.encode(encoding))
    assert list(load(path)) == list(loads(content, name=str(path))) == list(loads(path.read_bytes(), name=str(path)))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (STM.encode(), gzip.compress(STM.encode())):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert load("-") == READ
    with pytest.raises(FormatError, match="-: given twice"):
        load("-", "-")


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
@pytest.mark.parametrize("content", ['[{"words": "a", "mine": 1}]', STM])
def test_pipes_are_read_once(content: str) -> None:
    reading, writing = os.pipe()
    os.write(writing, content.encode())
    os.close(writing)
    try:
        assert load(f"/dev/fd/{reading}") == loads(content)
    finally:
        os.close(reading)


def test_the_same_file_twice(stm: Path, tmp_path: Path) -> None:
    names: list[str | Path] = [stm, tmp_path / "a.*", f"{tmp_path}/./a.stm"]
    if os.name != "nt":  # which lets few users make links
        names.append(tmp_path / "link.stm")
        (tmp_path / "link.stm").symlink_to(stm)
    for again in names:
        with pytest.raises(FormatError, match="given twice"):
            load(stm, again)


def test_the_same_line_in_two_files(tmp_path: Path) -> None:
    for name in ("a.trn", "b.trn"):
        (tmp_path / name).write_text("hello (u1)\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"session u1 is also in .*a\.trn"):
        load(tmp_path / "a.trn", tmp_path / "b.trn")


def test_several_ctm_files_are_several_streams(tmp_path: Path) -> None:
    for name in ("one.ctm", "two.ctm"):
        (tmp_path / name).write_text("m 1 0 1 x\n", encoding="utf-8")
    assert [segment.speaker for segment in load(tmp_path / "*.ctm")] == ["one", "two"]


def test_kaldi_with_files_beside_it(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("u1 hello world\nu2\n", encoding="utf-8")
    assert list(load(text)) == [Segment("hello world", "u1"), Segment("", "u2")]
    (tmp_path / "utt2spk").write_text("u1 Alice\nu2 Bob\n", encoding="utf-8")
    (tmp_path / "segments").write_text("u2 rec 2 3.5\nu1 rec 0 1\n", encoding="utf-8")
    read = load(text)
    assert list(read) == [
        Segment("hello world", "rec", "Alice", 0.0, 1.0, extra={"utterance": "u1"}),
        Segment("", "rec", "Bob", 2.0, 3.5, extra={"utterance": "u2"}),
    ]
    assert dumps(read, "kaldi") == text.read_text(encoding="utf-8")
    (tmp_path / "segments").write_text("u1 rec 0 1\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"text:2: u2 is missing from the file segments"):
        load(text)


# How the format is told

EXAMPLES = {
    "seglst": '[{"session_id": "m", "words": "a"}]',
    "rttm": "SPEAKER m 1 0 1 <NA> <NA> A <NA> <NA>\n",
    "stm": STM,
    "ctm": "m 1 0 1 hello 0.5\nm 1 1 1 2\n",
    "uem": "m 1 0 10\n",
    "trn": "hello world (u1)\n",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_by_content(tmp_path: Path, name: str) -> None:
    path = tmp_path / "unnamed"
    path.write_text(EXAMPLES[name], encoding="utf-8")
    assert list(load(path)) == list(loads(EXAMPLES[name], name, str(path)))
    assert next(f.name for f in FORMATS.values() if f.matches(EXAMPLES[name])) == name


def test_by_content_of_a_long_file() -> None:
    assert len(loads(STM * 5000)) == 10_000


def test_by_name_and_by_wish(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(STM, encoding="utf-8")
    with pytest.raises(
        FormatError, match=r"a\.txt: looks like stm, but has the suffix of text; choose the format: stm, or"
    ):
        load(path)
    assert load(path, format="text")[0].words == "m 1 Alice 0 1 hello world"
    assert load(path, format="stm") == READ
    with pytest.raises(OptionError, match=r"unknown format 'stn'.* seglst, rttm"):
        load(path, format="stn")


# Bad files


@pytest.mark.parametrize("case", BAD)
def test_bad_files(tmp_path: Path, case: str) -> None:
    name, content, message = BAD[case]
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FormatError) as error:
        load(path)
    assert str(error.value).startswith(f"{path}{message}")
    assert "; " in str(error.value)


def test_lone_surrogates_are_refused(tmp_path: Path) -> None:
    with pytest.raises(HubbubError):
        loads("m 1 a 0 1 \ud800", "stm")
    with pytest.raises(HubbubError, match=r":1: \\ud800 is half of a surrogate pair; write both halves"):
        loads('[{"words": "\\ud800"}]', "seglst")
    with pytest.raises(HubbubError, match="characters that are not text"):
        dump(Transcript([Segment("\ud800", "m", "s", 0.0, 1.0)]), tmp_path / "a.stm")
    assert os.listdir(tmp_path) == []


def test_missing_files_and_directories(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path, "the folder is empty"),
        (tmp_path / "x.stm", "no such file"),
        (Path("a\0b"), "cannot be"),
    ):
        with pytest.raises(FormatError, match=message):
            load(path)


def test_a_missing_file_suggests_the_most_similar_name(tmp_path: Path) -> None:
    near = tmp_path / "meeting_ref.stm"
    near.write_text("m 1 A 0 1 a\n", encoding="utf-8")
    with pytest.raises(FormatError) as refused:
        load(tmp_path / "meeting_reff.stm")
    assert refused.value.remedy == f"did you mean {near.name}?"
    with pytest.raises(FormatError) as refused:
        load(tmp_path / "another.stm")
    assert refused.value.remedy == "check the path"
    with pytest.raises(FormatError, match=r"meeting_ref\.stm\? If it is text, put it into a list"):
        hubbub.wer(str(tmp_path / "meeting_reff.stm"), ["a"])


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a file that cannot be read")
def test_unreadable(stm: Path) -> None:
    stm.chmod(0)
    with pytest.raises(FormatError, match="permission denied"):
        load(stm)


# Large files, and what loading leaves behind


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_larger_than_the_window(tmp_path: Path, end: str) -> None:
    segments = [Segment(f"w{i} é \\ {'x' * (i % 700 + 1)}", f"m{i}", "s", i / 8, i + 0.5, "1") for i in range(3000)]
    for name in ("stm", "seglst"):
        path = tmp_path / "a"
        path.write_bytes(dumps(Transcript(segments), name).replace("\n", end).encode())
        assert path.stat().st_size > 2**20
        assert list(load(path, format=name)) == segments
    path.write_bytes(path.read_bytes()[:-300])
    with pytest.raises(FormatError, match="incomplete"):
        load(path)


def test_one_line_larger_than_the_window() -> None:
    words = "word " * 200_000
    assert loads(f"m 1 s 0 1 {words}\nm 1 s 1 2 x", "stm")[1].words == "x"
    assert loads(f'[{{"words": "{words}"}}, {{"words": "x"}}]', "seglst")[0].words == words


def test_garbage_collection_stays_on(stm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(gc, "disable")
    monkeypatch.delattr(gc, "set_threshold")
    load(stm)
    assert gc.isenabled()


def test_a_ctm_is_one_transcript_however_many_lines_are_objects_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from hubbub.formats import ctm

    lines = "".join(f"a 1 {place} 0.5 word{place} 0.{place}\n" for place in range(1, 10))
    whole = loads(lines, "ctm")
    monkeypatch.setattr(ctm, "WINDOW", 2)
    assert loads(lines, "ctm") == whole
    with pytest.raises(FormatError, match=":10: 9 fields, too many"):
        loads(lines + "a 1 9 0.5 word 1 lex b c\n", "ctm")


def test_two_ctm_files_of_one_name_are_not_merged(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "out.ctm").write_text("s 1 0 1 word\n", encoding="utf-8")
    with pytest.raises(FormatError, match="its stream is named out, like that of"):
        load(tmp_path / "a/out.ctm", tmp_path / "b/out.ctm")


# Files that are larger than memory, or take long


def test_what_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hubbub.formats import files

    monkeypatch.setattr(files, "MIN_GZIP_LIMIT", 1 << 16)
    bomb, large = tmp_path / "bomb.stm.gz", tmp_path / "large.txt"
    bomb.write_bytes(gzip.compress(STM.encode() * 10_000))
    with pytest.raises(FormatError, match=r"bomb\.stm\.gz: too large: more than 0 MB; check that it is a transcript"):
        load(bomb)
    monkeypatch.setattr(files, "MAX_BYTES", 1 << 10)
    large.write_text("a\n" * 1000, encoding="utf-8")
    with pytest.raises(FormatError, match=r"large\.txt: too large: "):
        load(large)


def test_memory_that_runs_out_is_said(stm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Transcript:
        raise MemoryError

    monkeypatch.setattr("hubbub.formats.stm.FORMAT", FORMATS["stm"]._replace(read=fail))
    with pytest.raises(
        FormatError, match="too large: does not fit into memory; check that it is a transcript, or split"
    ):
        load(stm)


@pytest.mark.skipif(os.name == "nt", reason="sparse files")
def test_sparse_files(tmp_path: Path) -> None:
    path = tmp_path / "a.stm"
    with path.open("wb") as file:
        file.write(b"A 1 x 0 1 a\n" * 6000)
        file.truncate(1 << 36)
    with pytest.raises(FormatError, match="too large: does not fit into memory"):
        load(path)


LONG = 1000
PARTS = (" ", "(", "{ ", "1", "a: ")
LINES = ("{}", "m 1 s 0 1 {}", "{} (id)", "a{}(x", "[{}]", '[{{"words": "a", "start_time": "{}"}}]')


@pytest.mark.parametrize("name", [*FORMATS, None])
def test_lines_that_are_four_times_as_long_take_four_times_the_work(name: str | None) -> None:
    def reading(line: str) -> int:
        def read() -> None:
            with suppress(HubbubError):
                loads(line, name)

        return work(read)

    reading("[]")  # imports what reads it
    for part in PARTS:
        for line in LINES:
            short, long = (reading(line.format(part * number)) for number in (LONG, 4 * LONG))
            assert long < 5 * short, f"{line.format(part)}: {short} steps, and {long} where it is four times as long"


@pytest.mark.parametrize("line", ["m 1 s 0 1 {}", "{} (id)"])
def test_deep_alternations(line: str) -> None:
    format = "stm" if line.startswith("m") else "trn"
    assert loads(line.format("{a / " * 100 + "b" + "}" * 100), format)[0].marked is not None
    with suppress(HubbubError):
        loads(line.format("{a / " * 5000 + "b" + "}" * 5000), format)
