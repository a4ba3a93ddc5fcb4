"""The report page in a browser: Debian's Chromium, driven by Playwright, without a network."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

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
PATIENCE = 60
"""Seconds until a check gives up. Only one that fails takes as long."""
Open = Callable[..., Any]
T = TypeVar("T")
U = TypeVar("U")


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
    """Opens a page from disk; no network, no error and no broken policy on the way.

    `first` is a script that runs before those of the page.
    """
    contexts: list[Any] = []
    problems: list[str] = []

    def open_(
        scores: Any, fragment: str = "", width: int = 1440, height: int = 900, first: str = "", **choices: Any
    ) -> Any:
        path = tmp_path / f"report{len(contexts)}.html"
        if isinstance(scores, str):
            path.write_text(scores, encoding="utf-8")
        else:
            report(scores).write(path)
        context = browser.new_context(viewport={"width": width, "height": height}, **choices)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("request", lambda one: None if one.url.startswith(("file:", "blob:")) else problems.append(one.url))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        if first:
            page.add_init_script(first)
        page.goto(path.as_uri() + fragment)
        page.wait_for_selector("main")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert problems == [], problems


def number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def numbers(found: list[str]) -> list[int]:
    return [number(one) for one in found]


def frames(page: Any) -> None:
    """Wait for two frames: what the page draws on the next one is drawn then."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


class Seen(Generic[T]):
    """Something that the page shows. A check reads it again until it holds, for the page may change after an action."""

    def __init__(self, page: Any, what: str, read: Callable[[], T | None]) -> None:
        self.page, self.what, self.read = page, what, read
        """`read` gives None for what is not there yet."""

    def fits(self, holds: Callable[[T], Any], wanted: str = "what fits") -> T:
        """Wait until the condition holds, and give what it holds for."""
        __tracebackhide__ = True
        deadline = time.monotonic() + PATIENCE
        while (found := self.read()) is None or not holds(found):
            assert time.monotonic() < deadline, f"{self.what}: {found!r} after {PATIENCE} s, not {wanted}"
            self.page.wait_for_timeout(30)
        return found

    def as_(self, change: Callable[[T], U]) -> Seen[U]:
        """What a function makes of it."""

        def read() -> U | None:
            found = self.read()
            return None if found is None else change(found)

        return Seen(self.page, self.what, read)

    def becomes(self, expected: Any) -> None:
        __tracebackhide__ = True
        self.fits(lambda found: found == expected, repr(expected))

    def unlike(self, before: T) -> T:
        """What comes instead of what was there."""
        __tracebackhide__ = True
        return self.fits(lambda found: found != before, "another")

    def has(self, *parts: Any) -> None:
        __tracebackhide__ = True
        self.fits(lambda found: all(part in found for part in parts), f"with {parts}")  # type: ignore[operator]

    def lacks(self, *parts: Any) -> None:
        __tracebackhide__ = True
        self.fits(lambda found: not any(part in found for part in parts), f"without {parts}")  # type: ignore[operator]

    def stays(self, expected: Any) -> None:
        """What an action must not change is compared after the frames in which a change would show."""
        __tracebackhide__ = True
        frames(self.page)
        found = self.read()
        assert found == expected, f"{self.what}: {found!r}, which should have stayed {expected!r}"

    def settled(self) -> T:
        """What is shown when it has come to rest: the same before and after two frames."""
        __tracebackhide__ = True
        before: T | None = None

        def rests(found: T) -> bool:
            nonlocal before
            same, before = found == before, found
            frames(self.page)
            return same

        return self.fits(rests, "at rest")


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


def _seen(where: Any, selector: str | None, what: str, read: Callable[[Any], T | None]) -> Seen[T]:
    """A reader of the elements that a selector finds in a page, a frame or an element, or of the elements given."""
    found = where if selector is None else where.locator(selector)
    return Seen(found.page, f"{what} of {found}", lambda: read(found))


def text(where: Any, selector: str | None = None) -> Seen[str]:
    return _seen(where, selector, "text", lambda found: str(found.inner_text()))


