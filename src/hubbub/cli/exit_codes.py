"""The exit codes of the commands."""

EXIT_BAD_INPUT = 1
EXIT_USAGE = 2
"""The arguments cannot be parsed; argparse uses the same code."""
EXIT_ABOVE = 3
"""A total is above `--fail-above`, or below `--fail-below`."""
EXIT_UNPROVEN = 4
"""Not everything is proven, or something was skipped."""
EXIT_PIPE = 141
"""Whoever read standard output, as head does, had enough of it; shells use the same code for tools that end so."""
