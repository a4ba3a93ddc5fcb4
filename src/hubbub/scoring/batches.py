"""Scores a corpus while it is read, in batches of sessions. Each batch is one call of the core."""

from collections.abc import Callable, Iterator
from time import monotonic

from hubbub.errors import Interrupted
from hubbub.formats.chunks import Chunk
from hubbub.model.result import Scores
from hubbub.model.result_details import Stage
from hubbub.model.tables import duration
from hubbub.parallel import BackgroundWriter, ahead, allowed, count
from hubbub.prepare.correcting import check_sessions
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import Matched, digests_of, match_sessions
from hubbub.prepare.pairing import paired
from hubbub.scoring.engine import score_sessions, uncut_by, with_rows
from hubbub.scoring.journal import Journal
from hubbub.scoring.journal_writer import Batch, JournalWriter, rows_of
from hubbub.scoring.plan import Plan

SECONDS = 1.0
"""Intended time of a batch, which is lost if the process is killed."""
FIRST, LEAST, MOST = 1 << 20, 1 << 14, 1 << 22
"""Characters of the first batch, and of the smallest and the largest."""


class Pace:
    """Chooses the size of batches, so each takes about the same time, and counts the progress."""

    def __init__(self, size: int = 0) -> None:
        self.size = size
        """Bytes of all inputs; 0 if unknown."""
        self.letters, self.most = FIRST, MOST
        self.read = self.sessions = self.known = self.words = 0
        self.waits = ""
        """What the run is waiting for, e.g. workers; empty if it is running."""
        self.under_way = 0
        """Batches that workers are scoring, or sessions that this process is scoring."""
        self.finished = 0
        """Finished sessions of the current batch."""
        self.start = monotonic()
        self.show: Callable[[Pace], None] = lambda _: None
        """Called after every change."""

    def took(self, letters: int, seconds: float) -> None:
        """Sets the size of the next batch from the time that the last one took."""
        wanted = letters * SECONDS / max(seconds, 1e-3)
        self.letters = int(min(max(wanted, self.letters / 4, LEAST), 4 * self.letters, self.most))

    def add_bytes_read(self, size: int) -> None:
        """Counts bytes that were read."""
        self.read += size

    def count(self, sessions: int, known: int, words: int) -> None:
        """Sets the numbers of finished sessions, of those taken from a journal, and of reference words."""
        self.sessions, self.known, self.words = sessions, known, words

    def line(self) -> str:
        """Returns the progress: finished sessions, words per second, and the remaining time."""
        seconds = monotonic() - self.start
        sessions = self.sessions + self.finished
        text = f"{sessions:,} session{'' if sessions == 1 else 's'}, {self.words / max(seconds, 1e-3):,.0f} words/s"
        share = min(self.read / self.size, 1.0) if self.size else 0.0
        if self.waits:
            return f"{text}, {self.waits}"
        if self.under_way:
            text += f", {self.under_way} under way"
        if 0 < share < 1:
            text += f", {share:.0%}, {duration(seconds * (1 - share) / share)} left"
        return text


def scored_batches(
    plan: Plan,
    reference: Iterator[Chunk],
    hypothesis: Iterator[Chunk],
    system: str,
    pace: Pace,
    known: Callable[[str, str], bool] | None = None,
) -> Iterator[Batch[Scores]]:
    """Yields the scores of each batch of sessions, without sessions that are known by name and digest."""
    least, settings = 1, plan.settings
    if any(metric.solver == "route" for metric in plan.metrics):  # a search may take long: one for each thread
        least = count(settings.jobs)
        pace.letters = min(LEAST, pace.letters)
    batches = paired(reference, hypothesis, settings, lambda: pace.letters, least)

    def progress(done: int, total: int, _: Stage | None = None, /) -> None:
        pace.finished = done
        pace.under_way = total - done
        pace.show(pace)

    corrections = settings.corrections
    seen: dict[str, None] = {}
    for left, right in ahead(batches, threads=allowed(settings.jobs) != 1):
        start = monotonic()
        left, right = with_rows(plan, left, right)
        letters = left.transcript.columns.all_letters() + right.transcript.columns.all_letters()
        matched = match_sessions(left, right, settings)._replace(rows=left.rows)
        seen |= dict.fromkeys(matched.names if corrections is not None else ())
        digests = {} if known is None else digests_of(left, right, matched)
        before = frozenset(name for name, digest in digests.items() if known is not None and known(name, digest))
        if before:
            left, right = without(before, left, right, matched)
        scores = []
        if len(before) < len(matched.names):
            try:
                scores = score_sessions(plan, left, right, system, progress, known is not None)
            except Interrupted as end:
                raise KeyboardInterrupt(*end.args) from None  # what is writer is whole batches
            pace.finished = pace.under_way = 0
        pace.took(letters, monotonic() - start)
        yield Batch(scores, matched, digests, before)
    if corrections is not None:
        check_sessions(corrections, seen)


def without(known: frozenset[str], left: Input, right: Input, matched: Matched) -> tuple[Input, Input]:
    """Returns both sides without these sessions."""
    others = [index for index, name in enumerate(matched.names) if name not in known]
    ours = {name: None for index in others if (name := matched.left[index]) is not None}
    theirs = [name for index in others if (name := matched.right[index]) is not None]
    return (
        left._replace(
            transcript=left.transcript.select(list(ours)),
            batch=True,
            rows={row: session for row, session in left.rows.items() if row in ours},
        ),
        right._replace(transcript=right.transcript.select(theirs), batch=True),
    )


def score_in_batches(
    plan: Plan,
    reference: Iterator[Chunk],
    hypothesis: Iterator[Chunk],
    journal: Journal,
    system: str = "hyp",
    pace: Pace | None = None,
) -> list[Scores]:
    """Scores in batches and returns Scores under every metric, whose Results are in the journal."""
    pace = pace or Pace()
    writer = JournalWriter(plan.metrics, plan.accepted, journal, system)
    batches = scored_batches(plan, reference, hypothesis, system, pace, writer.knows)

    def write(batch: Batch[Scores]) -> None:
        writer.add(Batch([rows_of(scores, journal.alignment) for scores in batch.results], *batch[1:]))

    background = BackgroundWriter(write, threads=allowed(plan.settings.jobs) != 1)
    try:
        for batch in batches:
            background.take(batch)
            pace.count(writer.sessions, writer.known, writer.words)
            pace.show(pace)
    finally:
        background.end()
        journal.flush()
        pace.count(writer.sessions, writer.known, writer.words)
    return writer.scores(uncut_by(plan.settings))
