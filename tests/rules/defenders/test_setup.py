"""Parts, set-up and decks, looked at on many dealt games."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from simulate.core.errors import InputError
from simulate.games.defenders.facts import FACTS, illegal
from tests.rules.defenders import known
from tests.rules.defenders.board import HEROES, dealt, prepared, setting, shipped
from tests.rules.defenders.words import OUTER

DEALS = 200  # a card of ten is on top in none of them once in 1.4e9 tries (0.9 ** 200)
ENEMIES, FOES = set(shipped().cards.enemies), set(shipped().cards.foes)
DIRE, ARTIFACTS = set(known.DIRE_ENEMIES), set(known.ARTIFACTS)
ALLIES = {f"ally_{number}" for number in (1, 2, 3, 4)}
GROUPS = {"group_ally_1", "group_ally_2"}
PILES = ("turn_deck", "horde", "destruction")


def deals(count=DEALS, **levels):
    return [dealt(7, replicate, **levels).words for replicate in range(count)]


def cards_of(words):
    return [card for pile in PILES for card in words[pile]]


# ---------------------------------------------------------------- parts


def test_D_TEAM_1_one_result_for_all():
    from simulate.engine.defenders import play_logged

    end = play_logged(prepared(players=3), 1, 0)[-1]
    assert end["games"]["won"] in (True, False)
    assert [seat["team"] for seat in end["seats"]] == [0, 0, 0]
    for seat in end["seats"]:
        assert seat["score"] is seat["rank"] is seat["win_share"] is None


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_D_PARTS_4_D_PARTS_5_D_PARTS_6_D_PARTS_7_every_card_is_in_one_pile(players):
    """D-PARTS-4, D-PARTS-5, D-PARTS-6, D-PARTS-7: 4 Ally, 2 Group Ally, 6 dire, 9 enemies."""
    for words in deals(20, players=players):
        assert sorted(cards_of(words)) == sorted(ENEMIES | DIRE | ALLIES | GROUPS)
        assert words["discard"] == [] and words["drawn"] is None and words["cover"] == {}


def test_D_PARTS_8_ten_artifacts_each_once():
    for words in deals(20):
        assert sorted(words["artifact_deck"]) == sorted(ARTIFACTS)
        assert words["removed"] == set() and not any(words["artifacts"])


def test_D_PARTS_9_one_to_four_players_with_one_hero_each():
    players = FACTS.factor("players")
    assert players.levels == (1, 2, 3, 4)
    for count in players.levels:
        assert len(deals(1, players=count)[0]["hero"]) == count


# ---------------------------------------------------------------- set-up


def test_D_SETUP_1_heroes_are_dealt_or_picked():
    by_chance = deals(players=4)
    for seat in range(4):
        assert {words["hero"][seat] for words in by_chance} == set(HEROES)
    picked = deals(5, players=3, party="druid+paladin+oracle")
    assert all(words["hero"] == ["druid", "paladin", "oracle"] for words in picked)


def test_D_SETUP_2_no_hero_plays_twice():
    for words in deals(players=4):
        assert len(set(words["hero"])) == 4


def test_D_SETUP_3_everybody_starts_at_full_health():
    for words in deals(players=4):
        assert words["health"] == [5 if hero == "paladin" else 4 for hero in words["hero"]]


def test_D_SETUP_4_artifacts_are_shuffled_into_one_stack():
    stacks = [words["artifact_deck"] for words in deals()]
    assert {stack[0] for stack in stacks} == ARTIFACTS
    assert {stack[-1] for stack in stacks} == ARTIFACTS


def test_D_SETUP_5_the_capital_lies_in_the_middle():
    for words in deals(20):
        assert "capital" not in words["ring"]


def test_D_SETUP_6_all_heroes_start_in_the_capital():
    for words in deals(20, players=4):
        assert words["place"] == ["capital"] * 4


def test_D_SETUP_7_six_regions_in_a_ring_in_any_order():
    rings = [dealt(7, replicate) for replicate in range(DEALS)]
    for position in rings:
        ring = position.words["ring"]
        assert sorted(ring) == sorted(OUTER)
        for i in range(6):
            assert beside(position, ring[i], ring[(i + 1) % 6])
        pairs = [pair for pair in combinations(OUTER, 2) if beside(position, *pair)]
        assert len(pairs) == 6  # a ring of six and nothing across it
    # each of the 15 pairs lies side by side with chance 2/5
    together = Counter(pair for p in rings for pair in combinations(OUTER, 2) if beside(p, *pair))
    assert len(together) == 15
    # per pair binomial(200, 0.4): outside 45..115 with p < 5e-7, 15 pairs
    assert all(45 < count < 115 for count in together.values())


def beside(position, a, b):
    """Whether a hero can move from `a` to `b` at the price of one move."""
    from tests.rules.defenders.words import REGIONS

    s, i, k = position.s, REGIONS.index(a), REGIONS.index(b)
    near = {int(x) for x in s["neighbour"][i][: s["neighbours"][i]]}
    assert (k in near) == (int(s["distance"][i][k]) == 1)
    return k in near


@pytest.mark.parametrize("apart", [1, 2, 3])
def test_D_SETUP_8_the_capital_touches_two_regions(apart):
    for replicate in range(20):
        table = prepared(rules={"gates_apart": apart})
        words = dealt(3, replicate, table=table).words
        assert len(words["gates"]) == 2
        one, other = sorted(words["ring"].index(gate) for gate in words["gates"])
        assert min(other - one, 6 - (other - one)) == apart


def test_D_SETUP_9_players_choose_each_side_knowing_heroes_and_ring():
    position = dealt(5, 1, sides="chosen").go_on()
    chosen = dict(zip(OUTER, "abbaba", strict=True))
    for region, side in chosen.items():
        assert position.legal() == {f"side {region} a", f"side {region} b"}
        position.do(f"side {region} {side}")
    assert position.words["side"] == chosen
    assert not any(move.startswith("side ") for move in position.legal())


def test_D_SETUP_9_sides_by_chance():
    seen = Counter(
        (region, side) for words in deals(sides="random") for region, side in words["side"].items()
    )
    # binomial(200, 1/2): outside 60..140 with p < 2e-8, 12 counts
    assert len(seen) == 12 and all(60 < count < 140 for count in seen.values())


@pytest.mark.parametrize("horde", ["easy", "medium", "hard", "epic"])
def test_D_SETUP_10_hard_and_epic_have_a_random_ring(horde):
    refused = illegal(setting(horde=horde, layout="fixed"))
    assert bool(refused) == (horde in ("hard", "epic"))
    assert illegal(setting(horde=horde, layout="random")) == ""
    assert len({tuple(words["ring"]) for words in deals(30, horde=horde)}) > 20


def test_D_SETUP_10_a_fixed_ring_is_always_the_same():
    rings = {tuple(w["ring"]) for w in deals(10, horde="easy", layout="fixed")}
    assert rings == {("coast", "mountains", "plains", "ruins", "forest", "desert")}


def test_D_SETUP_11_threat_starts_at_0_and_1():
    for words in deals(20):
        assert words["threat"] == {"capital": 0} | dict.fromkeys(OUTER, 1)
        assert words["destroyed"] == set()


def test_D_SETUP_12_one_foe_is_dealt_face_down():
    found = deals()
    assert {words["foe"] for words in found} == FOES
    assert not any(words["foe_in_play"] for words in found)


# ---------------------------------------------------------------- decks


def test_D_DECK_1_three_enemies_in_each_deck_by_chance():
    where = Counter()
    for words in deals():
        for pile in PILES:
            assert len(ENEMIES & set(words[pile])) == 3
            where.update((pile, card) for card in ENEMIES & set(words[pile]))
    # each enemy in each pile with chance 1/3, binomial(200, 1/3): outside 30..105, p < 4e-7
    assert len(where) == 27 and all(30 < count < 105 for count in where.values())


@pytest.mark.parametrize("horde, dire", [("easy", 1), ("medium", 2), ("hard", 3), ("epic", 4)])
def test_D_DECK_2_D_DECK_3_D_DECK_4_dire_enemies(horde, dire):
    """D-DECK-2 (1 to 4, by chance), D-DECK-3 (the others: destruction), D-DECK-4 (levels)."""
    found = deals(horde=horde)
    for words in found:
        assert len(DIRE & set(words["horde"])) == dire
        assert len(words["horde"]) == 3 + dire
        assert len(DIRE & set(words["destruction"])) == 6 - dire
        assert not DIRE & set(words["turn_deck"])
    assert {card for words in found for card in DIRE & set(words["horde"])} == DIRE


DECKS = [
    (1, {"ally_1", "ally_2", "group_ally_1", "group_ally_2"}),
    (2, {"ally_1", "ally_2", "group_ally_1", "group_ally_2"}),
    (3, {"ally_1", "ally_2", "ally_3", "group_ally_1"}),
    (4, {"ally_1", "ally_2", "ally_3", "ally_4"}),
]


@pytest.mark.parametrize("players, allies", DECKS)
def test_D_DECK_5_D_DECK_7_ally_cards_in_the_turn_deck(players, allies):
    """D-DECK-5 (Ally cards of the players), D-DECK-7 (Group Ally cards): always four."""
    for words in deals(5, players=players):
        assert set(words["turn_deck"]) - ENEMIES == allies
        assert len(words["turn_deck"]) == 3 + 4


@pytest.mark.parametrize("players, allies", DECKS)
def test_D_DECK_6_D_DECK_8_other_ally_cards_in_the_destruction_deck(players, allies):
    """D-DECK-6 (Ally cards that are left), D-DECK-8 (Group Ally cards that are left)."""
    for words in deals(5, players=players):
        rest = (ALLIES | GROUPS) - allies
        assert set(words["destruction"]) & (ALLIES | GROUPS) == rest
        assert len(words["destruction"]) == 3 + 4 + len(rest)


def test_D_DECK_9_the_turn_deck_is_shuffled():
    found = deals()
    for place in (0, 6):
        kinds = Counter(words["turn_deck"][place] in ENEMIES for words in found)
        # an enemy with chance 3/7, binomial(200, 3/7): outside 50..122 with p < 3e-7
        assert 50 < kinds[True] < 122
        assert {words["turn_deck"][place] for words in found} >= {"ally_1", "group_ally_1"}


def test_D_DECK_10_the_horde_deck_is_shuffled():
    found = deals(horde="medium")
    for place in range(5):
        dire = sum(words["horde"][place] in DIRE for words in found)
        # a dire enemy with chance 2/5: outside 45..115 with p < 5e-7
        assert 45 < dire < 115


def test_D_DECK_11_nobody_learns_what_lies_in_the_destruction_deck():
    """Played at random to the end: cards leave it face down only, to cover regions."""
    for replicate in range(10):
        position = play_at_random(dealt(11, replicate, players=2))
        words = position.words
        hidden = [*words["destruction"], *words["cover"].values()]
        assert sorted(hidden) == sorted(dealt(11, replicate, players=2).words["destruction"])
        for card in hidden:
            if card in ENEMIES | DIRE:
                assert not position.s["seen"][position.number(card)], card


def play_at_random(position):
    import random

    luck = random.Random(5)
    position.go_on()
    while not position.over:
        position.do(luck.choice(sorted(position.legal())))
    return position


def test_D_DECK_1_enemies_for_two_decks_are_there():
    """A designer who takes enemies out is told, not dealt the same card twice."""
    pack = shipped()
    enemies = dict(list(pack.cards.enemies.items())[:7])
    few = replace(pack, cards=pack.cards.model_copy(update={"enemies": enemies}), _resolved={})
    assert few.resolve({"rules.enemies_per_deck": 2}).rule("enemies_per_deck") == 2
    with pytest.raises(InputError) as refused:
        few.resolve({"rules.enemies_per_deck": 4})
    (problem,) = refused.value.problems
    assert problem.where == "rules.enemies_per_deck = 4"
    assert problem.what == "two decks of 4 enemies need 8 of them; cards.toml has 7"