def texts(where: Any, selector: str | None = None) -> Seen[list[str]]:
    return _seen(where, selector, "texts", lambda found: list(map(str, found.all_inner_texts())))


def contents(where: Any, selector: str | None = None) -> Seen[list[str]]:
    """Texts with those that only a screen reader tells, and those in a picture."""
    return _seen(where, selector, "contents", lambda found: list(map(str, found.all_text_contents())))


def count(where: Any, selector: str | None = None) -> Seen[int]:
    return _seen(where, selector, "number", lambda found: int(found.count()))


def value(where: Any, selector: str | None = None) -> Seen[str]:
    return _seen(where, selector, "value", lambda found: str(found.input_value()))


def attribute(where: Any, name: str, selector: str | None = None) -> Seen[str]:
    return _seen(where, selector, name, lambda found: found.get_attribute(name))


def visible(where: Any, selector: str | None = None) -> Seen[bool]:
    return _seen(where, selector, "visibility", lambda found: bool(found.is_visible()))


def box(where: Any, selector: str | None = None) -> Seen[Box]:
    def read(found: Any) -> Box | None:
        place = found.bounding_box()
        return None if place is None else Box(**place)

    return _seen(where, selector, "place", read)


def each(where: Any, selector: str) -> list[Any]:
    """All elements of a list, once it is complete."""
    found = where.locator(selector)
    count(found).fits(bool, "one at least")
    return [found.nth(place) for place in range(count(found).settled())]


def computed(page: Any, script: str, argument: Any = None) -> Seen[Any]:
    """What a script computes from the page, which it must not change."""
    return Seen(page, script, lambda: page.evaluate(script, argument))


def act(page: Any, script: str, argument: Any = None) -> None:
    """Do by a script what the hand cannot."""
    page.evaluate(script, argument)


def url(page: Any) -> Seen[str]:
    return Seen(page, "address", lambda: str(page.url))


def go(page: Any, fragment: str) -> None:
    """To another place in the same page. Before a check, wait for something that only the new place shows."""
    page.goto(page.url.split("#")[0] + fragment)


def wait_until(page: Any, condition: str) -> None:
    """Playwright's own wait evaluates text inside the page, which the page's policy rightly forbids."""
    __tracebackhide__ = True
    computed(page, condition).fits(bool, "true")


def shown_ever(page: Any, selector: str) -> Seen[list[str]]:
    """All texts that an element shows from now on, also those that are gone before anybody looks."""
    act(
        page,
        """selector => {
            const shown = window.shownEver = [];
            new MutationObserver(() => shown.push(document.querySelector(selector)?.textContent ?? ''))
                .observe(document.body, { subtree: true, childList: true, characterData: true });
        }""",
        selector,
    )
    return computed(page, "window.shownEver")


def focused(page: Any) -> Seen[str]:
    return computed(page, "document.activeElement.textContent")


def clipboard(page: Any) -> Seen[str]:
    return computed(page, "navigator.clipboard.readText()")


def session_names(page: Any) -> Seen[list[str]]:
    return texts(page, ".sessions tbody th a")


def detail(page: Any, number: int = 0) -> Seen[str]:
    return attribute(page.locator(".picture canvas").nth(number), "data-detail")


def shown_range(page: Any) -> Seen[tuple[str, ...]]:
    return _seen(page, "input.range", "range", lambda found: tuple(found.input_value().split(" – ")))


def place(page: Any, moment: float, row: int = 0, heard: bool = False, panel: int = 0) -> tuple[float, float]:
    """Where a moment of a row is drawn: its half above for what was said, below for what was heard."""
    found = page.locator(".panel").nth(panel)
    picture, who = box(found, "canvas").settled(), box(found.locator(".who").nth(row)).settled()
    start, end = map(float, attribute(page, "data-range", "main").settled().split("-"))
    left = picture.x + picture.width * (moment - start) / (end - start)
    return left, who.y + who.height * (0.65 if heard else 0.35)


def pixels(page: Any, canvas: str, variable: str) -> Seen[int]:
    """How many pixels of a canvas have the colour of this variable of the style sheet."""
    return computed(
        page,
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
