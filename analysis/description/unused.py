"""Options that these strategies never use."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analysis.description.grouped_tallies import Several
from analysis.description.tallies import Tally

RARE = 0.01  # of the seats: hardly ever
RARELY_PLAYED = 0.02  # of the seats that hold a card
FEWEST = 150  # such seats: where none of fewer used it, one in fifty might still (rule of three)


@dataclass(frozen=True)
class Rare:
    """One thing that is not used, or hardly ever.

    often: share of the seats that used it, of those that could; times, chances: the same counted,
    0 and 0 where they are not.  path: of a card in the pack, else empty.
    """

    name: str
    often: float
    times: int = 0
    chances: int = 0
    path: str = ""


@dataclass(frozen=True)
class Unused:
    """Some things alike of which some are not used.

    noun: what they are, a plural; verb: what is not done with them; chance: what could be used
    once ("seats"); things: those that are not used; total: how many there are of them.
    """

    noun: str
    verb: str
    chance: str
    things: tuple[Rare, ...]
    total: int


def unused(
    tallies: Sequence[Tally],
    chosen: Sequence[Several],
    cards: Sequence[Several],
) -> tuple[Unused, ...]:
    """Everything that is never done or hardly ever, kind by kind; only kinds with such things."""
    done = [Rare(t.meaning or t.column, t.all) for t in tallies]
    every = [
        _of("things that are counted", "done", "seats", done, 0),
        *(_of(group.noun, "chosen", "seats", _chosen(group)) for group in chosen),
        *_played(cards),
    ]
    return tuple(one for one in every if one.things)


def hardly_used(cards: Sequence[Several], path: str) -> Rare | None:
    """The card of which a path of the pack names a part, if who has it hardly ever uses it."""
    rare = (thing for group in _played(cards) for thing in group.things if thing.path)
    return next((t for t in rare if f"{path}.".startswith(f"{t.path}.")), None)


def _of(noun: str, verb: str, chance: str, things: Sequence[Rare], rare: float = RARE) -> Unused:
    few = sorted(
        (thing for thing in things if thing.often == 0 or thing.often < rare),
        key=lambda thing: (thing.often, thing.name),
    )
    return Unused(noun=noun, verb=verb, chance=chance, things=tuple(few), total=len(things))


def _chosen(group: Several) -> list[Rare]:
    shares = ((thing.label, thing.numbers[0]) for thing in group.things)
    return [Rare(name, share, round(share * group.seats), group.seats) for name, share in shares]


def _played(cards: Sequence[Several]) -> Iterator[Unused]:
    """Cards that seats hold and do not play, of all that enough of them hold to say so."""
    for group in cards:
        roles = [role for role, _ in group.measures]
        if "held" in roles and "used" in roles:
            held, used = roles.index("held"), roles.index("used")
            things = [
                Rare(label, each[used] / each[held], round(each[used] * seats), chances, thing.path)
                for thing in group.things
                for label, each, seats in [(thing.label, thing.numbers, group.seats)]
                if (chances := round(each[held] * seats)) >= FEWEST
            ]
            yield _of(group.noun, "used by those who have them", "chances", things, RARELY_PLAYED)
