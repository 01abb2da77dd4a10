"""What the models of every game's cards share: strict keys and types, sources, refusals."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from simulate.core.errors import nearest

Word = Annotated[str, Field(min_length=1, max_length=60)]
Sources = dict[str, Annotated[str, Field(pattern=r"^(rulebook|cited|stand-in): .+")]]


class Strict(BaseModel):
    """A part of a cards file; a key that it does not know is refused, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


def refuse(message: str) -> PydanticCustomError:
    """The error that shows the designer just this sentence."""
    return PydanticCustomError("card", "{message}", {"message": message})


def refuse_unknown(effect: str, known: Sequence[str]) -> None:
    """Refuse the name of an effect that is none."""
    if effect not in known:
        raise refuse(
            f"no effect is called `{effect}`{nearest(effect, known)}; allowed: {', '.join(known)}"
        )


def refuse_word(effect: str, key: str, found: str | None, allowed: Sequence[str]) -> None:
    """Refuse a word that an effect does not take at a key."""
    if found not in allowed:
        raise refuse(
            f"`{effect}` takes `{key}` = {', '.join(allowed)} "
            f"(found {found!r}{nearest(found or '', allowed)})"
        )
