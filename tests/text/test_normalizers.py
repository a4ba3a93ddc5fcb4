"""Normalisers: what each step makes of a text, and how a chain of them is given."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from support.paths import ROOT
from support.plans import fitting
from support.running import Hubbub

import hubbub
from hubbub.text.normalizers import parse
from hubbub.text.spelling import american
from hubbub.text.steps import STEPS

HERE = ROOT / "tests"
CASES = json.loads((HERE / "facts/normalizers.json").read_text(encoding="utf-8"))["cases"]


@pytest.fixture
def run(hubbub: Hubbub) -> Hubbub:
    """The command, under a name that the module does not have."""
    return hubbub


def normalized(steps: str, text: str) -> str:
    normalize = parse(steps).normalize
    assert normalize is not None
    return normalize(text)


EXAMPLES = [
    ("lower", "So WHAT", "so what"),
    ("nfkc", "ﬁx １", "fix 1"),
    ("quotes", "“It’s” a\u200bb ´n´ «c»", "\"It's\" ab 'n' \"c\""),
    ("quotes", "می\u200cخواهم", "میخواهم"),
    ("quotes", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
    ("punctuation", "“Smart” and ‘single’, don’t: the U.S.\u200b 1.1", "Smart and single don't the US 1.1"),
    ("punctuation", "‘don’t do it’ rock ’n’ roll", "don't do it rock 'n' roll"),
    ("rm(.?!,)", "so. what, then?", "so what then"),
    ("rm(<sil>)", "a <sil> slim list", "a  m t"),
    ("drop(<sil>,<%>)", "a <sil> slim <%> list <sil>x", "a slim list <sil>x"),
    ("drop([laugh],[noise])", "[laugh] yes [noise]", "yes"),
    ("fillers", "Um, I er mm-hmm know the area, uh-huh. Err at five p m", "I know the area, Err at five p m"),
    ("spelling", "The Centre's COLOUR was organised, Louise.", "The Center's COLOR was organized, Louise."),
    ("spelling", "cosine tour promised rising advertised", "cosine tour promised rising advertised"),
    ("numbers", "Twenty-five dollars, $1,000, or 50%", "25 dollars, 1000 dollars, or 50 percent"),
    ("numbers", "nineteen ninety nine, two thousand and nineteen, twenty oh five", "1999, 2019, 2005"),
    ("numbers", "a hundred and one; three point five million; the twenty first", "101; 3500000; the 21st"),
    ("numbers", "one two three, five and six, no one's", "1 2 3, 5 and 6, no one's"),
    ("rm-punctuation", "don't pay $5 + 1.1%, “a_b” — well-known U.S.", "dont pay $5 + 11 ab  wellknown US"),
    ("numbers", "one thousand two thousand", "1000 2000"),
    ("numbers", "007 24/7 3,5 the nineteen eighties at that point", "007 24/7 3,5 the 1980s at that point"),
    ("numbers(words)", "$1,000 on the 21st, 3.5", "one thousand dollars on the twenty first, three point five"),
    ("chime6", "[laughs] Mm-hmm, that’s right.", "mmhmm that's right"),
    ("chime7", "Uh, mhm.", "uhhh hmmm"),
    ("chime8", "Okay, I'm gonna pay $5, uh-huh.", "ok i am going to pay five dollars"),
    ("arabic", "إِلَى آخِرِ الأَمْرِ مَدْرَسَةٌ", "الي اخر الامر مدرسه"),
    ("arabic", "ا\u0654حمد مسو\u0654ول شىء کبیر ـــ ٢٠ ۴۵", "احمد مسوول شيء كبير  20 45"),
    ("arabic", "\ufefb \ufdf2 ab\ufe70 plain, né", "لا الله ab plain, né"),
    ("lower,drop(um),spelling", "UM colour", "color"),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "text", "expected"), EXAMPLES)
def test_a_step_makes(steps: str, text: str, expected: str) -> None:
    assert normalized(steps, text) == expected


def test_every_step_has_an_example() -> None:
    shown = {steps.partition("(")[0] for steps, _, _ in EXAMPLES}
    assert set(STEPS) - shown <= {"whisper", "whisper-basic", "glm", "chinese"}, "give the new step an example"


@pytest.mark.parametrize("name", ["chime6", "chime7", "chime8"])
def test_what_chime_utils_makes_of_texts(name: str) -> None:
    assert [normalized(name, case["text"]) for case in CASES] == [case[name] for case in CASES]


@pytest.mark.parametrize("name", ["whisper", "whisper-basic"])
def test_what_whisper_makes_of_texts(name: str) -> None:
    pytest.importorskip("whisper_normalizer", reason="pip install hubbub[whisper]")
    assert [normalized(name, case["text"]) for case in CASES] == [case[name] for case in CASES]
    assert parse(name).signature.startswith(f"{name}@0.")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("whisper_normalizer", "whisper_normalizer.english", "whisper_normalizer.basic"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, "opencc", None)
    monkeypatch.setattr("hubbub.scoring.plan._plans", {})  # which may have the steps of an earlier test
    for name, extra in (("whisper", "whisper"), ("whisper-basic", "whisper"), ("chinese", "chinese")):
        with pytest.raises(hubbub.OptionError, match=rf"pip install hubbub\[{extra}\]"):
            hubbub.wer("a", "a", normalizer=name)


def test_chinese_in_simplified_characters(run: Hubbub, tmp_path: Path) -> None:
    pytest.importorskip("opencc", reason="pip install hubbub[chinese]")
    assert normalized("chinese", "乾淨 乾隆 頭髮 發現，ＡＢＣ１") == "干净 乾隆 头发 发现,ABC1"
    (tmp_path / "ref.txt").write_text("這裡有頭髮\n", encoding="utf-8")
    (tmp_path / "hyp.txt").write_text("这里有头发\n", encoding="utf-8")
    sides = ["-r", str(tmp_path / "ref.txt"), "-h", str(tmp_path / "hyp.txt")]
    explained = run("cer", *sides, "--normalizer", "chinese", "--explain-normalizer").out
    assert "chinese@1-opencc" in explained
    assert [hubbub.cer("這裡有頭髮", "这里有头发", normalizer=steps).errors for steps in (None, "chinese")] == [4, 0]


def test_arabic_is_explained(run: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("ذَهَبَ إلى المدرسة\n", encoding="utf-8")
    (tmp_path / "hyp.txt").write_text("ذهب الى المدرسه\n", encoding="utf-8")
    sides = ["-r", str(tmp_path / "ref.txt"), "-h", str(tmp_path / "hyp.txt")]
    out = run("wer", *sides, "--normalizer", "arabic", "--explain-normalizer").out
    assert "norm:arabic@1" in out
    row = next(line for line in out.splitlines() if line.startswith("arabic@1"))
    assert row.split()[-1] != "0"


def test_spellings_of_whisper() -> None:
    """All pairs of Whisper's table, but for its slips."""
    pytest.importorskip("whisper_normalizer", reason="pip install hubbub[whisper]")
    from whisper_normalizer.english import EnglishSpellingNormalizer

    table = EnglishSpellingNormalizer().mapping
    differ = {word for word, spelt in table.items() if american(word) != spelt}
    slips = (
        "archeological archaeology battleax cancelation cancelations crenelated gage gaged gages gaging glamor mhm mmm"
    )
    slips += " pummelled pummelling snowploughs tranquilly travelog travelogs"
    assert differ == {*slips.split(), "flyer / flier"}


