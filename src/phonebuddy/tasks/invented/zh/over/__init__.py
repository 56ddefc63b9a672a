"""Chinese tasks over several apps: what is read in one app of a Chinese phone is needed in another."""
