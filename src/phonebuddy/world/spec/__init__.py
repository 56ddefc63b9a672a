"""The app format: from YAML files to checked, compiled plans. Nothing here runs an app."""
