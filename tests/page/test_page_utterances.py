"""The report page of a list of utterances: their texts instead of timelines; and the concordance."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import (
    Open,
    act,
    attribute,
    box,
    clipboard,
    computed,
    count,
    focused,
    go,
    number,
    text,
    texts,
    url,
    value,
    violations,
)
from support.pages import unpack

import hubbub
from hubbub import Scores, Segment, Transcript
from hubbub.page.report_page import report

MANY = 3000
SENTENCES = ("the cat sat on the mat", "we went home after the rain")
CHINESE = "今天天气很好我们去公园吧"


def listed(system: str, size: int = 40, wrong: int = 3, more: int = 0) -> Scores:
    """Utterances, every third of which (or so) has one error, and every twelfth one more."""
    said, heard = {}, {}
    for place in range(size):
        words = SENTENCES[place % 2].split()
        said[f"u{place:04}"] = " ".join(words)
        if place % wrong == 0:
            words[words.index("the")] = "a"
        if place % 12 == 0:
            words += ["again"] * (1 + more)
        heard[f"u{place:04}"] = " ".join(words)
    left, right = (Transcript([Segment(text, name) for name, text in side.items()]) for side in (said, heard))
    run = hubbub.score("wer", left, right)
    assert isinstance(run, Scores)
    return run.rename(system)


@pytest.fixture
def page(open_page: Open) -> Any:
    return open_page([listed("A"), listed("B", wrong=5, more=1)])


def names(page: Any) -> Any:
    return texts(page, ".rows .name a")


def test_the_texts_are_listed_by_errors_without_timelines(page: Any) -> None:
    text(page, "h1").has("is better than")
    names(page).fits(lambda found: found[:4] == ["u0000", "u0012", "u0024", "u0036"], "those with two errors")
    first = page.locator(".rows li").first
    text(first, ".line >> nth=0").has("33.33%", "2 errors")
    texts(first, ".line >> nth=0 >> mark > :not(.spoken)").becomes(["the", "a"])
    texts(first, ".line >> nth=1 >> p > ins").becomes(["inserted:\nagain"] * 2)
    first.locator("a").click()
    texts(page, ".tabs button").becomes(["Reading", "Errors"])
    text(page, ".reading p >> nth=0").has("cat sat")
    go(page, "#session=u0001")
    page.wait_for_selector("[data-view=reading] .reading p")


def test_thousands_have_few_elements(open_page: Open) -> None:
    html = report([listed("A", MANY), listed("B", MANY, wrong=4)]).html
    page = open_page(html)
    names(page).fits(lambda found: 5 < len(found) < 60, "those on the screen")
    computed(page, "document.querySelectorAll('*').length").fits(lambda found: found < 3000, "fewer than 3,000")
    act(page, "scrollTo(0, document.documentElement.scrollHeight)")
    names(page).fits(lambda found: found[-1] == f"u{MANY - 1}", "the last")
    text(page, ".rows li >> nth=-1 >> p >> nth=0").fits(bool, "its text")
    computed(page, "document.querySelectorAll('*').length").fits(lambda found: found < 3000, "fewer than 3,000")
    assert html.count('id="session-') < MANY / 100


def test_half_without_errors_is_not_a_rate_of_nothing(open_page: Open) -> None:
    page = open_page(listed("A"))
    text(page, ".reasons").has("26 of the 40 utterances have no error (65%)")
    text(page, "main").lacks("below 0.00%")


def test_the_list_is_filtered_by_errors_words_names_and_rates(page: Any) -> None:
    for button, expected in (("first", 8), ("second", 5), ("both", 6), ("none", 21)):
        page.click(f".classes [data-differ={button}]")
        text(page, ".sums").has(f"{expected} of 40 utterances")
    url(page).has("differ=none")
    text(page, ".sums").has("A 0.00% 0 errors in 126 words")
    page.click(".classes [data-differ=all]")
    field = ".utterances input"
    page.fill(field, "rain")
    text(page, ".sums").has("20 of 40 utterances")
    texts(page, ".rows .hit").fits(lambda found: found[0] == "rain", "marked words")
    page.fill(field, "→ again")
    names(page).becomes(["u0000", "u0012", "u0024", "u0036"])
    page.fill(field, "u003")
    text(page, ".sums").has("10 of 40 utterances")
    page.fill(field, "30%-40%")
    names(page).becomes(["u0000", "u0012", "u0024", "u0036"])
    page.fill(field, "")
    page.click(".aside .frequent button >> nth=0")
    value(page, field).becomes("the → a")
    text(page, ".sums").has("14 of 40 utterances", "A 21.43% 18 errors in 84 words")


def test_a_dot_of_the_scatter_lists_its_utterances(open_page: Open) -> None:
    page = open_page([listed("A", 400), listed("B", 400, wrong=4)])
    dot = page.locator(".session-dot", has_text="A 0%, B 14% to 17.5%")
    expected = number(str(attribute(dot, "aria-label").settled()).split(":")[0])
    dot.click()
    text(page, ".sums").has(f"{expected} of 400 utterances")
    value(page, ".utterances input").becomes("0%-0.01% 14%-17.5%")


def test_an_utterance_is_found_again_when_it_is_left(page: Any) -> None:
    act(page, "scrollTo(0, document.documentElement.scrollHeight)")
    page.locator(".rows a", has_text="u0038").click()
    page.wait_for_selector(".reading p")
    page.click("text=All utterances")
    focused(page).becomes("u0038")
    page.keyboard.press("ArrowUp")
    focused(page).becomes("u0037")


def test_the_keyboard_goes_from_the_filter_into_the_list(page: Any) -> None:
    page.locator(".utterances input").focus()
    page.keyboard.type("u001")
    text(page, ".sums").has("10 of 40 utterances")
    page.keyboard.press("ArrowDown")
    focused(page).becomes("u0012")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    url(page).has("session=u0015", "sessions=u001")


def test_a_list_without_errors_has_no_empty_box(open_page: Open) -> None:
    page = open_page(
        listed("A", wrong=100).select(["u0001", *(f"u{place:04}" for place in range(13, 34) if place != 24)])
    )
    text(page, "h1").becomes("A gets every word right")
    text(page, ".rows li >> nth=0 >> p").fits(bool, "a text")
    for part in (".frequent", ".where-wrong", ".spread", ".reasons:not(:empty)"):
        count(page.locator(f"{part}:visible")).becomes(0)


def test_a_word_opens_its_utterance_selected(page: Any) -> None:
    page.locator(".rows li >> nth=0 >> .line >> nth=1 >> p > ins >> nth=0").click()
    text(page, ".chosen-words").becomes("again")
    url(page).has("session=u0000", "score=B", "against=A")


def test_the_list_is_copied_as_lines(open_page: Open) -> None:
    page = open_page([listed("A")], permissions=["clipboard-read", "clipboard-write"])
    text(page, ".rows li >> nth=1 >> p").fits(bool, "text")
    act(page, "getSelection().selectAllChildren(document.querySelector('.rows'))")
    page.keyboard.press("ControlOrMeta+c")
    clipboard(page).fits(lambda found: found.splitlines()[0] == "u0000: the a cat sat on the mat again", "lines")


def test_characters_of_chinese_have_no_spaces_between_them(open_page: Open) -> None:
    said = [Segment(CHINESE, f"c{place}") for place in range(30)]
    heard = [*said[:5], said[5]._replace(words=CHINESE.replace("公园", "花园")), *said[6:]]
    page = open_page([hubbub.score("cer", Transcript(said), Transcript(heard))])
    text(page, ".rows li >> nth=0 >> p").has("今天天气很好我们去", "园吧")
    texts(page, ".rows li >> nth=0 >> mark > :not(.spoken)").becomes(["公", "花"])
    page.fill(".corpus-search input", "花")
    page.keyboard.press("Enter")
    text(page, ".concordance li").has("气很好我们去"[1:], "园吧")


def test_words_are_listed_with_those_around_them(page: Any) -> None:
    page.fill(".corpus-search input", "the")
    page.keyboard.press("Enter")
    text(page, ".corpus-search .said").becomes("60 hits in 40 sessions, 14 wrong (23.33%)")
    text(page, ".concordance li >> nth=0").has("cat sat on the mat", "substitution", "u0000")
    count(page, ".concordance li").becomes(50)
    page.click(".corpus-search .more button")
    count(page, ".concordance li").becomes(60)
    page.click(".corpus-search .classes >> text=wrong")
    count(page, ".concordance li").becomes(14)
    count(page, ".hear").stays(0)
    page.click(".concordance a >> nth=0")
    text(page, ".chosen-words").has("the")
    value(page, ".find input").becomes("the")


def test_a_hit_is_played(open_page: Open) -> None:
    said = Transcript([Segment("one two", f"m{place}", "A", 3, 5) for place in range(2)])
    scores = hubbub.score("cpwer", said, said)
    first = "HTMLMediaElement.prototype.play = function () { document.title = this.src + this.currentTime; }"
    page = open_page(report(scores, audio={"m1": "m1.wav"}).html, first=first, missing="m1.wav")
    page.fill(".corpus-search input", "two")
    page.keyboard.press("Enter")
    count(page, ".hear").becomes(1)
    page.click(".hear")
    computed(page, "document.title").has("m1.wav")


def test_an_utterance_without_times_is_played_as_its_recording(open_page: Open) -> None:
    first = "HTMLMediaElement.prototype.play = async function () { document.title = this.src + this.currentTime; }"
    html = report(listed("A"), audio={f"u{place:04}": f"u{place:04}.wav" for place in range(40)}).html
    page = open_page(html, first=first, missing=".wav")
    page.click(".rows .hear >> nth=1")
    computed(page, "document.title").fits(lambda found: found.endswith("u0012.wav0"), "from its start")


def test_every_system_has_a_line_about_the_chosen_word(open_page: Open) -> None:
    page = open_page([listed("A"), listed("B", wrong=4, more=1), listed("C", wrong=100)], "#session=u0003&step=0")
    page.click(".reading mark ins")
    texts(page, ".in-others .system").becomes(["B", "C"])
    texts(page, ".in-others .tag").becomes(["correct", "correct"])
    page.click(".in-others button >> nth=1")
    url(page).has("score=C", "against=A")
    texts(page, ".in-others .tag").becomes(["substitution", "correct"])
    go(page, "#session=u0000&score=A/wer&step=6")
    texts(page, ".in-others button").fits(lambda found: "again again" in found[0], "both insertions")


def test_utterances_on_a_phone_and_on_paper(open_page: Open) -> None:
    page = open_page([listed("A", 200), listed("B", 200, wrong=4)], width=390, height=844)
    box(page, "main").fits(lambda found: found.width <= 390, "no wider than the screen")
    count(page, ".aside[open]").stays(0)
    page.emulate_media(media="print")
    act(page, "dispatchEvent(new Event('beforeprint'))")
    names(page).fits(lambda found: len(found) == 100, "the first hundred")
    texts(page, ".rows .lines").fits(lambda found: all("mat" in one or "rain" in one for one in found), "all texts")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, scheme: str) -> None:
    for width in (1440, 390):
        page = open_page([listed("A", 30), listed("B", 30, wrong=5)], width=width, color_scheme=scheme)
        page.fill(".corpus-search input", "the mat")
        page.keyboard.press("Enter")
        count(page, ".concordance li").fits(bool, "hits")
        texts(page, ".rows li p").fits(any, "texts")
        violations(page).stays([])


def test_meetings_are_no_list_of_utterances() -> None:
    said = Transcript([Segment("a b", f"m{place}", "A", k, k + 1) for place in range(30) for k in range(2)])
    long = Transcript([Segment("word " * 500, f"m{place}") for place in range(30)])
    few = Transcript([Segment("a b", f"m{place}") for place in range(3)])
    for transcript in (said, long, few):
        html = report(hubbub.score("wer", transcript, transcript)).html
        assert unpack(html, "overview")["utterances"] is False
    assert unpack(report(listed("A")).html, "overview")["utterances"] is True
