"""Draws docs/metrics/img/normalizer.svg: a text after each step of a normalizer. Run it after a change."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hubbub.text.normalizers import parse

BOXES = ("#6d7480", "#2f74b5")  # unchanged and changed words; white text is legible on both
LINE = "#7b818b"  # legible on white and on black
LEFT, LETTER, HEIGHT, STEP = 116, 8.2, 28, 42


class Steps(NamedTuple):
    about: str
    text: str
    steps: tuple[str, ...]


PICTURES = {
    "normalizer": Steps(
        "A text, and what each step of a normalizer makes of it; changed words are blue.",
        "Well, I'm at the Theatre, it's twenty minutes!",
        ("lower", "punctuation", "spelling", "numbers"),
    )
}


def draw(_: str, picture: Steps) -> str:
    rows, text = [("as written", picture.text)], picture.text
    for step in picture.steps:
        text = parse(step).normalize(text)
        rows.append((step, text))
    out, before, wide = [], picture.text.split(), 0.0
    for number, (label, text) in enumerate(rows):
        y, x = 4 + number * STEP, float(LEFT)
        out.append(f'<text x="4" y="{y + 19}" fill="{LINE}">{label}</text>')
        for word in text.split():
            width = len(word) * LETTER + 14
            fill = BOXES[word not in before]
            out.append(f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{HEIGHT}" rx="5" fill="{fill}"/>')
            out.append(f'<text x="{x + width / 2:g}" y="{y + 19}" text-anchor="middle" fill="#fff">{word}</text>')
            x += width + 4
        wide, before = max(wide, x), text.split()
    high = len(rows) * STEP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high}" viewBox="0 0 {wide:g} {high}"'
        ' role="img" font-family="system-ui, sans-serif" font-size="14">'
    )
    return "\n".join([head, f"<title>{picture.about}</title>", *out, "</svg>", ""])


if __name__ == "__main__":
    for name, picture in PICTURES.items():
        (Path(__file__).parent / f"metrics/img/{name}.svg").write_text(draw(name, picture), encoding="utf-8")
