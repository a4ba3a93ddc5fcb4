"""Real meetings that come with the tests, packed as columns: see facts/README.md for where they are from."""

from __future__ import annotations

import json
import lzma
from functools import cache

from hubbub import Segment, Transcript
from support.paths import DATA


@cache
def corpus(name: str) -> dict[str, Transcript]:
    """The reference and the systems of a corpus, each a transcript of all sessions."""
    packed = json.loads(lzma.decompress((DATA / f"{name}.json.xz").read_bytes()))
    return {
        side: Transcript(
            [
                Segment(words, session, speaker, start, end)
                for words, session, speaker, start, end in zip(
                    *(columns[key] for key in ("words", "session_id", "speaker", "start_time", "end_time")), strict=True
                )
            ]
        )
        for side, columns in packed.items()
    }
