"""Checks: rolling, changing dice, choosing the result, what unused dice bring."""

import itertools
from dataclasses import dataclass, field
from typing import Any

from tests.rules.dungeons.referee.table import SKILLS, Ability, Hero, Table, ask, sum_of

BEFORE_ROLL = "add_dice"


@dataclass
class Check:
    """kind: melee, missile, cast, search, disarm or evade.  more: a modifier of its own.

    answered: whether an enemy die is rolled too.  defense: the target is an enemy's Defense,
    which must be beaten.
    """

    kind: str
    skill: str
    target: int
    more: int = 0
    defense: bool = False
    answered: bool = False
    dice: list[int] = field(default_factory=list)
    face: str | None = None
    paid: list[dict[str, Any]] = field(default_factory=list)  # effects bought in this check
    used: set[str] = field(default_factory=set)  # abilities paid in this check
    rerolls: int = 0
    total: int = 0

    @property
    def success(self) -> bool:
        return self.total > self.target if self.defense else self.total >= self.target


def make(t: Table, hero: Hero, check: Check) -> Any:
    """The whole check; the answer is the check itself.  Rules N-CHECK-1 to N-CHECK-12."""
    if check.skill == "any":
        check.skill = yield from ask(hero.seat, list(SKILLS))
    yield from _before(t, hero, check)
    check.dice = sorted(t.luck.roll("hero") for _ in range(_count(t, hero, check)))
    if check.answered:
        check.face = t.rules[f"enemy_die.face_{t.luck.roll('enemy')}"]
    yield from _after(t, hero, check)
    return check


def _count(t: Table, hero: Hero, check: Check, more: int = 0) -> int:
    """N-ATTR-6, N-CHECK-5: one die at least, three at most."""
    dice = t.cards["heroes"][hero.card][check.skill]
    dice += t.change(hero, "add_dice", check.kind, check.skill)
    dice += sum_of(check.paid, "add_dice", check.kind, check.skill)
    return min(t.rules["most_dice"], max(1, dice + more))


def _offers(t: Table, hero: Hero, check: Check, before: bool) -> dict[str, Ability]:
    """Abilities to be paid in this check, each once.  N-FREE-11."""
    return {
        f"pay {path}": ability
        for path, ability in t.owned(hero).items()
        if ability["when"] == "check"
        and path not in check.used
        and t.can_pay(hero, ability)
        and (ability["effects"][0]["do"] == BEFORE_ROLL) == before
        and any(_fits(t, hero, effect, check) for effect in ability["effects"])
    }


def _fits(t: Table, hero: Hero, effect: dict[str, Any], check: Check) -> bool:
    """Whether it changes something: a die too many does not, nor Defense where nobody answers."""
    if effect["do"] == "add_dice":
        more = sum_of([effect], "add_dice", check.kind, check.skill)
        return _count(t, hero, check, more) != _count(t, hero, check)
    if effect["do"] in ("add_defense", "no_answer") and not check.answered:
        return False
    return bool(sum_of([{**effect, "amount": 1}], effect["do"], check.kind, check.skill))


def _buy(t: Table, hero: Hero, check: Check, word: str, ability: Ability) -> None:
    t.pay(hero, ability)
    check.used.add(word.removeprefix("pay "))
    check.paid += ability["effects"]
    check.rerolls += sum_of(ability["effects"], "reroll", check.kind, check.skill)


def _before(t: Table, hero: Hero, check: Check) -> Any:
    while offers := _offers(t, hero, check, before=True):
        word = yield from ask(hero.seat, ["roll", *offers])
        if word == "roll":
            return
        _buy(t, hero, check, word, offers[word])


def _after(t: Table, hero: Hero, check: Check) -> Any:
    """Change dice until the result is chosen.  Rules N-FREE-3, N-FREE-4, N-ICON-2."""
    while True:
        offers = _offers(t, hero, check, before=False)
        turns = _turns(t, hero, check)
        rerolls = [f"reroll {face}" for face in check.dice if check.rerolls]
        word = yield from ask(hero.seat, [*_takes(t, check), *turns, *rerolls, *offers])
        if word.startswith("take"):
            _settle(t, hero, check, [int(face) for face in word.split() if face.isdigit()])
            return
        if word in offers:
            _buy(t, hero, check, word, offers[word])
        elif word.startswith("reroll"):
            check.rerolls -= 1
            check.dice.remove(int(word.split()[1]))
            check.dice.append(t.luck.roll("hero"))
        else:
            _, face, up = word.split()
            hero.focus -= price_of_change(t, hero, check.kind)
            check.dice.remove(int(face))
            check.dice.append(int(face) + (1 if up == "up" else -1))
        check.dice.sort()


def price_of_change(t: Table, hero: Hero, kind: str) -> int:
    return max(1, t.rules["die_change_focus"] - t.change(hero, "cheaper_change", kind))


def _turns(t: Table, hero: Hero, check: Check) -> list[str]:
    """A Free Action: not on a turn that was started unconscious.  N-FALL-4."""
    if not hero.awake or hero.focus < price_of_change(t, hero, check.kind):
        return []
    up = [f"turn {face} up" for face in check.dice if face < 6]
    return up + [f"turn {face} down" for face in check.dice if face > 1]


def _takes(t: Table, check: Check) -> list[str]:
    """`take 4`, `take 4 plus 1`: the result die and the dice with a plus.  N-CHECK-6, -7."""
    found = []
    for i, face in enumerate(check.dice):
        rest = check.dice[:i] + check.dice[i + 1 :]
        plus = [other for other in rest if other <= t.rules["plus_faces"]]
        for n in range(len(plus) + 1):
            for more in itertools.combinations(plus, n):
                found.append(" ".join(["take", str(face), *(f"plus {m}" for m in more)]))
    return list(dict.fromkeys(found))


def _settle(t: Table, hero: Hero, check: Check, used: list[int]) -> None:
    """Rules N-CHECK-8, N-CHECK-9, N-CHECK-11, N-CHECK-12."""
    check.total = sum(used) + check.more
    check.total += t.change(hero, "add_result", check.kind, check.skill)
    check.total += sum_of(check.paid, "add_result", check.kind, check.skill)
    unused = list(check.dice)
    for face in used:
        unused.remove(face)
    if check.success:
        t.gain_focus(hero, sum(t.rules[f"focus_on_face.face_{face}"] for face in unused))
    if check.success or t.rules["sixes_heal"] == "always":
        t.heal(hero, t.rules["health_on_six"] * unused.count(6))
