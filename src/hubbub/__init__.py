"""Word error rates for many people talking at once.

>>> import hubbub
>>> hubbub.wer("the quick fox", "the quack fox")
<WER 33.33%: 1 error in 3 words (1 sub, 0 del, 0 ins)>

There is a function for every metric (`hubbub.METRICS` lists them), `score` for several at once, and `load`
and `dump` for files. Names are imported when they are first used, so that `import hubbub` costs next to nothing.
"""

from __future__ import annotations

from hubbub.version import __version__ as __version__

TYPE_CHECKING = False  # to import it from typing would take longer than all the rest
if TYPE_CHECKING:
    from typing import Any

_MODULES = {
    "advice.inspection": "Inspection inspect",
    "api": "dump load_scores score",
    "errors": "FormatError HubbubError InputError OptionError OrderError SessionError TooLargeError",
    "formats": "load",
    "formats.both": "load_pairs",
    "insight.blame": "Blame blame",
    "insight.compare": "compare",
    "insight.comparison": "Comparison",
    "model.alignment": "Alignment",
    "model.diarization_metrics": "DIARIZATION",
    "model.diarization_result": "DiarizationResult DiarizationScores",
    "model.metrics": "METRICS Metric",
    "model.options": "Options",
    "model.reading_options": "Reading",
    "model.result": "Result Scores dump_scores",
    "model.transcript": "Markup Region Segment Transcript",
    "model.word_errors": "WordErrors",
    "page.report_page": "report",
    "statistics.intervals": "Interval",
    "version": "__version__",
    "views.board": "Board rank",
}
"""The public names of each module; besides them, each metric has a function. `make stubs` tells type checkers."""

_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name.startswith("_") and name != "__all__":
        raise AttributeError(f"module 'hubbub' has no attribute {name!r}")
    from importlib import import_module

    from hubbub.model.metrics import ALL_METRICS, CHARACTERS

    value: Any
    if name in _MODULE_OF:
        value = getattr(import_module(f"hubbub.{_MODULE_OF[name]}"), name)
    elif name in ALL_METRICS or name in CHARACTERS:
        value = import_module("hubbub.api").metric_function(name)
    elif name == "__all__":
        value = sorted([*_MODULE_OF, *ALL_METRICS, *CHARACTERS])
    else:
        from hubbub.cli.peers import no_attribute

        raise AttributeError(no_attribute(name, __dir__()))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
