"""Drop edits from a set when a part of it does as well on fresh random numbers.

A search goes by luck that chose what it found, so that an edit may stand in a set for what only
luck did.  Each set is played once more without each of its edits, unless the search is sure that
it does not do then.
"""

from collections.abc import Callable, Iterator, Sequence

from analysis.stats.verdicts import ON_TARGET
from simulate.pack.edit.steps import ValueStep
from simulate.pack.pack import Pack
from simulate.search.aim.goals import GoalChange
from simulate.search.candidate import Candidate, Sought
from simulate.search.confirmation.confirm import Confirmed

MOST = 8  # parts that are played
MOST_NAMED = 3  # edits that stand in the name of a set

# Whether a set without one of its edits is known not to do, or is no game.
Vain = Callable[[Candidate, ValueStep], bool]
Key = frozenset[tuple[str, object]]


def parts(best: Sequence[Sought], vain: Vain, pack: Pack) -> dict[str, Candidate]:
    """Each set without each of its edits, by its name, where that is not played anyway."""
    known = {_key(sought.candidate) for sought in best}
    found: dict[str, Candidate] = {}
    for part, left in _shorter(best):
        if _key(part) not in known and len(found) < MOST and not vain(part, left):
            known.add(_key(part))
            found[_name(part, left, pack)] = part
    return found


def _name(part: Candidate, left: ValueStep, pack: Pack) -> str:
    if len(part.steps) <= MOST_NAMED:
        return part.name(pack)
    return f"all {len(part.steps) + 1} changes but {Candidate((left,)).name(pack)}"


def _shorter(best: Sequence[Sought]) -> Iterator[tuple[Candidate, ValueStep]]:
    """Every part with the edit that it is without."""
    for steps in (sought.candidate.steps for sought in best if len(sought.candidate.steps) > 1):
        for left in steps:
            yield Candidate(tuple(step for step in steps if step is not left)), left


def _key(candidate: Candidate) -> Key:
    return frozenset((step.path, step.after) for step in candidate.steps)


def pruned(confirmed: Sequence[Confirmed], beside: Sequence[str]) -> list[Confirmed]:
    """What is told: no set of which a part does as well, but that part.

    beside: names of the parts that were played for this alone, and are told only then.
    """
    told, wanted = [], {change.name for change in confirmed} - {*beside}
    for change in sorted(confirmed, key=lambda c: -c.edit[0]):
        if change.name in wanted:
            smaller = [part for part in confirmed if _is_part(part, change)]
            enough = [part for part in smaller if _as_well(part, change)]
            if enough:
                wanted.add(min(enough, key=lambda part: (round(part.left, 2), part.edit)).name)
            else:
                told.append(change.name)
    return [change for change in confirmed if change.name in told]


def _is_part(part: Confirmed, whole: Confirmed) -> bool:
    changes = {(each.path, each.value) for each in part.changes}
    return changes < {(each.path, each.value) for each in whole.changes}


def _as_well(part: Confirmed, whole: Confirmed) -> bool:
    """Whether every goal is where it is with the whole set, on the same luck.

    Where that does not do it either: whether no more is left outside over all goals.
    """
    if len(part.breaks) > len(whole.breaks):
        return False
    if not (whole.lands or whole.open) and part.left <= whole.left:
        return True
    return all(_stands(*places) for places in zip(part.every, whole.every, strict=True))


def _stands(one: GoalChange, other: GoalChange) -> bool:
    if one.verdict == ON_TARGET:
        return True
    return one.verdict == other.verdict and one.beyond <= other.beyond
