"""The report page in a browser: Debian's Chromium, driven by Playwright, without a network."""

from __future__ import annotations

import re
import wave
from pathlib import Path

import pytest
from support.browsing import (
    Open,
    attribute,
    box,
    computed,
    contents,
    count,
    detail,
    each,
    go,
    number,
    numbers,
    session_names,
    shown_range,
    text,
    texts,
    url,
)
from support.pages import HOSTILE, example, long_meeting, meeting, scored
from support.seen import later

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
    for scores, card in zip(two_systems, each(page, ".card"), strict=True):
        text(card, ".rate").becomes(f"{scores.total.rate:.2%}")
        total = scores.total
        counts = [total.substitutions, total.deletions, total.insertions]
        texts(card, ".made-of b").as_(numbers).becomes(counts)
    page.click(".made summary")
    texts(page, ".making .copyable").becomes([scores.signature for scores in two_systems])
    page.select_option(".controls select >> nth=1", "")
    for row in each(page, ".sessions tbody tr"):
        result = two_systems[0][text(row, "th").settled()]
        text(row, ".col-rate").becomes(f"{result.rate:.2%}")
        for name, counted in (
            ("words", result.length),
            ("errors", result.errors),
            ("sub", result.substitutions),
            ("del", result.deletions),
            ("ins", result.insertions),
        ):
            text(row, f".col-{name}").as_(number).becomes(counted)


def test_sessions_are_sorted_and_filtered(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems)
    scores = two_systems[0]
    worst = sorted(scores, key=lambda name: -(scores[name].rate or 0))
    session_names(page).becomes(worst)
    page.click(".sessions th.col-rate button")
    session_names(page).becomes(worst[::-1])
    page.click(".sessions th.col-session button")
    session_names(page).becomes(sorted(scores))
    page.fill(".sessions input", worst[0][-1])
    listed = [name for name in sorted(scores) if worst[0][-1].lower() in name.lower()]
    session_names(page).becomes(listed)
    url(page).has("sort=session", "sessions=")
    page.reload()
    session_names(page).becomes(listed)


def test_systems_are_compared_the_largest_difference_first(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems, "#against=hyp/orcwer")
    one, other = two_systems
    by = {name: (one[name].rate or 0) - (other[name].rate or 0) for name in one}
    session_names(page).becomes(sorted(by, key=lambda name: -abs(by[name])))
    shown = texts(page, ".sessions tbody .difference .number").as_(lambda found: list(map(float, found)))
    shown.becomes([pytest.approx(100 * value, abs=0.006) for value in sorted(map(abs, by.values()), reverse=True)])
    better = {"cpWER" if value < 0 else "ORC-WER" for value in by.values() if value}
    texts(page, ".sessions tbody .difference .better").as_(set).fits(lambda found: better <= found, f"{better}")
    total = 100 * abs((one.total.rate or 0) - (other.total.rate or 0))
    text(page, ".sessions tfoot .number").as_(float).becomes(pytest.approx(total, abs=0.006))


def test_a_session_opens_and_shows_its_counts(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems)
    name = session_names(page).settled()[1]
    page.click(f".sessions tr:has-text('{name}')")
    page.wait_for_selector(".picture canvas")
    result = two_systems[0][name]
    line = text(page.locator(".score-line").first)
    line.has(f"{result.rate:.2%}", f"{result.errors} errors in {result.length} words")
    url(page).has(f"session={name}")
    count(page, ".who strong").becomes(len({u.speaker for lane in result.alignment for u in lane.reference}))
    page.go_back()
    page.wait_for_selector(".overview")


