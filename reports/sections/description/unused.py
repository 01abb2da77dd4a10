"""What is never used?"""

from collections.abc import Sequence

from analysis.description.grouped_tallies import Several
from analysis.description.unused import Rare, hardly_used, unused
from analysis.study import Study
from reports import words
from reports.parts import Col, Section, rounded, table

TITLE = "What is never used?"


def section(study: Study) -> Section | None:
    """Options that nobody takes; as these strategies play, which others may not."""
    kinds = unused(study.tallies, study.chosen, study.cards)
    if not kinds:
        return None
    section = Section("unused", TITLE)
    for kind in kinds:
        never = [thing for thing in kind.things if not thing.often]
        rare = [thing for thing in kind.things if thing.often]
        for things, how in ((never, "Never"), (rare, "Hardly ever")):
            if things:
                names = [_counted(thing, kind.chance) for thing in things]
                section.words.append(
                    f"{how} {kind.verb}: {words.listing(names, len(names))}; "
                    f"{len(names)} of {kind.total} {kind.noun}."
                )
    section.words.append(
        "So these strategies play; whether nobody should is another question: ask it by a change "
        "that makes the option better, or by a strategy that takes it."
    )
    columns = [
        Col("what", "What"),
        Col("kind", "Kind"),
        Col("how", "Not"),
        Col("often", "How often", "share", "of the seats, or of those who hold it"),
    ]
    rows = [
        {"what": t.name, "kind": kind.noun, "how": kind.verb, "often": rounded(t.often)}
        for kind in kinds
        for t in kind.things
    ]
    section.tables = [table("unused", "What is not used", columns, rows, folded=True)]
    return section


def _counted(thing: Rare, chance: str) -> str:
    """Its name, and for what is used now and then how often: "Feint (5 of 331 chances)"."""
    return f"{thing.name} ({times(thing, chance)})" if thing.times else thing.name


def times(thing: Rare, chance: str = "chances") -> str:
    """5 of 331 chances"""
    return f"{words.count(thing.times)} of {words.count(thing.chances)} {chance}"


def beside(path: str, cards: Sequence[Several]) -> str:
    """What stands beside a change of a card that is hardly ever used, or an empty string.

    cards: what seats held and used.
    """
    rare = hardly_used(cards, path)
    if rare is None:
        return ""
    often = "hardly ever" if rare.times else "never"
    return f"{often} used by these players ({times(rare)})"
