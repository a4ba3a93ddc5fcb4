"""The first screen of the report page: the answer, warnings, worst stretches, possible savings, sessions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.browsing import Open, attribute, box, computed, count, go, text, texts, url
from support.pages import HYP, REF, Said, scored, unpack

import hubbub
from hubbub import Scores, Segment, Transcript
from hubbub.insight.blame import Blame
from hubbub.page.report_page import report

SAID = [("Alice", 0, 3, "a b f"), ("Bob", 4, 6, "c d"), ("Alice", 7, 9, "g h")]
ONE_STREAM = [("one", 0, 3, "a b f"), ("one", 4, 6, "c d"), ("one", 7, 9, "g x")]
RIGHT = [("one", 0, 3, "a b f"), ("two", 4, 6, "c d"), ("one", 7, 9, "g x")]


def blamed_of(said: Said, heard: Said) -> Blame:
    left, right = (
        Transcript(
            [Segment(words, name, who, start, end) for name in ("mon", "tue") for who, start, end, words in side]
        )
        for side in (said, heard)
    )
    return hubbub.blame(left, right, "tcpwer", collar=5)


def blamed(system: str, heard: Said) -> Blame:
    return blamed_of(SAID, heard).rename(system)


@pytest.fixture
def page(open_page: Open) -> Any:
    return open_page(report([blamed("good", RIGHT), blamed("bad", ONE_STREAM)]).html)


def test_the_answer_comes_first(page: Any) -> None:
    text(page, "h1").has("good is better than bad by")
    text(page, ".reasons").has("All of it is attribution errors.", "where bad has no stream for speaker Bob.")
    text(page, ".doubts summary").has("2 speakers have no stream")
    box(page, ".sessions tfoot tr").fits(lambda found: found.y + found.height < 900, "within the first screen")


def test_savings_and_slices_lead_to_their_errors(page: Any) -> None:
    line = page.locator(".savings p", has_text="bad")
    text(line).has("correct speaker labels −")
    line.locator("a").first.click()
    page.wait_for_selector(".picture canvas")
    url(page).has("slice=cause%3Aattribution", "score=bad")
    page.go_back()
    page.click(".where-wrong [data-slice=overlap] button >> nth=0")
    page.wait_for_selector(".picture canvas")
    url(page).has("slice=overlap%3A1+speaker", "session=")


def test_a_worst_stretch_opens_with_its_first_error(open_page: Open) -> None:
    page = open_page(report(blamed("bad", ONE_STREAM)).html)
    line = page.locator(".worst li").first
    text(line).has("mon 0:04–0:09", "4 words", "5 errors")
    line.locator("a").click()
    page.wait_for_selector(".picture canvas")
    text(page, ".chosen-words").has("c")
    url(page).has("session=mon", "range=", "step=")


def test_the_worst_stretches_have_errors_of_any_cause() -> None:
    said = [*SAID, ("Alice", 20, 26, "k l m n o p")]
    index = unpack(report(blamed_of(said, [*ONE_STREAM, ("one", 20, 26, "x x x x x x")])).html, "overview")
    (stretch, *_) = index["scores"][0]["worst"]
    assert (stretch["errors"], stretch["words"]) == (11, 10)


@pytest.mark.parametrize("metric", ["tcorcwer", "mdwer", "wer"])
def test_every_metric_has_its_worst_stretches(open_page: Open, metric: str) -> None:
    timed = metric == "tcorcwer"
    said, heard = (
        [(who, start, end, words) if timed else (who, None, None, words) for who, start, end, words in side]
        for side in ([*SAID, ("Alice", 20, 25, "j k l m n")], [*RIGHT, ("one", 20, 25, "j k x x n")])
    )
    page = open_page(scored(metric, said, heard).alone())
    line = page.locator(".worst li").first
    text(line).has("0:22–0:24" if timed else "words ", "2 errors")
    line.locator("a").click()
    page.wait_for_selector(".picture canvas")
    text(page, ".chosen-words").has("l")


def test_the_way_back_leads_to_the_metric_with_causes(open_page: Open) -> None:
    found = blamed("bad", ONE_STREAM)
    page = open_page(report([scored("tcorcwer", SAID, ONE_STREAM).alone(), found]).html)
    text(page, "h1").has("tcpWER")
    page.click(".sessions tbody th a >> nth=0")
    page.wait_for_selector(".picture canvas")
    page.go_back()
    page.wait_for_selector(".overview")
    text(page, "h1").has("tcpWER")


OUTSIDE = """selector => [...document.querySelectorAll(selector)].filter(one => {
    const inner = one.getBoundingClientRect(), outer = one.closest('.list').getBoundingClientRect();
    const cut = one.scrollWidth > one.clientWidth + 1 || inner.right > outer.right || inner.left < outer.left;
    return inner.width > 0 && cut;
}).map(one => one.textContent)"""


@pytest.mark.parametrize("width", [1440, 720, 390])
def test_no_label_is_cut_off(open_page: Open, width: int) -> None:
    runs = [hubbub.blame(REF, HYP, "tcpwer", collar=5).rename(name) for name in ("a system", "another")]
    for chosen in (runs, runs[:1]):
        page = open_page(report(chosen).html, width=width)
        count(page, ".where-wrong .slice").fits(lambda number: number > 4, "several")
        computed(page, OUTSIDE, ".where-wrong .slice, .where-wrong .slice :is(.label > *, .rate, .by)").becomes([])
        computed(page, OUTSIDE, ".worst .what").becomes([])


def test_differences_name_the_better_system(page: Any) -> None:
    texts(page, ".sessions tbody .difference .better").becomes(["good", "good"])
    count(page, ".sessions tbody .strip path").becomes(2 * 2 * 3)
    attribute(page, "aria-label", ".sessions tbody .strip >> nth=0").has("errors over time, most near")
    page.click(".sessions tbody th >> nth=0")
    text(page, ".delta").has("good is better by")


def test_a_page_without_causes_has_no_empty_box(open_page: Open) -> None:
    result = scored("orcwer", [("A", 0, 1, "a b")], [("s", 0, 1, "a b")])
    page = open_page(Scores({"m": result}, "orcwer", result.signature))
    text(page, "h1").becomes("hyp gets every word right")
    for part in (".worst", ".doubts", ".savings"):
        count(page.locator(f"{part}:visible")).becomes(0)


def test_warnings_on_the_input_are_on_the_page(tmp_path: Path, hubbub: Any) -> None:
    one = tmp_path / "one.stm"
    rows = [line.split(None, 3) for line in Path(HYP).read_text(encoding="utf-8").splitlines()]
    one.write_text("".join(f"{name} {channel} x {rest}\n" for name, channel, _, rest in rows), encoding="utf-8")
    out = tmp_path / "page.html"
    done = hubbub("report", "-m", "cpwer", "-r", REF, "-h", one, "-o", out)
    assert done.code == 0
    index = unpack(out.read_text(encoding="utf-8"), "overview")
    printed = [
        line.removeprefix("warning: ").replace(str(one), one.name)
        for line in done.err.splitlines()
        if line.startswith("warning: ")
    ]
    assert set(printed) <= {*index["warnings"], *index["scores"][0]["warnings"]}


def test_what_is_in_view_has_its_rate(open_page: Open) -> None:
    page = open_page(report(blamed("bad", ONE_STREAM)).html, "#session=mon")
    text(page, ".in-view").has("0:00–0:09", "5 errors in 7 words", f"{500 / 7:.2f}%")
    go(page, "#session=mon&speaker=Bob&slice=overlap:1 speaker")
    text(page, ".in-view").has("Bob · 1 speaker", "2 errors in 2 words", "100.00%")


def test_what_is_read_has_its_rate_if_it_is_filtered(open_page: Open) -> None:
    page = open_page(report(blamed("bad", ONE_STREAM)).html, "#session=mon&view=reading&speaker=Bob")
    text(page, ".in-view").has("Bob", "2 errors in 2 words", "100.00%")
    go(page, "#session=mon&view=reading")
    count(page, ".in-view:visible").becomes(0)


def test_the_listed_sessions_have_their_rates(page: Any) -> None:
    page.fill(".sessions input", "mon")
    text(page, ".sessions .title-line .shown").becomes(f"1 of 2 · good {100 / 7:.2f}% · bad {500 / 7:.2f}%")


def test_the_next_error_is_within_reach_of_a_thumb(open_page: Open) -> None:
    page = open_page(report(blamed("bad", ONE_STREAM)).html, "#session=mon", width=390, height=844)
    button = page.locator(".next-error button >> nth=1")
    box(button).fits(lambda found: found.height >= 44 and found.y + found.height <= 844, "44 high, on the screen")
    button.click()
    text(page, ".chosen-words").fits(bool, "a word")


def test_a_link_to_an_unknown_session_says_so(open_page: Open) -> None:
    scores = report([blamed("good", RIGHT)]).html
    page = open_page(scores, "#session=wed&view=reading")
    text(page, "[role=alert]").becomes("This page has no session wed; all its sessions are listed below.")
    page = open_page(scores, "#session=mon&view=reading")
    page.wait_for_selector(".reading p")
    count(page, "[role=alert]").becomes(0)


def test_many_systems_begin_with_the_best(open_page: Open) -> None:
    runs = []
    for number in range(12, 0, -1):
        heard = " ".join(["x"] * number + ["a"] * (20 - number))
        run = hubbub.cpwer({"m": {"A": " ".join(["a"] * 20)}}, {"m": {"s": heard}})
        assert isinstance(run, Scores)
        runs.append(run.rename(f"s{number}"))
    page = open_page(runs)
    text(page, "h1").becomes("s1 is best of 12 systems (5.00% cpWER)")
    texts(page, ".scores tbody th").becomes([f"s{number}" for number in range(1, 7)])
    text(page, ".card .system").becomes("s1")
    page.click(".scores >> text=6 more")
    count(page, ".scores tbody tr").becomes(12)


def test_differences_without_times_have_positions(open_page: Open) -> None:
    said: Said = [("A", None, None, "a b c d e f g h")]
    runs = [
        scored("cpwer", said, [("one", None, None, words)]).alone().rename(name)
        for name, words in (("good", "x a b c d e f g h"), ("bad", "a b c d y z g h"))
    ]
    html = report(runs).html
    (pair,) = unpack(html, "overview")["comparisons"]
    assert pair["places"] == [[0, None, None, 0, 2, [[5, 7], [4, 6]]]]
    page = open_page(html)
    line = page.locator(".worst li").first
    text(line).has("words 6–7", "good 0, bad 2")
    line.locator("a").click()
    page.wait_for_selector(".picture canvas")
    url(page).has("range=4.00-8.00")
