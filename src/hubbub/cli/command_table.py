"""Every command and every option as data: what each does, and which options a command takes, group by group.

Only declarations are imported: `hubbub --help` must not wait for the core to load.
"""

from argparse import BooleanOptionalAction
from typing import Any, NamedTuple

from hubbub.cli.exit_codes import EXIT_ABOVE
from hubbub.cli.terminal import COLORS
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES
from hubbub.model.options import INTERVALS, TIMES, WORDS
from hubbub.page import SHOWN

FLAG = {"action": "store_true"}
ADDED = {"action": "append", "default": []}
FILE = {"metavar": "FILE"}
FILES = {"nargs": "+", **FILE}
NAME = {"metavar": "NAME"}
ABOVE = f"end with exit code {EXIT_ABOVE} if "

_ARGUMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "-m --metrics": ("as in cpwer,orcwer (default cpwer)", {"action": "append", "metavar": "NAMES"}),
    "-r --reference": ("files, folders or globs", {"action": "extend", **FILES}),
    "-h --hypothesis": (
        "hypothesis file or files of one system; repeat -h for more systems",
        {"nargs": "+", "action": "append", "metavar": "[NAME=]FILE"},
    ),
    "-o --output": ("also write {}; - for stdout", {**ADDED, **FILE}),
    "--force": ("overwrite files that exist", FLAG),
    "--json": ("JSON on standard output instead of a table", FLAG),
    "--alignment": ("with the word alignment in JSON", FLAG),
    "--total": ("one row for the total, none for each session", FLAG),
    "--pairing": ("show who was matched with whom", FLAG),
    "--per-speaker": ("show the errors of each speaker", FLAG),
    "--explain": ("show how searches ended, and where their time went", FLAG),
    "--explain-normalizer": ("show what each step changed, and the errors that it saved", FLAG),
    "--quiet": ("no table, no progress, no notes", FLAG),
    "--fail-above": (f"{ABOVE}an error rate is above in total, as in 40%%", {**ADDED, "metavar": "[METRIC=]RATE"}),
    "--fail-below": (
        f"{ABOVE}a measure that is better the higher is below in total, as in 40%%",
        {**ADDED, "metavar": "[METRIC=]RATE"},
    ),
    "--allow-skipped": ("exit code 0 even if --overlap-limit skipped groups", FLAG),
    "--resume": (
        "write this .json; sessions that it, or the journal of a run that was ended, has are not scored again",
        FILE,
    ),
    "--stream": ("read sessions as they are needed, as is done beyond 256 MB", FLAG),
    "--dask": (
        "score on a Dask cluster: the address of its scheduler, as in tcp://host:8786, or its --scheduler-file",
        {"metavar": "ADDRESS"},
    ),
    "--skip-broken": ("leave out systems that cannot be scored; exit code 4", FLAG),
    "--only-errors": ("only the lines that hold an error", FLAG),
    "--color --colour": (f"{', '.join(COLORS)} (default auto)", {"metavar": "WHEN", "default": "auto"}),
    "--no-pager": ("print long output at once, not through $PAGER", FLAG),
    "--top": ("rows of each kind of error (default 20)", {"metavar": "N", "default": "20"}),
    "--worst": ("also the N stretches with most attribution and mixed errors", {"metavar": "N"}),
    "--baseline": ("compare each system with this one, not every pair", NAME),
    "--fail-if-worse": (f"{ABOVE}a system is worse than the baseline, beyond chance", FLAG),
    "--mapsswe": ("also NIST's own statistic, which cuts each speaker by itself", FLAG),
    "--no-parts": ("do not tell the difference by cause, which takes most of the time", FLAG),
    "--open": ("open it in the browser", FLAG),
    "--title": ("heading of the page", {"metavar": "TEXT"}),
    "--audio-dir": ("recordings called SESSION.wav, .flac or .mp3, to be played", {"metavar": "DIR"}),
    "--embed-audio": ("put the sound into the page, so much before and after every error", {"metavar": "SECONDS"}),
    "--blame": (
        "break errors down by cause (default: if it takes seconds)",
        {"action": BooleanOptionalAction},
    ),
    "--from": ("format of the input, where it cannot be told", {**NAME, "dest": "source"}),
    "--to": ("format of the output, where the suffix does not tell", {**NAME, "dest": "target"}),
    "--sort": ("put the sessions in the order of their names", FLAG),
    "--normalizer": ("as in lower,punctuation", {"metavar": "STEPS", "required": True}),
    "--regex": ("only the sessions whose whole name matches", {"metavar": "REGEX"}),
    "--system": ("take all for one system of this name", NAME),
    "--format": ("format of the files, where it cannot be told", NAME),
    "files": ("JSON that -o scores.json or --json wrote", FILES),
    "name": ("all by default", {"nargs": "*", **NAME}),
    "shell": ("bash, zsh or fish", {"metavar": "SHELL"}),
}
"""What the help says about an argument, and how argparse takes it. A command may have its own."""
ARGUMENTS = {names.split()[0]: (names.split(), *said) for names, said in _ARGUMENTS.items()}
"""The same by the first name."""


