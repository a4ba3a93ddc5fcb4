"""Files that hold reference and hypothesis: NeMo's manifests and tables of pairs."""

from __future__ import annotations

import io
import json
from pathlib import Path

import polars
import pytest
from support.paths import SAMPLES
from support.running import Hubbub

from hubbub import FormatError, Result, Scores, load, load_pairs, wer
from hubbub.formats import loads

MANIFEST, TABLE = SAMPLES / "nemo_manifest.jsonl", SAMPLES / "pairs.csv"


@pytest.mark.parametrize("file", [MANIFEST, TABLE], ids=["manifest", "table"])
def test_words_on_the_command_line(hubbub: Hubbub, file: Path) -> None:
    run = hubbub("wer", file)
    assert run.code == 0
    assert "total   " in run.out
    assert "45.45%       5     11    5    0    0" in run.out
    assert "total" in hubbub("wer", "--normalizer", "lower", file).out
    assert hubbub("wer", file, "--normalizer", "lower").out == hubbub("wer", "--normalizer", "lower", file).out
    assert "0.00%" in hubbub("wer", "--normalizer", "lower", file).out


def test_every_line_is_a_session_of_its_own(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    line = '{"audio_filepath": "x/a.wav", "offset": %d, "duration": 1, "text": "%s", "pred_text": "%s"}\n'
    manifest.write_text(line % (0, "a b", "a") + line % (1, "c", "b c"), encoding="utf-8")
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
    table.write_text(f'{header}\n"a, b",a\nc,c\n', encoding="utf-8")
    left, right = load_pairs(table)
    if header == "hyp,ref":
        left, right = right, left
    assert [(segment.words, segment.session) for segment in left] == [("a, b", "1"), ("c", "2")]
    assert [segment.words for segment in right] == ["a", "c"]


def test_sessions_and_speakers_of_a_table(tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text("session,speaker,reference,hypothesis\nm,A,a,a\nm,B,b,\n", encoding="utf-8")
    left, right = load_pairs(table, by_recording=True)
    assert [(segment.session, segment.speaker) for segment in left] == [("m", "A"), ("m", "B")]
    assert [segment.words for segment in right] == ["a", ""]
    assert load_pairs(table)[0].session_names() == ["m-1", "m-2"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("pairs.csv", "reference,hypothesis\na\n", r"pairs\.csv:2: 1 field, but the header has 2; "),
        ("pairs.csv", "id,reference,hypothesis\nx,a,b\n,c,d\n", r"pairs\.csv:3: the column id is empty; "),
        ("pairs.csv", "reference,hypothesis\n", r"pairs\.csv: contains no segments; "),
        ("pairs.csv", "session_id,words\na,b\n", r"pairs\.csv: no columns for reference and hypothesis"),
        (
            "m.jsonl",
            '{"audio_filepath": "a.wav", "text": "a"}\n',
            r"m\.jsonl: no line has pred_text, so it contains one",
        ),
        (
            "m.jsonl",
            '{"audio_filepath": "a.wav", "pred_text": "a"}\n',
            r"m\.jsonl: no line has text, so it contains one",
        ),
        (
            "m.jsonl",
            '{"audio_filepath": "a.wav", "text": "a", "pred_text": "a"}\n{"audio_filepath": "b.wav", "text": "b"}\n',
            r"m\.jsonl:2: .*pred_text",
        ),
        (
            "ref.stm",
            "m 1 A 0 1 a\n",
            r"ref\.stm: read as stm, which contains one side only; give reference and hypothesis",
        ),
    ],
)
def test_what_does_not_hold_both_sides(hubbub: Hubbub, tmp_path: Path, name: str, content: str, message: str) -> None:
    file = tmp_path / name
    file.write_text(content, encoding="utf-8")
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
    assert "'cpwer orcwer' is several metrics; use commas, e.g. cpwer,orcwer" in run.err
    run = hubbub("wer", "ref.stm", "hyp.stm")
    assert run.code == 2
    assert "which file is the reference? write -r ref.stm -h hyp.stm" in run.err
    run = hubbub("wer", TABLE, "-r", "ref.stm", "-h", "hyp.stm")
    assert run.code == 2
    assert "unexpected argument" in run.err
    assert "both sides have the same times" in hubbub("der", MANIFEST).err


def test_an_output_never_replaces_it(hubbub: Hubbub, tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text("ref,hyp\na,b\n", encoding="utf-8")
    assert hubbub("wer", table, "-o", table, "--force").code == 1
    assert table.read_text(encoding="utf-8") == "ref,hyp\na,b\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "a.jsonl",
            '{"id": 7, "text": "good morning", "prediction": "good evening"}\n'
            '{"id": 8, "text": "yes", "prediction": ""}\n',
        ),
        (
            "a.json",
            '[{"reference": "good morning", "hypothesis": "good evening"}, {"reference": "yes", "hypothesis": ""}]',
        ),
        ("a.csv", "path,sentence,prediction\nx/7.wav,good morning,good evening\nx/8.wav,yes,\n"),
        (
            "a.json",
            '[{"audio": {"path": "7.wav"}, "sentence": "good morning", "pred": "good evening"},\n'
            ' {"audio": {"path": "8.wav"}, "sentence": "yes", "pred": ""}]',
        ),
    ],
    ids=["lines", "list", "table", "datasets"],
)
def test_predictions_beside_texts(hubbub: Hubbub, tmp_path: Path, name: str, text: str) -> None:
    """As evaluation scripts write them, with Hugging Face's datasets and others."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    run = hubbub("wer", path, "--json")
    assert run.code == 0, run.err
    (scores,) = json.loads(run.out)["scores"]
    assert list(scores["sessions"]) == (["1", "2"] if "reference" in text else ["7", "8"])
    assert (scores["total"]["errors"], scores["total"]["length"]) == (2, 3)
    reports = json.loads(hubbub("inspect", path, "--json").out)["files"]
    assert [report["side"] for report in reports] == ["reference", "hypothesis"]


def test_a_prediction_is_not_scored_as_what_stands_beside_it(hubbub: Hubbub, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("path,sentence,prediction\nx/7.wav,good morning,good evening\n", encoding="utf-8")
    run = hubbub("wer", "-r", path, "-h", path)
    assert run.code == 1
    assert "contains text and prediction, and text would be scored as the hypothesis;" in run.err
    assert f"score both sides with hubbub wer {path}" in run.err
    path.with_suffix(".json").write_text(
        '[{"reference": "a", "hypothesis": "a"}, {"reference": "b"}]', encoding="utf-8"
    )
    assert "[1]: the key 'hypothesis' is missing" in hubbub("wer", path.with_suffix(".json")).err


def test_parquet_with_both_sides(hubbub: Hubbub, tmp_path: Path) -> None:
    table = {"file": ["a.wav", "b.wav"], "ref": ["a b", "c"], "hyp": ["a x", None], "wave": [[0.5], [1.0]]}
    polars.DataFrame(table).write_parquet(tmp_path / "pairs.parquet")
    left, right = load_pairs(tmp_path / "pairs.parquet")
    assert [(segment.session, segment.words) for segment in left] == [("a", "a b"), ("b", "c")]
    assert [segment.words for segment in right] == ["a x", ""]
    run = hubbub("wer", tmp_path / "pairs.parquet")
    assert (run.code, "66.67%" in run.out) == (0, True), run.err
    assert "a x" not in hubbub("inspect", tmp_path / "pairs.parquet").err
    run = hubbub("cpwer", "-r", tmp_path / "pairs.parquet", "-h", tmp_path / "pairs.parquet")
    assert "contains both sides, in the columns of reference and hypothesis; score them with `hubbub wer" in run.err
    polars.DataFrame({"words": ["a"], "session": ["m"]}).write_parquet(tmp_path / "one.parquet")
    run = hubbub("wer", tmp_path / "one.parquet")
    assert run.code == 1
    assert "no columns for reference and hypothesis (found words, session)" in run.err


LINES = '{"reference": "a b", "hypothesis": "a x"}\n{"reference": "c", "hypothesis": "c"}\n'


@pytest.mark.parametrize(
    "content",
    [LINES, f"[{LINES.strip().replace(chr(10), ',')}]", "ref,hyp\na b,a x\nc,c\n", "text\tpred_text\na b\ta x\nc\tc\n"],
)
def test_both_sides_from_standard_input(hubbub: Hubbub, content: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    run = hubbub("wer", "-")
    assert (run.code, "33.33%" in run.out) == (0, True), run.err
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    run = hubbub("inspect", "-")
    assert (run.code, "its hypothesis" in run.out, "all 2 sessions match" in run.out) == (0, True, True), run.err


def diarizationlm(**keys: str) -> str:
    return json.dumps({"utterances": [{"utterance_id": "a", **keys}]})


def test_both_sides_of_diarizationlm(hubbub: Hubbub, tmp_path: Path) -> None:
    path = tmp_path / "both.json"
    path.write_text(
        diarizationlm(
            ref_text="hi you yes", ref_spk="1 1 2", hyp_text="hi yes no", hyp_spk="2 2 1", hyp_spk_oracle="1 2 2",
            hyp_diarized_text_llm="<speaker:2> hi you <speaker:1> yes",
        ),
        encoding="utf-8",
    )  # fmt: skip
    reference, hypothesis = load_pairs(path)
    assert [(turn.session, turn.speaker, turn.words) for turn in reference] == [("a", "1", "hi you"), ("a", "2", "yes")]
    assert [(turn.speaker, turn.words) for turn in hypothesis] == [("2", "hi yes"), ("1", "no")]
    assert "66.67%" in hubbub("cpwer", path).out
    # The output of a language model, chosen by its key, names speakers in the text.
    assert "0.00%" in hubbub("cpwer", path, "--hyp-column", "hyp_diarized_text_llm").out
    run = hubbub("cpwer", "-r", path, "-h", path)
    assert run.err == (
        f"hubbub: error: {path}: contains both sides, ref_text and hyp_text; score them with `hubbub cpwer {path}`,"
        " or make one file for each\n"
    )
    oracle = ["--hyp-column", "hyp_text", "--speaker-column", "hyp_spk_oracle"]
    assert "66.67%" in hubbub("sawer", "-r", path, "-h", path, "--ref-column", "ref_text", *oracle).out


def test_words_without_a_speaker_in_diarizationlm() -> None:
    with pytest.raises(
        FormatError, match=r"utterances\[0\]\.hyp_spk: 1 speaker for 2 words; give one for each word of hyp_text"
    ):
        loads(diarizationlm(hyp_text="hi you", hyp_spk="1"))
    assert [(turn.speaker, turn.words) for turn in loads(diarizationlm(ref_text="hi you"))] == [(None, "hi you")]


def test_serialized_output_in_a_manifest(hubbub: Hubbub, tmp_path: Path) -> None:
    path = tmp_path / "manifest.jsonl"
    line = {"audio_filepath": "a.wav", "duration": 3, "text": "[s0] hi you [s1] yes", "pred_text": "[s0] yes [s1] hi"}
    path.write_text(json.dumps(line), encoding="utf-8")
    assert "33.33%       1      3    0    1" in hubbub("cpwer", path).out
    assert [(turn.speaker, turn.words, turn.start) for turn in load(path)] == [
        ("s0", "hi you", None), ("s1", "yes", None)
    ]  # fmt: skip
