"""Works on single texts: normalizes them, splits them into units and parses markup. Independent of files and times."""

from collections.abc import Callable

Normalize = Callable[[str], str]
"""The function of a normalizer."""
