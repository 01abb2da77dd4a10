"""Small changes of a pack: which there are, how they are written, what they decide."""
