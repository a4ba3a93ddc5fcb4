"""Two systems on the report page: which is better, and what only one of them has wrong."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import Open, act, attribute, box, computed, count, detail, numbers, text, texts, url
from support.pages import Said, long_meeting

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
        found.append(run.rename(system))
    return found


def test_the_verdict_is_that_of_compare(open_page: Open) -> None:
    scores = runs()
    (pair,) = compare_scores(scores)
    page = open_page(scores)
    rates = " vs ".join(f"{run.total.rate:.2%}" for run in scores)
    text(page, "h1").becomes(f"ours is better than theirs by {100 * pair.difference:.1f} points ({rates} tcpWER)")
    text(page, ".reasons").has(f"{pair.significance}.")
    count(page, ".compared .at").becomes(1)
    words = f"ours is better by {100 * pair.difference:.2f} points"
    attribute(page, "aria-label", ".compared svg").fits(lambda found: found.startswith(words), words)
    page.select_option(".controls select >> nth=1", "")
    count(page, ".compared").becomes(0)


def test_scores_of_other_sessions_are_not_compared(open_page: Open) -> None:
    first, second = runs()
    fewer = Scores({"mon": second["mon"]}, second.metric, second.signature, "theirs")
    page = open_page([first, fewer])
    page.wait_for_selector(".sessions tbody a")
    count(page, ".compared").stays(0)


@pytest.fixture
def session(open_page: Open) -> Any:
    page = open_page(report(runs()).html, "#session=mon&against=theirs/tcpwer")
    page.wait_for_selector(".picture canvas")
    return page


def test_errors_of_one_system_alone(session: Any) -> None:
    chips = session.locator(".differences .chip")
    texts(chips, "b").as_(numbers).becomes([0, 2, 1])
    chips.nth(2).click()
    url(session).has("differ=both")
    session.keyboard.press("n")
    text(session, ".chosen-words").becomes("two → to")
    session.keyboard.press("n")
    text(session, ".chosen-words").stays("two → to")
    chips.nth(1).click()
    url(session).has("differ=second")
    for shown in ("substitution", "insertion", "substitution"):  # they are errors of the other system only
        session.keyboard.press("n")
        text(session, ".in-others .tag").becomes(shown)
    session.reload()
    attribute(chips.nth(1), "aria-pressed").becomes("true")


def test_two_systems_fit_the_window_at_every_zoom(session: Any) -> None:
    picture = box(session, ".panel >> nth=1 >> canvas").settled()
    session.mouse.move(picture.x + 400, picture.y + 40)
    for _ in range(12):
        bottom = box(session, ".panel >> nth=1").as_(lambda found: found.y + found.height)
        bottom.fits(lambda found: found <= box(session, ".dock").settled().y + 1, "above the dock")
        session.mouse.wheel(0, -150)
    detail(session, 1).becomes("letters")


def test_the_reading_view_folds_what_has_no_error_of_the_chosen_kind(session: Any) -> None:
    session.locator(".differences .chip").nth(2).click()
    session.click(".tabs >> text=Reading")
    texts(session, ".fold").becomes(["1 paragraph without these errors"])
    session.click(".fold")
    count(session, ".fold").becomes(0)
    count(session, ".reading.faded, .pages.faded").becomes(1)


def test_views_keep_the_position(open_page: Open) -> None:
    page = open_page(long_meeting(3000), "#session=long&range=400-430")
    page.wait_for_selector(".picture canvas")
    page.click(".tabs >> text=Reading")
    shown = computed(
        page,
        """() => [...document.querySelectorAll('.reading section')].find(one => one.getBoundingClientRect().top >= 80)
            ?.querySelector('time').textContent""",
    )
    shown.fits(lambda found: found is not None and found.startswith(("6:4", "6:5", "7:")), "near 6:40")
    act(page, "scrollTo(0, document.documentElement.scrollHeight / 10)")
    page.click(".tabs >> text=Timeline")
    attribute(page, "data-range", "main").fits(lambda found: float(found.split("-")[0]) < 200, "before 200 s")


def test_the_next_difference(session: Any) -> None:
    # The chosen word is the first system's: it has `three` right, and `six` stands beside what the other inserted.
    places = {"three": "three free", "six": "seven"}
    for key, word in (("d", "three"), ("d", "six"), ("d", "three"), ("Shift+D", "six")):
        session.keyboard.press(key)
        text(session, ".chosen-words").becomes(word)
        text(session, ".in-others .words").becomes(places[word])


def test_counts_and_moves_obey_the_filters(session: Any) -> None:
    chips = session.locator(".differences .chip")
    session.select_option(".people select >> nth=0", "=B")
    texts(chips, "b").as_(numbers).becomes([0, 1, 0])
    session.keyboard.press("n")
    text(session, ".inspector").has("No error passes the filters.")
    session.select_option(".people select >> nth=0", "=A")
    texts(chips, "b").as_(numbers).becomes([0, 1, 1])
    for _ in range(2):
        session.keyboard.press("d")
        text(session, ".in-others .words").becomes("three free")


def test_bars_side_by_side_have_one_axis(open_page: Open) -> None:
    page = open_page(report(runs()).html, "#session=mon&against=theirs/tcpwer&view=errors")
    page.wait_for_selector(".by-speaker >> nth=1")
    for bars in (".by-speaker", ".slices"):
        first = text(page, f".column >> nth=0 >> {bars} >> .axis >> nth=0").settled()
        text(page, f".column >> nth=1 >> {bars} >> .axis >> nth=0").becomes(first)
