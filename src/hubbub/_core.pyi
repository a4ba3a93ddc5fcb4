"""Transcripts as columns, and the metrics of their sessions."""

import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, BinaryIO, overload

class Costs:
    """The cost of each step of an alignment."""

    def __init__(self, correct: int = 0, substitution: int = 1, insertion: int = 1, deletion: int = 1) -> None: ...

class Stage:
    """The state of a search after one stage."""

    @property
    def name(self) -> str: ...
    @property
    def best(self) -> int: ...
    @property
    def bound(self) -> float: ...
    @property
    def cells(self) -> int: ...
    @property
    def work(self) -> int: ...
    @property
    def seconds(self) -> float: ...

class Texts:
    """One text per segment."""

    def __init__(self, texts: list[str]) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, arg: int, /) -> str: ...

class BySession:
    """Segments by session, both in the order of the file."""

    def __len__(self) -> int: ...
    def segments(self, places: Sequence[int]) -> list[int]:
        """The segments of the sessions at these indices, concatenated."""

class Columns:
    """Segments as columns, in the order of their file."""

    def __init__(self, segments: list[Any], plain: type) -> None:
        """
        Columns of segments, most of which are of the type `plain`: a tuple with their fields in order.
        """

    @staticmethod
    def plain(texts: list[str], sessions: list[str] | str | None, speakers: list[str] | str | None) -> Columns:
        """
        Columns of texts without times; a name that is not a list applies to all of them.
        """

    @staticmethod
    def numbered(texts: list[str], speaker: str) -> Columns:
        """Columns of texts without times, each in a session named by its number."""

    @staticmethod
    def of_dicts(entries: list[Any]) -> Columns | None:
        """
        Columns of dicts with SegLST's keys, None if the general reader is needed.
        """

    @staticmethod
    def of_arrow(stream: Any, names: Sequence[str]) -> Columns | None:
        """
        The rows of an Arrow stream, None if the general reader is needed. The names are those
        of the columns with words, session, speaker, start and end, empty if there is no such column.
        """

    @staticmethod
    def joined(parts: Sequence[Columns]) -> Columns:
        """The segments of these columns, concatenated."""

    @staticmethod
    def unpacked(bytes: bytes) -> Columns:
        """The inverse of `packed`."""

    def __len__(self) -> int: ...
    def make(
        self, first: int, last: int, make: Callable[..., Any], extra: dict[int, Any], marked: dict[int, Any]
    ) -> list[Any]:
        """
        Makes the segments from first up to last from their fields, with their extra keys and markup.
        """

    def find(self, text: str) -> list[int]:
        """The segments whose words equal this uppercase text, in any case."""

    def text(self, segment: int) -> str: ...
    def texts(self) -> list[str]: ...
    def packed(self) -> bytes:
        """Serializes the columns for another process."""

    def timed(self) -> list[int]:
        """The segments with word times."""

    def all_timed(self) -> bool:
        """Whether every segment has a start and an end."""

    def word_times(self, segment: int) -> tuple[tuple[float, float], ...] | None: ...
    def session_names(self) -> list[str]:
        """In the order of the file; the empty name for none."""

    def bare_sessions(self) -> list[str]:
        """The sessions of segments with neither speaker nor times."""

    def by_session(self) -> BySession:
        """The segments of each session."""

    def all_letters(self) -> int: ...
    def letters(self, sessions: BySession) -> list[int]:
        """The number of characters of each session."""

    def of_sessions(self, places: Sequence[int]) -> Columns:
        """The sessions at these indices, in this order."""

    def has_channels(self) -> bool:
        """Whether there are several channels."""

    def channel_rows(self, hypothesis: Columns, sessions: Sequence[tuple[int, int]]) -> dict[int, dict[str, str]]:
        """
        The rows SESSION/CHANNEL of the sessions whose channels WER scores one by one, by channel in lowercase, by
        the index of the pair of sessions, which are indices, -1 for none.
        """

    def with_rows(self, rows: dict[int, Mapping[str, str]]) -> Columns:
        """
        A copy in which the segments of these sessions, by index, are in the rows of their channels.
        """

    def digests(self) -> list[tuple[int, int]]:
        """
        A 128-bit hash of each session, in two halves, in the order of `session_names`.
        """

