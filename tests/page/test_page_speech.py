"""DER and JER on the report page: lanes of who speaks when, with what is missed, false and confused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.browsing import Open, count, detail, text, texts, url
from support.pages import unpack

import hubbub
from hubbub import Result, Segment, Transcript
from hubbub.errors import InputError
from hubbub.model.diarization_result import DiarizationResult
from hubbub.page.page_diarization import alignment_of
from hubbub.page.report_page import report

Turns = list[tuple[str, float, float]]


def scored(said: Turns, heard: Turns, metric: str = "der", **options: Any) -> DiarizationResult:
    left, right = (
        Transcript([Segment("", "m", who, start, end) for who, start, end in side]) for side in (said, heard)
    )
    found = hubbub.score(metric, left, right, **options)
    assert isinstance(found, DiarizationResult)
    return found


SAID: Turns = [("A", 0, 10), ("B", 8, 14), ("A", 20, 24)]
HEARD: Turns = [("x", 0, 9), ("y", 9, 15), ("y", 20, 24)]


@st.composite
def turns(draw: st.DrawFn, names: str) -> Turns:
    found = draw(st.lists(st.tuples(st.sampled_from(names), st.integers(0, 60), st.integers(1, 30)), max_size=7))
    return [(who, start / 10, (start + length) / 10) for who, start, length in found]


@settings(max_examples=60, deadline=None)
@given(turns("ABC"), turns("xyz"), st.sampled_from((0, 0.25)), st.booleans())
def test_the_pieces_add_up_to_the_rate(said: Turns, heard: Turns, collar: float, skip_overlap: bool) -> None:
    run = scored([*said, ("A", 100, 101)], heard, collar=collar, skip_overlap=skip_overlap)
    seconds = dict.fromkeys("CSDI", 0.0)
    for lane in alignment_of(run):
        for kind, reference, hypothesis in lane.pairs():
            word = reference or hypothesis
            assert word is not None
            seconds[kind] += (word.end or 0) - (word.start or 0)
    total = run.counts
    assert seconds["D"] == pytest.approx(total.missed, abs=1e-6)
    assert seconds["I"] == pytest.approx(total.false_alarm, abs=1e-6)
    assert seconds["S"] == pytest.approx(total.confusion, abs=1e-6)
    assert seconds["C"] + seconds["S"] + seconds["D"] == pytest.approx(total.scored, abs=1e-6)


def test_the_page_holds_seconds() -> None:
    html = report(scored(SAID, HEARD)).html
    info = unpack(html, "overview")["scores"][0]
    run = scored(SAID, HEARD)
    assert info["unit"] == "second"
    assert info["total"]["rate"] == run.counts.rate
    assert info["total"]["substitutions"] == round(100 * run.counts.confusion)
    assert info["frequent"]["S"][0][:3] == ["A", "y", 400]


def test_lanes_in_the_browser(open_page: Open) -> None:
    run = scored(SAID, HEARD)
    page = open_page(run)
    seconds = f"{100 * run.counts.rate:.0f} seconds of errors"
    text(page, ".in-short").has(f"hyp makes {seconds} for every 100 seconds of speech")
    kinds = texts(page, ".made-of .dot").as_(lambda found: [one.split()[-1] for one in found])
    kinds.becomes(["confused", "missed", "false"])
    page.click(".sessions tbody tr")
    detail(page).becomes("speech")
    texts(page, ".who strong").becomes(["A", "B"])
    before = ""
    for kind in ("missed", "missed", "false alarm", "confusion"):
        page.keyboard.press("n")
        before = text(page, ".inspector").unlike(before)
        text(page, ".inspector .tag").becomes(kind)
    texts(page, ".tabs button").becomes(["Timeline", "Errors"])
    page.click(".tabs >> text=Errors")
    count(page, ".by-speaker tbody tr").becomes(2)


def test_who_speaks_when_is_not_read(open_page: Open) -> None:
    left, right = (
        Transcript([Segment("a b", "m", who, start, end) for who, start, end in side]) for side in (SAID, HEARD)
    )
    words = hubbub.cpwer(left, right)
    assert isinstance(words, Result)
    page = open_page(report([words, scored(SAID, HEARD)]).html, "#session=m&view=reading")
    page.wait_for_selector(".reading section")
    page.select_option(".controls select >> nth=1", index=1)
    page.wait_for_selector(".score-line >> nth=1")
    page.wait_for_selector(".reading section")
    count(page, ".reading .pair.head").stays(0)  # the lanes beside it have no words
    page.select_option(".controls select >> nth=0", index=1)
    detail(page).becomes("speech")
    url(page).lacks("view=")


def test_jer_has_lanes_too(open_page: Open) -> None:
    page = open_page(scored(SAID, HEARD, "jer"))
    text(page, ".card").has("mean over 2 speakers")
    page.click(".sessions tbody tr")
    detail(page).becomes("speech")


def test_the_command_mixes_words_and_times(tmp_path: Path, hubbub: Any) -> None:
    reference, hypothesis = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    reference.write_text("m 1 A 0 2 a b\nm 1 B 2 4 c\n", encoding="utf-8")
    hypothesis.write_text("m 1 x 0 3 a b\nm 1 y 3 4 c\n", encoding="utf-8")
    out = tmp_path / "page.html"
    assert hubbub("report", "-m", "cpwer,der", "-r", reference, "-h", hypothesis, "-o", out, "--quiet").code == 0
    overview = unpack(out.read_text(encoding="utf-8"), "overview")
    assert [score["unit"] for score in overview["scores"]] == ["word", "second"]
    refused = hubbub("report", "-m", "purity", "-r", reference, "-h", hypothesis, "-o", out, "--force")
    assert refused.code == 1
    assert "purity" in refused.err


def test_saved_scores_have_nothing_to_show() -> None:
    saved = hubbub.load_scores(scored(SAID, HEARD).to_json())
    with pytest.raises(InputError, match="score again"):
        report(saved)
