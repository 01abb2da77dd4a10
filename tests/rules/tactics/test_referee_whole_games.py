"""Whole games of the referee at random: what must hold at every decision."""

import random
from collections import Counter

import pytest

from tests.rules.tactics.referee import Unit, laid, play, ranks, read_land
from tests.rules.tactics.shipped import ROWS, new_table, pack, parameters

# In the quick tests the referee plays beside the kernels, on the same table (`test_lockstep.py`).
GAMES, MANY = 2, 10
BOLD = ("melee", "shoot", "cast", "fire", "counter", "roll", "play", "enter", "inside")


def play_at_random(mode, players, number, land=None, choose=None, **changed):
    """A game; `choose(t, luck, words)` may answer instead of `pick`."""
    t = new_table(mode, players, f"{mode} {players} {number}", land, **changed)
    luck = random.Random(f"choices {mode} {players} {number}")
    game, answer, before = play(t), None, None
    words: Counter[str] = Counter()
    while True:
        try:
            seat, options = game.send(answer)
        except StopIteration:
            break
        assert options, "a question without answers"
        assert not t.is_enemy(seat), "Solo Enemies are asked nothing"
        before = look(t, before)
        offered = list(options)
        answer = choose(t, luck, offered) if choose else pick(luck, number, offered)
        words[answer.split()[0]] += 1
    look(t, before)
    return t, words


def pick(luck, number, words):
    """Two games of three rather fight and act than not."""
    if number % 3:
        bold = [word for word in words if word.split()[0] in BOLD]
        if bold and luck.random() < 0.7:
            words = bold
        elif len(words) > 1 and "end" in words and luck.random() < 0.8:
            words = [word for word in words if word != "end"]
    return luck.choice(words)


def look(t, before):
    """What holds in every state, and what never goes back.

    T-PARTS-4, T-UNIT-2, T-UNIT-3, T-MOVE-3, T-CARD-14, T-CONTROL-9, T-CONTROL-12.
    """
    places = [u.at for u in t.units if u.at is not None]
    shared = len(places) - len(set(places))
    assert shared <= 1, "only a unit that is passing shares a space"
    for unit in t.units:
        look_at_unit(t, unit)
    for seat in range(t.seats):
        classes = [u.of_class for u in t.of(seat)]
        assert len(classes) == len(set(classes)) <= 4
        if t.is_enemy(seat) and t.time:
            assert len(classes) == 4
    look_at_cards(t)
    look_at_adventure(t)
    assert t.bearer is None or (t.bearer.in_play and t.artifact is None)
    flags, holder, gone = dict(t.flags), dict(t.holder), {u for u in t.units if u.captured}
    if before is not None:
        assert all(flags[letter] >= before[0][letter] for letter in flags)
        assert before[1].items() <= holder.items() and before[2] <= gone
    return flags, holder, gone


def look_at_unit(t, unit: Unit):
    assert 0 <= unit.health <= unit.stats["health"]
    assert 0 <= unit.ammo <= unit.card.get("ammo", 0)
    assert 0 <= unit.mana <= unit.card.get("mana", 0)
    assert unit.captured == (unit.health == 0)
    assert unit.at is None or t.is_open(unit.at)
    assert unit.at is None or unit.inside is None
    assert not (unit.solo and (unit.ammo or unit.mana))


def look_at_cards(t):
    if not t.deck:
        return
    cards = Counter([*t.deck, *t.discards, *(name for hand in t.hands for name in hand)])
    assert set(cards.values()) == {1} and len(cards) <= 16


def look_at_adventure(t):
    if not t.adventure:
        return
    assert t.time <= t.rules[f"time.{t.mode}"]
    inside = [u for u in t.units if u.inside is not None]
    assert t.flipped == {u.inside[0]: u for u in inside}
    assert not set(t.flipped) & t.crystals
    assert all(sum(u in inside for u in t.of(seat)) <= 1 for seat in range(t.seats))
    under = [u.under for u in t.units if u.under and not u.captured]
    if t.enemy_deck or t.enemy_discards or under:
        cards = Counter([*t.enemy_deck, *t.enemy_discards, *under])
        assert set(cards.values()) == {1} and len(cards) == 9


def delve(t, luck, words):
    """Into dungeons, and towards portals whose crystal is not taken yet."""
    for eager in ("enter", "inside", "move", "play"):
        found = [word for word in words if word.startswith(f"{eager} ")]
        if found:
            return luck.choice(found)
    fronts = [at for at, box in t.land.portals if box not in t.crystals]

    def away(word):
        column, row = map(int, word.split()[1].split(","))
        near = (abs(column - x) + abs(row - y) for x, y in fronts)
        return min(near, default=0) + luck.random()

    steps = [word for word in words if word.split()[0] in ("step", "portal")]
    return min(steps, key=away) if steps else luck.choice(words)


@pytest.mark.long
@pytest.mark.parametrize("mode, players", [("solo", 1), ("coop", 2)])
def test_whole_adventures_of_a_delver(mode, players):
    """Dungeons are entered and left, with the boxes put back."""
    taken = 0
    for number in range(12):
        t, words = play_at_random(mode, players, number, choose=delve)
        look_at_end(t)
        assert words["out"] <= len(t.crystals) <= words["enter"]
        taken += len(t.crystals)
    assert taken > 3


OUTCOMES = {
    "competitive": {"flags", "captured", "rounds"},
    "team": {"flags", "captured", "rounds"},
    "battle": {"captures", "captured", "rounds"},
    "battle_team": {"captures", "captured", "rounds"},
    "solo": {"won", "lost_time", "lost_units"},
    "coop": {"won", "lost_time", "lost_units"},
}


