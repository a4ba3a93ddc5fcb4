"""A sample of hostile command lines; `PYTHONPATH=tests python -m support.hostile_arguments 2000 7` runs more."""

from __future__ import annotations

from support.hostile_arguments import main


def test_hostile_command_lines() -> None:
    assert main(200, 1) == 0, "what went wrong is above"
