"""The comparison of two systems, as data and as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hubbub.model.display import html_of, picture_of
from hubbub.model.messages import Message
from hubbub.model.tables import counted, tidy
from hubbub.statistics.intervals import Interval


class SessionTest(NamedTuple):
    """Whether the difference holds on other sessions: a test over sessions, or over groups of them."""

    n: int
    """Number of sessions, or of groups."""
    unit: str
    p: float
    """Two-sided p-value of the sign-flip test."""
    least_p: float
    """Smallest p-value that the number of sessions with a difference can give."""
    exact: bool
    """Whether all sign flips were counted, rather than approximated by the normal distribution."""
    t_p: float | None
    """P-value of Student's t-test; None if there is no interval."""
    detectable: float | None
    """Difference that this number of sessions detects with 80% power."""
    needed: int | None
    """Number of sessions that detect the observed difference with 80% power; None if there would be too many."""
    improvement: float
    """Share of resamples of the sessions in which the second system has fewer errors."""
    holm: float
    """P-value with Holm's correction over all compared pairs."""


class SegmentTest(NamedTuple):
    """Whether the difference is significant on these sessions: a test over segments."""

    segments: int
    mean: float
    sd: float
    z: float | None
    """Z of the first system's errors minus the second's, as in sc_stats. The p-value is from the sign-flip test."""
    p: float
    exact: bool
    cut: str
    """`time` if segments were cut over all speakers in order of time, `speaker` if words have no times."""
    holm: float


class Statistic(NamedTuple):
    """NIST's matched-pairs statistic: the mean of the differences (first minus second) and its Z."""

    segments: int
    mean: float
    sd: float
    z: float | None
    """None if all differences are equal, or there is only one."""


Span = tuple[int, int] | None


class Place(NamedTuple):
    """A segment of a session in which either system has errors, with the errors of both."""

    session: str
    start: float | None
    end: float | None
    first: int
    second: int
    positions: tuple[Span, Span] = (None, None)
    """Without times: the first position and the end in a row of words of each system. Only for the report page."""

    @property
    def difference(self) -> int:
        return self.second - self.first


