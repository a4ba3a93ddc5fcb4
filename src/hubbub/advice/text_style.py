"""How both sides write: capitals, punctuation and the like, which make words differ that are the same to the ear."""

from collections.abc import Callable, Iterator
from typing import NamedTuple
from unicodedata import is_normalized

from hubbub.errors import written
from hubbub.model.transcript import Transcript
from hubbub.text.normalizers import Normalizer
from hubbub.text.units import mixed

SAMPLE, LONG = 256, 400
"""How many segments of a side are looked at, and how many characters of each."""
LEAST, FEW, SHARE, RARE = 20, 3, 0.02, 0.05
"""Words that a side must have, how many of them and which share tell a habit, and how much rarer it is where it is
none."""
ENDS = ".,?!;:…。、，？！；：؟،؛"


class Habit(NamedTuple):
    """Something that the words of one side may have: what it is, and the step of a normaliser that leaves it aside."""

    what: str
    step: str
    words: Callable[[str], int]
    """How many words of a text have it."""
    instead: Callable[[str], bool] | None = None
    """Does the other side have its counterpart? Given where the habit is rare, so that a single word of it tells."""


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
    Habit("capitals", "lower", _capitals),
    Habit("punctuation", "punctuation", _punctuation),
    Habit("curly apostrophes", "quotes", _apostrophes, lambda text: "'" in text),
    Habit("letters and their marks apart", "nfkc", _marks_apart, lambda text: not text.isascii()),
)


def letters(reference: Transcript, hypothesis: Transcript, normalizer: Normalizer, unit: str) -> Iterator[str]:
    """What one side writes and the other does not, and whether words are written without blanks, as far as some
    segments tell after the normaliser.
    """
    ours, theirs = _text(reference, normalizer), _text(hypothesis, normalizer)
    if min(ours.count(" "), theirs.count(" ")) < LEAST:
        return
    if unit == "word" and _is_spaceless(ours):
        yield (
            "the reference has no blanks between words, so that a word is a whole phrase;"
            f" count characters with {written('unit', 'char')} or {written('unit', 'mixed')}"
        )
    sides = (hypothesis.source or "the hypothesis", theirs, "the reference", ours)
    for name, text, other, without in (sides, (*sides[2:], *sides[:2])):
        found = [habit for habit in HABITS if _tells(habit, text, without)]
        if found:
            what, steps = " and ".join(habit.what for habit in found), ",".join(habit.step for habit in found)
            given = "".join(f"{step.signature.rpartition('@')[0]}," for step in normalizer.steps)
            yield (
                f"{name} has {what}, {other} has none: words that differ in nothing else count as errors;"
                f" {written('normalizer', given + steps)} leaves that aside"
            )


def _text(transcript: Transcript, normalizer: Normalizer) -> str:
    """Some words, from all over the transcript, each with a blank behind it."""
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
    """Are most words of several Chinese or Japanese characters?"""
    if text.isascii():
        return False
    return len(mixed(text)) >= 2 * len(text.split())
