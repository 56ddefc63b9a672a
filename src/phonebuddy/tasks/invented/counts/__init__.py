"""Counts: invented apps in which numbers of things are counted up and down, and amounts are paid."""
