"""What is taken away from the report page: text, tables, pictures, paper, and a cell of a notebook."""

from __future__ import annotations

import csv
import io
import re
import struct
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.browsing import (
    Open,
    act,
    attribute,
    clipboard,
    computed,
    contents,
    count,
    go,
    text,
    texts,
    url,
    visible,
    wait_until,
)
from support.colours import contrast
from support.pages import HOSTILE, HYP, REF, example, meeting, talk

import hubbub
from hubbub import Scores
from hubbub.page.report_page import report

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def choose(page: Any, item: str, menu: str = "Menu") -> None:
    page.click(f".menu-button:text-is('{menu}')")
    page.click(f".menu-list button:text-is('{item}')")


def copied(page: Any, item: str, menu: str = "Menu") -> str:
    act(page, "navigator.clipboard.writeText('')")
    choose(page, item, menu)
    return str(clipboard(page).fits(bool, "anything copied"))


def saved(page: Any, item: str) -> tuple[str, bytes]:
    with page.expect_download() as waiting:
        choose(page, item)
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


def test_the_overview_is_handed_on(open_page: Open) -> None:
    scores = example(["cpwer"])[0]
    page = open_page(scores, permissions=CLIPBOARD)
    url(page).becomes(copied(page, "Link to this view"))
    lines = copied(page, "Sessions as Markdown", "Copy table").splitlines()
    assert all(re.fullmatch(r"\d+\.\d\d", line.split(" | ")[2]) for line in lines[2:])
    assert lines[0].startswith("| session | words | ")
    assert len(lines) == 2 + len(scores)
    name, content = saved(page, "Sessions as CSV")
    assert name.endswith(".csv")
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    assert {row["session"]: int(row["errors"]) for row in rows} == {key: one.errors for key, one in scores.items()}


def test_every_chart_is_saved_as_svg(open_page: Open) -> None:
    runs = [hubbub.blame(REF, HYP, "tcpwer", collar=5).rename(name) for name in ("one", "two")]
    page = open_page(report(runs).html, color_scheme="dark")
    charts = [
        "SVG of errors by cause",
        "SVG of where the errors are",
        "SVG of sessions",
        "SVG of difference of the rates in points",
        "SVG of session by session",
        "SVG of speakers in several sessions",
    ]
    page.click(".menu-button:text-is('Menu')")
    texts(page, ".menu-list button:has-text('SVG of')").becomes(charts)
    page.keyboard.press("Escape")
    drawn = {chart: saved(page, chart) for chart in charts}
    assert drawn["SVG of sessions"][0] == "one-and-two-Sessions.svg"
    for _, content in drawn.values():
        picture = ElementTree.fromstring(content)
        assert picture.find("{*}rect").get("fill") == "#fff"  # type: ignore[union-attr]
    words = ElementTree.fromstring(drawn["SVG of where the errors are"][1]).itertext()
    assert {"Overlap", "1 speaker", "other segments"} <= set(words)
    go(page, "#session=talk-A&view=errors")
    page.wait_for_selector(".errors-view")
    page.click(".menu-button:text-is('Menu')")
    texts(page, ".menu-list button:has-text('SVG of')").has("SVG of where the errors are", "SVG of errors by speaker")
    page.keyboard.press("Escape")
    name, content = saved(page, "SVG of error rate")
    assert name == "talk-A-Error-rate.svg"
    assert len(ElementTree.fromstring(content).findall(".//{*}path")) == 1


def test_what_is_in_view_is_handed_on(open_page: Open) -> None:
    page = open_page(talk(), "#session=m&range=12-21", permissions=CLIPBOARD)
    page.wait_for_selector(".picture canvas[data-detail]")
    name, content = saved(page, "CSV")
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    assert name == "m.csv"
    assert [row["reference"] for row in rows] == ["very", "well", "then", "let", "us", "see", ""]
    assert rows[-1]["kind"] == "insertion"
    assert (rows[-1]["hypothesis"], rows[-1]["speaker"], rows[-1]["stream"]) == ("now", "", "t")
    assert copied(page, "Markdown").count("\n") == 2 + 7
    page.click(".tabs >> text=Reading")
    page.wait_for_selector(".reading p")
    assert (
        copied(page, "Markdown").splitlines()[0] == r"\[0:01\] A: we were ~~allowed~~ **like** to begin here ~~today~~"
    )
    page.click(".tabs >> text=Errors")
    page.wait_for_selector(".errors-view")
    assert "| deletion | today |" in copied(page, "Markdown")


