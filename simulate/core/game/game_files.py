"""How commands name games that are no part of the toolkit: by a file, or as others have them."""

import re
from pathlib import PurePath

ENDING = ".py"
OPENSPIEL, PETTINGZOO, INSTALLED = OTHERS = ("openspiel", "pettingzoo", "installed")


def is_of_others(text: str) -> bool:
    """Whether what was typed is a game of others, such as `openspiel:pig`."""
    kind, _, name = text.partition(":")
    return kind in OTHERS and bool(name)


def is_game_file(text: str) -> bool:
    """Whether what was typed means a game file, one that lies here or one of others."""
    return text.endswith(ENDING) or is_of_others(text)


def game_of(file: str) -> str:
    """The name of the game of a file: that without its ending; of others all that was typed."""
    if is_of_others(file):
        return re.sub("[^a-z0-9]+", "_", file.lower()).strip("_")
    return PurePath(file.replace("\\", "/")).stem
