"""The parsed options, which all code below the plan uses."""

from collections.abc import Callable
from typing import Any, NamedTuple

from hubbub.model.reading_options import Reading
from hubbub.model.session_names import SessionMap, mapped_name
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
    time_unit: str | None = None
    tiers: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    drop_speakers: tuple[str, ...] = ()
    text_column: str | None = None
    ref_column: str | None = None
    hyp_column: str | None = None
    speaker_column: str | None = None
    session_column: str | None = None
    ci: float | None = None
    group: str | None = None
    ci_method: str = JACKKNIFE
    resamples: int = RESAMPLES
    seed: int = 0

    def session_key(self) -> Callable[[str], str]:
        """Returns what two names of the same session have in common. NIST's tools ignore case."""
        fold = str.lower if self.asclite else str
        if self.session_map is None and not self.strip_suffix:
            return fold
        return lambda name: fold(mapped_name(name, self.session_map, self.strip_suffix))

    @property
    def formats(self) -> tuple[str | None, str | None]:
        """The formats of reference and hypothesis; None for those to be detected."""
        return self.ref_format or self.format, self.hyp_format or self.format

    def readings(self) -> tuple[Reading, Reading] | None:
        """How reference and hypothesis are read; None if only the formats may be given. Both see the same names."""
        if not any(getattr(self, option) for option in READ):
            return None
        shared: Any = {option: getattr(self, option) for option in READ if option in Reading._fields} | {"seen": {}}
        left, right = (Reading(format=format, **shared) for format in self.formats)
        if self.ref_column is not None:
            left = left._replace(text_column=self.ref_column, side="ref")
        if self.hyp_column is not None:
            right = right._replace(text_column=self.hyp_column, side="hyp")
        return left, right


READ = Settings._fields[Settings._fields.index("time_unit") : Settings._fields.index("session_column") + 1]
"""The options of the reading of files, other than formats."""
DEFAULTS = Settings()
