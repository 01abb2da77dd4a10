"""The effect vocabulary: 50 invented cards are played, what is out of bounds is refused."""

import copy
import random
from dataclasses import replace

import numpy as np
import pytest
from pydantic import ValidationError

from simulate.games.defenders.cards import CardsModel
from simulate.games.defenders.cards.model import CAPACITY
from simulate.games.defenders.cards.tables import build
from simulate.games.defenders.cards.vocabulary import EFFECTS
from simulate.games.defenders.moves.move import MOVE
from simulate.games.defenders.state.record import LIMIT_MOVES
from tests.rules.defenders.board import Board, dealt, setting, shipped
from tests.rules.defenders.invented import invented_pack
from tests.rules.defenders.lockstep import Lockstep
from tests.rules.defenders.words import REGIONS

PACKS = 12  # of five invented cards each
GAMES = 4


# ---------------------------------------------------------------- invented cards


def laid_for(pack, new, replicate):
    """A game in which every invented card matters: it is played, held, drawn, or the foe."""
    from simulate.engine.defenders import prepare

    heroes = sorted(set(pack.sections["heroes"]) - {new["heroes"]})
    luck = random.Random(replicate)
    party = [new["heroes"], *luck.sample(heroes, replicate % 4)]
    luck.shuffle(party)
    table = prepare(pack, setting(players=len(party), party="+".join(party), horde="epic"))
    position = dealt(31, replicate, table=table)
    s, names = position.s, position.names
    s["foe"] = names.foes.index(new["foes"])
    deck = [int(a) for a in s["artifact_deck"][: s["artifacts_left"]]]
    deck.remove(names.artifacts.index(new["artifacts"]))
    s["artifact_deck"][: len(deck)] = deck
    s["artifacts_left"] = len(deck)
    s["artifact"][names.artifacts.index(new["artifacts"])] = party.index(new["heroes"])
    dire = position.number(new["dire_enemies"])
    for pile, count in (("horde", "horde_cards"), ("destruction", "destruction_cards")):
        cards = [int(card) for card in s[pile][: s[count]]]
        if dire in cards:
            first = int(s["horde"][0])
            s[pile][cards.index(dire)] = first
            s["horde"][0] = dire
    region, side = new["regions"].rsplit("_", 1)
    s["side"][REGIONS.index(region)] = "ab".index(side)
    return position


def keeps_side(new, choose):
    """Chooses the side of the invented region card, else as `choose`."""
    region, side = new["regions"].rsplit("_", 1)

    def chooser(options):
        wanted = f"side {region} {side}"
        return wanted if wanted in options else choose(options)

    return chooser


@pytest.mark.parametrize("number", range(PACKS))
def test_invented_cards_are_played_as_they_read(number):
    """The referee reads the same cards: each decision has the same moves and the same table."""
    pack, new = invented_pack(shipped(), number)
    for replicate in range(GAMES):
        luck = random.Random(f"{number} {replicate}")
        choose = keeps_side(new, luck.choice)
        Lockstep(laid_for(pack, new, replicate), pack, choose).run()


def test_most_of_the_vocabulary_is_invented_with():
    met = set()
    for number in range(PACKS):
        pack, new = invented_pack(shipped(), number)
        for kind, name in new.items():
            for ability in pack.sections[kind][name]["abilities"].values():
                met.update(effect["do"] for effect in ability["effects"])
    assert len(met) >= 0.8 * len(EFFECTS), sorted(set(EFFECTS) - met)


# ---------------------------------------------------------------- effects that are combined


def with_ability(kind, name, *effects, when="action", **price):
    """The shipped cards, one of them with a single new ability."""
    tables = copy.deepcopy(dict(shipped().sections))
    ability = {"name": "NEW", "when": when, "effects": list(effects), **price}
    tables[kind][name]["abilities"] = {"new": ability}
    tables[kind][name]["source"] = {"*": "stand-in: made by a test"}
    return tables


def changed(kind, name, *effects, heroes="druid", when="action", laid=None, **price):
    """A board laid with such cards."""
    return laid_with(with_ability(kind, name, *effects, when=when, **price), heroes, laid or {})


def laid_with(tables, heroes, laid):
    """A board laid with these tables of cards."""
    from simulate.engine.defenders import prepare

    pack = replace(shipped(), sections=tables, cards=CardsModel.model_validate(tables))
    party = heroes.split("+")
    table = prepare(pack, setting(players=len(party), party=heroes))
    return Board(heroes, table=table, **laid)


HEAL = {"do": "heal", "who": "self", "amount": 1}


def test_damage_without_a_foe_in_play_wins_nothing():
    """The heal makes the ability worth using; there is no foe that could be damaged."""
    hurt = {"do": "damage_foe", "where": "anywhere", "amount": 1}
    board = changed("heroes", "druid", HEAL, hurt, points=1, laid={"health": [2], "at": "coast"})
    board.turn().do("use new")
    assert not board.over and board.health() == 3


def test_there_is_nothing_to_ambush_in_an_empty_deck():
    ambush = {"do": "ambush", "amount": 1}
    board = changed("heroes", "druid", HEAL, ambush, points=1, laid={"health": [2], "at": "coast"})
    board.turn().do("use new")
    assert board.words["turn_deck"] == [] and int(board.s["turn_cards"]) == 0
    assert board.words["discard"] == []


def test_a_free_artifact_costs_its_health_outside_the_turn_too():
    hurt = {"do": "ignore_enemies"}
    laid = {"artifacts": {0: ["timeless_sandglass"]}, "at": "coast"}
    board = changed("artifacts", "timeless_sandglass", hurt, when="free", health=1, laid=laid)
    board.draw("coast_desert").do("artifact timeless_sandglass")
    assert board.health() == 3


