"""`python -m hubbub` is the command."""

from hubbub.cli import main

main()
