"""How a command ended, as numbers for scripts."""

EXIT_BAD_INPUT = 1
EXIT_USAGE = 2
"""As argparse ends where it cannot read the arguments."""
EXIT_ABOVE = 3
"""A rate is above `--fail-above`."""
EXIT_UNPROVEN = 4
"""Not everything is proven, or something was skipped."""
EXIT_INTERRUPTED = 130
"""As shells end after Ctrl-C."""
