"""Slices of the report page: overlap, length of the segment, backchannels. Their parts add up to the session."""

from __future__ import annotations

from typing import Any

import pytest
from support.pages import decoded, scored, unpack

import hubbub
from hubbub import Result, Segment, Transcript
from hubbub.model.metrics import METRICS
from hubbub.model.word_errors import WordErrors
from hubbub.page.report_page import report


def parts(result: Result) -> dict[str, dict[str, WordErrors]]:
    """The errors of every part of every slice, as the page has them."""
    (score,) = decoded(report(result).html)
    slices: dict[str, tuple[Any, Any, dict[str, Any]]] = score["slices"]
    return {
        name: {label: WordErrors.from_dict(one) for label, one in errors.items()}
        for name, (_, _, errors) in slices.items()
    }


@pytest.mark.parametrize("metric", METRICS)
def test_the_parts_of_every_slice_add_up(metric: str) -> None:
    said = [("A", 0, 2, "one two three"), ("B", 1.5, 3, "four five"), ("A", 4, 5, "six seven")]
    heard = [("s", 0, 2, "one too three five"), ("t", 1.6, 3, "four"), ("t", 4, 5, "six"), ("s", 7, 8, "seven")]
    result = scored(metric, said, heard)
    found = parts(result)
    assert set(found) == {"overlap", "length", "backchannel"}
    for one in found.values():
        assert sum(one.values(), WordErrors()) == result.counts


def test_length_and_backchannels_are_those_of_the_segment() -> None:
    said = [("A", 0, 6, "a b c d e f g"), ("B", 2, 2.5, "yeah right"), ("B", 8, 9, "no")]
    heard = [("s", 0, 6, "a b c d e f x"), ("t", 2, 2.5, "yeah right"), ("t", 8, 9, "no oh")]
    found = parts(scored("cpwer", said, heard))
    assert {label: errors.length for label, errors in found["length"].items()} == {
        "1 word": 1,
        "2 to 5 words": 2,
        "6 to 15 words": 7,
    }
    assert found["length"]["1 word"].insertions == 1  # with the word that it stands beside
    assert found["backchannel"]["backchannels"] == WordErrors(correct=2)


def test_an_insertion_while_nobody_speaks() -> None:
    found = parts(scored("cpwer", [("A", 0, 1, "a")], [("s", 0, 1, "a"), ("s", 5, 6, "b")]))
    assert found["overlap"]["no speaker"] == WordErrors(insertions=1)


def test_keys_of_segments_with_few_values_are_slices() -> None:
    sexes = "f", "m", None
    said = [
        Segment(
            f"w{i} x", "m", "A", 2 * i, 2 * i + 2, extra={"sex": sex, "id": f"u{i}", "snr": 0.1 * i} if sex else None
        )
        for i, sex in enumerate(3 * sexes)
    ]
    heard = [segment._replace(words=segment.words.replace("w0", "y"), extra=None) for segment in said]
    result = hubbub.cpwer(Transcript(said), Transcript(heard))
    assert isinstance(result, Result)
    found = parts(result)
    assert {label: errors.length for label, errors in found["sex"].items()} == {"f": 6, "m": 6, "no sex": 6}
    assert found["sex"]["f"].errors == 1
    assert not {"id", "snr"} & set(found)
    index = unpack(report(result).html, "overview")["scores"][0]
    assert [label for label, *_ in index["slices"]["sex"]] == ["f", "m", "no sex"]
