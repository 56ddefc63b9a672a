"""Invented apps of the kind shop."""
