"""What the report page explains: the numbers in words, what the words of the field mean, who said what when."""

from __future__ import annotations

from support.browsing import (
    Open,
    attribute,
    box,
    computed,
    count,
    detail,
    go,
    number,
    session_names,
    text,
    texts,
    url,
    value,
    visible,
)
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
            runs.append(run.rename(system))
    return runs


def test_the_page_begins_with_a_plain_sentence(open_page: Open) -> None:
    (scores,) = example(["cpwer"])
    worst = max(scores, key=lambda name: scores[name].rate or 0)
    page = open_page(scores)
    rate = f"{100 * (scores.total.rate or 0):.0f} errors for every 100 words"
    text(page, "h1").becomes(f"hyp makes {rate} ({scores.total.rate:.2%} cpWER)")
    text(page, ".reasons").becomes(f"{worst} is worst ({scores[worst].rate:.2%}).")


def test_systems_and_metrics_are_a_matrix(open_page: Open) -> None:
    runs = systems()
    page = open_page(runs)
    rates = [f"{run.total.rate:.2%}" for run in runs]
    best_first = rates[2:] + rates[:2]
    texts(page, ".scores .rate").as_(lambda found: [one.split()[0] for one in found]).becomes(best_first)
    count(page, ".card").becomes(2)
    text(page, "h1").has("perfect is better than ours by")
    page.click(".scores button >> nth=3")
    texts(page, ".card .system").becomes(["ours", "perfect"])
    texts(page, ".card .metric").becomes(["ORC-WER", "ORC-WER"])
    page.click(".scores button >> nth=1")
    points = f"{100 * (runs[1].total.rate or 0):.1f} points ({rates[3]} vs {rates[1]} ORC-WER)"
    text(page, "h1").becomes(f"perfect is better than ours by {points}")


def test_warnings_fold(open_page: Open) -> None:
    result = scored("cpwer", [("A", 0, 1, "a b"), ("B", 1, 2, "c")], [("s", 0, 1, "a b")])
    page = open_page(Scores({"m": result}, "cpwer", result.signature))
    warning = page.locator(".doubts li").first
    text(page, ".doubts summary").has("has no stream")
    visible(warning).stays(False)
    page.click(".doubts summary")
    visible(warning).becomes(True)
    text(warning).has("has no stream")


def test_words_of_the_field_are_explained_on_hover_and_focus(open_page: Open) -> None:
    result = scored("tcpwer", [("A", 0, 1, "a b")], [("s", 0, 1, "a b")])
    page = open_page(Scores({"m": result}, "tcpwer", result.signature), width=390)
    page.click(".made summary")
    collar = page.locator("[data-term=collar]")
    explanation = collar.locator(".explanation")
    visible(collar).becomes(True)
    visible(explanation).stays(False)
    collar.hover()
    visible(explanation).becomes(True)
    text(explanation).has("tolerance in seconds between two aligned words")
    box(explanation).fits(lambda found: found.x >= 0 and found.x + found.width <= 390, "within 390")
    page.mouse.move(1, 1)
    visible(explanation).becomes(False)
    collar.focus()
    visible(explanation).becomes(True)


