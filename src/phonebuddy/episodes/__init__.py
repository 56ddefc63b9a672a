"""Episodes: the phone as a Gymnasium environment. Importing this registers it and leaves the engine alone."""

from phonebuddy.episodes.register import register_environment

register_environment()
