"""What training needs of a game: its rules, its kinds of moves, tables to play at."""
