"""Differences in style between both sides: capitalization, punctuation and others that count as errors."""

from collections.abc import Callable, Iterator
from typing import NamedTuple
from unicodedata import category, is_normalized

from hubbub.errors import written
from hubbub.model.messages import Caution, Message
from hubbub.model.transcript import Transcript
from hubbub.text.normalizers import Normalizer, parse
from hubbub.text.units import RANGES, mixed, spaceless

SAMPLE, LONG = 256, 400
"""Number of segments of a side that are checked, and of characters of each."""
LEAST, FEW, SHARE, RARE = 20, 3, 0.02, 0.05
"""The fewest words of a side, the fewest words with a feature and their share, and how much rarer it must be in the
other side."""
ENDS = ".,?!;:…。、，？！；：؟،؛"


class StyleFeature(NamedTuple):
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


FEATURES = (
    StyleFeature("capitalization", "lower", _capitals),
    StyleFeature("punctuation", "punctuation", _punctuation),
    StyleFeature("curly apostrophes", "quotes", _apostrophes, lambda text: "'" in text),
    StyleFeature("decomposed letters", "nfkc", _marks_apart, lambda text: not text.isascii()),
)


def style_mismatches(
    reference: Transcript, hypothesis: Transcript, normalizer: Normalizer, unit: str
) -> Iterator[Message]:
    """Yields warnings if one side has a feature that the other lacks, if words have no spaces between them, or if the
    normalizer breaks them, in some segments after the normalizer.
    """
    ours, theirs = _text(reference, normalizer), _text(hypothesis, normalizer)
    sides = (hypothesis.source or "the hypothesis", theirs, "the reference", ours)
    scripts = {name: _spaceless(text) for name, text in ((sides[2], ours), (sides[0], theirs)) if unit == "word"}
    if name := next((name for name, script in scripts.items() if script), ""):
        line = (
            f"{name} has no spaces between words, so each word is a whole phrase;"
            f" count characters with {written('unit', 'char')} or {written('unit', scripts[name])}"
        )
        yield Caution(line, "no_spaces")
    yield from _broken(reference, normalizer)
    short = min(ours.count(" "), theirs.count(" ")) < LEAST
    features = [feature for feature in FEATURES if not short or feature.instead is not None]
    for name, text, _, without in (sides, (*sides[2:], *sides[:2])):
        found = [feature for feature in features if _differs(feature, text, without)]
        if found:
            what, steps = " and ".join(feature.what for feature in found), ",".join(feature.step for feature in found)
            given = "".join(f"{step.signature.rpartition('@')[0]}," for step in normalizer.steps)
            remedy = f"{written('normalizer', given + steps)} ignores it"
            yield Caution(f"only {name} uses {what}, which counts as errors; {remedy}", "style")


def _text(transcript: Transcript, normalizer: Normalizer) -> str:
    """Returns words from all over the transcript, each followed by a space."""
    size, columns = len(transcript), transcript.columns
    texts = [columns.text(place)[:LONG] for place in range(0, size, max(1, size // SAMPLE))]
    texts = list(map(normalizer.text, texts))
    return " ".join([*texts, ""])


def _differs(feature: StyleFeature, text: str, other: str) -> bool:
    found = feature.words(text)
    if not found:
        return False
    if feature.instead is not None:
        return feature.instead(other) and not feature.words(other)
    share = found / text.count(" ")
    return found >= FEW and share >= SHARE and feature.words(other) / other.count(" ") <= RARE * share


PHRASE = {"": 2, "thai": 8}
"""Characters per word, by the script added to Chinese and Japanese, from which a word is rather a phrase."""


def _spaceless(text: str) -> str:
    """Returns the unit that splits a text without spaces between words; "" if it has spaces, or is short.

    >>> _spaceless("今日は会議があります。 では始めましょう。"), _spaceless("สวัสดีตอนเช้าครับทุกคน"), _spaceless("good day")
    ('mixed', 'mixed-thai', '')
    """
    words = text.split()
    if text.isascii() or not words:
        return ""
    for script, least in PHRASE.items():
        characters = sum(spaceless(unit, RANGES[script]) for unit in mixed(text, script))
        if characters >= FEWEST and characters >= least * len(words):
            return f"mixed-{script}" if script else "mixed"
    return ""


FEWEST = 5
"""Characters without spaces between words that are more than a name."""


def _broken(reference: Transcript, normalizer: Normalizer) -> Iterator[Message]:
    """A warning if a normalizer of Whisper removes vowel signs, so that words of Hindi and other scripts break."""
    step = next((step.signature for step in normalizer.steps if step.signature.startswith("whisper")), "")
    text = _text(reference, parse(None)) if step else ""
    if text.isascii():
        return
    signs = [word for word in text.split() if any(category(sign) in ("Mn", "Mc") and sign > "\u0900" for sign in word)]
    broken = next((word for word in signs if normalizer.text(word).split() != [word]), None)
    if broken is not None:
        changed = normalizer.text(broken)
        line = (
            f"{step.partition('@')[0]} removes vowel signs, so {broken} becomes {changed!r} and different words"
            f" count as correct; use {written('normalizer', 'lower,punctuation')}"
        )
        yield Caution(line, "vowel_signs")
