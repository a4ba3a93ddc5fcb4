"""Regular expressions of the user: wrong ones, huge ones, and those that would take for ever."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.running import Hubbub

import hubbub as package
from hubbub import OptionError

EXPLODING = "(a+)+b"
NAME = "a" * 60
POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no such signals")


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "a.stm"
    path.write_text(f"{NAME} 1 x 0 1 hello\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "regex",
    [
        "a{99999999999999999999}",
        "(" * 5000,
        "((((a{1,60000}){1,60000}){1,60000}){1,60000})" * 500 + "(",
        "(?au)x",
        "(?P<n>",
        "[z-a]",
    ],
    ids=lambda regex: regex[:12],
)
def test_what_is_no_expression_is_said_in_words(hubbub: Hubbub, session: Path, regex: str) -> None:
    run = hubbub("wer", "-r", session, "-h", session, "--regex", regex)
    assert run.code == 1
    assert run.err.startswith("hubbub: error: regex ")
    assert run.err.count("\n") == 1
    assert len(run.err) < 300


@POSIX
def test_an_expression_that_explodes_is_ended_by_an_interrupt(session: Path) -> None:
    script = (
        "import sys\n"
        "from hubbub.cli import main\n"
        "from hubbub.model import session_names\n"
        "def compiled(*given, real=session_names.compiled):\n"
        "    print('begun', flush=True)\n"
        "    return real(*given)\n"
        "session_names.compiled = compiled\n"
        "main(sys.argv[1:])\n"
    )
    command = [sys.executable, "-c", script, "wer", "-r", str(session), "-h", str(session), "--regex", EXPLODING]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "begun\n"
        run.send_signal(signal.SIGINT)
        _, told = run.communicate()
    assert (run.returncode, told) == (130, "hubbub: interrupted\n")


@pytest.mark.parametrize("inside", ["[a]x*x*x*[b]", "[a][b]", "[z-a]", "[a]+[b]"])
def test_rm_takes_one_class_of_characters(inside: str) -> None:
    with pytest.raises(OptionError, match="character class"):
        package.wer("a", "a", normalizer=f"rm({inside})")


def test_rm_and_chains_are_read_as_before() -> None:
    def scored(normalizer: str) -> int:
        return int(package.wer("a-b c]", "ab c", normalizer=normalizer).errors)

    assert scored(r" lower , rm([^a-z ]) ") == scored(r"rm([\]\-])") == scored("rm(-])") == 0
    assert package.wer("a(b", "ab", normalizer=r"rm([(,)])").errors == 0
    for chain in ("", ",", "lower,", "lower,,nfkc", "lower)", "rm(", "(x)", "rm(a)b", "x" + " " * 50_000 + "("):
        with pytest.raises(OptionError):
            scored(chain)