def test_the_timeline_is_saved_as_a_picture(open_page: Open) -> None:
    page = open_page([talk(), talk("tcpwer")], "#session=m&against=hyp/tcpwer&range=1-21", color_scheme="dark")
    page.wait_for_selector(".panel >> nth=1 >> canvas[data-detail]")
    name, content = saved(page, "SVG of the timeline")
    assert name == "m.svg"
    picture = ElementTree.fromstring(content)
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"A", "B", "hyp · cpWER", "hyp · tcpWER", "allowed", "like", "today", "substitutions"} <= set(texts)
    assert 'fill="#fff"' in content.decode(), "a figure is light, whatever the page is"
    computed(page, "document.documentElement.dataset.theme").stays("dark")
    name, content = saved(page, "PNG of the timeline")
    assert name == "m.png"
    width, _ = struct.unpack(">II", content[16:24])
    assert content[:4] == b"\x89PNG"
    assert width == pytest.approx(3 * float(picture.attrib["width"]), abs=3)
    hostile = open_page(Scores({"m": meeting({HOSTILE[2]: HOSTILE[0]}, {HOSTILE[1]: "x"})}, "cpwer", ""), "#session=m")
    hostile.wait_for_selector(".picture canvas[data-detail]")
    tags = {
        element.tag.split("}")[1] for element in ElementTree.fromstring(saved(hostile, "SVG of the timeline")[1]).iter()
    }
    assert not tags & {"script", "img", "image", "foreignObject"}


def test_paper_is_light_and_has_no_controls(open_page: Open) -> None:
    page = open_page(talk(), color_scheme="dark")
    theme = computed(page, "document.documentElement.dataset.theme")
    theme.becomes("dark")
    act(page, "dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for control in (".menu", ".controls", "input", "select"):
        count(page, f"{control} >> visible=true").becomes(0)
    visible(page, ".making").becomes(True)
    visible(page.locator(".bar").first).becomes(True)
    ink = computed(page, "getComputedStyle(document.documentElement).color")
    ink.fits(lambda found: sum(map(int, re.findall(r"\d+", found)[:3])) < 200, "dark ink")
    act(page, "dispatchEvent(new Event('afterprint'))")
    visible(page, ".making").becomes(False)
    theme.becomes("dark")


def test_a_timeline_on_paper_is_its_figure(open_page: Open) -> None:
    page = open_page(talk(), "#session=m&range=1-21", color_scheme="dark")
    page.wait_for_selector(".picture canvas[data-detail]")
    count(page, ".on-paper").stays(0)
    act(page, "dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    visible(page, ".panel").becomes(False)
    contents(page, ".on-paper text").has("A", "B", "allowed", "today")
    ground = attribute(page.locator(".on-paper > rect").first, "fill")
    ground.fits(lambda found: contrast(found, "#ffffff") == pytest.approx(1), "light at once")
    act(page, "dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    visible(page, ".panel").becomes(True)
    count(page, ".on-paper").becomes(0)


def test_a_notebook_shows_the_session_of_a_result(open_page: Open) -> None:
    inline = meeting({"A": "one two"}, {"s": "one too"}).show()._repr_html_()
    page = open_page(f"<!doctype html><meta charset=utf-8><main>{inline}</main>", width=1000)
    frame = page.frame_locator("iframe")
    frame.locator(".picture canvas[data-detail]").wait_for()
    text(frame, ".score-line .rate").becomes("50.00%")
    frame.locator(".back").click()
    frame.locator(".made summary").click()
    frame.locator(".copyable").click()  # the signature: a frame may be kept from the clipboard, which is no error
    frame.locator(".menu-button:text-is('Menu')").click()
    frame.locator(".menu-list >> text=Dark colors").click()
    frame.locator("html[data-theme=dark]").wait_for()


def test_a_notebook_without_trust_shows_a_table(open_page: Open) -> None:
    scores = hubbub.cpwer({"mon": {"A": "a b"}, "tue": {"A": "b"}}, {"mon": {"x": "a"}, "tue": {"x": "b"}})
    inline = hubbub.report(scores)._repr_html_()
    page = open_page(
        f"<!doctype html><meta charset=utf-8><main>{re.sub(r'<iframe.*</iframe>', '', inline, flags=re.S)}</main>"
    )
    visible(page, "td:has-text('mon')").becomes(True)
    trusted = open_page(f"<!doctype html><meta charset=utf-8><main>{inline}</main>", width=1000)
    trusted.frame_locator("iframe").locator(".sessions").wait_for()
    above = "document.elementFromPoint(200, 60).tagName"
    wait_until(trusted, f"{above} == 'IFRAME'")


def test_without_scripts_the_page_says_what_it_needs(open_page: Open) -> None:
    html = hubbub.report(talk()).html.replace('<div id="app"></div>', '<div id="app"><main>.</main></div>')
    page = open_page(html, java_script_enabled=False)
    text(page, "noscript").has("needs JavaScript")
