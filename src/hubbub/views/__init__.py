"""Shows results as text: tables for a terminal, CSV, Markdown, LaTeX, JUnit, leaderboards. Counts nothing."""
