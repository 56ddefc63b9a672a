"""A POSIX-subset shell over the phone's own files and commands; nothing of the host is within its reach."""
