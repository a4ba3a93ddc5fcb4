"""The report page: one HTML file that shows every word. Shows what others counted."""

PAGE_SUFFIXES = (".html", ".htm")
"""How the name of a page ends."""
SHOWN = ("speech", "jaccard")
"""The kinds of counts of diarization that the page shows."""
