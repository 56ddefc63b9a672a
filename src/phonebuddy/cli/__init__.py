"""The command line: one file per command group, loaded only when it is called."""
