"""The system around the apps: status bar, home screen, keyboard, share sheet; code, not data."""
