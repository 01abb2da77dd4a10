"""Stored results of what is played beside a run without a folder of its own.

Packs in which only the guesses on one card were drawn, ablations, games that were followed,
whether a plan breaks the game, and why a card wins or loses.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.store.names import ABLATIONS, CARD_PACKS, CAUSES, FEEL, PLANS

LARGEST = 64_000_000  # bytes
LONGEST = 400  # letters of a text
NOT_OURS = "is not in the format that `simulate run` writes"
STRICT = ConfigDict(extra="forbid", strict=True)

Share = Annotated[float, Field(ge=0, le=1)]
Points = Annotated[float, Field(ge=-1, le=1)]
Error = Annotated[float, Field(ge=0, le=2)]
Count = Annotated[int, Field(ge=1)]
Whole = Annotated[int, Field(ge=0)]
Text = Annotated[str, Field(max_length=LONGEST)]
Kept = TypeVar("Kept")


@dataclass(frozen=True, config=STRICT)
class CardPack:
    """One pack: what of the card is another there, by path; what that adds to what is won.

    error: beside what all packs share; change and error are 0 where every game ended the same.
    """

    changes: dict[str, Any]
    change: Points
    error: Error


@dataclass(frozen=True, config=STRICT)
class TriedCard:
    """A finding, by its fact, with other guesses on its card, in the hands of a player.

    value, error: the fact as it is, by this player; won: of the card's own games as it is; games:
    of these in each pack; common: error that the fact has in all packs together, None in older
    runs, where it is `error`; is_own: whether it is the player of the run.
    """

    metric: str
    where: dict[str, Any]
    player: str
    games: Count
    won: Share
    value: Points
    error: Error
    packs: list[CardPack]
    common: Error | None = None
    is_own: bool = False


@dataclass(frozen=True, config=STRICT)
class Ablation:
    """A card of an own game, and what the seats won that chose or held it.

    card: `kind.id`; held: it was held, and blank without.  seats: that had it; games: deals behind
    them.  won, fair: with it, and what is fair; over_error: of their difference.  brings, error:
    what is won more with it than without; same: no game ended otherwise.
    """

    card: str
    held: bool
    seats: Count
    games: Count
    won: Share
    fair: Share
    over_error: Error
    brings: Points
    error: Error
    same: bool


@dataclass(frozen=True, config=STRICT)
class FollowedGames:
    """Games of a setting that were followed decision by decision.

    waits: how often others decided how many times between two decisions of a seat.  weighed,
    obvious: decisions that were played on, and those that were obvious; searched, made: games in
    which kingmaking was looked for, and found; all 0 where no game can be played on.
    """

    cell: Whole
    games: Count
    waits: list[tuple[Count, Count]]
    weighed: Whole = 0
    obvious: Whole = 0
    searched: Whole = 0
    made: Whole = 0


@dataclass(frozen=True, config=STRICT)
class FoundPlan:
    """The plan that a search proved to break the game of a run.

    plan: in words, empty where none surely gains more than the margin; usual: the default player;
    gain: over it, and the ends of its interval, where none does the farthest that one may reach;
    setting: in words; games: of the search.
    """

    plan: Text
    usual: Text
    setting: Text
    gain: tuple[Points, Points, Points]
    margin: Points
    games: Whole


@dataclass(frozen=True, config=STRICT)
class FoundCause:
    """What surely adds most to what a card wins or loses.

    card: its name; cause: in words; paths: of its numbers; adds: to the share of wins, and the
    ends of its interval.
    """

    card: Text
    cause: Text
    paths: list[Text]
    adds: tuple[Points, Points, Points]


_ALL, _ABLATIONS = TypeAdapter(list[TriedCard]), TypeAdapter(list[Ablation])
_FOLLOWED, _PLANS = TypeAdapter(list[FollowedGames]), TypeAdapter(list[FoundPlan])
_CAUSES = TypeAdapter(list[FoundCause])
NAMES = {TriedCard: CARD_PACKS, Ablation: ABLATIONS, FollowedGames: FEEL, FoundPlan: PLANS,
         FoundCause: CAUSES}  # fmt: skip


def read(folder: Path) -> list[TriedCard]:
    """Those of a run; empty where none was tried.

    Raises InputError where the file is not in the format that `simulate run` writes.
    """
    return _read(folder / CARD_PACKS, _ALL, "the packs of cards")


def ablations(folder: Path) -> list[Ablation]:
    """What each card brings, as `read`."""
    return _read(folder / ABLATIONS, _ABLATIONS, "what each card brings")


def followed(folder: Path) -> list[FollowedGames]:
    """The games that were followed, as `read`."""
    return _read(folder / FEEL, _FOLLOWED, "how long people wait")


def plans(folder: Path) -> list[FoundPlan]:
    """What `simulate exploit` of the run found, as `read`; none or one."""
    return _read(folder / PLANS, _PLANS, "whether a plan breaks the game")


def causes(folder: Path) -> list[FoundCause]:
    """What `simulate why` of the run named first, as `read`; none or one."""
    return _read(folder / CAUSES, _CAUSES, "why a card wins")


def _read(path: Path, kind: TypeAdapter[list[Kept]], what_of: str) -> list[Kept]:
    """A list that was kept beside a run; what_of: what a report omits without it."""
    try:
        return kind.validate_json(disk.text(path, LARGEST))
    except FileNotFoundError:
        return []
    except OSError as error:
        what = f"cannot be read: {error.strerror}"
    except (ValueError, ValidationError):
        what = NOT_OURS
    raise InputError([Problem(str(path), f"{what}; without it the report omits {what_of}")])


def is_there(folder: Path) -> bool:
    """Whether any were kept beside a run."""
    return (folder / CARD_PACKS).is_file()


def write(
    folder: Path,
    tried: Sequence[TriedCard]
    | Sequence[Ablation]
    | Sequence[FollowedGames]
    | Sequence[FoundPlan]
    | Sequence[FoundCause],
) -> None:
    """Keep them beside a run; nothing where there are none."""
    if tried:
        text = json.dumps([asdict(each) for each in tried], indent=1, allow_nan=False)
        disk.write(folder / NAMES[type(tried[0])], text + "\n")
