"""Turns the input of a caller into sessions and texts that can be scored."""
