"""What is played beside a run: other values, another player, fresh luck, the shipped game."""