def look_at_end(t):
    assert t.outcome in OUTCOMES[t.mode] | {"cut_off"}
    if not t.adventure:
        assert 1 in ranks(t)
        for seat in range(t.seats):
            captured = sum(u.captured for u in t.units if u.seat == seat)
            assert captured + len(t.of(seat)) == 4
        assert sum(map(len, t.captures)) == sum(u.captured for u in t.units)


@pytest.mark.long
@pytest.mark.parametrize("mode, players", ROWS)
def test_whole_games(mode, players):
    """T-PARTS-4, T-TURN-1, T-UNIT-2, T-UNIT-3, T-MOVE-3, T-CARD-14."""
    for number in range(GAMES):
        t, words = play_at_random(mode, players, number)
        assert sum(words.values()) > 20
        look_at_end(t)


@pytest.mark.long
@pytest.mark.parametrize("mode, players", [("competitive", 2), ("battle", 2), ("coop", 2)])
def test_the_same_luck_and_answers_give_the_same_game(mode, players):
    """Whatever lies on the table, to the last card."""
    one, other = (play_at_random(mode, players, 1)[0] for _ in "ab")
    assert laid(one) == laid(other) and one.outcome == other.outcome
    assert laid(one) != laid(play_at_random(mode, players, 2)[0])


@pytest.mark.long
@pytest.mark.parametrize("mode, players", ROWS)
def test_many_whole_games(mode, players):
    for number in range(100, 100 + MANY):
        look_at_end(play_at_random(mode, players, number)[0])


def other_rules(luck):
    """A dozen parameters or switches off their values."""
    changed = {}
    for name, rule in luck.sample(sorted(parameters().items()), 12):
        if name in ("built_maps", "round_limit", "step_limit", "tactics_dealt", "tactics_kept"):
            continue
        if "choices" in rule:
            changed[name] = luck.choice(rule["choices"])
        elif isinstance(rule["value"], bool):
            changed[name] = not rule["value"]
        else:
            low, high = rule["min"], min(rule["max"], rule["value"] + 2)
            changed[name] = luck.randint(low, high)
    faces = [f"{icon}_faces" for icon in ("knock_back", "miss", "power")]
    if any(name in changed for name in faces):
        changed["faces_share"] = "together"
    return changed | {"round_limit": 30, "battle_rounds": 20}


@pytest.mark.long
@pytest.mark.parametrize("number", range(20))
def test_whole_games_under_other_rules(number):
    luck = random.Random(number)
    mode, players = luck.choice(ROWS)
    t, _ = play_at_random(mode, players, number, **other_rules(luck))
    look_at_end(t)


@pytest.mark.long
@pytest.mark.parametrize("number", range(4))
def test_whole_battles_on_built_realms(number):
    from tests.rules.tactics.cell import built_maps

    plan = built_maps(4)[number]
    land = read_land(pack(), plan)
    assert len(land.terrain) > 128
    t, _ = play_at_random("battle", 2 + number % 3, number, plan)
    look_at_end(t)


@pytest.mark.long
def test_every_kind_of_answer_is_met():
    met: Counter[str] = Counter()
    for mode, players in [("competitive", 4), ("battle", 4), ("team", 4)]:
        for number in (1, 2):
            met |= play_at_random(mode, players, number)[1]
    wanted = (
        *("start", "stand", "return", "keep", "end", "move", "step", "stop", "portal", "melee"),
        *("shoot", "cast", "fire", "roll", "do", "counter", "cure", "play", "discard", "at"),
        "nobody",
    )
    assert not [word for word in wanted if not met[word]]
    assert any(met[way] for way in ("north", "east", "south", "west"))


@pytest.mark.parametrize("mode, players", ROWS)
def test_T_SETUP_6_T_SETUP_8_T_TEAM_3_where_forces_start(mode, players):
    """T-SETUP-1 to T-SETUP-12, T-BATTLE-2, T-BATTLE-3: T-SETUP-1, T-SETUP-2, T-SETUP-3,
    T-SETUP-4, T-SETUP-5, T-SETUP-7, T-SETUP-9, T-SETUP-10, T-SETUP-11, T-SETUP-12.
    """
    t = new_table(mode, players, 5)
    game = play(t)
    _, options = next(game)
    while "end" not in options:
        _, options = game.send(list(options)[-1])
    people = [seat for seat in range(t.seats) if not t.is_enemy(seat)]
    digits = {
        digit: set(t.land.corner(digit) if t.battle else t.land.stars(digit)) for digit in "1234"
    }
    stood = {
        seat: {d for d, spaces in digits.items() for u in t.of(seat) if u.at in spaces}
        for seat in people
    }
    assert t.active == 0 and not any(t.flags.values()) and not t.discards
    assert t.artifact == (t.land.artifact() if t.battle else None)
    split = len(people) <= 2
    for seat in people:
        assert [u.health for u in t.of(seat)] == [u.stats["health"] for u in t.of(seat)]
        assert stood[seat] in ([{"1", "3"}, {"2", "4"}] if split else [{d} for d in digits])
        assert len(t.hands[seat]) == 1
    if mode in ("team", "battle_team"):
        assert {"".join(sorted(stood[0] | stood[2])), "".join(sorted(stood[1] | stood[3]))} == {
            "13",
            "24",
        }
    assert len(t.deck) == 16 - len(people)
    names = [u.name for u in t.units]
    assert len(names) == len(set(names))
