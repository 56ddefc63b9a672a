"""What an app says when something is tried and does not work: told as the answer, or to somebody."""
