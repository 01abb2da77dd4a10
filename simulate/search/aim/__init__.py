"""What a search aims at, and how a change moves it."""
