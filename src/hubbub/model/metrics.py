"""The definitions of all word error rates. Commands, documentation and tests loop over METRICS.

A metric says which reference words may be matched with which hypothesis words; the solvers do the rest.
"""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Literal, NamedTuple

from hubbub.errors import OptionError, either, shown
from hubbub.model.diarization_metrics import DIARIZATION, DiarizationMetric
from hubbub.model.signatures import Recipe
from hubbub.model.values import is_iterable

Solver = Literal["align", "each", "pair_named", "pair_best", "route"]


class Metric(NamedTuple):
    """The definition of one word error rate."""

    name: str
    """Its name in commands, in the API and in JSON."""
    title: str
    """Its name as people write it."""
    about: str
    """The definition in a sentence."""
    reference: str
    """What a reference is."""
    matched: str
    """What it may be matched with."""
    when: str
    """When to use it."""
    example: tuple[str, str, str]
    """Python for a small reference and a small hypothesis, and what comes out."""
    solver: Solver
    """The algorithm that finds the best match."""
    queues: Literal["one", "speaker"] = "one"
    """For a route: one queue of utterances for all, or one per speaker."""
    pieces: Literal["utterance", "word"] = "utterance"
    """For a route: what goes whole to one stream."""
    swapped: bool = False
    """For a route: hypothesis segments go to the speakers of the reference."""
    timed: bool = False
    """Do two words pair only where their times overlap within the collar?"""
    unit: str | None = None
    """The unit that its name tells, as cer does; None where the options tell it."""

    @property
    def called(self) -> str:
        """The name by which a user asked for it."""
        return self.name if self.unit is None else _character_name(self.name)

    @property
    def takes_choices(self) -> bool:
        """Can it score alternations, optional words and fragments? Of those that route, only the freest can."""
        return self.solver != "route" or (self.pieces, self.queues) == ("word", "speaker")


