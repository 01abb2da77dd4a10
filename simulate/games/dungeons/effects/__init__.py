"""What a move or a card does."""
