"""Invented apps of the kind chat."""
