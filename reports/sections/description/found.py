"""What is found in the course of play?"""

from collections.abc import Sequence

from analysis.description.acquired import AcquiredThing, Finds
from analysis.study import Study
from reports import words
from reports.command import experiment
from reports.parts import Col, Data, Section, rounded, table

TITLE = "What is found?"
MOST_ROWS = 30


def section(study: Study) -> Section | None:
    """How often each thing is found, by family."""
    if not study.finds:
        return None
    families: dict[str, list[Finds]] = {}
    for finds in study.finds:
        families.setdefault(finds.family, []).append(finds)
    section = Section("found", TITLE)
    section.words = [text for family in families.values() for text in _words(family)]
    section.words.append(
        "How often in a game; what two seats come by counts twice. This describes; what a thing "
        "is worth is told by a run in which it does nothing, on the same luck, such as "
        f"`{experiment(study.design.manifest, 'cards')}`."
    )
    for family in families.values():
        if len(family) > 1:
            section.tables.append(_together(family))
        section.tables += [_table(study, finds, folded=len(family) > 1) for finds in family]
    return section


def _words(family: Sequence[Finds]) -> list[str]:
    """The commonest and the rarest, of what is found in several ways those that ever were."""
    sentences = []
    for finds in family:
        name = f"{finds.family}, {finds.column}" if len(family) > 1 else finds.family
        things = _met(finds) if len(family) > 1 else finds.things
        if len(things) > 1:
            first, last = things[0], things[-1]
            sentences.append(
                f"{words.sentence(name)}: most often {first.label} (in a game "
                f"{first.all:.2f} times), least often {last.label} ({last.all:.2f})."
            )
    return sentences


def _met(finds: Finds) -> list[AcquiredThing]:
    return [thing for thing in finds.things if thing.all]


def _together(family: Sequence[Finds]) -> Data:
    """One row for each thing, one column for each way to come by it; what was never met is out."""
    columns = [Col("what", words.sentence(family[0].family))]
    columns += [Col(f.column, words.sentence(f.column), "mean", f.meaning) for f in family]
    rows: dict[str, Data] = {}
    for finds in family:
        for thing in _met(finds):
            row = rows.setdefault(thing.label, {"what": thing.label})
            row[finds.column] = rounded(thing.all)
    caption = f"{words.sentence(family[0].family)}: times in a game"
    return table(f"found-{words.slug(family[0].family)}", caption, columns, list(rows.values()))


def _table(study: Study, finds: Finds, folded: bool) -> Data:
    split = study.design.split
    name, levels = (split.name, split.levels) if split else ("", ())
    columns = [Col("what", words.sentence(finds.family)), Col("all", "All", "mean")]
    columns += [Col(f"l{i}", words.level(name, v), "mean") for i, v in enumerate(levels)]
    things = _met(finds) if folded else finds.things
    rows = [
        {"what": thing.label, "all": rounded(thing.all)}
        | {f"l{i}": rounded(thing.by_level[str(v)]) for i, v in enumerate(levels)}
        for thing in things
    ]
    caption = f"{words.sentence(finds.meaning or finds.family)}: times in a game"
    slug = words.slug(finds.column)
    return table(f"found-{slug}", caption, columns, rows, folded=folded or len(rows) > MOST_ROWS)
