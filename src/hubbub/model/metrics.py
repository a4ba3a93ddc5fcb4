"""Definitions of all word error rates. Commands, documentation and tests loop over METRICS.

A metric defines which reference words may be aligned with which hypothesis words; the solvers do the rest.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from hubbub.errors import OptionError, either, nearest, shown
from hubbub.model.diarization_metrics import DIARIZATION, DiarizationMetric
from hubbub.model.other_tools import METRICS_ELSEWHERE
from hubbub.model.signatures import Recipe
from hubbub.model.values import is_iterable
from hubbub.text.units import CHARACTER_UNITS

Solver = Literal["align", "each", "pair_named", "pair_best", "route"]


class Metric(NamedTuple):
    """The definition of one word error rate."""

    name: str
    """Its name in commands, in the API and in JSON."""
    title: str
    """Its name in prose."""
    about: str
    """The definition in a sentence."""
    reference: str
    """The form of a reference."""
    matched: str
    """The parts of the hypothesis that it is matched with."""
    when: str
    """When to use it."""
    example: tuple[str, str, str]
    """Python for a small reference, a small hypothesis, and the result."""
    solver: Solver
    """The algorithm that finds the optimum."""
    queues: Literal["one", "speaker"] = "one"
    """For routing: one queue of utterances for all speakers, or one per speaker."""
    pieces: Literal["utterance", "word"] = "utterance"
    """For routing: the unit that is routed to one stream."""
    swapped: bool = False
    """For routing: whether hypothesis segments are routed to reference speakers."""
    timed: bool = False
    """Whether two words are aligned only if their times overlap within the collar."""
    by_channel: bool = False
    """Whether the channels of a session are scored one by one."""
    unit: str | None = None
    """The unit in its name, as in cer; None if the options decide."""

    def __repr__(self) -> str:
        return f"<{self.title}: {self.about}>"

    @property
    def called(self) -> str:
        """The name in commands, e.g. cer instead of wer."""
        return self.name if self.unit is None else _character_name(self.name)

    @property
    def takes_choices(self) -> bool:
        """Whether it can score alternations, optional words and fragments. Of routing metrics, only MD-WER can."""
        return self.solver != "route" or (self.pieces, self.queues) == ("word", "speaker")


_UNTIMED = (
    Metric(
        name="wer",
        title="WER",
        about="All reference words against all hypothesis words; several speakers are merged in time order.",
        reference="one word sequence",
        matched="the only stream",
        when="One speaker at a time and one output stream.",
        example=(
            '"the quick fox"',
            '"the quack fox jumps"',
            "<WER 66.67%: 2 errors in 3 words (1 sub, 0 del, 1 ins)>",
        ),
        solver="align",
        by_channel=True,
    ),
    Metric(
        name="uwer",
        title="uWER",
        about="Each utterance against the stream with the fewest errors, within the utterance's time window.",
        reference="one utterance",
        matched="the stream with the fewest errors",
        when="Separated audio that was cut at the true utterance boundaries; optimistic on whole meetings.",
        example=(
            '["good morning", "hello"]',
            '[["good evening", ""], ["", "hello"]]',
            "<uWER 33.33%: 1 error in 3 words (1 sub, 0 del, 0 ins)>",
        ),
        solver="each",
    ),
    Metric(
        name="sawer",
        title="SA-WER",
        about="Each speaker against the stream of the same name.",
        reference="a word sequence per speaker",
        matched="the stream of the same name",
        when="The system identifies speakers by name.",
        example=(
            '{"Alice": "good morning", "Bob": "hello"}',
            '{"Bob": "hello", "Alice": "good evening"}',
            "<SA-WER 33.33%: 1 error in 3 words (1 sub, 0 del, 0 ins)>",
        ),
        solver="pair_named",
    ),
    Metric(
        name="cpwer",
        title="cpWER",
        about="Speakers and streams are paired one to one, with the fewest errors.",
        reference="a word sequence per speaker",
        matched="the stream paired with the speaker",
        when="The system labels speakers with names of its own: diarization and recognition together.",
        example=(
            '{"Alice": "good morning", "Bob": "hello"}',
            '["hello", "good evening"]',
            "<cpWER 33.33%: 1 error in 3 words (1 sub, 0 del, 0 ins)>",
        ),
        solver="pair_best",
    ),
    Metric(
        name="orcwer",
        title="ORC-WER",
        about="Each utterance is routed whole to one stream, in time order over all speakers, with the fewest errors.",
        reference="one queue of all speakers' utterances, sorted by start time",
        matched="any stream, for each whole utterance",
        when="The system does not label speakers: separated streams, or serialized output in time order.",
        example=(
            '["good morning", "hello", "how are you"]',
            '["good morning how are you", "hello"]',
            "<ORC-WER 0.00%: 0 errors in 6 words (0 sub, 0 del, 0 ins)>",
        ),
        solver="route",
    ),
    Metric(
        name="mimower",
        title="MIMO-WER",
        about="ORC-WER in which only the utterances of the same speaker must stay in order.",
        reference="a queue of utterances per speaker",
        matched="any stream, for each whole utterance",
        when="The system neither labels speakers nor keeps their turns in order.",
        example=(
            '{"Alice": ["good morning", "bye"], "Bob": ["hello"]}',
            '["hello good morning bye"]',
            "<MIMO-WER 0.00%: 0 errors in 4 words (0 sub, 0 del, 0 ins)>",
        ),
        solver="route",
        queues="speaker",
    ),
    Metric(
        name="mdwer",
        title="MD-WER",
        about="Multi-dimensional Levenshtein distance: each word may be in any stream, in its speaker's order.",
        reference="a queue of words per speaker",
        matched="any stream, for each word",
        when="To compare with asclite, which does not count words in the wrong stream as errors.",
        example=(
            '{"Alice": "a b c d", "Bob": "e f g h"}',
            '["a f c h", "e b g d"]',
            "<MD-WER 0.00%: 0 errors in 8 words (0 sub, 0 del, 0 ins)>",
        ),
        solver="route",
        queues="speaker",
        pieces="word",
    ),
    Metric(
        name="dicpwer",
        title="DI-cpWER",
        about="Each hypothesis segment is routed whole to one speaker, with the fewest errors: cpWER without labels.",
        reference="a word sequence per speaker",
        matched="hypothesis segments, each routed whole to any speaker",
        when="To find the diarization errors in cpWER: subtract DI-cpWER from cpWER.",
        example=(
            '{"Alice": "good morning", "Bob": "hello"}',
            '[["good morning", "hello"]]',
            "<DI-cpWER 0.00%: 0 errors in 3 words (0 sub, 0 del, 0 ins)>",
        ),
        solver="route",
        swapped=True,
    ),
    Metric(
        name="orcwer_by_word",
        title="ORC-WER by word",
        about="ORC-WER in which the words of an utterance may be in different streams.",
        reference="one queue of the words of all speakers' utterances, sorted by start time",
        matched="any stream, for each word",
        when="To find the errors due to utterances split across streams: subtract this from ORC-WER.",
        example=(
            '["good morning", "hello"]',
            '["good", "morning hello"]',
            "<ORC-WER by word 0.00%: 0 errors in 3 words (0 sub, 0 del, 0 ins)>",
        ),
        solver="route",
        pieces="word",
    ),
    Metric(
        name="dicpwer_by_word",
        title="DI-cpWER by word",
        about="DI-cpWER in which each word may be routed to another speaker: neither labels nor segments matter.",
        reference="a word sequence per speaker",
        matched="hypothesis words, each routed to any speaker, segments by start time",
        when="To find recognition errors: words that are wrong whatever the speaker labels and segment boundaries.",
        example=(
            '{"Alice": "good morning", "Bob": "hello"}',
            '["good morning hello"]',
            "<DI-cpWER by word 0.00%: 0 errors in 3 words (0 sub, 0 del, 0 ins)>",
        ),
        solver="route",
        pieces="word",
        swapped=True,
    ),
)


def _timed(name: str, title: str, untimed: str) -> Metric:
    """Returns the timed variant of a metric, in which words are aligned only if their times overlap."""
    metric = next(metric for metric in _UNTIMED if metric.name == untimed)
    return metric._replace(
        name=name,
        title=title,
        about=f"{metric.title} in which words are aligned only if their times overlap within the collar.",
        matched=f"{metric.matched}, within the collar",
        when=f"{metric.when} Needs times; words far apart in time are never aligned.",
        example=(
            '[{"words": "good morning", "speaker": "Alice", "start_time": 0, "end_time": 1}]',
            '[{"words": "good morning", "speaker": "x", "start_time": 60, "end_time": 61}]',
            f"<{title} 200.00%: 4 errors in 2 words (0 sub, 2 del, 2 ins)>",
        ),
        timed=True,
    )


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        *_UNTIMED,
        _timed("tcwer", "tcWER", "wer"),
        _timed("tcpwer", "tcpWER", "cpwer"),
        _timed("tcorcwer", "tcORC-WER", "orcwer"),
        _timed("tcmimower", "tcMIMO-WER", "mimower"),
        _timed("tcmdwer", "tcMD-WER", "mdwer"),
        _timed("ditcpwer", "DI-tcpWER", "dicpwer"),
        _timed("tcorcwer_by_word", "tcORC-WER by word", "orcwer_by_word"),
        _timed("ditcpwer_by_word", "DI-tcpWER by word", "dicpwer_by_word"),
    )
}


def timed_twin(metric: Metric) -> Metric | None:
    """Returns the timed variant of a metric; None if there is none.

    >>> timed_twin(METRICS["cpwer"]).name
    'tcpwer'
    """
    first = Metric._fields.index("solver")
    rule = metric._replace(timed=True, unit=None)[first:]
    return next((other for other in METRICS.values() if other[first:] == rule), None)


def as_words(metric: DiarizationMetric) -> Metric:
    """Returns the word error rate whose alignment a diarization metric of words uses, with that metric's name."""
    return METRICS["wer"]._replace(name=metric.name, title=metric.title, by_channel=False)


