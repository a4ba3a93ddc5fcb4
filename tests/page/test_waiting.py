"""The checks of the page themselves: they see what comes late, and hang on no clock."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.browsing import Open, act, box, go, history, text
from support.paths import ROOT
from support.seen import later, rest, together

LATE = {
    "a timer": "setTimeout(change, 300)",
    "timers in a row": "setTimeout(() => setTimeout(() => setTimeout(change, 100), 100), 100)",
    "frames in a row": "requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(change)))",
    "the size of a part": "new ResizeObserver(() => box.clientWidth && setTimeout(change)).observe(box);"
    " requestAnimationFrame(() => (box.style.width = '9px'))",
    "data": "new Response(new Blob(['1']).stream()).json().then(() => new Blob(['1']).text()).then(change)",
    "a worker": "const one = new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 300)'])));"
    " one.onmessage = () => { one.terminate(); change(); }",
}
PAGE = """<!doctype html><main>before</main><div id=box></div><script>
const main = document.querySelector('main'), box = document.getElementById('box');
function change() { main.textContent = 'after'; }
addEventListener('hashchange', () => setTimeout(change, 300));
</script>"""


UNKNOWN = re.compile(
    r"\b(?:setInterval|requestIdleCallback|IntersectionObserver|FileReader|XMLHttpRequest|WebSocket"
    r"|BroadcastChannel|MessageChannel|indexedDB|\.animate|(?:transition|animation|scroll-behavior)\b[^;{}]*:)"
)
"""What a browser can do later and the script of tests does not follow."""


@pytest.mark.parametrize("how", LATE)
def test_what_changes_late_has_not_stayed(open_page: Open, how: str) -> None:
    page = open_page(PAGE)
    text(page, "main").stays("before")
    act(page, f"() => {{ {LATE[how]} }}")
    with pytest.raises(AssertionError, match="should have stayed 'before'"):
        text(page, "main").stays("before")


@pytest.mark.parametrize("how", LATE)
def test_a_check_does_not_pass_before_the_change(open_page: Open, how: str) -> None:
    page = open_page(PAGE)
    act(page, f"() => {{ {LATE[how]} }}")
    first = text(page, "main").fits(lambda _: True)
    assert first == "after"


def test_what_is_ended_is_not_waited_for(open_page: Open) -> None:
    page = open_page(PAGE)
    act(
        page,
        """() => {
            clearTimeout(setTimeout(change, 900));
            cancelAnimationFrame(requestAnimationFrame(change));
            clearTimeout(setTimeout(change, 5000));
        }""",
    )
    text(page, "main").stays("before")


def test_a_long_time_passes_when_a_test_says_so(open_page: Open) -> None:
    page = open_page(PAGE)
    act(page, "() => { setTimeout(change, 1600); setTimeout(() => (main.textContent = 'too late'), 2000); }")
    text(page, "main").stays("before")
    later(page, 1999)
    text(page, "main").becomes("after")


def test_an_address_is_reached_when_its_page_is_there(open_page: Open) -> None:
    page = open_page(PAGE)
    go(page, "#other")
    text(page, "main").stays("after")
    go(page, "#other")


def test_a_history_has_what_was_there_for_a_moment(open_page: Open) -> None:
    page = open_page(PAGE)
    seen = history(page, "main")
    act(page, "async () => { for (const one of 'abc') { main.textContent = one; await null; } }")
    seen.becomes(["before", "a", "b", "c"])


def test_several_things_are_seen_together(open_page: Open) -> None:
    page = open_page(PAGE)
    together(box(page, "main"), box(page, "#box")).fits(lambda found: found[0].y < found[1].y)


def test_what_the_viewer_does_later_is_known() -> None:
    told = "a check would not wait for it: let tests/support/rest.js know when it ends"
    files = [*(ROOT / "viewer/src").rglob("*.ts"), *(ROOT / "viewer/src").rglob("*.css")]
    assert files
    found = {(path.name, one) for path in files for one in UNKNOWN.findall(path.read_text(encoding="utf-8"))}
    assert found == set(), told


def test_a_page_that_never_rests_is_told(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    page: Any = open_page(PAGE)
    act(page, "() => { const again = () => requestAnimationFrame(again); again(); }")
    monkeypatch.setattr("support.seen.PATIENCE", 0.1)
    with pytest.raises(AssertionError, match="does not come to rest: requestAnimationFrame"):
        rest(page)
