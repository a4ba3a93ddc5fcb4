"""Works on single texts: normalises them, splits them into units and parses markup. It knows no files and no times."""
