# pyright: standard
"""What a user with a type checker writes: mypy and pyright read it with the installed package, and it runs."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import hubbub


def rates(reference: Path, hypothesis: Path) -> dict[str, float | None]:
    scores = hubbub.load(reference), hubbub.load(hypothesis)
    assert_type(scores[0], hubbub.Transcript)
    found: hubbub.Scores = hubbub.cpwer(*scores)
    return {name: result.rate for name, result in found.items()}


def worst(scores: hubbub.Scores) -> hubbub.Result:
    return max((result for result in scores.values()), key=lambda result: result.errors)


def pair(reference: str, hypothesis: str) -> int:
    result: hubbub.Result = hubbub.wer(reference, hypothesis)
    assert_type(result.errors, int)
    assert_type(result.signature, str)
    return result.insertions + result.deletions + result.substitutions


def is_refused(reference: str) -> bool:
    try:
        hubbub.load(Path(reference))
    except hubbub.FormatError as error:
        assert_type(str(error), str)
        return True
    except hubbub.HubbubError:
        return True
    return False


segment = hubbub.Segment("good morning", "monday", speaker="Alice", start=0.0, end=1.5)
assert_type(segment.words, str)
assert pair("the quick fox", "the quack fox") == 1
assert is_refused("no such file.stm")
