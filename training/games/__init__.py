"""What a game brings to be taught: its rules, the moves that are told apart, tables to play at."""
