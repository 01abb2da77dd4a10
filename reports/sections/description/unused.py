"""What is never used?"""

from collections.abc import Iterator, Sequence

from analysis.description.grouped_tallies import Several
from analysis.description.unused import Rare, hardly_used, unused
from analysis.study import Study
from reports import words
from reports.command import file_of
from reports.parts import Col, Section, rounded, table
from reports.shunned import shuns

TITLE = "What is never used?"


def section(study: Study) -> Section | None:
    """Options that nobody takes; as these strategies play, which others may not."""
    kinds = unused(study.tallies, study.chosen, study.cards)
    of_holders = list(_of_holders(study))
    if not kinds and not of_holders:
        return None
    section = Section("unused", TITLE)
    section.words += of_holders
    if not kinds:
        return section
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


def _of_holders(study: Study) -> Iterator[str]:
    """What the holders of one thing shun, of an own game; or that nothing is counted of it."""
    if not file_of(study.design.manifest):
        return
    if study.design.columns("seats", "option") and not study.tallies:
        yield (
            "Nothing is counted of what players do, so nobody sees which powers they shun: name "
            "what they may do in `COUNTS`, and call `self.count` where it is done."
        )
    for one in study.shunned:
        yield f"{shuns(one)}."


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
