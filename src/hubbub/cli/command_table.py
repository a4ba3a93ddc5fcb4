"""All commands and options as data: their help, and the options of each command by group.

Imports only declarations: `hubbub --help` must not load the core.
"""

from argparse import BooleanOptionalAction
from typing import Any, NamedTuple

from hubbub.cli.exit_codes import EXIT_ABOVE
from hubbub.cli.terminal import COLORS
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES
from hubbub.model.options import INTERVALS, READING, TIMES, WORDS
from hubbub.page import SHOWN

FLAG = {"action": "store_true"}
ADDED = {"action": "append", "default": []}
FILE = {"metavar": "FILE"}
FILES = {"nargs": "+", **FILE}
NAME = {"metavar": "NAME"}
ABOVE = f"end with exit code {EXIT_ABOVE} if "

_ARGUMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "-m --metrics": ("metrics, e.g. cpwer,orcwer (default cpwer)", {"action": "append", "metavar": "NAMES"}),
    "-r --reference": ("reference: files, folders or globs", {"action": "extend", **FILES}),
    "-h --hypothesis": (
        "hypothesis: files of one system; repeat -h for more systems",
        {"nargs": "+", "action": "append", "metavar": "[NAME=]FILE"},
    ),
    "-o --output": ("also write {}; - for stdout", {**ADDED, **FILE}),
    "--force": ("overwrite files that exist", FLAG),
    "--json": ("print JSON instead of a table", FLAG),
    "--alignment": ("include the word alignment in JSON", FLAG),
    "--total": ("show only the total, not each session", FLAG),
    "--pairing": ("show which speakers and streams were paired", FLAG),
    "--per-speaker": ("show the errors of each speaker", FLAG),
    "--explain": ("show how searches ended, and their time by stage", FLAG),
    "--explain-normalizer": ("show the changes by each step, and the errors that it saved", FLAG),
    "--quiet": ("print no table, progress or notes", FLAG),
    "--fail-above": (f"{ABOVE}the total error rate is above this, e.g. 40%%", {**ADDED, "metavar": "[METRIC=]RATE"}),
    "--fail-below": (
        f"{ABOVE}the total is below this, e.g. 40%%, for a metric where higher is better",
        {**ADDED, "metavar": "[METRIC=]RATE"},
    ),
    "--allow-skipped": ("exit with code 0 even if --overlap-limit skipped groups", FLAG),
    "--resume": (
        "write this .json; skip sessions that are in it or in the journal of an interrupted run",
        FILE,
    ),
    "--stream": ("read sessions while scoring; default for files above 256 MB", FLAG),
    "--dask": (
        "score on a Dask cluster: address of its scheduler, e.g. tcp://host:8786, or its --scheduler-file",
        {"metavar": "ADDRESS"},
    ),
    "--skip-broken": ("skip systems that cannot be scored; exit code 4", FLAG),
    "--only-errors": ("show only lines with errors", FLAG),
    "--color --colour": (f"{', '.join(COLORS)} (default auto)", {"metavar": "WHEN", "default": "auto"}),
    "--no-pager": ("print long output at once, not through $PAGER", FLAG),
    "--top": ("rows per kind of error (default 20)", {"metavar": "N", "default": "20"}),
    "--worst": ("show the N stretches with the most attribution and mixed errors", {"metavar": "N"}),
    "--baseline": ("compare each system with this one, instead of every pair", NAME),
    "--fail-if-worse": (f"{ABOVE}a system is significantly worse than the baseline", FLAG),
    "--mapsswe": ("add NIST's matched-pairs statistic, over the segments of each speaker", FLAG),
    "--no-parts": ("skip the breakdown by cause (faster)", FLAG),
    "--open": ("open the page in the browser", FLAG),
    "--copy": ("copy the example's files into this folder, and use them there", {"metavar": "DIR"}),
    "--title": ("heading of the page", {"metavar": "TEXT"}),
    "--audio-dir": ("folder of recordings to play: SESSION.wav, .flac or .mp3", {"metavar": "DIR"}),
    "--embed-audio": ("embed this much audio before and after every error", {"metavar": "SECONDS"}),
    "--blame": (
        "break errors down by cause (default: if it takes only seconds)",
        {"action": BooleanOptionalAction},
    ),
    "--from": ("format of the input (default: detected)", {**NAME, "dest": "source"}),
    "--to": ("format of the output (default: by its suffix)", {**NAME, "dest": "target"}),
    "-f --force": ("overwrite the output if it exists", FLAG),
    "--speaker": ("speaker of segments that have none, e.g. in TRN or CTM", NAME),
    "--words": ("write words without times to RTTM too, with equal shares of their segment's time", FLAG),
    "--sort": ("sort the sessions by name", FLAG),
    "--normalizer": ("steps, e.g. lower,punctuation", {"metavar": "STEPS", "required": True}),
    "--regex": ("use only sessions whose whole name matches", {"metavar": "REGEX"}),
    "--system": ("merge everything into one system of this name", NAME),
    "--format": ("format of the files (default: detected)", NAME),
    "files": ("JSON written by -o scores.json or --json", FILES),
    "name": ("metrics (default: all)", {"nargs": "*", **NAME}),
    "about": ("command (default: list all)", {"nargs": "?", "metavar": "COMMAND"}),
    "shell": ("bash, zsh or fish", {"metavar": "SHELL"}),
}
"""The help of each argument, and its arguments for argparse. A command may override both."""
ARGUMENTS = {names.split()[0]: (names.split(), *details) for names, details in _ARGUMENTS.items()}
"""The same, by the first name."""


