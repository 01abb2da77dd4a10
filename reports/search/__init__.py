"""Reports of what a search found: which number moves most, and what to change."""
