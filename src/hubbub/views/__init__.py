"""Shows what others counted as text: tables for a terminal, CSV, Markdown, LaTeX, JUnit, leaderboards."""
