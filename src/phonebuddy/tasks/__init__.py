"""Tasks: what to do on a phone, how to tell that it was done, and the proof that both are right."""
