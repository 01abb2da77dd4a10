"""What games are like: lengths, ends, what happens in them, the arc."""
