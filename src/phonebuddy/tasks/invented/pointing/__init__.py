"""Pointing: what one app says tells which thing, which things or which person another one is asked for."""