def _character_name(name: str) -> str:
    return name.replace("wer", "cer")


CHARACTERS: dict[str, str] = {_character_name(name): name for name in METRICS}
"""Character error rates, each with its word error rate: cpcer is cpwer with the unit char."""


def title_of(metric: str, signature: str) -> str:
    """Returns the metric's name in prose, with WER or CER by the unit that was counted.

    >>> title_of("cpwer", "cpwer|norm:none|unit:char|v:1"), title_of("cpwer", "cpwer|norm:none|unit:word|v:1")
    ('cpCER', 'cpWER')
    """
    title = ALL_METRICS[metric].title
    return title.replace("WER", "CER") if counted_unit(signature) == "character" else title


def called(metric: str, signature: str) -> str:
    """Returns the metric's name in commands, which is different for characters.

    >>> called("cpwer", "cpwer|norm:none|unit:char|v:1")
    'cpcer'
    """
    return _character_name(metric) if metric in METRICS and counted_unit(signature) == "character" else metric


def counted_unit(signature: str) -> str:
    """Returns the unit that was counted: word, character, or unit for several kinds."""
    unit = Recipe.parse(signature).value("unit") or "word"
    return "character" if unit in CHARACTER_UNITS else "word" if unit == "word" else "unit"


ALL_METRICS: dict[str, Metric | DiarizationMetric] = {**METRICS, **DIARIZATION}
"""Word error rates and diarization metrics."""


