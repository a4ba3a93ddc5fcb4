"""Keeps or skips the segments of chosen speakers, whatever their format."""

from collections.abc import Sequence

from hubbub.model.messages import Note
from hubbub.model.reading_options import Reading
from hubbub.model.tables import counted, listed
from hubbub.model.transcript import Transcript


def with_chosen_speakers(sides: Sequence[Transcript], reading: Reading) -> list[Transcript]:
    """Returns the transcripts without the segments of other speakers.

    A transcript that has none of `speakers` is kept whole, since its streams may have other names. Sessions of the
    first transcript, the reference, in which no segment is left are skipped in all.
    """
    if not reading.speakers and not reading.drop_speakers:
        return list(sides)
    for side in sides:
        for option in ("speakers", "drop_speakers"):
            reading.see(option, (segment.speaker for segment in side if segment.speaker))
    found = [_chosen(side, reading) for side in sides]
    gone = set(sides[0].session_names()) - set(found[0].session_names())
    if gone:
        found = [_without(side, gone) for side in found]
        found[0].doubts.append(
            Note(f"skipped {counted(len(gone), 'session')} without a chosen speaker", "skipped", sides[0].source)
        )
    return found


def _chosen(side: Transcript, reading: Reading) -> Transcript:
    names = {segment.speaker for segment in side if segment.speaker}
    wanted = set(reading.speakers) & names
    dropped = set(reading.drop_speakers) | (names - wanted if wanted else set())
    if reading.speakers and not wanted:
        line = f"has none of the chosen speakers ({listed(list(reading.speakers), 4)}), so all of its speakers are kept"
        side.doubts.append(Note(line, "speakers", side.source))
    kept = [segment for segment in side if segment.speaker not in dropped and (segment.speaker or not wanted)]
    if len(kept) == len(side):
        return side
    found = Transcript(kept, side.source, side.ignored, side.left_out)
    found.called_after_file, found.doubts = side.called_after_file, list(side.doubts)
    others = [str(name) for name in dict.fromkeys(segment.speaker for segment in side) if name in dropped]
    what = f"segments of other speakers ({listed(others, 4)})" if others else "segments without a speaker"
    found.left_out[what] = len(side) - len(kept)
    return found


def _without(side: Transcript, sessions: set[str]) -> Transcript:
    found = side.select([name for name in side.session_names() if name not in sessions])
    found.called_after_file, found.doubts = side.called_after_file, list(side.doubts)
    return found
