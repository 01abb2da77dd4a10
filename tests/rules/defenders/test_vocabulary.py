"""The effect vocabulary: 50 invented cards are played, what is out of bounds is refused."""

import copy
import random
from collections import defaultdict

import pytest
from pydantic import ValidationError

from simulate.games.defenders.cards import CardsModel
from simulate.games.defenders.cards.model import EFFECTS
from tests.rules.defenders.board import dealt, setting
from tests.rules.defenders.invented import MOMENTS, invented_pack
from tests.rules.defenders.lockstep import Lockstep
from tests.rules.defenders.words import REGIONS

PACKS = 12  # of five invented cards each
GAMES = 4
UNCOMMON_BUT_SHARED: dict[str, str] = {}


def shipped():
    from simulate.pack import load

    return load("defenders")


def printed_on(effect):
    """Cards on which an effect is printed."""
    return {
        f"{kind}.{name}"
        for kind, cards in shipped().tables.items()
        for name, card in cards.items()
        for ability in card.get("abilities", {}).values()
        for row in ability["effects"]
        if row["do"] == effect
    }


# ---------------------------------------------------------------- invented cards


def laid_for(pack, new, replicate):
    """A game in which every invented card matters: it is played, held, drawn, or the foe."""
    from simulate.table.defenders import prepare

    heroes = sorted(set(pack.tables["heroes"]) - {new["heroes"]})
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


def test_at_least_fifty_cards_are_invented():
    assert PACKS * len(MOMENTS) >= 50


def test_most_of_the_vocabulary_is_invented_with():
    met = set()
    for number in range(PACKS):
        pack, new = invented_pack(shipped(), number)
        for kind, name in new.items():
            for ability in pack.tables[kind][name]["abilities"].values():
                met.update(effect["do"] for effect in ability["effects"])
    assert len(met) >= 0.8 * len(EFFECTS), sorted(set(EFFECTS) - met)


# ---------------------------------------------------------------- what is refused


def card_with(effect, **changes):
    """The shipped cards, where the first card that bears the effect has it changed."""
    tables = copy.deepcopy(dict(shipped().tables))
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


WITH_AMOUNT = [name for name, spec in EFFECTS.items() if spec.amount]


@pytest.mark.parametrize("effect", WITH_AMOUNT)
def test_amounts_within_the_bounds_are_taken_and_others_refused(effect):
    low, high = EFFECTS[effect].amount
    for amount in (low, high):
        CardsModel.model_validate(card_with(effect, amount=amount))
    for amount in (low - 1, high + 1, None, 1.5, "2", True):
        with pytest.raises(ValidationError):
            CardsModel.model_validate(card_with(effect, amount=amount))


@pytest.mark.parametrize("effect", EFFECTS)
def test_selectors_that_an_effect_does_not_take_are_refused(effect):
    spec = EFFECTS[effect]
    wrong = [{"where": "nowhere"}, {"who": "nobody"}]
    wrong += [{"where": None}] if spec.where else [{"where": "here"}]
    wrong += [{"who": None}] if spec.who else [{"who": "self"}]
    wrong += [] if spec.amount else [{"amount": 1}]
    wrong += [{flag: None} for flag in spec.flags]
    for changes in wrong:
        with pytest.raises(ValidationError):
            CardsModel.model_validate(card_with(effect, **changes))


def test_an_unknown_effect_is_refused_and_the_nearest_is_named():
    with pytest.raises(ValidationError, match="lower_threat"):
        CardsModel.model_validate(card_with("lower_threat", do="lower_treat"))


# ---------------------------------------------------------------- what is shared


@pytest.mark.parametrize("effect", [name for name, spec in EFFECTS.items() if spec.unique])
def test_an_effect_marked_unique_is_on_one_card(effect):
    assert len(printed_on(effect)) == 1, sorted(printed_on(effect))


@pytest.mark.parametrize("effect", [name for name, spec in EFFECTS.items() if not spec.unique])
def test_any_other_effect_is_on_several_cards(effect):
    assert len(printed_on(effect)) > 1, f"{effect} is on {printed_on(effect)} alone"


def test_no_two_cards_of_a_kind_do_the_same_and_none_does_nothing():
    for kind in MOMENTS:
        doing = defaultdict(list)
        for name, card in shipped().tables[kind].items():
            abilities = [
                {key: value for key, value in ability.items() if key != "name"}
                for ability in card["abilities"].values()
            ]
            assert abilities, f"{kind}.{name} does nothing"
            doing[repr(abilities)].append(name)
        assert [names for names in doing.values() if len(names) > 1] == []
