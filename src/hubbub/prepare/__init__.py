"""From what a caller hands over to sessions that can be scored, with a count of whatever is left out."""
