"""Scores of a corpus that is read as it is needed: batch by batch, each one call of the core."""

from collections.abc import Callable, Iterator
from time import monotonic

from hubbub.errors import Interrupted
from hubbub.formats import load
from hubbub.formats.chunks import Chunk
from hubbub.model.corrections import read_corrections
from hubbub.model.metrics import Metric
from hubbub.model.options import Options, read
from hubbub.model.result import Scores
from hubbub.model.result_details import Stage
from hubbub.model.signatures import all_endings
from hubbub.model.transcript import Transcript
from hubbub.model.values import parse_count
from hubbub.parallel import BackgroundWriter, ahead, allowed, count
from hubbub.prepare.correcting import check_sessions
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import Matched, digests_of, match_sessions
from hubbub.prepare.pairing import paired
from hubbub.scoring.engine import in_units, score_sessions, uncut_by
from hubbub.scoring.journal import Accepted, Journal
from hubbub.scoring.noted import Batch, Noted, rows_of
from hubbub.scoring.plan import plan
from hubbub.text.normalizers import with_absolute_paths

SECONDS = 1.0
"""How long a batch should take: what is lost where the process is killed."""
FIRST, LEAST, MOST = 1 << 20, 1 << 14, 1 << 22
"""Letters of the first batch, and of the smallest and the largest."""


class Pace:
    """How large batches are, so that each takes about as long; and how far the work is."""

    def __init__(self, size: int = 0) -> None:
        self.size = size
        """The bytes of all inputs; 0 where they are not known."""
        self.letters, self.most = FIRST, MOST
        self.read = self.sessions = self.known = self.words = 0
        self.waits = ""
        """What the work waits for, if it cannot go on."""
        self.under_way = 0
        """Batches that others score just now, or sessions that this process scores."""
        self.finished = 0
        """Sessions of the batch that is being scored."""
        self.start = monotonic()
        self.show: Callable[[Pace], None] = lambda _: None
        """Is called whenever something has changed."""

    def took(self, letters: int, seconds: float) -> None:
        """The size of the next batch follows from how long the last one took."""
        wanted = letters * SECONDS / max(seconds, 1e-3)
        self.letters = int(min(max(wanted, self.letters / 4, LEAST), 4 * self.letters, self.most))

    def told(self, size: int) -> None:
        """So many bytes more were read."""
        self.read += size

    def count(self, sessions: int, known: int, words: int) -> None:
        """So many sessions are done, of which so many were known before, with so many words of the reference."""
        self.sessions, self.known, self.words = sessions, known, words

    def line(self) -> str:
        """How many sessions are done, words a second, and the time left."""
        seconds = monotonic() - self.start
        sessions = self.sessions + self.finished
        text = f"{sessions:,} session{'' if sessions == 1 else 's'}, {self.words / max(seconds, 1e-3):,.0f} words/s"
        share = min(self.read / self.size, 1.0) if self.size else 0.0
        if self.waits:
            return f"{text}, {self.waits}"
        if self.under_way:
            text += f", {self.under_way} under way"
        if 0 < share < 1:
            text += f", {share:.0%}, {about(seconds * (1 - share) / share)} left"
        return text


def about(seconds: float) -> str:
    """How long it takes, for people.

    >>> about(42), about(200), about(8000)
    ('42 s', '3 min', '2 h 13 min')
    """
    minutes = round(seconds / 60)
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def signatures_of(metrics: tuple[Metric, ...], options: Options) -> list[str]:
    """The signature of each metric."""
    return in_units(metrics, options, lambda group, choice: plan(group, choice).signatures)


def accepted_signatures(metrics: tuple[Metric, ...], options: Options) -> list[Accepted]:
    """The signature of each metric, and those of searches which a limit ended."""
    settings = read(options)
    signatures = signatures_of(metrics, options)
    return [all_endings(one, settings) for one in signatures]


