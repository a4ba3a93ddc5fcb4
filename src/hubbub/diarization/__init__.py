"""Diarization error rates: speakers and streams over time, compared without words."""
