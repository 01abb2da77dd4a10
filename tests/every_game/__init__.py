"""What holds for every game: laws of its table, its log, its luck, what is hidden.

`adapters.py` finds what the tests need to know of a game; a new game brings one module.
"""
