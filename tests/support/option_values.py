"""A value of every option that differs from its default, for tests that try all options everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hubbub.model.options import OPTIONS
from hubbub.model.settings import DEFAULTS
from support.paths import EXAMPLES

NOTE = {"session": "talk-A", "mark": "ignore", "reference": {"speaker": "SUB49", "segment": 0, "word": 0}}
VALUES: dict[str, Any] = {
    "collar": 0.25,
    "costs": "0,3,2,2",
    "normalizer": "rm(aeiou)",
    "uem": EXAMPLES / "some.uem",
    "regex": "talk-[AB]",
    "session_map": "talk.map",
    "strip_suffix": "-A,-B",
    "corrections": {"notes": [NOTE | {"reference": {**NOTE["reference"], "text": "polk"}}]},  # type: ignore[dict-item]
    "unit": "char",
    "overlap_limit": 1,
    "format": "kaldi",
    "ref_format": "kaldi",
    "hyp_format": "kaldi",
    "tiers": "SUB49",
    "speakers": "SUB49",
    "drop_speakers": "SUB49",
    "text_column": "raw",
    "ref_column": "raw",
    "hyp_column": "raw",
    "speaker_column": "who",
    "session_column": "meeting",
    "time_limit": 0,
    "effort": 1e-9,
    "memory": "1",
    "jobs": 2,
    "ci": "90%",
    "group": "talk-[AB]",
    "resamples": 99,
    "seed": 7,
}
"""A value that differs from the default, of options that have no list of values and are no flags."""
UNSEEN = {"jobs", "time_limit", "effort", "prove", "memory"}
"""Options that change no score of these short sessions."""
WITH = {"overlap_limit": {"asclite": True}, "no_gaps": {"asclite": True}, "hyp_sort": {}}
"""Options that others need."""


def with_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes the files that are values of options."""
    (tmp_path / "some.uem").write_text("talk-A 1 2110 2130\n", encoding="utf-8")
    (tmp_path / "talk.map").write_text("talk-A talk-B\ntalk-B talk-A\n", encoding="utf-8")
    monkeypatch.setitem(VALUES, "uem", tmp_path / "some.uem")
    monkeypatch.setitem(VALUES, "session_map", str(tmp_path / "talk.map"))


def values(field: str) -> list[Any]:
    """Values of an option that are not its default."""
    default = getattr(DEFAULTS, field)
    if isinstance(default, bool):
        return [not default]
    return [value for value in OPTIONS[field].values if value != default] or [VALUES[field]]
