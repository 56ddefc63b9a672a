"""Training: rows from episodes, one collator, supervised and reinforcement learning, checkpoints."""
