"""Regular expressions of the user: wrong ones, huge ones, and those that would take for ever."""

import signal
import threading
from pathlib import Path

import pytest
from running import Hubbub

import hubbub as package
from hubbub import OptionError
from hubbub.text import patterns

EXPLODING = "(a+)+b"
NAME = "a" * 60


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "a.stm"
    path.write_text(f"{NAME} 1 x 0 1 hello\n")
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
    assert run.err.startswith("hubbub: regex ")
    assert run.err.count("\n") == 1
    assert len(run.err) < 300


def test_an_expression_that_explodes_is_ended(hubbub: Hubbub, session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "SECONDS", 0.2)
    for command in ("wer", "der"):
        run = hubbub(command, "-r", session, "-h", session, "--regex", EXPLODING)
        assert run.code == 1
        assert "takes too long" in run.err


def test_in_other_threads_what_may_explode_is_refused() -> None:
    found: list[object] = []

    def score(regex: str) -> None:
        try:
            found.append(package.wer({NAME: {"x": "a b"}}, {NAME: {"x": "a"}}, regex=regex).total.errors)
        except OptionError as error:
            found.append(str(error))

    for regex in (EXPLODING, "(b|a)*b", "a+", f"({NAME})?", r"(\()*[(+)*]*a*"):
        thread = threading.Thread(target=score, args=(regex,))
        thread.start()
        thread.join()
    assert all("takes too long" in str(text) for text in found[:2])
    assert found[2:] == [1, 1, 1]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no such timer")
def test_the_timer_of_others_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "SECONDS", 0.2)
    rung: list[int] = []
    before = signal.signal(signal.SIGVTALRM, lambda *_: rung.append(1))
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 3600, 7)
        assert patterns.matched_whole("regex", "a+", [NAME, "b"]) == {NAME}
        left, interval = signal.getitimer(signal.ITIMER_VIRTUAL)
        assert 3000 < left < 3601
        assert interval == 7
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.05)
        with pytest.raises(OptionError):
            patterns.matched_whole("regex", EXPLODING, [NAME])
        while not rung:
            sum(range(1000))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("inside", ["[a]x*x*x*[b]", "[a][b]", "[z-a]", "[a]+[b]"])
def test_rm_takes_one_class_of_characters(inside: str) -> None:
    with pytest.raises(OptionError, match="class of characters"):
        package.wer("a", "a", normalizer=f"rm({inside})")


def test_rm_and_chains_are_read_as_before() -> None:
    def scored(normalizer: str) -> int:
        return int(package.wer("a-b c]", "ab c", normalizer=normalizer).errors)

    assert scored(r" lower , rm([^a-z ]) ") == scored(r"rm([\]\-])") == scored("rm(-])") == 0
    assert package.wer("a(b", "ab", normalizer=r"rm([(,)])").errors == 0
    for chain in ("", ",", "lower,", "lower,,nfkc", "lower)", "rm(", "(x)", "rm(a)b", "x" + " " * 50_000 + "("):
        with pytest.raises(OptionError):
            scored(chain)
