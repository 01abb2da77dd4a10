"""Each deal in all rotations: the luck of a deal does not hang on who sits where."""

from itertools import pairwise

import polars as pl
import pytest

from simulate.pack import catalogue, load
from simulate.pack.edit import guessed
from simulate.run.precision import Rounds
from simulate.run.replay import from_game
from simulate.run.side import guesses
from simulate.run.workers.blocks import Block
from tests.machine import real
from tests.marks import long_but

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
DEALS = 4
# Seats that do not play alike: how many rotations there are until the line-up sits as it began.
MIXED = {
    "kingdoms": (("players=3", "strategy=random", "strategy.2=idle"), 3),
    "ultra_kingdoms": (("players=2", "strategy=random", "skill.1=0.5"), 2),
    "tactics": (("mode=competitive", "players=2", "strategy=random", "strategy.1=idle"), 2),
}
TEAMS = ("mode=team", "strategy=idle", "strategy.2=random", "strategy.4=random")
ONCE = [
    ("kingdoms", ("players=3", "strategy=random")),
    ("kingdoms", ("players=3", "strategy=random", "faction.1=orcs")),  # all play alike
    ("ultra_kingdoms", ("players=1", "strategy=random")),  # the dummy is nobody
    ("tactics", ("mode=coop", "strategy=random", "strategy.1=idle")),  # won together
    ("defenders", ("players=2", "strategy=random", "strategy.1=balanced")),
]


def rotations(game, sets):
    (cell,) = real.plan(game, *sets).cells
    return cell.rotations


@pytest.mark.parametrize(("game", "sets"), ONCE)
def test_every_game_has_a_deal_of_its_own(game, sets):
    """Where all play alike, or all win together: the games are those of ever."""
    assert rotations(game, sets) == 1


def test_a_line_up_that_repeats_itself_is_not_played_twice():
    """Two teams of two: after two seats everybody sits as a player like himself did."""
    assert rotations("tactics", TEAMS) == 2
    named = (*TEAMS, "units.1=dealt")
    assert rotations("tactics", named) == 2


@pytest.mark.parametrize("game", long_but({"kingdoms"}, MIXED))
def test_a_deal_is_the_same_whoever_sits_where(game):
    sets, every = MIXED[game]
    assert rotations(game, sets) == every
    seats = real.player(game, *sets).frames(Block(0, 0, 0, DEALS * every))[1]
    dealt = [c.name for c in catalogue.facts(game).seats_columns if c.role in ("option", "dealt")]
    dealt = [name for name in dealt if not name.startswith("start")]
    deals = seats.with_columns(deal=pl.col("replicate") // every)
    by_seat = deals.group_by("deal", "seat").agg(pl.col(dealt).n_unique(), n=pl.len())
    assert dealt and (by_seat["n"] == every).all()
    assert all((by_seat[name] == 1).all() for name in dealt)
    assert deals.group_by("deal").agg(pl.struct(dealt))[dealt[0]].n_unique() == DEALS
    if len(set(seats["strategy"])) > 1:
        who = deals.group_by("deal", "strategy").agg(pl.col("seat").n_unique())["seat"]
        assert (who == every).all()


@pytest.mark.parametrize("game", long_but({"kingdoms"}, MIXED))
def test_any_game_of_a_rotation_is_told_alone(game):
    sets, every = MIXED[game]
    plan = real.plan(game, *sets)
    rows = real.player(game, *sets).frames(Block(0, 0, 0, 2 * every))[0]
    for replicate in (every - 1, every):
        *_, end = from_game(plan, plan.cells[0], replicate)
        assert end["games"] == rows.row(replicate, named=True)


def test_players_that_are_the_same_tie_in_every_deal():
    """Skill stands apart and yet plays alike: the luck of seats is that of the deal."""
    sets = ("players=3", "strategy=idle", "skill.1=1", "skill.2=0.999999999")
    assert rotations("kingdoms", sets) == 3
    seats = real.player("kingdoms", *sets).frames(Block(0, 0, 0, 6))[1]
    fared = seats.drop("cell", "replicate", "strategy", "skill", "place", strict=False)
    games = [
        part.drop("replicate")
        for part in fared.with_columns(
            replicate=seats["replicate"] // 3, turn=seats["replicate"] % 3
        ).partition_by("replicate")
    ]
    for deal in games:
        first, *others = (part.drop("turn") for part in deal.partition_by("turn"))
        assert all(first.equals(other) for other in others)


def test_no_deal_is_shared_by_two_packs_of_other_guesses(monkeypatch):
    some = [*guessed.of_card(load("kingdoms"), "cards.factions.shapeshifters")]  # any will do
    monkeypatch.setattr(guesses.guessed, "of_pack", lambda pack: some)
    plan = guesses.plan_of(real.plan("kingdoms", *MIXED["kingdoms"][0], games=200), 4)
    (blocks,) = (list(each) for each in Rounds(plan))
    begins = [min(b.first for b in blocks if b.cell == cell.number) for cell in plan.cells]
    assert plan.games % 3 and all(first % 3 == 0 for first in begins)
    assert len(set(begins)) == 4 and min(b - a for a, b in pairwise(sorted(begins))) >= plan.games