class WordDifference(NamedTuple):
    """A word that the systems have wrong a different number of times, with the errors of both."""

    word: str
    inserted: bool
    """Whether the word was inserted; otherwise it is a reference word."""
    first: int
    second: int

    @property
    def difference(self) -> int:
        return self.second - self.first


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
    """Two systems under one metric. Differences are `b` minus `a`: above 0, `b` is worse."""

    a: str
    b: str
    metric: str
    title: str
    signature: str
    reference: str | None
    """Digest of the reference."""
    errors: tuple[float, float]
    length: float
    interval: Interval
    """Confidence interval of the difference of the rates."""
    session_test: SessionTest
    segment_test: SegmentTest | None
    """None if there are no words, or if the results were saved without words."""
    mapsswe: Statistic | None
    """NIST's statistic, over segments cut speaker by speaker."""
    parts: Mapping[str, int]
    """The difference in errors by cause; empty if it was not computed."""
    sessions: Sequence[SessionDifference]
    """Sorted by difference, largest first."""
    words: Sequence[WordDifference]
    places: Sequence[Place]
    unproven: Sequence[str]
    """Sessions in which a search stopped early, so the difference is not proven."""
    unit: str
    """Unit of the errors: word, second or speaker."""
    silent: Mapping[str, Sequence[str]] = {}
    """Sessions missing from a system, by system; they were scored as empty."""
    unscored: Mapping[str, Sequence[str]] = {}
    """Sessions of a system that are not in the reference, by system."""
    notes: Sequence[Message] = ()
    """Notes on what was not scored, or not cut by the UEM."""
    wordless: Sequence[str] = ()
    """Systems whose results were saved without words, so there is no test over segments."""

    def __repr__(self) -> str:
        return f"<{self.verdict}>"

    def __str__(self) -> str:
        return self.verdict

    def _repr_html_(self) -> str:
        return html_of(self)

    def plot(self) -> Any:
        """Returns a picture of the difference with its interval; its `save` writes an SVG, or a PNG."""
        return picture_of(self)

    @property
    def difference(self) -> float:
        """Difference of the rates: above 0 if the second system is worse."""
        return (self.errors[1] - self.errors[0]) / self.length if self.length else 0.0

    @property
    def alpha(self) -> float:
        """Significance level."""
        return 1 - self.interval.level

    @property
    def shown_on_others(self) -> bool:
        return self.session_test.holm <= self.alpha + 1e-12

    @property
    def shown_on_these(self) -> bool:
        return self.segment_test is not None and self.segment_test.holm <= self.alpha + 1e-12

    @property
    def worse(self) -> bool:
        """Whether the second system has more errors, and at least one of the two tests is significant."""
        return self.errors[1] > self.errors[0] and (self.shown_on_others or self.shown_on_these)

    @property
    def better(self) -> str:
        """The system with fewer errors; the first if both have as many."""
        return self.b if self.errors[1] < self.errors[0] else self.a

    @property
    def headline(self) -> str:
        """Which system is better, and whether that is significant, in a short sentence."""
        if not self.unproven:
            return self._headline
        return f"{self._headline} {self._doubtful}."

    @property
    def _doubtful(self) -> str:
        many = len(self.unproven) == len(self.sessions)
        which = "All routings" if many else f"Routings of {counted(len(self.unproven), 'session')}"
        return f"{which} are not proven optimal, so this may change"

    @property
    def _headline(self) -> str:
        number = len(self.sessions)
        these = f"these {number:,} sessions" if number != 1 else "this session"
        if self.errors[0] == self.errors[1]:
            return f"{self.a} and {self.b} have the same number of errors on {these}."
        better = f"{self.better} is better on {these}"
        if self.shown_on_these and self.shown_on_others:
            return f"{better} and on others: the difference is significant."
        if self.shown_on_others:
            also = ", but is not significant on these" if self.segment_test is not None else ""
            return f"{self.better} is better: the difference generalizes to other sessions{also}."
        if self.shown_on_these and not self.several:
            return f"{better}; {self.alone}."
        if self.shown_on_these and self.too_few:
            units = (
                "they" if self.session_test.unit == "session" else counted(self.session_test.n, self.session_test.unit)
            )
            return f"{better}; {units} are too few to say whether it holds for others."
        if self.shown_on_these:
            return f"{better}; it may not hold on other sessions."
        fewer = f"{self.better} has fewer errors" if self.unit == "word" else f"{self.better} has the better rate"
        if self.segment_test is None and (self.too_few or not self.several):
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
        return f"{gap}. {self.significance}{f'. {self._doubtful}' if self.unproven else ''}."

    @property
    def significance(self) -> str:
        """Whether the difference is significant, without a period."""
        others = p_brief(self.session_test.holm)
        here = "" if self.segment_test is None else p_brief(self.segment_test.holm)
        if self.shown_on_these and self.shown_on_others:
            return (
                f"The difference is significant on these sessions ({here}) and generalizes to other sessions ({others})"
            )
        if self.shown_on_others:
            also = f", but is not significant on these ({here})" if here else ""
            return f"The difference generalizes to other sessions ({others}){also}"
        if self.shown_on_these:
            units = counted(self.session_test.n, self.session_test.unit)
            but = f"may not hold on other sessions ({others}, {units})" if self.several else self.alone
            return f"The difference is significant on these sessions ({here}), but {self.too_few or but}"
        if not here:
            not_shown = self.too_few or ("" if self.several else self.alone)
            if not_shown:
                return not_shown[0].upper() + not_shown[1:]
            return f"The difference may not hold on other sessions ({others})"
        if not self.several:
            return f"The difference is not significant ({here})"
        if self.too_few:
            return f"The difference is not significant on these sessions ({here}), and {self.too_few}"
        return f"The difference is not significant ({here} on these sessions, {others} on others)"

    @property
    def several(self) -> bool:
        """Whether there are several sessions or groups, as a test on other sessions needs."""
        return self.session_test.n > 1

    @property
    def too_few(self) -> str:
        """Why these sessions are too few for the test on others; empty if they are enough, and for a single one."""
        if not self.several or self.session_test.least_p <= self.alpha + 1e-12:
            return ""
        units = counted(self.session_test.n, self.session_test.unit)
        least = f"smallest possible p: {brief(self.session_test.least_p)}"
        return f"{units} are too few to say whether it holds for others ({least})"

    @property
    def alone(self) -> str:
        return f"one {self.session_test.unit} cannot show whether it holds for others"

    def to_dict(self) -> dict[str, Any]:
        """Returns plain data, as in the JSON."""
        data: dict[str, Any] = {
            **{field: getattr(self, field) for field in ("a", "b", "metric", "signature", "reference")},
            "errors": list(map(_plain, self.errors)),
            "length": _plain(self.length),
            "difference": self.difference,
            "interval": self.interval.to_dict(),
            "session_test": self.session_test._asdict(),
            "holm": self.session_test.holm,
            "verdict": self.verdict,
            "by_session": {one.session: list(map(_plain, one[1:])) for one in self.sessions},
        }
        del data["session_test"]["holm"]
        if self.parts:
            data["parts"] = dict(self.parts)
        if self.unproven:
            data["unproven"] = list(self.unproven)
        for field in ("silent", "unscored"):
            if getattr(self, field):
                data[field] = {name: list(sessions) for name, sessions in getattr(self, field).items()}
        if self.notes:
            data["notes"] = [note.to_dict() for note in self.notes]
        if self.wordless:
            data["without_words"] = list(self.wordless)
        if self.segment_test is not None:
            data["segment_test"] = self.segment_test._asdict()
            data["words"] = [one._asdict() for one in self.words]
            data["places"] = [dict(zip(Place._fields[:-1], one, strict=False)) for one in self.places]
        if self.mapsswe is not None:
            data["mapsswe"] = self.mapsswe._asdict()
        return data


