"""Invented apps of the kind attic."""
