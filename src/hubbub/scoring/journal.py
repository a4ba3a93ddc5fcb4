"""The journal of a long scoring: a line for every session as soon as it is scored, for later runs to go on with.

Each line has a checksum in front, so that a line that was cut off by the end of the process, or of the power, is found.
Nothing that an earlier run saved is dropped unless the user says so.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any, Self
from weakref import finalize
from zlib import crc32

import msgspec

from hubbub.errors import FormatError, OptionError, either, wrong_scores
from hubbub.formats.files import open_file, read_all
from hubbub.model.metrics import called
from hubbub.model.result import Scores
from hubbub.model.schema import FILE, checked, data_of
from hubbub.model.scores import JOURNAL
from hubbub.model.signatures import Recipe, without_endings
from hubbub.model.tables import counted, listed
from hubbub.streams import unwritable
from hubbub.version import __version__

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
        return msgspec.json.Decoder(data_of(results=dict[str, msgspec.Raw]))

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
        """Close the file; and remove it, once all that it holds is written elsewhere. A second time is none."""
        closed = self._file.closed
        self._file.close()
        if not closed and remove and self.path is not None:
            os.remove(self.path)


def _opened(path: str | None) -> IO[bytes]:
    if path is None:
        return TemporaryFile(buffering=BUFFER)
    try:
        return open(path, "r+b" if os.path.exists(path) else "w+b", buffering=BUFFER)
    except OSError as error:
        raise unwritable(path, error) from None


def opened_journal(
    resume: str, systems: Sequence[str], signatures: Sequence[str], saving: bool, alignment: bool, force: bool = False
) -> Journal:
    """The journal beside a JSON of scores. Where there is none, what the JSON holds is noted in it.

    What either holds and this run of some systems would drop is an error, unless it may be dropped. Are alignments
    saved in the JSON, and are they in the journal?
    """
    if not resume.lower().endswith(".json"):
        raise OptionError(f"{resume}: a scoring goes on in a JSON of scores; name it *.json")
    saved = _saved(resume) if os.path.exists(resume) else {}
    fresh = not os.path.exists(resume + JOURNAL)
    if not force:
        check_kept(resume, _held(saved), systems, signatures, saving)
    journal = Journal(resume + JOURNAL, alignment)
    try:
        if fresh:
            journal.add_scores(resume, saved)
        elif not force:
            check_kept(resume + JOURNAL, journal.held, systems, signatures, alignment)
    except BaseException:
        journal.close(remove=fresh)
        raise
    return journal


def _saved(resume: str) -> dict[str, Any]:
    """The JSON of scores, as it is."""
    with open_file(resume) as file:
        text = read_all(file, resume)
    try:
        saved: dict[str, Any] = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise wrong_scores(error, resume) from None
    checked(saved, FILE, resume)
    return saved


def _held(saved: Mapping[str, Any]) -> set[tuple[str, str, bool]]:
    """Systems and signatures under which the JSON has results, and whether these have an alignment."""
    return {
        (run["system"], run["signature"], any("alignment" in result for result in run["sessions"].values()))
        for run in saved.get("scores", ())
        if run["sessions"]
    }


def check_kept(
    file: str,
    held: Iterable[tuple[str, str, bool]],
    systems: Sequence[str],
    signatures: Sequence[str],
    keeps_alignments: bool,
) -> None:
    """Raise an error where a file holds what this run would drop."""
    other, differing, aligned = [], [], []
    ours = {_metric(signature): signature for signature in signatures}
    for system, full, alignment in sorted(held):
        signature = without_endings(full)
        metric = _metric(signature)
        name = f"{metric} of {system}"
        if system not in systems or metric not in ours:
            other.append(name)
        elif signature != ours[metric]:
            differing.append(f"{name} with {_difference(signature, ours[metric])}")
        elif alignment and not keeps_alignments:
            aligned.append(f"the alignments of {name}")
    remedy = either("choose another file for --resume, or give --force to drop it", "choose another file for resume")
    if other:
        held_too = "which this run does not score and would drop"
        raise OptionError(f"{file} holds {listed(other, 4)}, {held_too}; score all in one run, {remedy}")
    if differing:
        raise OptionError(f"{file} holds {listed(differing, 4)}; give the same options, {remedy}")
    if aligned:
        raise OptionError(f"{file} holds {listed(aligned, 4)}, which this run would drop; add --alignment, {remedy}")


def _metric(signature: str) -> str:
    """The metric as its users call it."""
    return called(Recipe.parse(signature).metric, signature)


def _difference(held: str, ours: str) -> str:
    """The parts of a signature that another has not, and what that has in their place."""
    before, now = (Recipe.parse(signature).parts for signature in (held, ours))
    gone = [part for part in before if part not in now]
    come = [part for part in now if part not in before]
    return f"{' '.join(gone) or 'no ' + ' '.join(come)}, where this run has {' '.join(come) or 'none'}"


def check_sessions(resume: str, journal: Journal, scores: Sequence[Scores]) -> None:
    """Raise an error where sessions were saved that the input has not: they would be dropped."""
    scored = {run.system: run for run in scores}
    gone = [name for system, name in journal.sessions() if system in scored and name not in scored[system]]
    if gone:
        what = f"holds {counted(len(gone), 'session')} that the input does not have ({listed(gone, 3)})"
        remedy = either("give --force to drop them", f"remove {resume} and {resume}{JOURNAL} to begin anew")
        raise OptionError(f"{resume} {what}; {remedy}, or choose another file: what was scored now is kept beside it")
