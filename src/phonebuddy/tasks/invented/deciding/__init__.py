"""Deciding: a condition told in words, and which of two outcomes it has."""
