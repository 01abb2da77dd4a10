"""Commands that change a game: `new`, `edit`, `cards`, `check`, `learn` and the searches."""
