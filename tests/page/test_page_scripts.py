"""The report page with other units than words, other scripts than Latin, and names of any length."""

from __future__ import annotations

import csv
import io
from itertools import pairwise
from typing import Any

from support.browsing import Open, attribute, box, clipboard, computed, contents, count, each, text, texts
from support.pages import Said, scored
from support.seen import together
from test_page_handed_on import saved

import hubbub
from hubbub import Scores, Segment, Transcript
from hubbub.page.report_page import report

ISOLATED = "\u2068{}\u2069"
TURNED = "\u202eturned"
SAID = [("A", 0, 4, "صباح الخير يا"), ("B", 4, 8, f"good {TURNED} morning")]
HEARD = [("s", 0, 4, "مساء الخير يا"), ("t", 4, 8, f"good {TURNED} evening")]


def talk_of(said: Said, heard: Said) -> Scores:
    result = scored("cpwer", said, heard)
    return Scores({"m": result}, result.metric, result.signature)


def stand_in_this_order(page: Any, *selectors: str) -> None:
    """From left to right."""
    places = together(*(box(page, selector) for selector in selectors))
    places.fits(lambda found: all(one.x < other.x for one, other in pairwise(found)), "one right of the other")


def test_characters_are_not_called_words(open_page: Open) -> None:
    said, heard = (Transcript([Segment(text, "m", "A", 0, 4)]) for text in ("one two", "one tow"))
    page = open_page([hubbub.score("cpcer", said, heard)])
    text(page, ".in-short").has("hyp makes 33 errors for every 100 characters")
    text(page, ".hero").has("6 reference characters")
    text(page, ".card").has("2 errors in 6 characters")
    text(page, ".sessions thead").has("characters")
    page.click(".sessions tbody a")
    text(page, "select[aria-label=within]").has("all characters", "segments of 6 to 15 characters")
    page.click(".tabs >> text=Reading")
    count(page, "mark, del, .reading ins").fits(bool, "some")
    page.click(".tabs >> text=Errors")
    page.wait_for_selector(".errors-view")
    text(page, "main").lacks("word")


def test_a_session_without_words_says_so(open_page: Open) -> None:
    scores = talk_of([("A", 0, 1, "")], [("s", 0, 1, "")])
    for view in ("timeline", "reading", "errors"):
        page = open_page(scores, f"#session=m&view={view}")
        text(page, f".session[data-view={view}] .silence").becomes("This session has no words.")


def test_many_marks_do_not_bar_the_way_of_the_keyboard(open_page: Open) -> None:
    few, many = (
        hubbub.score(
            "cpwer",
            Transcript([Segment("a b c", f"m{i}", "A", 0, 4) for i in range(number)]),
            Transcript([Segment("a b " + "d " * (i % 20), f"m{i}", "s", 0, 4) for i in range(number)]),
        )
        for number in (40, 60)
    )
    page = open_page(few)
    count(page, ".spot").becomes(40)
    count(page, ".spot[tabindex='-1']").stays(0)
    page = open_page(many)
    count(page, ".spot[tabindex='-1']").becomes(60)
    places = computed(page, "[...document.querySelectorAll('.spot')].map(one => parseFloat(one.style.left))")
    places.fits(lambda found: max(found) == 100, "at most 100")
    text(page, ".speakers-over-sessions").has("higher rates are drawn at the edge (maximum 633.33%)")


def test_seconds_are_saved_as_seconds(open_page: Open) -> None:
    said, heard = ([Segment("", "m", who, 0, end)] for who, end in (("A", 10), ("s", 7.5)))
    page = open_page([hubbub.der(Transcript(said), Transcript(heard))])
    _, content = saved(page, "Sessions as CSV")
    (row,) = csv.DictReader(io.StringIO(content.decode()))
    assert (row["speech in s"], row["errors in s"], row["missed speech in s"]) == ("10", "2.5", "2.5")


def test_a_line_runs_as_its_first_word_does(open_page: Open) -> None:
    page = open_page(talk_of(SAID, HEARD), "#session=m&view=reading")
    page.wait_for_selector(".reading p")
    for line, direction in zip(each(page, ".reading p"), ("rtl", "ltr"), strict=True):
        attribute(line, "dir").becomes(direction)
    stand_in_this_order(page, ".reading p >> nth=0 >> mark ins", ".reading p >> nth=0 >> mark del")
    turned = page.locator(".reading p >> nth=1 >> bdi")
    text(turned).becomes(TURNED)
    # What follows keeps its order.
    stand_in_this_order(page, ".reading p >> nth=1 >> bdi", ".reading p >> nth=1 >> mark del")


