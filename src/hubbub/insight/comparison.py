"""Two systems compared: what is told of them, as data and in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hubbub.model.tables import counted, tidy
from hubbub.statistics.intervals import Interval


class OnOthers(NamedTuple):
    """Would the difference be there on other sessions?"""

    n: int
    """Sessions, or groups of them."""
    unit: str
    p: float
    """By sign flips: were the systems exchanged in any of the sessions, how often would they differ as much?"""
    least_p: float
    """So few sessions cannot give less."""
    exact: bool
    t_p: float | None
    """By Student's t; None where there is no interval."""
    detectable: float | None
    """The difference that so many sessions would show in four of five cases."""
    needed: int | None
    """How many sessions would show this difference in four of five cases; None for more than anybody has."""
    improvement: float
    """The share of resamples of the sessions in which the second system has fewer errors."""
    holm: float
    """The p after Holm's correction, where several pairs of systems are compared."""


class OnThese(NamedTuple):
    """Is the difference on these recordings more than chance?"""

    segments: int
    mean: float
    sd: float
    z: float | None
    """First less second, as sc_stats prints it; for p the signs are flipped."""
    p: float
    exact: bool
    cut: str
    """How segments were cut: by time over all speakers, or by speaker where words have no times."""
    holm: float


class Statistic(NamedTuple):
    """The matched pairs' statistic: the mean of the differences, first less second as NIST has it, and its Z."""

    segments: int
    mean: float
    sd: float
    z: float | None
    """None where all differences are the same, or there is one alone."""


class Place(NamedTuple):
    """A stretch of a session in which the systems differ."""

    session: str
    start: float | None
    end: float | None
    first: int
    second: int


class WordDifference(NamedTuple):
    """A word that one system has wrong, and the other right."""

    word: str
    inserted: bool
    """Is it one that the systems put in? Else it is one of the reference."""
    only_first: int
    only_second: int

    @property
    def difference(self) -> int:
        return self.only_second - self.only_first


class SessionDifference(NamedTuple):
    """The errors of both systems in one session."""

    session: str
    first: float
    second: float
    length: float

    @property
    def difference(self) -> float:
        return self.second - self.first


