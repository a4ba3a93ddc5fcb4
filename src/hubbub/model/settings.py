"""The parsed options, which all code below the plan uses."""

from typing import Any, NamedTuple

from hubbub.model.session_names import SessionMap
from hubbub.model.values import MEMORY
from hubbub.statistics import JACKKNIFE
from hubbub.text.normalizers import Normalizer

UNIT_COSTS = (0, 1, 1, 1)
"""An error of any kind costs 1."""
RESAMPLES = 10_000


class Uem(NamedTuple):
    """The time regions that are scored."""

    regions: dict[str, list[Any]]
    """The Regions of each session."""
    digest: str
    """A short hash of the regions, for the signature."""


class Settings(NamedTuple):
    """The value of every option, checked and parsed. The defaults are here and nowhere else."""

    collar: float | None = None
    skip_overlap: bool = False
    profile: str | None = None
    ref_timing: str = "character_based"
    hyp_timing: str = "character_based_points"
    ref_sort: str = "segment"
    hyp_sort: str = "segment"
    costs: tuple[int, int, int, int] = UNIT_COSTS
    asclite: bool = False
    overlap_limit: int | None = None
    no_gaps: bool = False
    fragments: bool = False
    optional_words: bool = False
    normalizer: Normalizer = Normalizer(None, "none")
    uem: Uem | None = None
    regex: str | None = None
    session_map: SessionMap | None = None
    strip_suffix: tuple[str, ...] = ()
    partial: bool = False
    corrections: Any = None
    unit: str = "word"
    time_limit: float | None = None
    effort: float | None = None
    prove: bool = False
    memory: int = MEMORY
    jobs: int | None = None
    format: str | None = None
    ref_format: str | None = None
    hyp_format: str | None = None
    ci: float | None = None
    group: str | None = None
    ci_method: str = JACKKNIFE
    resamples: int = RESAMPLES
    seed: int = 0

    @property
    def formats(self) -> tuple[str | None, str | None]:
        """The formats of reference and hypothesis; None for those to be detected."""
        return self.ref_format or self.format, self.hyp_format or self.format


DEFAULTS = Settings()