def test_a_real_meeting_as_chime8_scores_it() -> None:
    files = HERE / "data/ami_vbx_ref.json", HERE / "data/ami_vbx_hyp.json"
    total = hubbub.score("tcpwer", *files, collar=5, normalizer="chime8").total
    assert (total.errors, total.length) == (1382, 2685)


def test_a_list_works_as_well_as_commas() -> None:
    commas = hubbub.wer("Hello, World!", "hello word", normalizer="lower,punctuation")
    listed = hubbub.wer("Hello, World!", "hello word", normalizer=["lower", "punctuation"])
    assert listed == commas
    assert listed.signature == commas.signature
    assert hubbub.wer("a b", "b a", normalizer=["lower", lambda text: text[::-1]]).errors == 2
    assert hubbub.wer("a", "A", normalizer=[]).signature == hubbub.wer("a", "A").signature


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("drop()", "removes nothing"),
        ("rm()", "removes nothing"),
        ("numbers(roman)", "numbers for digits"),
        ("lower(x)", "write lower"),
        ("chime9", "did you mean chime"),
        ("", "invalid normalizer"),
        ("lower@2", "normalizer lower has version 1 in this hubbub, not 2; write lower, or install"),
        ("lower,rm(.?!,)@7", "normalizer rm has version 1 in this hubbub, not 7"),
        ("lower@1@1", "version 1 in this hubbub, not 1@1"),
        (["lower", 3], "normalizer is 3; give steps"),
    ],
)
def test_what_is_no_normalizer(steps: str, message: str) -> None:
    with pytest.raises(hubbub.OptionError, match=message):
        hubbub.wer("a", "a", normalizer=steps)


