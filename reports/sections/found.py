"""What is found in the course of play?"""

from analysis.found import Finds
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, kept, table

TITLE = "What is found?"
MOST_ROWS = 30


def section(study: Study) -> Section | None:
    """How often each thing is found, by family."""
    if not study.finds:
        return None
    made = Section("found", TITLE)
    made.words = [text for found in study.finds for text in _words(found)]
    made.words.append(
        "How often in a game. This describes; what a thing is worth is told by a run in which "
        "it does nothing, on the same luck."
    )
    made.tables = [_table(study, found) for found in study.finds]
    return made


def _words(found: Finds) -> list[str]:
    """The commonest and the rarest."""
    if len(found.things) < 2:
        return []
    first, last = found.things[0], found.things[-1]
    return [
        f"{words.sentence(found.family)}: most often {first.label} (in a game "
        f"{first.all:.2f} times), least often {last.label} ({last.all:.2f})."
    ]


def _table(study: Study, found: Finds) -> Data:
    split = study.design.split
    name, levels = (split.name, split.levels) if split else ("", ())
    columns = [Col("what", words.sentence(found.family)), Col("all", "All", "mean")]
    columns += [Col(f"l{i}", words.level(name, v), "mean") for i, v in enumerate(levels)]
    rows = [
        {"what": thing.label, "all": kept(thing.all)}
        | {f"l{i}": kept(thing.by_level[str(v)]) for i, v in enumerate(levels)}
        for thing in found.things
    ]
    caption = f"{words.sentence(found.meaning or found.family)}: times in a game"
    slug = words.slug(found.column)
    return table(f"found-{slug}", caption, columns, rows, folded=len(rows) > MOST_ROWS)
