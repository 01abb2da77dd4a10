"""The shipped strategies of Tiny Epic Dungeons play as their plans say."""

import itertools

import numpy as np
import pytest

from simulate.games.dungeons.cards.vocabulary import ATTACKS, NONE
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.moves.places import walking_distance
from simulate.games.dungeons.state.record import STATE
from strategies.dungeons.features import describe
from strategies.dungeons.foresight import add_other_kind
from strategies.dungeons.hidden import deal_hidden
from strategies.dungeons.names import STAGES
from strategies.dungeons.outlook import own_weights
from tests.marks import long_but
from tests.rules.dungeons.entry import list_moves
from tests.rules.dungeons.hand import Position
from tests.strategies.dungeons import (
    ANY_NUMBER,
    CHARACTERS,
    FORESIGHT,
    new_workspace,
    played,
    seated,
    shipped,
    weights_of,
)
from tests.strategies.watch import Asker, positions

GAMES = 1_000
FAR_APART = 12


@pytest.fixture(scope="module")
def games():
    """The default plays nothing on here, nor in what follows: so it is far quicker."""
    default = played("balanced", games=GAMES, trials=0.0)
    return {name: played(name, games=GAMES) for name in CHARACTERS} | {"balanced": default}


def aim_of(character, games, seats):
    """What a character is for, as a number of which it has more than the others.

    Of things that are done: in a turn, as who plays better plays longer and does more of all.
    """
    if character == "delver":
        return (games["lair_opened"] & (games["act_1_turns"] < 20)).mean()
    if character == "explorer":
        return (seats["traps_disarmed"] + seats["finds"]).sum() / games["turns"].sum()
    kinds = {name: seats[f"{name}_attacks"].sum() for name in ATTACKS}
    if character == "fighter":
        return (kinds["melee"] + kinds["missile"]) / games["turns"].sum()
    return kinds["cast"] / sum(kinds.values())


@pytest.mark.long
@pytest.mark.parametrize("character", ("delver", "explorer", "fighter", "caster"))
def test_a_character_is_best_at_its_own_aim(games, character):
    reached = {name: aim_of(character, *each) for name, each in games.items()}
    assert max(reached, key=reached.get) == character, reached


@pytest.mark.long
def test_the_party_stays_together():
    """The first two heroes, over all decisions."""
    reached = {}
    for name in ("balanced", *CHARACTERS):
        apart = [
            min(FAR_APART, walking_distance(s, s["place"][0], s["place"][1]))
            for s in positions(seated(name, trials=0.0), 1, 60, every=10)
        ]
        reached[name] = np.mean(apart)
    assert min(reached, key=reached.get) == "party", reached


@pytest.mark.parametrize("heroes", long_but({3}, (2, 3, 4)))
def test_the_default_reaches_act_2_in_most_games(heroes):
    reached = played("balanced", heroes, GAMES, trials=0.0)[0]["lair_opened"]
    assert reached.mean() > 0.5, reached.mean()


@pytest.mark.long
def test_the_default_wins_more_than_every_other(games):
    """On the same games."""
    for other in (*CHARACTERS, "random", "idle"):
        theirs = games[other] if other in games else played(other, games=GAMES)
        gain = games["balanced"][0]["won"].astype(float) - theirs[0]["won"]
        assert gain.mean() > 2 * gain.std() / np.sqrt(GAMES), (other, gain.mean())


def test_idle_heroes_do_nothing_that_they_need_not_do():
    _, seats = played("idle", games=100)
    attacks = (f"{kind}_attacks" for kind in ATTACKS)
    for name in ("steps", *attacks, "searches", "abilities_used", "items"):
        assert seats[name].sum() == 0, name


@pytest.mark.long
def test_skill_goes_from_random_play_to_the_best():
    """The more skill, the more games reach Act 2."""
    reached = [
        played("balanced", games=GAMES, skill=skill, trials=0.0)[0]["lair_opened"].mean()
        for skill in (0.0, 0.5, 1.0)
    ]
    assert reached[0] < 0.05
    assert reached[0] < reached[1] < reached[2]