class Command(NamedTuple):
    """A command."""

    about: str
    usage: str
    home: str
    """Module and name of its function in this package."""
    groups: dict[str, str]
    """The arguments, by the heading of their group in the help."""
    own: dict[str, str | tuple[str, dict[str, Any]]] = {}  # noqa: RUF012 - never changed
    """Help and argparse arguments that differ from ARGUMENTS."""
    files: str = ""
    """Files instead of -r and -h: one file with `both` sides, or `more` of any kind; empty for none."""
    defaults: dict[str, Any] = {}  # noqa: RUF012
    ending: str = ""
    """The end of the help."""
    writes: str = ""
    """Suffixes of the files that it writes, the first one if several mean the same."""
    hidden: str = ""
    """Options and arguments missing from the help: the command parses them to explain why they have no effect."""
    first: str = ""
    """The arguments at the start of the help, at most ten; the others follow by group."""


OUTPUT = "-o --force --json --color"
TABLE = "--total --pairing --per-speaker"
EXPLAIN = f"--alignment {TABLE} --explain --explain-normalizer --quiet"
BATCHES = "--allow-skipped --resume --stream"
TABLES = ".json .csv .md .tex .parquet"
PAGES = f"{TABLES} .html"
SCORES = ".json .csv .md .tex .xml .parquet .html"
INPUT = {"input": "-r -h"}
SCORING = {"scoring": f"{WORDS} --dask"}
ALL = {**SCORING, f"for {', '.join(OF_TIMES)}": TIMES}
CONFIDENCE = {"confidence intervals": INTERVALS}
SIDES = "-r -h --normalizer --uem --per-speaker --ci -o --json --partial --unit"
OVERWRITE = {"--force": "overwrite the output if it exists"}
SAVED = "Saved results of -o x.json can replace -r and -h"

SYSTEMS = (
    ("says who spoke", "cpwer", "tcpwer"),
    ("writes streams without speakers", "orcwer", "tcorcwer"),
    ("transcribes one speaker", "wer", "tcwer"),
    ("says only who speaks when", "der, jer", "always"),
)
"""What a system does, the metrics that fit, and those for words with times; README and documentation say the same."""