def test_zoom_by_wheel_keys_typed_range_and_drag(open_page: Open) -> None:
    page = open_page(long_meeting(3000), "#session=long")
    detail(page).becomes("density")
    whole = shown_range(page).settled()
    picture = box(page, ".picture canvas").settled()
    page.mouse.move(picture.x + 300, picture.y + 100)
    for _ in range(30):
        page.mouse.wheel(0, -200)
    detail(page).becomes("letters")
    before = shown_range(page).settled()
    page.mouse.down()
    page.mouse.move(picture.x + 100, picture.y + 100, steps=5)
    page.mouse.up()
    shown_range(page).fits(lambda found: found > before, f"after {before}")
    before = shown_range(page).settled()
    page.keyboard.press("ArrowRight")
    shown_range(page).fits(lambda found: found > before, f"after {before}")
    page.keyboard.press("ArrowDown")
    page.fill("input.range", "1:00-1:20")
    page.keyboard.press("Enter")
    shown_range(page).becomes(("1:00.0", "1:20.0"))
    url(page).has("range=60.00-80.00")
    page.reload()
    page.wait_for_selector(".picture canvas")
    shown_range(page).becomes(("1:00.0", "1:20.0"))
    page.click(".fit")
    shown_range(page).becomes(whole)
    strip = box(page, ".minimap").settled()
    page.mouse.move(strip.x + 100, strip.y + 20)
    page.mouse.down()
    page.mouse.move(strip.x + 200, strip.y + 20, steps=4)
    page.mouse.up()
    shown_range(page).unlike(whole)


def test_next_and_previous_error(open_page: Open) -> None:
    scores = Scores({"m": meeting({"A": "one two three four"}, {"s": "one too three"})}, "cpwer", "")
    page = open_page(scores, "#session=m")
    page.wait_for_selector(".inspector")
    two, four = ("substitution", "two → too"), ("deletion", "four")
    for key, (kind, words) in zip("nnnp", (two, four, two, four), strict=True):
        page.keyboard.press(key)
        text(page, ".inspector .chosen-words").becomes(words)
        text(page, ".inspector").as_(lambda found: found.split("\n")[0]).becomes(kind)
    page.keyboard.press("Escape")
    text(page, ".inspector").has("next and previous error")
    page.click(".chip.S")
    url(page).has("kinds=DI")
    page.keyboard.press("n")
    text(page, ".inspector").has("deletion")


def test_search_counts_and_steps(open_page: Open) -> None:
    result = meeting({"A": "the cat and the dog", "B": "the end"}, {"s": "the cat and a dog", "t": "the end"})
    page = open_page(Scores({"m": result}, "cpwer", ""), "#session=m")
    page.wait_for_selector(".inspector")
    page.keyboard.press("/")
    computed(page, "document.activeElement.tagName").becomes("INPUT")
    page.keyboard.type("the")
    text(page, ".found").becomes("1 / 3")
    page.keyboard.press("Enter")
    text(page, ".found").becomes("2 / 3")
    page.keyboard.press("Shift+Enter")
    text(page, ".found").becomes("1 / 3")
    page.fill(".find input", "/^(cat|dog)$/")
    text(page, ".found").fits(lambda found: found.endswith("2"), "2 hits")
    page.fill(".find input", "/(/")
    text(page, ".found").has("regular expression")
    page.fill(".find input", "the")
    text(page, ".found").fits(lambda found: found.endswith("3"), "3 hits")
    page.select_option(".people select >> nth=0", label="B")
    text(page, ".found").fits(lambda found: found.endswith("1"), "1 hit")
    texts(page, ".who strong").becomes(["B"])


def test_a_search_that_explodes_is_ended(open_page: Open) -> None:
    result = meeting({"A": "a" * 60 + "b hello"}, {"s": "hello hallo"})
    page = open_page(Scores({"m": result}, "cpwer", ""), "#session=m")
    page.fill(".find input", "/^(h|x)+[ea]+l+o$/")
    text(page, ".found").becomes("1 / 2")
    page.fill(".find input", "/^(a+)+$/")
    later(page, 2000)
    text(page, ".found").becomes("the pattern takes too long")
    page.fill(".find input", "hello")
    text(page, ".found").becomes("1 / 1")


