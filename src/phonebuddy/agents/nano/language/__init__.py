"""Language: a small language model, learned elsewhere, that reads what is said and what a screen says."""
