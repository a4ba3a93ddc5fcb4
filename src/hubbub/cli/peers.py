"""The habits of other tools: what their commands and options are called here, and hints for those that nobody knows."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from difflib import get_close_matches

COMMANDS = {
    "sisower": "wer",
    "greedy_orcwer": "orcwer, which is exact",
    "greedy_dicpwer": "dicpwer, which is exact",
    "greedy_ditcpwer": "ditcpwer, which is exact",
    "greedy_tcorcwer": "tcorcwer, which is exact",
    "md_eval_22": "der",
    "dscore": "der --profile dscore",
    "help": "--help, or hubbub COMMAND --help",
    **{
        f"{source}2{target}": f"convert FILE.{source} FILE.{target}"
        for source in ("ctm", "stm", "seglst", "rttm")
        for target in ("stm", "seglst", "rttm")
    },
}
"""Commands of MeetEval and of others, and what is written here instead."""

SORTED = "the values are segment, word, none for False, and strict for True"
OPTIONS = {
    "--reference-sort": f"write --ref-sort; {SORTED}",
    "--hypothesis-sort": f"write --hyp-sort; {SORTED}",
    "--ref-pseudo-word-timing": "write --ref-timing, with the same values",
    "--hyp-pseudo-word-timing": "write --hyp-timing, with the same values",
    "--incidents": "write --worst N",
    "--average-out": "write -o FILE.json, which holds the total and each session",
    "--per-reco-out": "write -o FILE.json, which holds the total and each session",
    "--log-level": "write --quiet for silence; doubts are told on standard error",
    "--cer": "write --unit char",
    "-c": "write --unit char",
    "--global": "write --total",
    "-g": "write --total",
    "-i": "none is needed: content tells the format, or --format NAME",
    "-F": "write --fragments",
    "-D": "write --optional-words",
    "-s": "none is needed: case counts, unless --normalizer lower is given",
    "-noisg": "write --no-gaps",
    "-uem": "write --uem FILE",
    "--ignore-overlaps": "write --skip-overlap",
}
"""Options of meeteval-wer, jiwer, sclite, asclite and dscore, and what is written here instead."""

LIMITS = {
    "--fail-above": "this is better the higher it is: write --fail-below",
    "--fail-below": "this is an error rate, better the lower it is: write --fail-above",
}
"""Each is an option where the other is none."""


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
"""Names in Python of jiwer, MeetEval and pyannote.metrics, and what is written here instead."""


def no_attribute(name: str, known: Sequence[str]) -> str:
    """What to say about a name that the package does not have."""
    said = f"module 'hubbub' has no attribute {name!r}"
    if name in FUNCTIONS:
        return f"{said}; write {FUNCTIONS[name]}"
    close = get_close_matches(name.lower(), known, n=1, cutoff=0.7)
    return f"{said}; did you mean {close[0]}?" if close else said


def unknown(words: Sequence[str], command: argparse.ArgumentParser, elsewhere: Callable[[str], str]) -> str:
    """What to say about arguments that a command does not know; the first decides.

    `elsewhere` lists the commands that have an option.
    """
    word = words[0].partition("=")[0]
    if not word.startswith("-"):
        adding = [action for action in command._actions if isinstance(action, argparse._AppendAction)]
        several = [action.option_strings[-1] for action in adding if action.nargs is None]
        repeat = f"; options that take several values are repeated: {', '.join(several)}" if several else ""
        return f"unexpected argument {words[0]!r}{repeat}"
    own = [option for action in command._actions for option in action.option_strings if option.startswith("--")]
    plain = word.replace("_", "-")
    told = OPTIONS.get(plain) or (LIMITS.get(plain) if set(LIMITS) & set(own) else None)
    if told:
        return f"no option {word}; {told}"
    others = elsewhere(word)
    if others:
        return f"no option {word} of {command.prog}; it is one of {others}"
    close = get_close_matches(plain.lower(), own, n=1, cutoff=0.6)
    return f"no option {word}; " + (f"did you mean {close[0]}?" if close else f"{command.prog} --help lists them")
