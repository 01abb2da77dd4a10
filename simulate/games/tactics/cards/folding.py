"""Cards folded into tables: tracks and stats by unit and side, effects as runs of rows."""

from collections.abc import Iterable
from typing import Any

from simulate.games.tactics.cards import codes
from simulate.games.tactics.cards.abilities import Ability, Effect
from simulate.games.tactics.cards.codes import AIM, CLASS, CONDITION, DO, SIDE, TURN, WHEN
from simulate.games.tactics.cards.maps import STEPS
from simulate.games.tactics.cards.model import CardsModel, Dungeon, Unit
from simulate.games.tactics.cards.pieces import letters
from simulate.games.tactics.cards.vocabulary import BOXES, EFFECTS, NONE
from simulate.mechanics import effects


class EffectRows(effects.EffectTable):
    """Effects written one after another into the row tables."""

    def __init__(self, tables: Any) -> None:
        super().__init__(tables, EFFECTS, "row")

    def enter_run(
        self, said: Iterable[Effect], kinds: int = 0, condition: int = NONE
    ) -> tuple[int, int]:
        """Write effects down, the first of which opens the run; (first row, how many)."""
        first, count = self.enter(said, kinds=kinds, condition=condition)
        if count:
            self.tables["row_opens"][first] = 1
        return first, count


def enter_cards(tables: Any, cards: CardsModel) -> None:
    """Every unit, tactic card, solo enemy card, crystal and dungeon."""
    rows = EffectRows(tables)
    tables["units"] = len(cards.units)
    for u, unit in enumerate(cards.units.values()):
        _enter_stats(tables, u, unit)
        _enter_solo_stats(tables, u, unit)
        _enter_spell(tables, rows, u, unit)
        for side, abilities in (
            (codes.FRONT, unit.abilities),
            (codes.SOLO_SIDE, unit.solo.abilities),
        ):
            _enter_abilities(tables, rows, (u, side), list(abilities.values()))
    _enter_tactics(tables, rows, cards)
    _enter_enemy_cards(tables, rows, cards)
    for b, box in enumerate(BOXES):
        _enter_dungeon(tables, rows, b, cards.dungeons[box])


def _enter_stats(t: Any, u: int, unit: Unit) -> None:
    """Rules T-UNIT-1 (stats), T-UNIT-2 (tracks)."""
    t["unit_class"][u] = CLASS[unit.of_class]
    t["health"][u, codes.FRONT] = unit.health
    t["movement"][u, codes.FRONT] = unit.movement
    t["ammo"][u] = unit.ammo or 0
    t["mana"][u] = unit.mana or 0
    t["melee_damage"][u, codes.FRONT] = unit.melee.damage
    t["melee_dice"][u, codes.FRONT] = unit.melee.dice
    if unit.missile is not None:
        t["missile_damage"][u, codes.FRONT] = unit.missile.damage
        t["missile_range"][u, codes.FRONT] = unit.missile.range
        t["missile_dice"][u] = unit.missile.dice


def _enter_solo_stats(t: Any, u: int, unit: Unit) -> None:
    side = unit.solo
    t["health"][u, codes.SOLO_SIDE] = side.health
    t["movement"][u, codes.SOLO_SIDE] = side.movement
    t["melee_damage"][u, codes.SOLO_SIDE] = side.melee.damage
    t["melee_dice"][u, codes.SOLO_SIDE] = side.melee.dice
    if side.missile is not None:
        t["missile_damage"][u, codes.SOLO_SIDE] = side.missile.damage
        t["missile_range"][u, codes.SOLO_SIDE] = side.missile.range
    if side.spell is not None:
        t["solo_spell_damage"][u] = side.spell.damage
        t["spell_range"][u, codes.SOLO_SIDE] = side.spell.range
        t["solo_spell_power"][u] = side.spell.power


def _enter_spell(t: Any, rows: EffectRows, u: int, unit: Unit) -> None:
    t["spell_aim"][u] = NONE
    if unit.spell is None:
        return
    t["spell_aim"][u] = AIM[unit.spell.aim]
    t["spell_attack"][u] = unit.spell.is_attack
    t["spell_range"][u, codes.FRONT] = unit.spell.range or 0
    t["spell_first"][u], t["spell_count"][u] = rows.enter_run(unit.spell.effects)


def _kinds(ability: Ability) -> int:
    """Attack kinds that an ability speaks of, as bits; all where it names none."""
    return codes.KINDS[ability.kind or "any"]


def _condition(ability: Ability) -> int:
    return NONE if ability.condition is None else CONDITION[ability.condition]


def _enter_abilities(
    t: Any, rows: EffectRows, at: tuple[int, int], abilities: list[Ability]
) -> None:
    """Rows moment by moment; `has` says at once which standing effects a side holds."""
    for when, code in WHEN.items():
        first = rows.next
        for ability in abilities:
            if ability.when == when:
                rows.enter_run(ability.effects, _kinds(ability), _condition(ability))
        t["run_first"][(*at, code)] = first
        t["run_count"][(*at, code)] = rows.next - first
    for ability in abilities:
        for effect in ability.effects:
            t["has"][(*at, DO[effect.do])] = 1


def _enter_tactics(t: Any, rows: EffectRows, cards: CardsModel) -> None:
    """Rule T-TACTIC-1: IF is a moment, an attack kind, a condition, a turn; THEN are rows."""
    t["tactics"] = len(cards.tactics)
    t["tactic_when"][:] = NONE
    for c, card in enumerate(cards.tactics.values()):
        for ability in card.abilities.values():
            t["tactics_at"][WHEN[ability.when]] |= 1 << c
            t["tactic_when"][c] = WHEN[ability.when]
            t["tactic_turn"][c] = TURN[ability.turn]
            t["tactic_kinds"][c] = _kinds(ability)
            t["tactic_condition"][c] = _condition(ability)
            t["tactic_first"][c], t["tactic_count"][c] = rows.enter_run(ability.effects)


def _enter_enemy_cards(t: Any, rows: EffectRows, cards: CardsModel) -> None:
    t["enemy_cards"] = len(cards.enemy_cards)
    for c, card in enumerate(cards.enemy_cards.values()):
        t["activates"][c] = (
            codes.LEFTMOST if card.activates == "leftmost" else CLASS[card.activates]
        )
        t["compass"][c] = SIDE[card.compass]
        t["bonus_damage"][c] = card.bonus.damage
        t["bonus_movement"][c] = card.bonus.movement
        t["bonus_climb"][c] = card.bonus.climb
        t["monster_first"][c], t["monster_count"][c] = rows.enter_run(card.monster.effects)


def _enter_dungeon(t: Any, rows: EffectRows, b: int, dungeon: Dungeon) -> None:
    """Spaces of a dungeon, row by row; rock is no space."""
    grid = letters(dungeon.spaces)
    number = {
        (x, y): y * len(row) + x
        for y, row in enumerate(grid)
        for x, letter in enumerate(row)
        if letter != "#"
    }
    t["inside"][b] = NONE
    t["inside_neighbour"][b] = NONE
    for (x, y), at in number.items():
        t["inside"][b, at] = codes.INSIDE_OF[grid[y][x]]
        for way, (dx, dy) in STEPS.items():
            t["inside_neighbour"][b, at, SIDE[way]] = number.get((x + dx, y + dy), NONE)
        if grid[y][x] == "E":
            t["entrance"][b] = at
    t["crystal_first"][b], t["crystal_count"][b] = rows.enter_run(dungeon.crystal)