_UNTIMED = (
    Metric(
        name="wer",
        title="WER",
        about="One word sequence against one; several speakers are merged in order of time.",
        reference="one word sequence",
        matched="the one stream",
        when="One speaker at a time and one output.",
        example=(
            '"the quick fox"',
            '"the quack fox jumps"',
            "<WER 66.67%: 2 errors in 3 words (1 sub, 0 del, 1 ins)>",
        ),
        solver="align",
    ),
    Metric(
        name="uwer",
        title="uWER",
        about="Each utterance against the stream that fits it best, inside the utterance's time window.",
        reference="one utterance",
        matched="the stream that fits it best",
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
        reference="a sequence per speaker",
        matched="the stream of the same name",
        when="The system knows the speakers by name.",
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
        about="Speakers and streams are paired one to one; the best pairing counts.",
        reference="a sequence per speaker",
        matched="the stream given by the best one-to-one pairing",
        when="The system says who spoke, under names of its own: diarisation and recognition together.",
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
        about="All utterances in order of time; each goes whole to the stream where it fits best.",
        reference="one queue of utterances, all speakers by start time",
        matched="each utterance goes whole to any stream",
        when="The system does not name speakers: separated streams, or serialized output in order of time.",
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
        about="As ORC-WER, but only each speaker's own utterances must keep their order.",
        reference="a queue of utterances per speaker",
        matched="each utterance goes whole to any stream",
        when="The system neither names speakers nor keeps their turns in order.",
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
        about="Multi-dimensional Levenshtein: every word goes to any stream, in its speaker's order.",
        reference="a queue of words per speaker",
        matched="each word goes to any stream",
        when="To compare with asclite, which does not count words that jump between streams.",
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
        about="Each hypothesis segment goes whole to the speaker where it fits best: cpWER without speaker errors.",
        reference="a sequence per speaker",
        matched="hypothesis segments, each routed whole to any speaker",
        when="To see how much of cpWER is due to diarisation: the difference is.",
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
        about="As ORC-WER, but the words of an utterance need not stay together: each goes to any stream.",
        reference="one queue of words, utterances of all speakers by start time",
        matched="each word goes to any stream",
        when="To see how much of ORC-WER is due to utterances that were split between streams: the difference is.",
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
        about="As DI-cpWER, but the words of a segment need not stay together: neither labels nor segments count.",
        reference="a sequence per speaker",
        matched="hypothesis words, each routed to any speaker, segments by start time",
        when="To see what recognition alone did: neither who is said to speak nor where segments end matters.",
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
    """The timed variant of a metric: the same rule, but words match only where their times overlap."""
    metric = next(metric for metric in _UNTIMED if metric.name == untimed)
    return metric._replace(
        name=name,
        title=title,
        about=f"{metric.title} in which two words pair only if their times overlap within the collar.",
        matched=f"{metric.matched}, within the collar",
        when=f"{metric.when} Times must be known, and words must not match across minutes.",
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
    """The same metric with the time rule; None if there is none.

    >>> timed_twin(METRICS["cpwer"]).name
    'tcpwer'
    """
    first = Metric._fields.index("solver")
    rule = metric._replace(timed=True, unit=None)[first:]
    return next((other for other in METRICS.values() if other[first:] == rule), None)


def as_words(metric: DiarizationMetric) -> Metric:
    """The word error rate whose alignment a diarization metric of words reads, under the name of that metric."""
    return METRICS["wer"]._replace(name=metric.name, title=metric.title)


def _character_name(name: str) -> str:
    return name.replace("wer", "cer")


CHARACTERS: dict[str, str] = {_character_name(name): name for name in METRICS}
"""The character error rates, each with the metric that it is where the unit is char: cpcer is cpwer of characters."""


def title_of(metric: str, signature: str) -> str:
    """The metric's name as people write it, which tells whether words or characters were counted.

    >>> title_of("cpwer", "cpwer|norm:none|unit:char|v:1"), title_of("cpwer", "cpwer|norm:none|unit:word|v:1")
    ('cpCER', 'cpWER')
    """
    title = ALL_METRICS[metric].title
    return title.replace("WER", "CER") if counted_unit(signature) == "character" else title


def called(metric: str, signature: str) -> str:
    """The metric's name as in commands, where that of a character error rate is its own.

    >>> called("cpwer", "cpwer|norm:none|unit:char|v:1")
    'cpcer'
    """
    return _character_name(metric) if metric in METRICS and counted_unit(signature) == "character" else metric


def counted_unit(signature: str) -> str:
    """What was counted: word, character or, of several scripts, unit."""
    return {"char": "character", "word": "word", None: "word"}.get(Recipe.parse(signature).value("unit"), "unit")


ALL_METRICS: dict[str, Metric | DiarizationMetric] = {**METRICS, **DIARIZATION}
"""Word error rates and diarisation metrics."""


def nearest(name: str, known: dict[str, Metric] | list[str], cutoff: float = 0.4) -> str:
    """A hint for an unknown name: the closest known name, or all of them."""
    close = get_close_matches(name.lower(), list(known), n=1, cutoff=cutoff)
    return f"did you mean {close[0]}?" if close else "choose from " + ", ".join(known)


def _key(name: str) -> str:
    return name.strip().lower().replace("-", "").replace("_", "").replace(" ", "")


def any_metric_named(name: str) -> Metric | DiarizationMetric:
    """The word error rate or diarisation metric of that name, or an error that suggests one."""
    return (DIARIZATION.get(_key(name)) if isinstance(name, str) else None) or metric_named(name)


_BY_KEY = {_key(name): metric for name, metric in METRICS.items()}


def metric_named(name: str) -> Metric:
    """The word error rate of that name, or an error that suggests one. A character error rate is one with its unit."""
    if not isinstance(name, str):
        raise OptionError(f"{shown(name)} names no metric; choose from {', '.join(METRICS)}")
    key = _key(name)
    if key in DIARIZATION:
        what = "speakers" if DIARIZATION[key].of_words else "times"
        raise OptionError(f"{key} compares {what}, not words; call it by itself, as hubbub.{key} or `hubbub {key}`")
    letters = next((known for known in CHARACTERS if _key(known) == key), None)
    if letters is not None:
        return METRICS[CHARACTERS[letters]]._replace(unit="char")
    if key not in _BY_KEY:
        several = name.split()
        if len(several) > 1 and all(_key(one) in {*_BY_KEY, *DIARIZATION, *map(_key, CHARACTERS)} for one in several):
            how = either(f"commas, as in {','.join(several)}", f"a list, as in {several}")
            raise OptionError(f"{shown(name)} names several metrics; write {how}")
        raise OptionError(f"unknown metric {shown(name)}; {nearest(key, list(ALL_METRICS))}")
    return _BY_KEY[key]


def metrics_named(names: Sequence[str]) -> tuple[Metric | DiarizationMetric, ...]:
    """Returns the metrics of these names, each once. Raises if there is none."""
    if not is_iterable(names):
        raise OptionError(f"{shown(names)} names no metric; choose from {', '.join(ALL_METRICS)}")
    chosen = tuple(dict.fromkeys(map(any_metric_named, names)))
    if not chosen:
        raise OptionError(f"no metric; choose from {', '.join(ALL_METRICS)}")
    return chosen
