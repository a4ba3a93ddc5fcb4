"""A transcript whose texts went through a normaliser."""

import re

from hubbub.model.transcript import Segment, Transcript
from hubbub.text.normalizers import Normalizer

_SIGNS = re.compile(r"([{}()]|(?<!\S)[/@](?!\S))")


def rewritten(transcript: Transcript, normalizer: Normalizer) -> Transcript:
    """Every segment with its normalised words. Word times stay where the number of words does."""
    marked = transcript.marked

    def one(place: int, segment: Segment) -> Segment:
        words = normalizer.text(segment.words)
        if place in marked and not normalizer.marks:
            parts = _SIGNS.split(segment.words)
            words = " ".join(part if _SIGNS.fullmatch(part) else normalizer.text(part) for part in parts).strip()
            words = re.sub(r"\(\s*(\S+)\s*\)", r"(\1)", " ".join(words.split()))
        times = segment.word_times
        if times is not None and len(times) != len(words.split()):
            times = None
        return segment._replace(words=words, word_times=times)

    segments = [one(place, segment) for place, segment in enumerate(transcript)]
    return Transcript(segments, transcript.source, transcript.ignored, transcript.left_out)