@pytest.mark.parametrize("steps", ["chime8", "lower,rm(.?!,)", "punctuation, numbers(words)"])
def test_steps_of_a_signature_can_be_typed_back(steps: str) -> None:
    signature = parse(steps).signature
    assert "@" in signature
    assert parse(signature).signature == signature


GLM = HERE / "data/small.glm"


@pytest.mark.parametrize(
    ("text", "filtered"),
    [
        (
            "uh the web site's web site is going to colourful uh",
            "%HESITATION THE WEB SITE'S WEBSITE IS GONNA COLORFUL %HESITATION",
        ),
        ("I'd say um never the the minus the", "{I HAD / I WOULD} SAY (%HESITATION) NEVER THE - THE"),
        ("uh uh uh", "%HESITATION %HESITATION %HESITATION"),
        ("so (uh huh) what", "SO (%HESITATION) (HUH) WHAT"),
    ],
)
def test_rules_rewrite_as_csrfilt_does(text: str, filtered: str) -> None:
    """What csrfilt.sh 1.17 prints."""
    assert normalized(f"glm:{GLM}", text) == filtered


@pytest.mark.parametrize("metric", sorted(hubbub.METRICS))
def test_rules_apply_to_both_sides_in_every_metric(metric: str) -> None:
    left = [hubbub.Segment("uh we were going to x", "s", "A", start=0, end=5)]
    right = [hubbub.Segment("UH we were gonna x", "s", "A", start=0, end=5)]
    scores = hubbub.score(metric, left, right, **fitting(metric, collar=5, normalizer=f"glm:{GLM}"))
    assert isinstance(scores, hubbub.Result)
    assert "|norm:glm:" in scores.signature
    assert scores.errors == 0


