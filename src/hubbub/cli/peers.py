"""Hints for users of other tools: the names here of their commands, options and functions."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from hubbub.errors import nearest
from hubbub.model.diarization_metrics import OF_TIMES
from hubbub.model.other_tools import METRICS_ELSEWHERE, OPTIONS_ELSEWHERE, SIDES_ELSEWHERE, SORTED

COMMANDS = {
    **METRICS_ELSEWHERE,
    "dscore": "der --profile dscore",
    **{
        f"{source}2{target}": f"convert FILE.{source} FILE.{target}"
        for source in ("ctm", "stm", "seglst", "rttm")
        for target in ("stm", "seglst", "rttm")
    },
}
"""Commands of MeetEval and other tools, with their names here."""

JOINED = "lines are scored one by one; to score them as one, call hubbub.wer(' '.join(ref), ' '.join(hyp)) in Python"
SHORT = {"-ref": "use -r for the reference", "-hyp": "use -h for the hypothesis"}
"""Names of both sides that argparse reads as -r and -h with a file."""
OPTIONS = {
    **{f"--{name}": SHORT["-hyp" if name[0] in "hp" else "-ref"] for name in SIDES_ELSEWHERE},
    "--reference-sort": f"use --ref-sort; {SORTED}",
    "--hypothesis-sort": f"use --hyp-sort; {SORTED}",
    "--ref-pseudo-word-timing": "use --ref-timing with the same values",
    "--hyp-pseudo-word-timing": "use --hyp-timing with the same values",
    "--words": "words are scored by default; only convert has --words, which writes words without times to RTTM",
    "--incidents": "use --worst N",
    "--average-out": "use -o FILE.json, which contains the total and each session",
    "--per-reco-out": "use -o FILE.json, which contains the total and each session",
    "--log-level": "use --quiet to hide warnings and progress",
    "--cer": "use --unit char",
    "-c": "use --unit char",
    "--global": JOINED,
    "-g": JOINED,
    "-i": "drop it, because the format is detected, or use --format NAME",
    "-F": "use --fragments",
    "-D": "use --optional-words",
    "-s": "drop it, because case counts unless you add --normalizer lower",
    "-noisg": "use --no-gaps",
    "-uem": "use --uem FILE",
    "--ignore-overlaps": "use --skip-overlap",
}
"""Options of meeteval-wer, jiwer, sclite, asclite and dscore, with their names here."""

LIMITS = {
    "--fail-above": "higher values of this metric are better; use --fail-below",
    "--fail-below": "lower values of this metric are better; use --fail-above",
}
"""Hints for the wrong one of two options, of which a command has only one."""


LONG = ("--stream", "--resume", "--dask")
SAVED, SHOWN = ("rank", "compare"), ("align", "errors", "report", "blame")
WHOLE: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (SAVED, "--stream", "it reads files whole; use hubbub score --stream -o x.json, then hubbub {name} x.json"),
    (SAVED, "--resume", "it saves no sessions; use hubbub score --resume x.json, then hubbub {name} x.json"),
    (SHOWN, "--stream", "it needs the words of all sessions, so it reads files whole; select sessions with --regex"),
    (SHOWN, "--resume", "it saves no sessions to continue from; use hubbub score --resume x.json for the scores"),
    (("blame",), "--dask", "it compares the alignments of several metrics, which workers do not return; drop it"),
    *(
        (tuple(OF_TIMES), option, "it counts seconds, which is quick, so files are read whole; drop it")
        for option in LONG
    ),
)
"""Why commands refuse to read files while they score, to continue, or to use a cluster: commands, option, reason."""


FUNCTIONS = {
    "process_words": "hubbub.wer(…).alignment",
    "process_characters": "hubbub.cer(…).alignment",
    "compute_measures": "hubbub.wer(…), whose result has rate, mer, wil and wip",
    **{name: f"hubbub.wer(…).{name}" for name in ("mer", "wil", "wip")},
    "visualize_alignment": "hubbub.wer(…).alignment, or the command hubbub align",
    "Compose": "normalizer=[…], a list of steps and functions",
    "siso_word_error_rate": "hubbub.wer",
    "combine_error_rates": "the total of Scores",
    "cp_word_error_rate": "hubbub.cpwer",
    "orc_word_error_rate": "hubbub.orcwer",
    "mimo_word_error_rate": "hubbub.mimower",
    "time_constrained_minimum_permutation_word_error_rate": "hubbub.tcpwer",
    "DiarizationErrorRate": "hubbub.der",
    "JaccardErrorRate": "hubbub.jer",
}
"""Python names of jiwer, MeetEval and pyannote.metrics, with their names here."""


def no_attribute(name: str, names: Sequence[str]) -> str:
    """Returns the message for a name that the package does not have."""
    message = f"module 'hubbub' has no attribute {name!r}"
    if name in FUNCTIONS:
        return f"{message}; use {FUNCTIONS[name]}"
    if name in METRICS_ELSEWHERE:
        return f"{message}; use hubbub.{METRICS_ELSEWHERE[name]}"
    hint = nearest(name, names, 0.7, " ").strip()
    return f"{message}; {hint}" if hint else message


def _python_option(dashed: str) -> str:
    """Returns the hint for an option that is named like a keyword argument of another tool."""
    hint = OPTIONS_ELSEWHERE.get(dashed.lstrip("-").replace("-", "_"), "")
    return "" if "_" in hint or "(" in hint else hint


def unknown(words: Sequence[str], command: argparse.ArgumentParser, elsewhere: Callable[[str], str]) -> str:
    """Returns the message for arguments that a command does not have; it is about the first.

    `elsewhere` returns the commands that have an option.
    """
    word = words[0].partition("=")[0]
    if word == "-g" and not words[-1].startswith("-"):  # with a file
        return f"no option -g; {SHORT['-ref']}"
    if not word.startswith("-"):
        adding = [action for action in command._actions if isinstance(action, argparse._AppendAction)]
        several = [action.option_strings[-1] for action in adding if action.nargs is None]
        repeat = f"; repeat the option for several values: {', '.join(several)}" if several else ""
        return f"unexpected argument {words[0]!r}{repeat}"
    options = [option for action in command._actions for option in action.option_strings if option.startswith("--")]
    dashed = word.replace("_", "-")
    hint = (
        SHORT.get(word)
        or OPTIONS.get(dashed)
        or _python_option(dashed)
        or (LIMITS.get(dashed) if set(LIMITS) & set(options) else None)
    )
    if hint:
        return f"no option {word}; {hint}"
    name = command.prog.removeprefix("hubbub ")
    if reason := next((reason for names, option, reason in WHOLE if name in names and option == dashed), ""):
        return f"no option {word}: {reason.format(name=name)}"
    others = elsewhere(word)
    if others:
        return f"{command.prog} has no option {word}; use it with {others}"
    return f"no option {word}; {nearest(dashed, options, 0.6, f'{command.prog} --help lists them')}"
