"""The TOML of a pack: its syntax, keys, labels, bounds, formats and schemas."""
