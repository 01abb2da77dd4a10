"""The confirmation of what a search found: fresh luck, side effects, a second opinion."""
