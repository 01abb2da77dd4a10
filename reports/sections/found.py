"""What is found in the course of play?"""

from collections.abc import Sequence

from analysis.found import Finds, Thing
from analysis.study import Study
from reports import words
from reports.command import experiment
from reports.parts import Col, Data, Section, kept, table

TITLE = "What is found?"
MOST_ROWS = 30


def section(study: Study) -> Section | None:
    """How often each thing is found, by family."""
    if not study.finds:
        return None
    families: dict[str, list[Finds]] = {}
    for found in study.finds:
        families.setdefault(found.family, []).append(found)
    made = Section("found", TITLE)
    made.words = [text for family in families.values() for text in _words(family)]
    made.words.append(
        "How often in a game; what two seats come by counts twice. This describes; what a thing "
        "is worth is told by a run in which it does nothing, on the same luck, such as "
        f"`{experiment(study.design.manifest, 'cards')}`."
    )
    for family in families.values():
        if len(family) > 1:
            made.tables.append(_together(family))
        made.tables += [_table(study, found, folded=len(family) > 1) for found in family]
    return made


def _words(family: Sequence[Finds]) -> list[str]:
    """The commonest and the rarest, of what is found in several ways those that ever were."""
    told = []
    for found in family:
        name = f"{found.family}, {found.column}" if len(family) > 1 else found.family
        things = _met(found) if len(family) > 1 else found.things
        if len(things) > 1:
            first, last = things[0], things[-1]
            told.append(
                f"{words.sentence(name)}: most often {first.label} (in a game "
                f"{first.all:.2f} times), least often {last.label} ({last.all:.2f})."
            )
    return told


def _met(found: Finds) -> list[Thing]:
    return [thing for thing in found.things if thing.all]


def _together(family: Sequence[Finds]) -> Data:
    """One row for each thing, one column for each way to come by it; what was never met is out."""
    columns = [Col("what", words.sentence(family[0].family))]
    columns += [Col(f.column, words.sentence(f.column), "mean", f.meaning) for f in family]
    rows: dict[str, Data] = {}
    for found in family:
        for thing in _met(found):
            row = rows.setdefault(thing.label, {"what": thing.label})
            row[found.column] = kept(thing.all)
    caption = f"{words.sentence(family[0].family)}: times in a game"
    return table(f"found-{words.slug(family[0].family)}", caption, columns, list(rows.values()))


def _table(study: Study, found: Finds, folded: bool) -> Data:
    split = study.design.split
    name, levels = (split.name, split.levels) if split else ("", ())
    columns = [Col("what", words.sentence(found.family)), Col("all", "All", "mean")]
    columns += [Col(f"l{i}", words.level(name, v), "mean") for i, v in enumerate(levels)]
    things = _met(found) if folded else found.things
    rows = [
        {"what": thing.label, "all": kept(thing.all)}
        | {f"l{i}": kept(thing.by_level[str(v)]) for i, v in enumerate(levels)}
        for thing in things
    ]
    caption = f"{words.sentence(found.meaning or found.family)}: times in a game"
    slug = words.slug(found.column)
    return table(f"found-{slug}", caption, columns, rows, folded=folded or len(rows) > MOST_ROWS)
