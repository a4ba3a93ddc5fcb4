"""Messages speak the language of whoever reads them: of the command line, or of Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import hubbub
from hubbub import Segment

TALK = [Segment("a b", "m", "A", 0, 1), Segment("c", "m", "B", 1, 2)]
UNTIMED = [Segment("a", "m", "A")]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hubbub.tcpwer(TALK, TALK), "as in collar=5"),
        (lambda: hubbub.cpwer(TALK, TALK, collar=5), "cpwer has no collar; use tcpwer"),
        (lambda: hubbub.cpwer(TALK, TALK, ref_timing="full_segment"), "cpwer has no ref_timing"),
        (lambda: hubbub.cpwer(TALK, TALK, time_limit=5), "no search that time_limit could stop"),
        (lambda: hubbub.mdwer(TALK, TALK, overlap_limit=2), "overlap_limit is about .* give it with asclite=True"),
        (lambda: hubbub.orcwer(TALK, TALK, optional_words=True), "knows no optional_words; use one of"),
        (lambda: hubbub.score(["der"], TALK, TALK, unit="char"), "unit has no effect on der"),
        (lambda: hubbub.tcpwer(TALK, TALK, collar=1, ref_timing="none"), "with ref_timing and hyp_timing"),
        (lambda: hubbub.mdwer(TALK, UNTIMED, asclite=True), "leave asclite away"),
    ],
)
def test_python_is_told_names_of_arguments(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(hubbub.HubbubError, match=message) as error:
        call()
    assert not re.search("--[a-z]", str(error.value))
