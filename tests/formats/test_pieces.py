"""Large files of lines are read in pieces, by several threads: what comes out is what one pass would have found."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import hubbub
from hubbub.errors import FormatError
from hubbub.formats import jsonl, lines, stm
from hubbub.parallel import reading_with


class Trickle(BytesIO):
    """A file that gives a few bytes at a time, so that pieces are short."""

    def __init__(self, data: bytes, most: int) -> None:
        super().__init__(data)
        self.most = most

    def readinto(self, buffer: Any) -> int:
        return super().readinto(memoryview(buffer)[: self.most])


def outcome(read: Any, file: BinaryIO, jobs: int) -> Any:
    with reading_with(jobs):
        try:
            transcript = read(file, "file")
        except FormatError as error:
            return str(error)
    return list(transcript), transcript.ignored, transcript.marked


LINES = st.sampled_from(
    [
        b"s 1 Alice 0 1 hello world",
        b"s 1 Bob 0.5 2 <o,f0> caf\xc3\xa9",
        b"t 1 Alice 1 2 {a / b} (uh)",
        b"t 1 Carol 3 4 IGNORE_TIME_SEGMENT_IN_SCORING",
        b";; a remark",
        b"",
        b"s 1 Alice 2 1 backwards",
        b"s 1 Alice 2",
        b"s 1 Alice 2 3 \xff",
        b"s 1 Alice 2 3 {a / b",
    ]
)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


@given(
    st.lists(st.tuples(LINES, ENDS), max_size=12).map(lambda parts: b"".join(line + end for line, end in parts)),
    st.integers(1, 40),
    st.integers(1, 3),
)
def test_pieces_of_stm_are_what_the_whole_is(data: bytes, most: int, jobs: int) -> None:
    assert outcome(stm.read, Trickle(data, most), jobs) == outcome(stm.read, BytesIO(data), 1)


def in_turn(data: bytes, size: int) -> Any:
    """What windows of about so many bytes hold, one after the other."""
    segments: list[Any] = []
    ignored: list[Any] = []
    assert stm.FORMAT.read_chunks is not None
    try:
        for part in stm.FORMAT.read_chunks(BytesIO(data), "file", size):
            segments += part
            ignored += part.ignored
    except FormatError as error:
        return str(error)
    return segments, ignored


@given(
    st.lists(st.tuples(LINES.filter(lambda line: not line.endswith(b"{a / b")), ENDS), max_size=12),
    st.booleans(),
    st.integers(1, 90),
    st.integers(1, 40),
)
@example(
    [(b";; a remark", b"\r"), (b"s 1 Alice 0 1 hello world", b"\n"), (b"", b"\n"), (b"s 1 Alice 2", b"\n")],
    False,
    12,
    1,
)
def test_windows_of_stm_are_what_the_whole_is(
    parts: list[tuple[bytes, bytes]], ended: bool, size: int, step: int
) -> None:
    data = b"".join(line + end for line, end in parts)
    data = data if ended else data.rstrip(b"\r\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "STEP", step)
        found = in_turn(data, size)
    whole = outcome(stm.read, BytesIO(data), 1)
    assert found == (whole if isinstance(whole, str) else (whole[0], list(whole[1])))


OBJECTS = st.sampled_from(
    [
        {"session_id": "s", "speaker": "Alice", "words": "hello"},
        {"session_id": "s", "speaker": "Bob", "words": "é\n", "start_time": 1, "end_time": 2},
        {"session_id": "t", "speaker": 1, "words": ""},
        {"session_id": "t", "speaker": "A", "words": "a", "mood": "good"},
        {"session_id": "t", "words": 1},
    ]
)


@given(st.lists(st.tuples(OBJECTS, ENDS), max_size=8), st.integers(1, 60), st.integers(1, 3))
def test_pieces_of_json_lines_are_what_the_whole_is(
    parts: list[tuple[dict[str, Any], bytes]], most: int, jobs: int
) -> None:
    data = b"".join(json.dumps(value, ensure_ascii=False).encode() + end for value, end in parts)
    assert outcome(jsonl.read, Trickle(data, most), jobs) == outcome(jsonl.read, BytesIO(data), 1)


def test_an_object_over_two_lines_is_no_json_line() -> None:
    with pytest.raises(FormatError, match="file:1: the JSON is incomplete"):
        jsonl.read(BytesIO(b'{"words":\n"a", "speaker": "b"}\n'), "file")


@pytest.fixture
def large(tmp_path: Path) -> tuple[Path, Path]:
    """Two files of more than a megabyte together."""
    rows = [f"s{i // 100} 1 Alice {i} {i + 1} word{i} again and again and again\n" for i in range(20_000)]
    paths = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    for path in paths:
        path.write_text("".join(rows), encoding="utf-8")
    return paths


def test_large_files_are_scored_alike_with_any_number_of_threads(large: tuple[Path, Path]) -> None:
    results = [hubbub.score("cpwer", *large, jobs=jobs) for jobs in (1, 2, 3)]
    assert results[0].length == 120_000
    assert results[0].errors == 0
    assert results[0].to_dict() == results[1].to_dict() == results[2].to_dict()


def test_a_large_file_is_the_same_with_any_number_of_threads(large: tuple[Path, Path]) -> None:
    with large[0].open("rb") as file:
        first, *others = (outcome(stm.read, file, jobs) for jobs in (1, 2, 5) if file.seek(0) == 0)
    assert others == [first, first]
    assert len(first[0]) == 20_000


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_error_is_that_of_the_reference_and_of_its_first_bad_line(large: tuple[Path, Path], jobs: int) -> None:
    for path, numbers in zip(large, ((15_000, 19_000), (5,)), strict=True):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number in numbers:
            lines[number - 1] = "s0 1 Alice one two"
        path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(FormatError, match=r"ref\.stm:15000: start 'one' is not a number"):
        hubbub.score("cpwer", *large, jobs=jobs)
