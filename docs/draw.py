"""Draws docs/metrics/img/*.svg: which words a metric may match. Run it after a change: python docs/draw.py

A scene is written as text. The reference's lanes are above the arrow, the hypothesis's below it. An utterance is `a
b@0`: its words and its start on the line. Links join the n-th box above with the m-th box below; a link with `?` is
allowed but was not chosen; one with `x` is forbidden, because the two are too far apart in time.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import hubbub
from hubbub.model.metrics import METRICS

COLOURS = ("#2f74b5", "#b85c12", "#6d7480")  # Alice, Bob, streams; white text is legible on each
LINE = "#7b818b"  # legible on white and on black
LEFT, STEP, HEIGHT, GAP, ROOM = 96, 30, 28, 14, 74
COLLAR = 3
"""Seconds; a step of the line is a second."""


class Box(NamedTuple):
    words: str
    x: int
    y: int
    wide: int
    colour: str


class Scene(NamedTuple):
    about: str
    above: tuple[str, ...]
    below: tuple[str, ...]
    links: str


SCENES = {
    "wer": Scene(
        "All reference words are one sequence, matched with the one stream.",
        ("words: a b@0 c d@3 e@6",),
        ("stream: a b x d e@0",),
        "0-0 1-0 2-0",
    ),
    "uwer": Scene(
        "Each utterance is matched with the stream that fits it best, inside its own time window.",
        ("Alice: a b@0 f@6", "Bob: c d@3"),
        ("stream 1: a b@0 f@6", "stream 2: x@1 c d@3"),
        "0-0 0-2? 1-1 2-3",
    ),
    "sawer": Scene(
        "Alice is matched with the stream named Alice, Bob with the stream named Bob.",
        ("Alice: a b f@0", "Bob: c d@5"),
        ("Alice: a b@0", "Bob: c d f@5"),
        "0-0 1-1",
    ),
    "cpwer": Scene(
        "Each speaker is matched with one stream; of all one-to-one pairings the best one counts.",
        ("Alice: a b f@0", "Bob: c d@5"),
        ("stream 1: c d@0", "stream 2: a b x@5"),
        "0-1 1-0 0-0? 1-1?",
    ),
    "orcwer": Scene(
        "All utterances are in one queue by start time; each is routed whole to any stream.",
        ("by start: a b@0 !c d@2 f@4 !g h@5",),
        ("stream 1: a b g h@0", "stream 2: c d f@4"),
        "0-0 1-1 2-1 3-0 0-1? 1-0? 2-0? 3-1?",
    ),
    "mimower": Scene(
        "Each speaker has a queue of utterances; each utterance is routed whole to any stream.",
        ("Alice: a b@0 f@4", "Bob: !c d@2 !g h@6"),
        ("stream 1: c d a b@0", "stream 2: f g h@5"),
        "0-0 1-1 2-0 3-1 0-1? 1-0? 2-1? 3-0?",
    ),
    "mdwer": Scene(
        "Each speaker has a queue of words; each word may be in any stream.",
        ("Alice: a@0 b@2 c@4 d@6", "Bob: !e@1 !f@3 !g@5 !h@7"),
        ("stream 1: a f c h@0", "stream 2: e b g d@5"),
        "0-0 1-1 2-0 3-1 4-1 5-0 6-1 7-0",
    ),
    "dicpwer": Scene(
        "Each speaker has one sequence; each hypothesis segment is routed whole to any speaker.",
        ("Alice: a b f@0", "Bob: c d@5"),
        ("stream 1: a b@0 c d@3", "stream 2: f@7"),
        "0-0 1-1 0-2 1-0? 0-1? 1-2?",
    ),
    "orcwer_by_word": Scene(
        "All words are in one queue, utterances by start time; each word may be in any stream.",
        ("by start: a@0 b@1 !c@3 !d@4 f@6",),
        ("stream 1: a c d@0", "stream 2: b f@5"),
        "0-0 1-1 2-0 3-0 4-1",
    ),
    "dicpwer_by_word": Scene(
        "Each speaker has one sequence; each hypothesis word goes to any speaker.",
        ("Alice: a b f@0", "Bob: c d@5"),
        ("stream 1: a@0 b@1 c@2 d@3", "stream 2: f@6"),
        "0-0 0-1 1-2 1-3 0-4",
    ),
    "tcwer": Scene(
        "All reference words are one sequence; a word that was said long before or after cannot match.",
        ("words: a b@0 c d@3 a@8",),
        ("stream: a b@0 c d@3",),
        "0-0 1-1 2-0x",
    ),
    "tcpwer": Scene(
        "Each speaker is matched with one stream, and only words that overlap in time match.",
        ("Alice: a b@0 f@7", "Bob: c d@4"),
        ("stream 1: c d@4", "stream 2: a b@0 f@2"),
        "0-1 1-2x 2-0",
    ),
    "tcorcwer": Scene(
        "Utterances are in one queue by start time; each goes whole to any stream with words within the collar.",
        ("by start: a b@0 !c d@2 f@5 !a b@8",),
        ("stream 1: a b@0 f@5", "stream 2: c d@2"),
        "0-0 1-2 2-1 3-0x",
    ),
    "tcmimower": Scene(
        "Each speaker has a queue of utterances; each is routed whole to any stream that has words within the collar.",
        ("Alice: a b@0 f@4", "Bob: !c d@2 !a b@8"),
        ("stream 1: c d a b@0", "stream 2: f@5"),
        "0-0 1-1 2-0 3-0x",
    ),
    "tcmdwer": Scene(
        "Each speaker has a queue of words; each word may be in any stream that has words within the collar.",
        ("Alice: a@0 b@2 c@4 a@8", "Bob: !e@1 !f@3 !g@5"),
        ("stream 1: a f c@0", "stream 2: e b g@4"),
        "0-0 1-1 2-0 4-1 5-0 6-1 3-0x",
    ),
    "ditcpwer": Scene(
        "Each hypothesis segment is routed whole to any speaker who has words within the collar.",
        ("Alice: a b@0 f@4", "Bob: c d@6"),
        ("stream 1: a b@0 f@4", "stream 2: c d@6 a b@9"),
        "0-0 1-1 2-2 0-3x",
    ),
    "tcorcwer_by_word": Scene(
        "Words are in one queue, utterances by start time; each may be in any stream that has words within the collar.",
        ("by start: a@0 b@1 !c@3 !d@4 a@9",),
        ("stream 1: a c d@0", "stream 2: b@4"),
        "0-0 1-1 2-0 3-0 4-0x",
    ),
    "ditcpwer_by_word": Scene(
        "Each hypothesis word goes to any speaker who has words within the collar.",
        ("Alice: a b@0 f@4", "Bob: c d@6"),
        ("stream 1: a@0 b@1 f@4", "stream 2: c@6 d@7 a@10"),
        "0-0 0-1 1-2 2-3 2-4 0-5x",
    ),
    "wder": Scene(
        "All words are aligned as one sequence, each with its speaker; speakers and streams are paired at their best.",
        ("words: a b@0 !c d@3",),
        ("stream 1: a b c@0", "stream 2: d@5"),
        "0-0 1-0? 1-1",
    ),
}


def boxes(lane: str, y: int, colour: str) -> tuple[str, list[Box]]:
    """Parses a lane's label and boxes: `label: words@x !words@x`; the mark ! is Bob's if a lane has two speakers."""
    label, _, rest = lane.partition(": ")
    found, words = [], []
    for part in rest.split():
        word, at, x = part.partition("@")
        words.append(word)
        if at:
            bob = words[0].startswith("!")
            text = " ".join(words).removeprefix("!")
            shade = COLOURS[1] if bob or (label == "Bob" and colour != COLOURS[2]) else colour
            found.append(Box(text, LEFT + int(x) * STEP, y, len(words) * STEP - 4, shade))
            words = []
    return label, found


def landing(top: Box, bottom: Box) -> float:
    """Returns where a link ends: above the words that both boxes contain, otherwise at the side of the nearer box."""
    shared = [i for i, word in enumerate(bottom.words.split()) if word in top.words.split()]
    if shared:
        return bottom.x + (sum(shared) / len(shared) + 0.5) * STEP - 2
    return bottom.x + (6 if top.x < bottom.x else bottom.wide - 6)


def segments(lanes: tuple[str, ...]) -> list[hubbub.Segment]:
    """Returns the boxes as segments; in a lane of both speakers, the color is the speaker."""
    found = []
    for lane in lanes:
        label, several = boxes(lane, 0, COLOURS[0])
        for box in several:
            start = (box.x - LEFT) / STEP
            name = ("Alice", "Bob")[COLOURS.index(box.colour)] if label in ("by start", "words") else label
            found.append(hubbub.Segment(box.words, "picture", name, start=start, end=start + len(box.words.split())))
    return found


def count(name: str, scene: Scene) -> str:
    """Returns the metric's count of the scene, e.g. `cpWER 20.00%: 1 error in 5 words (1 sub, 0 del, 0 ins)`."""
    options: hubbub.Options = {"collar": COLLAR} if name in METRICS and METRICS[name].timed else {}
    reference, hypothesis = segments(scene.above), segments(scene.below)
    if name == "wer":  # one speaker
        reference = [segment._replace(speaker="words") for segment in reference]
    return repr(hubbub.score(name, reference, hypothesis, **options)["picture"]).strip("<>")


