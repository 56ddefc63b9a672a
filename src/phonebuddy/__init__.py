"""PhoneBuddy: open software that trains models to use phones."""

__version__ = "0.1.0"