class LineFault:
    """
    An error in a line: too few or too many fields, or a field that is not a time.
    """

    @property
    def kind(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def field(self) -> int: ...
    @property
    def text(self) -> bytes: ...

def read_lines(
    file: BinaryIO, layout: str, threads: int
) -> tuple[Columns, dict[int, str], list[tuple[int, int]], LineFault | None]:
    """
    Segments made from lines; their extra information; those with markup and their lines; the first error.
    """

def read_seglst(file: BinaryIO) -> Columns | None:
    """
    Segments made from a SegLST file, None if the general reader is needed.
    """

def read_json_lines(file: BinaryIO, threads: int) -> Columns | None:
    """
    Segments made from lines with a SegLST object each, None if the general reader is needed.
    """

def repeated_key(json: bytes) -> int | None:
    """
    The offset of a key that its object already has, in valid JSON; None if there is no such key.
    """

def shares(words: Sequence[str], start: float, end: float, by: str, points: bool, shape: str = "") -> bytes:
    """
    Divides a time interval into a share for every word, or returns the midpoint of each share.

    Start and end, alternating, as the bytes of an array of type d.
    """

class Fault:
    """
    An error in a session's input: each kind sets some of these numbers, see fault.hpp.
    """

    @property
    def kind(self) -> str: ...
    @property
    def side(self) -> int:
        """0 for the reference."""

    @property
    def segment(self) -> int:
        """-1 if the error is not in one segment."""

    @property
    def session(self) -> int: ...
    @property
    def metric(self) -> int:
        """-1 if it belongs to none."""

    @property
    def needed(self) -> float: ...
    @property
    def allowed(self) -> float: ...
    @property
    def pieces(self) -> int: ...
    @property
    def streams(self) -> int: ...
    @property
    def speakers(self) -> float: ...
    @property
    def start(self) -> float: ...
    @property
    def end(self) -> float: ...
    @property
    def region_start(self) -> float: ...
    @property
    def region_end(self) -> float: ...
    @property
    def sizes(self) -> list[int]: ...
    @property
    def segments(self) -> int: ...
    @property
    def untimed(self) -> int: ...
    @property
    def words(self) -> int: ...
    @property
    def times(self) -> int: ...
    @property
    def most(self) -> int: ...
    @property
    def utterances(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def stream(self) -> str: ...
    @property
    def cost(self) -> int: ...
    @property
    def claim(self) -> int: ...

class FaultError(RuntimeError):
    pass

class Looked:
    """A session prepared again for access to its words."""

    def utterance(
        self, hypothesis: bool, utterance: int
    ) -> tuple[int, int, int, int, float | None, float | None, bytes | None, list[int] | None, int]:
        """
        Its segment, speaker, number, offset, start, end, times of its words (bytes of an array of type d), places
        of its words in the text if some were skipped, and their number.
        """

    def utterances(self, hypothesis: bool) -> int: ...
    def content(self, hypothesis: bool) -> bytes:
        """The scored speakers, times and words of a side, for a digest."""

class Outcome:
    """The results of all sessions under all metrics."""

    def __len__(self) -> int: ...
    def numbers(self, metric: int) -> bytes:
        """
        Per session: insertions, deletions, substitutions, correct words, cost, bound, whether it is unproven,
        speakers without a stream and streams without a speaker (bytes of an array of type q).
        """

    def summary(self, metric: int, session: int) -> tuple[int, int, int, int, int, int, bool]:
        """
        Insertions, deletions, substitutions, correct words, cost, bound, and whether it is proven.
        """

    def pairing(self, metric: int, session: int) -> list[tuple[int, int]] | None:
        """Numbers of speakers and streams: -1 is the empty name, -2 no speaker."""

    def routing(self, metric: int, session: int) -> list[tuple[int, int, int, int]] | None: ...
    def lanes(self, metric: int, session: int) -> list[tuple[int, int, str]]:
        """Speaker, stream and steps of each."""

    def ended(self, metric: int, session: int) -> str:
        """What ended the search, as in the name of its last stage."""

    def stages(self, metric: int, session: int) -> list[Stage]: ...
    def left_out(self, metric: int, session: int) -> list[tuple[str, float, bool]]:
        """What was skipped, with counts or seconds."""

    def with_left_out(self, metric: int) -> list[int]:
        """The sessions of which anything was skipped."""

    def with_doubts(self) -> list[int]:
        """The sessions whose word times are doubtful."""

    def overlap(self, session: int, hypothesis: bool) -> tuple[float, float, list[tuple[int, int]]] | None: ...
    def long_segments(self, session: int, hypothesis: bool) -> tuple[int, int, float, float] | None: ...
    def refused(self) -> list[Fault]:
        """Sessions that need more memory than allowed."""

    def done(self, first: int, most: int) -> list[int]:
        """
        The sessions that are scored under all metrics, in order of completion.
        """

    def unfinished(self, metric: int) -> list[int]:
        """
        The sessions without a result: the work was stopped before, or they are refused.
        """

    def look(self, session: int) -> Looked: ...
    def pieces(self, metric: int, session: int, lane: int, hypothesis: bool, looked: Looked) -> list[tuple[Any, ...]]:
        """
        The words of one side of a lane: each piece is an utterance, its offset, and its first word and their
        number, or a list of words.
        """

    def incidents(
        self, metrics: Sequence[int], session: int, routed_hypothesis: bool, looked: Looked
    ) -> tuple[list[tuple[bytes, bytes, str, list[tuple[int, int, int]]]], bytes, bytes, list[list[int]]]:
        """
        Under each metric: the partners of all words (bytes of arrays of type i), the kinds of the reference's words
        and of the insertions, and the number of correct words of a speaker in a stream. Then the stretches of the
        words of both sides, and the errors of each stretch under each metric.
        """

    def groups(
        self, metrics: Sequence[int], session: int, routed_hypothesis: bool, looked: Looked
    ) -> list[list[tuple[int, list[tuple[int, int, int, int]]]] | None]:
        """
        For each slice, and by speaker: the groups of words, and under each metric their insertions, deletions,
        substitutions and correct words. None without times. Speakers are identified by the numbers of their names.
        """

    def offsets(self, metric: int, session: int, looked: Looked) -> bytes:
        """
        The delay of each correct word in seconds (bytes of an array of type d).
        """

    def contents(self, first: int, letters: int) -> list[bytes | None]:
        """
        The content of the reference of the sessions from the first on, as in Looked: up to so many characters, and at
        least one session. None for a session that cannot be prepared.
        """

class PairMaker:
    """Makes the pairs of alignments."""

    def __init__(self, word: type, pair: type, no_keys: dict[str, Any]) -> None:
        """
        The classes of words and of pairs, and the extra keys of a word that has none.
        """

    def pairs(self, outcome: Outcome, metric: int, session: int) -> list[Any]:
        """All pairs of a session, lane by lane."""

def sums(numbers: array.array[int] | memoryview, states: bytes | bytearray) -> list[int]:
    """
    The sums over the scored sessions, and the number of sessions with errors.
    """

class Metric:
    """The definition of a word error metric."""

    def __init__(
        self,
        solver: str,
        queue_per_speaker: bool,
        by_word: bool,
        swapped: bool,
        timed: bool,
        takes_choices: bool,
        by_channel: bool = False,
    ) -> None: ...

class Recipe:
    """The preparation of one side."""

    def __init__(
        self, order: str, timed: bool, share: str, points: bool, only_own: bool, collar: float | None, whole: bool
    ) -> None: ...

class Plan:
    """The input of a scoring run."""

    def __init__(
        self,
        metrics: Sequence[Metric],
        reference: Recipe,
        hypothesis: Recipe,
        costs: Costs,
        optional_words: bool,
        fragments: bool,
        overlap_limit: int,
        gaps: bool,
        memory: int,
        searches: int,
        seconds: float,
        work: float,
        threads: int,
    ) -> None: ...

class Source:
    """One side: its columns, and the texts that Python normalized."""

    def __init__(
        self,
        columns: Columns,
        texts: Texts | None = None,
        keys: Texts | None = None,
        own_times: Sequence[tuple[int, Sequence[float] | None]] = [],
        shapes: Sequence[tuple[int, str]] = [],
    ) -> None: ...
    @property
    def speakers(self) -> list[str | None]:
        """The speakers' names, by number: -1 is the empty name, -2 no speaker."""

    def text(self, segment: int) -> str:
        """The words of a segment as they are scored, separated by spaces."""

def score(
    plan: Plan,
    reference: Source,
    hypothesis: Source,
    sessions: Sequence[tuple[int, int]] | None,
    reference_ignored: Sequence[tuple[int, float, float, str | None]],
    hypothesis_ignored: Sequence[tuple[int, float, float, str | None]],
    reference_uem: Sequence[tuple[int, float, float, str | None]],
    hypothesis_uem: Sequence[tuple[int, float, float, str | None]],
    progress: object | None,
    keep_contents: bool = False,
) -> Outcome:
    """
    Scores all sessions under all metrics. Sessions are pairs of indices on the two sides, -1 for none; None
    pairs them in order. keep_contents keeps the contents of references for their digests. The progress also
    receives the outcome so far, of which the sessions in `done` may be read. An exception that stops the work, such as
    KeyboardInterrupt, gets an attribute `outcome` with the results so far.
    """

def heaviest(weights: Sequence[int], rows: int, columns: int) -> list[int]:
    """
    The column of each row in a one-to-one matching of maximum total weight, -1 for none.
    """

class Turns:
    """The turns of one side."""

    @overload
    def __init__(self, columns: Columns, sessions: BySession, session: int, points: bool, by_name: bool) -> None:
        """
        The turns of the session at this index. Turns of zero length count if points do. Speakers are numbered
        by their first turns, or by name.
        """

    @overload
    def __init__(self) -> None:
        """None."""

    def __len__(self) -> int: ...
    @property
    def wrong(self) -> int | None:
        """The first segment without a valid start and end, if there is one."""

    @property
    def names(self) -> list[str]:
        """The speakers' names, by number."""

    @property
    def first(self) -> float:
        """The first onset."""

    @property
    def last(self) -> float:
        """The last end."""

    def outside(self, regions: Sequence[tuple[float, float]]) -> int:
        """The number of turns of nonzero length outside every region."""

class Stretches:
    """Who speaks when: intervals in which no turn begins or ends."""

    def __init__(
        self,
        regions: Sequence[tuple[float, float]],
        ignored: Sequence[tuple[float, float]],
        reference: Turns,
        hypothesis: Turns,
        width: float,
        skip_overlap: bool,
    ) -> None: ...
    def shared(self, scored: bool) -> tuple[list[int], list[int], list[list[int]]]:
        """
        Nanoseconds of each speaker, of each stream and of each pair: in the region, or in its scored part.
        """

    def together(self) -> list[tuple[int, int, int]]:
        """
        Numbers of a set of speakers and of a set of streams, and the scored nanoseconds in which exactly these
        are active. Set 0 is the empty set.
        """

    def in_order(self) -> list[tuple[float, float, list[int], list[int]]]:
        """
        The scored intervals in order of time: start, seconds, and the numbers of speakers and of streams.
        """

    def sums(self, stream_of: Sequence[int]) -> list[float]:
        """
        Seconds of speech, missed speech, false alarm and confusion; a speaker without a stream has -1.
        """

class Sheet:
    """
    One session of the page: its names, its words and the sides of its alignments.
    """

    def __init__(self) -> None: ...
    def from_outcome(self, outcome: Outcome, metric: int, session: int, score: int) -> PageAlignment:
        """
        The alignment of a scored session; the score has this number on the page.
        """

    def from_lanes(self, lanes: Iterable[tuple[Any, ...]], score: int, in_time: bool) -> PageAlignment:
        """
        An alignment by its lanes: speaker, stream, steps, and the pieces of both sides.
        A piece is speaker, number, offset, words, start, end, and start and end of its words
        (alternating) or None. With in_time, steps are time spans, which count by their duration.
        """

    def name(self, text: str) -> int:
        """The number of a name, which is added if it is new."""

    def utterance(self, side: int, speaker: str, number: int) -> int:
        """The index of an utterance on a side; -1 if it does not exist."""

    def first(self, side: int, speaker: str, number: int) -> int:
        """The index of an utterance's first word."""

    def places(self, side: int, speaker: str, number: int, offset: int, count: int) -> list[int]:
        """The indices of some words of an utterance."""

    def texts(self, side: int) -> list[str]:
        """The words of a side."""

    def utterances(self, side: int) -> int:
        """The number of utterances on a side."""

    def times(self, side: int) -> list[tuple[int, int]] | None:
        """
        Start and end of each word of a side, in hundredths of a second; None if some are unknown.
        """

    def pack(self) -> tuple[bytes, bytes, list[dict[str, bytes]]]:
        """JSON of the words, of the names, and of the columns of each side."""

class PageAlignment:
    """One alignment on the page."""

    @property
    def reference(self) -> int:
        """The index of its reference among the sides."""

    @property
    def hypothesis(self) -> int: ...
    @property
    def timed(self) -> bool: ...
    @property
    def start(self) -> int:
        """In hundredths of a second, or in steps without times."""

    @property
    def end(self) -> int: ...
    @property
    def lanes(self) -> bytes:
        """JSON."""

    @property
    def bins(self) -> bytes:
        """JSON: correct, substituted, deleted and inserted words over time."""

    def frequent(self, top: int) -> bytes:
        """JSON of the most frequent errors of each kind."""

    def speakers(self) -> list[tuple[str | None, str | None, tuple[int, int, int, int]]]:
        """
        Speaker, stream (None if there are several), insertions, deletions, substitutions, correct words.
        """

    def slices(self) -> list[tuple[list[int], list[tuple[int, int, int, int]], bool, str, str] | None]:
        """
        By overlap, by length, and by whether it is a backchannel: of each the parts with words, their errors,
        whether letters are per segment instead of per word, a letter for the part of each of them, and one
        for each insertion.
        """

    def mistakes(self) -> list[tuple[str | None, list[list[tuple[str, str, int]]]]]:
        """
        The substitutions, deletions and insertions of each speaker: words, and their count.
        """

    def by_segment(
        self, kinds: Sequence[int], number: int
    ) -> tuple[list[int], list[tuple[int, int, int, int]], bool, str, str]:
        """A slice by the kind (one of `number`) of each reference segment."""

    def error_times(self) -> list[tuple[int, int]]:
        """The times of errors in hundredths of a second; each once."""

    def worst(self, most: int) -> list[tuple[tuple[int, int], int, int, int]]:
        """
        The stretches with most errors: start and end in hundredths of a second, or positions without
        times; errors; words of the reference and of the hypothesis.
        """

class PageTotals:
    """The errors of all sessions of the page."""

    def __init__(self) -> None: ...
    def add(self, session: int, shown: PageAlignment) -> None: ...
    def frequent(self, top: int) -> bytes:
        """
        JSON of the most frequent errors of each kind, with the sessions in which they occur.
        """

def resample(
    errors: Sequence[float], lengths: Sequence[float], resamples: int, seed: int, threads: int = 0
) -> list[float]:
    """
    The rates of resamples of the units, in ascending order; without those in which no length was drawn.
    """

def sign_flip(differences: Sequence[int]) -> tuple[float, float]:
    """
    The exact p-value of the sign-flip test, and the smallest p-value possible with these differences.
    """

def drawn_sums(differences: Sequence[int]) -> tuple[float, float, float]:
    """
    The probabilities that the sum of a resample of the differences is below 0, 0, and above, by convolution.
    """
