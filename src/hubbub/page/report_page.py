"""The report page: one HTML file with overview, timeline, text and error analysis. It works offline."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from hubbub.errors import FormatError, InputError, shown, written
from hubbub.formats.files import file_name, read_error, real_path, relative
from hubbub.formats.writing import write_files
from hubbub.insight.blame import Blame
from hubbub.model.alignment import Alignment
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.diarization_result import DiarizationResult, DiarizationScores
from hubbub.model.messages import Message, Note, by_level
from hubbub.model.metrics import ALL_METRICS, counted_unit
from hubbub.model.result import Result, Scores
from hubbub.model.result_details import as_text
from hubbub.model.score_intervals import remarks
from hubbub.model.scores import Sessions, named_system
from hubbub.model.tables import visible
from hubbub.model.transcript import Transcript
from hubbub.model.values import is_iterable, parse_seconds
from hubbub.model.word_errors import Summary
from hubbub.page import PAGE_SUFFIXES, SHOWN
from hubbub.page.clips import Clips, cut
from hubbub.page.overview import STRIPS, Totals, pack_comparisons
from hubbub.page.packing import AUDIO_KEYS, in_blocks, level_for, pack
from hubbub.page.page_diarization import alignment_of, summary, unit_of
from hubbub.page.page_session import Findings, pack_parts, pack_session, pack_total
from hubbub.parallel import count, in_order
from hubbub.scoring.outcome import origin
from hubbub.version import __version__

if TYPE_CHECKING:
    from hubbub.statistics.intervals import Interval

Run = Scores | DiarizationScores
"""One system under one metric."""
AUDIO_SUFFIXES = (".wav", ".flac", ".mp3", ".ogg", ".m4a", ".opus")


class Page:
    """The report page as HTML. Notebooks show it inline."""

    def __init__(self, pieces: Sequence[str], runs: Sequence[Run]) -> None:
        self.pieces = pieces
        """The HTML in pieces, so a large page can be written without joining them."""
        self._runs = runs

    @property
    def html(self) -> str:
        """The whole page as one text."""
        return "".join(self.pieces)

    @property
    def size(self) -> int:
        """Characters of the HTML."""
        return sum(map(len, self.pieces))

    @property
    def table(self) -> str:
        """The scores as HTML tables, for notebooks that remove the page because they do not trust it."""
        return "".join(run._repr_html_() for run in self._runs)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the file, completely or not at all."""
        write_files({page_name(path): self.pieces})

    def __repr__(self) -> str:
        return f"<report page, {self.size / 1e6:.1f} MB; write(path) saves it>"

    def _repr_html_(self) -> str:
        # The sandbox prevents the page from accessing the notebook. The tables are behind the page: they are visible if
        # an untrusted notebook removes the page.
        return (
            '<div style="position:relative;height:760px;overflow:auto;border:1px solid #8884;border-radius:8px">'
            f"{self.table}"
            f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts allow-downloads allow-modals"'
            ' title="hubbub report" style="position:absolute;inset:0;width:100%;height:100%;border:0"></iframe></div>'
        )


def page_name(path: str | os.PathLike[str]) -> str:
    """Returns the file name of a page; raises FormatError unless it ends in .html or .htm."""
    name = file_name(path)
    if not name.lower().endswith(PAGE_SUFFIXES):
        raise FormatError(
            name, None, "the report page is HTML", f"name it {' or '.join('*' + end for end in PAGE_SUFFIXES)}"
        )
    return name


def report(
    scores: Result | Scores | Mapping[str, Result] | Mapping[str, Scores] | Iterable[Any],
    path: str | os.PathLike[str] | None = None,
    title: str | None = None,
    audio: Mapping[str, str] | None = None,
    embed_audio: float | None = None,
) -> Page:
    """Returns the report page of one or several scores, and writes it to `path` if given.

    Takes Results and Scores of words or of diarization, and Blames, whose causes are shown with their scores. `audio`
    is a dict of session and path, relative to the page. With `embed_audio` the page contains the audio around every
    error, from this number of seconds before it to as many after it.
    """
    runs = _as_list(scores)
    if not runs:
        raise InputError("there are no scores to show; give those of at least one metric")
    if title is not None and not isinstance(title, str):
        raise InputError(f"the title is {shown(title)}; give a string")
    shown_runs, blames = _explained(runs)
    recordings = _checked_audio(audio)
    clips = cut_clips(shown_runs, recordings, "" if path is None else page_name(path), embed_audio)
    page = make_page(shown_runs, title, recordings, blames, isinstance(scores, Result), clips)
    if path is not None:
        page.write(path)
    return page


