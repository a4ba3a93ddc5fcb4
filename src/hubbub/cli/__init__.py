"""The command line."""

from hubbub.cli.main import main

__all__ = ["main"]
