"""Recordings of real app use, from outside: one reader per format, one normal form."""
