"""Checks inputs for problems, when they are read and when both sides are matched."""
