"""The searches as commands, each in a module of its own."""
