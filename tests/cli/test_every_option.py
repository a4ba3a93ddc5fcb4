"""Every option of scoring on every command that scores changes what is written, or is refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.option_values import UNSEEN, VALUES, WITH, values, with_files
from support.paths import EXAMPLES
from support.running import Hubbub

from hubbub.cli.command_table import OTHERS
from hubbub.cli.completion import option_infos
from hubbub.model.metrics import METRICS
from hubbub.model.options import KINDS, OPTIONS, WORDS

PAIR = ("-r", EXAMPLES / "meeting_ref.stm", "-h", f"a={EXAMPLES / 'meeting_hyp.stm'}")
OTHER = ("-h", f"b={EXAMPLES / 'meeting_ref.stm'}")
COMMANDS = {name: command for name, command in OTHERS.items() if WORDS in " ".join(command.groups.values()).split()}
"""Commands that score, besides those of metrics."""
SOLVERS = {metric.solver: metric.name for metric in reversed(METRICS.values())}
"""A metric for each solver; others take the same ways."""
NAMES = sorted({*COMMANDS, *SOLVERS.values(), "tcpwer", "der", "purity", "wder"})
ALSO = {"ci_method": {"ci": "95%"}, "resamples": {"ci": "95%"}, "seed": {"ci": "95%"}, "group": {"ci": "95%"}}
"""Options that those of intervals need, where an interval is not shown anyway."""
SAMPLED = ("resamples", "seed")
LONG = {"stream": "", "resume": "saved.json", "dask": "tcp://localhost:1"}
"""How corpora that take long are scored."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_files(tmp_path, monkeypatch)
    (tmp_path / "notes.json").write_text(json.dumps(VALUES["corrections"]), encoding="utf-8")
    monkeypatch.setitem(VALUES, "corrections", tmp_path / "notes.json")
    monkeypatch.chdir(tmp_path)


def given(fields: dict[str, object]) -> list[str]:
    """The options as they are typed."""
    flags = {f"--{name.replace('_', '-')}": value for name, value in fields.items()}
    return [flag if value is True or value == "" else f"{flag}={value}" for flag, value in flags.items()]


def written(hubbub: Hubbub, command: str, fields: dict[str, object]) -> tuple[int, str, str]:
    """The exit code, the message and what is written, without the run itself."""
    timed = {"collar": 5} if getattr(METRICS.get(command), "timed", False) else {}
    metric = ["-m", "cpwer"] if command in COMMANDS else []
    several = OTHER if command in ("compare", "rank") else ()
    suffix = ".html" if command == "report" else ".json"
    file = Path(f"out{suffix}")
    run = hubbub(command, *metric, *PAIR, *several, *given(timed | fields), "-o", file, "--force", "--quiet")
    content = file.read_text(encoding="utf-8") if run.code in (0, 3, 4) else ""
    file.unlink(missing_ok=True)
    return run.code, run.err, content


@pytest.mark.parametrize("command", NAMES)
def test_every_option_changes_what_is_written_or_is_refused(hubbub: Hubbub, command: str) -> None:
    code, _, plain = written(hubbub, command, {})
    assert (code, bool(plain)) == (0, True)
    own = {name for info in option_infos()[command] for name in info.names}
    for field in (name for name, option in OPTIONS.items() if set(option.kinds) & set(KINDS)):
        taken = []
        for value in values(field):
            fields = {**WITH.get(field, {}), field: value}
            if "--ci" in own and field in ALSO:
                fields = {**ALSO[field], **({"ci_method": "percentile"} if field in SAMPLED else {}), **fields}
            code, message, content = written(hubbub, command, fields)
            if code in (1, 2):
                assert any(mark in message for mark in ("; ", "e.g. ")), f"{command} --{field} {value}: {message}"
                continue
            before = plain
            if field in ALSO:
                _, _, before = written(hubbub, command, {name: one for name, one in fields.items() if name != field})
            taken.append(content != before)
        assert any(taken) or not taken or field in UNSEEN, f"{command} takes --{field}, which changes nothing"


@pytest.mark.parametrize("command", [*NAMES, "deter", "jer"])
def test_what_makes_long_runs_bearable_is_taken_or_refused_with_the_reason(hubbub: Hubbub, command: str) -> None:
    own = {name for info in option_infos()[command] for name in info.names}
    for option, value in LONG.items():
        code, message, _ = written(hubbub, command, {option: value})
        if f"--{option}" in own:
            assert "no option" not in message
        else:
            assert (code, f"no option --{option}: it " in message) == (2, True), message