def _plain(number: float) -> float:
    """Returns an int if the number is whole, for JSON."""
    return int(number) if float(number).is_integer() else tidy(number)


def points(difference: float) -> str:
    """Returns the difference of two rates in percentage points.

    >>> points(-0.0337), points(0.00042)
    ('3.4', '0.042')
    """
    number = abs(100 * difference)
    return f"{number:.1f}" if number >= 0.95 or not number else f"{number:.2g}"


def signed(difference: float) -> str:
    """Returns a difference of rates in points, with its sign.

    >>> signed(0.0337), signed(-0.0337), signed(0)
    ('+3.4', '−3.4', '0.0')
    """
    return ("+" if difference > 0 else "−" if difference < 0 else "") + points(difference)


def whole(number: float) -> str:
    """Returns a whole difference with its sign.

    >>> whole(801), whole(-35), whole(0)
    ('+801', '−35', '0')
    """
    text = f"{abs(int(number)):,}" if float(number).is_integer() else f"{abs(number):,.2f}"
    return ("+" if number > 0 else "−" if number < 0 else "") + text


def p_text(p: float) -> str:
    """Returns a p-value as text.

    >>> p_text(0.125), p_text(1.1376e-07), p_text(0.0)
    ('p = 0.125', 'p = 1.1e-7', 'p < 0.0001')
    """
    return f"p = {brief(p)}" if p >= 1e-300 else "p < 0.0001"


def p_brief(p: float) -> str:
    """Returns a p-value for a verdict, which shows none below 0.0001.

    >>> p_brief(0.125), p_brief(1.1376e-07)
    ('p = 0.125', 'p < 0.0001')
    """
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.2g}" if p < 0.001 else f"p = {brief(p)}"


def brief(p: float) -> str:
    """Returns a p-value in few digits.

    >>> brief(0.0625), brief(3e-12), brief(1.0)
    ('0.0625', '3.0e-12', '1')
    """
    if p >= 0.001:
        return f"{p:.3g}"
    mantissa, _, exponent = f"{p:.1e}".partition("e-")
    return f"{mantissa}e-{exponent.lstrip('0')}"
