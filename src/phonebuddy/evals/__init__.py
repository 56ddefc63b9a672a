"""Evals: suites times agents times seeds, the statistics of their results, and the recipe that needs both."""
