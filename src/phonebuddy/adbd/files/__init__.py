"""The file system of a served phone: memory, the Files app's storage, and app databases, as one tree."""
