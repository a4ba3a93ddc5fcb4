"""Notes on words in the report page: marked, kept, exported, imported, and scored with."""

from __future__ import annotations

import json
from pathlib import Path

from support.browsing import Open, wait_until
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


def test_notes_are_kept_exported_imported_and_scored_with(open_page: Open, hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp, notes = (tmp_path / name for name in ("ref.json", "ours.json", "notes.json"))
    api.dump(Transcript(REF), ref)
    api.dump(Transcript(HYP), hyp)
    command = "cpwer", "-r", ref, "-h", hyp
    assert hubbub(*command, "-o", tmp_path / "page.html").code == 0
    page = open_page((tmp_path / "page.html").read_text(), "#session=m")
    page.keyboard.press("n")
    assert page.locator(".chosen-words").inner_text() == "I → he"
    page.click(".note >> text=Reference is wrong")
    assert page.input_value(".note .instead") == "he"
    page.keyboard.type("she")
    assert page.input_value(".note .instead") == "she", "typing replaces what is a guess"
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("he")
    page.fill(".note .remark", "clearly")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.click(".note >> text=Ignore")
    page.keyboard.press("n")
    assert page.locator(".chosen-words").inner_text() == "good"
    page.click(".note >> text=Reference is wrong")
    assert page.locator(".notes .chip").all_inner_texts() == ["I → he", "so ignored", "good was not said"]

    page.reload()
    page.click(".notes >> text=so ignored")
    assert page.locator(".chosen-words").inner_text() == "so"
    assert page.locator(".note [aria-pressed=true]").inner_text() == "Ignore"
    page.click(".menu-button")
    with page.expect_download() as saved:
        page.click(".menu >> text=Export 3 notes")
    saved.value.save_as(notes)
    assert [one["mark"] for one in json.loads(notes.read_text())["notes"]] == ["wrong", "ignore", "wrong"]
    scored = hubbub(*command, "--corrections", notes)
    assert scored.code == 0, scored.err
    assert "0.00%" in scored.out
    assert "|corrections:3-" in scored.out

    page.click(".menu-button")
    page.click(".menu >> text=Remove all notes")
    assert page.locator(".notes").is_hidden()
    page.click(".menu-button")
    with page.expect_file_chooser() as chooser:
        page.click(".menu >> text=Import notes")
    chooser.value.set_files(notes)
    wait_until(page, "document.querySelector('.menu-said').textContent == '3 notes imported'")
    assert page.locator(".notes .chip").count() == 3


def test_pages_with_other_words_have_their_own_notes(open_page: Open, tmp_path: Path) -> None:
    one, other = (api.cpwer({"A": "a b"}, {"x": text}) for text in ("a c", "a d"))
    report(other).write(tmp_path / "other.html")
    page = open_page(one, "#session=")
    first = page.url.split("#")[0]
    page.keyboard.press("n")
    page.click(".note >> text=Comment")
    page.fill(".note .remark", "mumbled")
    assert page.locator(".notes .chip").inner_text() == "b: mumbled"
    page.goto((tmp_path / "other.html").as_uri() + "#session=")
    page.wait_for_selector(".inspector")
    assert page.locator(".notes").is_hidden()
    page.goto(first + "#session=")
    assert page.locator(".notes .chip").inner_text() == "b: mumbled"
    page.click("text=All sessions")
    page.click(".noted >> text=(unnamed): 1 note")
    page.wait_for_selector(".session .notes .chip")
