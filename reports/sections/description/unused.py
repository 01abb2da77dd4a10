"""What is never used, or hardly ever, as these players play."""

from collections.abc import Sequence

from analysis.description.grouped_tallies import Several
from analysis.description.unused import Rare, hardly_used, unused
from analysis.study import Study
from reports.tables.parts import Col, Section, only_data, rounded, table
from reports.text import words
from reports.text.command import file_of

HOLDERS = "done by its holders, and often by all others"  # a mean for a seat, no share


def section(study: Study) -> Section | None:
    """Options that nobody takes, of all kinds."""
    columns = [
        Col("what", "What"),
        Col("kind", "Kind"),
        Col("how", "Not"),
        Col("often", "How often", "share", "of the seats, or of those who hold it"),
    ]
    rows = [
        {"what": t.name, "kind": kind.noun, "how": kind.verb, "often": rounded(t.often)}
        for kind in unused(study.tallies, study.chosen, study.cards)
        for t in kind.things
    ]
    if file_of(study.design.manifest):
        rows += [
            {"what": one.deed, "kind": one.name, "how": HOLDERS, "often": rounded(one.often)}
            for one in study.shunned
        ]
    made = table("unused", "What these players never use, or hardly ever", columns, rows)
    return only_data("unused", "What is never used?", [made])


def times(thing: Rare) -> str:
    """5 of 331 chances"""
    return f"{words.count(thing.times)} of {words.count(thing.chances)} chances"


def beside(path: str, cards: Sequence[Several]) -> str:
    """What stands beside a change of a card that is hardly ever used, or an empty string.

    cards: what seats held and used.
    """
    rare = hardly_used(cards, path)
    if rare is None:
        return ""
    often = "hardly ever" if rare.times else "never"
    return f"{often} used by these players ({times(rare)})"
