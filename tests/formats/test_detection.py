"""The format of JSON is detected by its keys, wherever they are in the file."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from support.paths import SAMPLES

from hubbub.formats.registry import HEAD, detect

OBJECTS = sorted(path.name for path in SAMPLES.glob("*.json") if path.name != "expected.seglst.json")


def format_of(file: str) -> str:
    """The format of a sample as it is; test_samples.py compares it with what is known of the file."""
    return detect(BytesIO((SAMPLES / file).read_bytes()), file).name


def ordered(value: Any, reverse: bool) -> Any:
    """The same JSON with its keys in alphabetical order, or in the opposite one."""
    if isinstance(value, dict):
        return {key: ordered(value[key], reverse) for key in sorted(value, reverse=reverse)}
    return [ordered(one, reverse) for one in value] if isinstance(value, list) else value


def lengthened(value: Any) -> Any:
    """The same JSON with every list of objects at its top so long that a key after it is not in the head."""
    if isinstance(value, dict):
        return {key: lengthened(one) for key, one in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return value * (2 * HEAD // len(json.dumps(value)) + 1)
    return value


def with_long_text(value: Any) -> Any:
    """The same JSON with a long text in the places of its texts, which looks like the header of a table."""
    if isinstance(value, dict):
        return {
            key: "start, end, speaker, text, " * (HEAD // 10) if key in ("text", "transcript") and one else one
            for key, one in value.items()
        }
    return value


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("file", OBJECTS)
def test_the_order_of_keys_does_not_matter(file: str, reverse: bool, indent: int | None) -> None:
    value = json.loads((SAMPLES / file).read_text(encoding="utf-8"))
    for changed in (value, lengthened(value), with_long_text(value)):
        data = json.dumps(ordered(changed, reverse), indent=indent).encode()
        for name in (file, "out.txt", "out"):
            assert detect(BytesIO(data), name).name == format_of(file)


@pytest.mark.parametrize("file", ["speechmatics_v1.json", "ibm_watson.json", "whisper_words.json", "whispercpp.json"])
def test_a_key_after_a_megabyte(file: str) -> None:
    value = json.loads((SAMPLES / file).read_text(encoding="utf-8"))
    key = max(value, key=lambda key: len(json.dumps(value[key])))
    value = {key: value[key] * 20_000} | {other: one for other, one in value.items() if other != key}
    data = json.dumps(value).encode()
    assert len(data) > 1 << 20
    assert detect(BytesIO(data), file).name == format_of(file)