class Command(NamedTuple):
    """A command."""

    about: str
    usage: str
    home: str
    """Its function, in a module of this package."""
    groups: dict[str, str]
    """The arguments, by the title of the group in which the help has them."""
    own: dict[str, str | tuple[str, dict[str, Any]]] = {}  # noqa: RUF012 - never changed
    """What is said here about some of them, and how they are taken."""
    files: str = ""
    """Files in place of -r and -h: one of `both` sides, or any `more`; empty where there is neither."""
    defaults: dict[str, Any] = {}  # noqa: RUF012
    ending: str = ""
    """What the help ends with."""
    writes: str = ""
    """The suffixes of the files that it writes, the first of several for the same."""
    hidden: str = ""
    """Fields and arguments that no help lists: the command knows them, to say why it takes none of their values."""


OUTPUT = "-o --force --json --color"
TABLE = "--total --pairing --per-speaker"
EXPLAIN = f"--alignment {TABLE} --explain --explain-normalizer --quiet"
READING = "--allow-skipped --resume --stream"
TABLES = ".json .csv .md .tex .parquet"
PAGES = f"{TABLES} .html"
SCORES = ".json .csv .md .tex .xml .parquet .html"
INPUT = {"input": "-r -h"}
SCORING = {"how to score": f"{WORDS} --dask"}
ALL = {**SCORING, f"for {', '.join(OF_TIMES)}": TIMES}
SURE = {"how sure": INTERVALS}
OVERWRITE = {"--force": "overwrite the output if it exists"}
SAVED = "Instead of -r and -h, give results that -o x.json saved"

