"""What all others speak of: transcripts, alignments, results, tables, and the declarations of metrics and options."""
