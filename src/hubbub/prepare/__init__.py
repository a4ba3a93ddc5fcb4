"""Converts the inputs of a caller to sessions and texts that can be scored."""
