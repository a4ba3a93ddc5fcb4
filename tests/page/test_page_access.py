"""The report page for everyone: by axe-core's rules, by keyboard, by ear, in any script and light or dark."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from support.browsing import Open, wait_until
from support.pages import long_meeting, meeting, talk

from hubbub import Scores

VIEWS = ("#", "#session=long&against=other/cpwer&find=word7", "#session=long&view=reading", "#session=long&view=wrong")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, scheme: str) -> None:
    scores = [long_meeting(90, 3), Scores(dict(long_meeting(90, 3, seed=2)), "cpwer", "", "other")]
    page = open_page(scores, "#session=long&range=0-20", color_scheme=scheme)
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    for view in VIEWS:
        page.evaluate("view => { location.hash = view; }", view)
        page.wait_for_timeout(350)
        found = page.evaluate(
            """async () => (await axe.run(document)).violations.map(
                one => [one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 120))])"""
        )
        assert found == [], view


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.textContent"))


def test_the_focus_goes_with_whoever_opens_and_goes_back(open_page: Open) -> None:
    scores = Scores(
        {name: meeting({"A": "one two"}, {"s": heard}) for name, heard in (("x", "one"), ("y", "no"))}, "cpwer", ""
    )
    page = open_page(scores)
    page.locator(".sessions tbody a:text-is('y')").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".session")
    assert focused(page) == "y"
    page.keyboard.press("Escape")
    page.wait_for_selector(".overview")
    assert focused(page) == "y"
    page.keyboard.press("Tab")
    assert focused(page) == "x"
    assert page.evaluate("document.activeElement.tagName") == "A"


def test_everything_that_can_be_clicked_can_be_reached(open_page: Open) -> None:
    page = open_page(talk(), "#session=m&view=wrong")
    page.locator(".by-speaker tbody button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".picture canvas")
    assert "speaker=A" in page.url
    page.click(".menu-button")
    page.keyboard.press("ArrowDown")
    assert focused(page) == "Markdown"
    page.keyboard.press("Escape")
    assert focused(page) == "Menu"
    assert not page.locator(".menu-list").is_visible()
    assert page.locator(".picture").is_visible(), "it closes the menu alone"


def test_pictures_have_words(open_page: Open) -> None:
    page = open_page(talk(), "#session=m")
    page.wait_for_selector(".picture canvas[data-detail]")
    assert page.get_attribute(".picture canvas", "aria-label") == (
        "Timeline of hyp, cpWER: 2 rows (A, B), from 0:01 to 0:21, with 3 marked errors."
        " The view Reading has the same words as text."
    )
    told = "hyp, cpWER: 3 marked errors over the session, most from"
    assert str(page.get_attribute(".minimap", "aria-label")).startswith(told)


def test_letters_can_cease_to_be_keys(open_page: Open) -> None:
    page = open_page(talk(), "#session=m")
    page.keyboard.press("n")
    page.wait_for_selector(".inspector .tag")
    page.keyboard.press("Escape")
    page.click(".menu-button")
    page.click(".menu-list >> text=Single-letter keys: switch off")
    page.keyboard.press("n")
    page.keyboard.press("/")
    assert page.locator(".inspector .tag").count() == 0
    page.reload()
    page.wait_for_selector(".picture canvas")
    page.keyboard.press("n")
    assert page.locator(".inspector .tag").count() == 0, "it is remembered"
    page.click("[aria-label='next error']")
    page.wait_for_selector(".inspector .tag")


def test_light_and_dark_are_switched_and_remembered(open_page: Open) -> None:
    page = open_page(talk(), color_scheme="light")
    page.click(".menu-button")
    page.click(".menu-list >> text=Dark colours")
    for _ in range(2):
        wait_until(page, "document.documentElement.dataset.theme == 'dark'")
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != "rgb(247, 247, 245)"
        page.reload()
        page.wait_for_selector("main")


def test_words_run_in_their_own_direction(open_page: Open) -> None:
    scores = Scores({"m": meeting({"A": "שלום לכולם"}, {"s": "שלום לך"})}, "cpwer", "")
    page = open_page(scores, "#session=m&view=reading")
    assert page.evaluate("getComputedStyle(document.querySelector('.reading p')).direction") == "rtl"
