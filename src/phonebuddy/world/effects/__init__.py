"""What a touch can do: one small file per effect. Adding one is adding a file."""
