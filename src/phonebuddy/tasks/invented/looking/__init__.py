"""Looking: what takes several looks before the answer or the deed: one of some, several facts, not there."""
