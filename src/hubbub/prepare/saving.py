"""`hubbub.dump` writes whatever can be scored; `hubbub.load_scores` reads what was scored."""

from __future__ import annotations

from os import PathLike

from hubbub import formats
from hubbub.formats.files import Path, name_of, opened, whole
from hubbub.model.diarization_result import DiarizationScores
from hubbub.model.result import Scores, scores_from
from hubbub.prepare.inputs import Text, given


def dump(transcript: Text, path: Path, format: str | None = None, force: bool = True) -> None:
    """Writes a file: all of it or nothing. `-` is standard output; a name that ends in `.gz` is compressed.

    Whatever can be scored can be written: a Transcript, Segments, dicts, lists of texts, tables, paths of other files.
    """
    formats.dump(given(transcript).transcript, path, format, force)


def load_scores(scores: str | bytes | PathLike[str]) -> list[Scores | DiarizationScores]:
    """Scores from the JSON that `dump_scores` or a command with `-o scores.json` wrote: its text, or its path."""
    if isinstance(scores, PathLike) or (isinstance(scores, str) and scores.endswith((".json", ".json.gz"))):
        return scores_in(name_of(scores))
    return scores_from(scores)


def scores_in(path: str) -> list[Scores | DiarizationScores]:
    """The scores of a file, whatever it is called."""
    with opened(path) as file:
        return scores_from(whole(file, path), path)
