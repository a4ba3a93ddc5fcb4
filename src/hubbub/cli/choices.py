"""Every command with its options and their values, for completion."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from hubbub.cli.parser import OTHERS, build_parser, command_of
from hubbub.cli.terminal import COLOURS
from hubbub.formats.registry import FORMATS
from hubbub.model.certainty import IntervalOptions
from hubbub.model.metrics import ALL_METRICS, CHARACTERS, METRICS
from hubbub.model.options import DiarizationOptions, Options, about
from hubbub.model.tables import listed
from hubbub.text.steps import STEPS

SHELLS = ("bash", "zsh", "fish")
PLAIN = {"completion": SHELLS, "metrics": tuple(ALL_METRICS)}
"""What commands take that take neither an option nor a file."""
LISTS = ("--metrics", "--normalizer")
"""Options whose values are written with commas."""


class Choice(NamedTuple):
    """An option of a command."""

    names: tuple[str, ...]
    metavar: str
    """What stands for its value; empty for a flag."""
    help: str
    values: tuple[str, ...]
    """All of its values, where these are known."""

    @property
    def listed(self) -> bool:
        """May several values be given, with commas?"""
        return self.names[-1] in LISTS


def entries() -> dict[str, str]:
    """Every command with what it does."""
    words = {name: metric.about for name, metric in ALL_METRICS.items()}
    return words | {name: f"{METRICS[word].title} of characters." for name, word in CHARACTERS.items()} | OTHERS


def choices() -> dict[str, list[Choice]]:
    """The options of every command."""
    values: dict[str, tuple[str, ...]] = {}
    for options in (Options, DiarizationOptions, IntervalOptions):
        values |= {f"--{field.replace('_', '-')}": tuple(about(field, options).values) for field in options._fields}
    values |= dict.fromkeys(("--format", "--ref-format", "--hyp-format", "--from", "--to"), tuple(FORMATS))
    values |= {"--metrics": (*ALL_METRICS, *CHARACTERS), "--colour": COLOURS, "--normalizer": tuple(STEPS)}
    parser = build_parser()

    def choice(action: argparse.Action) -> Choice:
        metavar = "" if action.nargs == 0 else str(action.metavar)
        text = (action.help or "").replace("%%", "%")
        return Choice(tuple(action.option_strings), metavar, text, values.get(action.option_strings[-1], ()))

    return {
        name: [choice(action) for action in command_of(parser, name)._actions if action.option_strings]
        for name in entries()
    }


def groups() -> dict[tuple[Choice, ...], list[str]]:
    """The commands that take the same options, by these."""
    found: dict[tuple[Choice, ...], list[str]] = {}
    for name, options in choices().items():
        found.setdefault(tuple(options), []).append(name)
    return found


def commands_with(option: str) -> str:
    """The commands that have this option, for a message."""
    return listed([name for name, options in choices().items() if any(option in one.names for one in options)], 6)
