"""How things are said: words, names, commands, targets, advice."""
