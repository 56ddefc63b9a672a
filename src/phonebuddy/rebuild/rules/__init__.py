"""The rules about rows and numbers, a module each: what a touch does to a list, what a number counts."""
