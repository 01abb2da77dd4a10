"""Training of players: a file for each task; `training.games` has what depends on the game."""
