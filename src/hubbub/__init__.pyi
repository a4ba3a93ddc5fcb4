"""The public names, for type checkers and editors. Written by `make stubs`."""

from typing import Any

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
from hubbub.model.options import DiarizationOptions, Options
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
    "DiarizationOptions",
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

def wer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def uwer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def sawer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def cpwer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def orcwer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def mimower(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def mdwer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def dicpwer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def orcwer_by_word(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def dicpwer_by_word(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcwer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcpwer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcorcwer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcmimower(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcmdwer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def ditcpwer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcorcwer_by_word(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def ditcpwer_by_word(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def cer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def ucer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def sacer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def cpcer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def orccer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def mimocer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def mdcer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def dicpcer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def orccer_by_word(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def dicpcer_by_word(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tccer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcpcer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcorccer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcmimocer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcmdcer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def ditcpcer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def tcorccer_by_word(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def ditcpcer_by_word(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def der(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def jer(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def ier(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def deter(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def purity(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def coverage(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def purcov(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def bcubed(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def nmi(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
def wder(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
