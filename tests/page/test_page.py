"""The report page in a browser: Debian's Chromium, driven by Playwright, without a network."""

from __future__ import annotations

import re
import wave
from pathlib import Path

import pytest
from support.browsing import Open, detail, number, session_names, shown_range, wait_until
from support.pages import HOSTILE, example, long_meeting, meeting, scored

import hubbub
from hubbub import Scores, Segment, Transcript
from hubbub.page.report_page import find_audio, make_page, report


@pytest.fixture(scope="module")
def two_systems() -> list[Scores]:
    (first,) = example(["cpwer"])
    (second,) = example(["orcwer"])
    return [first, second]


def test_the_overview_shows_the_counts_of_the_result(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems)
    for scores, card in zip(two_systems, page.locator(".card").all(), strict=True):
        assert card.locator(".rate").inner_text() == f"{scores.total.rate:.2%}"
        total = scores.total
        counts = [number(text) for text in card.locator(".made-of b").all_inner_texts()]
        assert counts == [total.substitutions, total.deletions, total.insertions]
        assert scores.signature in card.inner_text()
    for row in page.locator(".sessions tbody tr").all():
        result = two_systems[0][row.locator("th").inner_text()]
        assert row.locator(".col-rate").inner_text() == f"{result.rate:.2%}"
        shown = [number(row.locator(f".col-{name}").inner_text()) for name in ("words", "errors", "sub", "del", "ins")]
        assert shown == [
            result.length,
            result.errors,
            result.substitutions,
            result.deletions,
            result.insertions,
        ]


def test_sessions_are_sorted_and_filtered(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems)
    scores = two_systems[0]
    worst = sorted(scores, key=lambda name: -(scores[name].rate or 0))
    assert session_names(page) == worst
    page.click(".sessions th.col-rate button")
    assert session_names(page) == worst[::-1]
    page.click(".sessions th.col-session button")
    assert session_names(page) == sorted(scores)
    page.fill(".sessions input", worst[0][-1])
    assert session_names(page) == [name for name in sorted(scores) if worst[0][-1].lower() in name.lower()]
    page.reload()
    assert session_names(page) == [name for name in sorted(scores) if worst[0][-1].lower() in name.lower()]


def test_systems_are_compared_worst_first(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems, "#against=hyp/orcwer")
    one, other = two_systems
    by = {name: (one[name].rate or 0) - (other[name].rate or 0) for name in one}
    assert session_names(page) == sorted(by, key=lambda name: -by[name])
    shown = page.locator(".difference .number").all_inner_texts()
    assert [float(text.replace("−", "-").replace("±", "")) for text in shown] == [
        pytest.approx(100 * value, abs=0.006) for value in sorted(by.values(), reverse=True)
    ]


def test_a_session_opens_and_shows_its_counts(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems)
    name = session_names(page)[1]
    page.click(f".sessions tr:has-text('{name}')")
    page.wait_for_selector(".picture canvas")
    result = two_systems[0][name]
    line = page.locator(".score-line").first.inner_text()
    assert f"{result.rate:.2%}" in line
    assert f"{result.errors} errors in {result.length} words" in line
    assert f"session={name}" in page.url
    assert page.locator(".who strong").count() == len({u.speaker for lane in result.alignment for u in lane.reference})
    page.go_back()
    page.wait_for_selector(".overview")


def test_zoom_by_wheel_keys_typed_range_and_drag(open_page: Open) -> None:
    page = open_page(long_meeting(3000), "#session=long")
    assert detail(page) == "density"
    whole = shown_range(page)
    box = page.locator(".picture canvas").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 100)
    for _ in range(30):
        page.mouse.wheel(0, -200)
    wait_until(page, "document.querySelector('.picture canvas').dataset.detail == 'letters'")
    before = shown_range(page)
    page.mouse.down()
    page.mouse.move(box["x"] + 100, box["y"] + 100, steps=5)
    page.mouse.up()
    assert shown_range(page) > before
    before = shown_range(page)
    page.keyboard.press("ArrowRight")
    assert shown_range(page) > before
    page.keyboard.press("ArrowDown")
    page.fill("input.range", "1:00-1:20")
    page.keyboard.press("Enter")
    assert shown_range(page) == ("1:00.0", "1:20.0")
    wait_until(page, "location.hash.includes('range=60.00-80.00')")
    page.reload()
    page.wait_for_selector(".picture canvas")
    assert shown_range(page) == ("1:00.0", "1:20.0")
    page.click(".fit")
    assert shown_range(page) == whole
    strip = page.locator(".minimap").bounding_box()
    page.mouse.move(strip["x"] + 100, strip["y"] + 20)
    page.mouse.down()
    page.mouse.move(strip["x"] + 200, strip["y"] + 20, steps=4)
    page.mouse.up()
    assert shown_range(page) != whole


