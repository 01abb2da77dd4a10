"""What the models of every game's cards share: strict keys and types, sources, refusals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from simulate.core.errors import nearest

Word = Annotated[str, Field(min_length=1, max_length=60)]
Sources = dict[str, str]  # what a source must say, `simulate.pack.sources` holds


class Strict(BaseModel):
    """A part of a cards file; a key that it does not know is refused, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Range(Strict):
    """What a guessed number could be, by an argument that does not look at results.

    read_off: where whoever owns the game finds the number on it, or empty.  Reports ask for it.
    """

    low: int
    high: int
    why: Annotated[str, Field(min_length=1)]
    read_off: str = ""

    def told(self) -> str:
        """could be 3 to 6: why"""
        return f"could be {self.low} to {self.high}: {self.why}"


# Ranges by the path of the value inside the card; which may have one, `simulate.pack` holds.
Ranges = Annotated[dict[str, Range], Field(default_factory=dict)]


class Spoken(Strict):
    """An effect of a card: a word, and what goes with it as the word's entry says.

    vocabulary: the entries by word.  Where `do` is no word of it, the other keys have no entry
    to be held against; then a word that no effect takes there is refused, so that one reading
    tells both.
    """

    vocabulary: ClassVar[Mapping[str, Any]]

    do: str

    @field_validator("*")
    @classmethod
    def _is_a_word(cls, found: Any, info: ValidationInfo) -> Any:
        if info.field_name == "do":
            refuse_unknown(found, list(cls.vocabulary))
        elif "do" not in info.data and isinstance(found, str):
            known = _taken(cls.vocabulary.values(), str(info.field_name))
            if known and found not in known:
                raise refuse(
                    f"no effect takes `{info.field_name}` = {found!r}{nearest(found, known)}; "
                    f"allowed: {', '.join(known)}"
                )
        return found


def _taken(entries: Iterable[Any], key: str) -> list[str]:
    """Every word that any effect takes at a key."""
    lists = [
        getattr(entry, key, ()) or getattr(entry, "words", {}).get(key, ()) for entry in entries
    ]
    return list(dict.fromkeys(word for words in lists for word in words))


def refuse(message: str, *about: str | int) -> PydanticCustomError:
    """The error that shows the designer just this sentence; about: the way to what has it."""
    return PydanticCustomError("card", "{message}", {"message": message, "key": about})


def refuse_unknown(effect: str, known: Sequence[str]) -> None:
    """Refuse the name of an effect that is none."""
    if effect not in known:
        raise refuse(
            f"no effect is called `{effect}`{nearest(effect, known)}; allowed: {', '.join(known)}"
        )


def refuse_word(effect: str, key: str, found: str | None, allowed: Sequence[str]) -> None:
    """Refuse a word that an effect does not take at a key."""
    if found not in allowed:
        fault = "it is missing" if found is None else f"found {found!r}{nearest(found, allowed)}"
        raise refuse(f"`{effect}` takes `{key}` = {', '.join(allowed)} ({fault})", key)


def check_names(section: str, cards: Mapping[str, Any]) -> None:
    """Two cards of one name would be one row in a report."""
    owners: dict[str, str] = {}
    for key, card in cards.items():
        other = owners.setdefault(card.name, key)
        if other != key:
            raise refuse(
                f"{section}.{key} is called {card.name}, as {section}.{other} is: "
                "a report could not tell them apart",
                section,
                key,
                "name",
            )
