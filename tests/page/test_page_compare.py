"""Two systems on the report page: which is better, and what only one of them has wrong."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import Open, number
from support.pages import Said

import hubbub
from hubbub import Scores, Segment, Transcript
from hubbub.insight.compare import compare_scores
from hubbub.page.report_page import report


def runs() -> list[Scores]:
    """Two systems on two sessions: the second has one word more wrong, and one insertion of its own."""
    said: Said = [("A", 0, 4, "one two three four"), ("B", 5, 7, "five six")]
    ours: Said = [("s", 0, 4, "one to three four"), ("t", 5, 7, "five six")]
    theirs: Said = [("s", 0, 4, "one to free four"), ("t", 5, 8, "five six seven")]
    found = []
    for system, heard in (("ours", ours), ("theirs", theirs)):
        left, right = (
            Transcript(
                [Segment(said, name, who, start, end) for name in ("mon", "tue") for who, start, end, said in side]
            )
            for side in (said, heard)
        )
        run = hubbub.tcpwer(left, right, collar=5)
        assert isinstance(run, Scores)
        run.system = system
        found.append(run)
    return found


def test_the_verdict_is_that_of_compare(open_page: Open) -> None:
    scores = runs()
    (pair,) = compare_scores(scores)
    page = open_page(scores)
    assert page.inner_text(".compared .verdict") == pair.verdict
    assert page.locator(".compared .at").count() == 1
    label = page.locator(".compared svg").get_attribute("aria-label")
    assert label.startswith(f"+{100 * pair.difference:.2f} points")
    page.select_option(".controls select >> nth=1", "")
    assert page.locator(".compared").count() == 0


def test_scores_of_other_sessions_are_not_compared(open_page: Open) -> None:
    first, second = runs()
    fewer = Scores({"mon": second["mon"]}, second.metric, second.signature, "theirs")
    page = open_page([first, fewer])
    assert page.locator(".compared").count() == 0


@pytest.fixture
def session(open_page: Open) -> Any:
    page = open_page(report(runs()).html, "#session=mon&against=theirs/tcpwer")
    page.wait_for_selector(".picture canvas")
    return page


def test_errors_of_one_system_alone(session: Any) -> None:
    chips = session.locator(".differences .chip")
    assert [number(text) for text in chips.locator("b").all_inner_texts()] == [0, 2, 1]
    chips.nth(2).click()
    assert "differ=both" in session.url
    seen = []
    for _ in range(2):
        session.keyboard.press("n")
        seen.append(session.inner_text(".chosen-words"))
    assert seen == ["two → to"] * 2
    chips.nth(1).click()
    session.keyboard.press("n")
    session.reload()
    assert chips.nth(1).get_attribute("aria-pressed") == "true"


def test_the_next_difference(session: Any) -> None:
    seen = []
    for key in ("d", "d", "d", "Shift+D"):
        session.keyboard.press(key)
        seen.append(session.inner_text(".chosen-words"))
    # The chosen word is the first system's: it has `three` right, and `six` stands beside what the other inserted.
    assert seen == ["three", "six", "three", "six"]


def test_bars_side_by_side_have_one_axis(open_page: Open) -> None:
    page = open_page(report(runs()).html, "#session=mon&against=theirs/tcpwer&view=wrong")
    page.wait_for_selector(".by-speaker >> nth=1")
    for bars in (".by-speaker", ".slices"):
        first, second = (page.locator(f".column >> nth={n} >> {bars} >> .axis >> nth=0").inner_text() for n in (0, 1))
        assert first == second
