"""What a card may win or lose by: its abilities, its numbers off the median of its kind, the play.

What its kind has besides is taken away from all others at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Any

from analysis.data.design import Design
from simulate.core.errors import InputError, Problem
from simulate.core.text.validate import written
from simulate.experiment.context import STRATEGY
from simulate.experiment.plan import Plan
from simulate.experiment.price import blocks_a_game
from simulate.pack import cards as card_file
from simulate.pack.edit import steps
from simulate.pack.edit.named_card import NamedCard, every_card
from simulate.pack.edit.steps import ValueStep
from simulate.pack.pack import Pack
from simulate.pack.text.labels import label
from simulate.search.candidate import Candidate

ABILITIES = "abilities"
MOST_CAUSES = 16  # of one card
OTHER_PLAYERS = ("quick", "brisk", "balanced", "greedy")  # the first that plays otherwise
SLOWER = 8.0  # times as long as who plays already, at most
ABILITY, NUMBER, START, PLAY = "ability", "number", "start", "play"  # kinds of causes


@dataclass(frozen=True)
class Cause:
    """An ability, or a number or a group of them, that can be taken away; or who plays.

    blanks: the ability, done without; steps: numbers that are set to the median of their kind;
    player: who plays all seats instead.
    """

    name: str
    steps: tuple[ValueStep, ...] = ()
    blanks: tuple[str, ...] = ()
    player: str = ""

    @property
    def kind(self) -> str:
        """ABILITY, NUMBER, PLAY, or START: a number with which a game begins."""
        if self.player or self.blanks:
            return PLAY if self.player else ABILITY
        begins = self.name.split()[:1] in (["start"], ["starts"], ["starting"])
        return START if begins else NUMBER

    @property
    def means(self) -> str:
        """What it is to take it away."""
        if self.player:
            return f"`{self.player}` plays all seats"
        if self.blanks:
            return "the card without it"
        return ", ".join(f"{written(s.before)} -> {written(s.after)}" for s in self.steps)


def dealt_sections(design: Design, together: bool) -> list[str]:
    """Kinds of cards of which it is told who had them, what seats hold first.

    together: games are won together, so that what all of them meet counts as well.
    """
    columns = design.columns("seats", "option")
    columns += design.columns("games", "dealt") if together else []
    return [*dict.fromkeys(filter(None, map(design.section, columns)))]


def causes_of(pack: Pack, card: NamedCard, together: Mapping[str, Any]) -> list[Cause]:
    """All that can be taken away from a card, abilities first.

    together: what is changed for good already.
    """
    every = [*_abilities(pack, card), *_numbers(pack, card, together)]
    return [one for one in every if _fits(pack, taken([one]), together)]


def of_play(plan: Plan) -> list[Cause]:
    """How it is played, where one player has all seats and there is another."""
    known = plan.pack.strategies
    seated = {name for cell in plan.cells for name in cell.setting[STRATEGY] if name in known}
    if len(seated) != 1 or any(cell.rotations > 1 for cell in plan.cells):
        return []
    (usual,) = seated
    others = (
        name for name in OTHER_PLAYERS if name in known and _plays_otherwise(plan, usual, name)
    )
    return [Cause(f"how `{usual}` plays", player=other) for other in [*others][:1]]


def _plays_otherwise(plan: Plan, usual: str, other: str) -> bool:
    """Whether a player is not the same by another name, and not far slower."""
    pack, seats = plan.pack, len(plan.cells[0].setting[STRATEGY])
    price, paid = (blocks_a_game(plan.seated(plan.cells[0], name)) for name in (other, usual))
    if price and paid and price > SLOWER * paid:
        return False
    one, two = ((pack.strategies[name].choice, pack.weights(name, seats), pack.tried(name, seats))
                for name in (usual, other))  # fmt: skip
    return one != two


def of_others(
    pack: Pack, card: NamedCard, change: Candidate, together: Mapping[str, Any]
) -> Candidate | None:
    """What all others of the kind have taken away besides a change; None where that is no game."""
    kind = [each for each in every_card(pack) if each.section == card.section and each != card]
    paths = {f"{card.section}.{each.key}" for each in kind}
    blanks = (b.path for b in steps.blanks(pack, [f"cards.{card.section}"]) if b.path in paths)
    causes = [cause for each in kind for cause in _numbers(pack, each, together)]
    every = Candidate((*change.steps, *taken(causes).steps), (*change.blanks, *blanks))
    return every if every != change and _fits(pack, every, together) else None


def taken(causes: Sequence[Cause]) -> Candidate:
    """The change that takes some causes away."""
    return Candidate(
        tuple(step for cause in causes for step in cause.steps),
        tuple(blank for cause in causes for blank in cause.blanks),
    )


def check(
    pack: Pack, card: NamedCard, causes: Sequence[Cause], subsets: Sequence[Candidate],
    together: Mapping[str, Any], where: str,
) -> None:  # fmt: skip
    """Raises InputError where a card has nothing to take away, too much, or not all of it."""
    if not causes:
        what = f"{card.name} has no ability, and no number off the median of the {card.section}"
        others = [each for each in every_card(pack) if each.section == card.section]
        other = next((each for each in others if causes_of(pack, each, together)), None)
        told = f"; {other.name} has some" if other else ""
        raise InputError([Problem(where, f"{what}, by which it could win or lose{told}")])
    if len(causes) > MOST_CAUSES:
        what = f"{card.name} has {len(causes)} abilities and numbers; at most {MOST_CAUSES}"
        raise InputError([Problem(where, f"{what} are taken apart")])
    if any(not _fits(pack, subset, together) for subset in subsets):
        names = ", ".join(cause.name for cause in causes)
        what = f"{card.name}: the game refuses to have some of these taken away together: {names}"
        raise InputError([Problem(where, what)])


def _fits(pack: Pack, change: Candidate, together: Mapping[str, Any]) -> bool:
    return pack.try_resolve({**together, **change.changes}, change.blanks)[0] is not None


def _abilities(pack: Pack, card: NamedCard) -> Iterator[Cause]:
    """Each ability; the only one is taken away with all that a card does."""
    found = steps.blanks(pack, [card.path, f"{card.path}.{ABILITIES}.*"])
    named = pack.sections[card.section][card.key].get(ABILITIES, {})
    called = {key: str(each.get("name", key.replace("_", " "))) for key, each in named.items()}
    for blank in found:
        if len(named) == 1:
            yield Cause(next(iter(called.values())), blanks=(blank.path,))
        elif f".{ABILITIES}." in blank.path:
            key = blank.path.rpartition(".")[2]
            alike = [*called.values()].count(called[key]) > 1
            yield Cause(f"{called[key]} ({key})" if alike else called[key], blanks=(blank.path,))


def _numbers(pack: Pack, card: NamedCard, together: Mapping[str, Any]) -> Iterator[Cause]:
    """Numbers off the median of their kind; those of a table of the card are one cause."""
    values = dict(card_file.values(pack.sections[card.section][card.key]))
    groups: dict[str, list[ValueStep]] = {}
    for path in steps.numbers(pack, [card.path]):
        inside = path.removeprefix(f"{card.path}.")
        if ABILITIES in inside.split("."):
            continue
        before = together.get(path, values[inside])
        usual = median_low(_of_kind(pack, card.section, inside))
        if usual != before:
            groups.setdefault(inside.partition(".")[0], []).append(ValueStep(path, before, usual))
    for key, found in groups.items():
        name = label(pack, found[0].path).rpartition(": ")[2] if len(found) == 1 else key
        yield Cause(name.replace("_", " "), steps=tuple(found))


def _of_kind(pack: Pack, section: str, inside: str) -> list[int]:
    """The same number on every card of a kind that has it."""
    kind = (dict(card_file.values(entry)) for name, _, entry in card_file.each_card(pack.sections)
            if name == section)  # fmt: skip
    return [values[inside] for values in kind if isinstance(values.get(inside), int)]
