"""Invented apps of the kind ticks."""
