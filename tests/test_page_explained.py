"""What the report page explains: the numbers in words, what the words of the field mean, who said what when."""

from __future__ import annotations

from typing import Any

from browsing import Open, detail
from pages import HYP, REF, example, scored

import hubbub
from hubbub import Scores
from hubbub.report.page import make_page


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
        == f"hyp gets {100 * (scores.total.rate or 0):.0f} of 100 words wrong; {worst} is worst."
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
    assert (
        page.inner_text(".in-short")
        == f"perfect gets every word right, ours gets {100 * (runs[1].total.rate or 0):.0f} of 100 words wrong."
    )


def cards(page: Any) -> list[Any]:
    return list(page.locator(".card").all())


def test_notes_fold(open_page: Open) -> None:
    result = scored("cpwer", [("A", 0, 1, "a b"), ("B", 1, 2, "c")], [("s", 0, 1, "a b")])
    page = open_page(Scores({"m": result}, "cpwer", result.signature))
    notes = page.locator(".notes li")
    assert not notes.first.is_visible()
    page.click(".notes summary")
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
