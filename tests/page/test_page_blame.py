"""Causes of errors on the report page: parts, causes of words, arrows, worst stretches, the matrix."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.browsing import Open, count, detail, go, text, texts, url
from support.pages import HYP, REF, Said, example, long_meeting, unpack

import hubbub
from hubbub import Segment, Transcript
from hubbub.cli.report_command import cheap
from hubbub.insight.blame import Blame
from hubbub.page.report_page import report


def blamed(said: Said, heard: Said) -> Blame:
    left, right = (
        Transcript([Segment(words, "m", who, start, end) for who, start, end, words in side]) for side in (said, heard)
    )
    return hubbub.blame(left, right, "tcpwer", collar=5)


SAID = [("Alice", 0, 3, "a b f"), ("Bob", 4, 6, "c d"), ("Alice", 7, 9, "g h")]
"""What two people say."""
MISLABELLED = [("one", 0, 3, "a b f"), ("one", 4, 6, "c d"), ("one", 7, 9, "g x"), ("two", 20, 21, "q")]
"""All words in one stream: Bob's are in that of Alice."""


def packed(blame: Blame) -> tuple[dict[str, Any], dict[str, Any]]:
    html = report(blame).html
    return unpack(html, "overview")["scores"][0], unpack(html, "session-0")["scores"][0]["blame"]


def test_every_wrong_word_has_its_cause() -> None:
    blame = blamed(SAID, MISLABELLED)
    info, session = packed(blame)
    assert [part[:2] for part in info["blame"]["parts"]] == [[name, part.errors] for name, part in blame.parts.items()]
    assert blame.parts["attribution"].errors > 0
    # Words in the order of the page: Alice's a b f g h, then Bob's c d; the only stream's, then the other's.
    assert session["reference"] == "----caa"
    assert session["hypothesis"] == "---aa-cc"
    assert list(zip(session["spoken"], session["written"], strict=True)) == [(5, 3), (1, 1)]
    assert ["Bob", "one", 2] in session["matrix"]
    stretch = session["worst"][0]
    assert stretch["errors"][0] == blame.parts["attribution"].errors
    assert [row[3] for row in stretch["segments"]] == [2]


def test_a_segment_that_mixes_speakers() -> None:
    blame = blamed([("Alice", 0, 3, "a b f"), ("Bob", 3, 5, "c d")], [("one", 0, 5, "a b f c d")])
    assert {name: part.errors for name, part in blame.parts.items()} == {"attribution": 0, "mixed": 4, "recognition": 0}
    _, session = packed(blame)
    assert session["reference"] == "---bb"
    assert session["hypothesis"] == "---bb"


def test_the_command_blames_where_that_is_cheap(tmp_path: Path, hubbub: Any) -> None:
    out = tmp_path / "page.html"
    files = ("-r", REF, "-h", HYP, "-o", out, "--force", "--quiet")
    assert hubbub("report", "-m", "cpwer,orcwer", *files).code == 0
    with_blame = unpack(out.read_text(encoding="utf-8"), "overview")["scores"]
    assert [score["blame"] is not None for score in with_blame] == [True, False]
    assert hubbub("report", "-m", "cpwer", *files, "--no-blame").code == 0
    assert unpack(out.read_text(encoding="utf-8"), "overview")["scores"][0]["blame"] is None
    # Costs under which parts cannot be told are no obstacle to the page.
    assert hubbub("report", "-m", "cpwer", *files, "--costs", "0,4,3,3").code == 0


def test_causes_are_computed_unless_words_without_times_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    scores, routed = example(["cpwer", "orcwer"])
    timed = hubbub.tcpwer(REF, HYP, collar=5)
    monkeypatch.setattr("hubbub.cli.report_command.MANY", scores.total.length)
    assert cheap([scores, routed, timed]) == [0, 2]
    assert cheap([scores, scores, timed]) == [2]


def test_causes_without_times_are_shown_as_far_as_a_fixed_effort_proves_them(tmp_path: Path, hubbub: Any) -> None:
    said, heard = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    run = long_meeting(1500, seed=4)
    for path, side in ((said, "reference"), (heard, "hypothesis")):
        lines = [
            f"long 1 {one.speaker} {one.start:.2f} {one.end:.2f} {' '.join(one.words)}\n"
            for lane in run["long"].alignment
            for one in getattr(lane, side)
        ]
        path.write_text("".join(lines), encoding="utf-8")
    out = tmp_path / "page.html"
    files = ("-r", said, "-h", heard, "-o", out, "--quiet", "--force")
    found = []
    for _ in range(2):
        assert hubbub("report", "-m", "cpwer", *files).code == 0
        found.append(unpack(out.read_text(encoding="utf-8"), "overview")["scores"][0]["blame"])
    assert found[0] == found[1]
    (attribution, *_) = found[0]["parts"]
    assert attribution[2] == attribution[3], "attribution is exact"


