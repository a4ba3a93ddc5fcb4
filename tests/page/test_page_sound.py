"""Recordings in the report page: the playhead, loops, the waveform, clips that the page holds."""

from __future__ import annotations

import os
import shlex
import stat
import sys
import wave
from array import array
from base64 import b64decode
from io import BytesIO
from itertools import pairwise
from math import sin
from pathlib import Path
from typing import Any

import pytest
from support.browsing import Open, box, computed, count, history, text, visible, wait_until
from support.lacking import needs
from support.pages import scored, unpack
from support.running import Hubbub

import hubbub as api
from hubbub import Scores, Segment, Transcript
from hubbub.page import clips as clips
from hubbub.page.report_page import find_audio, make_page

RATE = 8000
SAID = [("A", 0, 5, "one two"), ("A", 8, 9, "three")]
HEARD = [("s", 0, 5, "one too"), ("s", 8, 9, "three")]


def recorded(path: Path, times: int = 1) -> None:
    """Ten seconds, once or several times: silence, and a tone in every second half of a second."""
    samples = times * array("h", (int(9000 * sin(i / 3)) * (2 * i // RATE % 2) for i in range(10 * RATE)))
    with wave.open(str(path), "wb") as sound:
        sound.setparams((1, 2, RATE, 0, "NONE", ""))
        sound.writeframes(samples.tobytes())


@pytest.fixture
def page(open_page: Open, tmp_path: Path) -> Any:
    recorded(tmp_path / "m.wav", 60)  # it does not end while a test is looking
    result = scored("cpwer", SAID, HEARD)
    audio = find_audio([], ["m"], tmp_path / "report.html", str(tmp_path))
    return open_page(make_page([Scores({"m": result}, "cpwer", "")], audio=audio).html, "#session=m")


def seconds(shown: str) -> float:
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + float(rest)


def test_a_click_plays_from_there_with_playhead_loop_and_speed(page: Any) -> None:
    page.select_option(".sound select", "2")
    wave_box = box(page, ".wave canvas").settled()
    page.mouse.click(wave_box.x + wave_box.width / 2, wave_box.y + 20)
    page.wait_for_selector(".sound .start[aria-label=pause]")
    wait_until(page, "parseFloat(document.querySelector('.picture .playhead').style.left) > 52")
    time = text(page, ".sound .time")
    time.fits(lambda found: seconds(found) > 4.5, "after 4.5 s")
    page.click(".sound .start")
    page.wait_for_selector(".sound .start[aria-label=play]")
    picture = box(page, ".picture canvas").settled()
    page.mouse.click(picture.x + picture.width * 0.7, picture.y + picture.height - 3)
    time.as_(seconds).becomes(pytest.approx(6.3, abs=0.2))
    page.mouse.dblclick(picture.x + picture.width * 0.1, picture.y + picture.height - 3)
    page.wait_for_selector(".sound .start[aria-label=pause]")
    page.keyboard.press("Escape")
    page.click(".sound .start")
    page.fill(".find input", "three")
    page.keyboard.press("Escape")
    page.click(".sound .loop")
    page.select_option(".sound select", "0.5")
    times = history(page, ".sound .time").as_(lambda found: list(map(seconds, found[1:])))
    page.click(".play")
    times.fits(lambda found: any(one > 8.6 and other < 8.3 for one, other in pairwise(found)), "back to the beginning")
    page.locator(".play").blur()
    page.keyboard.press(" ")
    page.wait_for_selector(".sound .start[aria-label=play]")


def test_the_waveform_is_that_of_the_file(page: Any, tmp_path: Path) -> None:
    text(page, ".wave .said").has("browsers may not read local files")
    with page.expect_file_chooser() as chooser:
        page.click("text=Choose the recording")
    chooser.value.set_files(tmp_path / "m.wav")
    wait_until(page, "document.querySelector('.sound').dataset.read > 0")
    visible(page, ".wave .said").becomes(False)
    dark = """() => {
      const canvas = document.querySelector('.wave canvas');
      const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return [0.25, 0.75].map((part) => {
        const left = Math.round(width * (2 + part) / 9);
        let found = 0;
        for (let y = 0; y < height; y++)
          for (let x = left - 3; x < left + 3; x++) found += data[4 * (y * width + x) + 3] > 99;
        return found;
      });
    }"""
    computed(page, dark).fits(lambda found: found[1] > 5 * found[0], "dark where it is loud")


def test_a_missing_file_says_so_once(open_page: Open) -> None:
    result = scored("cpwer", SAID, HEARD)
    html = make_page([Scores({"m": result}, "cpwer", "")], audio={"m": "gone.wav"}).html
    page = open_page(html, "#session=m", missing="gone.wav")
    for _ in range(2):
        page.click(".sound .start")
        text(page, ".wave .said").fits(lambda found: found.startswith("cannot play gone.wav"), "a complaint")
    count(page, ".wave .said button").stays(1)


def written(tmp_path: Path) -> tuple[str, ...]:
    for name, side in (("ref", SAID), ("ours", HEARD)):
        segments = [Segment(words, "m", who, start, end) for who, start, end, words in side]
        api.dump(Transcript(segments), tmp_path / f"{name}.json")
    files = "-r", str(tmp_path / "ref.json"), "-h", str(tmp_path / "ours.json")
    return ("report", *files, "--audio-dir", str(tmp_path), "-o", str(tmp_path / "p.html"))


def test_the_page_holds_clips_around_errors(
    open_page: Open, hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(tmp_path / "m.wav")
    monkeypatch.setattr("shutil.which", lambda _: None)
    run = hubbub(*written(tmp_path), "--embed-audio", "0.5")
    assert run.code == 0, run.err
    assert "embedded audio for 1 of 1 errors (0.1 of at most 20 MB)" in run.out
    html = (tmp_path / "p.html").read_text(encoding="utf-8")
    (held,) = unpack(html, "overview")["clips"]
    (span,) = held["clips"]
    assert span == [2.0, 5.5]
    content = b64decode(html.partition('id="sound-0-0">')[2].partition("<")[0])
    with wave.open(BytesIO(content)) as clip:
        assert clip.getnframes() == 3.5 * RATE
    (tmp_path / "m.wav").unlink()
    page = open_page(html, "#session=m")
    wait_until(page, "document.querySelector('.sound').dataset.read == '1'")
    page.keyboard.press("n")
    text(page, ".play").becomes("Play")
    played = history(page, ".play")
    page.click(".play")
    played.becomes(["Play", "Stop", "Play"])
    strip = box(page, ".wave canvas").settled()
    page.mouse.click(strip.x + strip.width * 0.8, strip.y + 20)
    text(page, ".wave .said").has("this page has audio only around errors")


@pytest.mark.skipif(os.name == "nt", reason="a script of POSIX stands for ffmpeg")
@needs("processes")
def test_clips_are_compressed_where_ffmpeg_is_and_have_a_limit(
    hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(tmp_path / "m.wav")
    program, script = tmp_path / "ffmpeg", tmp_path / "ffmpeg.py"
    program.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, str(script)])} "$@"\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    script.write_text("import sys\nprint(*sys.argv[1:])\n", encoding="utf-8")
    monkeypatch.setattr("shutil.which", lambda _: str(program))
    command = (*written(tmp_path), "--force", "--embed-audio", "0.5")
    assert hubbub(*command).code == 0
    html = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert unpack(html, "overview")["clips"][0]["type"] == "audio/ogg"
    assert b"-ss 2.000 -t 3.500" in b64decode(html.partition('id="sound-0-0">')[2].partition("<")[0])
    script.write_text("raise SystemExit('no such codec')\n", encoding="utf-8")
    failed = hubbub(*command)
    assert failed.code == 1
    assert "ffmpeg cannot read it (no such codec); check the recording" in failed.err
    monkeypatch.setattr(clips, "LIMIT", 10)
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert "audio for 0 of 1 errors" in hubbub(*command).out
    (tmp_path / "m.wav").write_bytes(b"fLaC")
    refused = hubbub(*command)
    assert "m.wav: not an uncompressed WAV file; install ffmpeg" in refused.err
