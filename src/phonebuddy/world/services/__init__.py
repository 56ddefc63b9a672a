"""What the phone does for its apps: settings, notifications, things due later, permissions, intents."""
