"""Measures the report page in headless Chromium: size, first paint, and frames of long meetings while panning and
zooming.

A frame is the time from one image to the next; at 60 images per second it is 16.7 ms and cannot be less. Drawing is
the page's own part of it. Skipped, with the reason, if Playwright or Chromium is missing. Then the pages of corpora
of half-hour sessions: the time to make them compared with scoring, their size, and memory.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from harness import Arguments, Row, arguments, finish, progress
from meetings import Meeting, make, read
from tools import transcript

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
HOUR = (50.0, 70.0)
"""Minutes of the real meetings used."""
LONG = (1384, 4790)
"""Utterances of the simulated meetings: about 13,000 and 45,000 words."""
CORPORA = (100, 1000)
"""Sessions of the corpora."""

# One wheel event per frame. This callback runs after the page's own, so the page has drawn by then.
MOVE = """async ({ deltaX, deltaY, frames }) => {
    const canvas = document.querySelector('.picture canvas');
    const box = canvas.getBoundingClientRect();
    const where = { clientX: box.left + box.width / 3, clientY: box.top + 80, cancelable: true };
    const next = () => new Promise(done => requestAnimationFrame(start => done([start, performance.now() - start])));
    let [last] = await next();
    const intervals = [], drawn = [];
    for (let i = 0; i < frames; i++) {
        canvas.dispatchEvent(new WheelEvent('wheel', { deltaX, deltaY, ctrlKey: deltaX == 0, ...where }));
        const [start, took] = await next();
        intervals.push(start - last);
        drawn.push(took);
        last = start;
    }
    return { intervals, drawn, detail: canvas.dataset.detail };
}"""
MOVES = (
    ("zoom in from the whole hour", 0, -60, 60),
    ("pan", 40, 0, 120),
    ("zoom out a little", 0, 3, 40),
    ("pan", 40, 0, 120),
    ("zoom out more", 0, 5, 40),
    ("pan", 40, 0, 120),
    ("zoom out to the whole hour", 0, 60, 60),
)
"""Name, horizontal wheel, vertical wheel with Control, frames; small steps are those of a trackpad, and there are
more of them.
"""


def missing() -> str | None:
    """Returns why the page cannot be opened here, or an empty text."""
    if find_spec("playwright") is None:
        return "Playwright is not installed"
    return None if chromium() else "there is no Chromium"


def chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """Opens the page from disk in a separate browser."""
    playwright: Any = import_module("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), headless=True, args=ARGUMENTS)
        try:
            page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
            page.set_default_timeout(60_000)
            page.goto(path.as_uri())
            page.wait_for_selector("main")
            yield page
        finally:
            browser.close()


def written(meeting: Meeting, to: Path) -> None:
    hubbub: Any = import_module("hubbub")
    hubbub.report(hubbub.cpwer(transcript(meeting.reference), transcript(meeting.hypothesis))).write(to)


def measured(meeting: Meeting, path: Path) -> list[Row]:
    """Yields a row for the page, and one for every kind of movement."""
    shown = f"{meeting.name}, {meeting.words} words"
    with opened(path) as page:
        page.wait_for_selector(".picture canvas[data-detail]")
        ready = page.evaluate("performance.now()")
        paint = page.evaluate(PAINT)
        moves = []
        for name, *move in MOVES:
            moves.append((name, page.evaluate(MOVE, dict(zip(("deltaX", "deltaY", "frames"), move, strict=True)))))
    rows: list[Row] = [
        {
            "page": shown,
            "file": f"{path.stat().st_size / 1e6:.2f} MB",
            "first paint": f"{paint:.0f} ms",
            "session shown after": f"{ready:.0f} ms",
        }
    ]
    return rows + [frames(name, found) for name, found in moves]


def frames(name: str, found: dict[str, Any]) -> Row:
    row: Row = {"move": name, "shows": found["detail"], "frames": len(found["intervals"])}
    for title, times in (("frame", found["intervals"]), ("drawing", found["drawn"])):
        row |= {f"{title}, median": _ms(median(times)), f"{title}, 95 %": _ms(quantiles(times, n=20)[-1])}
    return row


def two_systems(meeting: Meeting, path: Path) -> Row:
    """Pans a minute of two systems, one above the other."""
    hubbub: Any = import_module("hubbub")
    scores = hubbub.tcpwer(transcript(meeting.reference), transcript(meeting.hypothesis), collar=5).alone()
    hubbub.report([scores.rename(name) for name in ("first", "second")]).write(path)
    with opened(path) as page:
        page.click(".sessions tbody th a")
        page.fill("input.range", "10:00-11:00")
        page.press("input.range", "Enter")
        page.wait_for_selector(".panel:last-of-type canvas:not([data-detail=density])")
        return frames("pan a minute of two systems", page.evaluate(MOVE, {"deltaX": 40, "deltaY": 0, "frames": 120}))


def _ms(milliseconds: float) -> str:
    return f"{milliseconds:.1f} ms"


def chosen(given: Arguments) -> list[Meeting]:
    """Yields long simulated meetings, and real ones of about an hour."""
    found = [] if given.data is None else [m for m in read(given.data) if HOUR[0] <= m.minutes <= HOUR[1]]
    made = [make(utterances, 8, 8, system="diar") for utterances in LONG]
    return [*made, *found[: 1 if given.quick else 3]]


def corpora(given: Arguments) -> list[Row]:
    """Yields a row for each size, made in a separate process for its memory, and opened."""
    rows: list[Row] = []
    script = str(Path(__file__).with_name("page_corpus.py"))
    for sessions in CORPORA[:1] if given.quick else CORPORA:
        progress("page:", sessions, "sessions")
        shown = f"{sessions} half-hour sessions"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.html"
            command = [sys.executable, script, str(sessions), str(path)]
            made = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
            rows.append({"corpus": shown, **json.loads(made.stdout)})
            if missing() is None:
                rows.append({"opened": shown, **used(path)})
    return rows


def used(path: Path) -> Row:
    """Uses a large page: its overview, a word searched in all sessions, and an opened session."""
    with opened(path) as page:
        page.wait_for_selector(".corpus-search input")
        row: Row = {
            "first paint": f"{page.evaluate(PAINT):.0f} ms",
            "overview shown after": f"{page.evaluate('performance.now()'):.0f} ms",
        }
        begun = time.perf_counter()
        page.fill(".corpus-search input", "w1500")
        page.press(".corpus-search input", "Enter")
        said = page.locator(".corpus-search .said")
        while not any(end in said.text_content() for end in (" in ", "no hits")):
            time.sleep(0.05)
        row["a rare word searched in"] = f"{time.perf_counter() - begun:.1f} s"
        begun = time.perf_counter()
        page.click(".concordance a")
        page.wait_for_selector(".picture canvas[data-detail]")
        row["session opened in"] = _ms(1000 * (time.perf_counter() - begun))
        row["memory of the script"] = f"{page.evaluate('performance.memory.usedJSHeapSize') / 1e6:.0f} MB"
    return row


def main() -> None:
    given = arguments(__doc__)
    rows: list[Row] = []
    reason = missing()
    if reason is None:
        with tempfile.TemporaryDirectory() as folder:
            for meeting in chosen(given):
                progress("page:", meeting.name)
                path = Path(folder) / "report.html"
                written(meeting, path)
                rows += measured(meeting, path)
                rows.append(two_systems(meeting, path))
    else:
        progress("page: left out,", reason)
    note = "Wall-clock times." if reason is None else f"Skipped: {reason}."
    rows += corpora(given)
    finish(given, "The report page", rows, note=note)


if __name__ == "__main__":
    main()
