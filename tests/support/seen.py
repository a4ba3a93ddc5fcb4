"""Checks of a page that wait: each looks when the page is at rest, again and again until what it expects is there."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

PATIENCE = 60
"""Seconds until a check gives up. Only one that fails takes as long."""
SCRIPT = (Path(__file__).parent / "rest.js").read_text(encoding="utf-8")
"""Every page under test has it: what the page does is known, and its time passes when a test says so."""
T = TypeVar("T")
U = TypeVar("U")


def rest(page: Any) -> None:
    """Wait until the page has done what it has begun: frames, timers of less than a second, workers, reading of data.

    A page without scripts is always at rest, and so are frames within a page.
    """
    __tracebackhide__ = True
    deadline = time.monotonic() + PATIENCE
    while busy := page.evaluate("() => window.underTest ? underTest.busy() : []"):
        assert time.monotonic() < deadline, f"the page does not come to rest: {', '.join(busy)}"


def later(page: Any, milliseconds: int) -> None:
    """Let the time pass that the page waits for: what it has put off for a second up to so many milliseconds."""
    __tracebackhide__ = True
    deadline = time.monotonic() + PATIENCE
    while not page.evaluate("number => underTest.later(number)", milliseconds):
        assert time.monotonic() < deadline, f"the page puts nothing off by 1000 to {milliseconds} ms"
        page.wait_for_timeout(30)


class Seen(Generic[T]):
    """Something that the page shows. A check looks when the page is at rest, again and again until it holds."""

    def __init__(self, page: Any, what: str, read: Callable[[], T | None]) -> None:
        self.page, self.what, self._read = page, what, read
        """`read` gives None for what is not there yet."""

    def fits(self, holds: Callable[[T], Any], wanted: str = "what fits") -> T:
        """Wait until the condition holds, and give what it holds for."""
        __tracebackhide__ = True
        deadline = time.monotonic() + PATIENCE
        while True:
            rest(self.page)
            found = self._read()
            if found is not None and holds(found):
                return found
            assert time.monotonic() < deadline, f"{self.what}: {found!r} after {PATIENCE} s, not {wanted}"
            self.page.wait_for_timeout(30)

    def as_(self, change: Callable[[T], U]) -> Seen[U]:
        """What a function makes of it."""

        def read() -> U | None:
            found = self._read()
            return None if found is None else change(found)

        return Seen(self.page, self.what, read)

    def becomes(self, expected: Any) -> None:
        __tracebackhide__ = True
        self.fits(lambda found: found == expected, repr(expected))

    def unlike(self, before: T) -> T:
        """What comes instead of what was there."""
        __tracebackhide__ = True
        return self.fits(lambda found: found != before, "another")

    def has(self, *parts: Any) -> T:
        __tracebackhide__ = True
        return self.fits(lambda found: all(part in found for part in parts), f"with {parts}")  # type: ignore[operator]

    def lacks(self, *parts: Any) -> None:
        __tracebackhide__ = True
        self.fits(lambda found: not any(part in found for part in parts), f"without {parts}")  # type: ignore[operator]

    def stays(self, expected: Any) -> None:
        """What an action must not change is looked at once, when all that the action began has ended."""
        __tracebackhide__ = True
        rest(self.page)
        found = self._read()
        assert found == expected, f"{self.what}: {found!r}, which should have stayed {expected!r}"

    def settled(self) -> T:
        """What is shown at rest, twice in a row, for the next action: where to click, or what to type."""
        __tracebackhide__ = True
        before: T | None = None

        def rests(found: T) -> bool:
            nonlocal before
            same, before = found == before, found
            return same

        return self.fits(rests, "at rest")


def together(*several: Seen[T]) -> Seen[list[T]]:
    """Several things at one look; it gives nothing while one of them is missing."""

    def read() -> list[T] | None:
        found = [one for one in (each._read() for each in several) if one is not None]
        return found if len(found) == len(several) else None

    return Seen(several[0].page, ", ".join(one.what for one in several), read)
