"""The phone's state: one SQLite database, built once as an image, changed by an app's SQL, undone exactly."""
