"""Draws the pictures in docs/metrics/img/ of who speaks when. Run it after a change: python docs/draw_times.py

A row is written as text: its name, then spans such as `0-5 blue Alice`: start and end in seconds, a color, and an
optional text. A row that begins with # is a heading.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import hubbub

COLOURS = {"blue": "#2f74b5", "orange": "#b85c12", "grey": "#6d7480", "red": "#a33a3a", "light": "#b9bec6"}
LINE = "#7b818b"  # legible on white and on black
LEFT, SECOND, HEIGHT, STEP, LONG = 96, 26, 22, 28, 12


class Picture(NamedTuple):
    about: str
    rows: tuple[str, ...]


MEETING = (
    "# reference",
    "Alice: 0-5 blue, 11-12 blue",
    "Bob: 5-9 orange",
    "# hypothesis",
    "stream 1: 0-6 grey",
    "stream 2: 6-10 grey",
)
PAIRED = (*MEETING[:4], "stream 1: 0-6 grey Alice", "stream 2: 6-10 grey Bob")
ERRORS = ("# errors", "confusion: 5-6 red", "false alarm: 9-10 red", "missed: 11-12 red")
PICTURES = {
    "der": Picture(
        "Streams paired with speakers, and what differs from the reference: confusion, false alarm and missed speech.",
        (*PAIRED, *ERRORS),
    ),
    "ier": Picture(
        "Streams with the names of speakers, and the differences from the reference.",
        (*MEETING[:4], "“Alice”: 0-6 grey", "“Bob”: 6-10 grey", *ERRORS),
    ),
    "deter": Picture(
        "When someone speaks on each side; where the sides differ, speech is missed or falsely detected.",
        (*MEETING, *ERRORS[:1], *ERRORS[2:]),
    ),
    "jer": Picture(
        "Of the time of either, Alice and stream 1 share five seconds of seven, Bob and stream 2 three of five.",
        (*PAIRED, "# in both", "Alice: 0-5 blue both, 5-6 red, 11-12 red", "Bob: 5-6 red, 6-9 orange both, 9-10 red"),
    ),
    "purity": Picture(
        "Each stream with the speaker who speaks most in it: the rest of the stream is not pure.",
        (*MEETING, "# pure", "stream 1: 0-5 blue Alice, 5-6 red", "stream 2: 6-9 orange Bob, 9-10 red"),
    ),
    "coverage": Picture(
        "Each speaker with the stream that has most of it: the rest of the speech is not covered.",
        (*MEETING, "# covered", "Alice: 0-5 grey 1, 11-12 red", "Bob: 5-6 red, 6-9 grey 2"),
    ),
    "purcov": Picture(
        "What is pure of the streams, and what is covered of the speakers.",
        (
            *MEETING,
            "# pure",
            "streams: 0-5 blue Alice, 5-6 red, 6-9 orange Bob, 9-10 red",
            "# covered",
            "speakers: 0-5 grey 1, 5-6 red, 6-9 grey 2, 11-12 red",
        ),
    ),
    "bcubed": Picture(
        "Every moment has a label on both sides; how many moments with one label have one label on the other side?",
        (
            *MEETING,
            "# labels",
            "reference: 0-5 blue A, 5-9 orange B, 9-11 light –, 11-12 blue A",
            "hypothesis: 0-6 grey 1, 6-10 grey 2, 10-12 light –",
        ),
    ),
    "nmi": Picture(
        "Every moment has a label on both sides; how much does one say about the other?",
        (
            *MEETING,
            "# labels",
            "reference: 0-5 blue A, 5-9 orange B, 9-11 light –, 11-12 blue A",
            "hypothesis: 0-6 grey 1, 6-10 grey 2, 10-12 light –",
        ),
    ),
}


def count(name: str, picture: Picture) -> str:
    """Returns the metric's count of the first two sides of a picture, e.g. `DER 30.00%: 3.00 s of 10.00 s (…)`."""
    sides: list[list[hubbub.Segment]] = []
    for row in picture.rows:
        label, _, spans = row.partition(": ")
        if row.startswith("#"):
            sides.append([])
            continue
        for span in spans.split(", "):
            start, end = map(int, span.split()[0].split("-"))
            sides[-1].append(hubbub.Segment("", "picture", label.strip("“”"), start=start, end=end))
    return repr(hubbub.score(name, *sides[:2])["picture"]).strip("<>")


def draw(name: str, picture: Picture) -> str:
    y, out = 4, []
    for row in picture.rows:
        label, _, stretches = row.partition(": ")
        if row.startswith("#"):
            y += 8
            out.append(f'<text x="4" y="{y}" fill="{LINE}" font-size="11" font-style="italic">{label[2:]}</text>')
            y += 8
            continue
        out.append(f'<text x="4" y="{y + 15}" fill="{LINE}">{label}</text>')
        for stretch in stretches.split(", "):
            times, colour, *words = stretch.split()
            start, end = map(int, times.split("-"))
            x, wide = LEFT + start * SECOND, (end - start) * SECOND
            out.append(f'<rect x="{x}" y="{y}" width="{wide}" height="{HEIGHT}" rx="4" fill="{COLOURS[colour]}"/>')
            ink = "#1c2026" if colour == "light" else "#fff"
            out += [
                f'<text x="{x + wide / 2:g}" y="{y + 16}" text-anchor="middle" fill="{ink}">{word}</text>'
                for word in words
            ]
        y += STEP
    right = LEFT + LONG * SECOND
    out.append(f'<path d="M{LEFT} {y + 4} H{right}" stroke="{LINE}"/>')
    for second in range(0, LONG + 1, 2):
        x = LEFT + second * SECOND
        out.append(f'<path d="M{x} {y + 4} v4" stroke="{LINE}"/>')
        out.append(f'<text x="{x}" y="{y + 21}" text-anchor="middle" fill="{LINE}" font-size="11">{second} s</text>')
    counted = count(name, picture)
    out.append(f'<text x="{LEFT}" y="{y + 42}" fill="{LINE}" font-size="12">{counted}</text>')
    wide, high = max(right + 24, LEFT + 7 * len(counted)), y + 52
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="img"'
        ' font-family="system-ui, sans-serif" font-size="14">'
    )
    return "\n".join([head, f"<title>{picture.about}</title>", *out, "</svg>", ""])


if __name__ == "__main__":
    for name, picture in PICTURES.items():
        path = Path(__file__).parent / "metrics" / "img" / f"{name}.svg"
        path.write_text(draw(name, picture), encoding="utf-8")
