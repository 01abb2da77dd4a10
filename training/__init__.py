"""What teaches players: a file a task; what a game brings to it stands in `training.games`."""
