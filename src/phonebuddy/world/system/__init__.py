"""The system around the apps: status bar, home screen, keyboard, share sheet. Code, because it is the phone itself."""
