"""Differences in style between both sides: capitalization, punctuation and others that count as errors."""

from collections.abc import Callable, Iterator
from typing import NamedTuple
from unicodedata import is_normalized

from hubbub.errors import written
from hubbub.model.messages import Caution, Message
from hubbub.model.transcript import Transcript
from hubbub.text.normalizers import Normalizer
from hubbub.text.units import mixed

SAMPLE, LONG = 256, 400
"""Number of segments of a side that are checked, and of characters of each."""
LEAST, FEW, SHARE, RARE = 20, 3, 0.02, 0.05
"""The fewest words of a side, the fewest words with a feature and their share, and how much rarer it must be in the
other side."""
ENDS = ".,?!;:…。、，？！；：؟،؛"


class Habit(NamedTuple):
    """A feature that the words of one side may have, and the step of a normalizer that ignores it."""

    what: str
    step: str
    words: Callable[[str], int]
    """The number of words of a text that have it."""
    instead: Callable[[str], bool] | None = None
    """Whether the other side has its counterpart: for a rare feature, of which a single word is enough."""


def _capitals(text: str) -> int:
    return 0 if text == text.lower() else sum(word != word.lower() for word in text.split())


def _punctuation(text: str) -> int:
    return sum(text.count(f"{sign} ") for sign in ENDS)


def _apostrophes(text: str) -> int:
    return sum("’" in word[1:-1] for word in text.split()) if "’" in text else 0


def _marks_apart(text: str) -> int:
    if text.isascii():
        return 0
    return sum(not is_normalized("NFC", word) for word in text.split())


HABITS = (
    Habit("capitalization", "lower", _capitals),
    Habit("punctuation", "punctuation", _punctuation),
    Habit("curly apostrophes", "quotes", _apostrophes, lambda text: "'" in text),
    Habit("decomposed letters", "nfkc", _marks_apart, lambda text: not text.isascii()),
)


def letters(reference: Transcript, hypothesis: Transcript, normalizer: Normalizer, unit: str) -> Iterator[Message]:
    """Warnings if one side has a feature that the other lacks, or if words have no spaces between them, in some
    segments after the normalizer.
    """
    ours, theirs = _text(reference, normalizer), _text(hypothesis, normalizer)
    if min(ours.count(" "), theirs.count(" ")) < LEAST:
        return
    if unit == "word" and _is_spaceless(ours):
        line = (
            "the reference has no spaces between words, so each word is a whole phrase;"
            f" count characters with {written('unit', 'char')} or {written('unit', 'mixed')}"
        )
        yield Caution(line, "no_spaces")
    sides = (hypothesis.source or "the hypothesis", theirs, "the reference", ours)
    for name, text, _, without in (sides, (*sides[2:], *sides[:2])):
        found = [habit for habit in HABITS if _tells(habit, text, without)]
        if found:
            what, steps = " and ".join(habit.what for habit in found), ",".join(habit.step for habit in found)
            given = "".join(f"{step.signature.rpartition('@')[0]}," for step in normalizer.steps)
            remedy = f"{written('normalizer', given + steps)} ignores it"
            yield Caution(f"only {name} uses {what}, which counts as errors; {remedy}", "style")


def _text(transcript: Transcript, normalizer: Normalizer) -> str:
    """Returns words from all over the transcript, each followed by a space."""
    size, columns = len(transcript), transcript.columns
    texts = [columns.text(place)[:LONG] for place in range(0, size, max(1, size // SAMPLE))]
    texts = list(map(normalizer.text, texts))
    return " ".join([*texts, ""])


def _tells(habit: Habit, text: str, other: str) -> bool:
    found = habit.words(text)
    if not found:
        return False
    if habit.instead is not None:
        return habit.instead(other) and not habit.words(other)
    share = found / text.count(" ")
    return found >= FEW and share >= SHARE and habit.words(other) / other.count(" ") <= RARE * share


def _is_spaceless(text: str) -> bool:
    """Returns whether most words consist of several Chinese or Japanese characters."""
    if text.isascii():
        return False
    return len(mixed(text)) >= 2 * len(text.split())
