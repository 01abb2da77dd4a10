"""Names of places, sides, enemies, items and slots in the log."""

from simulate.games.dungeons.cards.tables import Catalogue
from simulate.games.dungeons.cards.vocabulary import GOBLIN_SLOTS, NONE, SEATS, SIDES
from simulate.games.dungeons.state.record import FIRST_SPELL, GRID, KIT, LAIR, TO_EDGE

SLOT_NAMES = (
    *("left_hand", "right_hand", "garb_1", "garb_2", "trinket_1", "trinket_2", "trinket_3"),
    *("spell_1", "spell_2", "spell_3", "spell_4"),
)
ENEMY_NAMES = (
    *(f"goblin_{k + 1}" for k in range(GOBLIN_SLOTS)),
    *(f"minion_{k + 1}" for k in range(SEATS)),
    "boss",
)


def place(number: int) -> str | None:
    """`1,-2`: one room east and two south of the Entrance; `lair`; None for no place."""
    if number == NONE:
        return None
    if number == LAIR:
        return "lair"
    north, east = divmod(int(number), GRID)
    return f"{east - TO_EDGE},{north - TO_EDGE}"


def sides(members: int) -> list[str]:
    """A set of sides."""
    return [side for k, side in enumerate(SIDES) if int(members) >> k & 1]


def is_spell(item: int) -> bool:
    """Whether an item is a spell."""
    return item >= FIRST_SPELL


def item(names: Catalogue, number: int) -> str | None:
    """The id of a loot or spell card."""
    if number == NONE:
        return None
    return names.spells[number - FIRST_SPELL] if is_spell(number) else names.loot[number]


def slot(number: int) -> str:
    """`0.garb_1`: a slot of the mat of seat 0."""
    seat, at = divmod(number, KIT)
    return f"{seat}.{SLOT_NAMES[at]}"
