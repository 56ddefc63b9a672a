"""One life: a whole person from a seed, whom the content of every app draws on."""
