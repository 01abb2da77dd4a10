"""The course of the game: rounds, cards, attacks, turns."""

from functools import partial
from typing import Any

from tests.rules.defenders.referee.effects import ask, in_words, use, ways
from tests.rules.defenders.referee.table import OUTER, GameOver, Table

Options = dict[str, Any]
MANY = 10**9


def play(t: Table, choose_sides: bool = True):
    """The whole game; ends when `t.outcome` is known."""
    try:
        if choose_sides:
            for region in OUTER:
                sides = {f"side {region} {side}": side for side in "ab"}
                t.side[region] = yield from ask(speaker(t), sides)
        while True:
            yield from start_of_round(t)
            end_of_round(t)
    except GameOver:
        return


def speaker(t: Table) -> int:
    """Who speaks for the group moves round the table."""
    return (t.round - 1) % t.players


# ---------------------------------------------------------------- rounds


def start_of_round(t: Table):
    """Cards are drawn and carried out until the turn deck is used up."""
    while True:
        yield from free_artifacts(t)
        if not t.turn_deck:
            return
        t.drawn = t.turn_deck.pop(0)
        if t.is_ally(t.drawn):
            yield from ally_card(t)
        else:
            yield from enemy_card(t)
        t.discard.insert(0, t.drawn)
        t.drawn = None


def end_of_round(t: Table) -> None:
    if t.foe_in_play:
        foe_does(t, "round_end", None)
    if t.round >= t.rules["round_limit"]:
        t.end("cut_off")
    t.free_defense = [False] * t.players
    t.free_moves = [False] * t.players
    cards, t.discard = t.discard, []
    if t.horde:
        for _ in range(min(len(t.horde), t.rules["horde_cards_per_round"])):
            cards = [*cards, t.horde.pop(0)]
    elif not t.foe_in_play:
        t.foe_in_play = True
        t.foe_health = t.cards["foes"][t.foe]["health"]
        t.put_foe(t.cards["foes"][t.foe]["region"])
    t.turn_deck = t.luck.shuffle(cards)
    t.round += 1


def foe_does(t: Table, when: str, seat: int | None) -> None:
    """Abilities of the foe; none of them asks a player anything."""
    for _, ability in t.abilities("foes", t.foe, when):
        for _ in use(t, ability, seat, t.foe_region):
            raise AssertionError("a foe asked a question")


# ---------------------------------------------------------------- enemies


def enemy_card(t: Table):
    if t.rules["sandglass_after_draw"]:
        yield from free_artifacts(t)
    if not t.ignore_enemies:
        for region in t.attacks(t.drawn):
            yield from attack(t, region)


def attack(t: Table, region: str):
    if called_off(t, region):
        return
    for seat in t.seats:
        price = t.price_of_defence(seat, t.drawn, region)
        if price is not None:
            options: Options = {"decline": None, "defend": partial(defend, t, seat, region, price)}
            lent = unused_of_region(t, seat, "defend")
            for name, ability in t.of_hero(seat, "defend") + lent:
                whole = price + ability.get("health", 0)
                if whole <= t.health[seat]:
                    for way in ways(t, ability, seat, region):
                        with_it = partial(defend, t, seat, region, whole, ability, *way)
                        if (name, ability) in lent:
                            with_it = partial(of_region, t, seat, with_it)
                        options[f"defend with {name}{in_words(*way)}"] = with_it
            act = yield from ask(seat, options)
            if act:
                yield from act()
                return
            on_circle = t.brace[seat] and t.brace[seat][1] == region
            if on_circle and not t.rules["circle_after_declining"]:
                t.brace[seat] = None
    yield from hit(t, region)


def called_off(t: Table, region: str) -> bool:
    if not t.stands(region):
        return False
    if not t.is_dire(t.drawn) and t.guard_enemy[region]:
        t.guard_enemy[region] -= 1
        return True
    if t.guard_any[region]:
        t.guard_any[region] -= 1
        return True
    return False


