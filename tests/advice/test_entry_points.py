"""Problems that `inspect` finds are reported wherever a file is scored or ranked."""

from pathlib import Path

import pytest
from support.running import Hubbub

import hubbub as package

TURNS = [(0.5, 2.0, "A"), (2.5, 4.5, "B"), (5.0, 9.0, "A"), (9.5, 12.0, "B")]
SCORING = (
    ["cpwer"],
    ["score", "-m", "wer,cpwer"],
    ["align"],
    ["errors"],
    ["blame"],
    ["compare", "-m", "cpwer"],
    ["rank"],
    ["report", "-o", "page.html", "--force"],
    ["cpwer", "--stream"],
)


def rttm(path: Path, ends: bool) -> Path:
    lines = (
        f"SPEAKER m 1 {start} {end if ends else end - start} <NA> <NA> {who} <NA> <NA>\n" for start, end, who in TURNS
    )
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_end_times_instead_of_durations(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = rttm(tmp_path / "ref.rttm", ends=False), rttm(tmp_path / "hyp.rttm", ends=True)
    line = f"{hyp}: the durations look like end times; subtract the start from each"
    assert f"warning: {line}\n" in hubbub("der", "-r", ref, "-h", hyp).err
    assert line.partition(": ")[2] in hubbub("inspect", hyp).out
    assert "end times" not in hubbub("der", "-r", ref, "-h", ref).err
    assert [note.kind for note in package.der(ref, hyp).notes] == ["end_times"]


PROBLEMS = {
    "milliseconds": (
        "".join(f"m 1 A {1000 * i} {1000 * i + 900} one two\n" for i in range(8)),
        "times look like milliseconds",
    ),
    "speech_rate": ("m 1 A 0 0.1 one two three four five\n", "more than 12 words per second"),
    "duplicate_segments": (2 * "m 1 A 0 5 one two\n", "1 duplicate segment"),
    "swapped_columns": (
        "session_id,speaker,words\nm,so what do we do now,A\nm,well let us see about it,B\nm,that is fine with me,A\n",
        "are the columns of speaker and words swapped?",
    ),
}


@pytest.mark.parametrize("kind", PROBLEMS)
@pytest.mark.parametrize("command", SCORING, ids=" ".join)
def test_a_problem_is_reported_at_every_entry_point(
    hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    text, message = PROBLEMS[kind]
    name = "x.csv" if text.startswith("session_id") else "x.stm"
    Path(name).write_text(text, encoding="utf-8")
    Path("y.stm").write_text("m 1 A 0 5 one two\n", encoding="utf-8")
    systems = ["-h", f"X={name}"] if command[0] not in ("compare", "rank") else ["-h", f"X={name}", "-h", "Y=y.stm"]
    run = hubbub(*command, "-r", "y.stm", *systems)
    assert (run.code, message in run.err) == (0, True), run.err
    assert message in hubbub("inspect", name).out.replace("\n    ", " ")
    assert kind in [note.kind for note in package.cpwer("y.stm", name).notes]
