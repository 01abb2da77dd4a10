"""Effects of factions folded into tables, so that no kernel searches a card.

What a faction can do is a function of its level of magic: the effects of all levels learnt
are added up in tables with the index [faction, level 0..5].  Gains and bonuses, which are
rare, stay rows, found by faction and moment.
"""

from collections.abc import Callable
from typing import Any

from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import (
    ACTION,
    BARRIER_WORDS,
    CHARGED,
    MARCHES,
    PLACED,
    PRICES,
    REACH,
    RESOURCE,
    SIDE,
    SORT,
    SORT_BIT,
    WHEN,
)
from simulate.games.kingdoms.cards.model import CardsModel, Effect, Faction
from simulate.games.kingdoms.cards.vocabulary import BONUSES, EFFECTS, GOODS, LEVELS, PRICED
from simulate.mechanics.effects import EffectTable


def enter_factions(tables: Any, cards: CardsModel) -> None:
    """Enter every faction; `war_pays` stands already."""
    tables["factions"] = len(cards.factions)
    tables["worth"][:] = tables["war_pays"]
    tables["rival_worth"][:] = codes.UNCAPPED
    rows = EffectTable(tables, EFFECTS, "row")
    for f, faction in enumerate(cards.factions.values()):
        _enter_runs(tables, f, faction, rows)
        for level, effect in _effects(faction):
            for magic in range(level, codes.MAGIC):
                if effect.do in FOLD:
                    FOLD[effect.do](tables, (f, magic), effect)


def _effects(faction: Faction) -> list[tuple[int, Effect]]:
    """(level from 1, effect) of all levels, in order."""
    return [
        (LEVELS.index(key) + 1, effect)
        for key in LEVELS
        if key in faction.abilities
        for effect in faction.abilities[key].effects
    ]


def _enter_runs(tables: Any, f: int, faction: Faction, rows: EffectTable) -> None:
    """Enter the rows of a faction moment by moment."""
    for when, code in WHEN.items():
        tables["run_first"][f, code] = rows.next
        for level, effect in _effects(faction):
            if effect.when == when and effect.do in RUNS:
                rows.enter([effect], level=level, mask=_mask(effect))
                tables["run_count"][f, code, level:] += 1


def _mask(effect: Effect) -> int:
    """Bit of the sort of region that an effect asks for; all bits if it asks for none."""
    return SORT_BIT[effect.where] if effect.where else codes.ANY_MASK


def _sort(effect: Effect) -> int:
    return SORT[effect.where] if effect.where else codes.ANY_SORT


At = tuple[int, int]  # faction, level of magic


def _cheaper(t: Any, at: At, effect: Effect) -> None:
    if effect.when in CHARGED:
        t["discount"][(*at, CHARGED[effect.when])] += effect.amount
    else:
        t["discount_at"][(*at, PLACED[effect.when], _sort(effect))] += effect.amount


def _rivals_pay(t: Any, at: At, effect: Effect) -> None:
    t["surcharge"][(*at, codes.SURCHARGES.index(effect.when))] += effect.amount


def _pay_with(t: Any, at: At, effect: Effect) -> None:
    for k, price in enumerate(PRICES):
        due = PRICED[price]
        fits = effect.when in (price, "always") and effect.instead_of in (due, "any")
        if fits and effect.resource != due:
            t["substitute"][(*at, k, RESOURCE[effect.resource])] = 1


def _may_instead(t: Any, at: At, effect: Effect) -> None:
    t["instead"][(*at, ACTION[effect.when], ACTION[effect.action])] = 1


def _then(t: Any, at: At, effect: Effect) -> None:
    t["next_action"][(*at, ACTION[effect.when], ACTION[effect.action])] = 1


def _march(t: Any, at: At, effect: Effect) -> None:
    k = MARCHES[effect.when]
    t["march"][(*at, k)] = effect.amount
    t["march_same"][(*at, k)] = effect.by == "same"


def _trade_both(t: Any, at: At, effect: Effect) -> None:
    for k, resource in enumerate(GOODS):
        if effect.resource in (resource, "any"):
            t["trade_both"][(*at, k)] = 1


def _passes(t: Any, at: At, effect: Effect) -> None:
    t["may_pass"][(*at, BARRIER_WORDS[effect.terrain])] = 1


def _edge_at(t: Any, at: At, effect: Effect) -> None:
    t["edge_mask"][at] |= _mask(effect)


def _place_at(t: Any, at: At, effect: Effect) -> None:
    t["place_mask"][(*at, PLACED[effect.when], REACH[effect.reach])] |= _mask(effect)


def _unharmed_by_ruins(t: Any, at: At, effect: Effect) -> None:
    t["ruins_free" if effect.when == "move" else "ruins_kept"][at] = 1


def _war_discount(t: Any, at: At, effect: Effect) -> None:
    paid = codes.PAYMENTS.index(effect.paid or "")
    for word, side in SIDE.items():
        if effect.side in (word, "both"):
            t["war_off"][(*at, side, _sort(effect), paid)] += effect.amount


def _war_worth(t: Any, at: At, effect: Effect) -> None:
    table, better = ("worth", max) if effect.who == "own" else ("rival_worth", min)
    place = (*at, RESOURCE[effect.resource])
    t[table][place] = better(int(t[table][place]), effect.amount)


def _wins_ties(t: Any, at: At, effect: Effect) -> None:
    t["wins_ties"][at] = 1


def _raise_war_cost(t: Any, at: At, effect: Effect) -> None:
    t["raises"][at] += effect.amount


# What each effect adds to the tables of [faction, level of magic], in place.
FOLD: dict[str, Callable[[Any, At, Effect], None]] = {
    "cheaper": _cheaper,
    "rivals_pay": _rivals_pay,
    "pay_with": _pay_with,
    "may_instead": _may_instead,
    "then": _then,
    "march": _march,
    "trade_both": _trade_both,
    "passes": _passes,
    "edge_at": _edge_at,
    "place_at": _place_at,
    "unharmed_by_ruins": _unharmed_by_ruins,
    "war_discount": _war_discount,
    "war_worth": _war_worth,
    "wins_ties": _wins_ties,
    "raise_war_cost": _raise_war_cost,
}
# Effects that stay rows.
RUNS = ("gain", "collect_more", "collect_as", "take", *BONUSES)
