"""What nobody does, chooses or plays: options that are there for nothing, as these scripts play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analysis.several import Several
from analysis.tallies import Tally

RARE = 0.01  # of the seats: hardly ever


@dataclass(frozen=True)
class Unused:
    """Some things alike of which some are not used.

    noun: what they are, a plural; verb: what is not done with them; things: those things, with
    the share of seats (or games) that did; total: how many there are of them.
    """

    noun: str
    verb: str
    things: tuple[tuple[str, float], ...]
    total: int


def unused(
    tallies: Sequence[Tally],
    chosen: Sequence[Several],
    cards: Sequence[Several],
) -> tuple[Unused, ...]:
    """Everything that is never done or hardly ever, kind by kind; only kinds with such things."""
    every = [
        _of(
            "things that are counted", "done", [(t.meaning or t.column, t.all) for t in tallies], 0
        ),
        *(
            _of(group.noun, "chosen", [(t.label, t.numbers[0]) for t in group.things])
            for group in chosen
        ),
        *_played(cards),
    ]
    return tuple(one for one in every if one.things)


def _of(noun: str, verb: str, things: Sequence[tuple[str, float]], rare: float = RARE) -> Unused:
    few = sorted((often, name) for name, often in things if often == 0 or often < rare)
    return Unused(noun, verb, tuple((name, often) for often, name in few), len(things))


def _played(cards: Sequence[Several]) -> Iterator[Unused]:
    """Cards that seats hold and do not play, of all that they hold more than hardly ever."""
    for group in cards:
        roles = [role for role, _ in group.measures]
        if "held" in roles and "used" in roles:
            held, used = roles.index("held"), roles.index("used")
            things = [
                (thing.label, thing.numbers[used] / thing.numbers[held])
                for thing in group.things
                if thing.numbers[held] >= RARE
            ]
            yield _of(group.noun, "played by those who hold them", things)
