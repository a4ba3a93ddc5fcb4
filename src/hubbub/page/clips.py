"""Short audio clips around the errors, embedded in the page."""

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
"""Maximum bytes of all clips, to keep the page small enough for mail."""
LONGEST = 30.0
"""Maximum seconds of a clip. A long run of errors becomes several clips, some of which may fit."""
WAV, OPUS = "audio/wav", "audio/ogg"
BITRATE = 24_000
"""Bits per second of compressed speech."""

Span = tuple[float, float]


class Window(NamedTuple):
    """A stretch of a session with errors."""

    start: float
    end: float
    errors: int


class SessionClips(NamedTuple):
    """The clips of one session."""

    type: str
    spans: list[Span]
    content: list[str]
    """Base64."""


class Clips(NamedTuple):
    """The clips of all sessions, and the number of errors that they cover."""

    sessions: dict[str, SessionClips]
    covered: int
    errors: int
    size: int

    def spans(self, sessions: Sequence[str]) -> list[dict[str, Any] | None]:
        """Returns the clips of each session, for the viewer."""
        found = (self.sessions.get(name) for name in sessions)
        return [None if one is None else {"type": one.type, "clips": one.spans} for one in found]

    def blocks(self, sessions: Sequence[str]) -> dict[str, str]:
        """Returns the content of every clip, by the id of its element in the page."""
        return {
            f"sound-{number}-{place}": content
            for number, name in enumerate(sessions)
            if name in self.sessions
            for place, content in enumerate(self.sessions[name].content)
        }

    def summary(self) -> str:
        """Returns a note for the terminal."""
        size = f"{self.size / 1e6:.1f} of at most {LIMIT / 1e6:.0f} MB"
        return f"embedded audio for {self.covered:,} of {self.errors:,} errors ({size})"


def windows(spans: Iterable[Span], around: float) -> list[Window]:
    """Returns stretches around errors, merged if they touch, unless that would be too long.

    >>> windows([(5, 6), (1, 2), (2.5, 3)], 0.5)
    [Window(start=0.5, end=3.5, errors=2), Window(start=4.5, end=6.5, errors=1)]
    """
    found: list[Window] = []
    for start, end in sorted(spans):
        begin, last = max(0.0, start - around), end + around
        before = found[-1] if found else Window(0, -1, 0)
        if begin > before.end:
            found.append(Window(begin, last, 1))
        elif max(before.end, last) - before.start <= LONGEST or last <= before.end:
            found[-1] = Window(before.start, max(before.end, last), before.errors + 1)
        else:
            found.append(Window(before.end, last, 1))
    return found


def error_spans(results: Iterable[Result | Alignment]) -> list[Span]:
    """Returns the time spans of errors under all scores of a session, each once."""
    times = {time for result in results for time in shown(result).error_times()}
    return [(start / HUNDREDTHS, end / HUNDREDTHS) for start, end in sorted(times)]


def cut(results: Mapping[str, Sequence[Result | Alignment]], recordings: Mapping[str, str], around: float) -> Clips:
    """Cuts clips from the recordings, with `around` seconds before and after each error.

    If all of them would be too large, stretches with the most errors per second come first.
    """
    program = shutil.which("ffmpeg") if PROCESSES else None
    wanted: list[tuple[str, Window]] = []
    errors = 0
    for session, found in results.items():
        spans = error_spans(found)
        errors += len(spans)
        if session in recordings:
            wanted += [(session, window) for window in windows(spans, around)]
    wanted.sort(key=lambda one: -one[1].errors / (one[1].end - one[1].start))
    taken: dict[str, list[tuple[Window, str]]] = {}
    size = covered = 0
    for session, window in wanted:
        path = recordings[session]
        sound = _wav(path, window) if program is None else _compressed(program, path, window)
        content = b64encode(sound).decode("ascii")
        if size + len(content) > LIMIT:
            break
        if content:
            taken.setdefault(session, []).append((window, content))
            size, covered = size + len(content), covered + window.errors
    sessions = {
        session: SessionClips(
            WAV if program is None else OPUS,
            [(window.start, window.end) for window, _ in sorted(clips)],
            [content for _, content in sorted(clips)],
        )
        for session, clips in taken.items()
    }
    return Clips(sessions, covered, errors, size)


def _wav(path: str, window: Window) -> bytes:
    """Returns a stretch of a WAV file as WAV; empty if it is after the end of the recording."""
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
        how = "install ffmpeg, which reads more formats" if PROCESSES else "convert it"
        remedy = f"{how}, or drop --embed-audio"
        raise FormatError(path, None, "not an uncompressed WAV file", remedy) from None
    except OSError as error:
        raise read_error(path, error) from None


def _compressed(program: str, path: str, window: Window) -> bytes:
    """Returns the stretch as Opus, about a tenth of the size of WAV."""
    when = ["-ss", f"{window.start:.3f}", "-t", f"{window.end - window.start:.3f}"]
    how = ["-vn", "-ac", "1", "-c:a", "libopus", "-b:a", str(BITRATE), "-f", "ogg", "-"]
    command = [program, "-nostdin", "-v", "error", *when, "-i", os.path.abspath(path), *how]
    run = subprocess.run(command, capture_output=True, check=False)
    if run.returncode:
        lines = run.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        what = f"ffmpeg cannot read it ({lines[-1][:100]})"
        raise FormatError(path, None, what, "check the recording, or drop --embed-audio")
    return run.stdout
