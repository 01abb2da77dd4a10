"""Positions of solo adventures: a player against the Solo Enemy."""

from typing import Any

from tests.rules.tactics.hand import Position, enemy_card

ROW = "fighter 10,1; beast 10,7; rogue 9,1; wizard 9,7"
MINE = "fighter 1,1; beast 1,2; rogue 1,3; wizard 1,4"


def solo(mine: str = MINE, theirs: str = ROW, cards: Any = None, **said: Any) -> Position:
    cards = cards or [enemy_card("fighter", "north")] * 3
    rules = {"time.solo": 9} | said.pop("rules", {})
    return Position({"P1": mine, "P2": theirs}, mode="solo", cards=cards, rules=rules, **said)


def enemys(card: str | dict[str, Any], mine: str, theirs: str, **said: Any) -> Position:
    """The Solo Enemy's turn, played to its end or its first question.

    card: which it draws; a class and an arrow if it has no bonus.
    """
    drawn = enemy_card(*card.split()) if isinstance(card, str) else card
    cards = [drawn, *[enemy_card("leftmost", "north")] * 8]
    return solo(mine, theirs, cards, active="P2", **said)


def dive(p: Position, who: str, box: str) -> None:
    """Put a unit into a dungeon, which closes its box."""
    unit = p.unit(who)
    unit.at, unit.inside = None, (box, (1, 1))
    p.t.flipped[box] = unit
