"""Which small change does what: many changes of a game, each against it on the same luck.

`trial` plays changes round by round and adds up what they do, `sensitivity` and `advise` ask.
"""
