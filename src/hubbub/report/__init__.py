"""Results for people: tables for a terminal, files for programs. Nothing is counted here."""
