"""The journal of a long run: a line per session as soon as it is scored, from which later runs can continue.

Each line begins with a checksum, which detects lines that a crash or a power failure cut off. Results of an earlier
run are never dropped unless the user asks for it.
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
from hubbub.model.signatures import Recipe, limited
from hubbub.model.tables import counted, listed
from hubbub.scoring.run_lock import FLAGS, RunLock, check_own_file
from hubbub.streams import unwritable
from hubbub.version import __version__

FIRST_LINE = data_of(hubbub=str)
LINE = data_of(system=str, session=str, digest=str, results=dict[str, msgspec.Raw])
BUFFER = 1 << 17
"""Bytes per read. Sessions are mostly read in order."""

Key = tuple[str, str]
"""System and session."""
JournalEntry = tuple[str, Mapping[str, bytes]]
"""The digest of a session, and its results as JSON by signature."""
Accepted = Sequence[str]
"""Signatures whose saved results can be reused, the preferred one first."""
ALIGNED = "|alignment"
"""Suffix of the signature of a result with an alignment."""


class Journal:
    """Results in a file, by system, session and signature."""

    def __init__(self, path: str | None = None, alignment: bool = True, lock: RunLock | None = None) -> None:
        """Opens an existing file to continue, or a new one; without a path a temporary file.

        `alignment` is whether results are saved with their alignments. `lock` is that of the path, if it is taken
        already.
        """
        self.path = path
        self.alignment = alignment
        self._lock = Lock()  # one thread writes while another reads
        self._run_lock = lock or (None if path is None else RunLock(path))
        try:
            self._open(path)
        except BaseException:
            self._release()
            raise

    def _open(self, path: str | None) -> None:
        self._file = _opened(path)
        if path is None:
            finalize(self, self._file.close)  # with the last result that is read from it
        self._places: dict[Key, tuple[int, str]] = {}
        """The offset of the line of each session, and the digest of its input."""
        self.saved: set[tuple[str, str, bool]] = set()
        """Systems and signatures of the results, and whether these have an alignment."""
        self._end = 0
        try:
            self._load()
        except BaseException:
            self._file.close()
            raise

    def _load(self) -> None:
        """Indexes the complete lines, and truncates the file at the first broken one."""
        place = 0
        for line in self._file:
            payload = line[9:-1]
            if not line.endswith(b"\n") or line[:9] != b"%08x " % crc32(payload):
                if place == 0 and not _line({"hubbub": __version__}).startswith(line):
                    raise FormatError(self.path or "", None, "is not a journal", "remove it, or choose another output")
                break
            try:
                entry = msgspec.json.decode(payload, type=LINE if place else FIRST_LINE)
            except msgspec.MsgspecError as error:
                what, remedy = f"is not a journal ({error})", "remove it, or choose another output"
                raise FormatError(self.path or "", None, what, remedy) from None
            if place == 0 and entry["hubbub"] != __version__:
                remedy = "continue with that version, or remove the file to start again"
                raise FormatError(self.path or "", None, f"was written by hubbub {entry['hubbub']}", remedy)
            if place:
                self._index(entry["system"], entry["results"])
                self._places[entry["system"], entry["session"]] = place, entry["digest"]
            place += len(line)
        self._file.seek(place)
        self._file.truncate()
        self._end = place
        if place == 0:
            self._write([{"hubbub": __version__}])

    def _write(self, entries: Sequence[dict[str, Any]]) -> list[int]:
        """Writes a line for each entry in one call; returns the offsets of the lines."""
        places, lines = [], []
        end = self._end
        for entry in entries:
            lines.append(_line(entry))
            places.append(end)
            end += len(lines[-1])
        try:
            self._file.seek(self._end)
            self._file.write(b"".join(lines))
        except OSError as error:
            raise unwritable(self.path or "the temporary journal", error) from None
        self._end = end
        return places

    def add(self, system: str, results: Mapping[str, JournalEntry]) -> None:
        """Adds the results of sessions as JSON, by signature."""
        raw = {
            session: (digest, {self._key(signature): msgspec.Raw(text) for signature, text in texts.items()})
            for session, (digest, texts) in results.items()
        }
        with self._lock:
            self._add(system, raw)

    def _add(self, system: str, results: Mapping[str, tuple[str, Mapping[str, Any]]]) -> None:
        entries: list[dict[str, Any]] = [
            {
                "system": system,
                "session": session,
                "digest": digest,
                "results": {**self._saved(system, session, digest), **texts},
            }
            for session, (digest, texts) in results.items()
        ]
        for entry, place in zip(entries, self._write(entries), strict=True):
            self._index(system, entry["results"])
            self._places[system, entry["session"]] = place, entry["digest"]

    def _index(self, system: str, keys: Iterable[str]) -> None:
        self.saved.update((system, key.removesuffix(ALIGNED), key.endswith(ALIGNED)) for key in keys)

    def _key(self, signature: str) -> str:
        """Returns the key of results: those without an alignment cannot be reused if alignments are saved."""
        return signature + ALIGNED if self.alignment else signature

    def add_scores(self, source: str, data: Mapping[str, Any]) -> None:
        """Adds the scores of a finished JSON. Sessions without a digest are added too, but will be scored again."""
        for run in data.get("scores", ()):
            system, digests = run["system"], run.get("digests", {})
            new = {}
            for session, result in run["sessions"].items():
                digest = digests.get(session, "")
                if not isinstance(result, dict) or not isinstance(digest, str):
                    raise FormatError(source, None, "not a JSON of scores", "write one with --resume")
                signature = limited(run["signature"], () if result.get("exact") else None)
                key = signature + (ALIGNED if "alignment" in result else "")
                if (digest or (system, session) not in self._places) and key not in self._saved(
                    system, session, digest
                ):
                    new[session] = digest, {key: result}
            if new:
                self._add(system, new)

    def flush(self) -> None:
        """Writes the journal to the disk, so a crash or power failure cannot lose it."""
        with self._lock:
            self._file.flush()
            if self.path is not None:
                os.fsync(self._file.fileno())

    def _saved(self, system: str, session: str, digest: str) -> Mapping[str, Any]:
        place, saved_digest = self._places.get((system, session), (-1, ""))
        return self._results(place) if place >= 0 and saved_digest == digest else {}

    def has(self, system: str, session: str, digest: str, signatures: Sequence[Accepted]) -> bool:
        """Returns whether this input has a result under every metric, with one of its accepted signatures."""
        with self._lock:
            saved = self._saved(system, session, digest)
            return all(any(self._key(signature) in saved for signature in accepted) for accepted in signatures)

    def _results(self, place: int) -> Mapping[str, Any]:
        """Returns the results in a line by key, as unparsed JSON (msgspec.Raw)."""
        self._file.seek(place)
        results: Mapping[str, Any] = self._lines.decode(self._file.readline()[9:])["results"]
        return results

    @cached_property
    def _lines(self) -> Any:
        """Decodes a line without parsing its results."""
        return msgspec.json.Decoder(data_of(results=dict[str, msgspec.Raw]))

    def result(self, system: str, session: str, signatures: Accepted) -> tuple[str, bytes]:
        """Returns the first of these signatures with a result of a session, and the result as JSON."""
        with self._lock:
            results = self._results(self._places[system, session][0])
        found = next(signature for signature in signatures if self._key(signature) in results)
        return found, bytes(results[self._key(found)])

    def digest(self, system: str, session: str) -> str:
        return self._places[system, session][1]

    def sessions(self) -> Iterable[Key]:
        """Returns system and session of all results."""
        return self._places

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Removes the journal, since all results were saved, unless there was an error and it has results."""
        self.close(remove=kind is None or not self._places)

    def close(self, remove: bool) -> None:
        """Closes the file, and removes it if all results are saved elsewhere. May be called again."""
        closed = self._file.closed
        self._file.close()
        if not closed and remove and self.path is not None:
            os.remove(self.path)
        self._release()

    def _release(self) -> None:
        if self._run_lock is not None:
            self._run_lock.release()
            self._run_lock = None


