"""Works on single texts: normalises them, splits them into units and parses markup. It knows no files and no times."""

from collections.abc import Callable

Normalize = Callable[[str], str]
"""What a normaliser does with a text."""