def test_the_reading_view_marks_errors_for_everyone(open_page: Open) -> None:
    result = meeting({"A": "one two three four"}, {"s": "one too three five six"})
    page = open_page(Scores({"m": result}, "cpwer", ""), "#session=m&view=reading")
    said = page.locator(".reading p")
    count(said, "mark").becomes(result.substitutions)
    contents(said.locator("mark").first).becomes(["substitution: two became too"])
    contents(said, ":scope > ins").becomes(["inserted: six"])
    count(said, ":scope > del").becomes(result.deletions)
    page.click("text=By speaker")
    texts(page, ".reading h2").becomes(["A"])
    page.keyboard.press("n")
    count(page, ".reading .chosen").becomes(1)


def test_what_goes_wrong_leads_to_its_places(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems[0])
    name = session_names(page).settled()[0]
    go(page, f"#session={name}&view=errors")
    page.wait_for_selector(".errors-view")
    result = two_systems[0][name]
    row = page.locator(".errors-view .list").nth(1).locator("li").first
    times = number(text(row, ".times").settled())
    row.locator("button").click()
    page.wait_for_selector(".picture canvas")
    text(page, ".found").becomes(f"1 / {times}")
    text(page, ".inspector .tag").becomes("deletion")
    go(page, f"#session={name}&view=errors")
    page.wait_for_selector(".errors-view")
    texts(page, ".by-speaker td:last-child").as_(numbers).as_(sum).becomes(result.errors)


def test_two_scores_move_together(open_page: Open, two_systems: list[Scores]) -> None:
    page = open_page(two_systems)
    name = session_names(page).settled()[0]
    go(page, f"#session={name}&against=hyp/orcwer")
    count(page, ".picture canvas[data-detail]").becomes(2)
    texts(page, ".score-line .rate").becomes([f"{scores[name].rate:.2%}" for scores in two_systems])
    picture = box(page.locator(".picture canvas").nth(1)).settled()
    page.mouse.move(picture.x + 300, picture.y + 60)
    for _ in range(20):
        page.mouse.wheel(0, -200)
    count(page, ".picture canvas[data-detail=letters]").becomes(2)
    page.click("text=Reading")
    count(page, ".pair.head h2").becomes(2)
    page.click(".tabs >> text=Errors")
    count(page, ".errors-view .column").becomes(2)


def test_a_broken_session_says_so_and_leaves_the_others(open_page: Open) -> None:
    scores = hubbub.cpwer({"mon": {"A": "a"}, "tue": {"A": "b"}}, {"mon": {"x": "a"}, "tue": {"x": "c"}})
    html = report(scores).html
    broken = re.sub(r'(id="session-0">)[^<]*', r"\1AAAA", html)
    page = open_page(broken, "#session=mon")
    text(page, "main").has("Session mon cannot be shown: this file is damaged")
    page.click("text=All sessions")
    page.click(".sessions tbody >> text=tue")
    page.wait_for_selector(".picture canvas")
    overview = open_page(broken.replace('id="session-1">', 'id="session-1">!'))
    session_names(overview).as_(sorted).becomes(["mon", "tue"])


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
    page.wait_for_selector(".inspector .tag")
    for view, name in (("Reading", "reading"), ("Errors", "errors"), ("Timeline", "timeline")):
        page.click(f".tabs >> text={view}")
        page.wait_for_selector(f".session[data-view={name}] .body > *")
        count(page, "img, main script").stays(0)
    page.fill(".find input", HOSTILE[0])
    text(page, ".found").fits(bool)
    count(page, "img, main script").stays(0)
    computed(page, "document.title != 'owned'").stays(True)