OTHERS = {
    "score": Command(
        "several metrics and systems side by side",
        "-m NAMES -r FILE -h FILE",
        "score_command.score",
        {"": "-m", **INPUT, **ALL, "output": f"{OUTPUT} {EXPLAIN} --fail-above --fail-below {READING}", **SURE},
        {
            "-m": ("as in cpwer,orcwer,mimower", {"action": "append", "metavar": "NAMES", "required": True}),
        },
        "both",
        writes=SCORES,
    ),
    "rank": Command(
        "a leaderboard: systems by their rate, with intervals",
        "-m NAME -r FILE -h FOLDER",
        "rank_command.rank",
        {"": "-m", **INPUT, "output": f"{OUTPUT} --quiet --skip-broken --allow-skipped", **ALL, **SURE},
        {
            "-h": "a file or folder for each system, or one folder that holds them all",
        },
        "more",
        {"ci": "95%"},
        f"{SAVED}.",
        PAGES,
    ),
    "align": Command(
        "show which words were matched",
        "-r FILE -h FILE",
        "score_command.align",
        {"": "-m --only-errors --allow-skipped", **INPUT, "output": f"{OUTPUT} --no-pager --quiet", **ALL},
        {"-m": "default cpwer"},
        "both",
        writes=".json .html",
    ),
    "errors": Command(
        "the most frequent errors: which words are taken for which",
        "-r FILE -h FILE",
        "errors_command.errors",
        {"": "-m", **INPUT, "output": f"--top --per-speaker {OUTPUT} --quiet --allow-skipped", **SCORING},
        {"-m": "default cpwer", "--per-speaker": "those of each speaker too"},
        "both",
        writes=PAGES,
    ),
    "blame": Command(
        "break errors down by cause: attribution, mixed, recognition",
        "-r FILE -h FILE",
        "blame_command.blame",
        {
            "": "-m --by --worst",
            **INPUT,
            "output": f"{OUTPUT} --alignment --total --quiet",
            "how to score": WORDS,
            **SURE,
        },
        {
            "-m": "tcpwer, cpwer or tcorcwer; default tcpwer where all segments have times, else cpwer",
            "--by": ("also by overlap, speaker, length or backchannel, e.g. overlap,speaker", {"metavar": "GROUPS"}),
            "--alignment": "include every word and its cause in JSON",
        },
        "both",
        writes=PAGES,
        hidden="costs asclite overlap_limit no_gaps fragments optional_words",
    ),
    "compare": Command(
        "say which system is better, on these recordings and on others",
        "-m NAME -r FILE -h A=FILE -h B=FILE",
        "compare_command.compare",
        {
            "": "-m --baseline --fail-if-worse --mapsswe --no-parts",
            **INPUT,
            "output": f"{OUTPUT} --total --quiet --allow-skipped",
            **ALL,
            **SURE,
        },
        {
            "-m": "the metric (default cpwer)",
            "--json": "JSON on standard output instead of text",
            "--total": "no sessions and no words",
            "--quiet": "no text, no progress, no notes",
        },
        "more",
        {"ci": "95%"},
        f"{SAVED}, with --alignment to compare words too.",
        PAGES,
    ),
    "report": Command(
        "write a page that shows every word, to open in a browser",
        "-m NAMES -r FILE -h FILE -o report.html",
        "report_command.report",
        {
            "": "-m",
            **INPUT,
            "page": "-o --force --open --title --audio-dir --embed-audio --blame --quiet --allow-skipped",
            **SCORING,
        },
        {
            "-o": ("default report.html", {"default": "report.html", **FILE}),
            "--force": "overwrite the page if it exists",
            "--quiet": "no progress, no notes",
        },
        "both",
        writes=".html",
    ),
    "convert": Command(
        "convert transcripts between formats",
        "INPUT [INPUT ...] OUTPUT",
        "file_commands.convert",
        {"": "input output --from --to --sort --force"},
        {
            "input": ("file or files to read, - for standard input", {"nargs": "+", "metavar": "INPUT"}),
            "output": ("file to write, - for standard output", {"metavar": "OUTPUT"}),
            **OVERWRITE,
        },
    ),
    "normalize": Command(
        "run a normaliser over transcripts or lines of text",
        "--normalizer STEPS [FILE ...]",
        "file_commands.normalize",
        {"": "input --normalizer -o --from --to --force"},
        {
            "input": ("transcripts; lines of text from standard input without", {"nargs": "*", **FILE}),
            "-o": ("default standard output", {"default": "-", **FILE}),
            "--to": "format of the output; default that of the suffix",
            **OVERWRITE,
        },
    ),
    "merge": Command(
        "put saved scores together: sessions of one system, or systems side by side",
        "FILE [FILE ...]",
        "merge_command.merge",
        {
            "": "files --regex --system",
            "output": f"{OUTPUT} --alignment {TABLE} --quiet --fail-above --fail-below --allow-skipped",
            **SURE,
        },
        writes=SCORES,
    ),
    "average": Command(
        "averages of saved scores, micro and macro, over all sessions or by group",
        "FILE [FILE ...]",
        "merge_command.average",
        {"": f"files --regex --system --by {OUTPUT} --quiet --allow-skipped"},
        {"--by": ("what matches in a session's name, or its first group, is its group", {"metavar": "REGEX"})},
        writes=TABLES,
    ),
    "inspect": Command(
        "tell what files are taken for, and what is odd about them",
        "FILE [FILE ...]",
        "file_commands.inspect_files",
        {**INPUT, "": f"--format {OUTPUT}"},
        {"--json": "JSON instead of text"},
        "more",
        writes=".json",
    ),
    "metrics": Command(
        "explain the metrics", "[NAME ...]", "file_commands.metrics", {"": "name --color"}, defaults={"output": []}
    ),
    "completion": Command(
        "print what lets a shell complete commands and options: bash, zsh or fish",
        "bash|zsh|fish",
        "completion.completion",
        {"": "shell"},
    ),
}
"""Every command that is not called after a metric."""


def of_words(about: str) -> Command:
    """The command of an error rate of words."""
    groups = {**INPUT, **SCORING, "output": f"{OUTPUT} {EXPLAIN} --fail-above {READING}", **SURE}
    return Command(about, "-r FILE -h FILE", "score_command.score", groups, files="both", writes=SCORES)


def of_times(metric: str, about: str) -> Command:
    """The command of a measure of who spoke when."""
    limit = "--fail-below" if DIARIZATION[metric].higher_is_better else "--fail-above"
    command = of_words(about)
    if DIARIZATION[metric].counts not in SHOWN:
        command = command._replace(writes=SCORES.removesuffix(" .html"))
    if not DIARIZATION[metric].of_words:
        output = f"{OUTPUT} {TABLE} --quiet {limit}"
        groups = {**INPUT, "how to score": TIMES, "output": output, **SURE}
        return command._replace(groups=groups, defaults={"alignment": False})
    groups = {**command.groups, "output": f"{OUTPUT} {EXPLAIN} {limit} {READING}"}
    return command._replace(groups=groups, hidden="--alignment --explain --explain-normalizer")