def page_of(scores: Iterable[Any], command: str) -> Page:
    """Returns the page of the scores or Blames of a command."""
    runs, blames = _explained(_as_list(scores))
    return make_page(runs, blames=blames, command=command)


def _explained(runs: Sequence[Run | Blame]) -> tuple[list[Run], dict[int, Blame]]:
    """Returns the scores, and the Blames of some of them by number."""
    blames = {number: run for number, run in enumerate(runs) if isinstance(run, Blame)}
    return [(run.explained if isinstance(run, Blame) else run) for run in runs], blames


def _as_list(scores: Any) -> list[Run | Blame]:
    if isinstance(scores, (Result, DiarizationResult)):
        return [scores.alone()]
    if isinstance(scores, (Scores, Blame, DiarizationScores)):
        return [scores]
    single = isinstance(scores, (Sessions, str, bytes)) or hasattr(scores, "_fields")
    if single or not is_iterable(scores):
        raise InputError(f"the page cannot show {shown(scores)}; pass word or diarization scores")
    if isinstance(scores, Mapping):  # by metric, as score() gives them, or by the name of a system
        return [named_system(name, flat) for name, part in scores.items() for flat in _as_list(part)]  # type: ignore[misc]
    return [flat for part in scores for flat in _as_list(part)]


def _checked_audio(audio: Any) -> Mapping[str, str]:
    if audio is None:
        return {}
    if not isinstance(audio, Mapping):
        raise InputError(f"audio is {shown(audio)}; give a dict of session and path")
    return {session: file_name(path) for session, path in audio.items()}


def cut_clips(
    scores: Sequence[Run], audio: Mapping[str, str], page: str | os.PathLike[str], seconds: Any
) -> Clips | None:
    """Returns clips around the errors, from recordings relative to the page; None unless `seconds` is given."""
    if seconds is None:
        return None
    around = parse_seconds(seconds, "embed audio")
    folder = os.path.dirname(real_path(os.fspath(page))) if os.fspath(page) else os.getcwd()
    results: dict[str, list[Result | Alignment]] = {}
    for run in scores:
        for name in run:
            results.setdefault(name, []).append(_shown(run, name))
    return cut(results, {name: os.path.join(folder, path) for name, path in audio.items()}, around)


def make_page(
    scores: Sequence[Run],
    title: str | None = None,
    audio: Mapping[str, str] | None = None,
    blames: Mapping[int, Blame] | None = None,
    opened: bool = False,
    clips: Clips | None = None,
    command: str | None = None,
) -> Page:
    """Returns the page of these scores. `audio` is as in `report`; `blames` maps the index of a score to its causes.

    A page that is `opened` shows its first session, not the overview.
    """
    audio, blames = audio or {}, blames or {}
    sessions = list(dict.fromkeys(name for run in scores for name in run))
    for run in scores:
        _check(run)
    blocks: list[tuple[int, str]] = []
    totals = [Totals(strips=len(scores) * len(sessions) <= STRIPS) for _ in scores]

    level = level_for(sum(run.total.length for run in scores if isinstance(run, Scores)))

    def work(block: Sequence[str]) -> tuple[str, list[list[Findings | None]]]:
        packed = [
            pack_session(
                [_shown(run, name) if name in run else None for run in scores],
                [blames[i].get(name) if i in blames else None for i in range(len(scores))],
            )
            for name in block
        ]
        return pack([session for session, _ in packed], level), [findings for _, findings in packed]

    numbers = {name: number for number, name in enumerate(sessions)}
    parts = in_blocks({name: max(_length(run, name) for run in scores) for name in sessions})
    for block, (packed, found) in zip(parts, in_order(work, parts, count(_jobs(scores))), strict=True):
        blocks.append((numbers[block[0]], packed))
        for name, by_result in zip(block, found, strict=True):
            for total, findings in zip(totals, by_result, strict=True):
                if findings is not None:
                    total.add(numbers[name], findings)
    is_list = len(sessions) >= LIST and all(
        isinstance(run, Scores) and total.is_list for run, total in zip(scores, totals, strict=True)
    )
    intervals = [run.ci or run.interval() for run in scores]
    doubts = dict.fromkeys(_named(line) for run in scores for line in run.inputs if not isinstance(line, Note))
    index = {
        "version": __version__,
        "digest": _digest(sessions, blocks),
        "title": visible(title or _title(scores)),
        "sessions": sessions,
        "blocks": [first for first, _ in blocks],
        "utterances": is_list,
        "opened": opened,
        **({} if command is None else {"command": command}),
        "audio": [_address(audio.get(name)) for name in sessions],
        **({} if clips is None else {"clips": clips.spans(sessions)}),
        "comparisons": pack_comparisons(scores, blames, sessions),
        "warnings": list(doubts),
        "scores": [
            {
                "metric": run.called,
                "title": run.title,
                "about": ALL_METRICS[run.metric].about,
                "unit": counted_unit(run.signature) if isinstance(run, Scores) else unit_of(run),
                "system": run.system,
                "signature": run.signature,
                "total": run.total.to_dict() if isinstance(run, Scores) else summary(run.total),
                **_remarks(run, blames.get(number), interval),
                "unpaired": _unpaired(run, numbers),
                "sessions": [_summary(run, name) for name in sessions],
                "interval": None if interval.low is None else interval.to_dict(),
                "blame": _blame(blames.get(number), sessions),
                **total.pack(len(sessions)),
                **({"strips": None} if is_list else {}),
            }
            for number, (run, total, interval) in enumerate(zip(scores, totals, intervals, strict=True))
        ],
    }
    sounds = {} if clips is None else clips.blocks(sessions)
    return Page(fill(str(index["title"]), pack(index, level), blocks, sounds), scores)


