"""Word error rates: checks the options, calls the core, and turns its outcome or its faults into Python objects."""
