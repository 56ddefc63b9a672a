"""Invented apps for training: as many as are wanted, each with its tasks, all made from words and chance."""