class Comparison(NamedTuple):
    """Two systems under one metric. Differences are those of the second, `b`, from the first, `a`: above 0 is worse."""

    a: str
    b: str
    metric: str
    title: str
    signature: str
    reference: str | None
    """The digest of the reference of both."""
    errors: tuple[float, float]
    length: float
    interval: Interval
    """Where the difference of the rates lies on other sessions."""
    on_others: OnOthers
    on_these: OnThese | None
    """None where there are no words, or saved results have none."""
    mapsswe: Statistic | None
    """NIST's own statistic: segments of each speaker by themselves."""
    parts: Mapping[str, int]
    """The difference by cause, where blame was asked for."""
    sessions: Sequence[SessionDifference]
    """Those that differ most first."""
    words: Sequence[WordDifference]
    places: Sequence[Place]
    unproven: Sequence[str]
    """Sessions in which a search left one of them open: the difference may be another."""
    unit: str
    """What errors are counted in: word, second, speaker."""
    silent: Mapping[str, Sequence[str]] = {}
    """The sessions that a system lacks, by its name: they were scored as silence."""
    unscored: Mapping[str, Sequence[str]] = {}
    """The sessions of a system that the reference lacks, by its name."""
    notes: Sequence[str] = ()
    """What was scored whole, or left out: sessions that a UEM does not name, segments outside of it."""
    wordless: Sequence[str] = ()
    """Systems whose results were saved without words, so that nothing can be told of these recordings."""

    @property
    def difference(self) -> float:
        """How far apart the rates are: above 0 where the second system is worse."""
        return (self.errors[1] - self.errors[0]) / self.length if self.length else 0.0

    @property
    def alpha(self) -> float:
        """The share of false alarms that is put up with."""
        return 1 - self.interval.level

    @property
    def shown_on_others(self) -> bool:
        return self.on_others.holm <= self.alpha + 1e-12

    @property
    def shown_on_these(self) -> bool:
        return self.on_these is not None and self.on_these.holm <= self.alpha + 1e-12

    @property
    def worse(self) -> bool:
        """Has the second more errors, and is that more than chance, here or on other sessions?"""
        return self.errors[1] > self.errors[0] and (self.shown_on_others or self.shown_on_these)

    @property
    def better(self) -> str:
        """The system with fewer errors; the first if both have as many."""
        return self.b if self.errors[1] < self.errors[0] else self.a

    @property
    def headline(self) -> str:
        """Which system is better, and whether that is significant, in a short sentence."""
        number = len(self.sessions)
        these = f"these {number:,} sessions" if number != 1 else "this session"
        if self.errors[0] == self.errors[1]:
            return f"{self.a} and {self.b} have the same number of errors on {these}."
        better = f"{self.better} is better on {these}"
        if self.shown_on_these and self.shown_on_others:
            return f"{better} and on others: the difference is significant."
        if self.shown_on_others:
            also = ", but not on these" if self.on_these is not None else ""
            return f"{self.better} is better: the difference is significant on other sessions{also}."
        if self.shown_on_these and not self.several:
            return f"{better}; {self.alone}."
        if self.shown_on_these and self.too_few:
            units = "they" if self.on_others.unit == "session" else counted(self.on_others.n, self.on_others.unit)
            return f"{better}; {units} are too few to say whether it holds for others."
        if self.shown_on_these:
            return f"{better}; on other sessions the difference is not significant."
        fewer = f"{self.better} has fewer errors" if self.unit == "word" else f"{self.better} has the better rate"
        if self.on_these is None and (self.too_few or not self.several):
            return f"{fewer}; {self.too_few.partition(' (')[0] or self.alone}."
        return f"{fewer}, but the difference is not significant."

    @property
    def verdict(self) -> str:
        """Which system is better and by how much; then whether the difference is significant."""
        more = self.errors[1] - self.errors[0]
        if not more:
            return f"{self.a} and {self.b} have the same number of errors."
        number = counted(abs(int(more)), "error") if float(more).is_integer() else f"{abs(more):.2f} {self.unit}s"
        fewer = "more" if more > 0 else "fewer"
        gap = f"{self.b} makes {number.replace(' ', f' {fewer} ', 1)} than {self.a} ({signed(self.difference)} points)"
        if self.unit != "word":
            gap = f"{self.b} is {'worse' if more > 0 else 'better'} than {self.a} by {points(self.difference)} points"
        return f"{gap}. {self._significance}."

    @property
    def _significance(self) -> str:
        others = p_brief(self.on_others.holm)
        here = "" if self.on_these is None else p_brief(self.on_these.holm)
        if self.shown_on_these and self.shown_on_others:
            return f"The difference is significant on these sessions ({here}) and on other sessions ({others})"
        if self.shown_on_others:
            also = f", but not on these ({here})" if here else ""
            return f"The difference is significant on other sessions ({others}){also}"
        if self.shown_on_these:
            units = counted(self.on_others.n, self.on_others.unit)
            but = f"not on other sessions ({others}, {units})" if self.several else self.alone
            return f"The difference is significant on these sessions ({here}), but {self.too_few or but}"
        if not here:
            not_shown = self.too_few or ("" if self.several else self.alone)
            if not_shown:
                return not_shown[0].upper() + not_shown[1:]
            return f"The difference is not significant on other sessions ({others})"
        if not self.several:
            return f"The difference is not significant ({here})"
        if self.too_few:
            return f"The difference is not significant on these sessions ({here}), and {self.too_few}"
        return f"The difference is not significant ({here} on these sessions, {others} on others)"

    @property
    def several(self) -> bool:
        """Are there sessions, or groups of them, to tell of others?"""
        return self.on_others.n > 1

    @property
    def too_few(self) -> str:
        """Why these sessions are too few for the test on others; empty if they are enough, and for a single one."""
        if not self.several or self.on_others.least_p <= self.alpha + 1e-12:
            return ""
        units = counted(self.on_others.n, self.on_others.unit)
        least = f"smallest possible p: {brief(self.on_others.least_p)}"
        return f"{units} are too few to say whether it holds for others ({least})"

    @property
    def alone(self) -> str:
        return f"one {self.on_others.unit} cannot show whether it holds for others"

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as in the JSON."""
        data: dict[str, Any] = {
            **{field: getattr(self, field) for field in ("a", "b", "metric", "signature", "reference")},
            "errors": list(map(_plain, self.errors)),
            "length": _plain(self.length),
            "difference": self.difference,
            "interval": self.interval.to_dict(),
            "sessions": self.on_others._asdict(),
            "holm": self.on_others.holm,
            "verdict": self.verdict,
            "by_session": {one.session: list(map(_plain, one[1:])) for one in self.sessions},
        }
        del data["sessions"]["holm"]
        if self.parts:
            data["parts"] = dict(self.parts)
        if self.unproven:
            data["unproven"] = list(self.unproven)
        for field in ("silent", "unscored"):
            if getattr(self, field):
                data[field] = {name: list(sessions) for name, sessions in getattr(self, field).items()}
        if self.notes:
            data["notes"] = list(map(str, self.notes))
        if self.wordless:
            data["without_words"] = list(self.wordless)
        if self.on_these is not None:
            data["recordings"] = self.on_these._asdict()
            data["words"] = [one._asdict() for one in self.words]
            data["places"] = [one._asdict() for one in self.places]
        if self.mapsswe is not None:
            data["mapsswe"] = self.mapsswe._asdict()
        return data


def _plain(number: float) -> float:
    """Words are whole numbers in JSON; seconds may be."""
    return int(number) if float(number).is_integer() else tidy(number)


def points(difference: float) -> str:
    """How far apart two rates are, in points of a percentage.

    >>> points(-0.0337), points(0.00042)
    ('3.4', '0.042')
    """
    number = abs(100 * difference)
    return f"{number:.1f}" if number >= 0.95 or not number else f"{number:.2g}"


def signed(difference: float) -> str:
    """A difference of rates in points, with its sign.

    >>> signed(0.0337), signed(-0.0337), signed(0)
    ('+3.4', '−3.4', '0.0')
    """
    return ("+" if difference > 0 else "−" if difference < 0 else "") + points(difference)


def whole(number: float) -> str:
    """A whole difference with its sign.

    >>> whole(801), whole(-35), whole(0)
    ('+801', '−35', '0')
    """
    text = f"{abs(int(number)):,}" if float(number).is_integer() else f"{abs(number):,.2f}"
    return ("+" if number > 0 else "−" if number < 0 else "") + text


def p_text(p: float) -> str:
    """A probability for people.

    >>> p_text(0.125), p_text(1.1376e-07), p_text(0.0)
    ('p = 0.125', 'p = 1.1e-7', 'p < 1e-300')
    """
    return f"p = {brief(p)}" if p >= 1e-300 else "p < 1e-300"


def p_brief(p: float) -> str:
    """A probability for a verdict, which names none below 0.0001.

    >>> p_brief(0.125), p_brief(1.1376e-07)
    ('p = 0.125', 'p < 0.0001')
    """
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.2g}" if p < 0.001 else f"p = {brief(p)}"


def brief(p: float) -> str:
    """A probability in few digits.

    >>> brief(0.0625), brief(3e-12), brief(1.0)
    ('0.0625', '3.0e-12', '1')
    """
    if p >= 0.001:
        return f"{p:.3g}"
    mantissa, _, exponent = f"{p:.1e}".partition("e-")
    return f"{mantissa}e-{exponent.lstrip('0')}"
