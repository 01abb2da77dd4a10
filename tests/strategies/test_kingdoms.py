"""The shipped strategies of Tiny Epic Kingdoms play as their plans say."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from benchmarks.results import won_by
from simulate.games.kingdoms.cards.codes import PLACES, TERRAIN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.state.record import ATTACKER, DEFENDER, PHASE
from strategies.kingdoms.war import mix_numbers
from tests.marks import long_but
from tests.strategies import kingdoms
from tests.strategies.kingdoms import who_plays_on
from tests.strategies.watch import Asker, positions

# What each character is for, as a column of `seats`.
AIMS = {
    "builder": "tower",
    "scholar": "magic",
    "settler": "meeples",
    "warlord": "attacks",
    "diplomat": "alliances",
    "trader": "trades",
}
OTHERS = (*AIMS, "random", "idle")
GAMES = 1500
AIMED = 500  # games of four players each; their aims lie far apart


@pytest.fixture(scope="module")
def games():
    names = (*AIMS, "balanced")
    return {name: kingdoms.played(*[name] * 4, games=AIMED)[1] for name in names}


@pytest.mark.long
@pytest.mark.parametrize("character", AIMS)
def test_a_character_is_best_at_its_own_aim(games, character):
    reached = {name: seats[AIMS[character]].mean() for name, seats in games.items()}
    assert max(reached, key=reached.get) == character, reached


@pytest.mark.long
@pytest.mark.parametrize("character, players", product(AIMS, (2, 4)))
def test_a_character_is_a_rival_worth_meeting(character, players):
    """It wins a third of its fair share among `quick`, less what 1,500 games may hide."""
    assert kingdoms.share(character, "quick", players, GAMES).mean() > 1 / 4 / players


@pytest.mark.parametrize("rivals, players", long_but({("builder", 4)}, product(OTHERS, (3, 4))))
def test_the_default_holds_more_than_its_fair_share(rivals, players):
    won = kingdoms.share("balanced", rivals, players, GAMES)
    assert won.mean() - 1 / players > 2 * won.std() / np.sqrt(GAMES), won.mean()


@pytest.mark.parametrize(
    "game, players",
    long_but({("kingdoms", 5)}, product(kingdoms.PACKS, (2, 5))),
)
def test_the_default_beats_random_play(game, players):
    won = kingdoms.share("balanced", "random", players, GAMES, game=game)
    assert won.mean() > 0.7, won.mean()


@pytest.mark.long
def test_the_default_beats_the_solo_dummy_more_often_than_random_play():
    won = [
        kingdoms.played(name, games=GAMES, game="ultra_kingdoms")[0]["won"]
        for name in ("balanced", "random")
    ]
    gain = np.asarray(won[0], float) - np.asarray(won[1], float)
    assert gain.mean() > 3 * gain.std() / np.sqrt(GAMES), gain.mean()


def test_idle_players_do_nothing_that_they_need_not_do():
    _, seats = kingdoms.played(*["idle"] * 4, games=100)
    for name in ("patrols", "quests", "builds", "researches", "expansions", "trades", "attacks"):
        assert seats[name].sum() == 0, name


@pytest.mark.long
def test_skill_goes_from_random_play_to_the_best():
    """At 0 as `random` among `balanced`; the more skill the more wins."""
    line = ("balanced", "random", "random", "random")
    shares = [
        won_by("balanced", *kingdoms.played(*line, games=GAMES, skill=skill)).mean()
        for skill in (0.0, 0.1, 1.0)
    ]
    assert abs(shares[0] - 0.25) < 0.04
    assert shares[0] < shares[1] < shares[2]


@pytest.mark.long
def test_numbers_in_war_are_mixed():
    """Few wars are so clear that one number is nearly always set."""
    table, outlook = kingdoms.prepared(*["balanced"] * 4), kingdoms.TABLE.new_workspace().outlook[0]
    (cards,), weights, largest = table.tables, table.weights, []
    for phase, side in ((PHASE.SET_ATTACK, ATTACKER), (PHASE.SET_DEFENCE, DEFENDER)):
        for s in positions(table, 5, 200, phases=[phase]):
            mix_numbers(s, cards, weights[s["decider"]], outlook)
            largest.append(outlook["mix"][side].max())
    assert len(largest) > 200
    assert np.mean(np.array(largest) > 0.9) < 0.35


@pytest.mark.parametrize("players", long_but({2}, (2, 4)))
@pytest.mark.long
def test_who_knows_the_mix_of_numbers_gains_little(players):
    """At each war the best answer to the rival's exact mix: at most 5 points over fair.

    With two players, of whom each fights for twice as much, at most 11.
    Nobody plays moves on: who bids otherwise there would see another future too, and the rest of
    its play must be the same.
    """
    line = ["knowing"] + ["short"] * (players - 1)
    table = kingdoms.TABLE.prepare(kingdoms.knowing_the_mix(), kingdoms.setting(*line))
    won = won_by("knowing", *kingdoms.TABLE.play_block(table, 6, 0, 3 * GAMES))
    error = won.std() / np.sqrt(len(won))
    assert won.mean() - 1 / players < (0.11 if players == 2 else 0.05) + 2 * error, won.mean()


@pytest.mark.long
def test_moves_are_played_on_only_near_the_end():
    """Elsewhere the choice is that of the weights alone."""
    long, short = who_plays_on()
    asker, near = Asker(long), long.weights[0]["near"]
    others = [
        asker.workspace.outlook[0]["rounds"]
        for s in positions(long, 8, 30)
        if len(set(asker.ask(s, short, long))) > 1
    ]
    assert len(others) > 30
    assert max(others) <= near


def test_who_plays_moves_on_wins_more_often():
    """One `balanced` among three that never look past the move at hand."""
    line = ("balanced", *["short"] * 3)
    won = won_by(
        "balanced",
        *kingdoms.TABLE.play_block(
            kingdoms.TABLE.prepare(kingdoms.short_sighted(), kingdoms.setting(*line)), 9, 0, GAMES
        ),
    )
    assert won.mean() > 0.33, won.mean()


def test_who_is_alike_is_known_and_changes_no_game():
    """Minds that are alike mix the numbers of a war once; unknown, each mixes them itself."""
    table = kingdoms.prepared("quick", "warlord", "quick")
    assert table.weights["alike"][:3].tolist() == [1, 2, 1]
    known = kingdoms.TABLE.play_block(table, 6, 0, 100)
    for seating in table.seatings:
        seating.weights["alike"] = 0
    unknown = kingdoms.TABLE.play_block(table, 6, 0, 100)
    for one, other in zip(known, unknown, strict=True):
        for name in ("decisions", "wars", "war_spent", "score"):
            if name in one:
                assert one[name].tolist() == other[name].tolist(), name


def test_nothing_is_played_on_where_the_game_is_decided():
    """With the bound at one, every game is: play is by the weights alone."""
    assert kingdoms.play_of(4, decided=1.0) == kingdoms.play_of(4, **kingdoms.SHORT)
    assert kingdoms.play_of(4, decided=1.0) != kingdoms.play_of(4, decided=0.0)


def test_answers_are_tried_out_when_the_end_is_near():
    without = kingdoms.play_of(4, answers=0.0)
    assert kingdoms.play_of(4, near_answers=-1.0) == without
    assert kingdoms.play_of(4) != without


@pytest.mark.parametrize("players", (3, 4))
def test_the_mix_of_a_war_that_is_played_on_serves_both_sides(players):
    """It is worked out once; for who looks for the best answer, however little, at each die."""
    known = kingdoms.play_of(players, cunning_ahead=0.0)
    assert kingdoms.play_of(players, cunning_ahead=1e-300) == known
    assert kingdoms.play_of(players, cunning_ahead=1.0) != known


def test_weights_for_a_number_of_players_go_before_those_for_all():
    table = {"2": {"near": 7.0}}
    named = kingdoms.PACKS["kingdoms"].strategies
    changed = named["balanced"].model_copy(update={"by_players": table})
    pack = replace(
        kingdoms.PACKS["kingdoms"], strategies={**named, "balanced": changed}, _resolved={}
    )
    near = [
        kingdoms.TABLE.prepare(pack, kingdoms.setting(*["balanced"] * players))
        .seating(0)
        .weights[0]["near"]
        for players in (2, 3)
    ]
    assert near == [7.0, named["balanced"].weights["near"]]


def numbers_set(table, crown):
    """The mean number that attackers set, where the crown is put before the war."""
    (cards,), weights, outlook = (
        table.tables,
        table.weights,
        kingdoms.TABLE.new_workspace().outlook[0],
    )
    found = []
    for s in positions(table, 5, 60, phases=[PHASE.SET_ATTACK]):
        s["crown"] = s["side"][crown] if crown is not None else NONE
        mix_numbers(s, cards, weights[s["decider"]], outlook)
        mix = outlook["mix"][ATTACKER]
        found.append(float(mix @ np.arange(len(mix))))
    assert len(found) > 30
    return np.array(found)


def test_a_war_about_the_crown_is_fought_harder():
    """Whoever has it: who is beaten hands it over."""
    table = kingdoms.prepared(*["quick"] * 4, exploration=True)
    without = numbers_set(table, None)
    for owner in (ATTACKER, DEFENDER):
        assert (numbers_set(table, owner) - without).mean() > 0.1


def test_where_the_crown_has_no_weight_it_changes_nothing():
    changes = {"strategies.balanced.weights.crown": 0}
    table = kingdoms.prepared(*["quick"] * 4, changes=changes, exploration=True)
    assert (numbers_set(table, DEFENDER) == numbers_set(table, None)).all()


NORTHERN_SHORE = (14, 15)  # sides of card 8
NO_PLAINS = {  # Northern Shore, whose first side has no plains any more, and ruins in their place
    "cards.territories.card_8_plain.regions.a.terrain": "forest",
    "cards.territories.card_8_plain.regions.e.terrain": "ruins",
}


def starts(knock_over):
    """Of each seat whose home has no plains: whether it starts in the ruins."""
    changes = NO_PLAINS | {"rules.ruins_knock_over": knock_over}
    table, found = kingdoms.prepared(*["quick"] * 4, changes=changes), []
    (cards,) = table.tables
    for s in positions(table, 5, 60, phases=[PHASE.SELECT_ACTION]):
        for seat in np.flatnonzero(np.isin(s["territory"][:4], NORTHERN_SHORE)):
            if s["turns"] == 1:
                terrain = cards["terrain"][s["territory"][seat], s["place"][seat, 0] % PLACES]
                found.append(terrain == TERRAIN.RUINS)
    assert len(found) > 20
    return np.array(found)


def test_nobody_starts_in_ruins_that_knock_all_over():
    """Both would lie, and a Patrol each would be gone before they go anywhere."""
    assert not starts(knock_over=True).any()
    assert starts(knock_over=False).all()
