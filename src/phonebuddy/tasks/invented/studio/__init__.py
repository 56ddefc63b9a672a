"""Invented apps of the kind studio."""