def test_alternations_that_rules_write_are_alternations() -> None:
    steps = f"glm:{GLM}"
    assert hubbub.cpwer({"A": "I'd say"}, {"x": "I would say"}, normalizer=steps).errors == 0
    assert hubbub.wer("I had say", "I'd say", normalizer=steps).errors == 0
    assert hubbub.wer("I um say", "I say", normalizer=steps).errors == 1
    assert hubbub.wer("I um say", "I say", normalizer=steps, optional_words=True).errors == 0
    with pytest.raises(hubbub.FormatError, match="cannot score alternations"):
        hubbub.orcwer(["I'd say"], ["I would say"], normalizer=steps)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (";;\nA B\n", "bad.glm:2: a rule without =>"),
        (";;\n* format = NIST1\n", "bad.glm:2: a setting without a quoted value"),
        (";;\n* format = 'NIST9'\n", "bad.glm: unknown rule format NIST9"),
        (None, "bad.glm: no such file"),
    ],
)
def test_files_of_rules_that_cannot_be_read(content: str | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.glm"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(hubbub.FormatError, match=message):
        hubbub.wer("a", "a", normalizer=f"glm:{path}")
    with pytest.raises(hubbub.FormatError, match=r"cannot be read \(.*\); check the path"):
        hubbub.wer("a", "a", normalizer=f"glm:{tmp_path}")


def test_the_signature_follows_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.glm"
    path.write_text(";;\nA => B\n", encoding="utf-8")
    before = hubbub.wer("a", "b", normalizer=f"glm:{path}")
    path.write_text(";;\nA => C\n", encoding="utf-8")
    after = hubbub.wer("a", "b", normalizer=f"glm:{path}")
    assert (before.errors, after.errors) == (0, 1)
    assert before.signature != after.signature


def test_lines_of_text_are_normalized(run: Hubbub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Hello, World!\n\nUm, two.\n")))
    found = run("normalize", "--normalizer", "lower,punctuation,fillers")
    assert (found.code, found.out) == (0, "hello world\n\ntwo\n")


def test_transcripts_are_normalized_in_their_format(run: Hubbub, tmp_path: Path) -> None:
    stm = tmp_path / "a.stm"
    stm.write_text("talk 1 A 0 1 So, {IT'S / it is} (Uh) a COLOUR.\ntalk 1 B 1 2 Yes!\n", encoding="utf-8")
    found = run("normalize", stm, "--normalizer", "lower,punctuation,spelling")
    assert found.out == "talk 1 A 0 1 so { it's / it is } (uh) a color\ntalk 1 B 1 2 yes\n"
    run("normalize", stm, "--normalizer", "lower,punctuation", "-o", tmp_path / "b.trn")
    assert (tmp_path / "b.trn").read_text(encoding="utf-8").startswith("so { it's / it is } (uh) a colour (")
    again = run("normalize", stm, "--normalizer", "lower", "-o", tmp_path / "b.trn")
    assert again.code == 1
    assert "already exists" in again.err
    assert (
        run("normalize", stm, "--normalizer", "lowr").err
        == "hubbub: error: unknown normalizer 'lowr'; did you mean lower?\n"
    )


def test_none_among_steps_is_refused_and_never_offered() -> None:
    assert parse("none").steps == ()
    with pytest.raises(hubbub.OptionError, match=r"none has no effect .* drop it"):
        parse("lower,none")
    with pytest.raises(hubbub.OptionError, match=r"choose from lower, (?!.*\bnone\b)"):
        parse("qqqq")


def test_word_times_stay_where_the_words_do(run: Hubbub, tmp_path: Path) -> None:
    ctm = tmp_path / "a.ctm"
    ctm.write_text("talk 1 0 1 Hello,\ntalk 1 1 1 YOU\n", encoding="utf-8")
    lines = run("normalize", ctm, "--normalizer", "lower,punctuation").out.splitlines()
    assert [line.split()[:5] for line in lines] == [["talk", "1", "0", "1", "hello"], ["talk", "1", "1", "1", "you"]]


def explained(run: Hubbub, tmp_path: Path, *more: str) -> str:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    ref.write_text("talk 1 A 0 1 Um the Colour of two colours\n", encoding="utf-8")
    hyp.write_text("talk 1 A 0 1 the color of 2 colors\n", encoding="utf-8")
    steps = ("--normalizer", "lower,fillers,spelling,numbers,nfkc", "--explain-normalizer")
    found = run("cpwer", "-r", ref, "-h", hyp, *steps, *more)
    assert found.code == 0, found.err
    return found.out


def test_what_each_step_did(run: Hubbub, tmp_path: Path) -> None:
    (run_of_steps,) = json.loads(explained(run, tmp_path, "--json"))["scores"]
    told = [
        (
            step["step"],
            step["changed_reference"],
            step["changed_hypothesis"],
            step["errors_before"],
            step["errors_after"],
        )
        for step in run_of_steps["normalizer_steps"]
    ]
    assert told == [
        ("lower@1", 2, 0, 4, 4),
        ("fillers@1", 1, 0, 4, 3),
        ("spelling@1", 2, 0, 3, 1),
        ("numbers@2", 1, 0, 1, 0),
        ("nfkc@1", 0, 0, 0, 0),
    ]
    assert run_of_steps["normalizer_steps"][2]["examples"] == [["colour", "color"], ["colours", "colors"]]
    text = explained(run, tmp_path)
    assert "spelling@1" in text
    assert "colour → color" in text


def test_steps_are_explained_where_there_are_some(run: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "a.stm").write_text("talk 1 A 0 1 a\n", encoding="utf-8")
    pair = ("-r", tmp_path / "a.stm", "-h", tmp_path / "a.stm")
    assert "name them with --normalizer" in run("wer", *pair, "--explain-normalizer").err
    assert "drop one of them" in run("wer", *pair, "--explain-normalizer", "--normalizer", "lower", "--quiet").err
