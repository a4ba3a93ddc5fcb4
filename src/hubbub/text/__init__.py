"""What a text says: normalised, split into units, with its markup read; no file and no time is known here."""
