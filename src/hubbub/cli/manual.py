"""`hubbub man`: the manual page, from the parser's definitions."""

from __future__ import annotations

import argparse

from hubbub.cli import exit_codes
from hubbub.cli.choices import entries, groups
from hubbub.cli.terminal import say
from hubbub.version import __version__

CODES = {
    0: "All went well.",
    exit_codes.EXIT_BAD_INPUT: "An input, an output or an option is wrong; one line on standard error says what.",
    exit_codes.EXIT_USAGE: "The arguments cannot be understood.",
    exit_codes.EXIT_ABOVE: "A total is above --fail-above, or below --fail-below.",
    exit_codes.EXIT_UNPROVEN: "Not everything is proven, or something was skipped.",
    exit_codes.EXIT_PIPE: "Standard output was closed, as by head.",
    exit_codes.EXIT_INTERRUPTED: "Interrupted.",
}


def manual(_: argparse.Namespace) -> int:
    """Print the page, for `man -l -`."""
    say(page())
    return 0


def page() -> str:
    lines = [
        f'.TH HUBBUB 1 "" "hubbub {__version__}"',
        ".SH NAME",
        "hubbub \\- word error rates for many people talking at once",
    ]
    lines += [".SH SYNOPSIS", "hubbub \\fICOMMAND\\fR [options]", ".SH COMMANDS"]
    for name, text in entries().items():
        lines += _entry(f"\\fB{name}\\fR", text)
    for options, names in groups().items():
        lines.append(f".SH OPTIONS OF {_plain(', '.join(names)).upper()}")
        for option in options:
            written = ", ".join(f"\\fB{_plain(one)}\\fR" for one in option.names)
            lines += _entry(written + (f" \\fI{_plain(option.metavar)}\\fR" if option.metavar else ""), option.help)
    lines.append(".SH EXIT STATUS")
    for code, text in CODES.items():
        lines += _entry(str(code), text)
    return "\n".join(lines)


def _entry(term: str, text: str) -> list[str]:
    return [".TP", term, _plain(text)]


def _plain(text: str) -> str:
    """Text that roff takes as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text