LIST = 20
"""Minimum number of sessions of one segment each that are shown as a list of utterances."""
CHECKED = 10
"""The sessions by which `showable` decides."""


def showable(run: Any) -> bool:
    """Whether the page can show these scores, by their first sessions."""
    if isinstance(run, Blame):
        return True
    try:
        _check(run, CHECKED)
    except InputError:
        return False
    return True


def _check(run: Run, most: int | None = None) -> None:
    """Raises InputError if the first `most` sessions, or any of all, cannot be shown."""
    if isinstance(run, DiarizationScores):
        if DIARIZATION[run.metric].counts not in SHOWN:
            raise InputError(f"the page cannot show {run.metric}; give der or jer")
        if any(result.timeline is None for result in islice(run.values(), most)):
            raise InputError("saved diarization scores have no speech times; score again")
        return
    for name, result in islice(run.items(), most):
        if origin(result) is None and not result.alignment and (result.errors or result.length):
            with_it = written("alignment", True)
            raise InputError(f"session {name}: the scores have no alignment; save them with {with_it}")


def _jobs(scores: Sequence[Run]) -> int | None:
    """Returns the number of threads for scoring; None if it was not limited."""
    for run in scores:
        for result in run.values():
            found = origin(result) if isinstance(result, Result) else None
            return None if found is None else found[0].plan.settings.jobs
    return None


def _shown(run: Run, session: str) -> Result | Alignment:
    return alignment_of(run[session]) if isinstance(run, DiarizationScores) else run[session]


def _summary(run: Run, session: str) -> dict[str, Any] | None:
    if session not in run:
        return None
    return summary(run[session].counts) if isinstance(run, DiarizationScores) else Summary.to_dict(run[session])


def _length(run: Run, session: str) -> int:
    """Returns the number of reference words; 0 for diarization and for a session that was not scored."""
    return run[session].length if isinstance(run, Scores) and session in run else 0


def _digest(sessions: Sequence[str], blocks: Sequence[tuple[int, str]]) -> str:
    """Returns a digest of the page's words. The browser stores corrections by it."""
    found = sha256(repr(sessions).encode(errors="backslashreplace"))
    for _, block in blocks:
        found.update(block.encode())
    return found.hexdigest()[:16]


def _blame(blame: Blame | None, sessions: Sequence[str]) -> dict[str, Any] | None:
    if blame is None:
        return None
    return {**pack_total(blame), "sessions": [pack_parts(blame[name]) if name in blame else None for name in sessions]}


def _remarks(run: Run, blame: Blame | None, interval: Interval) -> dict[str, list[str]]:
    """Returns the warnings and the notes of a score, each once."""
    lines = by_level([*run.notes, *(() if blame is None else blame.warnings), *_unsure(run, interval)])
    return {
        "warnings": [_named(line) for line in lines if not isinstance(line, Note) and line not in run.inputs],
        "notes": [_named(line) for line in lines if isinstance(line, Note)],
    }


