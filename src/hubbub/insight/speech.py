"""What kind of speech a word is in: how many speak at once, how long its segment is, whether that is a backchannel.

All of it is told by the reference, in the core.
"""

from __future__ import annotations

from collections.abc import Sequence

from hubbub import _core

SPEAKERS = ("1 speaker", "2 speakers", "3 or more speakers")
NOBODY = "nobody"
OVERLAP = (*SPEAKERS, NOBODY)
LENGTHS = ("1 word", "2 to 5 words", "6 to 15 words", "16 words or more")
REPLIES = ("backchannels", "all else")


def length_of(words: int) -> int:
    """The place in LENGTHS of a segment of so many words.

    >>> [LENGTHS[length_of(words)] for words in (1, 5, 6, 100)]
    ['1 word', '2 to 5 words', '6 to 15 words', '16 words or more']
    """
    return _core.Speech.length(words)


class Speech:
    """The segments of the reference, each with its speaker, its number of words and the times of these (hundredths)."""

    def __init__(self, speakers: Sequence[str], counts: Sequence[int], times: Sequence[tuple[int, int]]) -> None:
        self._numbers: dict[str, int] = {}
        numbers = [self._numbers.setdefault(speaker, len(self._numbers)) for speaker in speakers]
        self._speech = _core.Speech(numbers, counts, times)

    def overlap(self, span: tuple[int, int], least: int) -> int:
        """The place in OVERLAP of a word: how many speak at most while it lasts, and at least so many."""
        return self._speech.overlap(span, least)

    def reply(self, words: int, span: tuple[int, int], speaker: str | None = None) -> int:
        """The place in REPLIES of a segment: a backchannel is a few words in the middle of somebody else's turn."""
        number = None if speaker is None else self._numbers.get(speaker)
        return 0 if self._speech.reply(words, span, number) else 1
