"""Corpora that are read as they are needed: a small one, with parts and batches so short that there are many."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from support.lacking import needs
from support.running import Hubbub

import hubbub as api
from hubbub.cli.terminal import ProgressLine
from hubbub.errors import FormatError, InputError
from hubbub.formats import chunks, loads
from hubbub.model.transcript import joined
from hubbub.scoring import batches, journal
from hubbub.scoring.batches import Pace

SESSIONS, FILES = 2000, 300
"""In files of many sessions, and in folders of a file for each."""
KINDS = ("stm", "jsonl", "parquet", "folder")
METRICS = ["score", "-m", "cpwer,tcpwer", "--collar", "5"]


def segments(seed: int, count: int = SESSIONS) -> Iterator[dict[str, Any]]:
    """The hypothesis has other words here and there, and other names of speakers."""
    for number in range(count):
        random = Random(number)
        for place in range(4):
            words = random.choices(["yes", "no", "well", "so", "café"], k=random.randrange(5))
            if seed and words and random.random() < 0.3:
                words[0] = "uh"
            yield {
                "session_id": f"session{number:05}",
                "speaker": f"{'stream' if seed else 'speaker'}{place % 2}",
                "start_time": place * 2.0,
                "end_time": place * 2.0 + 1.5,
                "words": " ".join(words),
            }


def stm(s: dict[str, Any]) -> str:
    return f"{s['session_id']} 1 {s['speaker']} {s['start_time']} {s['end_time']} {s['words']}\n"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Both sides in every kind of input, as arguments of a command."""
    import polars

    folder = tmp_path_factory.mktemp("corpus")
    written: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for seed, (option, name) in enumerate((("-r", "ref"), ("-h", "hyp"))):
        rows = list(segments(seed))
        (folder / f"{name}.stm").write_text("".join(map(stm, rows)), encoding="utf-8")
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        polars.DataFrame(rows).write_parquet(folder / f"{name}.parquet", row_group_size=1000)
        (folder / name).mkdir()
        for first in range(0, FILES * 4, 4):
            lines = "".join(map(stm, rows[first : first + 4]))
            (folder / name / f"{rows[first]['session_id']}.stm").write_text(lines, encoding="utf-8")
        for kind in KINDS:
            written[kind] += [option, str(folder / name) if kind == "folder" else str(folder / f"{name}.{kind}")]
    return written


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts and batches are so short that there are dozens of them."""
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 1 << 13)
    for name in ("FIRST", "LEAST", "MOST"):
        monkeypatch.setattr(batches, name, 3000)


@pytest.mark.parametrize(("kind", "jobs"), [("stm", "1"), *((kind, "2") for kind in KINDS)])
def test_every_kind_of_input_gives_what_memory_gives(
    hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path, kind: str, jobs: str
) -> None:
    arguments = [*METRICS, *corpus[kind], "--total", "--jobs", jobs]
    whole = hubbub(*arguments, "-o", tmp_path / "whole.json", "-o", tmp_path / "whole.csv")
    stream = hubbub(*arguments, "--stream", "-o", tmp_path / "stream.json", "-o", tmp_path / "stream.csv")
    assert (stream.code, stream.out, stream.err) == (whole.code, whole.out, whole.err)
    assert "total" in stream.out
    for suffix in ("json", "csv"):
        assert (tmp_path / f"stream.{suffix}").read_bytes() == (tmp_path / f"whole.{suffix}").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["stream.csv", "stream.json", "whole.csv", "whole.json"]


TURNS = [f"s{i} 1 {who} {place} {place + 1} word{place} and more" for i in range(3) for place, who in enumerate("ABAB")]
CUES = "1\n00:00:00,000 --> 00:00:02,000\nword0 and more\n\n"
NAMELESS = json.dumps([{"session_id": f"s{i}", "words": "word0 and more"} for i in range(3)])


IDS = ["S-1", "S-2", "S-3", "S-4"]


@pytest.mark.parametrize("heard", [["s-1", "s-2", "s-3", "S-4"], ["S-1", "S-2", "s-3"], ["S-2", "s-4"], ["s-2", "s-5"]])
def test_ids_match_without_case_if_nothing_else_differs(monkeypatch: pytest.MonkeyPatch, heard: list[str]) -> None:
    for name in ("FIRST", "LEAST", "MOST"):
        monkeypatch.setattr(batches, name, 1)

    def trn(ids: list[str]) -> list[api.Transcript]:
        return [loads(f"a b ({name})\n", "trn") for name in ids]

    partial = heard[-1] == "s-5"
    whole = api.wer(joined(trn(IDS), ""), joined(trn(heard), ""), partial=partial)
    stream = api.score("wer", iter(trn(IDS)), iter(trn(heard)), stream=True, partial=partial)
    assert {name: result.errors for name, result in whole.items()} == {one.session: one.errors for one in stream}
    twins = api.score("wer", iter(trn(["S-1", "S-2", "s-1"])), iter(trn(["s-1", "S-2"])), stream=True)
    with pytest.raises(api.InputError, match="ids S-1 and s-1 differ in case only"):
        list(twins)
    left, right = (iter([api.Segment("a", f"{name}{i}", "A") for i in "123"]) for name in "Ss")
    spoken = api.score("wer", left, right, stream=True)
    with pytest.raises(api.InputError, match="not in the reference"):
        list(spoken)


def test_each_folder_stands_for_itself(hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever they are, a session may be in two folders that were both named."""
    monkeypatch.chdir(tmp_path)
    for name, speaker in (("one", "A"), ("two", "B")):
        Path(name).mkdir()
        Path(name, "m.stm").write_text(f"m 1 {speaker} 0 1 hello there\n", encoding="utf-8")
    for folders in (["one", "two"], ["one", tmp_path / "two"], [tmp_path / "one", tmp_path / "two"]):
        command = ["cpwer", "-r", *folders, "-h", *folders]
        whole, stream = hubbub(*command), hubbub(*command, "--stream")
        assert (whole.code, stream.code) == (0, 0), stream.err
        assert stream.out == whole.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["cpwer", "--optional-words", "-h", "hyp.stm"], "--optional-words has no effect"),
        (["cpwer", "-h", "nameless.json"], "no speaker names"),
        (["cpwer", "-h", "hyp.stm", "again.stm"], "both have speaker A of session s0 at the same time"),
        (["cpwer", "-h", "a.stm", "-h", "b.stm"], "contain one stream each of the same sessions"),
        (
            ["wer", "-r", "one.stm", "-h", "cues.srt"],
            "cues.srt: names no session; scored as s0, the only reference session",
        ),
        (["cpwer", "-h", "labels.stm"], "labels.stm: skipped 12 labels such as <unk>"),
        (["cpwer", "-h", "folder"], "folder: skipped 1 file that is not a transcript (1 .wav)"),
        (
            ["mimower", "--effort", "1e-4", "-r", "hard.stm", "-h", "harder.stm"],
            "search stopped early (effort limit) in 2 sessions: s0 (",
        ),
    ],
)
def test_notes_are_those_of_what_is_read_whole(
    hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = {"ref": TURNS, "hyp": TURNS[::-1], "again": TURNS[:2], "one": TURNS[:4]}
    lines |= {name: [turn for turn in TURNS if f" {name.upper()} " in turn] for name in "ab"}
    lines["labels"] = [turn.replace(" word", " <unk> word") for turn in TURNS]
    random = Random(1)
    for name in ("hard", "harder"):
        noisy = [(f"s{i % 2} 1 {random.choice('ABC')} {i} {i + 1}", random.choices("abcdefg", k=4)) for i in range(48)]
        lines[name] = [f"{turn} {' '.join(words)}" for turn, words in noisy]
    for name, turns in lines.items():
        Path(f"{name}.stm").write_text("\n".join(turns), encoding="utf-8")
    Path("folder").mkdir()
    Path("folder/hyp.stm").write_text("\n".join(TURNS[:4]), encoding="utf-8")
    Path("folder/more.stm").write_text("\n".join(TURNS[4:]), encoding="utf-8")
    Path("folder/talk.wav").touch()
    Path("nameless.json").write_text(NAMELESS, encoding="utf-8")
    Path("cues.srt").write_text(CUES, encoding="utf-8")
    command = [*arguments, *([] if "-r" in arguments else ["-r", "ref.stm"])]
    whole, stream = hubbub(*command), hubbub(*command, "--stream")
    assert told in whole.err
    # Without the words at hand, the cost of a speaker without a stream is not known.
    err = re.sub(r" \(\d+ words? (deleted|inserted)\)", "", whole.err)
    assert (stream.code, stream.out, stream.err) == (whole.code, whole.out, err)


def test_a_uem_that_names_no_session_is_found_before_anything_is_scored(
    hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scored: list[Any] = []
    monkeypatch.setattr(batches, "score_sessions", lambda *given, **_: scored.append(given))
    uem = tmp_path / "other.uem"
    uem.write_text("elsewhere 1 0 10\n", encoding="utf-8")
    run = hubbub("cpwer", *corpus["stm"], "--stream", "--uem", uem)
    assert run.code == 1
    assert "the UEM (session elsewhere) names no session of the reference (sessions session00000" in run.err
    _, ref, _, hyp = corpus["stm"]
    with pytest.raises(api.InputError, match="names no session of the reference"):
        next(api.score("cpwer", ref, hyp, stream=True, uem=uem))
    assert scored == []


def test_results_come_one_by_one(corpus: dict[str, list[str]]) -> None:
    _, ref, _, hyp = corpus["stm"]
    whole = api.score(["cpwer", "wer"], ref, hyp)
    found = list(api.score(["cpwer", "wer"], ref, hyp, stream=True))
    assert [results["cpwer"].session for results in found] == list(whole["cpwer"])
    for name in ("cpwer", "wer"):
        assert [results[name].to_dict(True) for results in found] == [
            result.to_dict(True) for result in whole[name].values()
        ]
    assert next(api.score("cpwer", ref, hyp, stream=True)) == whole["cpwer"]["session00000"]


def test_an_iterator_is_read_as_it_is_needed() -> None:
    taken = [0]

    def sessions(seed: int) -> Iterator[api.Transcript]:
        rows = list(segments(seed, 500))
        while rows:
            taken[0] += 1
            rows, now = rows[4:], rows[:4]
            yield api.Transcript(api.Segment(r["words"], r["session_id"], r["speaker"]) for r in now)

    stream = api.score("cpwer", sessions(0), sessions(1), stream=True)
    assert next(stream).session == "session00000"
    assert taken[0] < 1000
    assert [result.session for result in stream] == [f"session{number:05}" for number in range(1, 500)]
    left, right = (segments(seed, 50) for seed in (0, 1))
    assert len(list(api.score("cpwer", left, right, stream=True))) == 50
    assert len(api.score("cpwer", sessions(0), sessions(1))) == 500


def rewritten(path: str, order: list[int], to: Path) -> Path:
    """The sessions of an STM in another order, some left away."""
    lines = Path(path).read_text(encoding="utf-8").splitlines(keepends=True)
    to.write_text("".join("".join(lines[4 * number : 4 * number + 4]) for number in order), encoding="utf-8")
    return to


def test_sides_that_are_sorted_differently_are_told_with_the_remedy(
    hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path
) -> None:
    _, ref, _, hyp = corpus["stm"]
    order = list(range(SESSIONS))
    Random(1).shuffle(order)
    mixed = rewritten(hyp, order, tmp_path / "mixed.stm")
    run = hubbub("cpwer", "-r", ref, "-h", mixed, "--stream", "-o", tmp_path / "out.json")
    assert run.code == 1
    assert f"{mixed}: session session01075 comes after session01341, but {ref} has another order" in run.err
    assert f"hubbub convert --sort {mixed} sorted.stm" in run.err
    turned = rewritten(ref, order[::-1], tmp_path / "turned.stm")
    run = hubbub("cpwer", "-r", turned, "-h", mixed, "--stream")
    assert f"is where {turned} has session" in run.err
    assert f"in another order; sort both sides by session name, e.g. hubbub convert --sort {turned}" in run.err
    turned.unlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mixed.stm"]
    assert hubbub("convert", "--sort", mixed, tmp_path / "sorted.stm").code == 0
    assert (tmp_path / "sorted.stm").read_text(encoding="utf-8") == Path(hyp).read_text(encoding="utf-8").replace(
        ".0 ", " "
    ).replace(" \n", "\n")
    assert hubbub("cpwer", "-r", ref, "-h", tmp_path / "sorted.stm", "--stream").code == 0


def test_large_files_in_another_order_are_read_whole(
    hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ref, _, hyp = corpus["stm"]
    backwards = rewritten(hyp, list(range(SESSIONS))[::-1], tmp_path / "backwards.stm")
    monkeypatch.setattr("hubbub.cli.input_files.TOO_MUCH", 1000)
    run = hubbub("cpwer", "-r", ref, "-h", backwards, "--total")
    assert run.code == 0
    assert "read whole instead" in run.err
    assert run.out == hubbub("cpwer", "-r", ref, "-h", hyp, "--total").out


def test_a_session_that_comes_again_is_refused(hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path) -> None:
    _, ref, _, hyp = corpus["stm"]
    again = rewritten(hyp, [*range(1000), 5], tmp_path / "again.stm")
    run = hubbub("cpwer", "-r", ref, "-h", again, "--stream")
    assert run.code == 1
    assert "session session00005 continues after other sessions" in run.err
    assert f"hubbub convert --sort {again}" in run.err


def test_sessions_that_a_side_lacks(hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path) -> None:
    _, ref, _, hyp = corpus["stm"]
    ours = rewritten(ref, [number for number in range(SESSIONS) if number % 7], tmp_path / "ours.stm")
    theirs = rewritten(hyp, [number for number in range(SESSIONS) if number % 5], tmp_path / "theirs.stm")
    for options in (["--partial"], ["--partial", "--regex", "session00.*"], []):
        arguments = ["cpwer", "-r", ours, "-h", theirs, *options]
        whole, stream = hubbub(*arguments), hubbub(*arguments, "--stream")
        assert stream.code == whole.code
        if options:
            assert stream.out == whole.out
        else:
            assert "not in the reference" in stream.err


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (False, "session session1500 is where {ref} has session01500, but the next sessions are the same;"),
        (True, "session session1500 is missing from {ref} before session01501, but the next sessions are the same;"),
    ],
)
def test_one_name_that_is_wrong_is_told_from_another_order(
    hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path, more: bool, told: str
) -> None:
    _, ref, _, hyp = corpus["stm"]
    lines = Path(hyp).read_text(encoding="utf-8").splitlines(keepends=True)
    wrong = [line.replace("session01500", "session1500") for line in lines[6000:6004]]
    other, mended = tmp_path / "hyp.stm", tmp_path / "sorted.stm"
    other.write_text("".join([*lines[: 6004 if more else 6000], *wrong, *lines[6004:]]), encoding="utf-8")
    run = hubbub("cpwer", "-r", ref, "-h", other, "--stream")
    assert run.code == 1
    assert f"{other}: {told.format(ref=ref)} check the name, or sort {other} by session name" in run.err
    assert hubbub("convert", "--sort", other, mended).code == 0
    for way in ("--stream", "--total"):
        run = hubbub("cpwer", "-r", ref, "-h", mended, way)
        assert run.code == 1
        assert f"{mended}: session session1500 is not in the reference (sessions session0" in run.err
        assert "check the names, or skip them with --partial" in run.err
        assert (" and more)" in run.err) == (way == "--stream"), "how many more is not known"


def test_a_session_that_is_missing_where_names_are_not_sorted(
    hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path
) -> None:
    _, ref, _, hyp = corpus["stm"]
    order = list(range(SESSIONS))[::-1]
    ours = rewritten(ref, order, tmp_path / "ours.stm")
    theirs = rewritten(hyp, [number for number in order if number != 1500], tmp_path / "theirs.stm")
    run = hubbub("cpwer", "-r", ours, "-h", theirs, "--stream")
    assert f"{theirs}: session session01500 of {ours} is missing before session01499, but the next sessions" in run.err
    assert f"to score it as empty, sort both sides by session name, e.g. hubbub convert --sort {ours}" in run.err


def test_faults_have_their_lines(hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path) -> None:
    _, ref, _, hyp = corpus["stm"]
    lines = Path(hyp).read_text(encoding="utf-8").splitlines(keepends=True)
    lines[6000] = "session01500 1 stream0 four five so\n"
    broken = tmp_path / "broken.stm"
    broken.write_text("".join(lines), encoding="utf-8")
    run = hubbub("cpwer", "-r", ref, "-h", broken, "--stream")
    assert run.code == 1
    assert f"hubbub: error: {broken}:6001: start 'four' is not a number; write `session channel" in run.err
    lines[6000] = "session01500 1 stream0 0 1 {a / b\n"
    broken.write_text("".join(lines), encoding="utf-8")
    assert f"{broken}:6001:" in hubbub("cpwer", "-r", ref, "-h", broken, "--stream").err


def test_what_the_first_lines_say_holds_for_all_parts(tmp_path: Path) -> None:
    path = tmp_path / "ref.stm"
    rows = [f"s{number:04} 1 A 0 1 <male> word{number}\n" for number in range(600)]
    rows[7] = rows[7].replace("<male> ", "")
    path.write_text(';; LABEL "male" "Male" ""\n' + "".join(rows), encoding="utf-8")
    whole = api.load(path)
    found = [segment for part in chunks.read_in_chunks([path]) for segment in part.transcript.select(part.sessions)]
    assert found == list(whole)
    path.write_text(
        path.read_text(encoding="utf-8").replace("A 0 1 <male> word500", "A 0 x <male> word500"), encoding="utf-8"
    )
    with pytest.raises(FormatError, match=r"ref\.stm:502: end 'x'"):
        list(chunks.read_in_chunks([path]))


def killed(arguments: list[str], after: int, signal_number: int) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that gets a signal after so many batches."""
    program = f"""
import os, sys
from hubbub.formats import chunks, loads
from hubbub.model.transcript import joined
from hubbub.scoring import batches
chunks.CHUNK_BYTES = 1 << 13
batches.FIRST = batches.LEAST = batches.MOST = 3000
add, done = batches.JournalWriter.add, []
def counted(self, batch):
    add(self, batch)
    done.append(batch)
    if len(done) == {after}:
        os.kill(os.getpid(), {int(signal_number)})
batches.JournalWriter.add = counted
from hubbub.cli import main
main()
"""
    return subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, encoding="utf-8")


def scored_sessions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sessions that are scored from now on."""
    names: list[str] = []
    from hubbub.scoring.engine import score_sessions as score

    def counted_write(*arguments: Any, **choices: Any) -> Any:
        scores = score(*arguments, **choices)
        names.extend(scores[0])
        return scores

    monkeypatch.setattr(batches, "score_sessions", counted_write)
    return names


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_run_that_was_killed_goes_on(
    hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = [*METRICS, *corpus["stm"], "--total", "--jobs", "1"]
    out = tmp_path / "out.json"
    ended = killed([*arguments, "--stream", "-o", str(out)], 5, signal.SIGKILL)
    assert ended.returncode == -signal.SIGKILL
    assert not out.exists()
    kept = Path(f"{out}.journal")
    whole = kept.read_bytes()
    kept.write_bytes(whole + whole[-100:-20])  # a line that was cut off
    run = hubbub(*arguments, "--stream", "-o", out)
    assert run.code == 1
    assert f"continue with --resume {out}" in run.err
    names = scored_sessions(monkeypatch)
    assert hubbub(*arguments, "--resume", out).code == 0
    assert 0 < len(names) < SESSIONS - 100
    assert not kept.exists()
    hubbub(*arguments, "-o", tmp_path / "whole.json")
    found, wanted = (json.loads(path.read_text(encoding="utf-8"))["scores"] for path in (out, tmp_path / "whole.json"))
    for run_found, run_wanted in zip(found, wanted, strict=True):
        assert len(run_found.pop("digests")) == SESSIONS
        assert run_found == run_wanted
    names.clear()
    assert hubbub(*arguments, "--resume", out).code == 0
    assert names == []


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("number", "code", "how"),
    [
        (signal.SIGINT, 130, "interrupted"),
        pytest.param(signal.SIGTERM, 143, "terminated", marks=needs("signals")),
    ],
)
def test_an_interrupt_says_what_was_done_and_how_to_go_on(
    corpus: dict[str, list[str]], tmp_path: Path, number: int, code: int, how: str
) -> None:
    out = tmp_path / "out.json"
    arguments = ["cpwer", *corpus["stm"], "--stream", "--jobs", "1"]
    ended = killed([*arguments, "-o", str(out)], 5, number)
    assert ended.returncode == code
    first, last = ended.stderr.splitlines()[-2:]
    assert " sessions saved; continue with the same command and --resume" in first
    assert first.endswith(f"--resume {out} in place of -o {out}")
    assert last == f"hubbub: {how}"
    assert Path(f"{out}.journal").exists()
    ended = killed(arguments, 5, number)
    assert " sessions scored, not saved; use --resume results.json" in ended.stderr


def test_only_what_changed_is_scored_again(
    corpus: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ref, _, hyp = corpus["jsonl"]
    other = tmp_path / "hyp.jsonl"
    lines = Path(hyp).read_text(encoding="utf-8").splitlines(keepends=True)
    other.write_text("".join(lines), encoding="utf-8")
    out = tmp_path / "out.json"
    first = api.score("cpwer", ref, other, resume=out)
    assert isinstance(first, api.Scores)
    lines[400] = lines[400].replace('"words": "', '"words": "and ')
    other.write_text("".join(lines), encoding="utf-8")
    names = scored_sessions(monkeypatch)
    again = api.score("cpwer", ref, other, resume=out)
    assert names == ["session00100"]
    assert again.errors == api.cpwer(ref, other).errors == first.errors + 1
    assert again["session00100"].alignment
    names.clear()
    assert len(api.score("cpwer", ref, other, resume=out)) == SESSIONS
    assert names == []


def test_all_keys_of_segments_are_in_their_digest() -> None:
    plain = api.Segment("{ a / b } c", "s", "A", 0.0, 1.0)
    others = [plain._replace(extra={"confidence": 0.5}), plain._replace(extra={"confidence": 0.6})]
    marked = loads("s 1 A 0 1 { a / b } c", "stm")[0]._replace(channel=None)
    digests = [api.Transcript([one]).digests()["s"] for one in (plain, *others, marked)]
    assert len(set(digests)) == 4
    two = api.Transcript([others[0], plain._replace(session="t")]).digests()
    assert (two["s"], two["t"]) == (digests[1], api.Transcript([plain._replace(session="t")]).digests()["t"])


def test_what_cannot_be_gone_on_with(hubbub: Hubbub, corpus: dict[str, list[str]], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[]", encoding="utf-8")
    run = hubbub("cpwer", *corpus["stm"], "--resume", wrong)
    assert (run.code, "wrong.json: not a JSON of scores (it is an empty list)" in run.err) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["wrong.json"]
    assert "name it *.json" in hubbub("cpwer", *corpus["stm"], "--resume", tmp_path / "a.csv").err
    assert "--stream" in hubbub("score", "-m", "der", *corpus["stm"], "--stream").err
    with pytest.raises(FormatError):
        api.score("cpwer", corpus["stm"][1], corpus["stm"][3], resume=wrong)
    with pytest.raises(InputError, match="is not a session"):
        list(api.score("cpwer", iter(["a"]), iter(["b"]), stream=True))


def test_json_piece_by_piece_is_that_of_the_whole() -> None:
    scores = api.score(["cpwer", "wer"], {"a": {"A": "x y"}, "b": {"A": ""}}, {"a": {"A": "x"}, "b": {"A": ""}})
    for alignment in (False, True):
        data = {"hubbub": api.__version__, "scores": [run.to_dict(alignment) for run in scores.values()]}
        plain = msgspec.json.format(msgspec.json.encode(data), indent=1).decode() + "\n"
        assert api.dump_scores(scores.values(), alignment) == plain


def test_a_journal_of_another_version_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.json.journal"
    monkeypatch.setattr(journal, "__version__", "0.0.1")
    old = journal.Journal(str(path))
    old.add("hyp", {"s": ("digest", {"wer": b"{}"})})
    old.close(remove=False)
    kept = path.read_bytes()
    monkeypatch.undo()
    with pytest.raises(FormatError, match=r"was written by hubbub 0\.0\.1; continue with that version"):
        journal.Journal(str(path))
    assert path.read_bytes() == kept


def test_the_line_of_progress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import argparse

    clock = [0.0]
    for module in ("hubbub.cli.terminal.time.monotonic", "hubbub.scoring.batches.monotonic"):
        monkeypatch.setattr(module, lambda: clock[0])
    show = ProgressLine(argparse.Namespace(quiet=False), "hyp").paced
    pace = Pace(1000)
    for second in (0, 2.9, *range(3, 200)):
        clock[0] = float(second)
        pace.sessions, pace.words, pace.read = int(10 * second), int(5000 * second), int(second)
        show(pace)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "hyp 30 sessions, 5,000 words/s, 0%, 17 min left",
        "hyp 600 sessions, 5,000 words/s, 6%, 16 min left",
        "hyp 1,200 sessions, 5,000 words/s, 12%, 15 min left",
        "hyp 1,800 sessions, 5,000 words/s, 18%, 14 min left",
    ]
