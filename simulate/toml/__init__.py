"""TOML that remembers where everything stood, so that a message can point at it.

`locate` finds the line and column of every key and value, `document` reads a file, `syntax`
says what keeps a text from being read, `validate` turns what a pydantic model says into
sentences with a place.
"""
