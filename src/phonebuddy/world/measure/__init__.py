"""Measuring the phone: how fast, how large, against what. Numbers come from here and nowhere else."""
