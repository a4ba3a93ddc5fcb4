"""`hubbub completion`: scripts with which shells complete commands, options and values, from the definitions."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from hubbub.cli.parser import COLOURS, OTHERS, build_parser, command_of
from hubbub.cli.terminal import say
from hubbub.errors import OptionError
from hubbub.model.interval_options import IntervalOptions
from hubbub.model.metrics import ALL_METRICS, METRICS, nearest
from hubbub.model.options import DiarizationOptions, Options, about


class Choice(NamedTuple):
    """An option of a command, for completion and for the manual."""

    names: tuple[str, ...]
    metavar: str
    """What stands for its value; empty for a flag."""
    help: str
    values: tuple[str, ...]
    """All of its values, where these are known."""


def entries() -> dict[str, str]:
    """Every command with what it does."""
    return {name: metric.about for name, metric in ALL_METRICS.items()} | OTHERS


def choices() -> dict[str, list[Choice]]:
    """The options of every command."""
    values = {"--metrics": tuple(METRICS), "--colour": COLOURS}
    for options in (Options, DiarizationOptions, IntervalOptions):
        values |= {f"--{field.replace('_', '-')}": tuple(about(field, options).values) for field in options._fields}
    parser = build_parser()

    def choice(action: argparse.Action) -> Choice:
        metavar = "" if action.nargs == 0 else str(action.metavar)
        text = (action.help or "").replace("%%", "%")
        return Choice(tuple(action.option_strings), metavar, text, values.get(action.option_strings[-1], ()))

    return {
        name: [choice(action) for action in command_of(parser, name)._actions if action.option_strings]
        for name in entries()
    }


def bash() -> str:
    lines = [
        "_hubbub() {",
        "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=",
        "  COMPREPLY=()",
    ]
    lines += [
        "  if [ $COMP_CWORD -eq 1 ]; then",
        f"    words='{' '.join(entries())} --help --version'",
        "  else",
        "    case $previous in",
    ]
    valued = {choice.names: choice.values for found in choices().values() for choice in found if choice.values}
    lines += [f"      {'|'.join(names)}) words='{' '.join(values)}' ;;" for names, values in valued.items()]
    lines += ["      *) case $current in -*) case ${COMP_WORDS[1]} in"]
    for name, found in choices().items():
        options = " ".join(option for choice in found for option in choice.names)
        lines.append(f"        {name}) words='{options}' ;;")
    lines += ["      esac ;; esac ;;", "    esac", "  fi"]
    lines += ['  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current"))']
    lines += ['  else COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null; fi', "}"]
    return "\n".join([*lines, "complete -F _hubbub hubbub"])


def zsh() -> str:
    def plain(text: str) -> str:
        return text.replace("'", "’").replace("[", "(").replace("]", ")").replace(":", " -")

    lines = ["#compdef hubbub", "_hubbub() {", "  if (( CURRENT == 2 )); then", "    local -a commands=("]
    lines += [f"      '{name}:{plain(text)}'" for name, text in entries().items()]
    lines += ["    )", "    _describe command commands", "    return", "  fi", "  case $words[2] in"]
    for name, found in choices().items():
        lines.append(f"    {name}) _arguments -S \\")
        for choice in found:
            for option in choice.names:
                value = f"({' '.join(choice.values)})" if choice.values else "_files"
                value = f":{plain(choice.metavar)}:{value}" if choice.metavar else ""
                lines.append(f"      '*{option}[{plain(choice.help)}]{value}' \\")
        lines.append("      '*:file:_files' ;;")
    return "\n".join([*lines, "  esac", "}", "compdef _hubbub hubbub"])


def fish() -> str:
    def quoted(text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    lines = [
        f"complete -c hubbub -f -n __fish_use_subcommand -a {name} -d {quoted(text)}"
        for name, text in entries().items()
    ]
    for name, found in choices().items():
        for choice in found:
            names = " ".join(f"-l {one[2:]}" if one.startswith("--") else f"-s {one[1:]}" for one in choice.names)
            value = f" -xa {quoted(' '.join(choice.values))}" if choice.values else " -r" if choice.metavar else ""
            condition = quoted(f"__fish_seen_subcommand_from {name}")
            lines.append(f"complete -c hubbub -n {condition} {names}{value} -d {quoted(choice.help)}")
    return "\n".join(lines)


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}


def completion(parsed: argparse.Namespace) -> int:
    """Print the script of a shell."""
    if parsed.shell not in SHELLS:
        raise OptionError(f"unknown shell {parsed.shell!r}; {nearest(parsed.shell, list(SHELLS))}")
    say(SHELLS[parsed.shell]())
    return 0
