"""What the report page explains: the numbers in words, what the words of the field mean, who said what when."""

from __future__ import annotations

from typing import Any

from support.browsing import Open, detail, number, session_names
from support.pages import HYP, REF, example, scored

import hubbub
from hubbub import Scores
from hubbub.page.report_page import make_page


def systems() -> list[Scores]:
    """Two systems under two metrics. The second is the reference itself."""
    runs = []
    for system, hypothesis in (("ours", HYP), ("perfect", REF)):
        for metric in ("cpwer", "orcwer"):
            run = hubbub.score(metric, REF, hypothesis)
            runs.append(Scores(run.results, run.metric, run.signature, system, run.silent))
    return runs


def test_the_page_begins_with_a_plain_sentence(open_page: Open) -> None:
    (scores,) = example(["cpwer"])
    worst = max(scores, key=lambda name: scores[name].rate or 0)
    page = open_page(scores)
    assert (
        page.inner_text(".in-short")
        == f"hyp makes {100 * (scores.total.rate or 0):.0f} errors for every 100 words; {worst} is worst."
    )


def test_systems_and_metrics_are_a_matrix(open_page: Open) -> None:
    runs = systems()
    page = open_page(runs)
    rates = [text.split()[0] for text in page.locator(".scores .rate").all_inner_texts()]
    assert rates == [f"{run.total.rate:.2%}" for run in runs]
    assert page.locator(".card").count() == 2
    page.click(".scores button >> nth=1")
    chosen = [(card.locator(".system").inner_text(), card.locator(".metric").inner_text()) for card in cards(page)]
    assert chosen == [("ours", "ORC-WER"), ("perfect", "ORC-WER")]
    page.click(".scores button >> nth=3")
    ours = f"ours makes {100 * (runs[1].total.rate or 0):.0f} errors for every 100 words"
    assert page.inner_text(".in-short") == f"perfect gets every word right ({ours})."


def cards(page: Any) -> list[Any]:
    return list(page.locator(".card").all())


def test_notes_fold(open_page: Open) -> None:
    result = scored("cpwer", [("A", 0, 1, "a b"), ("B", 1, 2, "c")], [("s", 0, 1, "a b")])
    page = open_page(Scores({"m": result}, "cpwer", result.signature))
    notes = page.locator(".remarks li")
    assert not notes.first.is_visible()
    page.click(".remarks summary")
    assert "without a stream" in notes.first.inner_text()


def test_words_of_the_field_are_explained_on_hover_and_focus(open_page: Open) -> None:
    result = scored("tcpwer", [("A", 0, 1, "a b")], [("s", 0, 1, "a b")])
    page = open_page(Scores({"m": result}, "tcpwer", result.signature), width=390)
    collar = page.locator("[data-term=collar]")
    assert not collar.locator(".explanation").is_visible()
    collar.hover()
    assert "seconds two words may lie apart" in collar.locator(".explanation").inner_text()
    box = collar.locator(".explanation").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    page.mouse.move(1, 1)
    assert not collar.locator(".explanation").is_visible()
    collar.focus()
    assert collar.locator(".explanation").is_visible()


def test_rows_say_which_side_is_which_and_show_segments(open_page: Open) -> None:
    said = [("A", 0, 2, "one two"), ("A", 3, 5, "three four")]
    result = scored("cpwer", said, [("s", 0, 5, "one two three four")])
    page = open_page(make_page([Scores({"m": result}, "cpwer", result.signature)]).html, "#session=m")
    assert detail(page) == "letters"
    assert page.locator(".sides abbr").all_inner_texts() == ["REF", "HYP"]
    # Between the two segments of the reference there is nothing; the hypothesis has one box all the way.
    above, below = page.evaluate(
        """() => {
            const canvas = document.querySelector('.picture canvas');
            const [ref, hyp] = document.querySelectorAll('.sides abbr');
            const box = canvas.getBoundingClientRect();
            const context = canvas.getContext('2d');
            const ratio = canvas.width / box.width;
            const alpha = (label) => {
                const at = label.getBoundingClientRect();
                const y = ((at.top + at.bottom) / 2 - box.top) * ratio;
                // The grid is drawn at whole seconds: a place beside them.
                return context.getImageData(Math.round(canvas.width * 0.47), Math.round(y), 1, 1).data[3];
            };
            return [alpha(ref), alpha(hyp)];
        }"""
    )
    assert above == 0
    assert below > 0


