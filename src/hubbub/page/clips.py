"""Short clips of the recordings around the errors, to be held by the page itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import wave
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from hubbub.errors import FormatError
from hubbub.formats.files import read_error
from hubbub.model.alignment import Alignment
from hubbub.model.result import Result
from hubbub.page.packing import HUNDREDTHS
from hubbub.platform import PROCESSES
from hubbub.scoring.outcome import shown

LIMIT = 20_000_000
"""Bytes of all clips as they stand in the page; beyond it the page would not be one to mail."""
LONGEST = 30.0
"""Seconds. One error after the other makes several clips, not one that does not fit."""
WAV, OPUS = "audio/wav", "audio/ogg"
BITRATE = 24_000
"""Of compressed speech, in bits per second."""

Span = tuple[float, float]


class Clip(NamedTuple):
    """A stretch of a session with errors."""

    start: float
    end: float
    errors: int
    content: str = ""
    """In base64."""


class Clips(NamedTuple):
    """The clips of all sessions, and how many errors they let be heard."""

    type: str
    sessions: dict[str, list[Clip]]
    heard: int
    errors: int
    size: int

    def held(self, sessions: Sequence[str]) -> list[dict[str, Any] | None]:
        """Which clips there are of each session, for the viewer."""
        found = (self.sessions.get(name) for name in sessions)
        return [
            None if one is None else {"type": self.type, "clips": [(clip.start, clip.end) for clip in one]}
            for one in found
        ]

    def blocks(self, sessions: Sequence[str]) -> dict[str, str]:
        """The content of every clip, by the name of its element in the page."""
        return {
            f"sound-{number}-{place}": clip.content
            for number, name in enumerate(sessions)
            if name in self.sessions
            for place, clip in enumerate(self.sessions[name])
        }

    def told(self) -> str:
        """What is said about them after the page was written."""
        limit = f"{self.size / 1e6:.1f} of at most {LIMIT / 1e6:.0f} MB of sound"
        return f"{self.heard:,} of {self.errors:,} places with errors can be heard, {limit}"


def windows(spans: Iterable[Span], around: float) -> list[Clip]:
    """Stretches around errors; those that touch are one, unless that would be too long.

    >>> [clip[:3] for clip in windows([(5, 6), (1, 2), (2.5, 3)], 0.5)]
    [(0.5, 3.5, 2), (4.5, 6.5, 1)]
    """
    found: list[Clip] = []
    for start, end in sorted(spans):
        begin, last = max(0.0, start - around), end + around
        before = found[-1] if found else Clip(0, -1, 0)
        if begin > before.end:
            found.append(Clip(begin, last, 1))
        elif max(before.end, last) - before.start <= LONGEST or last <= before.end:
            found[-1] = Clip(before.start, max(before.end, last), before.errors + 1)
        else:
            found.append(Clip(before.end, last, 1))
    return found


def error_spans(results: Iterable[Result | Alignment]) -> list[Span]:
    """When errors were said, or heard where nothing was said, under all scores of a session; each once."""
    times = {time for result in results for time in shown(result).error_times()}
    return [(start / HUNDREDTHS, end / HUNDREDTHS) for start, end in sorted(times)]


def cut(results: Mapping[str, Sequence[Result | Alignment]], recordings: Mapping[str, str], around: float) -> Clips:
    """Clips of the recordings, by session, with so many seconds before and after each error.

    Where all would be too large, stretches with the most errors per second come first.
    """
    program = shutil.which("ffmpeg") if PROCESSES else None
    wanted: list[tuple[str, Clip]] = []
    errors = 0
    for session, found in results.items():
        spans = error_spans(found)
        errors += len(spans)
        if session in recordings:
            wanted += [(session, window) for window in windows(spans, around)]
    wanted.sort(key=lambda one: -one[1].errors / (one[1].end - one[1].start))
    taken: dict[str, list[Clip]] = {}
    size = heard = 0
    for session, window in wanted:
        path = recordings[session]
        sound = _wav(path, window) if program is None else _compressed(program, path, window)
        content = b64encode(sound).decode("ascii")
        if size + len(content) > LIMIT:
            break
        if content:
            taken.setdefault(session, []).append(window._replace(content=content))
            size, heard = size + len(content), heard + window.errors
    sessions = {session: sorted(clips) for session, clips in taken.items()}
    return Clips(WAV if program is None else OPUS, sessions, heard, errors, size)


def _wav(path: str, window: Clip) -> bytes:
    """A stretch of a WAV file as one; nothing where the recording has ended."""
    try:
        with wave.open(path, "rb") as whole:
            rate, frames = whole.getframerate(), whole.getnframes()
            first, last = (min(round(at * rate), frames) for at in (window.start, window.end))
            if last <= first:
                return b""
            whole.setpos(first)
            made = BytesIO()
            with wave.open(made, "wb") as clip:
                clip.setparams(whole.getparams())
                clip.writeframes(whole.readframes(last - first))
            return made.getvalue()
    except (wave.Error, EOFError):
        how = "install ffmpeg, which reads others" if PROCESSES else "make it one"
        remedy = f"{how}, or leave --embed-audio away"
        raise FormatError(path, None, "is no WAV of plain samples", remedy) from None
    except OSError as error:
        raise read_error(path, error) from None


def _compressed(program: str, path: str, window: Clip) -> bytes:
    """The stretch as Opus, which takes a tenth of the room."""
    when = ["-ss", f"{window.start:.3f}", "-t", f"{window.end - window.start:.3f}"]
    how = ["-vn", "-ac", "1", "-c:a", "libopus", "-b:a", str(BITRATE), "-f", "ogg", "-"]
    command = [program, "-nostdin", "-v", "error", *when, "-i", os.path.abspath(path), *how]
    run = subprocess.run(command, capture_output=True, check=False)
    if run.returncode:
        lines = run.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        what = f"ffmpeg cannot cut it ({lines[-1][:100]})"
        raise FormatError(path, None, what, "check the recording, or leave --embed-audio away")
    return run.stdout
