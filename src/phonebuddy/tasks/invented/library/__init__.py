"""Invented apps of the kind library."""
