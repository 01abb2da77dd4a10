"""The course of the game: setup, turns, end."""

from tests.rules.tactics.referee import adventure, attacks, moving, table, vain
from tests.rules.tactics.referee.effects import draw_tactics, happen, where
from tests.rules.tactics.referee.harm import cure, new_unit

ATTACKS = ("melee", "shoot", "attack spell", "fire")
DIAGONALS = (("1", "3"), ("2", "4"))


def play(t: table.Table, setup: bool = True):
    """The whole game; ends with an outcome."""
    try:
        if setup:
            yield from set_up(t)
        while True:
            yield from turn(t)
    except table.GameOver:
        pass


def end(t: table.Table, outcome: str) -> None:
    t.outcome = outcome
    raise table.GameOver


# ---------------------------------------------------------------- setup


def set_up(t: table.Table):
    people = [seat for seat in range(t.seats) if not t.is_enemy(seat)]
    yield from deal_units(t, people)
    if t.battle:
        t.artifact = t.land.artifact()
    yield from take_starts(t, people)
    if t.adventure:
        t.enemy_deck = t.luck.shuffle("enemy_cards", list(t.pack["enemy_cards"]))
        for seat in range(1, t.seats, 2):
            adventure.place_enemies(t, seat)
        t.time = t.rules[f"time.{t.mode}"]
    yield from deal_tactics(t, people)


def deal_units(t: table.Table, people: list[int]):
    """One of each class; in adventures two, of which one goes to the Solo Enemy."""
    for of_class in table.CLASSES:
        cards = [name for name, unit in t.pack["units"].items() if unit["class"] == of_class]
        t.decks[of_class] = t.luck.shuffle(f"units {of_class}", cards)
    dealt = {seat: {c: t.decks[c].pop(0) for c in table.CLASSES} for seat in people}
    other = {seat: {c: t.decks[c].pop(0) for c in table.CLASSES} for seat in people if t.adventure}
    for seat in people:
        for of_class in table.CLASSES:
            name = dealt[seat][of_class]
            if t.adventure:
                two = [name, other[seat][of_class]]
                name = yield from table.ask(seat, {f"keep {one}": one for one in two})
                two.remove(name)
                t.units.append(new_unit(t, two[0], seat + 1, solo=True))
            t.units.append(new_unit(t, name, seat))


def starts(t: table.Table) -> dict[str, list]:
    """Starting locations that nobody stands on."""
    found = {}
    for digit in "1234":
        spaces = t.land.corner(digit) if t.battle else t.land.stars(digit)
        if not any(t.unit_at(at) for at in spaces):
            found[digit] = spaces
    return found


