"""Invented apps of the kind control."""
