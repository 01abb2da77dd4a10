"""`python -m simulate.cli.new_game NAME`: a small complete game in all its rooms, to begin from.

What is laid stands in `skeleton/`, by the paths of a checkout: `NAME` in a path and `$name`,
`$title`, `${letter}` in a text are filled in.  The games of the project need nothing of it.
"""
