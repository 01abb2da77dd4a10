"""Pages of a game as it is: why somebody wins, what is hard, which plan breaks it."""
