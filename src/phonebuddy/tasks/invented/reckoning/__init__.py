"""Reckoning: what comes of values that stand in an app is told, or written in another one."""
