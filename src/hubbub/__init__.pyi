"""The public names, for type checkers and editors. Written by `make stubs`."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Protocol, Unpack, overload

from hubbub.advice.inspection import Inspection, inspect
from hubbub.api import dump, load_scores, score
from hubbub.errors import FormatError, HubbubError, InputError, OptionError, OrderError, SessionError, TooLargeError
from hubbub.formats import load
from hubbub.formats.both import load_pairs
from hubbub.insight.blame import Blame, blame
from hubbub.insight.compare import compare
from hubbub.insight.comparison import Comparison
from hubbub.model.alignment import Alignment
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.diarization_result import DiarizationResult, DiarizationScores
from hubbub.model.metrics import METRICS, Metric
from hubbub.model.options import Options
from hubbub.model.reading_options import Reading
from hubbub.model.result import Result, Scores, dump_scores
from hubbub.model.transcript import Markup, Region, Segment, Transcript
from hubbub.model.word_errors import WordErrors
from hubbub.page.report_page import report
from hubbub.prepare.inputs import Text
from hubbub.statistics.intervals import Interval
from hubbub.version import __version__
from hubbub.views.board import Board, rank

__all__ = [
    "DIARIZATION",
    "METRICS",
    "Alignment",
    "Blame",
    "Board",
    "Comparison",
    "DiarizationResult",
    "DiarizationScores",
    "FormatError",
    "HubbubError",
    "InputError",
    "Inspection",
    "Interval",
    "Markup",
    "Metric",
    "OptionError",
    "Options",
    "OrderError",
    "Reading",
    "Region",
    "Result",
    "Scores",
    "Segment",
    "SessionError",
    "TooLargeError",
    "Transcript",
    "WordErrors",
    "__version__",
    "bcubed",
    "blame",
    "cer",
    "compare",
    "coverage",
    "cpcer",
    "cpwer",
    "der",
    "deter",
    "dicpcer",
    "dicpcer_by_word",
    "dicpwer",
    "dicpwer_by_word",
    "ditcpcer",
    "ditcpcer_by_word",
    "ditcpwer",
    "ditcpwer_by_word",
    "dump",
    "dump_scores",
    "ier",
    "inspect",
    "jer",
    "load",
    "load_pairs",
    "load_scores",
    "mdcer",
    "mdwer",
    "mimocer",
    "mimower",
    "nmi",
    "orccer",
    "orccer_by_word",
    "orcwer",
    "orcwer_by_word",
    "purcov",
    "purity",
    "rank",
    "report",
    "sacer",
    "sawer",
    "score",
    "tccer",
    "tcmdcer",
    "tcmdwer",
    "tcmimocer",
    "tcmimower",
    "tcorccer",
    "tcorccer_by_word",
    "tcorcwer",
    "tcorcwer_by_word",
    "tcpcer",
    "tcpwer",
    "tcwer",
    "ucer",
    "uwer",
    "wder",
    "wer",
]

_Files = PathLike[str] | Sequence[PathLike[str]]

class _OfWords(Protocol):
    """A metric of words. Files give Scores, a dict of texts is one session; strings and lists may be either."""

    @overload
    def __call__(
        self, reference: _Files, hypothesis: Text, options: Options | None = None, **fields: Unpack[Options]
    ) -> Scores: ...
    @overload
    def __call__(
        self, reference: Text, hypothesis: _Files, options: Options | None = None, **fields: Unpack[Options]
    ) -> Scores: ...
    @overload
    def __call__(
        self,
        reference: dict[str, str],
        hypothesis: dict[str, str],
        options: Options | None = None,
        **fields: Unpack[Options],
    ) -> Result: ...
    @overload
    def __call__(
        self, reference: Text, hypothesis: Text, options: Options | None = None, **fields: Unpack[Options]
    ) -> Any: ...

class _OfSpeakers(Protocol):
    """A metric of who speaks when. Files give DiarizationScores."""

    @overload
    def __call__(
        self, reference: _Files, hypothesis: Text, options: Options | None = None, **fields: Unpack[Options]
    ) -> DiarizationScores: ...
    @overload
    def __call__(
        self, reference: Text, hypothesis: _Files, options: Options | None = None, **fields: Unpack[Options]
    ) -> DiarizationScores: ...
    @overload
    def __call__(
        self, reference: Text, hypothesis: Text, options: Options | None = None, **fields: Unpack[Options]
    ) -> Any: ...

wer: _OfWords
uwer: _OfWords
sawer: _OfWords
cpwer: _OfWords
orcwer: _OfWords
mimower: _OfWords
mdwer: _OfWords
dicpwer: _OfWords
orcwer_by_word: _OfWords
dicpwer_by_word: _OfWords
tcwer: _OfWords
tcpwer: _OfWords
tcorcwer: _OfWords
tcmimower: _OfWords
tcmdwer: _OfWords
ditcpwer: _OfWords
tcorcwer_by_word: _OfWords
ditcpwer_by_word: _OfWords
cer: _OfWords
ucer: _OfWords
sacer: _OfWords
cpcer: _OfWords
orccer: _OfWords
mimocer: _OfWords
mdcer: _OfWords
dicpcer: _OfWords
orccer_by_word: _OfWords
dicpcer_by_word: _OfWords
tccer: _OfWords
tcpcer: _OfWords
tcorccer: _OfWords
tcmimocer: _OfWords
tcmdcer: _OfWords
ditcpcer: _OfWords
tcorccer_by_word: _OfWords
ditcpcer_by_word: _OfWords
der: _OfSpeakers
jer: _OfSpeakers
ier: _OfSpeakers
deter: _OfSpeakers
purity: _OfSpeakers
coverage: _OfSpeakers
purcov: _OfSpeakers
bcubed: _OfSpeakers
nmi: _OfSpeakers
wder: _OfSpeakers
