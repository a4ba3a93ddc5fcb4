"""The names of the columns of tables, and of keys of JSON that are used like them."""

from collections.abc import Iterable

from hubbub.formats.sniff import outline

COLUMNS = {
    "session_id": (
        "session_id", "session", "recording_id", "recording", "meeting_id", "meeting", "call_id", "call",
        "conversation_id", "conversation", "file_id",
    ),
    "speaker": ("speaker", "speaker_id", "speaker_label", "speaker_name", "spk", "spk_id", "spkr", "who"),
    "start_time": (
        "start_time", "start", "start_s", "start_sec", "start_seconds", "start_ms", "start_time_ms", "st_time",
    ),
    "end_time": ("end_time", "end", "end_s", "end_sec", "end_seconds", "end_ms", "end_time_ms", "en_time"),
    "duration": ("duration", "duration_s", "duration_sec", "duration_ms"),
    "words": ("words", "text", "transcript", "transcription", "sentence", "txt", "wrd", "content"),
    "channel": ("channel",),
    "word_times": ("word_times",),
}  # fmt: skip
"""The keys of SegLST, and the names of their columns, compared by letters and digits. If a table has several of
them, the first one is used."""
PAIRS = (("in", "out"), ("begin", "end"), ("begin", "finish"), ("start", "finish"), ("onset", "offset"))
"""Names of columns that are times only if a table has both, such as the BBC's `N, In, Out, Text`."""
RECORDINGS = ("file", "filename", "file_path", "audio_file", "audio_path", "audio_filepath", "path", "wav", "audio")
"""Columns of recordings, whose file names, without folder and suffix, are the sessions if no column names them. The
paths are kept in `extra` too, where the report page looks for the audio."""
MEDIA = (".wav", ".flac", ".mp3", ".ogg", ".opus", ".m4a", ".aac", ".sph", ".webm", ".mp4", ".mkv", ".mov")
IDS = ("id", "utterance_id", "utt_id", "utterance")
"""Columns of utterance ids. Without times, each utterance is a session, as in TRN and Kaldi's text."""
REFERENCES = ("reference", "ref", "reference_text", "ref_text", "ground_truth", "target")
HYPOTHESES = ("hypothesis", "hyp", "hypothesis_text", "hyp_text", "prediction", "pred", "predicted", "pred_text")


def plain(name: str) -> str:
    """Returns the letters and digits of a column's name, lowercase.

    >>> plain("Start Time (ms)"), plain("startTime_ms")
    ('starttimems', 'starttimems')
    """
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def object_keys(head: str) -> list[str]:
    """Returns the keys of the objects of a JSON list, or of JSON lines, with text or a number as value.

    >>> object_keys('[{"speaker": "A", "words": ["hi"], "text": "hi"}]')
    ['speaker', 'text']
    """
    paths = {path.removeprefix("[].") for path in outline(head)}
    return sorted(path for path in paths if path.isidentifier() and not {f"{path}[]", f"[].{path}[]"} & outline(head))


def has_column(keys: Iterable[str], names: Iterable[str]) -> bool:
    """Returns whether one of the keys is one of these names of columns."""
    return not {plain(key) for key in keys}.isdisjoint(map(plain, names))


def known_columns(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Returns the names of columns by key, for a table with these columns.

    >>> known_columns(["In", "Out"])["end_time"][-1], known_columns(["out"])["end_time"][-1]
    ('out', 'en_time')
    """
    plains = {plain(name) for name in names}
    starts, ends = zip(("start_time", "end_time"), *(pair for pair in PAIRS if plains.issuperset(pair)), strict=True)
    return COLUMNS | {key: (*COLUMNS[key], *more) for key, *more in (starts, ends)}


def names_session(keys: Iterable[str]) -> bool:
    """Returns whether one of the keys names the session, or its recording."""
    return has_column(keys, (*COLUMNS["session_id"], *RECORDINGS))


def is_table(keys: Iterable[str]) -> bool:
    """Returns whether objects with these keys are the rows of a table: with text, and keys that SegLST does not use.

    >>> is_table(["session", "speaker", "start", "end", "text"]), is_table(["session_id", "start_time", "words"])
    (True, False)
    """
    keys = list(keys)
    if not has_column(keys, COLUMNS["words"]) or has_column(keys, HYPOTHESES):
        return False
    fields = ("words", "session_id", "speaker", "start_time", "end_time")
    columns = known_columns(keys)
    if any(has_column(keys, columns[field]) and field not in keys for field in fields):
        return has_column(keys, (*columns["start_time"], *columns["speaker"]))
    return "session_id" not in keys and "start_time" in keys and has_column(keys, RECORDINGS)
