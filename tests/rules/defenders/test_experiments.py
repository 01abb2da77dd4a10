"""The shipped experiments leave out nothing that they promise."""

from simulate.core.text.nested import leaves, printed
from simulate.experiment import RunRequest, load
from simulate.pack import cards as card_file
from tests.rules.defenders.board import shipped


def variants(name):
    return [
        v for v in load(RunRequest(f"defenders/{name}")).variants.values() if v.name != "printed"
    ]


def test_each_number_on_a_card_takes_each_step_that_it_can():
    pack = shipped()
    steps = {
        (f"cards.{section}.{name}.{'.'.join(map(str, way))}", value + by)
        for section, name, card in card_file.each_card(pack.sections)
        for way, value in leaves(printed(card))
        if type(value) is int
        for by in (-1, 1)
    }
    possible = {step for step in steps if pack.try_resolve(dict([step]))[0] is not None}
    found = [step for each in variants("card_steps") for step in each.changes.items()]
    assert len(found) == len(set(found))
    assert set(found) == possible


def test_each_ability_does_nothing_in_a_setting_of_its_own():
    pack = shipped()
    with_any = {
        f"{section}.{name}": card["abilities"]
        for section, name, card in card_file.each_card(pack.sections)
        if card.get("abilities")
    }
    blanks = {blank for each in variants("cards") for blank in each.blanks}
    several = {
        f"{card}.abilities.{name}"
        for card, abilities in with_any.items()
        if len(abilities) > 1
        for name in abilities
    }
    assert blanks == set(with_any) | several
