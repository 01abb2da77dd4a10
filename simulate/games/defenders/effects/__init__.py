"""What moves and cards do to the table.

Called by `turn` alone.  Verbs change `s` in place by the functions of `state`; what may be done
is asked in `moves` before.
"""
