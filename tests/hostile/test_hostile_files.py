"""Whatever is in a file: a Transcript, or a HubbubError with a short message; never another exception."""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from random import Random

import pytest
from support.hostile_files import GOOD, SAMPLE_FILES, hostile_files

from hubbub.errors import HubbubError
from hubbub.formats import FORMATS, dumps, load
from hubbub.model.transcript import Transcript

USUAL = 150
COUNT = int(os.environ.get("HOSTILE_FILES", USUAL))
"""How many files of each format; `make fuzz` tries more."""
SEED = int(os.environ.get("HOSTILE_SEED", "1"))


@pytest.mark.parametrize("name", GOOD)
def test_hostile_files(tmp_path: Path, name: str) -> None:
    random = Random(SEED + zlib.crc32(name.encode()))
    assert len(load_bytes(tmp_path, name, GOOD[name]) or ()) > 0
    count = COUNT // 10 if name in SAMPLE_FILES and COUNT == USUAL else COUNT
    for number, (file, data) in enumerate(hostile_files(random, name, count)):
        try:
            transcript = load_bytes(tmp_path, file, data)
            if transcript is not None:
                write(transcript, random.choice(list(FORMATS)))
        except Exception as error:
            raise AssertionError(f"seed {SEED}, file {number} of {name}, which begins {data[:200]!r}") from error


def load_bytes(folder: Path, name: str, data: bytes) -> Transcript | None:
    path = folder / name
    path.write_bytes(data)
    try:
        transcript = load(path)
        assert all(isinstance(segment.words, str) for segment in transcript)
        return transcript
    except HubbubError as error:
        short(error)
        return None


def write(transcript: Transcript, format: str) -> None:
    try:
        dumps(transcript, format)
    except HubbubError as error:
        short(error)


def short(error: HubbubError) -> None:
    message = str(error)
    assert len(message) < 2000, message[:300]
    assert "; " in message, "the message must say what to do"


def test_every_format_has_a_good_file() -> None:
    for format in FORMATS.values():
        assert any(name.endswith(format.suffixes) for name in GOOD), f"add one of {format.name} to hostile_files.py"