def test_rows_say_which_side_is_which_and_show_segments(open_page: Open) -> None:
    said = [("A", 0, 2, "one two"), ("A", 3, 5, "three four")]
    result = scored("cpwer", said, [("s", 0, 5, "one two three four")])
    page = open_page(make_page([Scores({"m": result}, "cpwer", result.signature)]).html, "#session=m")
    detail(page).becomes("letters")
    texts(page, ".sides abbr").becomes(["REF", "HYP"])
    # Between the two segments of the reference there is nothing; the hypothesis has one box all the way.
    computed(
        page,
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
        }""",
    ).fits(lambda found: found[0] == 0 and found[1] > 0, "nothing above, a box below")


def overlapping() -> Scores:
    """Two sessions with the same speakers, talking at once now and then."""
    said = [("A", 0, 4, "one two three four"), ("B", 3, 5, "five six"), ("A", 6, 8, "seven eight")]
    first = scored("cpwer", said, [("s", 0, 4, "one two tree four"), ("t", 3, 5, "fife six"), ("s", 6, 8, "seven")])
    second = scored("cpwer", said, [("s", 0, 4, "one two three four"), ("t", 3, 5, "five six seven")])
    return Scores({"mon": first, "tue": second}, "cpwer", first.signature)


def test_slices_have_rates_and_filter_the_words(open_page: Open) -> None:
    page = open_page(overlapping())
    text(page.locator(".where-wrong [data-slice=overlap] .label").first).fits(
        lambda found: found.startswith("1 speaker"), "1 speaker"
    )
    go(page, "#session=mon&view=errors")
    page.wait_for_selector(".errors-view")
    line = page.locator("[data-slice=overlap] .slice", has_text="2 speakers")
    errors = number(attribute(line, "title").settled().split(" in ")[0])
    line.click()
    page.wait_for_selector(".picture canvas")
    url(page).has("slice=overlap")
    seen: list[str] = []
    for _ in range(errors):
        page.keyboard.press("n")
        seen.append(text(page, ".chosen-words").fits(lambda found: found not in seen[-1:], "the next error"))
    page.keyboard.press("n")
    text(page, ".chosen-words").becomes(seen[0])
    chosen = page.locator(".people select >> nth=2")
    value(chosen).becomes("overlap:2 speakers")
    chosen.select_option("")
    url(page).lacks("slice=")


def test_speakers_are_followed_over_sessions(open_page: Open) -> None:
    page = open_page(overlapping())
    table = page.locator(".speakers-over-sessions")
    texts(table, "tbody th").as_(sorted).becomes(["A", "B"])
    count(table, ".spot").becomes(4)
    table.locator(".spot[title^=tue]").first.click()
    page.wait_for_selector(".picture canvas")
    url(page).has("session=tue")
    count(page, ".who strong").becomes(1)


def test_words_are_found_in_all_sessions(open_page: Open) -> None:
    page = open_page(overlapping())
    page.fill(".corpus-search input", "seven")
    page.keyboard.press("Enter")
    text(page, ".corpus-search .said").becomes("3 hits in 2 sessions, 2 wrong (66.67%)")
    page.click(".corpus-search li a >> nth=1")
    page.wait_for_selector(".picture canvas")
    value(page, ".find input").becomes("seven")
    text(page, ".found").fits(lambda found: found.endswith("2"), "2 hits")


def corpus() -> list[Scores]:
    """Fifty sessions, each with more errors than the one before; the second system has one more in each."""
    said = {f"s{i:02}": {"A": [" ".join(f"w{k}" for k in range(60)), ""]} for i in range(50)}
    heard = [
        {name: {"x": " ".join(f"w{k}" for k in range(i + more, 60))} for i, name in enumerate(said)} for more in (0, 1)
    ]
    runs = []
    for system, hypothesis in zip("AB", heard, strict=True):
        run = hubbub.cpwer(said, hypothesis)
        assert isinstance(run, Scores)
        runs.append(Scores(run.store, run.metric, run.signature, system))
    return runs


def test_many_sessions_are_a_picture_first(open_page: Open) -> None:
    page = open_page(corpus())
    session_names(page).fits(lambda found: 0 < len(found) < 50, "some of them")
    count(page, ".session-dot").becomes(50)
    text(page, ".against figcaption p").becomes("A is better in 50 sessions, worse in 0.")
    bins = computed(page, "[...document.querySelectorAll('.bin')].map(one => parseInt(one.ariaLabel))")
    counts = bins.fits(lambda found: sum(found) == 50, "50 sessions")
    page.locator(".bin").nth(1).click()
    session_names(page).as_(len).becomes(counts[1])
    page.locator(".session-dot").first.click()
    page.wait_for_selector(".picture canvas")