def defend(t: Table, seat: int, region: str, health: int, ability=None, target=None, hero=None):
    if not t.free_defense[seat] and t.brace[seat] and t.brace[seat][1] in (None, region):
        t.brace[seat] = None
    t.change_health(seat, -health)
    if ability:
        yield from use(t, ability, seat, region, target, hero)
    if t.is_dire(t.drawn):
        for _ in range(t.rules["artifacts_for_dire"]):
            t.draw_artifact(seat)


def hit(t: Table, region: str):
    if not t.is_dire(t.drawn):
        t.raise_threat(region, t.rules["enemy_threat"])
        return
    t.raise_threat(region, t.rules["dire_enemy_threat"])
    for _, ability in t.abilities("dire_enemies", t.drawn, "undefended"):
        yield from use(t, ability, None, region)


# ---------------------------------------------------------------- allies


def ally_card(t: Table):
    t.used = set()
    t.ignore_enemies = False
    if t.drawn.startswith("ally_"):
        seat = (int(t.drawn.removeprefix("ally_")) - 1) % t.players
        yield from turn(t, seat, t.rules["ally_points"], by_group=False)
        return
    t.group_points = t.rules["group_points"]
    if set(OUTER) & t.destroyed:
        t.group_points += t.rules["group_points_destroyed"]
    waiting = list(t.seats)
    while t.group_points and waiting:
        least = t.group_points if len(waiting) == 1 else 1
        seat, points = yield from ask(
            speaker(t),
            {
                f"seat {seat} takes {points}": (seat, points)
                for seat in waiting
                for points in range(least, t.group_points + 1)
            },
        )
        waiting.remove(seat)
        t.group_points -= points
        yield from turn(t, seat, points, by_group=True)
    t.group_points = 0


def turn(t: Table, seat: int, points: int, by_group: bool):
    begin(t, seat, points)
    here = t.place[seat]
    once = by_group and t.rules["rest_once_per_group_card"]
    if (not by_group or t.rules["rest_on_group_turns"]) and not (once and here in t.used):
        for _, ability in t.of_region(here, "turn_start"):
            yield from use(t, ability, seat, here)
            if once:
                t.used.add(here)
    if t.foe_in_play:
        foe_does(t, "turn_start", seat)
    for _, ability in t.of_hero(seat, "turn_start"):
        yield from use(t, ability, seat, here)
    yield from acts(t, seat)


def interlude(t: Table, seat: int, points: int):
    """Points outside the turn: the hero acts, but it is no turn."""
    t.off_turn = True
    begin(t, seat, points)
    yield from acts(t, seat)
    t.off_turn = False


def begin(t: Table, seat: int, points: int) -> None:
    t.active, t.points = seat, points
    t.points_used = t.bought = t.turn_moves = 0
    t.turn_uses = []
    t.must_act = False


def acts(t: Table, seat: int):
    """A hero acts until the hero ends it; points that are left are lost."""
    while True:
        act = yield from ask(seat, options_of_turn(t, seat))
        if act is None:
            break
        yield from act()
    t.points, t.active = 0, None


def options_of_turn(t: Table, seat: int) -> Options:
    if t.must_act:
        return paid_only(actions(t, seat, t.points))
    options: Options = {"end turn": None}
    if t.turn_moves >= t.rules["turn_limit"]:
        return options
    options |= actions(t, seat, t.points)
    if may_buy(t, seat):
        options["buy point"] = partial(buy, t, seat)
    return options


def paid_only(options: Options) -> Options:
    return {words: act for words, act in options.items() if act.args[2] > 0}


