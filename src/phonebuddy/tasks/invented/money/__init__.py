"""Invented apps of the kind money."""
