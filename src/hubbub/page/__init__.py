"""The report page: one HTML file that shows every word. Counts nothing."""
