"""`hubbub completion`: scripts with which shells complete commands, options and values, from the definitions."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from hubbub.cli.command_table import OTHERS
from hubbub.cli.parser import build_parser, command_of
from hubbub.cli.terminal import COLORS, say
from hubbub.errors import OptionError
from hubbub.formats.registry import FORMATS
from hubbub.model.metrics import ALL_METRICS, CHARACTERS, METRICS, nearest
from hubbub.model.options import OPTIONS
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
    letters = {name: f"{METRICS[word].title} of characters." for name, word in CHARACTERS.items()}
    return words | letters | {name: command.about for name, command in OTHERS.items()}


def choices() -> dict[str, list[Choice]]:
    """The options of every command."""
    values: dict[str, tuple[str, ...]] = {}
    values |= {f"--{name.replace('_', '-')}": option.values for name, option in OPTIONS.items()}
    values |= dict.fromkeys(("--format", "--ref-format", "--hyp-format", "--from", "--to"), tuple(FORMATS))
    values |= {"--metrics": (*ALL_METRICS, *CHARACTERS), "--normalizer": tuple(STEPS)}
    values |= dict.fromkeys(("--color", "--colour"), COLORS)
    parser = build_parser()

    def choice(action: argparse.Action) -> Choice:
        metavar = "" if action.nargs == 0 else str(action.metavar)
        text = (action.help or "").replace("%%", "%")
        return Choice(tuple(action.option_strings), metavar, text, values.get(action.option_strings[-1], ()))

    return {
        name: [
            choice(action)
            for action in command_of(parser, name)._actions
            if action.option_strings and action.help != argparse.SUPPRESS
        ]
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


def bash() -> str:
    options = groups()
    valued = {choice.names: choice for found in options for choice in found if choice.values}
    lines = [
        "_hubbub() {",
        "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words= before=",
        "  COMPREPLY=()",
        "  if [ $COMP_CWORD -eq 1 ]; then",
        f"    words='{' '.join(entries())} --help --version'",
        "  else",
        "    case $previous in",
    ]
    for choice in valued.values():
        comma = ' before=${current%"${current##*,}"}' if choice.listed else ""
        lines.append(f"      {'|'.join(choice.names)}) words='{' '.join(choice.values)}'{comma} ;;")
    lines.append("      *) case $current in")
    lines.append("        -*) case ${COMP_WORDS[1]} in")
    for found, commands in options.items():
        lines.append(
            f"          {'|'.join(commands)}) words='{' '.join(name for one in found for name in one.names)}' ;;"
        )
    lines += ["        esac ;;", "        *) case ${COMP_WORDS[1]} in"]
    lines += [f"          {command}) words='{' '.join(words)}' ;;" for command, words in PLAIN.items()]
    lines += ["        esac ;;", "      esac ;;", "    esac", "  fi"]
    lines += ['  if [ -n "$words" ]; then COMPREPLY=($(compgen -P "$before" -W "$words" -- "${current#"$before"}"))']
    lines += ['  else COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null; fi', "}"]
    return "\n".join([*lines, "complete -F _hubbub hubbub"])


def zsh() -> str:
    def plain(text: str) -> str:
        return text.replace("'", "’").replace("[", "(").replace("]", ")").replace(":", " -")

    def action(choice: Choice) -> str:
        if not choice.metavar:
            return ""
        values = " ".join(choice.values)
        how = f"_values -s , value {values}" if choice.listed else f"({values})" if values else "_files"
        return f":{plain(choice.metavar)}:{how}"

    lines = ["#compdef hubbub", "_hubbub() {", "  if (( CURRENT == 2 )); then", "    local -a commands=("]
    lines += [f"      '{name}:{plain(text)}'" for name, text in entries().items()]
    lines += ["    )", "    _describe command commands", "    return", "  fi", "  case $words[2] in"]
    for command, words in PLAIN.items():
        lines.append(f"    {command}) _arguments -S '--help[show this help]' '*:value:({' '.join(words)})' ;;")
    for found, commands in groups().items():
        lines.append(f"    {'|'.join(commands)}) _arguments -S \\")
        for choice in found:
            lines += [f"      '*{name}[{plain(choice.help)}]{action(choice)}' \\" for name in choice.names]
        lines.append("      '*:file:_files' ;;")
    lines += ["  esac", "}"]
    # As a file in fpath it is the function itself, else it is sourced.
    return "\n".join([*lines, 'if [[ $funcstack[1] == _hubbub ]]; then _hubbub "$@"; else compdef _hubbub hubbub; fi'])


def fish() -> str:
    def quoted(text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def value(choice: Choice) -> str:
        values = " ".join(choice.values)
        how = f"(__fish_append , {values})" if choice.listed else values
        return f" -xa {quoted(how)}" if values else " -r" if choice.metavar else ""

    lines = [
        f"complete -c hubbub -f -n __fish_use_subcommand -a {name} -d {quoted(text)}"
        for name, text in entries().items()
    ]
    for found, commands in groups().items():
        seen = quoted(f"__fish_seen_subcommand_from {' '.join(commands)}")
        for choice in found:
            names = " ".join(f"-l {one[2:]}" if one.startswith("--") else f"-s {one[1:]}" for one in choice.names)
            lines.append(f"complete -c hubbub -n {seen} {names}{value(choice)} -d {quoted(choice.help)}")
    for command, words in PLAIN.items():
        seen = quoted(f"__fish_seen_subcommand_from {command}")
        lines.append(f"complete -c hubbub -f -n {seen} -a {quoted(' '.join(words))}")
    return "\n".join(lines)


SCRIPTS = dict(zip(SHELLS, (bash, zsh, fish), strict=True))


def completion(parsed: argparse.Namespace) -> int:
    """Print the script of a shell."""
    if parsed.shell not in SCRIPTS:
        raise OptionError(f"unknown shell {parsed.shell!r}; {nearest(parsed.shell, list(SCRIPTS))}")
    say(SCRIPTS[parsed.shell]())
    return 0
