"""Invented apps of the kind desk."""
