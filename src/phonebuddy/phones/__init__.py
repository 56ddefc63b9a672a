"""Phones: the contract every phone keeps, its backends, and what working with real ones needs."""
