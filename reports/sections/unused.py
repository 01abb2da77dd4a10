"""What is never used?"""

from analysis.study import Study
from analysis.unused import unused
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
        never = [name for name, often in kind.things if not often]
        rare = [name for name, often in kind.things if often]
        for names, how in ((never, "Never"), (rare, "Hardly ever")):
            if names:
                section.words.append(
                    f"{how} {kind.verb}: {words.listing(names, len(names))} "
                    f"({len(names)} of {kind.total} {kind.noun})."
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
        {"what": name, "kind": kind.noun, "how": kind.verb, "often": rounded(often)}
        for kind in kinds
        for name, often in kind.things
    ]
    section.tables = [table("unused", "What is not used", columns, rows, folded=True)]
    return section
