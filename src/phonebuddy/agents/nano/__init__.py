"""Nano: a small transformer over the elements of a screen, the instruction and what was done and read."""
