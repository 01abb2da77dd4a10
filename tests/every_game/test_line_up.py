"""What is set for one seat goes with its player: rows, log and story say where that sits.

A sweep of every factor with `.N` of every game, own games too: one that is added and nowhere told
fails here.
"""

from itertools import cycle

import pytest

from simulate.core.game.facts import skill_name
from simulate.engine.stored_row import row_of
from simulate.pack import catalogue, configs
from tests.every_game.adapters import EVERY, GAMES, adapter
from tests.marks import long_but

QUICK = {"kingdoms", "reed_boats", "drowned_mine"}
FACTORS = [
    (game, factor.name)
    for game in EVERY
    for factor in adapter(game).facts.factors
    if factor.per_seat
]
catalogue._own.clear()  # other modules are collected after this one, and ask which games there are
configs.OWN.clear()
SKILLS = ("newcomer", 0.25, 1.0, "club", 0.5)
SETTINGS = {"dungeons": {"heroes": 3}, "ultra_kingdoms": {"players": 3}, "lamps": {"players": 2}}
SEED = 11


def by_place(game, name):
    """A level of a factor for each place in the line-up, as different as they may be."""
    facts, cards = adapter(game).facts, adapter(game).pack.sections
    factor = facts.factor(name)
    seats = facts.seats(adapter(game).setting({**SETTINGS.get(game, {})}))
    if factor.kind == "strategy":
        levels = ["random", "quick" if "quick" in adapter(game).pack.strategies else "balanced"]
    elif factor.kind == "number":
        levels = SKILLS
    elif factor.kind == "card":
        levels = list(cards[factor.names])
    else:
        sorts = {}
        for card, what in cards[factor.names].items():
            sorts.setdefault(what[factor.one_of_each], []).append(card)
        levels = list(map("+".join, zip(*sorts.values(), strict=False)))
    return [level for level, _ in zip(cycle(levels), range(seats), strict=False)]


def told_by(row, level):
    """Whether a row names a level: each thing of several stands in a column of its own."""
    level = skill_name(level) if isinstance(level, int | float) else level
    return set(level.split("+")) <= {value for value in row.values() if isinstance(value, str)}


def seated(game, name):
    """A table at which a factor is set place by place, and what is set; who plays plays fast."""
    levels = by_place(game, name)
    usual = {"strategy": "random"} if name != "strategy" else {}
    table = adapter(game).prepared({**SETTINGS.get(game, {}), **usual, name: levels})
    return table, levels


@pytest.mark.parametrize("game, name", long_but({f for f in FACTORS if f[0] in QUICK}, FACTORS))
def test_rows_name_what_is_set_for_a_seat(game, name):
    """In the seat in which the player of that place sits, in every game of a whole rotation."""
    table, levels = seated(game, name)
    count = len(levels) + 1
    _, seats = catalogue.table(game).play_block(table, SEED, 0, count)
    rows = [row_of(seats, i) for i in range(count * len(levels))]
    for row in rows:
        assert told_by(row, levels[row["place"]]), row
    for replicate in range(count):
        of_game = [row for row in rows if row["replicate"] == replicate]
        assert sorted(row["place"] for row in of_game) == list(range(len(levels)))
    sat = {(row["place"], row["seat"]) for row in rows}
    stays = game in GAMES and adapter(game).facts.cooperative
    assert len(sat) == (len(levels) if stays else len(levels) ** 2)


@pytest.mark.parametrize("game, name", long_but({f for f in FACTORS if f[0] in QUICK}, FACTORS))
def test_a_told_game_names_what_is_set_for_a_seat(game, name):
    """The set-up line by seat, and the first lines of the story."""
    table, levels = seated(game, name)
    module, printed = catalogue.table(game), names_of(game, name)
    for replicate in range(2):
        lines = module.play_logged(table, SEED, replicate)
        ends = {str(row["seat"]): row for row in lines[-1]["seats"]}
        for seat, place in lines[0]["places"].items():
            row = ends.get(seat) or ends[str(int(seat) // 2)]  # a solo enemy sits between
            assert (row["place"], row["strategy"]) == (place, lines[0]["strategies"][seat])
            assert row["skill"] == lines[0]["skills"][seat]
        opening = "\n".join(list(module.story(lines))[: len(levels) + 3])
        for place, level in enumerate(levels):
            for thing in str(level).split("+"):
                said = skill_name(level) if name == "skill" else printed.get(thing, thing)
                assert said in opening, opening
            assert f"place {place + 1} in the line-up" in opening


def names_of(game, name):
    """What is printed on the cards that a factor may name."""
    section = adapter(game).facts.factor(name).names
    cards = adapter(game).pack.sections[section] if section else {}
    return {card: what["name"] for card, what in cards.items()}


@pytest.mark.parametrize("game", long_but(QUICK, EVERY))
def test_where_all_are_alike_nobody_is_told_apart(game):
    table = adapter(game).prepared({"strategy": "random"})
    lines = catalogue.table(game).play_logged(table, SEED, 1)
    opening = "\n".join(list(catalogue.table(game).story(lines))[:6])
    assert "line-up" not in opening and "skill" not in opening
    assert all(row["place"] in (row["seat"], None) for row in lines[-1]["seats"])


def test_the_dummy_player_has_no_place_and_no_skill():
    table = adapter("ultra_kingdoms").prepared({"players": 1, "strategy": "random"})
    _, seats = catalogue.table("ultra_kingdoms").play_block(table, SEED, 0, 2)
    person, dummy = row_of(seats, 2), row_of(seats, 3)
    assert (person["strategy"], person["skill"], person["place"]) == ("random", "1", 0)
    assert (dummy["strategy"], dummy["skill"], dummy["place"]) == ("dummy", None, None)
