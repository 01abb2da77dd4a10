"""The folded tables say of a hero what the cards say, as the referee reads them."""

import random

import pytest

from simulate.games.dungeons.cards.codes import CHECK, DANGER, SKILL, WHEN
from simulate.games.dungeons.cards.vocabulary import ATTACKS, CHECKS, DANGERS, SKILLS, WEAPONS
from tests.rules.dungeons import invented, shipped
from tests.rules.dungeons.cell import built
from tests.rules.dungeons.referee import LAIR, Hero, Table


def dressed(luck: random.Random, values) -> tuple[Table, Hero]:
    """A hero with as much as it may wear, on a space of a boss's mat."""
    t = shipped.new_table(2, luck.randint(0, 10**6), values=values)
    hero = t.heroes[0]
    cards = luck.sample(sorted(values["loot"]), len(values["loot"]))
    kinds = {kind: [c for c in cards if values["loot"][c]["kind"] == kind] for kind in KINDS}
    hero.hands = {
        "left_hand": kinds["hand"][0],
        "right_hand": luck.choice([None, kinds["hand"][1]]),
    }
    hero.garb, hero.trinkets = kinds["garb"][:1], kinds["trinket"][:2]
    hero.spells = luck.sample(sorted(values["spells"]), 2)
    hero.place, hero.space = LAIR, luck.randint(1, 6)
    return t, hero


KINDS = ("hand", "garb", "trinket")


def in_force(record, names, t: Table, hero: Hero) -> list[int]:
    """Numbers of the standing abilities, as a kernel will find them."""
    rows = [names.abilities.index(path) for path in t.owned(hero)]
    found = [row for row in rows if record.ability_when[row] == WHEN["always"]]
    space = record.space_bonus[names.bosses.index(t.boss_card), hero.space - 1]
    return found + ([int(space)] if space >= 0 else [])


@pytest.mark.parametrize("seed", range(20))
def test_N_LAIR_6_N_SETS_2_N_CHECK_12_sums_of_rows_are_what_the_hero_has(seed):
    luck = random.Random(seed)
    values = shipped.cards()
    if seed % 2:
        for key in luck.sample(sorted(values["loot"]), 12):
            values["loot"][key]["abilities"] = {"use": invented.ability(luck, "always")}
    t, hero = dressed(luck, values)
    record, names = built(2, data=values)
    rows = in_force(record, names, t, hero)
    for kind in CHECKS:
        for skill in SKILLS:
            at = (SKILL[skill], CHECK[kind])
            for table, do in (("result", "add_result"), ("dice", "add_dice")):
                told = t.change(hero, do, kind, skill)
                assert sum(record[table][(row, *at)] for row in rows) == told, (do, kind, skill)
        told = t.change(hero, "cheaper_change", kind)
        assert sum(record.cheaper[row, CHECK[kind]] for row in rows) == told
    for kind in ATTACKS:
        told = t.change(hero, "add_defense", kind)
        assert sum(record.defense[row, CHECK[kind]] for row in rows) == told
        silent = sum(record.no_answer[row, CHECK[kind]] for row in rows)
        assert silent == t.change(hero, "no_answer", kind)
    for kind in WEAPONS:
        told = t.change(hero, "add_damage", kind)
        assert sum(record.damage[row, CHECK[kind]] for row in rows) == told
    for danger in DANGERS:
        told = t.change(hero, "soften", danger)
        assert sum(record.soften[row, DANGER[danger]] for row in rows) == told
    assert sum(record.speed[row] for row in rows) == t.change(hero, "add_speed")
    assert bool(sum(record.stealth[row] for row in rows)) == bool(t.change(hero, "stealth"))


@pytest.mark.parametrize("seed", range(10))
def test_N_SETS_3_pieces_of_a_set_are_found_by_their_number(seed):
    luck = random.Random(seed)
    values = shipped.cards()
    t, hero = dressed(luck, values)
    record, names = built(2, data=values)
    for k, name in enumerate(names.sets):
        pieces = sum(record.loot_set[names.loot.index(card)] == k for card in hero.loot())
        row = int(record.set_ability[k, min(pieces, 4)])
        told = [path for path in t.owned(hero) if path.startswith(f"sets.{name}.")]
        assert [names.abilities[row]] == told if row >= 0 else told == []