def for_batches(options: Options) -> Options:
    """The options with what they name in files: it is read once for all batches, and here rather than elsewhere."""
    settings = read(options)
    if options.uem is not None and not isinstance(options.uem, Transcript):
        files = options.uem if isinstance(options.uem, (list, tuple)) else [options.uem]
        options = options._replace(uem=load(*files, format="uem"))
    return options._replace(
        session_map=settings.session_map,
        normalizer=with_absolute_paths(options.normalizer),
        corrections=settings.corrections,
    )


def scored_batches(
    metrics: tuple[Metric, ...],
    reference: Iterator[Chunk],
    hypothesis: Iterator[Chunk],
    options: Options,
    system: str,
    pace: Pace,
    known: Callable[[str, str], bool] | None = None,
) -> Iterator[Batch[Scores]]:
    """The scores of each batch of sessions. Sessions that are known by name and digest are left out of them."""
    options = for_batches(options)
    least = 1
    if any(metric.solver == "route" for metric in metrics):  # a search may take long: each thread has one under way
        least = count(parse_count(options.jobs, "jobs"))
        pace.letters = min(LEAST, pace.letters)
    batches = paired(reference, hypothesis, options, lambda: pace.letters, least)

    def progress(done: int, total: int, _: Stage | None = None, /) -> None:
        pace.finished = done
        pace.under_way = total - done
        pace.show(pace)

    corrections = read_corrections(options.corrections)
    seen: dict[str, None] = {}
    for left, right in ahead(batches, threads=allowed(parse_count(options.jobs, "jobs")) != 1):
        start = monotonic()
        letters = left.transcript.columns.all_letters() + right.transcript.columns.all_letters()
        matched = match_sessions(left, right, options)
        seen |= dict.fromkeys(matched.names if corrections is not None else ())
        digests = {} if known is None else digests_of(left, right, matched)
        before = frozenset(name for name, digest in digests.items() if known is not None and known(name, digest))
        if before:
            left, right = without(before, left, right, matched)
        scores = []
        if len(before) < len(matched.names):
            try:
                scores = score_sessions(metrics, left, right, options, system, progress, known is not None)
            except Interrupted as end:
                raise KeyboardInterrupt(*end.args) from None  # what is noted is whole batches
            pace.finished = pace.under_way = 0
        pace.took(letters, monotonic() - start)
        yield Batch(scores, matched, digests, before)
    if corrections is not None:
        check_sessions(corrections, seen)


def without(known: frozenset[str], left: Input, right: Input, matched: Matched) -> tuple[Input, Input]:
    """Both sides but for these sessions."""
    kept = [place for place, name in enumerate(matched.names) if name not in known]
    ours = [name for place in kept if (name := matched.left[place]) is not None]
    theirs = [name for place in kept if (name := matched.right[place]) is not None]
    return (
        left._replace(transcript=left.transcript.select(ours), batch=True),
        right._replace(transcript=right.transcript.select(theirs), batch=True),
    )


def score_in_batches(
    metrics: tuple[Metric, ...],
    reference: Iterator[Chunk],
    hypothesis: Iterator[Chunk],
    options: Options,
    journal: Journal,
    system: str = "hyp",
    pace: Pace | None = None,
) -> list[Scores]:
    """Scores whose Results are in the journal, under every metric."""
    pace = pace or Pace()
    noted = Noted(metrics, accepted_signatures(metrics, options), journal, system)
    batches = scored_batches(metrics, reference, hypothesis, options, system, pace, noted.knows)

    def note(batch: Batch[Scores]) -> None:
        noted.add(Batch([rows_of(scores, journal.alignment) for scores in batch.results], *batch[1:]))

    writer = BackgroundWriter(note, threads=allowed(parse_count(options.jobs, "jobs")) != 1)
    try:
        for batch in batches:
            writer.take(batch)
            pace.count(noted.sessions, noted.known, noted.words)
            pace.show(pace)
    finally:
        writer.end()
        journal.flush()
        pace.count(noted.sessions, noted.known, noted.words)
    return noted.scores(uncut_by(options))
