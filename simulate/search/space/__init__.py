"""The edits that a search may combine, and a surface fitted to their effects."""
