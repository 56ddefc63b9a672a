"""Wh: questions by their question word, and what is not said or not there."""
