"""The table on paper, and the only functions that change it.

`record` is the state of a game, `s` everywhere; what changes it writes the log on the way, so
that a told game cannot differ from a played one.
"""