def may_buy(t: Table, seat: int) -> bool:
    """After three points or more a health buys one more, which must be spent at once."""
    rules = t.rules
    if not rules["extra_points"] or t.points_used < rules["extra_point_after"]:
        return False
    if t.bought and not rules["extra_point_repeats"]:
        return False
    left = t.health[seat] - rules["extra_point_health"]
    if left < 0 or left < rules["extra_point_keeps"]:
        return False
    had = t.health[seat]
    t.health[seat] = left
    something = paid_only(actions(t, seat, t.points + rules["extra_points"]))
    t.health[seat] = had
    return bool(something)


def buy(t: Table, seat: int):
    t.health[seat] -= t.rules["extra_point_health"]
    t.points += t.rules["extra_points"]
    t.bought += 1
    t.turn_moves += 1
    t.must_act = True
    yield from ()


# ---------------------------------------------------------------- actions


def actions(t: Table, seat: int, budget: int) -> Options:
    """Everything that a hero can pay for; values are `partial(pay, t, seat, points, ...)`."""
    here = t.place[seat]
    options: Options = {}
    for goal in t.neighbours(here):
        price = t.price_of_move(seat, goal)
        add_act(
            t, options, seat, budget, f"move {goal}", "move", price, partial(move, t, seat, goal)
        )
    if t.able(seat, "succor") and t.can_be_lowered(here):
        price = t.rules["succor_points"]
        add_act(t, options, seat, budget, "succor", "succor", price, partial(succor, t, seat))
    if t.able(seat, "fight") and t.foe_in_play and t.in_reach(seat, t.foe_region):
        price = t.rules["fight_points"]
        add_act(t, options, seat, budget, "fight", "fight", price, partial(fight, t, seat))
    for name, ability in still_to_use(t, seat, "action"):
        add_ability(t, options, seat, budget, f"use {name}", ability, False)
    for name, ability in unused_of_region(t, seat, "action"):
        add_ability(t, options, seat, budget, f"use {name}", ability, True)
    return options | artifacts(t, seat, budget, free_only=t.off_turn)


def add_act(t, options, seat, budget, words, when, price, act) -> None:
    """An act by itself, and with each ability that goes with it."""
    if price > budget:
        return
    options[words] = partial(pay, t, seat, price, 0, act)
    mine = still_to_use(t, seat, when)
    for name, ability in mine + unused_of_region(t, seat, when):
        health = ability.get("health", 0)
        if health <= t.health[seat]:
            for way in ways(t, ability, seat, t.place[seat]):
                with_it = partial(act, ability, *way)
                if (name, ability) in mine:
                    with_it = partial(counted, t, name, with_it)
                else:
                    with_it = partial(of_region, t, seat, with_it)
                options[f"{words} with {name}{in_words(*way)}"] = partial(
                    pay, t, seat, price, health, with_it
                )


def unused_of_region(t: Table, seat: int, when: str) -> list[tuple[str, Any]]:
    """What the region offers in which a hero stands, once for each Ally or Group Ally card."""
    here = t.place[seat]
    return [] if here in t.used else t.of_region(here, when)


def still_to_use(t: Table, seat: int, when: str) -> list[tuple[str, Any]]:
    """Abilities of a hero that were not used as often in this turn as the card allows."""
    return [
        (name, ability)
        for name, ability in t.of_hero(seat, when)
        if t.turn_uses.count(name) < ability.get("uses_per_turn", MANY)
    ]


def counted(t: Table, name: str, act):
    t.turn_uses.append(name)
    yield from act()


def of_region(t: Table, seat: int, act):
    t.used.add(t.place[seat])
    yield from act()


def add_ability(t, options, seat, budget, words, ability, of_region) -> None:
    points, health = ability.get("points", 0), ability.get("health", 0)
    if points > budget or health > t.health[seat]:
        return
    if ability.get("at") == "capital" and t.place[seat] != "capital":
        return
    for way in ways(t, ability, seat, t.place[seat]):
        act = partial(use_ability, t, seat, ability, of_region, *way)
        if not of_region:
            act = partial(counted, t, words.removeprefix("use "), act)
        options[words + in_words(*way)] = partial(pay, t, seat, points, health, act)


