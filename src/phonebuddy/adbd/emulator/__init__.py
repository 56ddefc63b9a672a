"""A world phone as an Android emulator: its gRPC service, its console, and the accessibility forwarder."""
