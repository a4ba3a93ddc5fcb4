"""`hubbub completion`: scripts for shells to complete commands, options and values, from the definitions."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from hubbub.cli.command_table import OTHERS
from hubbub.cli.parser import build_parser, command_of
from hubbub.cli.terminal import COLORS, say
from hubbub.errors import OptionError, nearest
from hubbub.formats.registry import FORMATS
from hubbub.model.metrics import ALL_METRICS, CHARACTERS, METRICS
from hubbub.model.options import OPTIONS
from hubbub.model.tables import listed
from hubbub.text.steps import STEPS

SHELLS = ("bash", "zsh", "fish")
POSITIONAL = {"completion": SHELLS, "metrics": tuple(ALL_METRICS), "help": (*ALL_METRICS, *OTHERS)}
"""Values of commands that take neither options nor files."""
LISTS = ("--metrics", "--normalizer")
"""Options with several values, separated by commas."""


class OptionInfo(NamedTuple):
    """An option of a command."""

    names: tuple[str, ...]
    metavar: str
    """Placeholder of its value; empty for a flag."""
    help: str
    values: tuple[str, ...]
    """All of its values, if known."""

    @property
    def is_list(self) -> bool:
        """Whether it takes several values, separated by commas."""
        return self.names[-1] in LISTS


def entries() -> dict[str, str]:
    """Returns every command with its description."""
    words = {name: metric.about for name, metric in ALL_METRICS.items()}
    characters = {name: f"{METRICS[word].title} of characters." for name, word in CHARACTERS.items()}
    return words | characters | {name: command.about for name, command in OTHERS.items()}


def option_infos() -> dict[str, list[OptionInfo]]:
    """Returns the options of every command."""
    values: dict[str, tuple[str, ...]] = {}
    values |= {f"--{name.replace('_', '-')}": option.values for name, option in OPTIONS.items()}
    values |= dict.fromkeys(("--format", "--ref-format", "--hyp-format", "--from", "--to"), tuple(FORMATS))
    values |= {"--metrics": (*ALL_METRICS, *CHARACTERS), "--normalizer": tuple(STEPS)}
    values |= dict.fromkeys(("--color", "--colour"), COLORS)
    parser = build_parser()

    def info(action: argparse.Action) -> OptionInfo:
        metavar = "" if action.nargs == 0 else str(action.metavar)
        text = (action.help or "").replace("%%", "%")
        return OptionInfo(tuple(action.option_strings), metavar, text, values.get(action.option_strings[-1], ()))

    return {
        name: [
            info(action)
            for action in command_of(parser, name)._actions
            if action.option_strings and action.help != argparse.SUPPRESS
        ]
        for name in entries()
    }


def groups() -> dict[tuple[OptionInfo, ...], list[str]]:
    """Returns the commands by their options."""
    commands: dict[tuple[OptionInfo, ...], list[str]] = {}
    for name, options in option_infos().items():
        commands.setdefault(tuple(options), []).append(name)
    return commands


def commands_with(option: str) -> str:
    """Returns the commands that have this option, for a message."""
    return listed([name for name, infos in option_infos().items() if any(option in info.names for info in infos)], 6)


def bash() -> str:
    options = groups()
    valued = {info.names: info for infos in options for info in infos if info.values}
    lines = [
        "_hubbub() {",
        "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words= before=",
        "  COMPREPLY=()",
        "  if [ $COMP_CWORD -eq 1 ]; then",
        f"    words='{' '.join(entries())} --help --version'",
        "  else",
        "    case $previous in",
    ]
    for info in valued.values():
        comma = ' before=${current%"${current##*,}"}' if info.is_list else ""
        lines.append(f"      {'|'.join(info.names)}) words='{' '.join(info.values)}'{comma} ;;")
    lines.append("      *) case $current in")
    lines.append("        -*) case ${COMP_WORDS[1]} in")
    for found, commands in options.items():
        lines.append(
            f"          {'|'.join(commands)}) words='{' '.join(name for one in found for name in one.names)}' ;;"
        )
    lines += ["        esac ;;", "        *) case ${COMP_WORDS[1]} in"]
    lines += [f"          {command}) words='{' '.join(words)}' ;;" for command, words in POSITIONAL.items()]
    lines += ["        esac ;;", "      esac ;;", "    esac", "  fi"]
    lines += ['  if [ -n "$words" ]; then COMPREPLY=($(compgen -P "$before" -W "$words" -- "${current#"$before"}"))']
    lines += ['  else COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null; fi', "}"]
    return "\n".join([*lines, "complete -F _hubbub hubbub"])


def zsh() -> str:
    def plain(text: str) -> str:
        return text.replace("'", "’").replace("[", "(").replace("]", ")").replace(":", " -")

    def action(info: OptionInfo) -> str:
        if not info.metavar:
            return ""
        values = " ".join(info.values)
        how = f"_values -s , value {values}" if info.is_list else f"({values})" if values else "_files"
        return f":{plain(info.metavar)}:{how}"

    lines = ["#compdef hubbub", "_hubbub() {", "  if (( CURRENT == 2 )); then", "    local -a commands=("]
    lines += [f"      '{name}:{plain(text)}'" for name, text in entries().items()]
    lines += ["    )", "    _describe command commands", "    return", "  fi", "  case $words[2] in"]
    for command, words in POSITIONAL.items():
        lines.append(f"    {command}) _arguments -S '--help[show this help]' '*:value:({' '.join(words)})' ;;")
    for found, commands in groups().items():
        lines.append(f"    {'|'.join(commands)}) _arguments -S \\")
        for info in found:
            lines += [f"      '*{name}[{plain(info.help)}]{action(info)}' \\" for name in info.names]
        lines.append("      '*:file:_files' ;;")
    lines += ["  esac", "}"]
    # In a file of fpath the script is the function itself; otherwise it is sourced.
    return "\n".join([*lines, 'if [[ $funcstack[1] == _hubbub ]]; then _hubbub "$@"; else compdef _hubbub hubbub; fi'])


def fish() -> str:
    def quoted(text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def value(info: OptionInfo) -> str:
        values = " ".join(info.values)
        how = f"(__fish_append , {values})" if info.is_list else values
        return f" -xa {quoted(how)}" if values else " -r" if info.metavar else ""

    lines = [
        f"complete -c hubbub -f -n __fish_use_subcommand -a {name} -d {quoted(text)}"
        for name, text in entries().items()
    ]
    for found, commands in groups().items():
        seen = quoted(f"__fish_seen_subcommand_from {' '.join(commands)}")
        for info in found:
            names = " ".join(f"-l {one[2:]}" if one.startswith("--") else f"-s {one[1:]}" for one in info.names)
            lines.append(f"complete -c hubbub -n {seen} {names}{value(info)} -d {quoted(info.help)}")
    for command, words in POSITIONAL.items():
        seen = quoted(f"__fish_seen_subcommand_from {command}")
        lines.append(f"complete -c hubbub -f -n {seen} -a {quoted(' '.join(words))}")
    return "\n".join(lines)


SCRIPTS = dict(zip(SHELLS, (bash, zsh, fish), strict=True))


def completion(parsed: argparse.Namespace) -> int:
    """Prints the script of a shell."""
    if parsed.shell not in SCRIPTS:
        raise OptionError(f"unknown shell {parsed.shell!r}; {nearest(parsed.shell, list(SCRIPTS))}")
    say(SCRIPTS[parsed.shell]())
    return 0