def _named(line: Message) -> str:
    """Returns a sentence with the name of its file, without folders of this machine, since the page may be mailed."""
    return f"{os.path.basename(line.file)}: {line.text}" if line.file else str(line)


def _unsure(run: Run, interval: Interval) -> Sequence[Message]:
    """Returns why the interval is missing, unless that is shown anyway."""
    return remarks(interval) if run.ci is None and interval.low is None and interval.se is not None else []


def _unpaired(run: Run, numbers: Mapping[str, int]) -> list[tuple[int, str]]:
    """Returns the speakers without a stream, with the numbers of their sessions."""
    if not run.unpaired[0]:
        return []
    pairs = ((numbers[name], *pair) for name, result in run.items() for pair in as_text(result.pairing))
    return [(number, speaker) for number, speaker, stream in pairs if stream is None and speaker is not None]


def _title(scores: Sequence[Run]) -> str:
    names = dict.fromkeys(run.system for run in scores)
    title = " and ".join(names) if len(names) < 3 else f"{len(names)} systems"
    if not any(run.unfinished for run in scores):
        return title
    known = {name for run in scores for name in (*run, *run.unfinished)}
    done = known.difference(*(run.unfinished for run in scores))
    return f"{title}, {len(done)} of {len(known)} sessions"  # so the total is not mistaken for that of all sessions


def _address(path: str | None) -> str | None:
    """Returns a path as a URL on the same machine, which cannot name a server or a script."""
    if path is None:
        return None
    drive, rest = os.path.splitdrive(path)
    letter = drive[:1] if drive[1:] == ":" else ""  # of a Windows drive
    place = PurePath(rest.lstrip("/\\") if letter else path).as_posix()
    address = quote(os.fsencode(place))  # file names need not be UTF-8
    if letter:
        return f"/{quote(letter)}:/{address}"
    return "/" + address.lstrip("/") if address.startswith("/") else address


def fill(title: str, index: str, sessions: Sequence[tuple[int, str]], sounds: Mapping[str, str]) -> list[str]:
    """Returns the viewer with the data. Base64 has no character that could end the element around it."""
    template = files("hubbub.page").joinpath("viewer.html").read_text(encoding="utf-8")
    head, body, script, end = _split(template, "hubbub report", "<!--overview-->", "<!--sessions-->")
    # The script comes before the sessions, so the first view does not wait for megabytes of data.
    blocks = [_block(f"session-{first}", packed) for first, packed in sessions]
    blocks += [_block(name, content) for name, content in sounds.items()]
    return [head, escape(title), body, _block("overview", index), script, *blocks, end]


def _split(template: str, *marks: str) -> list[str]:
    parts = []
    for mark in marks:
        part, mark_there, template = template.partition(mark)
        if not mark_there:
            raise FormatError("viewer.html", None, f"{mark} is missing", "rebuild the viewer")
        parts.append(part)
    return [*parts, template]


def _block(name: str, packed: str) -> str:
    return f'<script type="application/octet-stream" id="{name}">{packed}</script>\n'


def find_audio(
    transcripts: Iterable[Transcript], sessions: Iterable[str], page: str | os.PathLike[str], folder: str | None
) -> dict[str, str]:
    """Returns the audio file of each session, relative to the page: from the folder, else from the segments."""
    page_folder = os.path.dirname(real_path(os.fspath(page)))
    recordings: dict[str, str] = {}
    for transcript in transcripts:
        for segment in transcript:
            session = segment.session or ""
            if session not in recordings and segment.extra:
                path = next((segment.extra[key] for key in AUDIO_KEYS if key in segment.extra), None)
                if isinstance(path, str) and "://" not in path:
                    recordings[session] = relative(os.path.abspath(path), page_folder) if os.path.isfile(path) else path
    if folder is not None:
        there = files_in(folder)
        for session in sessions:
            name = next((session + suffix for suffix in AUDIO_SUFFIXES if session + suffix in there), None)
            if name is not None:
                recordings[session] = relative(real_path(os.path.join(folder, name)), page_folder)
    return recordings


def files_in(folder: str) -> set[str]:
    """Returns the names of the files in a folder. Session names are looked up among them, never used as paths."""
    try:
        with os.scandir(folder) as entries:
            return {entry.name for entry in entries if entry.is_file()}
    except NotADirectoryError:
        raise FormatError(folder, None, "is not a folder", "give the folder of the recordings") from None
    except (OSError, ValueError) as error:
        raise read_error(folder, error) from None
