"""Every Python makes the same of a text: digests of what each step made of 20,000 strings where they were written."""

from __future__ import annotations

import json

import pytest
from support.text_digests import FILE, RUNS, digest_of, digest_of_characters

DIGESTS = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_digests_are_those_of_every_step() -> None:
    wanted = "PYTHONPATH=tests python -m support.text_digests"
    assert DIGESTS.keys() == {"characters", *RUNS}, f"after a change of a step and of its version: {wanted}"


def test_this_python_knows_the_characters_alike() -> None:
    assert digest_of_characters() == DIGESTS["characters"], "take those out that Unicode has changed"


@pytest.mark.parametrize("name", RUNS)
def test_every_python_makes_the_same_of_a_text(name: str) -> None:
    assert digest_of(RUNS[name]) == DIGESTS[name], "this Python makes other texts, or the step needs another version"
