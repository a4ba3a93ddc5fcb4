"""How far numbers may be trusted: Student's t, jackknife, resampling, sign flips. Numbers in, numbers out."""

JACKKNIFE = "jackknife"
METHODS = (JACKKNIFE, "bootstrap-t", "bca", "percentile")
"""How intervals are found. They stand here since options name them, and to score needs none of what finds them."""