def take_starts(t: table.Table, people: list[int]):
    """Each player a location of four, or two of two units, and every unit a star."""
    split = len(people) <= 2 and (not t.battle or t.rules["battle_two_split"])
    taken: dict[int, str] = {}
    for seat in order_of_choosing(t, people):
        free = starts(t)
        if split:
            ways = {f"start {a}+{b}": a + b for a, b in DIAGONALS if a in free and b in free}
        else:
            ways = {f"start {digit}": digit for digit in open_starts(t, seat, free, taken)}
        digits = yield from table.ask(seat, ways)
        taken[seat] = digits
        yield from stand(t, seat, [free[digit] for digit in digits], 4 // len(digits))


def order_of_choosing(t: table.Table, people: list[int]) -> list[int]:
    if t.rules["start_chooser"] == "lot" and len(people) > 1:
        return t.luck.shuffle("starts", people)
    return people[::-1] if t.rules["start_chooser"] == "last" else people


def open_starts(t: table.Table, seat: int, free, taken: dict[int, str]) -> list[str]:
    """In teams the locations of teammates lie diagonally opposite."""
    if t.mode not in ("team", "battle_team") or not t.rules["team_starts_diagonal"]:
        return list(free)
    opposite = {"1": "3", "2": "4", "3": "1", "4": "2"}
    kept = {opposite[digit]: owner for owner, digit in taken.items()}
    mine = [digit for digit, owner in kept.items() if t.team(owner) == t.team(seat)]
    return mine or [digit for digit in free if digit not in kept]


def stand(t: table.Table, seat: int, locations: list, each: int):
    """Units one after another onto free stars, so many a location."""
    room = {at: i for i, spaces in enumerate(locations) for at in spaces}
    left = dict.fromkeys(range(len(locations)), each)
    for unit in [u for u in t.units if u.seat == seat]:
        free = [at for at in room if t.free(at) and left[room[at]]]
        unit.at = yield from table.ask(
            seat, {f"stand {unit} {table.in_words(at)}": at for at in free}
        )
        left[room[unit.at]] -= 1


def deal_tactics(t: table.Table, people: list[int]):
    t.deck = t.luck.shuffle("tactics", list(t.pack["tactics"]))
    back = []
    for seat in people:
        hand = [t.deck.pop(0) for _ in range(t.rules["tactics_dealt"])]
        while len(hand) > t.rules["tactics_kept"]:
            name = yield from table.ask(seat, {f"return {one}": one for one in hand})
            hand.remove(name)
            back.append(name)
        t.hands[seat] = hand
    t.deck = t.luck.shuffle("tactics", [*t.deck, *back])


# ---------------------------------------------------------------- a turn


def turn(t: table.Table):
    """One turn, and whose is next."""
    seat = t.active
    if seat == 0:
        look_at_rounds(t)
    t.turns += 1
    begin(t)
    if t.is_enemy(seat):
        yield from adventure.enemy_turn(t, seat)
    else:
        yield from players_turn(t, seat)
    t.active = t.around(seat)[1]
    if t.ending is not None and t.active == t.ending:
        end(t, t.reason)


def look_at_rounds(t: table.Table) -> None:
    played = t.turns // t.seats
    if t.ending is not None:
        return
    if t.battle and t.rules["battle_rounds"] and played >= t.rules["battle_rounds"]:
        end(t, "rounds")
    areas = t.mode in ("competitive", "team")
    if areas and t.rules["areas_rounds"] and played >= t.rules["areas_rounds"]:
        end(t, "rounds")
    if played >= t.rules["round_limit"]:
        end(t, "cut_off")


def begin(t: table.Table) -> None:
    for unit in t.units:
        unit.acted, unit.villages, unit.weakened_now = [], set(), False
        if unit.at is not None and not t.rules["village_return"]:
            unit.villages = {unit.at}
        on_ballista = unit.at is not None and t.land.terrain[unit.at] == "ballista"
        unit.began_on_ballista = on_ballista


def players_turn(t: table.Table, seat: int):
    if t.adventure:
        t.time -= 1
        if t.time <= 0:
            end(t, "lost_time")
    fewer = t.rules["first_turn_fewer"] if t.turns == 1 else 0
    t.actions_left = max(0, t.rules["actions"] - fewer)
    if t.mode in ("competitive", "team"):
        advance_flags(t, seat)
    for unit in t.of(seat):
        if unit.in_play:
            yield from happen(t, "turn_start", unit)
    yield from take_actions(t, seat)
    for unit in t.of(seat):
        if unit.in_play:
            yield from happen(t, "turn_end", unit)
    for unit in t.of(seat):
        if not unit.acted:
            cure(unit)
    draw_tactics(t, seat, t.rules["tactics_drawn"])
    while len(t.hands[seat]) > t.rules["tactics_hand"]:
        name = yield from table.ask(seat, {f"discard {one}": one for one in t.hands[seat]})
        t.hands[seat].remove(name)
        t.discards.append(name)


# ---------------------------------------------------------------- control areas


def weight(t: table.Table, unit: table.Unit) -> int:
    """For how many units it counts in a majority."""
    return max([1, *(effect["amount"] for effect in t.standing(unit, "holds"))])


def majority(t: table.Table, seat: int, letter: str) -> bool:
    """More units in the area than any other player, or team; at least one of the own."""
    area = t.land.area(letter)
    count = dict.fromkeys(range(t.seats), 0)
    for unit in t.units:
        if unit.at in area:
            count[t.team(unit.seat)] += weight(t, unit)
    mine = t.team(seat)
    present = any(unit.at in area for unit in t.of(seat))
    return present and all(count[mine] > n for team, n in count.items() if team != mine)


def advance_flags(t: table.Table, seat: int) -> None:
    """Trigger areas and advance flags; on the last space the area is secured."""
    for letter in "srh":
        if letter in t.holder or not majority(t, seat, letter):
            continue
        there = t.unit_at(t.land.trigger(letter))
        if there is not None and there.seat == seat:
            t.triggered.add(letter)
        if letter in t.triggered:
            t.flags[letter] += 1
            if t.flags[letter] > t.rules["control_rounds"]:
                t.holder[letter] = seat
    if t.ending is None and len(t.holder) >= t.rules[f"end_flags.players_{t.seats}"]:
        t.ending, t.reason = seat, "flags"


# ---------------------------------------------------------------- actions


def take_actions(t: table.Table, seat: int):
    """Up to three actions, with tokens taken off for health between them."""
    while t.actions_left > 0:
        options = {"end": None}
        for unit in t.of(seat):
            if unit.weakened:
                if not unit.weakened_now and unit.health > t.rules["cure_price"]:
                    options[f"cure {unit}"] = ("cure", unit, None, 0)
            else:
                options |= actions_of(t, unit)
        chosen = yield from table.ask(seat, options)
        if chosen is None:
            return
        what, unit, target, power = chosen
        if what == "cure":
            unit.health -= t.rules["cure_price"]
            cure(unit)
        else:
            yield from act(t, what, unit, target, power)


def may_act(t: table.Table, unit: table.Unit, what: str) -> bool:
    """Whether this action is still open to the unit in this turn."""
    if len(t.of(unit.seat)) <= t.rules["free_units"]:
        return True
    if len(unit.acted) >= t.rules["unit_actions"] or what in unit.acted:
        return False
    one_attack = ATTACKS if t.rules["ballista_is_attack"] else ATTACKS[:-1]
    return not (what in one_attack and any(done in one_attack for done in unit.acted))


def actions_of(t: table.Table, unit: table.Unit) -> dict:
    """Words -> (what, unit, target, power)."""
    found: dict = {}
    points = moving.movement_points(t, unit)
    if may_act(t, unit, "move") and moving.begins(t, unit, points):
        found[f"move {unit}"] = ("move", unit, None, 0)
    if unit.inside is not None:
        return found | casts_of(t, unit)
    foes = t.foes(unit.seat)
    if may_act(t, unit, "melee"):
        for foe in foes:
            if attacks.melee_reaches(t, unit, foe) and vain.melee_does(t, unit, foe):
                found[f"melee {unit} at {table.in_words(foe.at)}"] = ("melee", unit, foe, 0)
    if may_act(t, unit, "shoot"):
        for foe in foes:
            if attacks.can_shoot(t, unit, foe) and vain.missile_does(t, unit, foe):
                found[f"shoot {unit} at {table.in_words(foe.at)}"] = ("shoot", unit, foe, 0)
    found |= casts_of(t, unit)
    on_ballista = t.land.terrain[unit.at] == "ballista"
    if on_ballista and may_act(t, unit, "fire"):
        if unit.acted or not t.rules["ballista_only_second"]:
            for foe in attacks.ballista_targets(t, unit):
                found[f"fire {unit} at {table.in_words(foe.at)}"] = ("fire", unit, foe, 0)
    return found


def casts_of(t: table.Table, unit: table.Unit) -> dict:
    if not attacks.can_cast(t, unit):
        return {}
    what = "attack spell" if attacks.is_attack(unit) else "spell"
    if not may_act(t, unit, what):
        return {}
    spell, found = unit.stats["spell"], {}
    if spell["aim"] == "self":
        targets = {"": None}
    elif spell["aim"] == "enemy":
        near = [foe for foe in t.foes(unit.seat) if attacks.can_cast_at(t, unit, foe)]
        targets = {f" at {table.in_words(foe.at)}": foe for foe in near}
    elif unit.inside is not None:
        targets = {f" at {where(unit)}": unit}
    else:
        friends = [u for u in t.friends(unit.seat) if u.at is not None]
        near = [u for u in friends if attacks.shot_reaches(t, unit, u, "spell", spell["range"])]
        targets = {f" at {table.in_words(u.at)}": u for u in near}
    for words, target in targets.items():
        for power in attacks.powers(t, unit):
            if not vain.spell_does(t, unit, target, power):
                continue
            found[f"cast {unit}{words} power {power}"] = (what, unit, target, power)
    return found


def act(t: table.Table, what: str, unit: table.Unit, target: table.Unit | None, power: int):
    """One action; the second of a unit Weakens it."""
    t.actions_left -= 1
    unit.acted.append(what)
    tires = len(unit.acted) > 1
    if tires and t.rules["weakened_when"] == "before":
        tire(t, unit)
    if what == "move":
        yield from moving.walk(t, unit, moving.movement_points(t, unit))
    elif what == "melee":
        yield from attacks.melee(t, unit, target)
    elif what == "shoot":
        yield from attacks.shoot(t, unit, target)
    elif what == "fire":
        yield from attacks.fire_ballista(t, unit, target)
    else:
        yield from attacks.cast(t, unit, target, power)
    if tires and t.rules["weakened_when"] == "after" and unit.in_play:
        tire(t, unit)


def tire(t: table.Table, unit: table.Unit) -> None:
    if len(t.of(unit.seat)) > t.rules["tireless_units"]:
        unit.weakened = unit.weakened_now = True
