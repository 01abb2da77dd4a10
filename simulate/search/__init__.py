"""Searches: many changes of a game, each compared with it on common random numbers.

`trial` plays changes round by round and adds up what they do, `kept` has their games on the disk,
`sensitivity`, `advise` and `tune` ask.
"""
