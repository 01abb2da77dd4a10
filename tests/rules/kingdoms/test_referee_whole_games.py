"""Whole games of the referee at random: what must hold at every decision."""

import random

import pytest

from tests.rules.kingdoms.referee import NEUTRAL, play, ranks
from tests.rules.kingdoms.shipped import new_table, read, territories

# In the quick tests the referee plays beside the kernels, on the same table (`test_lockstep.py`).
pytestmark = pytest.mark.long
GAMES, MANY = 4, 15


def play_at_random(edition, seats, number, **said):
    t = new_table(edition, seats, f"{edition} {seats} {number}", **said)
    luck = random.Random(f"choices {edition} {seats} {number}")
    game = play(t, territories(edition))
    decisions, answer, triggered = 0, None, set()
    while True:
        try:
            seat, options = game.send(answer)
        except StopIteration:
            break
        assert options, "a question without answers"
        decisions += 1
        look(t)
        answer = pick(luck, number, options, attacks(t, seat, options))
        assert triggered <= t.triggers, "a trigger is never taken back"
        triggered = set(t.triggers)
        look_at_move(t, seat, answer)
    return t, decisions


def attacks(t, seat, options):
    """Moves into a region with another player's meeple."""
    moves = [w.split() for w in options if w.startswith(("patrol ", "quest "))]
    return [" ".join(w) for w in moves if t.others_at(w[2], seat) and len(w) == 3]


def pick(luck, number, options, attacks):
    """Every second game acts more than it passes, every third offers peace more than war."""
    words = list(options)
    if number % 3 == 0 and "flag" in options and luck.random() < 0.7:
        return "flag"
    if number % 3 == 0 and attacks and luck.random() < 0.5:
        return luck.choice(attacks)
    if number % 2:
        eager = [w for w in words if w not in ("collect", "nothing", "flag", "stop", "give up")]
        if eager and luck.random() < 0.6:
            words = eager
    return luck.choice(words)


def look(t):
    """What holds in every state."""
    for seat in range(t.seats):
        of = [m for m in t.meeples if m.owner == seat]
        assert len(of) == t.rules["meeples"]
        assert all(0 <= n <= t.rules["resource_limit"] for n in t.goods[seat].values())
        assert 0 <= t.tower[seat] <= 6 and 0 <= t.magic[seat] <= 5
    for name in t.land:
        here = t.at(name)
        assert len(here) <= 2, f"three in {name}"
        if here and not t.may_stand(here[0].owner, name):
            raise AssertionError(f"{name} cannot be held")
    knock = t.rules["ruins_knock_over"]
    for m in t.meeples:
        if m.lying:
            assert knock and t.land[m.region].terrain == "ruins"
        assert m.owner != NEUTRAL or t.people == 2
    assert len(t.shields) <= t.rules["shields"]
    neutral = [m for m in t.meeples if m.owner == NEUTRAL and m.region]
    if t.lost_kingdom:
        assert len(neutral) + sum(t.captures) in (0, 5)


def look_at_move(t, seat, words):
    """No last meeple attacks a player's or is attacked; peace where there are no alliances."""
    if words.startswith("select"):
        assert t.seats > 2 or not t.shared(0, 1)
        # In the base edition the last meeple of a broken alliance may be given up (K-BREAK-5).
        if not t.tokens_in_play and (t.seats == 2 or t.rules["saved_meeple"] == "free"):
            assert all(t.in_play(other) for other in range(t.seats))
    kind, *rest = words.split()
    if kind in ("patrol", "quest") and rest:
        goal = rest[1]
        for other in t.others_at(goal, seat):
            if other.owner != NEUTRAL:
                assert t.in_play(seat) > 1 and t.in_play(other.owner) > 1
        assert len(t.at(goal)) < 2


def look_at_end(t):
    look(t)
    assert t.outcome in ("triggered", "cut_off")
    if t.outcome == "triggered":
        assert t.triggers and not t.shields, "the end comes with a clearing"
    assert 1 in ranks(t)
    for m in t.meeples:
        if m.owner != NEUTRAL and m.region and t.land[m.region].terrain == "ruins":
            assert t.effects(m.owner, "unharmed_by_ruins", "score")


ROWS = [
    *(("kingdoms", seats, {}) for seats in (2, 3, 4, 5)),
    *(("kingdoms", seats, {"tokens_in_play": True}) for seats in (2, 3, 4, 5)),
    *(("ultra", seats, {}) for seats in (2, 3, 4, 5)),
    ("ultra", 2, {"dummy": 1}),
]


def play_row(edition, seats, said, numbers):
    for number in numbers:
        t, decisions = play_at_random(edition, seats, number, **said)
        assert decisions > 20
        look_at_end(t)


@pytest.mark.parametrize("edition, seats, said", ROWS)
@pytest.mark.parametrize("abilities", [False, True], ids=["bare", "abilities"])
def test_whole_games(edition, seats, said, abilities):
    play_row(edition, seats, said | {"abilities": abilities}, range(GAMES))


@pytest.mark.parametrize("edition, seats, said", ROWS)
def test_many_whole_games(edition, seats, said):
    play_row(edition, seats, said, range(100, 100 + MANY))


@pytest.mark.parametrize("number", range(5 * GAMES))
def test_whole_games_under_other_rules(number):
    """A dozen parameters or switches off their values, drawn anew for each game."""
    luck = random.Random(number)
    edition = luck.choice(["kingdoms", "ultra"])
    people = luck.choice([2, 3, 4, 5])
    changed = other_rules(luck, edition)
    said = {"tokens_in_play": number % 2 == 1 and edition == "kingdoms"}
    if edition == "ultra" and number % 3 == 0:
        people, said["dummy"] = 2, 1
    t, _ = play_at_random(edition, people, number, rules=changed, **said)
    look_at_end(t)


FIXED = ("tokens", "blanks_removed", "tokens_by_owner", "compass", "round_limit", "start_resources")


def other_rules(luck, edition):
    changed = {}
    for name, rule in luck.sample(sorted(flat(read(edition, "rules")).items()), 12):
        if name.split(".")[0] in FIXED or name in ("meeples", "start_meeples", "end_meeples"):
            continue
        if isinstance(rule["value"], bool):
            changed[name] = not rule["value"]
        elif "choices" in rule:
            changed[name] = luck.choice(rule["choices"])
        else:
            changed[name] = luck.randint(rule["min"], min(rule["max"], rule["value"] + 2))
    if 3 * changed.get("resource_limit", 9) < read(edition, "rules")["start_resources"]["value"]:
        del changed["resource_limit"]  # the first resources would not fit on the tracks
    return changed


def flat(rules):
    found = {}
    for name, rule in rules.items():
        inner = {name: rule} if "value" in rule else {f"{name}.{k}": r for k, r in rule.items()}
        found |= inner
    return found


@pytest.mark.parametrize(
    "edition, faction",
    [(e, f) for e in ("kingdoms", "ultra") for f in sorted(read(e, "cards")["factions"])],
)
def test_whole_games_with_every_faction_at_its_best(edition, faction):
    """All five levels learnt from the start, so that each ability is met."""
    for number, people in enumerate((3, 4)):
        names = [faction] + [None] * (people - 1)
        t, decisions = play_at_random(
            edition, people, number, faction=names, magic=[5] + [3] * (people - 1)
        )
        assert decisions > 20
        look_at_end(t)
