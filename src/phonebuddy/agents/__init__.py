"""Agents: whoever is shown a screen and answers with an action."""
