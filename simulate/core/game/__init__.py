"""What every game is made of: facts, records, codes, cards."""
