"""Invented apps of the kind booking."""
