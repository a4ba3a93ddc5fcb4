"""Corrections in the report page: made, stored, exported, imported, and scored with."""

from __future__ import annotations

import json
from pathlib import Path

from support.browsing import Open, count, text, texts, url, value, visible
from support.running import Hubbub

import hubbub as api
from hubbub import Segment, Transcript
from hubbub.page.report_page import report

REF = [
    Segment("well I was there", "m", "A", 0.256, 2),
    Segment("you know", "m", "B", 2, 3),
    Segment("good morning", "m", "A", 4, 5, word_times=((4.2, 4.4), (4.5, 5.0))),
]
HYP = [
    Segment("well he was there", "m", "x", 0.2, 2),
    Segment("you know so", "m", "y", 2, 3),
    Segment("morning", "m", "x", 4, 5),
]


def test_corrections_are_stored_exported_imported_and_scored_with(
    open_page: Open, hubbub: Hubbub, tmp_path: Path
) -> None:
    ref, hyp, exported = (tmp_path / name for name in ("ref.json", "ours.json", "corrections.json"))
    api.dump(Transcript(REF), ref)
    api.dump(Transcript(HYP), hyp)
    command = "cpwer", "-r", ref, "-h", hyp
    assert hubbub(*command, "-o", tmp_path / "page.html").code == 0
    page = open_page((tmp_path / "page.html").read_text(encoding="utf-8"), "#session=m")
    page.wait_for_selector(".inspector")
    page.keyboard.press("n")
    text(page, ".chosen-words").becomes("I → he")
    page.click(".correction >> text=Reference is wrong")
    value(page, ".correction .instead").becomes("he")
    page.keyboard.type("she")
    value(page, ".correction .instead").becomes("she")  # typing replaces what is a guess
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("he")
    value(page, ".correction .instead").becomes("he")
    page.fill(".correction .remark", "clearly")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    text(page, ".chosen-words").becomes("so")
    page.click(".correction >> text=Ignore")
    page.keyboard.press("n")
    text(page, ".chosen-words").becomes("good")
    page.click(".correction >> text=Reference is wrong")
    chips = texts(page, ".corrections .chip")
    chips.becomes(["I → he", "so ignored", "good was not said"])

    page.reload()
    chips.becomes(["I → he", "so ignored", "good was not said"])
    page.click(".corrections >> text=so ignored")
    text(page, ".chosen-words").becomes("so")
    text(page, ".correction [aria-pressed=true]").becomes("Ignore")
    page.click(".menu-button:text-is('Menu')")
    with page.expect_download() as saved:
        page.click(".menu >> text=Export 3 corrections")
    saved.value.save_as(exported)
    entries = json.loads(exported.read_text(encoding="utf-8"))["corrections"]
    assert [one["mark"] for one in entries] == ["wrong", "ignore", "wrong"]
    scored = hubbub(*command, "--corrections", exported)
    assert scored.code == 0, scored.err
    assert "0.00%" in scored.out
    assert "|corrections:3-" in scored.out

    page.click(".menu-button:text-is('Menu')")
    page.click(".menu >> text=Remove all corrections")
    visible(page, ".corrections").becomes(False)
    page.click(".menu-button:text-is('Menu')")
    with page.expect_file_chooser() as chooser:
        page.click(".menu >> text=Import corrections")
    chooser.value.set_files(exported)
    text(page, ".menu-said").becomes("3 corrections imported")
    count(page, ".corrections .chip").becomes(3)


def test_pages_with_other_words_have_their_own_corrections(open_page: Open, tmp_path: Path) -> None:
    one, other = (api.cpwer({"A": "a b"}, {"x": text}) for text in ("a c", "a d"))
    report(other).write(tmp_path / "other.html")
    page = open_page(one, "#session=")
    first = url(page).settled()
    page.wait_for_selector(".inspector")
    page.keyboard.press("n")
    page.click(".correction >> text=Comment")
    page.fill(".correction .remark", "mumbled")
    text(page, ".corrections .chip").becomes("b: mumbled")
    page.goto((tmp_path / "other.html").as_uri() + "#session=")
    page.wait_for_selector(".inspector")
    visible(page, ".corrections").stays(False)
    page.goto(first)
    text(page, ".corrections .chip").becomes("b: mumbled")
    page.click("text=All sessions")
    page.click(".corrected >> text=(unnamed): 1 correction")
    page.wait_for_selector(".session .corrections .chip")


def test_tabs_agree_on_corrections(open_page: Open) -> None:
    page = open_page(api.cpwer({"A": "a b"}, {"x": "a c"}), "#session=")
    other = page.context.new_page()
    other.goto(url(page).settled())
    other.wait_for_selector(".inspector")
    page.wait_for_selector(".inspector")
    page.keyboard.press("n")
    page.click(".correction >> text=Ignore")
    text(other, ".corrections .chip").becomes("b ignored")
    page.click(".corrections .chip")
    page.click(".correction >> text=Ignore")
    visible(other, ".corrections").becomes(False)
