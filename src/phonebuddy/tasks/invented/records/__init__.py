"""Invented apps of the kind records."""