def _line(entry: Mapping[str, Any]) -> bytes:
    """Returns a line of the journal."""
    payload = msgspec.json.encode(entry, enc_hook=str)
    return b"%08x %s\n" % (crc32(payload), payload)


def _opened(path: str | None) -> IO[bytes]:
    if path is None:
        return TemporaryFile(buffering=BUFFER)
    check_own_file(path)
    try:
        return open(os.open(path, FLAGS, 0o666), "r+b", buffering=BUFFER)
    except OSError as error:
        raise unwritable(path, error) from None


def opened_journal(
    resume: str, systems: Sequence[str], signatures: Sequence[str], saving: bool, alignment: bool, force: bool = False
) -> Journal:
    """Returns the journal next to a JSON of scores. A new one gets the results of the JSON.

    Raises OptionError if this run would drop results of either, unless `force`. `saving` is whether the JSON will have
    alignments, `alignment` whether the journal has them.
    """
    if not resume.lower().endswith(".json"):
        raise OptionError(f"{resume}: a run can be resumed only from a JSON of scores; name it *.json")
    lock = RunLock(resume + JOURNAL)
    try:
        saved = _saved(resume) if os.path.exists(resume) else {}
        fresh = not os.path.lexists(resume + JOURNAL)
        if not force:
            check_dropped(resume, _contents(saved), systems, signatures, saving)
    except BaseException:
        lock.release()
        raise
    journal = Journal(resume + JOURNAL, alignment, lock)
    try:
        if fresh:
            journal.add_scores(resume, saved)
        elif not force:
            check_dropped(resume + JOURNAL, journal.saved, systems, signatures, alignment)
    except BaseException:
        journal.close(remove=fresh)
        raise
    return journal


