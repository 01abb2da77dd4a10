"""What `quick` knows by heart: the facts behind it, and that it heeds it."""

import numpy as np
import pytest

from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves.move import KIND
from strategies.dungeons.features import describe
from strategies.dungeons.learned.facts import ACT_1, PLACE, QUEST
from strategies.dungeons.learned.lessons import ACT, ACTS, LESSONS, code_of, note_place
from strategies.dungeons.names import STAGES
from strategies.dungeons.outlook import own_weights
from tests.rules.dungeons.entry import list_moves
from tests.rules.dungeons.hand import Position
from tests.strategies.dungeons import CHARACTERS, new_workspace, played, shipped, weights_of
from tests.strategies.watch import numbers_in

HALLS = {"0,0": "entrance E", "1,0": "hall EW", "2,0": "hall EW", "3,0": "lair_door W"}
PAIR = {"wyn_keleas": "0,0", "uliessa": "3,0"}


def laid(**said):
    words = {"rooms": HALLS, "hidden": {}, "killed": 2, "boss": "dragon 2,0", "torch": 12}
    return Position(PAIR, **words | said)


def looked(p, **changes):
    """The moves that a position offers, their features, and the outlook with the last facts."""
    s, workspace = p.board.s, new_workspace()
    w = own_weights(s, p.board.cards, weights_of("quick", **changes), s.decider)
    moves, features, v = workspace.moves, workspace.features, workspace.outlook[0]
    n = list_moves(s, p.board.cards, moves)
    describe(s, p.board.cards, w, v, moves, n, features, workspace.numbers)
    return moves[:n], features[:n], v


@pytest.fixture(scope="module")
def by_name():
    """The outlook on a position in which the first hero is hurt and the other unconscious."""
    p = laid(altars=["1,0"], markers=[8, 4], dispelled=1)
    p.board.s.health[0], p.board.s.focus[0], p.board.s.health[1] = 2, 0, 0
    return p, looked(p)[2]


def test_the_facts_say_how_the_hero_and_the_others_are(by_name):
    p, v = by_name
    seen, health = v["facts"]["table"], int(p.board.cards.hero_health[p.board.s.hero[0]])
    own = [seen[name] for name in ("always", "health", "weak", "focus", "last_move")]
    assert own == pytest.approx([1, 2 / health, 1, 0, 1])
    assert seen["others_near"] == pytest.approx(1 - 3 / 6)  # three steps away
    assert seen["others_down"] == 1 and seen["others_lowest"] == 0


def test_the_facts_say_where_the_boss_is_and_what_is_left_of_it(by_name):
    p, v = by_name
    seen, whole = v["boss"], 2 * int(p.board.cards.boss_health)
    assert seen["near"] == pytest.approx(1 - 2 / 6)
    assert seen["in_lair"] == seen["at_home"] == 0
    assert seen["others_near"] == pytest.approx(1 - 1 / 6)  # the other hero is a step from it
    assert seen["markers"] == pytest.approx(12 / whole)
    assert list(v["facts"]["act"]) == list(seen.item())


def test_the_facts_say_where_a_step_leads():
    s, seen = laid(altars=["1,0"]).board.s, np.zeros(1, PLACE)[0]
    seen["unexplored"] = 1.0
    place = s.place[0] + 1  # a step to the east
    note_place(s, 0, place, -2.0, seen)
    assert seen["goal"] == 0  # not the lair
    assert seen["foe_near"] == pytest.approx(1 - 1 / 6)  # the boss is a step further
    assert seen["foe_here"] == 0 and seen["site_near"] == 1  # on the altar
    assert seen["others_near"] == seen["other_near"] == pytest.approx(1 - 2 / 6)
    assert seen["threat"] == -2 / 5 and seen["unexplored"] == 0


def test_in_act_1_the_facts_say_how_the_quest_stands():
    p = laid(boss="", killed=1, minions=["minotaur 1,0 5"])
    s, v = p.board.s, looked(p)[2]
    seen = v["quest"]
    assert [seen["door"], seen["minions"], seen["killed"]] == [1, s.minions / 2, 1 / 2]
    assert seen["door_near"] == pytest.approx(1 - 3 / 6)  # three steps away
    assert seen["cards"] == pytest.approx((s.kit[0] != NONE).sum() / 5)
    assert seen["minion_near"] == pytest.approx(1 - 1 / 6)  # a minion next door
    assert list(v["facts"]["act"]) == list(seen.item())
    columns = [name for name in ACT_1 if name.startswith("quest.")]
    assert columns == [f"quest.{name}" for name in QUEST.names]


def test_in_act_1_the_facts_say_where_a_step_leads():
    s = laid(boss="", killed=1, minions=["minotaur 2,0 5"]).board.s
    near, far = np.zeros(2, PLACE)
    note_place(s, 0, s.place[0] + 2, 0.0, near)  # where the minion is
    note_place(s, 0, s.door, 0.0, far)
    names = ("goal", "goblin_near", "foe_near", "foe_here", "site_near")
    assert [near[name] for name in names] == pytest.approx([0, 0, 1, 1, 1 - 1 / 6])
    assert [far[name] for name in names] == pytest.approx([1, 0, 1 - 1 / 6, 0, 1])


@pytest.mark.parametrize(
    ("said", "stage"),
    (
        ({"altars": ["1,0"]}, "act_2"),
        ({"torch": 2}, "act_2_late"),
        ({"boss": "", "killed": 1, "minions": ["minotaur 1,0 5"]}, "act_1"),
        ({"boss": "", "killed": 1, "minions": ["minotaur 1,0 5"], "torch": 2}, "act_1_late"),
        ({"boss": ""}, "act_1_open"),
    ),
)
def test_a_move_is_worth_its_facts_times_the_numbers_of_its_kind_and_stage(said, stage):
    moves, features, v = looked(laid(**said))
    seen = numbers_in(v["facts"])
    last = max(i for i, m in enumerate(moves) if code_of(m["kind"], False) >= 0)
    numbers = LESSONS[STAGES.index(stage), code_of(moves["kind"][last], False)]
    assert numbers.any()
    assert features["lesson"][last] == pytest.approx(numbers @ seen)


def test_after_the_heroic_action_other_numbers_hold():
    assert code_of(KIND.MOVE, True) == ACT.STEP + ACTS
    for stage in LESSONS:
        assert (stage[ACT.STEP] != stage[ACT.STEP + ACTS]).any()
    assert code_of(KIND.EQUIP, True) == code_of(KIND.EQUIP, False) == NONE


def test_the_characters_have_no_lessons():
    heeding = {
        name
        for name in ("quick", "nimble", "brisk", "steady", "balanced", *CHARACTERS)
        if any(shipped().weights(name, 3, stage).get("lesson") for stage in STAGES)
    }
    assert heeding == {"quick", "nimble", "brisk", "steady", "balanced"}


@pytest.mark.long
@pytest.mark.parametrize("heroes", (2, 3, 4))
def test_who_has_lessons_wins_more(heroes):
    without, heeding = (played("quick", heroes, 1_500, lesson=x)[0]["won"] for x in (0.0, 1.0))
    gain = heeding.astype(float) - without
    assert gain.mean() > {2: 0.01, 3: 0.08, 4: 0.08}[heroes]
