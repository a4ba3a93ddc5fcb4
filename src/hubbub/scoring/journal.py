"""The journal of a long scoring: a line for every session as soon as it is scored, and Results that are read from it.

Each line has a checksum in front, so that a line that was cut off by the end of the process, or of the power, is found.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from threading import Lock
from typing import IO, Any, Self
from weakref import finalize
from zlib import crc32

from hubbub.errors import FormatError, HubbubError
from hubbub.model.endings import without_endings
from hubbub.model.result import Result, Scores
from hubbub.model.scores import Kept, Summed, added
from hubbub.model.summary import Summary, Totalled
from hubbub.model.time_warnings import Doubts
from hubbub.model.word_errors import WordErrors
from hubbub.scoring.outcome import NUMBERS
from hubbub.scoring.plain import UNPROVEN, Plain, plain
from hubbub.streams import unwritable
from hubbub.version import __version__

SUFFIX = ".journal"
"""What the name of the journal has behind that of the output."""

BUFFER = 1 << 17
"""Bytes that are read at once: at the end, the sessions follow each other."""

Key = tuple[str, str]
"""System and session."""
Noted = tuple[str, Mapping[str, bytes]]
"""The digest of a session, and its results as JSON by signature."""
Accepted = Sequence[str]
"""A signature, and others under which a result serves as well: a search that the same effort ended."""
ALIGNED = "|alignment"
"""What the signature of a result with an alignment has behind it."""


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
        self.held: set[tuple[str, str, bool]] = set()
        """Systems and signatures under which there are results, and whether these have an alignment."""
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
                self._file.close()
                remedy = "go on with that version, or remove it to begin anew"
                raise FormatError(self.path or "", None, f"was left by hubbub {entry.get('hubbub')}", remedy)
            if "session" in entry:
                self._hold(entry["system"], entry["results"])
                self._places[entry["system"], entry["session"]] = place, entry["digest"]
            place += len(line)
        self._file.seek(place)
        self._file.truncate()
        self._end = place
        if place == 0:
            self._write([{"hubbub": __version__}])

    def _write(self, entries: Sequence[dict[str, Any]]) -> list[int]:
        """Write a line for each entry, all in one go, and return where the lines begin."""
        import msgspec

        encode = msgspec.json.Encoder(enc_hook=str).encode
        places, lines = [], []
        end = self._end
        for entry in entries:
            payload = encode(entry)
            lines.append(b"%08x %s\n" % (crc32(payload), payload))
            places.append(end)
            end += len(lines[-1])
        try:
            self._file.seek(self._end)
            self._file.write(b"".join(lines))
        except OSError as error:
            raise unwritable(self.path or "the temporary journal", error) from None
        self._end = end
        return places

    def add(self, system: str, results: Mapping[str, Noted]) -> None:
        """Note the results of sessions as JSON, by signature."""
        import msgspec

        raw = {
            session: (digest, {self._key(signature): msgspec.Raw(text) for signature, text in found.items()})
            for session, (digest, found) in results.items()
        }
        with self._lock:
            self._add(system, raw)

    def _add(self, system: str, results: Mapping[str, tuple[str, Mapping[str, Any]]]) -> None:
        entries: list[dict[str, Any]] = [
            {
                "system": system,
                "session": session,
                "digest": digest,
                "results": {**self._known(system, session, digest), **found},
            }
            for session, (digest, found) in results.items()
        ]
        for entry, place in zip(entries, self._write(entries), strict=True):
            self._hold(system, entry["results"])
            self._places[system, entry["session"]] = place, entry["digest"]

    def _hold(self, system: str, keys: Iterable[str]) -> None:
        self.held.update((system, key.removesuffix(ALIGNED), key.endswith(ALIGNED)) for key in keys)

    def _key(self, signature: str) -> str:
        """What results are noted under: those without an alignment do not serve where one is wanted."""
        return signature + ALIGNED if self.alignment else signature

    def add_scores(self, source: str, data: Mapping[str, Any]) -> None:
        """Take over the scores of a finished JSON. Sessions without a digest are noted, and will be scored again."""
        for run in data.get("scores", ()):
            system, digests = run["system"], run.get("digests", {})
            new = {}
            for session, result in run["sessions"].items():
                digest = digests.get(session, "")
                if not isinstance(result, dict) or not isinstance(digest, str):
                    raise FormatError(source, None, "not a JSON of scores", "write one with --resume")
                signature = without_endings(run["signature"]) if result.get("exact") else run["signature"]
                key = signature + (ALIGNED if "alignment" in result else "")
                if (digest or (system, session) not in self._places) and key not in self._known(
                    system, session, digest
                ):
                    new[session] = digest, {key: result}
            if new:
                self._add(system, new)

    def flush(self) -> None:
        """Make sure that what was noted outlasts the process, and the power."""
        with self._lock:
            self._file.flush()
            if self.path is not None:
                os.fsync(self._file.fileno())

    def _known(self, system: str, session: str, digest: str) -> Mapping[str, Any]:
        place, noted = self._places.get((system, session), (-1, ""))
        return self._results(place) if place >= 0 and noted == digest else {}

    def has(self, system: str, session: str, digest: str, signatures: Sequence[Accepted]) -> bool:
        """Was this input scored under every metric, under one of the signatures that are accepted?"""
        with self._lock:
            known = self._known(system, session, digest)
            return all(any(self._key(one) in known for one in accepted) for accepted in signatures)

    def _results(self, place: int) -> Mapping[str, Any]:
        """The results in a line, by key: msgspec.Raw, the JSON that nobody has looked into."""
        self._file.seek(place)
        results: Mapping[str, Any] = self._lines.decode(self._file.readline()[9:])["results"]
        return results

    @cached_property
    def _lines(self) -> Any:
        """Decodes a line, but for its results."""
        from msgspec import json

        from hubbub.model.schema import JournalLine

        return json.Decoder(JournalLine)

    def result(self, system: str, session: str, signatures: Accepted) -> tuple[str, bytes]:
        """The first of these signatures under which there is a result of a session, and it as JSON."""
        with self._lock:
            results = self._results(self._places[system, session][0])
        signature = next(one for one in signatures if self._key(one) in results)
        return signature, bytes(results[self._key(signature)])

    def digest(self, system: str, session: str) -> str:
        return self._places[system, session][1]

    def sessions(self) -> Iterable[Key]:
        """All that there are results of."""
        return self._places

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


def _opened(path: str | None) -> IO[bytes]:
    if path is None:
        from tempfile import TemporaryFile

        return TemporaryFile(buffering=BUFFER)
    try:
        return open(path, "r+b" if os.path.exists(path) else "w+b", buffering=BUFFER)
    except OSError as error:
        raise unwritable(path, error) from None


class JournalResults(Mapping[str, Result], Kept, Summed, Totalled):
    """The sessions of one system under one metric.

    Counts are kept as columns. Whatever else there is about a session is read from the journal when it is asked for.
    """

    def __init__(self, journal: Journal, system: str, metric: str, accepted: Accepted) -> None:
        self._journal = journal
        self._system, self._metric, self._accepted = system, metric, accepted
        self._signature = accepted[0]
        self._places: dict[str, int] = {}
        self._numbers = array("q")
        """For each session the counts, cost, bound, whether it is exact, and speakers without a partner."""
        self._digests: dict[str, str | None] = {}
        self._left_out: dict[str, dict[str, float]] = {}
        self._doubts: dict[str, Doubts] = {}
        """Of sessions that have some."""
        self._sums = [0] * NUMBERS
        self._last: Result | None = None

    def add(self, results: Plain) -> None:
        """Take up sessions that the journal has."""
        self._places.update(zip(results.sessions, range(len(self._places), 1 << 62), strict=False))
        self._numbers.extend(results.numbers)
        self._digests.update(zip(results.sessions, results.digests, strict=True))
        sums = (sum(results.numbers[number::NUMBERS]) for number in range(NUMBERS))
        self._sums = [old + new for old, new in zip(self._sums, sums, strict=True)]
        self._left_out |= results.left_out
        self._doubts |= results.doubts

    def read(self, session: str) -> str:
        """Take up a session that an earlier run noted in the journal, and return the signature it has there."""
        result = self._read(session)
        self.add(plain(Scores({session: result}, self._metric, self._signature), alignment=False))
        return result.signature

    def order(self, sessions: Sequence[str]) -> None:
        """Put these sessions, which were the last that were added, in this order."""
        for session in sessions:
            if session in self._places:
                self._places[session] = self._places.pop(session)

    @property
    def left_out(self) -> dict[str, float]:
        """What was not scored, by reason, over all sessions."""
        return added(self._left_out[session] for session in self._places if session in self._left_out)

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
        overlap, long = self._doubts.get(session, Doubts())
        *counts, cost, bound, unproven, missed, alarms = self._numbers[place * NUMBERS : (place + 1) * NUMBERS]
        return Result.of(
            {
                "metric": self._metric,
                "session": session,
                "signature": self._signature,
                "counts": WordErrors(*counts),
                "cost": cost,
                "lower_bound": bound,
                "exact": not unproven,
                "missed_speakers": missed,
                "false_alarm_speakers": alarms,
                "reference_digest": self._digests[session],
                "left_out": dict(self._left_out.get(session, {})),
                "self_overlap": dict(overlap),
                "long_segments": dict(long),
                "look": (self._look, session),
            }
        )

    def text(self, session: str, alignment: bool) -> bytes | None:
        """The JSON of a session's result; None where it is kept with another choice of details."""
        if alignment != self._journal.alignment:
            return None
        _, text = self._journal.result(self._system, session, self._accepted)
        if not alignment and self._numbers[self._places[session] * NUMBERS + UNPROVEN]:
            from msgspec import json

            data = json.decode(text)
            data.pop("stages", None)  # which are kept for what ended the search
            text = json.encode(data)
        return text

    def wrong(self) -> int:
        """How many sessions hold an error."""
        kinds = (self._numbers[kind::NUMBERS] for kind in range(3))
        return sum(map(any, zip(*kinds, strict=True)))

    def reference_digests(self) -> Mapping[str, str | None]:
        """The digest of the reference of each session."""
        return self._digests

    def doubts(self) -> Mapping[str, Doubts]:
        """Doubts about word times, of sessions that have some."""
        return {session: self._doubts[session] for session in self._places if session in self._doubts}

    def _look(self, session: str, field: str) -> Any:
        if self._last is None or self._last.session != session:  # mostly several fields of one session are wanted
            self._last = self._read(session)
        return getattr(self._last, field)

    def _read(self, session: str) -> Result:
        from msgspec import json

        signature, text = self._journal.result(self._system, session, self._accepted)
        try:
            return Result.from_dict(json.decode(text), self._metric, session, signature)
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
