"""What people met on the report page and stumbled over, tried in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from support.browsing import (
    Box,
    Open,
    act,
    attribute,
    box,
    boxes,
    clipboard,
    computed,
    contents,
    count,
    detail,
    each,
    go,
    history,
    number,
    pixels,
    place,
    shown_range,
    text,
    texts,
    url,
    visible,
    wait_until,
)
from support.colours import DEFICIENCIES, contrast, distance
from support.pages import long_meeting, scored, talk
from support.seen import later

import hubbub
from hubbub import Scores


def test_copied_text_has_no_words_for_screen_readers(open_page: Open) -> None:
    page = open_page(talk(), "#session=m&view=reading", permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_selector(".reading p")
    select(page, ".reading section p")
    page.keyboard.press("Control+c")
    clipboard(page).becomes("we were allowed like to begin here today")
    select(page, ".reading article")
    page.keyboard.press("Control+c")
    lines = ["A: we were allowed like to begin here today", "B: very well then let us see now"]
    clipboard(page).as_(str.splitlines).becomes(lines)
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+c")
    clipboard(page).as_(str.splitlines).becomes(lines)
    act(page, "getSelection().removeAllRanges()")
    for form, copy in (
        ("Reference", "[0:01] A: we were allowed to begin here today\n[0:12] B: very well then let us see"),
        ("Hypothesis", "[0:01] A: we were like to begin here\n[0:12] B: very well then let us see now"),
        (
            "Both, errors marked",
            "[0:01] A: we were [-allowed-] {+like+} to begin here [-today-]\n"
            "[0:12] B: very well then let us see {+now+}",
        ),
    ):
        page.click(".menu-button:text-is('Menu')")
        page.click(f".menu-list >> text={form}")
        text(page, ".menu-said").becomes("copied")
        later(page, 1600)
        text(page, ".menu-said").becomes("")
        clipboard(page).becomes(copy)
    select(page, ".reading section")
    page.click(".menu-button:text-is('Menu')")
    page.click(".menu-list >> text=Hypothesis")
    clipboard(page).becomes("[0:01] A: we were like to begin here")


def test_copied_lines_name_the_system_of_two(open_page: Open) -> None:
    runs = [talk().rename(name) for name in ("one", "two")]
    page = open_page(
        runs, "#session=m&view=reading&against=two/cpwer", permissions=["clipboard-read", "clipboard-write"]
    )
    page.wait_for_selector(".reading p")
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+c")
    said = ("A: we were allowed like to begin here today", "B: very well then let us see now")
    clipboard(page).as_(str.splitlines).becomes([f"[{name}] {line}" for line in said for name in ("one", "two")])


def select(page: Any, selector: str) -> None:
    act(page, "selector => getSelection().selectAllChildren(document.querySelector(selector))", selector)


def test_escape_leaves_a_session_whose_ends_are_no_round_numbers(open_page: Open) -> None:
    page = open_page(talk(), "#session=m")
    whole = shown_range(page).settled()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
        shown_range(page).unlike(whole)
        page.keyboard.press("Escape")
        shown_range(page).becomes(whole)
    page.wait_for_selector(".brush.whole")
    page.keyboard.press("Escape")
    page.wait_for_selector(".overview")


def test_a_timed_metric_leaves_the_words_of_others_where_they_are(open_page: Open) -> None:
    for score in ("cpwer", "tcpwer"):
        page = open_page([talk("cpwer"), talk("tcpwer")], f"#session=m&score=hyp/{score}&range=10-20")
        page.wait_for_selector(".picture canvas[data-detail=letters]")
        # `very` has 4 of 23 letters of 12 to 20.95 s: the pointer is at its first and at its last letter.
        for moment in (12.1, 13.4):
            page.mouse.move(*place(page, moment, row=1, heard=True))
            page.wait_for_selector(".tip:not([hidden]) bdi:text-is('very')")
        page.mouse.move(*place(page, 13.75, row=1, heard=True))
        page.wait_for_selector(".tip:not([hidden]) bdi:text-is('well')")


def test_what_the_collar_allowed_is_marked_under_the_pointer(open_page: Open) -> None:
    page = open_page([*[talk(metric) for metric in ("cpwer", "tcpwer")]], "#session=m&score=hyp/tcpwer&range=10-20")
    page.wait_for_selector(".picture canvas[data-detail]")
    page.mouse.move(*place(page, 12.2, row=1, heard=True))  # `very`, whose letters are 4 of 23
    allowed = attribute(page, "data-allowed", PICTURE)
    allowed.becomes("7.78-17.78")
    text(page, ".tip .window").becomes("collar 5 s: can be aligned from 0:07.8 to 0:17.8")
    page.mouse.move(*place(page, 12.2, row=1))  # as it was said
    allowed.becomes("7.00-18.60")
    page.keyboard.press("ArrowRight")
    visible(page, ".tip").becomes(False)
    count(page, f"{PICTURE}[data-allowed]").becomes(0)


PICTURE, STRIP = ".picture canvas", ".minimap canvas"


def test_hits_show_from_afar_and_the_first_is_chosen(open_page: Open) -> None:
    page = open_page(long_meeting(3000))
    frequent = page.locator(".overall .list >> nth=1 >> li >> nth=0")
    times = number(text(frequent, ".times").settled())
    word = text(frequent, ".words").settled()
    frequent.locator("button").click()
    page.wait_for_selector(".inspector .tag.D")
    text(page, ".found").becomes(f"1 / {times}")
    page.click(".fit")
    detail(page).becomes("density")
    for canvas in (STRIP, PICTURE):
        pixels(page, canvas, "--hit").fits(lambda found: found >= 6 * times, f"{6 * times} or more")
    page.fill(".find input", "")
    for canvas in (STRIP, PICTURE):
        pixels(page, canvas, "--hit").becomes(0)
    page.fill(".find input", word)
    text(page, ".found").fits(lambda found: found.startswith("1 / "), "the first of some")
    page.fill(".find input", "/^word(7|8)+$/")  # which is tried beside the page
    text(page, ".found").fits(lambda found: re.fullmatch(r"\d+ . \d+", found), "one of some")
    pixels(page, STRIP, "--hit").fits(bool, "some")


def test_a_phrase_is_one_hit(open_page: Open) -> None:
    page = open_page(talk(), "#session=m")
    page.fill(".find input", "let us see")
    text(page, ".found").becomes("1 / 1")


def test_the_strip_knows_the_filters_and_the_second_system(open_page: Open) -> None:
    first, second = long_meeting(2000), long_meeting(2000, seed=2)
    page = open_page([first, Scores(dict(second), "cpwer", "", "other")], "#session=long")
    page.wait_for_selector(PICTURE)
    pixels(page, STRIP, "--del").fits(bool, "some")
    alone = pixels(page, STRIP, "--del").settled()
    page.select_option(".people select >> nth=0", label="S1")
    url(page).has("speaker")
    pixels(page, STRIP, "--del").fits(lambda found: 0 < found < alone, f"fewer than {alone}")
    page.select_option(".controls select >> nth=1", index=1)
    page.wait_for_selector(".panel >> nth=1")
    box(page, ".minimap").fits(lambda found: found.height > 50, "higher than 50")


def test_rows_stand_in_one_order_everywhere(open_page: Open) -> None:
    said = [("S10", 0, 2, "one two"), ("S2", 3, 5, "three four"), ("S1", 6, 8, "five")]
    heard = [("x", 0, 2, "one two"), ("y", 3, 5, "three for"), ("z", 6, 8, "five")]
    runs = [
        Scores({"m": result}, result.metric, "") for result in (scored(m, said, heard) for m in ("cpwer", "orcwer"))
    ]
    page = open_page(runs, "#session=m&against=hyp/orcwer")
    texts(page, ".who strong").becomes(["S1", "S2", "S10"] * 2)
    page.click(".tabs >> text=Errors")
    texts(page, ".by-speaker tbody th").as_(lambda found: found[:3]).becomes(["S1", "S2", "S10"])
    page.click(".tabs >> text=Reading")
    page.click("text=By speaker")
    texts(page, "[data-scene='0'] header b").becomes(["S1", "S2", "S10"])


def test_bars_and_charts_say_their_scale(open_page: Open) -> None:
    said = [("A", 0, 100, " ".join(["one"] * 100)), ("B", 100, 110, "two three")]
    heard = [("s", 0, 100, " ".join(["one"] * 66)), ("t", 100, 110, " ".join(["no"] * 11))]
    result = scored("cpwer", said, heard)
    page = open_page(Scores({"m": result}, "cpwer", ""))
    for part in (".cards", ".sessions"):  # one axis: slices reach further than the session
        texts(page, f"{part} .axis i").becomes(["0", "100%"])
    widths = boxes(page, ".sessions .bar, .sessions .bar i").as_(lambda found: [one.width for one in found])
    filled = widths.as_(lambda found: sum(found[1:]) / found[0])
    filled.becomes(pytest.approx(result.rate or 0, abs=0.02))
    go(page, "#session=m&view=errors")
    page.wait_for_selector(".by-speaker")
    texts(page, ".by-speaker .axis i").becomes(["0", "100%", "1000%"])
    bars = boxes(page, ".by-speaker .bar, .by-speaker .bar .hundred")
    bars.as_(lambda found: (found[1].x - found[0].x) / found[0].width).becomes(pytest.approx(0.1, abs=0.03))
    contents(page, ".rate-chart .value").becomes(["0%", "100%", "200%", "300%"])
    count(page, ".rate-chart .grid.hundred").becomes(1)
    count(page, ".rate-chart .cut").fits(bool, "some")
    text(page, ".rate-chart figcaption").has("higher peaks are cut off (maximum 600.00%)")


def test_colours_are_told_apart_with_every_kind_of_colour_vision(open_page: Open) -> None:
    page = open_page(talk(), "#session=m&view=reading")
    names = (
        "sub",
        "del",
        "ins",
        "quiet",
        "surface",
        "page",
        "sub-ink",
        "sub-tint",
        "del-ink",
        "del-tint",
        "ins-ink",
        "ins-tint",
    )
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        computed(page, "document.documentElement.dataset.theme").becomes(scheme)
        computed(
            page,
            "names => Object.fromEntries(names.map(name => [name,"
            " getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()]))",
            list(names),
        ).as_(lambda colours: list(too_alike(colours))).becomes([])


def too_alike(colours: dict[str, str]) -> Iterator[str]:
    kinds = ("sub", "del", "ins")
    for deficiency in (None, *DEFICIENCIES):
        for one, other in combinations((*kinds, "quiet"), 2):
            apart = distance(colours[one], colours[other], deficiency)
            if apart < (30 if other == "quiet" else 15):  # from correct words most of all
                yield f"{one} and {other} are only {apart:.1f} apart for {deficiency or 'most eyes'}"
        for kind in kinds:
            if contrast(colours[kind], colours["quiet"], deficiency) < 2.3:
                yield f"{kind} and quiet have too little contrast for {deficiency or 'most eyes'}"
    grounds = [(kind, "surface", 3.0) for kind in kinds]
    grounds += [(f"{kind}-ink", ground, 4.5) for kind in kinds for ground in (f"{kind}-tint", "surface", "page")]
    yield from (
        f"{ink} on {ground}" for ink, ground, least in grounds if contrast(colours[ink], colours[ground]) < least
    )


def test_the_far_view_has_a_second_cue(open_page: Open) -> None:
    said = [("A", 0, 600, " ".join(["one"] * 3000)), ("B", 600, 1200, " ".join(["two"] * 3000))]
    heard = [("t", 600, 1200, " ".join(["two", *["too"] * 2999]))]
    page = open_page(Scores({"m": scored("cpwer", said, heard)}, "cpwer", ""), "#session=m")
    detail(page).becomes("density")
    for share, row, shades in ((0.25, 0, 2), (0.75, 1, 1)):  # hatched, and full
        computed(
            page,
            """([share, row]) => {
                const canvas = document.querySelector('.picture canvas');
                const box = canvas.getBoundingClientRect();
                const who = document.querySelectorAll('.who')[row].getBoundingClientRect();
                const { data } = canvas.getContext('2d').getImageData(
                    canvas.width * share, who.top + who.height * 0.35 - box.top, 8, 4);
                return new Set(Array.from({ length: 32 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size;
            }""",
            [share, row],
        ).becomes(shades)


def test_a_phone_shows_more_than_controls(open_page: Open) -> None:
    first, second = long_meeting(1500), long_meeting(1500, seed=2)
    scores = [first, Scores(dict(second), "cpwer", "", "another system")]
    page = open_page(scores, "#against=another+system/cpwer", width=390, height=844)
    fits_the_width(page)
    for view in ("timeline", "reading", "errors"):
        go(page, f"#session=long&view={view}&against=another+system/cpwer")
        page.wait_for_selector(f".session[data-view={view}] .body > *")
        box(page, ".body").fits(lambda found: found.y <= 200, "at most 200 from the top")
        fits_the_width(page)
    go(page, "#session=long&view=timeline&against=another+system/cpwer")
    page.wait_for_selector(f".session[data-view=timeline] {PICTURE}")
    visible(page, ".people").becomes(False)
    page.click(".options-button")
    count(page, ".session .select").fits(lambda found: found >= 5, "5 or more")
    for label in each(page, ".session .select"):
        visible(label, "span").becomes(True)
        visible(label, "select").becomes(True)
    fits_the_width(page)


def fits_the_width(page: Any) -> None:
    computed(page, "document.documentElement.scrollWidth").fits(lambda found: found <= 390, "at most 390")


def test_a_phone_tells_numbered_speakers_apart(open_page: Open) -> None:
    turns = [(who, n, n + 1, "yes") for n, who in enumerate(("1", "2", "10"))]
    page = open_page(Scores({"m": scored("cpwer", turns, turns)}, "cpwer", ""), "#session=m", width=390, height=844)
    texts(page, ".who strong").becomes(["1", "2", "10"])
    page.set_viewport_size({"width": 1440, "height": 900})
    texts(page, ".who strong").becomes(["speaker 1", "speaker 2", "speaker 10"])


def brush(page: Any) -> Box:
    return box(page, ".brush").settled()


def drag(page: Any, left: float, top: float, by: float) -> None:
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(left + by, top, steps=6)
    page.mouse.up()


def test_a_narrow_part_of_the_strip_is_moved_and_resized(open_page: Open) -> None:
    page = open_page(long_meeting(6000), "#session=long&range=400-405")
    page.wait_for_selector(f"{PICTURE}[data-detail]")
    wide = box(page, ".brush").fits(lambda found: 4 <= found.width <= 11, "from 4 to 11 wide").width
    for by in (120, -40):
        before, old = brush(page), shown_range(page).settled()
        drag(page, before.x + before.width / 2, before.y + 20, by)
        moved = box(page, ".brush").as_(lambda found: (found.x, found.width))
        moved.becomes((pytest.approx(before.x + by, abs=2), pytest.approx(wide, abs=0.5)))
        shown_range(page).unlike(old)
    before = brush(page)
    drag(page, before.x + before.width + 3, before.y + 20, 60)
    box(page, ".brush").as_(lambda found: found.width).becomes(pytest.approx(wide + 60, abs=5))


def test_the_wheel_scrolls_a_page_that_is_taller_than_the_window(open_page: Open) -> None:
    page = open_page(long_meeting(2000, speakers=12), "#session=long", height=500)
    whole = shown_range(page).settled()
    picture = box(page, PICTURE).settled()
    page.mouse.move(picture.x + 300, picture.y + 60)
    page.mouse.wheel(0, 120)
    wait_until(page, "scrollY > 50")
    shown_range(page).stays(whole)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_selector(".brush:not(.whole)")
    flat = open_page(long_meeting(300, speakers=2), "#session=long")
    flat.wait_for_selector(f"{PICTURE}[data-detail]")
    # It is passed on at both ends of the zoom.
    computed(
        flat,
        """() => [200, -200, -1e5, -200, 1e5].map(deltaY => document.querySelector('.picture canvas').dispatchEvent(
            new WheelEvent('wheel', { deltaY, clientX: 600, clientY: 400, cancelable: true })))""",
    ).becomes([True, False, False, True, False])


def test_small_things_of_a_session(open_page: Open) -> None:
    page = open_page(talk(), "#session=m&range=10-20")
    page.wait_for_selector(f"{PICTURE}[data-detail]")
    before = shown_range(page).settled()
    page.mouse.click(*place(page, 19.8, row=1, heard=True))
    told = text(page, ".inspector")
    told.has("insertion", "scored against B · in stream t")
    told.lacks("said by")
    shown_range(page).stays(before)  # a click chooses and does not zoom
    go(page, "#session=m")
    page.wait_for_selector(".brush.whole")


def test_previous_and_next_session_follow_the_table(open_page: Open) -> None:
    sessions = {"a": ("x y", "x y"), "b": ("x y", "z z"), "c": ("x y", "x z"), "other": ("x y", "z y")}
    scores = hubbub.cpwer(
        {name: {"A": said} for name, (said, _) in sessions.items()},
        {name: {"s": heard} for name, (_, heard) in sessions.items()},
    )
    page = open_page(scores, "#session=b")
    text(page, "h1").becomes("b")
    for name in ("c", "other", "a"):  # worst first, as in the table
        page.click("[aria-label='next session']")
        text(page, "h1").becomes(name)
    count(page, "[aria-label='next session']:disabled").becomes(1)
    go(page, "#session=c&sort=-session&sessions=c")
    text(page, "h1").becomes("c")
    attribute(page, "title", "[aria-label='previous session']").becomes("")
    go(page, "#session=c&sort=session")
    attribute(page, "title", "[aria-label='previous session']").becomes("previous session: b")
    page.click("[aria-label='previous session']")
    text(page, "h1").becomes("b")


def test_a_session_that_is_left_changes_nothing_more(open_page: Open) -> None:
    first, second = (long_meeting(300, session=name, seed=seed) for seed, name in enumerate(("a", "b")))
    page = open_page(Scores({**first, **second}, "cpwer", ""), "#session=a&sort=session")
    page.wait_for_selector(f"{PICTURE}[data-detail]")
    # All in one go, so that the other session cannot be there yet.
    act(
        page,
        """() => {
            const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            press('ArrowUp');
            document.querySelector("[aria-label='next session']").click();
            press('n');
        }""",
    )
    text(page, "h1").becomes("b")
    page.wait_for_selector(".brush.whole")
    url(page).lacks("step=", "range=")
    count(page, ".inspector .tag").stays(0)


def test_half_a_minute_can_be_read(open_page: Open) -> None:
    words = " ".join(f"word{i}" for i in range(200))
    said = [("A", 0, 60, words), *[(who, 70 + n, 71 + n, "yes") for n, who in enumerate("BCD")]]
    result = scored("cpwer", said, [(who.lower(), start, end, text) for who, start, end, text in said])
    page = open_page(Scores({"m": result}, "cpwer", ""), "#session=m&range=10-40")
    detail(page).becomes("letters")
    count(page, ".who.silent").becomes(3)
    heights = boxes(page, ".who").as_(lambda found: [one.height for one in found])
    heights.fits(lambda found: found[0] > 120 and max(found[1:]) < 40, "above 120, then below 40")
    row, picture = box(page.locator(".who").first).settled(), box(page, PICTURE).settled()
    told = history(page, ".tip b")
    for high in range(20, 80, 4):
        page.mouse.move(picture.x + picture.width / 2, row.y + high)
    told.fits(lambda found: len(set(found)) >= 3, "three words or more, for neighbours stand in lines of their own")
    go(page, "#session=m")
    count(page, ".who.silent").becomes(0)
