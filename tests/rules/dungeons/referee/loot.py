"""Loot and spells: finding, equipping, discarding."""

from typing import Any

from tests.rules.dungeons.referee.table import HANDS, Hero, Table, ask

WHAT = {"loot": ("loot",), "spell": ("spell",), "either": ("loot", "spell")}


def deck(t: Table, what: str) -> list[str]:
    return t.loot_deck if what == "loot" else t.spell_deck


def row(t: Table, what: str) -> list[str]:
    return t.loot_row if what == "loot" else t.spell_row


def is_spell(t: Table, card: str) -> bool:
    return card in t.cards["spells"]


def discover(t: Table, hero: Hero, what: str, count: int, draws: bool = True) -> Any:
    """From the deck or the row, each time; or nothing.  Rules N-LOOT-4, N-LOOT-5, N-LOOT-6."""
    for _ in range(count):
        word = yield from ask(hero.seat, finds(t, hero, what, draws))
        if word.startswith("draw"):
            yield from _draw(t, hero, word.split()[1])
        elif word.startswith("row"):
            card = word.split()[1]
            row(t, "spell" if is_spell(t, card) else "loot").remove(card)
            yield from wear(t, hero, card, may_discard=False)


def finds(t: Table, hero: Hero, what: str, draws: bool) -> list[str]:
    """Nothing, the top of a deck, or a card of a row."""
    options = ["leave"]
    for kind in WHAT[what]:
        if draws and deck(t, kind):
            options.append(f"draw {kind}")
        options += [f"row {card}" for card in row(t, kind) if ways_to_wear(t, hero, card)]
    return options


def _draw(t: Table, hero: Hero, what: str) -> Any:
    yield from wear(t, hero, deck(t, what).pop(0), may_discard=True)


def _held(t: Table, hero: Hero, card: str) -> tuple[list[str], int]:
    """Where a card that is not for the hand goes, and how many it holds."""
    if is_spell(t, card):
        return hero.spells, t.rules["spell_limit"]
    if t.cards["loot"][card]["kind"] == "garb":
        return hero.garb, t.rules["garb_limit"]
    return hero.trinkets, t.rules["trinket_limit"]


def ways_to_wear(t: Table, hero: Hero, card: str) -> list[str]:
    """Rules N-EQUIP-4 to N-EQUIP-7: a hand, a free place, or the place of another card."""
    if not is_spell(t, card) and t.cards["loot"][card]["kind"] == "hand":
        return [f"equip {hand}" for hand in HANDS]
    held, limit = _held(t, hero, card)
    if len(held) < limit:
        return ["equip"]
    return [f"equip over {other}" for other in held] if limit else []


def wear(t: Table, hero: Hero, card: str, may_discard: bool) -> Any:
    """Equip a card that was found, or put it into its row.  Rules N-EQUIP-1, N-EQUIP-2."""
    options = ways_to_wear(t, hero, card) + (["discard"] if may_discard else [])
    word = yield from ask(hero.seat, options)
    if word == "discard":
        to_row(t, card)
        return
    where = word.split()[-1]
    if where in HANDS:
        if hero.hands[where]:
            to_row(t, hero.hands[where])
        hero.hands[where] = card
        return
    if word != "equip":
        drop(t, hero, where)
    _held(t, hero, card)[0].append(card)


def to_row(t: Table, card: str) -> None:
    """N-LOOT-7."""
    row(t, "spell" if is_spell(t, card) else "loot").append(card)


def drop(t: Table, hero: Hero, card: str) -> None:
    for hand in HANDS:
        if hero.hands[hand] == card:
            hero.hands[hand] = None
    for held in (hero.garb, hero.trinkets, hero.spells):
        if card in held:
            held.remove(card)
    to_row(t, card)


def worn(hero: Hero, what: str) -> list[str]:
    loot = hero.loot() if what != "spell" else []
    return loot + (hero.spells if what != "loot" else [])


def lose_equipment(t: Table, hero: Hero, what: str, count: int) -> Any:
    """N-ICON-6: its owner chooses."""
    for _ in range(count):
        cards = worn(hero, what)
        if cards:
            word = yield from ask(hero.seat, [f"lose {card}" for card in cards])
            drop(t, hero, word.split()[1])
