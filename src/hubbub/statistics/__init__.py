"""Confidence intervals and significance tests: Student's t, jackknife, bootstrap, sign flips. Works on numbers only."""

JACKKNIFE = "jackknife"
PERCENTILE = "percentile"
METHODS = (JACKKNIFE, "jackknife-t", PERCENTILE)
"""The methods of confidence intervals; the first two are the same.

Defined here so that options need not import the methods."""