OTHERS = {
    "demo": Command(
        "score a bundled example and write its report page",
        "[--open] [--copy DIR]",
        "first_commands.demo",
        {"": "--open --copy"},
        ending="The page is hubbub-demo.html, in the current folder or in DIR.",
    ),
    "score": Command(
        "score several metrics and systems side by side",
        "-m NAMES -r FILE -h FILE",
        "score_command.score",
        {"": "-m", **INPUT, **ALL, "output": f"{OUTPUT} {EXPLAIN} --fail-above --fail-below {BATCHES}", **CONFIDENCE},
        {
            "-m": ("metrics, e.g. cpwer,orcwer,mimower", {"action": "append", "metavar": "NAMES", "required": True}),
        },
        "both",
        writes=SCORES,
        first="-m -r -h --collar --normalizer --uem --ci -o --json --partial",
    ),
    "rank": Command(
        "rank systems by their rate, with confidence intervals",
        "-m NAME -r FILE -h FOLDER",
        "rank_command.rank",
        {"": "-m", **INPUT, "output": f"{OUTPUT} --quiet --skip-broken --allow-skipped", **ALL, **CONFIDENCE},
        {
            "-h": "a file or folder per system, or one folder of all systems",
        },
        "more",
        {"ci": "95%"},
        f"{SAVED}.",
        PAGES,
        first="-m -r -h --collar --normalizer --uem -o --json --skip-broken --partial",
    ),
    "align": Command(
        "show the alignment word by word",
        "-r FILE -h FILE",
        "score_command.align",
        {"": "-m --only-errors", **INPUT, "output": f"{OUTPUT} --no-pager --quiet --allow-skipped", **ALL},
        {"-m": "metrics (default cpwer)"},
        "both",
        writes=".json .html",
        first="-m -r -h --only-errors --collar --normalizer --uem --regex -o --no-pager",
    ),
    "errors": Command(
        "list the most frequent errors",
        "-r FILE -h FILE",
        "errors_command.errors",
        {"": "-m", **INPUT, "output": f"--top --per-speaker {OUTPUT} --quiet --allow-skipped", **SCORING},
        {"-m": "metric (default cpwer)", "--per-speaker": "list the errors of each speaker too"},
        "both",
        writes=PAGES,
        first="-m -r -h --top --per-speaker --normalizer --uem --regex -o --json",
    ),
    "blame": Command(
        "break errors down by cause: attribution, mixed, recognition",
        "-r FILE -h FILE",
        "blame_command.blame",
        {
            "": "-m --by --worst",
            **INPUT,
            "output": f"{OUTPUT} --alignment --total --quiet",
            "scoring": WORDS,
            **CONFIDENCE,
        },
        {
            "-m": "tcpwer, cpwer or tcorcwer (default tcpwer if all segments have times, else cpwer)",
            "--by": ("group by overlap, speaker, length or backchannel, e.g. overlap,speaker", {"metavar": "GROUPS"}),
            "--alignment": "include every word and its cause in JSON",
        },
        "both",
        writes=PAGES,
        hidden="costs asclite overlap_limit no_gaps fragments optional_words",
        first="-m -r -h --by --worst --normalizer --uem --ci -o --json",
    ),
    "compare": Command(
        "test which system is better, on these sessions and on others",
        "-m NAME -r FILE -h A=FILE -h B=FILE",
        "compare_command.compare",
        {
            "": "-m --baseline --fail-if-worse",
            **INPUT,
            "comparison": "--mapsswe --no-parts",
            "output": f"{OUTPUT} --total --quiet --allow-skipped",
            **ALL,
            **CONFIDENCE,
        },
        {
            "-m": "metric (default cpwer)",
            "--json": "print JSON instead of text",
            "--total": "show neither sessions nor words",
            "--quiet": "print no text, progress or notes",
        },
        "more",
        {"ci": "95%"},
        f"{SAVED}; save them with --alignment to compare words too.",
        PAGES,
        first="-m -r -h --baseline --fail-if-worse --collar --normalizer --uem -o --json",
    ),
    "report": Command(
        "write an HTML page that shows every word in time",
        "-m NAMES -r FILE -h FILE -o report.html",
        "report_command.report",
        {
            "": "-m",
            **INPUT,
            "page": "-o --force --open --title --audio-dir --embed-audio --blame --quiet --allow-skipped",
            **SCORING,
        },
        {
            "-o": ("page to write (default report.html)", {"default": "report.html", **FILE}),
            "--force": "overwrite the page if it exists",
            "--quiet": "print no progress or notes",
        },
        "both",
        writes=".html",
        first="-m -r -h -o --open --title --audio-dir --collar --normalizer --uem",
    ),
    "convert": Command(
        "convert transcripts between formats",
        "INPUT [INPUT ...] OUTPUT",
        "file_commands.convert",
        {"": "input output --from --to --sort --speaker --words -f", "reading": READING},
        {
            "input": ("files to read; - for standard input", {"nargs": "+", "metavar": "INPUT"}),
            "output": ("file to write; - for standard output", {"metavar": "OUTPUT"}),
        },
    ),
    "normalize": Command(
        "normalize transcripts or lines of text",
        "--normalizer STEPS [FILE ...]",
        "file_commands.normalize",
        {"": "input --normalizer -o --from --to --force", "reading": READING},
        {
            "input": ("transcripts (default: lines of text from standard input)", {"nargs": "*", **FILE}),
            "-o": ("file to write (default: standard output)", {"default": "-", **FILE}),
            **OVERWRITE,
        },
    ),
    "merge": Command(
        "merge saved scores: sessions of one system, or systems side by side",
        "FILE [FILE ...]",
        "merge_command.merge",
        {
            "": "files --regex --system",
            "output": f"{OUTPUT} --alignment {TABLE} --quiet --fail-above --fail-below --allow-skipped",
            **CONFIDENCE,
        },
        writes=SCORES,
    ),
    "average": Command(
        "average saved scores, micro and macro, over all sessions or by group",
        "FILE [FILE ...]",
        "merge_command.average",
        {"": f"files --regex --system --by {OUTPUT} --quiet --allow-skipped"},
        {"--by": ("group sessions by what matches in their names, or its first group", {"metavar": "REGEX"})},
        writes=TABLES,
    ),
    "inspect": Command(
        "show how files are read, and check them for problems",
        "FILE [FILE ...]",
        "file_commands.inspect_files",
        {**INPUT, "": f"--format {OUTPUT}", "reading": READING},
        {"--json": "print JSON instead of text"},
        "more",
        writes=".json",
    ),
    "metrics": Command(
        "explain the metrics", "[NAME ...]", "file_commands.metrics", {"": "name --color"}, defaults={"output": []}
    ),
    "help": Command("explain a command, or list all", "[COMMAND]", "first_commands.explain", {"": "about"}),
    "completion": Command(
        "print the completion script for bash, zsh or fish",
        "bash|zsh|fish",
        "completion.completion",
        {"": "shell"},
    ),
}
"""Every command that is not named after a metric."""


