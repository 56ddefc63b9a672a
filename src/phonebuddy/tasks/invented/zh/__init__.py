"""Chinese invented apps, which Chinese people of the village have, and what is asked of them."""
