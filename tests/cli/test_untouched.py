"""A changed card changes the games in which it takes part, and not a byte of any other."""

import polars as pl
import pytest

import simulate
from tests.marks import long_but

QUICK = {"strategy": "quick", "jobs": 1, "games": 150}
DRUID = "cards.heroes.druid.abilities.natures_call.effects.0.amount"
LICH = "cards.bosses.lich.abilities.action.effects.0.amount"
INCOME = "cards.factions.dwarves.abilities.level_2.effects.0.amount"
# game: (card, its number and another value, where rows say that it takes part, who plays)
CHANGES = {
    "defenders": (DRUID, 3, ("seats", "hero", "druid"), {"players": 3, "horde": "medium"}),
    "defenders foe": ("cards.foes.dragon.health", 20, ("games", "foe", "dragon"), {"players": 2}),
    "dungeons": (LICH, 5, ("games", "boss", "lich"), {"heroes": 3}),
    "kingdoms": (INCOME, 3, ("seats", "faction", "dwarves"), {"players": 3}),
    "ultra_kingdoms": (INCOME, 3, ("seats", "faction", "dwarves"), {"players": 3}),
    "tactics": ("cards.units.gamelyn.movement", 8, ("seats", "fighter", "gamelyn"), {}),
}


@pytest.mark.parametrize("name", long_but({"defenders", "kingdoms"}, CHANGES))
def test_games_without_what_was_changed_are_the_same(here, name):
    path, value, (table, column, card), who = CHANGES[name]
    game = name.split()[0]
    before = simulate.play(game, **who, **QUICK)
    after = simulate.play(game, set={path: value}, **who, **QUICK)
    rows = [{"games": run.games(), "seats": run.seats()} for run in (before, after)]
    touched = rows[0][table].filter(pl.col(column).cast(pl.String) == card)["replicate"].unique()
    untouched = ~pl.col("replicate").is_in(touched.implode())
    for kind in ("games", "seats"):
        one, other = (side[kind].filter(untouched) for side in rows)
        assert one.height and one.equals(other)
    assert not all(rows[0][kind].equals(rows[1][kind]) for kind in ("games", "seats"))
    facts = simulate.compare(before, after).facts()
    same = facts.filter(pl.col("verdict") == "the same games")
    assert same.height > 5 and same["value"].abs().sum() == 0
    named = simulate.compare(before, after).findings[0]
    assert card.capitalize() in named.partition(" → ")[0]
