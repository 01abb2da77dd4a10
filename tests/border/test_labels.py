"""Names in words: each value of a pack is called as people call it."""

from collections import Counter

import pytest

from simulate.pack import catalogue, label, load, load_folder
from simulate.pack.text.labels import _known, within
from tests.border import toy

SAID = {
    "defenders": {
        "rules.fight_damage": "Fight damage",
        "rules.hammer_in_capital": "Hammer of Might: in the Capital City",
        "cards.heroes.cleric.health": "Cleric: health",
        "cards.heroes.cleric.abilities.heal.effects.0.amount": "Cleric HEAL: health regained",
        "cards.heroes.cleric.abilities.heal.points": "Cleric HEAL: points to use it",
        "cards.heroes.cleric.abilities.heal": "Cleric HEAL",
        "heroes.cleric": "Cleric",
        "cards.artifacts.spear_of_valor.abilities.use.when": "Spear of Valor: when",
        "cards.regions.coast_a.abilities.embark.points": "Coast a EMBARK: points to use it",
        "strategies.balanced.weights.attack_now": "`balanced`: weight of attack now",
    },
    "dungeons": {
        "cards.dungeon.armory.abilities.search.fail.0.amount": (
            "Armory Take arms: steps the torch goes down if the check fails"
        ),
        "cards.dungeon.buzzsaw.abilities.trap.evade_target": "Buzzsaw Trap: number to evade",
        "cards.minions.giant_spider.abilities.action.effects.1.amount": (
            "Giant Spider Web: focus lost"
        ),
        "cards.bosses.eye_tyrant.spaces.5.0.amount": "Eye Tyrant: space 6 focus gained",
        "cards.bosses.demon_lord.wards.0": "Demon Lord: Altar 1, space of the Health track",
        "cards.torch.act_2.starts.heroes_2": "Act 2: torch at the start with 2 heroes",
        "cards.torch.act_2.goblins.3": "Act 2: goblin 4, steps before the skull",
        "cards.heroes.ethairna.abilities.talent.target": "Ethairna Seeking Bolt: number to reach",
        "cards.heroes.ethairna.health": "Ethairna, Elf Sorceress: health",
    },
    "tactics": {
        "cards.units.xiong_mao.solo.health": "Xiong Mao: health as a Solo Enemy",
        "cards.units.brannoc.solo.abilities.tower_shield.effects.0.amount": (
            "Brannoc TOWER SHIELD: damage averted as a Solo Enemy"
        ),
        "cards.tactics.momentum.abilities.use.effects.0.amount": (
            "Momentum: movement points to step"
        ),
        "cards.dungeons.box_5x4.crystal.1.amount": "Crystal of Renewal: effect 2 health regained",
    },
    "kingdoms": {"rules.tower_cost.level_3": "Ore for tower level 3"},
}


@pytest.mark.parametrize("game", SAID)
def test_values_are_called_by_the_names_that_are_printed(game):
    pack = load(game)
    stored = pack.as_manifest()
    for path, text in SAID[game].items():
        assert label(pack, path) == label(stored, path) == text


@pytest.mark.parametrize("game", ["defenders", "kingdoms", "ultra_kingdoms", "dungeons", "tactics"])
def test_no_two_values_of_a_pack_are_called_the_same(game):
    pack = load(game)
    paths = [path for path in pack.paths() if not path.endswith(".name")]
    said = Counter(label(pack, path) for path in paths)
    assert [text for text, times in said.items() if times > 1] == []


def test_every_effect_that_is_called_something_is_one():
    effects = {name for game in catalogue.names() for name in catalogue.effects(game)}
    assert set(_known("deeds")) <= effects


def test_in_a_sentence_a_name_keeps_its_capital_and_other_words_do_not():
    pack = load("defenders")
    assert within(pack, "rules.enemy_threat") == "threat of an enemy's attack"
    assert within(pack, "rules.hammer_restores") == "Hammer of Might: restores a region"
    assert within(pack, "cards.heroes.cleric.health") == "Cleric: health"


def test_a_designers_own_label_stands(mine):
    assert label(load_folder(mine()), "rules.capital_limit") == "Capital limit"
    own = toy.RULES.replace("[capital_limit]\n", '[capital_limit]\nlabel = "how much it bears"\n')
    assert label(load_folder(mine(rules=own)), "rules.capital_limit") == "How much it bears"