def of_words(about: str, timed: bool = False) -> Command:
    """Returns the command of a word error rate."""
    groups = {**INPUT, **SCORING, "output": f"{OUTPUT} {EXPLAIN} --fail-above {BATCHES}", **CONFIDENCE}
    first = SIDES.replace("--unit", "").replace("-h", "-h --collar") if timed else SIDES
    return Command(about, "-r FILE -h FILE", "score_command.score", groups, files="both", writes=SCORES, first=first)


def of_times(metric: str, about: str) -> Command:
    """Returns the command of a diarization metric."""
    limit = "--fail-below" if DIARIZATION[metric].higher_is_better else "--fail-above"
    command = of_words(about)
    if DIARIZATION[metric].counts not in SHOWN:
        command = command._replace(writes=" ".join(suffix for suffix in SCORES.split() if suffix != ".html"))
    if not DIARIZATION[metric].of_words:
        output = f"{OUTPUT} {TABLE} --quiet {limit}"
        groups = {**INPUT, "scoring": TIMES, "output": output, **CONFIDENCE}
        first = "-r -h --collar --skip-overlap --uem --per-speaker --ci -o --json --profile"
        return command._replace(groups=groups, defaults={"alignment": False}, first=first)
    groups = {**command.groups, "output": f"{OUTPUT} {EXPLAIN} {limit} {BATCHES}"}
    return command._replace(groups=groups, hidden="--alignment --explain --explain-normalizer")
