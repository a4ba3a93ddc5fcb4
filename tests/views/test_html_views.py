"""How objects show themselves in notebooks and when they are printed: HTML, pictures, short texts."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest
from support.colours import contrast
from support.pages import HOSTILE
from support.paths import EXAMPLES

import hubbub
from hubbub import Segment
from hubbub.insight.comparison_list import Comparisons
from hubbub.model.display import ByMetric
from hubbub.model.metrics import ALL_METRICS
from hubbub.model.tables import Column, Table
from hubbub.views.plots import KINDS, PLAIN, Picture

REF, HYP = EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm"
SYSTEMS = {"ours": HYP, "perfect": REF}
LINES, LETTERS = 50, 5000
"""What a screen has."""


def both(name: str) -> tuple[list[Segment], list[Segment]]:
    """A session, its speakers and words with this name."""
    reference = [Segment(f"a b {name}", name, name, 0.0, 2.0), Segment("c d", name, "B", 1.0, 3.0)]
    return reference, [Segment("a x", name, f"{name}1", 0.0, 2.0), Segment("c d e", name, "2", 1.0, 3.0)]


def objects(reference: Any, hypothesis: Any) -> dict[str, Any]:
    """Every public object that a notebook shows, of the same two inputs."""
    several = hubbub.score(["cpwer", "orcwer", "der"], reference, hypothesis)
    scores = several["cpwer"] if isinstance(several["cpwer"], hubbub.Scores) else several["cpwer"].alone()
    der = several["der"] if isinstance(several["der"], hubbub.DiarizationScores) else several["der"].alone()
    comparisons = hubbub.compare(reference, {"ours": hypothesis, "perfect": reference}, "tcpwer")
    return {
        "Scores": scores,
        "Result": scores[0],
        "DiarizationScores": der,
        "DiarizationResult": der[0],
        "ByMetric": several,
        "Blame": hubbub.blame(reference, hypothesis, collar=5),
        "Comparison": comparisons[0],
        "Comparisons": comparisons,
        "Board": hubbub.rank(reference, {"ours": hypothesis, "perfect": reference}),
        "Transcript": reference if isinstance(reference, hubbub.Transcript) else hubbub.Transcript(reference),
        "Alignment": scores[0].alignment,
    }


SHOWN = {
    **objects(hubbub.load(REF), hubbub.load(HYP)),
    "Inspection": hubbub.inspect(REF, HYP),
    "with an interval": hubbub.cpwer(REF, HYP).with_interval(),
    "causes with intervals": hubbub.blame(REF, HYP, collar=5).with_interval(),
    "one stream": hubbub.orcwer(REF, HYP)[2],
    "without times": hubbub.Transcript([Segment("a b", "s", "A"), Segment("c", "s", "B")]),
    "three systems": hubbub.compare(REF, {**SYSTEMS, "again": HYP}),
    "empty": hubbub.Transcript([]),
    "without words": hubbub.wer("", ""),
    "purity": hubbub.purity(REF, HYP),
}


class Reader(HTMLParser):
    """Checks that tags are closed in order, and collects them with their texts."""

    EMPTY = ("img", "br", "meta")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(html)
        self.close()
        assert self.open == [], "close these tags"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.open += [tag] if tag not in self.EMPTY else []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def rendered(thing: Any) -> Reader:
    return Reader(thing._repr_html_())


@pytest.mark.parametrize("name", SHOWN)
def test_html_has_neither_scripts_nor_fixed_colors(name: str) -> None:
    found = rendered(SHOWN[name])
    assert not {"script", "style", "link", "iframe", "img"} & {*found.tags}
    assert [name for name, _ in found.attributes if name.startswith("on") or name in ("href", "src", "id")] == []
    values = [value for _, value in found.attributes]
    assert [one for one in values if re.search(r"(^|;)\s*color:", one)] == [], "letters have the color around them"
    used = {color[:7] for value in values for color in re.findall("#[0-9a-f]{3,8}|rgb|hsl", value)}
    assert used <= {*KINDS.values(), PLAIN}


@pytest.mark.parametrize("name", KINDS)
def test_colors_are_visible_in_both_themes(name: str) -> None:
    for ground, ink in (("#ffffff", "#1c1d20"), ("#111111", "#e0e0e0")):
        assert contrast(KINDS[name], ground) >= 3, "as WCAG wants of graphics"
        tint = "#" + "".join(
            f"{round(0.25 * int(KINDS[name][i : i + 2], 16) + 0.75 * int(ground[i : i + 2], 16)):02x}"
            for i in (1, 3, 5)
        )
        assert contrast(tint, ink) >= 4.5, "words on a tint of the color can be read"


@pytest.mark.parametrize("hostile", [*HOSTILE, '"><img src=x onerror=alert(1)>', "</svg><script>x</script>"])
def test_foreign_names_and_words_stay_text(hostile: str) -> None:
    name = "".join(hostile.split()) or "x"
    for kind, thing in objects(*both(name)).items():
        pictures = [thing.plot()] if hasattr(thing, "plot") else []
        for shown in (thing, *pictures):
            found = rendered(shown)
            assert {*found.tags} <= rendered_tags(), kind
            assert not any(attribute.startswith("on") for attribute, _ in found.attributes)
        for picture in pictures:
            ElementTree.fromstring(picture.svg)


def rendered_tags() -> set[str]:
    """The tags of views of harmless objects."""
    return {tag for thing in SHOWN.values() for tag in rendered(thing).tags} | {"circle", "tspan"}


def test_a_table_shows_its_headline_bars_and_total() -> None:
    scores = hubbub.cpwer(REF, HYP)
    html = scores._repr_html_()
    assert "<b>cpWER 47.55%</b>" in html
    assert re.search(r'font-weight:bold">total</td>', html)
    assert html.count("<tr") == 1 + len(scores) + 1
    totals = html[html.index(">total<") :]
    wide = [float(one) for one in re.findall(r"[^-]width:([\d.]+)px;b", totals)]
    total = scores.total
    for part, number in zip(wide, (total.substitutions, total.deletions, total.insertions), strict=True):
        assert part / 140 == pytest.approx(number / total.length, abs=0.001)


def test_views_show_the_notes_and_signatures_of_the_terminal() -> None:
    scores = hubbub.cpwer(REF, HYP)
    texts = "".join(rendered(scores).texts)
    assert "warning: SUB49 in talk-C has no stream (2 words deleted)" in texts
    assert scores.signature in texts
    blame = "".join(rendered(hubbub.blame(REF, HYP, collar=5)).texts)
    assert "186 errors = 112 recognition + 63 attribution + 11 mixed" in blame
    assert "note: attribution: whole segments labeled with the wrong speaker" in blame
    comparison = hubbub.compare(REF, SYSTEMS)[0]
    assert comparison.verdict in "".join(rendered(comparison).texts)
    assert str(comparison.interval).replace(" points", "") in "".join(rendered(comparison).texts)


def test_a_result_shows_its_words() -> None:
    html = hubbub.wer("the quick brown fox jumps", "the quack fox jumps up")._repr_html_()
    words = re.sub(r"<span[^>]*>|</span>", "", html)
    assert "the <s>quick</s> quack <s>brown</s> fox jumps +up" in words
    assert "#b95a9440" in html
    long = hubbub.wer("a " * 700, "b " * 700)._repr_html_()
    assert long.count("<s>a</s> b") == 500
    assert "… 200 more words" in long
    assert "<b>B:</b>" in hubbub.orcwer({"A": ["x y"], "B": ["z"]}, ["x y z"])._repr_html_()


def test_every_view_of_scores_names_the_page() -> None:
    for name in ("Scores", "Result", "DiarizationScores", "ByMetric", "Blame", "Comparisons", "Board"):
        assert ".show()" in "".join(rendered(SHOWN[name]).texts), name
        assert "<iframe" in SHOWN[name].show()._repr_html_(), name
    wordless = hubbub.load_scores(hubbub.dump_scores([SHOWN["Scores"]]))[0]
    for thing in (SHOWN["purity"], wordless):
        assert ".show()" not in "".join(rendered(thing).texts), "the page cannot show it"


# Pictures

PLOTTED = ("Scores", "Result", "DiarizationScores", "DiarizationResult", "ByMetric", "Blame", "Comparison")
PLOTTED += ("Comparisons", "Board", "Transcript", "with an interval", "three systems", "purity", "without words")  # type: ignore[assignment]


@pytest.mark.parametrize("name", PLOTTED)
def test_pictures_are_drawn(name: str, tmp_path: Path) -> None:
    picture = SHOWN[name].plot()
    assert picture._repr_svg_() == picture.svg
    assert picture.svg in picture._repr_html_()
    assert "; save(path) writes .svg or .png>" in repr(picture)
    picture.save(tmp_path / "a.svg")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    height = float(root.attrib["height"])
    for element in root.iter():
        for key in ("x", "x1", "x2", "cx"):
            assert -1 <= float(element.attrib.get(key, 0)) <= 860
        for key in ("y", "y1", "y2", "cy"):
            assert 0 <= float(element.attrib.get(key, 0)) <= height


@pytest.mark.parametrize("metric", ALL_METRICS)
def test_every_metric_has_a_view_and_a_picture(metric: str) -> None:
    options: Any = {"collar": 5} if getattr(ALL_METRICS[metric], "timed", False) else {}
    hypothesis = REF if metric in ("uwer", "wer", "tcwer", "sawer") else HYP
    scores = hubbub.score(metric, REF, hypothesis, options)
    for thing in (scores, scores[0]):
        assert thing.title in "".join(rendered(thing).texts)
        title = ElementTree.fromstring(thing.plot().svg)[0].text
        assert title is not None
        assert title.startswith(thing.title)


def boxes(picture: Picture) -> list[float]:
    root = ElementTree.fromstring(picture.svg)
    return [float(element.attrib["width"]) for element in root.iter("{http://www.w3.org/2000/svg}rect")]


def test_bars_are_as_long_as_their_numbers() -> None:
    blame = hubbub.blame(REF, HYP, collar=5)
    found = boxes(blame.plot())
    parts = [session.parts[name].errors / session.length for session in blame.values() for name in blame.part_names]
    scale = found[0] / parts[0]
    assert found[: len(parts)] == pytest.approx([scale * part for part in parts], abs=0.1)


def test_lanes_show_who_speaks_when() -> None:
    spans = [(0.0, 10.0), (20.0, 40.0), (40.0, 60.0), (90.0, 100.0)]
    found = boxes(hubbub.Transcript([Segment("a", "s", "A", *span) for span in spans]).plot())
    seconds = [10, 40, 10]  # the second and the third touch
    assert [one / found[0] for one in found] == pytest.approx([one / 10 for one in seconds], rel=0.02)
    with pytest.raises(hubbub.InputError, match="has no times"):
        SHOWN["without times"].plot()
    with pytest.raises(hubbub.InputError, match="no segments"):
        SHOWN["empty"].plot()


def test_a_picture_needs_a_known_suffix(tmp_path: Path) -> None:
    with pytest.raises(hubbub.FormatError, match=r"a picture is SVG or PNG; name it \*.svg or \*.png"):
        SHOWN["Scores"].plot().save(tmp_path / "a.jpg")
    assert list(tmp_path.iterdir()) == []


def test_png_needs_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(hubbub.HubbubError, match=r"resvg-py.* is not installed; install it, or hubbub\[png\]"):
        SHOWN["Scores"].plot().save(tmp_path / "a.png")
    library = ModuleType("resvg_py")
    library.svg_to_bytes = lambda svg_string, **_: b"PNG of " + svg_string[:4].encode()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "resvg_py", library)
    SHOWN["Scores"].plot().save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == b"PNG of <svg"


def test_png_is_made_by_the_library(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="hubbub[png] is not installed")
    SHOWN["Scores"].plot().save(tmp_path / "a.png")
    data = (tmp_path / "a.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 2 * 860


# Texts


def long_inputs() -> tuple[list[Segment], list[Segment]]:
    """Ninety sessions of eight speakers, all of whose words are wrong."""
    reference = [
        Segment("a " * 40, f"session {n}", speaker, 10.0 * n, 10.0 * n + 40)
        for n in range(90)
        for speaker in "ABCDEFGH"
    ]
    return reference, [segment._replace(words="b " * 40) for segment in reference]


def copied(file: Path, to: Path) -> Path:
    to.write_bytes(file.read_bytes())
    return to


def test_texts_of_public_objects_fit_on_a_screen(tmp_path: Path) -> None:
    systems = {f"system {n}": [f"a {n}"] for n in range(60)}
    long = {
        **objects(*long_inputs()),
        "many systems": hubbub.rank(["a b"], systems, "wer"),
        "many pairs": hubbub.compare(["a b"], dict(list(systems.items())[:12]), "wer"),
        "long session": hubbub.wer("a " * 9000, "b " * 9000).alignment,
        "lane": hubbub.wer("a " * 9000, "b " * 9000).alignment[0],
        "segment": Segment("a " * 900, word_times=tuple((n, n + 1) for n in range(900))),
        "cause": hubbub.blame(REF, HYP)["talk-A"],
        "METRICS": hubbub.METRICS,
        "DIARIZATION": hubbub.DIARIZATION,
        "metric": hubbub.METRICS["cpwer"],
        "Interval": hubbub.cpwer(REF, HYP).interval(),
        "Inspection": hubbub.inspect(*(copied(REF, tmp_path / f"{n}.stm") for n in range(30))),
        "picture": hubbub.cpwer(REF, HYP).plot(),
    }
    for name, thing in long.items():
        for text in (repr(thing), str(thing)):
            assert len(text.splitlines()) <= LINES, f"{name} is too long to print"
            assert len(text) <= LETTERS, f"{name} is too long to print"
            assert "Utterance(" not in text, name
            assert "object at 0x" not in text, name
        if hasattr(thing, "_repr_html_"):
            assert len(thing._repr_html_()) < 200_000, f"{name} is too long to show"


def test_every_public_class_is_shown() -> None:
    classes = {name for name in dir(hubbub) if inspect.isclass(getattr(hubbub, name))}
    errors = {name for name in classes if name.endswith("Error")}
    plain = {"Interval", "Markup", "Metric", "Options", "Reading", "Region", "Segment", "WordErrors"}
    assert classes - errors - plain <= SHOWN.keys(), "give it a view in views/notebook.py"


def test_scores_of_several_metrics_are_a_dict() -> None:
    several = hubbub.score(["wer", "cpwer"], {"A": "a b"}, {"1": "a c"})
    plain = dict(several)
    assert isinstance(several, ByMetric)
    assert several == plain
    assert plain == several
    assert list(several) == ["wer", "cpwer"]
    assert pickle.loads(pickle.dumps(several)) == several == copy.deepcopy(several)
    assert eval(repr(several).replace("<", "'").replace(">", "'")).keys() == several.keys()


# Comparison of scores


def test_two_scores_can_be_compared() -> None:
    ours, others = hubbub.cpwer(REF, HYP), hubbub.cpwer(REF, REF)
    named = hubbub.compare([ours.rename("A"), others.rename("B")])
    saved = hubbub.load_scores(ours.to_json())
    for first in (ours, saved, saved[0]):
        assert hubbub.compare(first, others).to_dict() == named.to_dict()
    assert hubbub.compare(ours.rename("x"), others)[0][:2] == ("x", "hyp")
    assert hubbub.compare({"x": ours}, {"y": others})[0][:2] == ("x", "y")
    assert hubbub.compare(ours[0], others[0])[0].errors == (51, 0)
    blames = [hubbub.blame(REF, one, collar=5) for one in (HYP, REF)]
    assert hubbub.compare(blames[0], blames[1])[0].parts == hubbub.compare(REF, SYSTEMS, "tcpwer")[0].parts
    assert [run.value for run in hubbub.rank([blames[0].rename("x"), blames[1]])] == [run.value for run in blames[::-1]]
    with pytest.raises(hubbub.OptionError, match="collar has no effect on Scores"):
        hubbub.compare(ours, others, collar=5)
    with pytest.raises(hubbub.InputError, match="scored with different options: metric cpwer and orcwer"):
        hubbub.compare(ours, hubbub.orcwer(REF, HYP))


def test_comparisons_know_what_they_compare() -> None:
    found = hubbub.compare(REF, SYSTEMS)
    assert [run.system for run in found.runs] == ["ours", "perfect"]
    assert pickle.loads(pickle.dumps(found)) == found
    assert isinstance(found, Comparisons)


def test_a_table_without_rows_is_shown() -> None:
    assert Table([Column("a", left=True)], []).text() == "a"