def test_next_and_previous_error(open_page: Open) -> None:
    scores = Scores({"m": meeting({"A": "one two three four"}, {"s": "one too three"})}, "cpwer", "")
    page = open_page(scores, "#session=m")
    told = page.locator(".inspector")
    seen = []
    for key in "nnnp":
        page.keyboard.press(key)
        seen.append(told.inner_text().split("\n")[0] + " " + told.locator(".chosen-words").inner_text())
    assert seen[0] == seen[2] == "substitution two → too"
    assert seen[1] == seen[3] == "deletion four"
    page.keyboard.press("Escape")
    assert "next and previous error" in told.inner_text()
    page.click(".chip.S")
    page.keyboard.press("n")
    assert "deletion" in told.inner_text()


def test_search_counts_and_steps(open_page: Open) -> None:
    result = meeting({"A": "the cat and the dog", "B": "the end"}, {"s": "the cat and a dog", "t": "the end"})
    page = open_page(Scores({"m": result}, "cpwer", ""), "#session=m")
    page.keyboard.press("/")
    page.keyboard.type("the")
    wait_until(page, "document.querySelector('.found').textContent == '1 / 3'")
    page.keyboard.press("Enter")
    assert page.locator(".found").inner_text() == "2 / 3"
    page.keyboard.press("Shift+Enter")
    assert page.locator(".found").inner_text() == "1 / 3"
    page.fill(".find input", "/^(cat|dog)$/")
    assert page.locator(".found").inner_text().endswith("2")
    page.fill(".find input", "/(/")
    assert "regular expression" in page.locator(".found").inner_text()
    page.fill(".find input", "the")
    page.select_option(".people select >> nth=0", label="B")
    assert page.locator(".found").inner_text().endswith("1")
    assert page.locator(".who strong").all_inner_texts() == ["B"]


def test_a_search_that_explodes_is_ended(open_page: Open) -> None:
    result = meeting({"A": "a" * 60 + "b hello"}, {"s": "hello hallo"})
    page = open_page(Scores({"m": result}, "cpwer", ""), "#session=m")
    page.fill(".find input", "/^(h|x)+[ea]+l+o$/")
    wait_until(page, "document.querySelector('.found').textContent == '1 / 2'")
    page.fill(".find input", "/^(a+)+$/")
    wait_until(page, "document.querySelector('.found').textContent == 'pattern takes too long'")
    page.fill(".find input", "hello")
    wait_until(page, "document.querySelector('.found').textContent == '1 / 1'")


def test_the_reading_view_marks_errors_for_everyone(open_page: Open) -> None:
    result = meeting({"A": "one two three four"}, {"s": "one too three five six"})
    page = open_page(Scores({"m": result}, "cpwer", ""), "#session=m&view=reading")
    text = page.locator(".reading p")
    assert text.locator("mark").count() == result.substitutions
    assert text.locator("mark").first.text_content() == "substitution: two became too"
    assert text.locator(":scope > ins").all_text_contents() == ["inserted: six"]
    assert text.locator(":scope > del").count() == result.deletions
    page.click("text=By speaker")
    assert page.locator(".reading h3").all_inner_texts() == ["A"]
    page.keyboard.press("n")
    assert page.locator(".reading .chosen").count() == 1


def test_what_goes_wrong_leads_to_its_places(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems[0])
    name = session_names(page)[0]
    page.goto(page.url.split("#")[0] + f"#session={name}&view=wrong")
    result = two_systems[0][name]
    row = page.locator(".list").nth(1).locator("li").first
    times = number(row.locator(".times").inner_text())
    row.locator("button").click()
    page.wait_for_selector(".picture canvas")
    assert page.locator(".found").inner_text() == f"1 / {times}"
    assert page.locator(".inspector .tag").inner_text() == "deletion"
    page.goto(page.url.split("#")[0] + f"#session={name}&view=wrong")
    errors = sum(number(text) for text in page.locator(".by-speaker td:last-child").all_inner_texts())
    assert errors == result.errors


def test_two_scores_move_together(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems)
    name = session_names(page)[0]
    page.goto(page.url.split("#")[0] + f"#session={name}&against=hyp/orcwer")
    wait_until(page, "document.querySelectorAll('.picture canvas[data-detail]').length == 2")
    assert page.locator(".score-line:not(.delta) .rate").all_inner_texts() == [
        f"{scores[name].rate:.2%}" for scores in two_systems
    ]
    box = page.locator(".picture canvas").nth(1).bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 60)
    for _ in range(20):
        page.mouse.wheel(0, -200)
    wait_until(page, "[...document.querySelectorAll('.picture canvas')].every(one => one.dataset.detail == 'letters')")
    page.click("text=Reading")
    assert page.locator(".pair.head h3").count() == 2
    page.click("text=What goes wrong")
    assert page.locator(".wrong .column").count() == 2


