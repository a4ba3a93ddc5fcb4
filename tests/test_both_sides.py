"""Files that hold reference and hypothesis: NeMo's manifests and tables of pairs."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Hubbub

from hubbub import FormatError, Result, Scores, load_pairs, wer

SAMPLES = Path(__file__).parent / "formats"
MANIFEST, TABLE = SAMPLES / "nemo_manifest.jsonl", SAMPLES / "pairs.csv"


@pytest.mark.parametrize("file", [MANIFEST, TABLE], ids=["manifest", "table"])
def test_words_on_the_command_line(hubbub: Hubbub, file: Path) -> None:
    run = hubbub("wer", file)
    assert run.code == 0
    assert "total   " in run.out
    assert "45.45%       5      11    0    0    5        6" in run.out
    assert "total" in hubbub("wer", "--normalizer", "lower", file).out
    assert hubbub("wer", file, "--normalizer", "lower").out == hubbub("wer", "--normalizer", "lower", file).out
    assert "0.00%" in hubbub("wer", "--normalizer", "lower", file).out


def test_every_line_is_a_session_of_its_own(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    line = '{"audio_filepath": "x/a.wav", "offset": %d, "duration": 1, "text": "%s", "pred_text": "%s"}\n'
    manifest.write_text(line % (0, "a b", "a") + line % (1, "c", "b c"))
    scores = wer(*load_pairs(manifest))
    assert isinstance(scores, Scores)
    assert (list(scores), scores.total.errors) == (["a-1", "a-2"], 2)
    whole = wer(*load_pairs(manifest, by_recording=True))
    assert isinstance(whole, Result)
    assert (whole.session, whole.errors) == ("a", 0)


def test_recordings_where_a_metric_looks_at_them(hubbub: Hubbub) -> None:
    run = hubbub("tcpwer", "--collar", "5", MANIFEST)
    assert "standup  45.45%" in run.out
    assert "cpWER" in hubbub("align", MANIFEST).out


@pytest.mark.parametrize("header", ["reference,hypothesis", "ref,hyp", "Ref,Hyp", "hyp,ref"])
def test_names_of_columns(tmp_path: Path, header: str) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text(f'{header}\n"a, b",a\nc,c\n')
    left, right = load_pairs(table)
    if header == "hyp,ref":
        left, right = right, left
    assert [(segment.words, segment.session) for segment in left] == [("a, b", "1"), ("c", "2")]
    assert [segment.words for segment in right] == ["a", "c"]


def test_sessions_and_speakers_of_a_table(tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text("session,speaker,reference,hypothesis\nm,A,a,a\nm,B,b,\n")
    left, right = load_pairs(table, by_recording=True)
    assert [(segment.session, segment.speaker) for segment in left] == [("m", "A"), ("m", "B")]
    assert [segment.words for segment in right] == ["a", ""]
    assert load_pairs(table)[0].session_names() == ["m-1", "m-2"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("pairs.csv", "reference,hypothesis\na\n", r"pairs\.csv:2: 1 field instead of the 2 of the header; "),
        ("pairs.csv", "id,reference,hypothesis\nx,a,b\n,c,d\n", r"pairs\.csv:3: the column id is empty; "),
        ("pairs.csv", "reference,hypothesis\n", r"pairs\.csv: holds no segments; "),
        ("pairs.csv", "session_id,words\na,b\n", r"pairs\.csv: no columns reference and hypothesis among"),
        ("m.jsonl", '{"audio_filepath": "a.wav", "text": "a"}\n', r"m\.jsonl: no line has pred_text, so it holds one"),
        ("m.jsonl", '{"audio_filepath": "a.wav", "pred_text": "a"}\n', r"m\.jsonl: no line has text, so it holds one"),
        (
            "m.jsonl",
            '{"audio_filepath": "a.wav", "text": "a", "pred_text": "a"}\n{"audio_filepath": "b.wav", "text": "b"}\n',
            r"m\.jsonl:2: .*pred_text",
        ),
        ("ref.stm", "m 1 A 0 1 a\n", r"ref\.stm: is read as stm, which holds one side; give reference and hypothesis"),
    ],
)
def test_what_does_not_hold_both_sides(hubbub: Hubbub, tmp_path: Path, name: str, content: str, message: str) -> None:
    file = tmp_path / name
    file.write_text(content)
    with pytest.raises(FormatError, match=message):
        load_pairs(file)
    run = hubbub("wer", file)
    assert (run.code, run.out, run.err.count("\n")) == (1, "", 1)


def test_what_is_refused(hubbub: Hubbub) -> None:
    run = hubbub("wer")
    assert run.code == 2
    assert "-r and -h are missing" in run.err
    assert "error: -h is missing;" in hubbub("wer", "-r", "ref.stm").err
    run = hubbub("score", "-m", "cpwer orcwer", "-r", "ref.stm", "-h", "hyp.stm")
    assert "'cpwer orcwer' names several metrics; write commas, as in cpwer,orcwer" in run.err
    run = hubbub("wer", "ref.stm", "hyp.stm")
    assert run.code == 2
    assert "which file is the reference? write -r ref.stm -h hyp.stm" in run.err
    run = hubbub("wer", TABLE, "-r", "ref.stm", "-h", "hyp.stm")
    assert run.code == 2
    assert "unexpected argument" in run.err
    assert "both sides have the same times" in hubbub("der", MANIFEST).err


def test_an_output_never_replaces_it(hubbub: Hubbub, tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text("ref,hyp\na,b\n")
    assert hubbub("wer", table, "-o", table, "--force").code == 1
    assert table.read_text() == "ref,hyp\na,b\n"
