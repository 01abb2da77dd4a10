"""How often the players win: settings, steps, changes, what is dealt."""
