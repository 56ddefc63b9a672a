"""One reader per recording format; each knows its own kind by the files and gives Traces."""