def refused(tables):
    try:
        CardsModel.model_validate(tables)
    except ValidationError:
        return True
    return False


@pytest.mark.parametrize(
    "kind, name, when",
    [
        ("heroes", "druid", "turn_start"),
        ("regions", "coast_a", "turn_start"),
        ("foes", "giant", "turn_start"),
    ],
)
@pytest.mark.parametrize(
    "effect",
    [
        {"do": "heal", "who": "one_near", "amount": 2},
        {"do": "heal", "who": "other_any", "amount": 2},
        {"do": "lower_threat", "where": "near", "amount": 1},
        {"do": "lower_threat", "where": "any", "amount": 1},
    ],
)
def test_nobody_is_asked_at_the_start_of_a_turn_so_nothing_can_be_chosen(kind, name, when, effect):
    """An ability that works by itself must not leave a choice open: it would do nothing."""
    assert refused(with_ability(kind, name, effect, when=when))


def test_no_lawful_pack_lists_more_moves_than_there_is_room_for():
    """All artifacts lie in front of one hero, and each leaves a region and a hero open."""
    open_choice = [
        {"do": "lower_threat", "where": "any", "amount": 1},
        {"do": "heal", "who": "one_any", "amount": 1},
    ]
    ability = {"name": "OPEN", "when": "action", "points": 1, "effects": open_choice}
    tables = with_ability("heroes", "druid", *open_choice, points=1)
    tables["heroes"]["druid"]["abilities"] = {f"open_{i}": ability for i in range(3)}
    for card in tables["artifacts"].values():
        card |= {"abilities": {"open": ability}, "source": {"*": "stand-in: made by a test"}}
    holds = {0: list(tables["artifacts"])}
    laid = {"at": "coast", "health": [1] * 4, "artifacts": holds}
    board = laid_with(tables, "druid+bard+ranger+oracle", laid)
    board.moves = np.zeros(8 * LIMIT_MOVES, MOVE)  # more room than the game itself has
    assert len(board.turn().legal()) <= LIMIT_MOVES


PEEK = {"do": "peek", "amount": 1}


@pytest.mark.parametrize(
    "card, when, effects",
    [
        ("heroes.druid", "action", [{"do": "return_allies", "amount": 1}]),
        ("regions.coast_a", "action", [{"do": "return_allies", "amount": 1}]),
        ("heroes.druid", "action", [{"do": "arrange", "amount": 2}, PEEK]),  # two questions
        ("regions.coast_a", "turn_start", [PEEK]),  # a hero there may look ahead, too
        (
            "dire_enemies.sea_serpent",
            "undefended",
            [
                {"do": "push", "into_capital": False},
                {"do": "lose_health", "who": "here", "amount": 2},
            ],
        ),
    ],
)
def test_what_could_not_be_asked_or_done_in_its_order_is_refused(card, when, effects):
    price = {"points": 1} if when == "action" else {}
    assert refused(with_ability(*card.split("."), *effects, when=when, **price))


# ---------------------------------------------------------------- what is refused


def card_with(effect, **changes):
    """The shipped cards, where the first card that bears the effect has it changed."""
    tables = copy.deepcopy(dict(shipped().sections))
    for cards in tables.values():
        for card in cards.values():
            for ability in card.get("abilities", {}).values():
                for row in ability["effects"]:
                    if row["do"] == effect:
                        for key, value in changes.items():
                            row[key] = value
                            if value is None:
                                del row[key]
                        return tables
    raise AssertionError(f"no card bears {effect}")


def test_an_unknown_effect_is_refused_and_the_nearest_is_named():
    with pytest.raises(ValidationError, match="lower_threat"):
        CardsModel.model_validate(card_with("lower_threat", do="lower_treat"))


@pytest.mark.parametrize("when", ["undefended", "round_end"])
@pytest.mark.parametrize("do", ["lose_health", "drop_health"])
def test_nobody_has_damaged_the_foe_at_another_moment(do, when):
    kind, name = ("dire_enemies", "harpy") if when == "undefended" else ("foes", "ancient")
    hit = {"do": do, "who": "attacker", "amount": 1}
    with pytest.raises(ValidationError, match=rf"when = 'damaged' alone \(found when = '{when}'\)"):
        CardsModel.model_validate(with_ability(kind, name, hit, when=when))


# ---------------------------------------------------------------- what is shared


def test_the_tables_hold_the_largest_pack():
    """As many cards as the model allows, as many abilities on each, three effects in each."""
    heal = {"do": "heal", "who": "self", "amount": 1}
    ability = {"name": "Heal", "when": "action", "points": 1, "effects": [heal] * 3}
    tables = copy.deepcopy(shipped().sections)
    for kind, most in (("heroes", 3), ("artifacts", 1), ("regions", 1)):
        cards = tables[kind]
        first = next(iter(cards.values()))
        for i in range(CAPACITY[kind] - len(cards) if kind in CAPACITY else 0):
            cards[f"new_{i}"] = copy.deepcopy(first) | {"name": f"New {i}"}
        for card in cards.values():
            card["abilities"] = {f"heal_{i}": ability for i in range(most)}
            card["source"] = {"*": "stand-in: invented by a test"}
    cards = CardsModel.model_validate(tables)
    built, _ = build(shipped().rule_values(), cards, setting())
    placed = CAPACITY["heroes"] * 3 + CAPACITY["artifacts"] + len(cards.regions)
    assert np.count_nonzero(built[0]["effect_amount"]) >= 3 * placed