def overlapping() -> Scores:
    """Two sessions with the same speakers, talking at once now and then."""
    said = [("A", 0, 4, "one two three four"), ("B", 3, 5, "five six"), ("A", 6, 8, "seven eight")]
    first = scored("cpwer", said, [("s", 0, 4, "one two tree four"), ("t", 3, 5, "fife six"), ("s", 6, 8, "seven")])
    second = scored("cpwer", said, [("s", 0, 4, "one two three four"), ("t", 3, 5, "five six seven")])
    return Scores({"mon": first, "tue": second}, "cpwer", first.signature)


def test_slices_have_rates_and_filter_the_words(open_page: Open) -> None:
    page = open_page(overlapping())
    overlap = page.locator(".where-wrong [data-slice=overlap]")
    assert overlap.locator(".label").all_inner_texts()[0].startswith("1 speaker")
    page.goto(page.url + "#session=mon&view=wrong")
    page.wait_for_selector(".wrong")
    line = page.locator("[data-slice=overlap] .slice", has_text="2 speakers")
    errors = number(line.get_attribute("title").split(" in ")[0])
    line.click()
    page.wait_for_selector(".picture canvas")
    assert "slice=overlap" in page.url
    for _ in range(errors):
        page.keyboard.press("n")
    seen = page.inner_text(".chosen-words")
    page.keyboard.press("n")
    assert errors == 1 or page.inner_text(".chosen-words") != seen
    chosen = page.locator(".people select >> nth=2")
    assert chosen.input_value() == "overlap:2 speakers"
    chosen.select_option("")
    assert "slice=" not in page.url


def test_speakers_are_followed_over_sessions(open_page: Open) -> None:
    page = open_page(overlapping())
    table = page.locator(".speakers-over-sessions")
    assert sorted(table.locator("tbody th").all_inner_texts()) == ["A", "B"]
    assert table.locator(".spot").count() == 4
    table.locator(".spot[title^=tue]").first.click()
    page.wait_for_selector(".picture canvas")
    assert "session=tue" in page.url
    assert page.locator(".who strong").count() == 1


def test_words_are_found_in_all_sessions(open_page: Open) -> None:
    page = open_page(overlapping())
    page.fill(".corpus-search input", "seven")
    page.keyboard.press("Enter")
    page.wait_for_selector(".corpus-search li")
    assert page.inner_text(".corpus-search .said") == "3 hits in 2 sessions"
    page.click(".corpus-search li >> nth=0")
    page.wait_for_selector(".picture canvas")
    assert page.locator(".find input").input_value() == "seven"
    assert page.locator(".found").inner_text().endswith("2")


def corpus() -> list[Scores]:
    """Fifty sessions, each with more errors than the one before; the second system has one more in each."""
    said = {f"s{i:02}": {"A": " ".join(f"w{k}" for k in range(60))} for i in range(50)}
    heard = [
        {name: {"x": " ".join(f"w{k}" for k in range(i + more, 60))} for i, name in enumerate(said)} for more in (0, 1)
    ]
    runs = []
    for system, hypothesis in zip("AB", heard, strict=True):
        run = hubbub.cpwer(said, hypothesis)
        assert isinstance(run, Scores)
        runs.append(Scores(run.results, run.metric, run.signature, system))
    return runs


def test_many_sessions_are_a_picture_first(open_page: Open) -> None:
    page = open_page(corpus())
    assert len(session_names(page)) < 50
    assert page.locator(".session-dot").count() == 50
    assert page.inner_text(".against figcaption p") == "A is better in 50 sessions, worse in 0."
    counts = [number(one.get_attribute("aria-label").split(" ")[0]) for one in page.locator(".bin").all()]
    assert sum(counts) == 50
    page.locator(".bin").nth(1).click()
    assert len(session_names(page)) == counts[1]
    page.locator(".session-dot").first.click()
    page.wait_for_selector(".picture canvas")
