"""Lists whose rows and pages say several facts in one line, of which mostly a part is wanted."""
