"""Which small change does what: many changes of a game, each against it on the same luck.

`trial` plays changes round by round and adds up what they do, `kept` has their games on the disk,
`sensitivity`, `advise` and `tune` ask.
"""