def test_a_broken_session_says_so_and_leaves_the_others(open_page: Open) -> None:
    scores = hubbub.cpwer({"mon": {"A": "a"}, "tue": {"A": "b"}}, {"mon": {"x": "a"}, "tue": {"x": "c"}})
    html = report(scores).html
    broken = re.sub(r'(id="session-0">)[^<]*', r"\1AAAA", html)
    page = open_page(broken, "#session=mon")
    assert "Session mon cannot be shown: its part of this file" in page.inner_text("main")
    page.click("text=All sessions")
    page.click(".sessions tbody >> text=tue")
    page.wait_for_selector(".picture canvas")
    overview = open_page(broken.replace('id="session-1">', 'id="session-1">!'))
    assert sorted(session_names(overview)) == ["mon", "tue"]


def test_hostile_words_do_nothing(open_page: Open) -> None:
    words = " ".join(HOSTILE).replace("\u2028", "a\u2028b")
    segments = [Segment(words, HOSTILE[0], HOSTILE[2], 0, 9, extra={"audio": HOSTILE[2]})]
    scores = hubbub.cpwer(
        Transcript(segments),
        Transcript([Segment("x", HOSTILE[0], HOSTILE[0], 0, 9), Segment("</title>", HOSTILE[0], "y", 0, 1)]),
    )
    given = scores if isinstance(scores, Scores) else Scores({HOSTILE[0]: scores}, "cpwer", HOSTILE[0], HOSTILE[2])
    html = make_page([given], HOSTILE[0], {HOSTILE[0]: HOSTILE[2]}).html
    assert html.count("<script") == report(meeting({"a": "x"}, {"a": "x"})).html.count("<script")
    page = open_page(html)
    page.click(".sessions tbody tr")
    page.wait_for_selector(".picture canvas")
    page.keyboard.press("n")
    for view in ("Reading", "What goes wrong", "Timeline"):
        page.click(f".tabs >> text={view}")
        page.wait_for_timeout(50)
    page.fill(".find input", HOSTILE[0])
    assert page.locator("img, main script").count() == 0
    assert page.title() != "owned"


def test_twenty_thousand_words_stay_smooth(open_page: Open) -> None:
    page = open_page(long_meeting(20_000))
    page.click(".sessions tbody tr")
    assert detail(page) == "density"
    took = page.evaluate(
        """async () => {
            const canvas = document.querySelector('.picture canvas');
            const box = canvas.getBoundingClientRect();
            const times = [];
            for (let i = 0; i < 60; i++) {
                const deltaY = i < 30 ? -200 : 200;
                const clientX = box.left + 400, clientY = box.top + 80;
                const begin = performance.now();
                canvas.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX, clientY, cancelable: true }));
                await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
                times.push(performance.now() - begin);
            }
            return times.sort((a, b) => a - b)[30];
        }"""
    )
    # Two frames each; generous, for the machines of others: what matters is that nothing takes a second.
    assert took < 150
    page.click(".tabs >> text=Reading")
    page.wait_for_selector(".reading section")


def test_words_without_times_stand_in_reading_order(open_page: Open) -> None:
    page = open_page(meeting({"A": "one two three"}, {"s": "one three"}), "#session=")
    page.wait_for_selector(".picture canvas")
    assert shown_range(page) == ("0", "3")


def test_a_recording_is_played(open_page: Open, tmp_path: Path) -> None:
    with wave.open(str(tmp_path / "m.wav"), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(2 * 8000 * 6))
    result = scored("cpwer", [("A", 0, 5, "one two")], [("s", 0, 5, "one too")])
    audio = find_audio([], ["m"], tmp_path / "report.html", str(tmp_path))
    page = open_page(make_page([Scores({"m": result}, "cpwer", "")], audio=audio).html, "#session=m")
    page.keyboard.press("n")
    page.click(".play")
    page.wait_for_selector(".play:has-text('Stop')")
    page.click(".play")
    page.wait_for_selector(".play:has-text('Play')")


def test_dark_follows_the_system(open_page: Open, two_systems: list[Scores]) -> None:
    shades = {}
    for scheme in ("light", "dark"):
        page = open_page(two_systems, color_scheme=scheme)
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        shades[scheme] = sum(map(int, re.findall(r"\d+", colour)[:3]))
    assert shades["light"] > 600
    assert shades["dark"] < 150


@pytest.mark.parametrize("fragment", ["", "#session={}", "#session={}&view=reading", "#session={}&view=wrong"])
@pytest.mark.parametrize("width", [800, 420])
def test_a_narrow_window_needs_no_sideways_scrolling(
    open_page: Open, two_systems: list[Scores], fragment: str, width: int
) -> None:
    page = open_page(two_systems, fragment.format(next(iter(two_systems[0]))), width=width, height=600)
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_overview_appears_within_a_second(open_page: Open) -> None:
    result = next(iter(long_meeting(4000).values()))
    page = open_page(Scores({f"s{i}": result for i in range(40)}, "cpwer", ""))
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert paint < 3000  # a tenth of this where the machine is not busy
