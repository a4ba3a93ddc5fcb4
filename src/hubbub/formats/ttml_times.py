"""Times of TTML: clock times, offsets with a unit, frames and ticks, as seconds."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

_N = "[0-9]{1,20}"
_CLOCK = re.compile(rf"(?:({_N}):)?([0-9]{{1,2}}):([0-9]{{1,2}})(?:[.,]({_N})|:({_N})(?:\.({_N}))?)?")
_OFFSET = re.compile(rf"({_N}(?:\.{_N})?)(h|ms|m|s|f|t|)")
_RATE = re.compile(r"([1-9][0-9]{0,8})(?:[ :]([1-9][0-9]{0,8}))?")


class Rates(NamedTuple):
    """What frames and ticks of a file mean."""

    nominal: Fraction = Fraction(30)
    """Frames that a second of a clock time has."""
    multiplier: Fraction = Fraction(1)
    """Frames per second differ from the nominal ones by this factor, as 1000/1001."""
    subframes: Fraction = Fraction(1)
    ticks: Fraction = Fraction(1)
    """Ticks per second."""
    counts_frames: bool = False
    """Whether clock times are labels of frames (SMPTE), which run slower than the clock if the multiplier is not 1."""
    drops: bool = False
    """Whether two labels are dropped in all minutes but each tenth."""

    def frames(self, seconds: Fraction, minutes: int, frames: Fraction) -> Fraction:
        """Returns the time of a clock time in seconds with some frames."""
        rate = self.nominal * self.multiplier
        if not self.counts_frames:
            return seconds + frames / rate
        dropped = 2 * (minutes - minutes // 10) if self.drops else 0
        return (seconds * self.nominal + frames - dropped) / rate

    def seconds(self, text: str) -> Fraction | None:
        """Returns the seconds of a time; None if it is not one.

        >>> [str(Rates(ticks=Fraction(60)).seconds(text)) for text in ("1.5m", "120t", "15f", "00:00:01:15", "1:02.5")]
        ['90', '2', '1/2', '3/2', '125/2']
        """
        text = text.strip()
        if found := _CLOCK.fullmatch(text):
            hours, minutes, seconds = (int(part or 0) for part in found.groups()[:3])
            if minutes >= 60 or seconds >= 60:
                return None
            whole = Fraction((hours * 60 + minutes) * 60 + seconds)
            frames = int(found[5] or 0) + int(found[6] or 0) / self.subframes
            return self.frames(whole, hours * 60 + minutes, frames) + Fraction(f"0.{found[4] or 0}")
        if found := _OFFSET.fullmatch(text):
            frame, tick = 1 / (self.nominal * self.multiplier), 1 / self.ticks
            units = {"h": Fraction(3600), "m": Fraction(60), "ms": Fraction(1, 1000), "f": frame, "t": tick}
            return Fraction(found[1]) * units.get(found[2], Fraction(1))
        return None


def rates(parameters: dict[str, str]) -> Rates | None:
    """Returns the rates of a file's parameters, such as `frameRate`; None if one is not valid.

    >>> str(rates({"frameRate": "24", "frameRateMultiplier": "1000 1001"}).seconds("24f"))
    '1001/1000'
    """
    found = {key: _ratio(parameters.get(key, default)) for key, default in _DEFAULTS.items()}
    nominal, multiplier, subframes = (found[key] for key in _DEFAULTS)
    ticks = _ratio(parameters.get("tickRate", "1"))
    if nominal is None or multiplier is None or subframes is None or ticks is None:
        return None
    if "frameRate" in parameters and "tickRate" not in parameters:
        ticks = nominal * multiplier * subframes
    labels = parameters.get("timeBase") == "smpte"
    return Rates(nominal, multiplier, subframes, ticks, labels, parameters.get("dropMode") == "dropNTSC")


_DEFAULTS = {"frameRate": "30", "frameRateMultiplier": "1", "subFrameRate": "1"}


def _ratio(text: str) -> Fraction | None:
    found = _RATE.fullmatch(" ".join(text.split()))
    return None if found is None else Fraction(int(found[1]), int(found[2] or 1))
