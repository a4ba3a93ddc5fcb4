"""Word error rates for many people talking at once.

>>> import hubbub
>>> hubbub.wer("the quick fox", "the quack fox")
<WER 33.33%: 1 error in 3 words (0 ins, 0 del, 1 sub)>

There is a function for every metric (`hubbub.METRICS` lists them), `score` for several at once, and `load`
and `dump` for files. Names are imported when they are first used, so that `import hubbub` costs next to nothing.
"""

from __future__ import annotations

from hubbub.model import views
from hubbub.version import __version__

TYPE_CHECKING = False  # to import it from typing would take longer than all the rest
if TYPE_CHECKING:
    from typing import Any

    from hubbub.advice.inspection import Inspection, inspect
    from hubbub.diarization.together import score
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
    from hubbub.prepare.saving import dump, load_scores
    from hubbub.scoring.calls import Function
    from hubbub.statistics.intervals import Interval
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
        "blame",
        "compare",
        "dump",
        "dump_scores",
        "inspect",
        "load",
        "load_pairs",
        "load_scores",
        "rank",
        "report",
        "score",
    ]

    wer: Function
    uwer: Function
    sawer: Function
    cpwer: Function
    orcwer: Function
    mimower: Function
    mdwer: Function
    dicpwer: Function
    orcwer_by_word: Function
    dicpwer_by_word: Function
    tcwer: Function
    tcpwer: Function
    tcorcwer: Function
    tcmimower: Function
    tcmdwer: Function
    ditcpwer: Function
    tcorcwer_by_word: Function
    ditcpwer_by_word: Function
    cer: Function
    ucer: Function
    sacer: Function
    cpcer: Function
    orccer: Function
    mimocer: Function
    mdcer: Function
    dicpcer: Function
    orccer_by_word: Function
    dicpcer_by_word: Function
    tccer: Function
    tcpcer: Function
    tcorccer: Function
    tcmimocer: Function
    tcmdcer: Function
    ditcpcer: Function
    tcorccer_by_word: Function
    ditcpcer_by_word: Function
    der: Function
    jer: Function
    ier: Function
    deter: Function
    purity: Function
    coverage: Function
    purcov: Function
    bcubed: Function
    nmi: Function
    wder: Function

_HOME = {
    "model.metrics": ("METRICS", "Metric"),
    "model.diarization_metrics": ("DIARIZATION",),
    "model.alignment": ("Alignment",),
    "model.word_errors": ("WordErrors",),
    "model.diarization_result": ("DiarizationResult", "DiarizationScores"),
    "errors": (
        "FormatError",
        "HubbubError",
        "InputError",
        "OptionError",
        "OrderError",
        "SessionError",
        "TooLargeError",
    ),
    "formats": ("load",),
    "formats.both": ("load_pairs",),
    "insight.blame": ("Blame", "blame"),
    "insight.compare": ("compare",),
    "insight.comparison": ("Comparison",),
    "views.board": ("Board", "rank"),
    "page.report_page": ("report",),
    "statistics.intervals": ("Interval",),
    "prepare.saving": ("dump", "load_scores"),
    "model.options": ("DiarizationOptions", "Options"),
    "model.result": ("Result", "Scores", "dump_scores"),
    "advice.inspection": ("Inspection", "inspect"),
    "diarization.together": ("score",),
    "model.transcript": ("Markup", "Region", "Segment", "Transcript"),
}


def _attribute(name: str) -> Any:
    if name.startswith("_") and name != "__all__":
        raise AttributeError(f"module 'hubbub' has no attribute {name!r}")
    from importlib import import_module

    from hubbub.model.diarization_metrics import DIARIZATION
    from hubbub.model.metrics import CHARACTERS, METRICS

    value: Any
    home = next((module for module, names in _HOME.items() if name in names), None)
    if home is not None:
        value = getattr(import_module(f"hubbub.{home}"), name)
    elif name in METRICS:
        value = import_module("hubbub.scoring.engine").metric_function(METRICS[name])
    elif name in CHARACTERS:
        value = import_module("hubbub.scoring.engine").character_function(name, METRICS[CHARACTERS[name]])
    elif name in DIARIZATION:
        value = import_module("hubbub.diarization.diarize").diarization_function(DIARIZATION[name])
    elif name == "__all__":
        imported = [one for names in _HOME.values() for one in names]
        value = sorted([*imported, *METRICS, *CHARACTERS, *DIARIZATION, "__version__"])
    else:
        from hubbub.cli.peers import no_attribute

        raise AttributeError(no_attribute(name, __dir__()))
    globals()[name] = value
    return value


if not TYPE_CHECKING:  # to a type checker, a name that there is not shall stay one
    __getattr__ = _attribute


def _page(result: Any) -> Any:
    from hubbub.page.report_page import report

    return report(result)


views.page = _page


def __dir__() -> list[str]:
    return list(_attribute("__all__"))
