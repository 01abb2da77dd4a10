"""A run and what is played beside it: the same with other guesses, and with other players.

What is played beside a run is an ordinary run in a folder of it.
"""

from simulate.playing.play import begun, besides, play, same_as_stored

__all__ = ["begun", "besides", "play", "same_as_stored"]
