"""Word error rates: the options made ready, the solvers, and the results put together."""
