"""The report page in a browser: Debian's Chromium, driven by Playwright, without a network."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hubbub.page.report_page import report

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
    )
    if chromium is None:
        pytest.skip("no Chromium here; install it with apt-get install chromium")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium, headless=True, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens a page from disk; no network, no error and no broken policy on the way."""
    contexts: list[Any] = []
    problems: list[str] = []

    def open_(scores: Any, fragment: str = "", width: int = 1440, height: int = 900, **choices: Any) -> Any:
        path = tmp_path / f"report{len(contexts)}.html"
        if isinstance(scores, str):
            path.write_text(scores)
        else:
            report(scores).write(path)
        context = browser.new_context(viewport={"width": width, "height": height}, **choices)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("request", lambda one: None if one.url.startswith(("file:", "blob:")) else problems.append(one.url))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.goto(path.as_uri() + fragment)
        page.wait_for_selector("main")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert problems == [], problems


def number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def session_names(page: Any) -> list[str]:
    return [str(name) for name in page.locator(".sessions tbody th a").all_inner_texts()]


def wait_until(page: Any, condition: str) -> None:
    """Playwright's own wait evaluates text inside the page, which the page's policy rightly forbids."""
    deadline = time.monotonic() + 20
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"waited in vain until {condition}"
        page.wait_for_timeout(30)


def detail(page: Any, number: int = 0) -> str | None:
    found = page.locator(".picture canvas").nth(number)
    page.wait_for_selector(".picture canvas[data-detail]")
    value = found.get_attribute("data-detail")
    return None if value is None else str(value)


def shown_range(page: Any) -> tuple[str, str]:
    first, last = page.locator("input.range").input_value().split(" – ")
    return first, last


def place(page: Any, moment: float, row: int = 0, heard: bool = False, panel: int = 0) -> tuple[float, float]:
    """Where a moment of a row is drawn: its half above for what was said, below for what was heard."""
    found = page.locator(".panel").nth(panel)
    picture = found.locator("canvas").bounding_box()
    who = found.locator(".who").nth(row).bounding_box()
    start, end = map(float, str(page.locator("main").get_attribute("data-range")).split("-"))
    left = picture["x"] + picture["width"] * (moment - start) / (end - start)
    return left, who["y"] + who["height"] * (0.65 if heard else 0.35)


def pixels(page: Any, canvas: str, variable: str) -> int:
    """How many pixels of a canvas have the colour of this variable of the style sheet."""
    return int(
        page.evaluate(
            """([selector, name]) => {
                const probe = document.createElement('canvas').getContext('2d');
                probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
                probe.fillRect(0, 0, 1, 1);
                const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
                const canvas = document.querySelector(selector);
                const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                let found = 0;
                for (let i = 0; i < data.length; i += 4) {
                    found += data[i] == r && data[i + 1] == g && data[i + 2] == b && data[i + 3] == 255;
                }
                return found;
            }""",
            [canvas, variable],
        )
    )
