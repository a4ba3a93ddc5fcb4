"""The report page in a browser: Debian's Chromium, driven by Playwright, without a network."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

from hubbub.page.report_page import report
from support.seen import PATIENCE, SCRIPT, Seen, rest, together

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
Open = Callable[..., Any]
T = TypeVar("T")


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

    `first` is a script that runs before those of the page, `missing` a file that the browser may miss.
    """
    contexts: list[Any] = []
    problems: list[str] = []

    def open_(
        scores: Any,
        fragment: str = "",
        width: int = 1440,
        height: int = 900,
        first: str = "",
        missing: str = "no file",
        **choices: Any,
    ) -> Any:
        path = tmp_path / f"report{len(contexts)}.html"
        if isinstance(scores, str):
            path.write_text(scores, encoding="utf-8")
        else:
            report(scores).write(path)
        context = browser.new_context(viewport={"width": width, "height": height}, **choices)
        contexts.append(context)
        if choices.get("java_script_enabled", True):
            context.add_init_script(SCRIPT)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("request", lambda one: None if one.url.startswith(("file:", "blob:")) else problems.append(one.url))
        page.on("pageerror", lambda error: problems.append(str(error)))

        def listen(said: Any) -> None:
            if said.type == "error" and not said.location["url"].endswith(missing):
                problems.append(said.text)

        page.on("console", listen)
        if first:
            page.add_init_script(first)
        page.goto(path.as_uri() + fragment)
        page.wait_for_selector("main")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert problems == [], problems


SITE = "http://site.invalid/"


@pytest.fixture
def open_site(browser: Any) -> Iterator[Callable[[Path, str], Any]]:
    """Opens a page of a built site from its folder, as from a server, without a network."""
    contexts: list[Any] = []

    def open_(folder: Path, name: str) -> Any:
        def fulfill(route: Any) -> None:
            path = folder / route.request.url.removeprefix(SITE).partition("?")[0]
            path = path / "index.html" if path.is_dir() else path
            kind = guess_type(path.name)[0] or "text/plain"
            if path.is_file():
                route.fulfill(body=path.read_bytes(), content_type=f"{kind}; charset=utf-8")
            else:
                route.fulfill(status=404, body="")

        context = browser.new_context(viewport={"width": 1440, "height": 900})
        contexts.append(context)
        context.route(f"{SITE}**", fulfill)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(SITE + name)
        return page

    yield open_
    for context in contexts:
        context.close()


def number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def numbers(found: list[str]) -> list[int]:
    return [number(one) for one in found]


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


def boxes(where: Any, selector: str) -> Seen[list[Box]]:
    """The places of all elements that a selector finds, in the order of the document, at one moment."""
    script = "all => all.map(one => one.getBoundingClientRect()).map(one => [one.x, one.y, one.width, one.height])"
    return _seen(where, selector, "places", lambda found: [Box(*one) for one in found.evaluate_all(script)])


def each(where: Any, selector: str) -> list[Any]:
    """All elements of a list, once it is complete."""
    found = where.locator(selector)
    count(found).fits(bool, "one at least")
    return [found.nth(place) for place in range(count(found).settled())]


def computed(page: Any, script: str, argument: Any = None) -> Seen[Any]:
    """What a script computes from the page, which it must not change."""
    return Seen(page, script, lambda: page.evaluate(script, argument))


def history(page: Any, selector: str) -> Seen[list[str]]:
    """All texts that an element has from now on: those too that are gone again before a check looks."""
    page.evaluate(
        """selector => {
            const found = (underTest.histories ??= {})[selector] = [];
            const look = () => {
                const text = document.querySelector(selector)?.textContent;
                if (text !== undefined && text !== found.at(-1)) found.push(text);
            };
            new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
            look();
        }""",
        selector,
    )
    return computed(page, "selector => underTest.histories[selector]", selector)


def act(page: Any, script: str, argument: Any = None) -> None:
    """Do by a script what the hand cannot."""
    page.evaluate(script, argument)


def url(page: Any) -> Seen[str]:
    return Seen(page, "address", lambda: str(page.evaluate("location.href")))


def go(page: Any, fragment: str) -> None:
    """To another place in the same page."""
    act(
        page,
        """fragment => new Promise((done) => {
            if (new URL(fragment, location).href === location.href) return done();
            addEventListener("hashchange", done, { once: true });
            location.hash = fragment;
        })""",
        fragment,
    )
    rest(page)


def wait_until(page: Any, condition: str) -> None:
    """Playwright's own wait evaluates text inside the page, which the page's policy rightly forbids."""
    __tracebackhide__ = True
    computed(page, condition).fits(bool, "true")


def focused(page: Any) -> Seen[str]:
    return computed(page, "document.activeElement.textContent")


def clipboard(page: Any) -> Seen[str]:
    return computed(page, "navigator.clipboard.readText()")


def violations(page: Any) -> Seen[Any]:
    """What axe-core finds: the rule, and the first elements."""
    act(page, files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    return computed(
        page,
        """async () => (await axe.run(document)).violations.map(
            one => [one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 120))])""",
    )


def session_names(page: Any) -> Seen[list[str]]:
    return texts(page, ".sessions tbody th a")


def detail(page: Any, number: int = 0) -> Seen[str]:
    return attribute(page.locator(".picture canvas").nth(number), "data-detail")


def shown_range(page: Any) -> Seen[tuple[str, ...]]:
    return _seen(page, "input.range", "range", lambda found: tuple(found.input_value().split(" – ")))


def place(page: Any, moment: float, row: int = 0, heard: bool = False, panel: int = 0) -> tuple[float, float]:
    """Where a moment of a row is drawn: its half above for what was said, below for what was heard."""
    found = page.locator(".panel").nth(panel)
    picture, who = together(box(found, "canvas"), box(found.locator(".who").nth(row))).settled()
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
