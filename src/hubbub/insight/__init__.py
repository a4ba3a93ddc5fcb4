"""Analysis of scores: errors by cause, and the comparison of systems."""
