"""SegLST as JSON lines: one object per line."""

from __future__ import annotations

from typing import BinaryIO

from hubbub import _core
from hubbub.formats import seglst
from hubbub.formats.base import Format
from hubbub.formats.column_names import is_table, object_keys
from hubbub.formats.jsonvalues import parsed_lines
from hubbub.formats.lines import chunked_reader, not_utf8
from hubbub.formats.sniff import shaped
from hubbub.model.transcript import Transcript
from hubbub.parallel import threads


def read(file: BinaryIO, name: str) -> Transcript:
    try:
        columns = _core.read_json_lines(file, threads())
    except UnicodeDecodeError:
        raise not_utf8(file, name) from None
    if columns is not None:
        return Transcript.of_columns(columns, name)
    values = parsed_lines(file, name)
    elements = [value.raw for value in values]
    return Transcript(seglst.segments_of(elements, lambda index, *fault: values[index].error(*fault)), name)


def write(transcript: Transcript) -> str:
    return "".join(f"{line}\n" for line in seglst.objects(transcript))


_has_words = shaped("words", "session_id|speaker|start_time", but=("words[]",))

FORMAT = Format(
    name="jsonl",
    about="JSON lines: one SegLST object per line",
    suffixes=(".jsonl",),
    read=read,
    write=write,
    matches=lambda head: _has_words(head) and not is_table(object_keys(head)),
    fields=seglst.FORMAT.fields,
    priority=90,
    is_distinctive=True,
    read_chunks=chunked_reader(read),
)
