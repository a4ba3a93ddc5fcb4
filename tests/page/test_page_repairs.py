"""What people met on the report page and stumbled over, tried in a browser."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from support.browsing import Open, number, pixels, place, shown_range, wait_until
from support.colours import DEFICIENCIES, contrast, distance
from support.pages import long_meeting, scored, talk

import hubbub
from hubbub import Scores


def clipboard(page: Any) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_copied_text_has_no_words_for_screen_readers(open_page: Open) -> None:
    page = open_page(talk(), "#session=m&view=reading", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.reading section p'))")
    page.keyboard.press("Control+c")
    assert clipboard(page) == "we were allowed like to begin here today"
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.reading article'))")
    page.keyboard.press("Control+c")
    assert clipboard(page).splitlines()[:2] == ["A 0:01", "we were allowed like to begin here today"]
    page.evaluate("getSelection().removeAllRanges()")
    for form, text in (
        ("Reference", "[0:01] A: we were allowed to begin here today\n[0:12] B: very well then let us see"),
        ("Hypothesis", "[0:01] A: we were like to begin here\n[0:12] B: very well then let us see now"),
        (
            "Both, errors marked",
            "[0:01] A: we were [-allowed-] {+like+} to begin here [-today-]\n"
            "[0:12] B: very well then let us see {+now+}",
        ),
    ):
        page.click(".menu-button")
        page.click(f".menu-list >> text={form}")
        page.wait_for_selector(".menu-said:has-text('copied')")
        assert clipboard(page) == text
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.reading section'))")
    page.click(".menu-button")
    page.click(".menu-list >> text=Hypothesis")
    assert clipboard(page) == "[0:01] A: we were like to begin here"


def test_escape_leaves_a_session_whose_ends_are_no_round_numbers(open_page: Open) -> None:
    page = open_page(talk(), "#session=m")
    whole = shown_range(page)
    for _ in range(2):
        page.keyboard.press("ArrowUp")
        assert shown_range(page) != whole
        page.keyboard.press("Escape")
        assert shown_range(page) == whole
    wait_until(page, "document.querySelector('.brush').classList.contains('whole')")
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
    wait_until(page, "document.querySelector('.picture canvas').dataset.allowed == '7.78-17.78'")
    assert page.locator(".tip .window").inner_text() == "the collar of 5 s lets it pair from 0:07.8 to 0:17.8"
    page.mouse.move(*place(page, 12.2, row=1))  # as it was said
    wait_until(page, "document.querySelector('.picture canvas').dataset.allowed == '7.00-18.60'")
    page.keyboard.press("ArrowRight")
    assert page.locator(".tip").is_hidden()
    wait_until(page, "!document.querySelector('.picture canvas').dataset.allowed")


PICTURE, STRIP = ".picture canvas", ".minimap canvas"


def test_hits_show_from_afar_and_the_first_is_chosen(open_page: Open) -> None:
    page = open_page(long_meeting(3000))
    frequent = page.locator(".overall .list >> nth=1 >> li >> nth=0")
    times = number(frequent.locator(".times").inner_text())
    word = frequent.locator(".words").inner_text()
    frequent.locator("button").click()
    page.wait_for_selector(".inspector .tag.D")
    assert page.locator(".found").inner_text() == f"1 / {times}"
    page.click(".fit")
    wait_until(page, f"document.querySelector('{PICTURE}').dataset.detail == 'density'")
    assert pixels(page, STRIP, "--hit") >= 6 * times
    assert pixels(page, PICTURE, "--hit") >= 6 * times
    page.fill(".find input", "")
    page.wait_for_timeout(50)
    assert pixels(page, STRIP, "--hit") == pixels(page, PICTURE, "--hit") == 0
    page.fill(".find input", word)
    wait_until(page, "document.querySelector('.found').textContent.startsWith('1 / ')")
    page.fill(".find input", "/^word(7|8)+$/")  # which is tried beside the page
    wait_until(page, "/^\\d+ . \\d+$/.test(document.querySelector('.found').textContent)")
    assert pixels(page, STRIP, "--hit") > 0


def test_a_phrase_is_one_hit(open_page: Open) -> None:
    page = open_page(talk(), "#session=m")
    page.fill(".find input", "let us see")
    wait_until(page, "document.querySelector('.found').textContent == '1 / 1'")


def test_the_strip_knows_the_filters_and_the_second_system(open_page: Open) -> None:
    first, second = long_meeting(2000), long_meeting(2000, seed=2)
    page = open_page([first, Scores(dict(second), "cpwer", "", "other")], "#session=long")
    page.wait_for_selector(PICTURE)
    alone = pixels(page, STRIP, "--del")
    assert alone > 0
    page.select_option(".people select >> nth=0", label="S1")
    wait_until(page, "location.hash.includes('speaker')")
    assert 0 < pixels(page, STRIP, "--del") < alone
    page.select_option(".controls select >> nth=1", index=1)
    page.wait_for_selector(".panel >> nth=1")
    assert page.locator(".minimap").bounding_box()["height"] > 50


def test_rows_stand_in_one_order_everywhere(open_page: Open) -> None:
    said = [("S10", 0, 2, "one two"), ("S2", 3, 5, "three four"), ("S1", 6, 8, "five")]
    heard = [("x", 0, 2, "one two"), ("y", 3, 5, "three for"), ("z", 6, 8, "five")]
    runs = [
        Scores({"m": result}, result.metric, "") for result in (scored(m, said, heard) for m in ("cpwer", "orcwer"))
    ]
    page = open_page(runs, "#session=m&against=hyp/orcwer")
    page.wait_for_selector(".panel >> nth=1")
    assert page.locator(".who strong").all_inner_texts() == ["S1", "S2", "S10"] * 2
    page.click(".tabs >> text=What goes wrong")
    assert page.locator(".by-speaker tbody th").all_inner_texts()[:3] == ["S1", "S2", "S10"]
    page.click(".tabs >> text=Reading")
    page.click("text=By speaker")
    assert page.locator("[data-scene='0'] header b").all_inner_texts() == ["S1", "S2", "S10"]


def test_bars_and_charts_say_their_scale(open_page: Open) -> None:
    said = [("A", 0, 100, " ".join(["one"] * 100)), ("B", 100, 110, "two three")]
    heard = [("s", 0, 100, " ".join(["one"] * 66)), ("t", 100, 110, " ".join(["no"] * 11))]
    result = scored("cpwer", said, heard)
    page = open_page(Scores({"m": result}, "cpwer", ""))
    assert page.locator(".sessions .axis i").all_inner_texts() == ["0", "60%"]
    bar = page.locator(".sessions .bar").bounding_box()["width"]
    parts = sum(part.bounding_box()["width"] for part in page.locator(".sessions .bar i").all())
    assert parts / bar == pytest.approx((result.rate or 0) / 0.6, abs=0.02)
    page.goto(page.url.split("#")[0] + "#session=m&view=wrong")
    page.wait_for_selector(".by-speaker")
    assert page.locator(".by-speaker .axis i").all_inner_texts() == ["0", "100%", "1000%"]
    mark, bar = (page.locator(f".by-speaker .bar{part} >> nth=0").bounding_box() for part in (" .hundred", ""))
    assert (mark["x"] - bar["x"]) / bar["width"] == pytest.approx(0.1, abs=0.03)
    assert page.locator(".rate-chart .value").all_text_contents() == ["0%", "100%", "200%", "300%"]
    assert page.locator(".rate-chart .grid.hundred").count() == 1
    assert page.locator(".rate-chart .cut").count() > 0
    assert "peaks above 300% are cut, the highest is 600.00%" in page.locator(".rate-chart figcaption").inner_text()


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
        colours = page.evaluate(
            "names => Object.fromEntries(names.map(name => [name,"
            " getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()]))",
            list(names),
        )
        for one, other in combinations(("sub", "del", "ins", "quiet"), 2):
            for deficiency in (None, *DEFICIENCIES):
                apart = distance(colours[one], colours[other], deficiency)
                assert apart >= 15, f"{scheme}, {deficiency}: {one} and {other} are only {apart:.1f} apart"
        for kind in ("sub", "del", "ins"):
            for deficiency in (None, *DEFICIENCIES):  # from correct words most of all
                assert distance(colours[kind], colours["quiet"], deficiency) >= 30, f"{scheme}, {deficiency}: {kind}"
                assert contrast(colours[kind], colours["quiet"], deficiency) >= 2.3, f"{scheme}, {deficiency}: {kind}"
            assert contrast(colours[kind], colours["surface"]) >= 3
            for ground in (f"{kind}-tint", "surface", "page"):
                assert contrast(colours[f"{kind}-ink"], colours[ground]) >= 4.5, f"{scheme}: {kind} on {ground}"


def test_the_far_view_has_a_second_cue(open_page: Open) -> None:
    said = [("A", 0, 600, " ".join(["one"] * 3000)), ("B", 600, 1200, " ".join(["two"] * 3000))]
    heard = [("t", 600, 1200, " ".join(["two", *["too"] * 2999]))]
    page = open_page(Scores({"m": scored("cpwer", said, heard)}, "cpwer", ""), "#session=m")
    wait_until(page, f"document.querySelector('{PICTURE}').dataset.detail == 'density'")
    hatched, full = (
        page.evaluate(
            """([share, row]) => {
                const canvas = document.querySelector('.picture canvas');
                const box = canvas.getBoundingClientRect();
                const who = document.querySelectorAll('.who')[row].getBoundingClientRect();
                const { data } = canvas.getContext('2d').getImageData(
                    canvas.width * share, who.top + who.height * 0.35 - box.top, 8, 4);
                return new Set(Array.from({ length: 32 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size;
            }""",
            [share, row],
        )
        for share, row in ((0.25, 0), (0.75, 1))
    )
    assert (hatched, full) == (2, 1)


def test_a_phone_shows_more_than_controls(open_page: Open) -> None:
    first, second = long_meeting(1500), long_meeting(1500, seed=2)
    scores = [first, Scores(dict(second), "cpwer", "", "another system")]
    page = open_page(scores, "#against=another+system/cpwer", width=390, height=844)
    for view in ("timeline", "reading", "wrong"):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.goto(page.url.split("#")[0] + f"#session=long&view={view}&against=another+system/cpwer")
        page.wait_for_selector(f".session[data-view={view}] .body > *")
        assert page.locator(".body").bounding_box()["y"] <= 200
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(page.url.replace("wrong", "timeline"))
    page.wait_for_selector(PICTURE)
    assert not page.locator(".people").is_visible()
    page.click(".options-button")
    labels = page.locator(".session .select")
    assert labels.count() >= 5
    for label in labels.all():
        assert label.locator("span").is_visible()
        assert label.locator("select").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_phone_tells_numbered_speakers_apart(open_page: Open) -> None:
    turns = [(who, n, n + 1, "yes") for n, who in enumerate(("1", "2", "10"))]
    page = open_page(Scores({"m": scored("cpwer", turns, turns)}, "cpwer", ""), "#session=m", width=390, height=844)
    assert page.locator(".who strong").all_inner_texts() == ["1", "2", "10"]
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.locator(".who strong").all_inner_texts() == ["speaker 1", "speaker 2", "speaker 10"]


def brush(page: Any) -> Any:
    return page.locator(".brush").bounding_box()


def test_a_narrow_part_of_the_strip_is_moved_and_resized(open_page: Open) -> None:
    page = open_page(long_meeting(6000), "#session=long&range=400-405")
    page.wait_for_selector(PICTURE)
    wide = brush(page)["width"]
    assert 4 <= wide <= 11
    for by in (120, -40):
        before, old = brush(page), shown_range(page)
        page.mouse.move(before["x"] + before["width"] / 2, before["y"] + 20)
        page.mouse.down()
        page.mouse.move(before["x"] + before["width"] / 2 + by, before["y"] + 20, steps=6)
        page.mouse.up()
        assert brush(page)["x"] == pytest.approx(before["x"] + by, abs=2)
        assert brush(page)["width"] == pytest.approx(wide, abs=0.5)
        assert shown_range(page) != old
    before = brush(page)
    page.mouse.move(before["x"] + before["width"] + 3, before["y"] + 20)
    page.mouse.down()
    page.mouse.move(before["x"] + before["width"] + 63, before["y"] + 20, steps=6)
    page.mouse.up()
    assert brush(page)["width"] == pytest.approx(wide + 60, abs=5)


def test_the_wheel_scrolls_a_page_that_is_taller_than_the_window(open_page: Open) -> None:
    page = open_page(long_meeting(2000, speakers=12), "#session=long", height=500)
    page.wait_for_selector(PICTURE)
    whole = shown_range(page)
    box = page.locator(PICTURE).bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 60)
    page.mouse.wheel(0, 120)
    wait_until(page, "scrollY > 50")
    assert shown_range(page) == whole
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    wait_until(page, "document.querySelector('.brush:not(.whole)')")
    flat = open_page(long_meeting(300, speakers=2), "#session=long")
    flat.wait_for_selector(PICTURE)
    passed = flat.evaluate(
        """() => [200, -200, -1e5, -200].map(deltaY => document.querySelector('.picture canvas').dispatchEvent(
            new WheelEvent('wheel', { deltaY, clientX: 600, clientY: 400, cancelable: true })))"""
    )
    assert passed == [True, False, False, True], "it is passed on at both ends of the zoom"


def test_small_things_of_a_session(open_page: Open) -> None:
    page = open_page(talk(), "#session=m&range=10-20")
    page.wait_for_selector(PICTURE)
    before = shown_range(page)
    page.mouse.click(*place(page, 19.8, row=1, heard=True))
    told = page.locator(".inspector")
    assert "insertion" in told.inner_text()
    assert "compared with B · heard on stream t" in told.inner_text()
    assert "said by" not in told.inner_text()
    assert shown_range(page) == before, "a click chooses and does not zoom"
    page.goto(page.url.split("#")[0] + "#session=m")
    wait_until(page, "document.querySelector('.brush.whole')")


def test_previous_and_next_session_follow_the_table(open_page: Open) -> None:
    sessions = {"a": ("x y", "x y"), "b": ("x y", "z z"), "c": ("x y", "x z"), "other": ("x y", "z y")}
    scores = hubbub.cpwer(
        {name: {"A": said} for name, (said, _) in sessions.items()},
        {name: {"s": heard} for name, (_, heard) in sessions.items()},
    )
    page = open_page(scores, "#session=b")
    names = []
    for _ in range(3):
        page.click("[aria-label='next session']")
        names.append(page.locator("h1").inner_text())
    assert names == ["c", "other", "a"], "worst first, as in the table"
    assert page.locator("[aria-label='next session']").is_disabled()
    page.goto(page.url.split("#")[0] + "#session=c&sort=-session&sessions=c")
    page.goto(page.url.split("#")[0] + "#session=c&sort=session")
    page.click("[aria-label='previous session']")
    assert page.locator("h1").inner_text() == "b"


def test_half_a_minute_can_be_read(open_page: Open) -> None:
    words = " ".join(f"word{i}" for i in range(200))
    said = [("A", 0, 60, words), *[(who, 70 + n, 71 + n, "yes") for n, who in enumerate("BCD")]]
    result = scored("cpwer", said, [(who.lower(), start, end, text) for who, start, end, text in said])
    page = open_page(Scores({"m": result}, "cpwer", ""), "#session=m&range=10-40")
    wait_until(page, f"document.querySelector('{PICTURE}').dataset.detail == 'letters'")
    wait_until(page, "document.querySelectorAll('.who.silent').length == 3")
    heights = [box.bounding_box()["height"] for box in page.locator(".who").all()]
    assert heights[0] > 120
    assert max(heights[1:]) < 40
    row, picture = page.locator(".who").first.bounding_box(), page.locator(PICTURE).bounding_box()
    left, told = picture["x"] + picture["width"] / 2, set()
    for high in range(20, 80, 4):
        page.mouse.move(left, row["y"] + high)
        told.add(page.locator(".tip b").inner_text())
    assert len(told) >= 3, "neighbours stand in lines of their own"
    page.goto(page.url.split("#")[0] + "#session=m")
    wait_until(page, "document.querySelectorAll('.who.silent').length == 0")
