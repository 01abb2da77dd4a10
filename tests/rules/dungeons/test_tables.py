"""From TOML to the record of the kernels: nothing is lost, and numbers stand for what they say."""

from typing import Any

import pytest

from simulate.core.text.nested import printed
from simulate.games.dungeons.cards import codes
from simulate.games.dungeons.cards.codes import CHOICES
from simulate.games.dungeons.cards.vocabulary import NONE
from tests.rules.dungeons import shipped
from tests.rules.dungeons.cell import built, changed
from tests.rules.shipped import other_values

# ---------------------------------------------------------------- the record


@pytest.mark.parametrize("name", shipped.rules())
def test_every_parameter_reaches_the_record(name):
    """With the number of heroes that the parameter is for."""
    last = name.rpartition("heroes_")[2]
    heroes = int(last) if last.isdigit() else 3
    seen = [built(heroes)[0].tobytes()]
    for value in other_values(shipped.parameters()[name]):
        record = built(heroes, changes={name.replace(".", "__"): value})[0]
        assert record.tobytes() not in seen, value
        seen.append(record.tobytes())


def test_words_of_parameters_have_the_codes_of_their_order():
    for name, choices in CHOICES.items():
        assert tuple(shipped.parameters()[name]["choices"]) == choices.words
        for code, word in enumerate(choices):
            assert int(built(changes={name: word})[0][name]) == code


def card_values(data: Any, way: tuple[str, ...] = ()) -> list[tuple[str, Any]]:
    if isinstance(data, dict):
        return [v for k, e in printed(data).items() for v in card_values(e, (*way, k))]
    if isinstance(data, list) and any(isinstance(e, dict | list) for e in data):
        return [v for i, e in enumerate(data) for v in card_values(e, (*way, str(i)))]
    return [(".".join(way), data)]


NUMBERS = [
    (path, value)
    for path, value in card_values(shipped.cards())
    if isinstance(value, int) and not isinstance(value, bool)
]


@pytest.mark.long
def test_N_PARTS_2_every_number_of_every_card_reaches_the_record():
    """One more or one less is taken, and changes the tables of some number of heroes."""
    printed = {heroes: built(heroes)[0].tobytes() for heroes in (2, 3, 4)}
    for path, value in NUMBERS:
        heroes = int(path[-1]) if "heroes_" in path else 3
        for other in (value + 1, value - 1):
            try:
                record = built(heroes, data=changed(path, other))[0]
            except ValueError:
                continue
            assert record.tobytes() != printed[heroes], path
            break
        else:
            raise AssertionError(f"{path}: neither one more nor one less is taken")


# ---------------------------------------------------------------- the cell


def test_N_SETUP_14_N_SETUP_16_heroes_and_boss_are_named_or_dealt():
    record, names = built(2, party="grok+ethairna", boss="hydra")
    assert [names.heroes[i] for i in record.party[:2]] == ["grok", "ethairna"]
    assert list(record.party[2:]) == [NONE, NONE]
    assert names.bosses[record.boss] == "hydra"
    assert list(built(2)[0].party) == [NONE] * 4 and built(2)[0].boss == NONE


# ---------------------------------------------------------------- abilities


def test_a_set_without_a_bonus_for_three_pieces_keeps_that_for_two():
    data = shipped.cards()
    del data["sets"]["lion"]["abilities"]["pieces_3"]
    record, names = built(data=data)
    lion = record.set_ability[names.sets.index("lion")]
    assert lion[3] == lion[2] != lion[4]


def test_abilities_have_names_in_the_order_of_their_numbers():
    _, names = built()
    assert len(set(names.abilities)) == len(names.abilities) <= codes.ABILITIES
    sections = [path.partition(".")[0] for path in names.abilities]
    assert list(dict.fromkeys(sections)) == [
        *("heroes", "goblins", "minions", "bosses", "dungeon", "loot", "spells", "sets"),
    ]
