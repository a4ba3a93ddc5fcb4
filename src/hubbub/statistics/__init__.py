"""How far numbers may be trusted: Student's t, jackknife, resampling, sign flips. Numbers in, numbers out."""