def _key(name: str) -> str:
    return name.strip().lower().replace("-", "").replace("_", "").replace(" ", "")


def any_metric_named(name: str) -> Metric | DiarizationMetric:
    """Returns the word error rate or diarization metric of that name. Raises OptionError with a suggestion."""
    return (DIARIZATION.get(_key(name)) if isinstance(name, str) else None) or metric_named(name)


_BY_KEY = {_key(name): metric for name, metric in METRICS.items()}


def metric_named(name: str) -> Metric:
    """Returns the word or character error rate of that name. Raises OptionError with a suggestion."""
    if not isinstance(name, str):
        raise OptionError(f"{shown(name)} is not a metric; choose from {', '.join(METRICS)}")
    key = _key(name)
    if key in DIARIZATION:
        what = "speakers" if DIARIZATION[key].of_words else "times"
        raise OptionError(f"{key} compares {what}, not words; use hubbub.{key} or the command hubbub {key}")
    of_characters = next((other for other in CHARACTERS if _key(other) == key), None)
    if of_characters is not None:
        return METRICS[CHARACTERS[of_characters]]._replace(unit="char")
    if key not in _BY_KEY:
        several = name.split()
        if len(several) > 1 and all(_key(part) in {*_BY_KEY, *DIARIZATION, *map(_key, CHARACTERS)} for part in several):
            how = either(f"commas, e.g. {','.join(several)}", f"a list, e.g. {several}")
            raise OptionError(f"{shown(name)} is several metrics; use {how}")
        elsewhere = {_key(other): ours for other, ours in METRICS_ELSEWHERE.items()}
        hint = f"use {elsewhere[key]}" if key in elsewhere else nearest(key, list(ALL_METRICS))
        raise OptionError(f"unknown metric {shown(name)}; {hint}")
    return _BY_KEY[key]


def metrics_named(names: Sequence[str]) -> tuple[Metric | DiarizationMetric, ...]:
    """Returns the metrics of these names, each once. Raises if there is none."""
    if not is_iterable(names):
        raise OptionError(f"{shown(names)} is not a list of metrics; choose from {', '.join(ALL_METRICS)}")
    chosen = tuple(dict.fromkeys(map(any_metric_named, names)))
    if not chosen:
        raise OptionError(f"no metric; choose from {', '.join(ALL_METRICS)}")
    return chosen
