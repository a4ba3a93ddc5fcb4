"""Transcripts, alignments, results, tables, and the declarations of metrics and options."""
