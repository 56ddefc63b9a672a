"""Episodes: the phone as a Gymnasium environment. Importing this registers it and loads nothing of the engine."""

from phonebuddy.episodes.register import register_environment

register_environment()
