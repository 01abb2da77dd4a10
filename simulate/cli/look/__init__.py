"""Commands that look at what was played: `runs`, `export`, `list`."""
