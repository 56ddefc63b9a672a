"""Pages in the browser: the live phone."""
