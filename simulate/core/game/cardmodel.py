"""Base of the card models of all games: strict keys and types, sources, validation errors.

Base classes of each game's `cards.model` (pydantic).  What they refuse is said with its place in
the TOML file by `validate`.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from simulate.core.text.letters import look, unreadable


def refuse(message: str, *about: str | int) -> PydanticCustomError:
    """The error that shows the designer just this sentence; about: the way to what has it."""
    return PydanticCustomError("card", "{message}", {"message": message, "key": about})


def _readable(name: str) -> str:
    if what := unreadable(name):
        raise refuse(f"the name {what}")
    return name


Word = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_readable)]
Sources = dict[str, str]  # what a source must say, `simulate.pack.sources` holds


class Strict(BaseModel):
    """A part of a cards file; a key that it does not know is refused, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class GuessRange(Strict):
    """What a guessed number could be, by an argument that does not look at results.

    read_off: where whoever owns the game finds the number on it, or empty.  Reports ask for it.
    """

    low: int
    high: int
    why: Annotated[str, Field(min_length=1)]
    read_off: str = ""

    def text(self) -> str:
        """could be 3 to 6: why"""
        return f"could be {self.low} to {self.high}: {self.why}"


# Ranges by the path of the value inside the card; which may have one, `simulate.pack` holds.
Ranges = Annotated[dict[str, GuessRange], Field(default_factory=dict)]


def check_names(section: str, cards: Mapping[str, Any]) -> None:
    """Two cards of one name, or of names that look the same, would be one row in a report."""
    owners: dict[str, str] = {}
    for key, card in cards.items():
        other = owners.setdefault(look(card.name), key)
        if other != key:
            name, theirs = card.name, cards[other].name
            is_so = f"as {section}.{other} is"
            if name != theirs:
                is_so = f"which looks like {theirs}, the name of {section}.{other}"
            what = f"{section}.{key} is called {name}, {is_so}: a report could not tell them apart"
            raise refuse(what, section, key, "name")
