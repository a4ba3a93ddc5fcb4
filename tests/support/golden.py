"""Golden output: what every command prints and writes for the examples, kept in tests/golden to be compared.

`PYTHONPATH=tests python -m support.golden` writes the files again. Do that only where a change of output is meant.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import os
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from hubbub.cli import main
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.metrics import CHARACTERS, METRICS
from hubbub.version import __version__

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden"

MEETING = "-r meeting_ref.stm -h meeting_hyp.stm"
OVERLAP = "-r overlap_ref.stm -h overlap_hyp.ctm"
SYSTEMS = "-r meeting_ref.stm -h A=meeting_hyp.stm -h B=second_hyp.stm"
SAVED = "merge scored.json"
TIMED = {name for name, metric in METRICS.items() if metric.timed}


def collar(metric: str) -> str:
    return " --collar 5" if metric in TIMED or CHARACTERS.get(metric) in TIMED else ""


def cases() -> Iterator[tuple[str, list[str]]]:
    """The name of each golden file, and the commands whose output it contains."""
    for metric in [*METRICS, *DIARIZATION]:
        yield (
            f"metric_{metric}",
            [f"{metric} {MEETING}{collar(metric)}", f"{metric} {OVERLAP}{collar(metric)} --json"],
        )
    yield "characters", [f"{metric} {OVERLAP}{collar(metric)}" for metric in CHARACTERS]
    yield (
        "outputs",
        [
            f"cpwer {MEETING} --pairing --per-speaker -o cp.json -o cp.csv -o cp.md -o cp.tex -o cp.xml",
            f"cpwer {MEETING} --json --alignment",
            f"cpwer {MEETING} --ci",
            f"cpwer {MEETING} --ci 90 --ci-method percentile --resamples 500 --seed 3",
            f"orcwer {MEETING} --pairing --memory 2G --normalizer lower,punctuation",
            f"orcwer {MEETING} --explain",
            f"tcpwer {MEETING} --collar 3 --ref-timing equidistant_intervals --fail-above 40%",
            f"der {MEETING} --collar 0.25 --skip-overlap -o der.csv -o der.md",
            f"wder {MEETING} -o wder.json",
            f"cpwer {MEETING} --costs 0,3,3,4",
            f"cpwer {MEETING} --stream",
            f"cpwer {MEETING} --resume again.json",
            f"cpwer {MEETING} --resume again.json",
        ],
    )
    yield (
        "score",
        [
            f"score -m wer,cpwer,orcwer,mimower {MEETING}",
            f"score -m cpwer,der,wder {SYSTEMS} -o two.json -o two.csv -o two.md -o two.tex",
            f"score -m cpwer,tcpwer --collar 5 {SYSTEMS} --ci",
            f"score -m cpwer {SYSTEMS} --total",
        ],
    )
    yield (
        "rank",
        [
            f"rank {SYSTEMS} -o rank.json -o rank.csv -o rank.md -o rank.tex",
            f"rank -m cpwer,orcwer {SYSTEMS}",
            f"score -m cpwer {SYSTEMS} -o scored.json --quiet",
            "rank scored.json",
        ],
    )
    yield (
        "align",
        [
            f"align {MEETING}",
            f"align -m orcwer {OVERLAP} --only-errors",
            f"align -m tcpwer --collar 5 {MEETING} --colour always --only-errors",
        ],
    )
    yield (
        "errors",
        [f"errors {MEETING} --top 5", f"errors {MEETING} --per-speaker --top 3 -o e.json -o e.csv -o e.md"],
    )
    yield (
        "blame",
        [
            f"blame {MEETING}",
            f"blame {MEETING} --by overlap,speaker,length,backchannel --worst 3",
            f"blame -m cpwer {SYSTEMS} -o b.json -o b.csv -o b.md",
            f"blame {MEETING} --json --alignment",
            f"blame {MEETING} --total --ci",
        ],
    )
    yield (
        "compare",
        [
            f"compare {SYSTEMS}",
            f"compare -m tcpwer --collar 5 {SYSTEMS} --mapsswe -o c.json -o c.csv -o c.md",
            f"compare {SYSTEMS} --baseline A --fail-if-worse --no-parts --total",
        ],
    )
    yield (
        "saved",
        [
            f"score -m cpwer,orcwer {SYSTEMS} -o scored.json --quiet",
            f"{SAVED} --pairing",
            f"{SAVED} --regex talk-[AB] -o part.json -o part.md",
            "average scored.json",
            "average scored.json --by talk-(.) -o average.json -o average.csv -o average.md",
        ],
    )
    yield (
        "inspect",
        [
            "inspect meeting_ref.stm meeting_hyp.stm",
            "inspect overlap_ref.stm overlap_hyp.ctm --json",
            f"inspect {MEETING}",
        ],
    )
    yield (
        "convert",
        [
            "convert meeting_ref.stm out.json",
            "convert meeting_ref.stm out.rttm",
            "convert meeting_hyp.stm out.ctm",
            "convert meeting_hyp.stm - --to csv",
            "convert overlap_hyp.ctm - --to stm",
        ],
    )
    yield ("normalize", ["normalize --normalizer lower,punctuation,numbers meeting_ref.stm -o norm.stm"])
    yield (
        "report",
        [f"report -m cpwer,tcpwer --collar 5 {SYSTEMS} -o page.html", f"report -m der {MEETING} -o der.html"],
    )
    yield (
        "refusals",
        [
            "cpwer -r nowhere.stm -h meeting_hyp.stm",
            "cpwer -r meeting_ref.stm -h overlap_hyp.ctm",
            f"tcpwer {MEETING}",
            f"cpwer {MEETING} --collar 5",
            f"cpwer {MEETING} --normalizer lowr",
            "cpwer -r meeting_ref.stm",
            f"cpwr {MEETING}",
            f"cpwer {MEETING} --colar 5",
            f"blame {MEETING} --costs 0,3,3,4",
            f"compare {MEETING}",
            "rank nothing.json",
        ],
    )
    yield "metrics", ["metrics", "--version"]
    yield "demo", ["demo --copy examples"]
    yield "completion", [f"completion {shell}" for shell in ("bash", "zsh", "fish")]
    others = "demo score rank align errors blame compare report convert normalize merge average inspect metrics help"
    yield (
        "help",
        ["", "help", *(f"{command} --help" for command in f"cpwer tcpwer orcwer der wder {others} completion".split())],
    )


def visible(text: str, folder: str) -> str:
    """What a run printed, without what differs from run to run: the folder and the version."""
    return text.replace(folder, "FOLDER").replace(__version__, "VERSION")


def untimed(text: str) -> str:
    """The tables of a search without times, which also order the rows, and without free memory."""
    text = re.sub(r"( proven +)[0-9.]+ .*%", r"\1TIME", text)
    text = re.sub(r" [0-9]+\.[0-9]{3}$", " TIME", text, flags=re.M)
    text = re.sub("[0-9.]+ GiB", "MEMORY", text)
    text = re.sub("─+", "─", re.sub(" +", " ", text))
    return re.sub("(.*TIME\n)+", lambda rows: "".join(sorted(rows[0].splitlines(keepends=True))), text)


def page_data(text: str) -> str:
    """The data of a page, without its program, which is built from viewer/ and has tests of its own."""
    blocks = re.findall(r'<script type="application/octet-stream" id="([^"]*)">(.*?)</script>', text, re.S)
    plain = {name: zlib.decompress(base64.b64decode(packed)) for name, packed in blocks}
    data = {name: kept.replace(__version__.encode(), b"VERSION") for name, kept in plain.items()}
    return "".join(f"{name} {hashlib.sha256(kept).hexdigest()}\n" for name, kept in data.items())


def written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode()  # type: ignore[attr-defined, no-any-return]


def run(command: str) -> str:
    """What one command prints and writes, in the current folder."""
    before = {path: path.stat().st_mtime_ns for path in Path().iterdir()}
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    code: object = None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(command.split())
        except SystemExit as end:
            code = end.code
    printed, said = written(out), written(err)
    parts = [f"$ hubbub {command}\n", printed, "--- stderr\n" if said else "", said]
    parts.append(f"--- exit {code}\n")
    for path in sorted(Path().iterdir()):
        if path.is_file() and before.get(path) != path.stat().st_mtime_ns:
            text = path.read_text(encoding="utf-8")
            parts += [f"--- {path}\n", page_data(text) if path.suffix == ".html" else text]
    text = visible("".join(parts), os.getcwd())
    return untimed(text) if "--explain" in command else text


def output(commands: list[str], folder: Path) -> str:
    """What these commands print and write, one after the other, in a folder with the examples."""
    for path in sorted((ROOT / "examples").glob("*_*.*")):
        shutil.copy(path, folder)
    lines = (folder / "meeting_hyp.stm").read_text(encoding="utf-8").splitlines()
    second = [line.replace(" the ", " a ").replace(" I ", " we ") for line in lines]
    (folder / "second_hyp.stm").write_text("\n".join(second) + "\n", encoding="utf-8")
    with contextlib.chdir(folder):
        return "\n".join(run(command) for command in commands)


def write() -> None:
    os.environ["COLUMNS"] = "80"
    GOLDEN.mkdir(exist_ok=True)
    for name, commands in cases():
        with tempfile.TemporaryDirectory() as folder:
            (GOLDEN / f"{name}.txt").write_text(output(commands, Path(folder)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
