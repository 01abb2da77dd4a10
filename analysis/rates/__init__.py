"""How hard is a setting?  Win rates, their steps, changes and contrasts."""
