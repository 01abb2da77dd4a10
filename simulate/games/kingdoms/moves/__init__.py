"""What may be done: the one source of legality.

`lists` fills the list of legal moves for the seat that must choose, `questions` answers what it
asks; nothing here changes the state.  Policies choose among these moves, tests try all others.
"""
