"""Which metrics can score alternations, optional words and fragments, and what goes together with asclite's counts."""

from __future__ import annotations

from collections.abc import Sequence

from hubbub.asclite.solve import COSTS
from hubbub.errors import FormatError, OptionError
from hubbub.model.metrics import METRICS, Metric
from hubbub.model.options import Options, parse_costs
from hubbub.prepare.prepare import Prepared


def check_options(options: Options, metrics: Sequence[Metric]) -> None:
    """Those of asclite, and those that only some of the solvers know."""
    for name in ("overlap_limit", "no_gaps"):
        if getattr(options, name) and not options.asclite:
            raise OptionError(f"--{name.replace('_', '-')} is about asclite's groups; give it with --asclite")
    if options.asclite:
        others = [metric.name for metric in metrics if metric.name != "mdwer"]
        if others:
            raise OptionError(f"asclite counts MD-WER alone; score {others[0]} without --asclite")
        if parse_costs(options.costs) not in ((0, 1, 1, 1), COSTS):
            raise OptionError(f"asclite's costs are {','.join(map(str, COSTS))}; leave --costs away")
        if "word" in (options.ref_sort, options.hyp_sort):
            raise OptionError("asclite's groups hold segments; sort segments, not words")
    for name in ("fragments", "optional_words"):
        unable = [metric for metric in metrics if not metric.takes_choices]
        if getattr(options, name) and unable:
            known = ", ".join(metric.name for metric in METRICS.values() if metric.takes_choices)
            option = name.replace("_", "-")
            raise OptionError(f"{unable[0].title} routes segments whole and knows no --{option}; use one of {known}")


def check_choices(metric: Metric, left: Prepared, right: Prepared) -> None:
    """Whoever routes whole segments cannot choose among the words in them."""
    places = [left.choices_at, right.choices_at] if not metric.takes_choices else []
    if metric.solver == "each":
        places = [right.choices_at]  # its words are dealt out one by one, by their times
    for place in places:
        if place is not None:
            file, _, line = place.rpartition(":")
            what = f"{metric.title} cannot score alternations or optional words"
            remedy = "write out one branch, or use a metric that can, such as wer, cpwer or mdwer"
            raise FormatError(file or place, int(line) if line.isdigit() else None, what, remedy)
