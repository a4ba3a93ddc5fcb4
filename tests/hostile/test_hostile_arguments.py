"""A sample of hostile command lines; `python tests/hostile_arguments.py 2000 7` runs more of them."""

from __future__ import annotations

from hostile_arguments import main


def test_hostile_command_lines() -> None:
    assert main(200, 1) == 0, "what went wrong is above"