def test_the_page_opens_on_the_metric_with_causes(open_page: Open) -> None:
    (routed,) = example(["orcwer"])
    page = open_page(report([routed, blamed(SAID, MISLABELLED)]).html)
    text(page, ".card.active .metric").becomes("tcpWER")
    text(page, ".cards h2").becomes("Errors by cause")


def test_the_command_blame_writes_a_page(tmp_path: Path, hubbub: Any) -> None:
    out = tmp_path / "page.html"
    files = ("-r", REF, "-h", f"ours={HYP}", "-h", f"theirs={REF}")
    assert hubbub("blame", "-m", "cpwer", *files, "-o", out, "--quiet").code == 0
    index = unpack(out.read_text(encoding="utf-8"), "overview")
    assert [(score["system"], score["blame"] is not None) for score in index["scores"]] == [
        ("ours", True),
        ("theirs", True),
    ]
    assert len(index["comparisons"]) == 1


@pytest.fixture
def page(open_page: Open) -> Any:
    return open_page(report(blamed(SAID, MISLABELLED)).html)


def test_a_card_says_it_in_words(page: Any) -> None:
    total = blamed(SAID, MISLABELLED).total
    points = {name: f"{100 * part.errors / total.length:.1f}" for name, part in total.parts.items()}
    text(page, ".card .in-parts").becomes(
        f"{100 * (total.rate or 0):.1f}% = {points['recognition']} recognition + {points['mixed']} mixed"
        f" + {points['attribution']} attribution"
    )
    count(page, ".card .bar.parts i").becomes(3)
    text(page, ".reasons").has("of the errors are attribution errors", "Correct speaker labels would save")


def test_a_stretch_opens_its_place(page: Any) -> None:
    go(page, "#session=m&view=errors")
    page.wait_for_selector(".matrix")
    texts(page, ".matrix td.own").becomes(["4"])
    line = page.locator(".stretches button").first
    text(line).has("2 words by Bob in stream one, paired with Alice")
    line.click()
    page.wait_for_selector(".picture canvas")
    url(page).has("range=")
    detail(page).becomes("letters")


def test_a_misattributed_word_leads_to_its_reference_word_and_back(page: Any) -> None:
    go(page, "#session=m&slice=cause:attribution")
    page.wait_for_selector(".picture canvas")
    page.keyboard.press("n")
    told = page.locator(".inspector")
    text(told, ".chosen-words").has("c")
    first = text(told, ".why").has("its whole segment has the wrong speaker label")
    told.locator(".go-home").click()
    second = text(told, ".why").unlike(first)
    assert {first.split(":")[0], second.split(":")[0]} == {"in stream one", "said by Bob"}
    told.locator(".go-home").click()
    text(told, ".why").becomes(first)


def test_the_reading_view_shows_causes_with_an_arrow(page: Any) -> None:
    go(page, "#session=m&view=reading")
    page.wait_for_selector(".reading p")
    count(page, ".reading .cause.hatched").becomes(4)
    texts(page, ".reading .home").as_(sorted).becomes(["← one", "→ Bob"])


def test_a_figure_has_the_patterns_of_causes(open_page: Open) -> None:
    page = open_page(report(blamed(SAID, MISLABELLED)).html, "#session=m&range=0-10", color_scheme="dark")
    detail(page).becomes("letters")
    page.click(".menu-button:text-is('Menu')")
    with page.expect_download() as waiting:
        page.click(".menu-list >> text=SVG of the timeline")
    picture = ElementTree.parse(waiting.value.path()).getroot()
    patterns = {str(one.get("id")) for one in picture.iter("{http://www.w3.org/2000/svg}pattern")}
    hatched = [one for one in picture.iter("{http://www.w3.org/2000/svg}rect") if "url(#hatched" in one.get("fill", "")]
    assert {str(one.get("fill"))[5:-1] for one in hatched} <= patterns
    # `c d` as they were said and as they stand, and the legend.
    assert len(hatched) == 4 + 1
    written = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"REF", "HYP", "deletions", "attribution"} <= set(written)
