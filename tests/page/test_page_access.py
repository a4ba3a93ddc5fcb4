"""The report page for everyone: by axe-core's rules, by keyboard, by ear, in any script and light or dark."""

from __future__ import annotations

import pytest
from support.browsing import (
    Open,
    attribute,
    computed,
    count,
    focused,
    go,
    text,
    url,
    violations,
    visible,
    wait_until,
)
from support.pages import long_meeting, meeting, talk

from hubbub import Scores

VIEWS = {
    "#": ".overview",
    "#session=long&against=other/cpwer&find=word7": ".panel >> nth=1 >> canvas[data-detail]",
    "#session=long&view=reading": ".session[data-view=reading] .reading p",
    "#session=long&view=reading&against=other/cpwer": ".pair.head h2",
    "#session=long&view=errors": ".session[data-view=errors] .errors-view",
}
"""Addresses, and what only the page at that address shows."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, scheme: str) -> None:
    scores = [long_meeting(90, 3), Scores(dict(long_meeting(90, 3, seed=2)), "cpwer", "", "other")]
    page = open_page(scores, "#session=long&range=0-20", color_scheme=scheme)
    for fragment, shown in VIEWS.items():
        go(page, fragment)
        page.wait_for_selector(shown)
        violations(page).stays([])


def test_the_focus_goes_with_whoever_opens_and_goes_back(open_page: Open) -> None:
    scores = Scores(
        {name: meeting({"A": "one two"}, {"s": heard}) for name, heard in (("x", "one"), ("y", "no"))}, "cpwer", ""
    )
    page = open_page(scores)
    page.locator(".sessions tbody a:text-is('y')").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".session")
    focused(page).becomes("y")
    page.keyboard.press("Escape")
    page.wait_for_selector(".overview")
    focused(page).becomes("y")
    page.keyboard.press("Tab")
    focused(page).becomes("x")
    computed(page, "document.activeElement.tagName").becomes("A")


def test_everything_that_can_be_clicked_can_be_reached(open_page: Open) -> None:
    page = open_page(talk(), "#session=m&view=errors")
    page.locator(".by-speaker tbody button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".picture canvas")
    url(page).has("speaker=A")
    page.click(".menu-button:text-is('Menu')")
    visible(page, ".menu-list").becomes(True)
    page.keyboard.press("ArrowDown")
    focused(page).becomes("Markdown")
    page.keyboard.press("Escape")
    focused(page).becomes("Menu")
    visible(page, ".menu-list").becomes(False)
    visible(page, ".picture").stays(True)  # it closes the menu alone


def test_pictures_have_words(open_page: Open) -> None:
    page = open_page(talk(), "#session=m")
    attribute(page, "aria-label", ".picture canvas").becomes(
        "Timeline of hyp, cpWER: 2 rows (A, B), from 0:01 to 0:21, with 3 marked errors."
        " The view Reading has the same words as text."
    )
    told = "hyp, cpWER: 3 marked errors over the session, most from"
    attribute(page, "aria-label", ".minimap").fits(lambda found: found.startswith(told), told)


def test_letters_can_cease_to_be_keys(open_page: Open) -> None:
    page = open_page(talk(), "#session=m")
    page.wait_for_selector(".inspector")
    page.keyboard.press("n")
    page.wait_for_selector(".inspector .tag")
    page.keyboard.press("Escape")
    count(page, ".inspector .tag").becomes(0)
    page.click(".menu-button:text-is('Menu')")
    page.click(".menu-list >> text=Turn off single-key shortcuts")
    text(page, ".menu-said").becomes("shortcuts are off")
    page.keyboard.press("n")
    page.keyboard.press("/")
    count(page, ".inspector .tag").stays(0)
    page.reload()
    page.wait_for_selector(".picture canvas")
    page.click(".menu-button:text-is('Menu')")
    page.wait_for_selector(".menu-list >> text=Turn on single-key shortcuts")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    count(page, ".inspector .tag").stays(0)  # it is remembered
    page.click("[aria-label='next error']")
    page.wait_for_selector(".inspector .tag")


def test_light_and_dark_are_switched_and_remembered(open_page: Open) -> None:
    page = open_page(talk(), color_scheme="light")
    page.click(".menu-button:text-is('Menu')")
    page.click(".menu-list >> text=Dark colors")
    for _ in range(2):
        wait_until(page, "document.documentElement.dataset.theme == 'dark'")
        wait_until(page, "getComputedStyle(document.documentElement).backgroundColor != 'rgb(247, 247, 245)'")
        page.reload()
        page.wait_for_selector("main")


def test_tabs_agree_on_settings(open_page: Open) -> None:
    page = open_page(talk(), color_scheme="light")
    other = page.context.new_page()
    other.goto(url(page).settled())
    other.wait_for_selector("main")
    page.click(".menu-button:text-is('Menu')")
    page.click(".menu-list >> text=Dark colors")
    page.click(".menu-button:text-is('Menu')")
    page.click(".menu-list >> text=Turn off single-key shortcuts")
    computed(other, "document.documentElement.dataset.theme").becomes("dark")
    other.click(".menu-button:text-is('Menu')")
    other.wait_for_selector(".menu-list >> text=Turn on single-key shortcuts")


def test_words_run_in_their_own_direction(open_page: Open) -> None:
    scores = Scores({"m": meeting({"A": "שלום לכולם"}, {"s": "שלום לך"})}, "cpwer", "")
    page = open_page(scores, "#session=m&view=reading")
    page.wait_for_selector(".reading p")
    computed(page, "getComputedStyle(document.querySelector('.reading p')).direction").becomes("rtl")
