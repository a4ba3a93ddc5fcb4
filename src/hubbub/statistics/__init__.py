"""How far numbers may be trusted: Student's t, jackknife, resampling, sign flips. Numbers in, numbers out."""

JACKKNIFE = "jackknife"
PERCENTILE = "percentile"
METHODS = (JACKKNIFE, "jackknife-t", PERCENTILE)
"""How intervals are found; the first two are one.

They stand here since options name them, and to score needs none of what finds them."""
