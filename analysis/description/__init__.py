"""What happened: lengths, ends, tallies, boards, the arc of a game; nothing here is judged."""
