"""What self-play taught: facts, the value of a position, corrections of the weights."""
