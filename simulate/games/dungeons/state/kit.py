"""What a hero has on its mat, and what it changes.

Abilities in force and the sums of what they change stand in the record; they are worked out
anew whenever something on the mat, a bonus or the space on the Boss Mat changes.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.streams import mix
from simulate.games.dungeons.cards.codes import LOOT_KIND, PIECES_TOP, WHEN
from simulate.games.dungeons.cards.vocabulary import ATTACKS, CHECKS, DANGERS, NONE, SKILLS, SLOTS
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.changes import RULE, WHAT
from simulate.mechanics.log import write_change

# Where things go


@inner_kernel
def is_spell(item):
    """Whether an item is a spell."""
    return item >= record.FIRST_SPELL


@kernel
def section_of(cards, item):
    """First slot of the mat for an item of this kind.  Rules N-LOOT-2, N-LOOT-3."""
    if is_spell(item):
        return record.SPELLS_HELD
    kind = cards.loot_kind[item]
    if kind == LOOT_KIND.HAND:
        return record.LEFT_HAND
    return record.GARB if kind == LOOT_KIND.GARB else record.TRINKETS


@kernel
def limit_of(cards, section):
    """How many items of a kind a mat holds.  Rules N-EQUIP-4, N-EQUIP-5, N-EQUIP-6."""
    if section == record.LEFT_HAND:
        return record.HANDS
    if section == record.GARB:
        return cards.garb_limit
    return cards.trinket_limit if section == record.TRINKETS else cards.spell_limit


@kernel
def end_of(section):
    """Slot after the last one of a kind."""
    if section == record.LEFT_HAND:
        return record.GARB
    if section == record.GARB:
        return record.TRINKETS
    return record.SPELLS_HELD if section == record.TRINKETS else record.KIT


@kernel
def held_in(s, seat, section):
    """How many items of a kind, other than for the hands, a hero has on its mat."""
    count = 0
    for slot in range(section, end_of(section)):
        count += s.kit[seat, slot] != NONE
    return count


# Changing the mat


@kernel
def set_slot(s, seat, slot, item, rule, log):
    """Lay an item onto a slot of the mat, or NONE."""
    old = s.kit[seat, slot]
    s.kit[seat, slot] = item
    write_change(s, log, seat, rule, WHAT.KIT, seat * record.KIT + slot, old, item)


@kernel
def set_in_row(s, item, value, rule, log):
    """Lay an item into its discard row, or take it from there.  Rule N-LOOT-7."""
    old = s.in_row[item]
    s.in_row[item] = value
    write_change(s, log, NONE, rule, WHAT.ROW, item, old, value)


@kernel
def drop(s, cards, seat, item, rule, log):
    """Take an item off the mat and lay it into its row.  Rules N-EQUIP-2, N-LOOT-7."""
    slot = record.LEFT_HAND
    while s.kit[seat, slot] != item:
        slot += 1
    section = section_of(cards, item)
    if section != record.LEFT_HAND:
        while slot + 1 < end_of(section) and s.kit[seat, slot + 1] != NONE:
            set_slot(s, seat, slot, s.kit[seat, slot + 1], rule, log)
            slot += 1
    set_slot(s, seat, slot, NONE, rule, log)
    set_in_row(s, item, 1, RULE.N_LOOT_7, log)
    refresh(s, cards, seat)


@kernel
def equip(s, cards, seat, item, hand, over, log):
    """Lay an item onto the mat: in a hand, or in place of `over`, or into a free slot.

    Rules N-EQUIP-1, N-EQUIP-4 to N-EQUIP-7.
    """
    section = section_of(cards, item)
    if section == record.LEFT_HAND:
        over = s.kit[seat, hand]
    if over != NONE:
        drop(s, cards, seat, over, RULE.N_EQUIP_1, log)
    slot = hand if section == record.LEFT_HAND else section + held_in(s, seat, section)
    set_slot(s, seat, slot, item, RULE.N_EQUIP_1, log)
    if s.item_seat[item] == NONE:
        s.item_seat[item] = seat
    s.equipped[seat] |= record.bit(item)
    refresh(s, cards, seat)


@kernel
def set_space(s, cards, seat, space, rule, log):
    """Put a hero onto a space of the Boss Mat; 0 is none."""
    old = s.space[seat]
    if old != space:
        s.space[seat] = space
        write_change(s, log, seat, rule, WHAT.SPACE, seat, old, space)
        refresh(s, cards, seat)


@kernel
def count_use(s, cards, seat, ability):
    """Note of which item, or of which slot of its mat, a hero uses an ability."""
    for slot in range(len(SLOTS)):
        if cards.hero_ability[s.hero[seat], slot] == ability:
            s.hero_abilities[seat] |= 1 << slot
    for slot in range(record.KIT):
        item = s.kit[seat, slot]
        if item != NONE:
            for k in range(2):
                if ability_of(cards, item, k) == ability:
                    s.items_used[seat] |= record.bit(item)


@inner_kernel
def ability_of(cards, item, k):
    """The first or the second ability of an item, or NONE."""
    if is_spell(item):
        return cards.spell_ability[item - record.FIRST_SPELL, k]
    return cards.loot_ability[item, k]


# Bonuses for a time


@kernel
def give_bonus(s, cards, seat, ability, turns, log):
    """What an ability changes works for a time: `turns` further ends of the hero's own turns.

    Rules N-FREE-10, N-CAST-2.
    """
    k = 0
    while k < s.bonuses[seat] and not (
        s.bonus[seat, k, 0] == ability and s.bonus[seat, k, 1] == turns
    ):
        k += 1
    if k == record.BONUSES:
        return
    if k == s.bonuses[seat]:
        s.bonuses[seat] += 1
        s.bonus[seat, k, 0] = ability
        s.bonus[seat, k, 1] = turns
        s.bonus[seat, k, 2] = 0
    s.bonus[seat, k, 2] += 1
    times = s.bonus[seat, k, 2]
    write_change(s, log, seat, RULE.N_FREE_10, WHAT.BONUS, ability, times - 1, times)
    refresh(s, cards, seat)


@kernel
def end_bonuses(s, cards, seat, active, log):
    """At the end of a turn: bonuses that have run out are over.

    The turns of a bonus run down with its owner's own turns alone.
    """
    ended, k = False, 0
    while k < s.bonuses[seat]:
        s.bonus[seat, k, 1] -= 1 if active else 0
        if s.bonus[seat, k, 1] > 0:
            k += 1
        else:
            remove_bonus(s, seat, k, log)
            ended = True
    if ended:
        refresh(s, cards, seat)


@kernel
def remove_bonus(s, seat, at, log):
    """A bonus is over; those behind it close up."""
    ability, times = s.bonus[seat, at, 0], s.bonus[seat, at, 2]
    s.bonuses[seat] -= 1
    for k in range(at, s.bonuses[seat]):
        for number in range(3):
            s.bonus[seat, k, number] = s.bonus[seat, k + 1, number]
    write_change(s, log, seat, RULE.N_FREE_10, WHAT.BONUS, ability, times, 0)


# What is in force


@kernel
def refresh(s, cards, seat):
    """Work out the abilities in force and what they change.  Rules N-LAIR-6, N-BOSS-2 (space)."""
    clear_sums(s, seat)
    s.owns[seat] = 0
    own_mat(s, cards, seat)
    for slot in range(record.KIT):
        item = s.kit[seat, slot]
        if item != NONE:
            for k in range(2):
                own(s, cards, seat, ability_of(cards, item, k))
    own_sets(s, cards, seat)
    for k in range(s.bonuses[seat]):
        add_sums(s, cards, seat, s.bonus[seat, k, 0], s.bonus[seat, k, 2])
    standing = NONE
    if s.space[seat]:
        standing = cards.space_bonus[s.boss, s.space[seat] - 1]
        if standing != NONE:
            add_sums(s, cards, seat, standing, 1)
    s.gear[seat] = mark_of_gear(s, seat, standing)


@kernel
def mark_of_gear(s, seat, standing):
    """A mix of all that the abilities in force and what they change follow from.

    standing: what the space on the Boss Mat changes, or NONE.
    """
    mark = mix(np.uint64(1 + s.hero[seat]))
    mark = mix(mark ^ np.uint64(1 + standing))
    for slot in range(record.KIT):
        mark = mix(mark ^ np.uint64(1 + s.kit[seat, slot]))
    for k in range(s.bonuses[seat]):
        mark = mix(mark ^ np.uint64(s.bonus[seat, k, 0] * 256 + s.bonus[seat, k, 2]))
    return mark


@kernel
def own_mat(s, cards, seat):
    """Abilities of the Hero Mat; loot in a hand covers the one beneath.  Rule N-EQUIP-4."""
    for k in range(len(SLOTS)):
        if k == 0 or s.kit[seat, record.LEFT_HAND + k - 1] == NONE:
            own(s, cards, seat, cards.hero_ability[s.hero[seat], k])


@kernel
def own_sets(s, cards, seat):
    """The highest bonus that the pieces of each set reach.  Rules N-SETS-2, -3, -4."""
    for number in range(cards.sets):
        pieces = pieces_of(s, cards, seat, number)
        if pieces > 1:
            s.sets_had[seat] |= record.bit(number)
            own(s, cards, seat, cards.set_ability[number, min(pieces, PIECES_TOP)])


@kernel
def pieces_of(s, cards, seat, number):
    """How many pieces of a Legendary Set a hero has on its mat.  Rule N-SETS-2."""
    pieces = 0
    for slot in range(record.SPELLS_HELD):
        item = s.kit[seat, slot]
        pieces += item != NONE and cards.loot_set[item] == number
    return pieces


@kernel
def own(s, cards, seat, ability):
    """Note an ability in force, if there is one."""
    if ability != NONE and s.owns[seat] < record.OWNED:
        s.own[seat, s.owns[seat]] = ability
        s.owns[seat] += 1
        if cards.ability_when[ability] == WHEN.ALWAYS:
            add_sums(s, cards, seat, ability, 1)


@kernel
def clear_sums(s, seat):
    """Nothing is changed."""
    for kind in range(len(CHECKS)):
        s.cheaper[seat, kind] = 0
        for skill in range(len(SKILLS)):
            s.result[seat, skill, kind] = 0
            s.dice[seat, skill, kind] = 0
    for kind in range(len(ATTACKS)):
        s.defense[seat, kind] = 0
        s.silent[seat, kind] = 0
    for kind in range(2):
        s.more_damage[seat, kind] = 0
    for danger in range(len(DANGERS)):
        s.softened[seat, danger] = 0
    s.speed[seat] = 0
    s.stealthy[seat] = 0


@kernel
def add_sums(s, cards, seat, ability, times):
    """Add what an ability changes while it works."""
    if not cards.ability_modifies[ability]:
        return
    for kind in range(len(CHECKS)):
        s.cheaper[seat, kind] += times * cards.cheaper[ability, kind]
        for skill in range(len(SKILLS)):
            s.result[seat, skill, kind] += times * cards.result[ability, skill, kind]
            s.dice[seat, skill, kind] += times * cards.dice[ability, skill, kind]
    for kind in range(len(ATTACKS)):
        s.defense[seat, kind] += times * cards.defense[ability, kind]
        s.silent[seat, kind] += times * cards.no_answer[ability, kind]
    for kind in range(2):
        s.more_damage[seat, kind] += times * cards.damage[ability, kind]
    for danger in range(len(DANGERS)):
        s.softened[seat, danger] += times * cards.soften[ability, danger]
    s.speed[seat] += times * cards.speed[ability]
    s.stealthy[seat] += times * cards.stealth[ability]