def test_names_do_not_turn_what_follows_them(open_page: Open) -> None:
    first, second = ("محمد", 0, 4, "صباح الخير يا"), ("فاطمة", 4, 8, "كيف حالك")
    said, heard = (
        Transcript(
            [Segment(words, name, who, start, end) for name in ("أولى", "ثانية") for who, start, end, words in side]
        )
        for side in ([first, second], [("1 متحدث", 0, 8, f"{first[3]} {second[3]}")])
    )
    page = open_page(report(hubbub.blame(said, heard, "tcpwer", collar=5).rename("نظام")).html)
    stand_in_this_order(page, ".worst li >> nth=0 >> bdi", ".worst li >> nth=0 >> time")
    contents(page, "h1").becomes([f"{ISOLATED.format('نظام')} makes 80 errors for every 100 words (80.00% tcpWER)"])
    page.click(".sessions tbody a >> nth=0")
    page.click(".tabs >> text=Reading")
    page.wait_for_selector(".reading p")
    stand_in_this_order(page, ".reading time >> nth=0", ".reading header b >> nth=0")
    name, words = box(page, ".reading header >> nth=0"), box(page, ".reading p >> nth=0")
    together(name, words).fits(lambda found: found[1].x < found[0].x, "the name to the right of its text")


def test_what_was_said_stands_before_what_was_heard(open_page: Open) -> None:
    page = open_page(talk_of(SAID, HEARD), "#session=m&view=errors")
    row = ".frequent li:has-text('صباح')"
    stand_in_this_order(page, *(f"{row} >> {part}" for part in ("bdi.said", ".arrow", "bdi >> nth=1")))
    page.click(f"{row} >> button")
    stand_in_this_order(page, ".inspector .chosen-words del", ".inspector .chosen-words ins")


def test_a_name_of_common_length_is_one_line(open_page: Open) -> None:
    names = [f"meeting_{number:02}_2024-05-13_room_blue" for number in range(3)]
    sides = ([Segment(text, name, "Professor Anna-Maria", 0, 4) for name in names] for text in ("a b", "a c"))
    said, heard = map(Transcript, sides)
    page = open_page([hubbub.score("cpwer", said, heard), hubbub.score("orcwer", said, said)])
    for name in (".sessions tbody a", ".speakers-over-sessions tbody th .long"):
        box(page.locator(name).first).fits(lambda found: found.height < 26, "one line")


def test_long_names_and_words_stay_within_the_page(open_page: Open) -> None:
    name, word = "Professor " * 12 + "x" * 80, "w" * 300
    scores = talk_of([(name, 0, 4, f"short {word}")], [("s" * 90, 0, 4, f"{word} short")])
    for width in (1440, 390):
        for view in ("timeline", "reading", "errors"):
            page = open_page(scores, f"#session=m&view={view}", width=width)
            page.wait_for_selector(".body *")
            wide = computed(page, "document.documentElement.scrollWidth - document.documentElement.clientWidth")
            wide.fits(lambda found: found <= 0, "no wider than the window")
    page.click(".tabs >> text=Reading")
    box(page.locator(".reading header b").first).fits(lambda found: found.height < 60, "below 60 high")


def test_long_names_of_systems_stay_within_the_page(open_page: Open) -> None:
    said, one, other = (Transcript([Segment(text, m, "A", 0, 9) for m in "xy"]) for text in ("a b c", "a b d", "a e f"))
    runs = [hubbub.tcpwer(said, heard, collar=5).rename(f"{'system' * 9}{n}") for n, heard in enumerate((one, other))]
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for width in (1440, 390):
        page = open_page(report(runs).html, width=width)
        page.wait_for_selector(".sessions tbody a")
        computed(page, wide).becomes(0)
        page.click(".menu-button:text-is('Menu')")
        computed(page, wide).becomes(0)
        texts(page, ".sessions tbody .better").becomes(["systems…ystem0"] * 2)
        page.keyboard.press("Escape")
        page.fill(".sessions .title-line input", "no such session")
        text(page, ".sessions tbody").becomes("No session matches.")


def test_letters_of_charts_keep_their_size_on_a_phone(open_page: Open) -> None:
    said, one, other = (
        Transcript([Segment(f"a b {word if number % 3 else 'c'}", f"m{number}", "A", 0, 4) for number in range(14)])
        for word in ("c", "d", "e f")
    )
    runs = {name: hubbub.score("cpwer", said, heard) for name, heard in (("A", one), ("B", other))}
    page = open_page(runs, width=390)
    for chart in (".compared svg", ".distribution svg"):
        script = "one => one && one.getBoundingClientRect().width / one.viewBox.baseVal.width"
        scale = computed(page, f"chart => ({script})(document.querySelector(chart))", chart)
        scale.fits(lambda found: found > 0.9, "drawn nearly as large as it is meant")


def test_chinese_has_no_spaces_between_characters(open_page: Open) -> None:
    scores = talk_of([("甲", 0, 4, "今 天 天 气 很 好")], [("s", 0, 4, "今 天 田 气 很 好")])
    page = open_page(scores, "#session=m&view=reading", permissions=["clipboard-read", "clipboard-write"])
    contents(page, ".reading p").becomes(["今天substitution: 天 became 田气很好"])
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+c")
    clipboard(page).becomes("今天天田气很好")
    page.click(".menu-button:text-is('Menu')")
    page.click(".menu-list >> text=Hypothesis")
    clipboard(page).becomes("[0:00] 甲: 今天田气很好")