@pytest.mark.long
@pytest.mark.parametrize("name", long_but({"delver"}, ("balanced", "delver")))
def test_what_is_kept_of_a_look_is_what_a_new_look_finds(name):
    """On the Boss Mat too, where each space changes what a hero can do."""
    table, on_mat = seated(name, trials=0.0), []
    cards, kept, again = table.tables[0], new_workspace(), new_workspace()
    for s in positions(table, 29, 60, every=3):
        for workspace in (kept, again):
            n = list_moves(s, cards, workspace.moves)
            w = own_weights(s, cards, table.weights, workspace.moves[0].actor)
            of, numbers = workspace.outlook[0], workspace.numbers
            describe(s, cards, w, of, workspace.moves, n, workspace.features, numbers)
        again.outlook[0].fights_of = 0
        assert (kept.numbers[:n] == again.numbers[:n]).all()
        on_mat.append(s["space"][kept.moves[0].actor] > 0)
    assert len(on_mat) > 1_000
    assert sum(on_mat) > 50


@pytest.mark.long  # what is seen of moves is compiled for it alone
@pytest.mark.parametrize("corridors, rooms", (("S", 0), ("ES", 1)))
def test_a_look_counts_the_rooms_that_the_hero_can_walk_into(corridors, rooms):
    """Of what it reveals, what lies behind a wall is worth nothing."""
    lie = {"0,0": "entrance NESW", "0,1": f"hall {corridors}", "2,1": "hall W"}
    p = Position({"lanon": "0,1"}, rooms=lie, hidden={"1,1": "armory", "0,-1": "treasury"})
    assert "look around" in p.offered
    w, workspace = weights_of("balanced")[0], new_workspace()
    moves, outlook, features, numbers = (
        workspace.moves,
        workspace.outlook,
        workspace.features,
        workspace.numbers,
    )
    n = list_moves(p.board.s, p.board.cards, moves)
    describe(p.board.s, p.board.cards, w, outlook[0], moves, n, features, numbers)
    look = features[list(moves["kind"][:n]).index(KIND.LOOK_AROUND)].look
    assert look == pytest.approx(rooms * w.room - w.torch * p.board.cards.reveal_torch)


@pytest.mark.parametrize("act, every", long_but({(1, 20)}, ((1, 20), (2, 3))))
@pytest.mark.long
def test_what_is_hidden_does_not_change_what_is_played_on(act, every):
    table, changed, alike = seated("balanced", **FORESIGHT), [], []
    short, asker = seated("balanced", **FORESIGHT | {"trials": 0.0}), Asker(table)
    for s in positions(short, 3, 20, every):
        if s["act"] == act:
            choice, alone = asker.ask(s, table, short)
            other = s.copy()
            deal_hidden(other, table.tables[0])
            changed.append(choice != alone)
            alike.append(asker.ask(other) == [choice])
    assert sum(changed) > 10
    assert all(alike)