def test_twenty_thousand_words_need_little_drawing(open_page: Open) -> None:
    page = open_page(long_meeting(20_000))
    page.click(".sessions tbody tr")
    detail(page).becomes("density")
    drawn = computed(
        page,
        """async () => {
            const shared = CanvasRenderingContext2D.prototype;
            const canvas = document.querySelector('.picture canvas');
            let calls = 0, pictures = [];
            for (const name of ['fill', 'fillRect', 'fillText', 'lineTo', 'moveTo', 'rect', 'stroke', 'strokeRect']) {
                const own = shared[name];
                shared[name] = function (...given) { calls++; return own.apply(this, given); };
            }
            const clear = shared.clearRect;
            shared.clearRect = function (...given) {
                if (this.canvas === canvas) pictures.push([document.timeline.currentTime, calls]);
                return clear.apply(this, given);
            };
            const box = canvas.getBoundingClientRect();
            for (let i = 0; i < 60; i++) {
                const deltaY = i < 30 ? -200 : 200;
                const clientX = box.left + 400, clientY = box.top + 80;
                const how = { deltaY, clientX, clientY, ctrlKey: true, cancelable: true };
                canvas.dispatchEvent(new WheelEvent('wheel', how));
                await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            }
            const calledFor = pictures.slice(1).map(([, until], place) => until - pictures[place][1]);
            const frames = new Set(pictures.map(([frame]) => frame));
            return [pictures.length, frames.size, Math.max(...calledFor)];
        }""",
    )
    few = "40 pictures or more, one in a frame, each of fewer than 10,000 calls, as many words share a pixel"
    drawn.fits(lambda found: 40 <= found[0] == found[1] and found[2] < 10_000, few)
    page.click(".tabs >> text=Reading")
    page.wait_for_selector(".reading section")


def test_words_without_times_stand_in_reading_order(open_page: Open) -> None:
    page = open_page(meeting({"A": "one two three"}, {"s": "one three"}), "#session=")
    page.wait_for_selector(".picture canvas")
    shown_range(page).becomes(("0", "3"))


def test_a_recording_is_played(open_page: Open, tmp_path: Path) -> None:
    with wave.open(str(tmp_path / "m.wav"), "wb") as sound:  # long enough not to end before it is stopped
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(2 * 8000 * 600))
    result = scored("cpwer", [("A", 0, 599, "one two")], [("s", 0, 599, "one too")])
    audio = find_audio([], ["m"], tmp_path / "report.html", str(tmp_path))
    page = open_page(make_page([Scores({"m": result}, "cpwer", "")], audio=audio).html, "#session=m")
    page.wait_for_selector(".inspector")
    page.keyboard.press("n")
    page.click(".play")
    page.wait_for_selector(".play:has-text('Stop')")
    page.click(".play")
    page.wait_for_selector(".play:has-text('Play')")


def test_dark_follows_the_system(open_page: Open, two_systems: list[Scores]) -> None:
    for scheme, shades in (("light", range(600, 766)), ("dark", range(150))):
        page = open_page(two_systems, color_scheme=scheme)
        colour = computed(page, "getComputedStyle(document.documentElement).backgroundColor")
        shade = colour.as_(lambda found: sum(map(int, re.findall(r"\d+", found)[:3])))
        shade.fits(shades.__contains__, str(shades))


@pytest.mark.parametrize("fragment", ["", "#session={}", "#session={}&view=reading", "#session={}&view=errors"])
@pytest.mark.parametrize("width", [800, 420])
def test_a_narrow_window_needs_no_sideways_scrolling(
    open_page: Open, two_systems: list[Scores], fragment: str, width: int
) -> None:
    page = open_page(two_systems, fragment.format(next(iter(two_systems[0]))), width=width, height=600)
    computed(page, "document.documentElement.scrollWidth").fits(lambda found: found <= width, f"at most {width}")


def test_the_overview_is_shown_without_unpacking_sessions(open_page: Open) -> None:
    result = next(iter(long_meeting(4000).values()))
    unpacking = """
        let number = 0;
        const Own = DecompressionStream;
        window.DecompressionStream = class extends Own {
            constructor(...given) { super(...given); document.documentElement.dataset.unpacked = ++number; }
        };
    """
    page = open_page(Scores({f"s{i}": result for i in range(40)}, "cpwer", ""), first=unpacking)
    count(page, ".sessions tbody tr").becomes(40)
    attribute(page, "data-unpacked", "html").stays("1")
    computed(page, "document.querySelectorAll('*').length").fits(lambda found: found < 3000, "fewer than 3000 elements")
