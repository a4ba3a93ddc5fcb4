"""The journal of a long scoring: a line for every session as soon as it is scored, and Results that are read from it.

Each line has a checksum in front, so that a line that was cut off by the end of the process, or of the power, is found.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, BinaryIO, Self
from weakref import finalize
from zlib import crc32

from hubbub.errors import FormatError, HubbubError
from hubbub.model.alignment import WordErrors
from hubbub.model.result import Result, Scores
from hubbub.model.summary import Summary
from hubbub.scoring.plain import EMPTY, NUMBERS, Plain, plain
from hubbub.streams import unwritable
from hubbub.version import __version__

SUFFIX = ".journal"
"""What the name of the journal has behind that of the output."""

Key = tuple[str, str]
"""System and session."""


class Journal:
    """Results in a file, by system, session and signature."""

    def __init__(self, path: str | None = None, alignment: bool = True) -> None:
        """Goes on with the file of this name, where there is one; without a name, the file is gone with the process.

        Results are kept with their alignment, unless nobody will ask for it.
        """
        self.path = path
        self.alignment = alignment
        self._lock = Lock()  # one thread writes while another looks what is there
        self._file = _opened(path)
        if path is None:
            finalize(self, self._file.close)  # with the last result that is read from it
        self._places: dict[Key, tuple[int, str]] = {}
        """Where the line of a session begins, and the digest of its input."""
        self._end = 0
        self._load()

    def _load(self) -> None:
        """Find the lines that are whole; what comes after a broken one is cut off."""
        import msgspec

        place = 0
        for line in self._file:
            payload = line[9:-1]
            if not line.endswith(b"\n") or line[:9] != b"%08x " % crc32(payload):
                break
            entry = msgspec.json.decode(payload)
            if place == 0 and entry.get("hubbub") != __version__:
                break
            if "session" in entry:
                self._places[entry["system"], entry["session"]] = place, entry["digest"]
            place += len(line)
        self._file.seek(place)
        self._file.truncate()
        self._end = place
        if place == 0:
            self._write({"hubbub": __version__})

    def _write(self, entry: dict[str, Any]) -> int:
        import msgspec

        payload = msgspec.json.encode(entry, enc_hook=str)
        line = b"%08x %s\n" % (crc32(payload), payload)
        place = self._end
        try:
            self._file.seek(place)
            self._file.write(line)
        except OSError as error:
            raise unwritable(self.path or "the temporary journal", error) from None
        self._end += len(line)
        return place

    def add(self, system: str, session: str, digest: str, results: Mapping[str, bytes]) -> None:
        """Note the results of a session as JSON, by signature."""
        import msgspec

        data = {self._key(signature): msgspec.Raw(text) for signature, text in results.items()}
        with self._lock:
            self._add(system, session, digest, data)

    def _add(self, system: str, session: str, digest: str, results: Mapping[str, Any]) -> None:
        known = {**self._known(system, session, digest), **results}
        entry = {"system": system, "session": session, "digest": digest, "results": known}
        self._places[system, session] = self._write(entry), digest

    def _key(self, signature: str) -> str:
        """What results are noted under: those without an alignment do not serve where one is wanted."""
        return f"{signature}|alignment" if self.alignment else signature

    def add_scores(self, source: str, data: dict[str, Any]) -> None:
        """Take over the scores of a finished JSON that has digests."""
        for run in data.get("scores", ()):
            digests = run.get("digests", {}) if isinstance(run, dict) else {}
            for session, digest in digests.items():
                result = run["sessions"].get(session)
                if not isinstance(result, dict) or not isinstance(digest, str):
                    raise FormatError(source, None, "not a JSON of scores", "write one with --resume")
                key = run["signature"] + ("|alignment" if "alignment" in result else "")
                if key not in self._known(run["system"], session, digest):
                    self._add(run["system"], session, digest, {key: result})

    def flush(self) -> None:
        """Make sure that what was noted outlasts the process, and the power."""
        with self._lock:
            self._file.flush()
            if self.path is not None:
                os.fsync(self._file.fileno())

    def _known(self, system: str, session: str, digest: str) -> dict[str, dict[str, Any]]:
        place, noted = self._places.get((system, session), (-1, ""))
        return self._results(place) if place >= 0 and noted == digest else {}

    def has(self, system: str, session: str, digest: str, signatures: Sequence[str]) -> bool:
        """Was this input scored under all of these signatures?"""
        with self._lock:
            return set(map(self._key, signatures)) <= self._known(system, session, digest).keys()

    def _results(self, place: int) -> dict[str, dict[str, Any]]:
        import msgspec

        self._file.seek(place)
        results: dict[str, dict[str, Any]] = msgspec.json.decode(self._file.readline()[9:])["results"]
        return results

    def result(self, system: str, session: str, signature: str) -> dict[str, Any]:
        """The result of a session as plain data."""
        with self._lock:
            return self._results(self._places[system, session][0])[self._key(signature)]

    def digest(self, system: str, session: str) -> str:
        return self._places[system, session][1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """All that it holds was written elsewhere, unless there was an error: then a later run goes on with it."""
        self.close(remove=kind is None or not self._places)

    def close(self, remove: bool) -> None:
        """Close the file; and remove it, once all that it holds is written elsewhere."""
        self._file.close()
        if remove and self.path is not None:
            os.remove(self.path)


def _opened(path: str | None) -> BinaryIO:
    if path is None:
        from tempfile import TemporaryFile

        return TemporaryFile()
    try:
        return open(path, "r+b" if os.path.exists(path) else "w+b")
    except OSError as error:
        raise unwritable(path, error) from None


class JournalResults(Mapping[str, Result]):
    """The sessions of one system under one metric.

    Counts are kept as columns. Whatever else there is about a session is read from the journal when it is asked for.
    """

    def __init__(self, journal: Journal, system: str, metric: str, signature: str) -> None:
        self._journal = journal
        self._system, self._metric, self._signature = system, metric, signature
        self._places: dict[str, int] = {}
        self._numbers = array("q")
        """For each session the counts, cost, bound, whether it is exact, and speakers without a partner."""
        self._digests: dict[str, str | None] = {}
        self._empty: dict[str, bytearray] = {field: bytearray() for field in EMPTY}
        """For each session whether these fields are empty."""
        self._sums = [0] * NUMBERS
        self._last: Result | None = None
        self.left_out: dict[str, float] = {}
        """What was not scored, by reason, over all sessions."""

    def add(self, results: Plain) -> None:
        """Take up sessions that the journal has."""
        self._places.update(zip(results.sessions, range(len(self._places), 1 << 62), strict=False))
        self._numbers.extend(results.numbers)
        self._digests.update(zip(results.sessions, results.digests, strict=True))
        sums = (sum(results.numbers[number::NUMBERS]) for number in range(NUMBERS))
        self._sums = [old + new for old, new in zip(self._sums, sums, strict=True)]
        for field, flags in self._empty.items():
            flags.extend(results.empty[field])
        for left_out in results.left_out.values():
            for reason, number in left_out.items():
                self.left_out[reason] = self.left_out.get(reason, 0) + number

    def read(self, session: str) -> None:
        """Take up a session that an earlier run noted in the journal."""
        scores = Scores({session: self._read(session)}, self._metric, self._signature)
        self.add(plain(scores, alignment=False))

    def order(self, sessions: Sequence[str]) -> None:
        """Put these sessions, which were the last that were added, in this order."""
        for session in sessions:
            if session in self._places:
                self._places[session] = self._places.pop(session)

    @property
    def unpaired(self) -> tuple[int, int]:
        """Speakers without a stream and streams without a speaker, over all sessions."""
        *_, missed, alarms = self._sums
        return missed, alarms

    @property
    def total(self) -> Summary:
        """The sum of all sessions."""
        *counts, cost, bound, unproven, _, _ = self._sums
        return Summary(counts=WordErrors(*counts), cost=cost, lower_bound=bound, exact=not unproven)

    def __getitem__(self, session: str) -> Result:
        place = self._places[session]
        *counts, cost, bound, unproven, missed, alarms = self._numbers[place * NUMBERS : (place + 1) * NUMBERS]
        return Result.of(
            metric=self._metric,
            session=session,
            signature=self._signature,
            counts=WordErrors(*counts),
            cost=cost,
            lower_bound=bound,
            exact=not unproven,
            missed_speakers=missed,
            false_alarm_speakers=alarms,
            reference_digest=self._digests[session],
            look=(self._look, session),
            **{field: {} for field, flags in self._empty.items() if flags[place]},
        )

    def plain(self, session: str, alignment: bool) -> dict[str, Any] | None:
        """The result of a session as plain data; None where it is kept with another choice of details."""
        if alignment != self._journal.alignment:
            return None
        data = self._journal.result(self._system, session, self._signature)
        if not alignment:
            data.pop("stages", None)  # which are kept for what ended the search
        return data

    def _look(self, session: str, field: str) -> Any:
        if self._last is None or self._last.session != session:  # mostly several fields of one session are wanted
            self._last = self._read(session)
        return getattr(self._last, field)

    def _read(self, session: str) -> Result:
        data = self._journal.result(self._system, session, self._signature)
        try:
            return Result.from_dict(data, self._metric, session, self._signature)
        except FormatError:
            raise HubbubError(f"the journal of session {session} cannot be read; score it anew") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)