def test_a_stage_has_weights_of_its_own():
    """By the act, by how many turns are left before the torch goes out, and by the door."""
    table, s = seated("balanced", hurry=2.0), np.zeros(1, STATE)[0]
    table.weights["boss"] = np.repeat(np.arange(5), table.weights.size // 5)
    s.players = 3
    found = []
    for act, killed, torch in itertools.product((1, 2), (2, 3), (7, 6)):
        s.act, s.minions_killed, s.torch = act, killed, torch
        s.door = 0
        found.append(STAGES[int(own_weights(s, table.tables[0], table.weights, 0).boss)])
    first, open_, second = ["act_1", "act_1_late"], ["act_1_open"] * 2, ["act_2", "act_2_late"]
    assert found == [*first, *open_, *second, *second]
    s.act, s.door = 1, NONE
    assert STAGES[int(own_weights(s, table.tables[0], table.weights, 0).boss)] == "act_1_late"


DOOR = {"0,0": "entrance E", "1,0": "hall EW", "2,0": "hall EW", "3,0": "lair_door W"}
WELL = {"wyn_keleas": "0,0", "uliessa": "3,0"}


def described(p, **changes):
    """What a position offers, with its features, by the first hero's weights for it."""
    w = own_weights(p.board.s, p.board.cards, weights_of("balanced", **changes), p.board.s.decider)
    workspace = new_workspace()
    moves, outlook, features, numbers = (
        workspace.moves,
        workspace.outlook,
        workspace.features,
        workspace.numbers,
    )
    n = list_moves(p.board.s, p.board.cards, moves)
    describe(p.board.s, p.board.cards, w, outlook[0], moves, n, features, numbers)
    return dict(zip(p.board.listed(), features[:n], strict=True)), w, outlook[0]


@pytest.mark.long
@pytest.mark.parametrize("torch, to_spare", ((2, 0), (5, 0), (6, 1), (8, 2)))
def test_the_way_to_the_door_waits_while_there_is_time(torch, to_spare):
    """Two heroes: two steps of the torch a turn of each.  Three steps are a turn at Speed 3."""
    p = Position(WELL, rooms=DOOR, hidden={}, torch=torch, killed=2)
    _, w, v = described(p, patience=0.5)
    worth = [v.sight_worth[k] for k in range(v.sights) if v.sight_place[k] == p.board.s.door]
    assert worth == [pytest.approx(w.door * 0.5**to_spare)]


@pytest.mark.parametrize(
    "torch, turns, share", ((2, 1, 0.0), (4, 2, 0.5), (6, 3, 1.0), (8, 4, 1.0))
)
def test_the_lair_is_opened_when_the_heroes_are_ready_or_the_torch_is_low(torch, turns, share):
    """Who opens lacks two Health, the other one Focus and is a turn away."""
    p = Position(
        {"uliessa": "3,0", "wyn_keleas": "0,0"},
        rooms=DOOR, hidden={}, torch=torch, killed=2,
    )  # fmt: skip
    s = p.board.s
    s.health[0] -= 2
    s.focus[1] -= 1
    moves, w, _ = described(p, ready=0.5, gather=0.75, linger=0.25)
    loss = 3 * 0.5 + 0.75 + 0.25 * (turns - 1)
    assert moves["open lair"].open_lair == pytest.approx(w.door - share * loss)


@pytest.mark.parametrize(
    "name, stages",
    (
        ("quick", ()),
        ("nimble", ("act_2", "act_2_late")),
        ("brisk", ("act_2", "act_2_late")),
        ("steady", ("act_1_open", "act_2", "act_2_late")),
        ("balanced", STAGES),
    ),
)
def test_each_rung_plays_moves_on_where_its_plan_says(name, stages):
    weights = {stage: shipped().weights(name, ANY_NUMBER, stage) for stage in STAGES}
    assert tuple(stage for stage in STAGES if weights[stage]["trials"] >= 1) == stages
    for aside in ("try_dice", "try_answers"):
        assert all(w[aside] == 0 for w in weights.values()) == (
            name in ("nimble", "brisk", "steady")
        )


@pytest.mark.long
@pytest.mark.parametrize("name", ["nimble", "brisk"])
def test_playing_its_own_turns_out_in_act_2_wins_more(games, name):
    """On the same games, whose first acts are the same."""
    few, more = games["balanced"][0], played(name, games=GAMES)[0]
    assert (few["act_1_turns"] == more["act_1_turns"]).all()
    gain = more["won"].astype(float) - few["won"]
    assert gain.mean() > 2 * gain.std() / np.sqrt(GAMES), gain.mean()


def test_a_move_of_another_kind_is_played_on_besides():
    moves, order = new_workspace().moves, np.zeros(6)
    moves["kind"][:4] = (KIND.MOVE, KIND.MOVE, KIND.MOVE, KIND.REST)
    scores = np.array([3.0, 2.0, 1.0, 0.0])
    order[:2] = 0, 1
    assert add_other_kind(scores, moves, 4, order, 2) == 3
    assert order[:3].tolist() == [0, 1, 3]
    assert add_other_kind(scores, moves, 4, order, 3) == 3