def legend(scene: Scene) -> list[tuple[str, str]]:
    """Returns the kinds of links in a scene: the end of their notation, and what they mean."""
    kinds = {"": "matched", "?": "allowed, not chosen", "x": "too far apart in time"}
    ends = {link[-1] if link[-1] in kinds else "" for link in scene.links.split()}
    return [(end, text) for end, text in kinds.items() if end in ends]


def draw(name: str, scene: Scene) -> str:
    y, labels, tops, bottoms = 24, [(8, "reference")], [], []
    for lane in scene.above:
        label, found = boxes(lane, y, COLOURS[0])
        labels.append((y + 19, label))
        tops += found
        y += HEIGHT + GAP
    y += ROOM - GAP
    labels.append((y - 10, "hypothesis"))
    for lane in scene.below:
        label, found = boxes(lane, y, COLOURS[2])
        labels.append((y + 19, label))
        bottoms += found
        y += HEIGHT + GAP
    counted = count(name, scene)
    wide = max(*(box.x + box.wide + 12 for box in tops + bottoms), LEFT + 7 * len(counted))
    y += 6
    keys, x = [f'<text x="{LEFT}" y="{y + 32}" fill="{LINE}" font-size="12">{counted}</text>'], LEFT
    for end, text in legend(scene):
        style = 'stroke-width="1.5" stroke-dasharray="3 4"' if end else 'stroke-width="2.5"'
        cross = f'<text x="{x + 9}" y="{y + 15}" text-anchor="middle" fill="#c0392b" font-weight="700">×</text>'
        keys.append(f'<path d="M{x} {y + 10} h18" stroke="{LINE if end else COLOURS[0]}" {style}/>')
        keys += [cross] if end == "x" else []
        keys.append(f'<text x="{x + 24}" y="{y + 14}" fill="{LINE}" font-size="12">{text}</text>')
        x += 40 + 7 * len(text)
    wide, y = max(wide, x), y + 42
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{y}" viewBox="0 0 {wide} {y}" role="img"'
        ' font-family="system-ui, sans-serif" font-size="14">',
        f"<title>{scene.about}</title>",
    ]
    for link in sorted(scene.links.split(), key=lambda link: link[-1] not in "?x"):
        above, below = (int(number) for number in link.rstrip("?x").split("-"))
        top, bottom = tops[above], bottoms[below]
        x2 = landing(top, bottom)
        x1, y1, y2 = top.x + top.wide / 2, top.y + HEIGHT, bottom.y
        solid = link[-1] not in "?x"
        style = 'stroke-width="2.5"' if solid else 'stroke-width="1.5" stroke-dasharray="3 4"'
        colour = top.colour if solid else LINE
        out.append(
            f'<path d="M{x1:g} {y1:g} C{x1:g} {(y1 + y2) / 2:g} {x2:g} {(y1 + y2) / 2:g} {x2:g} {y2:g}"'
            f' fill="none" stroke="{colour}" {style}/>'
        )
        if link.endswith("x"):
            middle = f'x="{(x1 + x2) / 2:g}" y="{(y1 + y2) / 2 + 6:g}" text-anchor="middle"'
            out.append(f'<text {middle} fill="#c0392b" font-size="20" font-weight="700">×</text>')
    for box in tops + bottoms:
        out.append(f'<rect x="{box.x}" y="{box.y}" width="{box.wide}" height="{HEIGHT}" rx="5" fill="{box.colour}"/>')
        for i, word in enumerate(box.words.split()):
            x = box.x + (i + 0.5) * STEP - 2
            place = f'x="{x:g}" y="{box.y + 19}" text-anchor="middle"'
            out.append(f'<text {place} fill="#fff" font-weight="600">{word}</text>')
    for at, label in labels:
        kind = ' font-size="11" font-style="italic"' if label in ("reference", "hypothesis") else ""
        out.append(f'<text x="4" y="{at + (4 if kind else 0)}" fill="{LINE}"{kind}>{label}</text>')
    return "\n".join([*out, *keys, "</svg>", ""])


if __name__ == "__main__":
    for name, scene in SCENES.items():
        (Path(__file__).parent / "metrics" / "img" / f"{name}.svg").write_text(draw(name, scene), encoding="utf-8")