def pay(t: Table, seat: int, points: int, health: int, act):
    t.turn_moves += 1
    t.points -= points
    t.points_used += points
    t.must_act = False
    t.health[seat] -= health
    yield from act()


def move(t: Table, seat: int, goal: str, ability=None, target=None, hero=None):
    if ability:
        yield from use(t, ability, seat, t.place[seat], target or goal, hero)
    t.go(seat, goal)


def succor(t: Table, seat: int, ability=None, target=None, hero=None):
    here = t.place[seat]
    t.lower_threat(here, t.rules["succor_threat"])
    if ability:
        yield from use(t, ability, seat, here, target, hero)


def fight(t: Table, seat: int, ability=None, target=None, hero=None):
    """The foe answers once, whatever the act dealt."""
    t.damage_foe(t.rules["fight_damage"])
    if ability:
        yield from use(t, ability, seat, t.place[seat], target, hero)
    foe_does(t, "damaged", seat)


def use_ability(t: Table, seat: int, ability, of_region: bool, target=None, hero=None):
    here = t.place[seat]
    if of_region:
        t.used.add(here)
    yield from use(t, ability, seat, here, target, hero)
    if hurts_foe(ability):
        foe_does(t, "damaged", seat)


def hurts_foe(ability) -> bool:
    return any(effect["do"] == "damage_foe" for effect in ability["effects"])


# ---------------------------------------------------------------- artifacts


def free_artifacts(t: Table):
    """Every holder is asked in seat order, as long as something is left to use."""
    for seat in t.seats:
        while True:
            options = artifacts(t, seat, 0, free_only=True)
            if not options:
                break
            act = yield from ask(seat, {"pass": None} | options)
            if act is None:
                break
            yield from act()


def artifacts(t: Table, seat: int, budget: int, free_only: bool) -> Options:
    options: Options = {}
    for name in sorted(t.artifacts[seat]):
        for when in ("free",) if free_only else ("free", "action"):
            for _, ability in t.abilities("artifacts", name, when):
                points, health = ability.get("points", 0), ability.get("health", 0)
                capital_only = ability.get("at") == "capital"
                if points > budget or health > t.health[seat]:
                    continue
                if capital_only and t.place[seat] != "capital":
                    continue
                for words, act in artifact_ways(t, seat, name, ability):
                    options[f"artifact {name}{words}"] = partial(pay, t, seat, points, health, act)
    return options


def artifact_ways(t: Table, seat: int, name: str, ability):
    if ability["effects"][0]["do"] == "return_allies":
        allies = [card for card in t.discard if t.is_ally(card)]
        wanted = min(ability["effects"][0]["amount"], len(allies))
        pairs = [[a] for a in allies] if wanted == 1 else []
        if wanted == 2:
            pairs = [[a, b] for i, a in enumerate(allies) for b in allies[i + 1 :]]
        for cards in pairs:
            words = f" returning {' '.join(sorted(cards))}"
            yield words, partial(bring_back, t, seat, name, cards)
        return
    for way in ways(t, ability, seat, t.place[seat]):
        yield in_words(*way), partial(use_artifact, t, seat, name, ability, *way)


def remove(t: Table, seat: int, name: str) -> None:
    t.artifacts[seat].remove(name)
    t.removed.add(name)


def bring_back(t: Table, seat: int, name: str, cards: list[str]):
    remove(t, seat, name)
    for card in cards:
        t.discard.remove(card)
    t.turn_deck = t.luck.shuffle(t.turn_deck + cards)
    yield from ()


def use_artifact(t: Table, seat: int, name: str, ability, target=None, hero=None):
    remove(t, seat, name)
    yield from use(t, ability, seat, t.place[seat], target, hero)
    if hurts_foe(ability) and t.rules["foe_answers_spear"]:
        foe_does(t, "damaged", seat)
