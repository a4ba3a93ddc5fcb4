"""The report page: one HTML file that shows every word. Counts nothing itself."""

PAGE_SUFFIXES = (".html", ".htm")
"""Suffixes of the file name of a page."""
SHOWN = ("speech", "jaccard")
"""Kinds of diarization counts that the page can show."""