def _saved(resume: str) -> dict[str, Any]:
    """Returns the content of a JSON of scores."""
    with open_file(resume) as file:
        text = read_all(file, resume)
    try:
        saved: dict[str, Any] = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise wrong_scores(error, resume) from None
    checked(saved, FILE, resume)
    return saved


def _contents(saved: Mapping[str, Any]) -> set[tuple[str, str, bool]]:
    """Returns systems and signatures of the results in a JSON, and whether these have an alignment."""
    return {
        (run["system"], run["signature"], any("alignment" in result for result in run["sessions"].values()))
        for run in saved.get("scores", ())
        if run["sessions"]
    }


def check_dropped(
    file: str,
    saved: Iterable[tuple[str, str, bool]],
    systems: Sequence[str],
    signatures: Sequence[str],
    saves_alignments: bool,
) -> None:
    """Raises OptionError if a file has results that this run would drop."""
    other, differing, aligned = [], [], []
    ours = {_metric(signature): signature for signature in signatures}
    for system, full, alignment in sorted(saved):
        signature = limited(full, ())
        metric = _metric(signature)
        name = f"{metric} of {system}"
        if system not in systems or metric not in ours:
            other.append(name)
        elif signature != ours[metric]:
            differing.append(f"{name} with {_difference(signature, ours[metric])}")
        elif alignment and not saves_alignments:
            aligned.append(f"the alignments of {name}")
    remedy = either("choose another file for --resume, or use --force to discard it", "or resume from another file")
    if other:
        reason = "which this run does not score and would drop"
        raise OptionError(f"{file} contains {listed(other, 4)}, {reason}; score all in one run, {remedy}")
    if differing:
        raise OptionError(f"{file} contains {listed(differing, 4)}; use the same options, {remedy}")
    if aligned:
        raise OptionError(f"{file} contains {listed(aligned, 4)}, which this run would drop; add --alignment, {remedy}")


def _metric(signature: str) -> str:
    """Returns the name of the metric in commands."""
    return called(Recipe.parse(signature).metric, signature)


def _difference(saved: str, ours: str) -> str:
    """Returns the parts of a saved signature that differ from this run's, with those of this run."""
    before, now = (Recipe.parse(signature).parts for signature in (saved, ours))
    removed = [part for part in before if part not in now]
    added = [part for part in now if part not in before]
    return f"{' '.join(removed) or 'no ' + ' '.join(added)} (this run: {' '.join(added) or 'none'})"


def check_sessions(resume: str, journal: Journal, scores: Sequence[Scores]) -> None:
    """Raises OptionError if the file has sessions that are missing from the input and would be dropped."""
    scored = {run.system: run for run in scores}
    gone = [name for system, name in journal.sessions() if system in scored and name not in scored[system]]
    if gone:
        what = f"contains {counted(len(gone), 'session')} that the input does not have ({listed(gone, 3)})"
        remedy = either("use --force to drop them", f"remove {resume} and {resume}{JOURNAL} to start again")
        raise OptionError(f"{resume} {what}; {remedy}, or choose another file (the new scores are in the journal)")
