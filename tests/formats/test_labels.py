"""What stands in angle brackets before the words of an STM: a label, or the first word."""

from __future__ import annotations

from pathlib import Path

import pytest

from hubbub import FormatError, Segment, Transcript, dump, load


@pytest.mark.parametrize(
    ("lines", "words", "labels"),
    [
        (["<o,f0> a b", "<unk> c", "d <unk>"], ["a b", "<unk> c", "d <unk>"], 0),
        (["<unk> c", "d"], ["<unk> c", "d"], 0),
        (["<unk>", "d"], ["<unk>", "d"], 0),
        (["<o> a", "<o> b"], ["a", "b"], 2),
        (["<unk> a"], ["a"], 1),
    ],
)
def test_a_label_or_a_first_word(tmp_path: Path, lines: list[str], words: list[str], labels: int) -> None:
    path = tmp_path / "a.stm"
    text = "".join(f"m 1 A {place} {place + 1} {line}\n" for place, line in enumerate(lines))
    gap = "m 1 gap 8 9 <o> IGNORE_TIME_SEGMENT_IN_SCORING\n"
    for content in (text, text + gap):
        path.write_text(content, encoding="utf-8")
        transcript = load(path)
        assert [segment.words for segment in transcript] == words
        assert transcript.left_out == ({f"labels such as {lines[0].split()[0]}": labels} if labels else {})
        assert len(transcript.ignored) == (content != text)
    path.write_text(';; LABEL "O" "Overall" "All of it"\n' + text, encoding="utf-8")
    declared = [line.removeprefix("<o> ") for line in lines]
    assert [segment.words for segment in load(path)] == (declared if "<o> a" in lines else words)


def test_labels_are_written_so_that_they_stay_labels(tmp_path: Path) -> None:
    path = tmp_path / "a.stm"
    labelled = Transcript(
        [
            Segment("a", "m", "A", 0, 1, "1", extra={"label": "<o>"}),
            Segment("<unk> b", "m", "A", 1, 2, "1"),
            Segment("c", "m", "A", 2, 3),
        ],
        "",
    )
    dump(labelled, path)
    assert load(path) == labelled
    with pytest.raises(FormatError, match="the first word <unk> would be read as a label"):
        dump(labelled[:2], path)
