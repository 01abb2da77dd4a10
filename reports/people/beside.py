"""What people's games said, in the report of a run of the same game."""

from collections.abc import Mapping
from typing import Any

from analysis.people import stored
from reports.people import sections, sentences, tables
from reports.people.sentences import OptionNames
from reports.tables.parts import Section

ID, TITLE = "people", "What your table found"


def section(
    held: Any, kind: str = "", names: Mapping[str, str] | None = None, is_together: bool = True
) -> Section:
    """The part of a run's report that tells of people's games.

    held: a `PeopleAnswer` as plain data (`analysis.people.stored`); kind, names: as of a grid;
    is_together: whether a game is won or lost as a whole.  Raises ValueError where `held` is not
    of that form.
    """
    answer = stored.read(held)
    called = OptionNames(kind, names or {})
    whole = sections.agreement(answer, called, is_together)
    pooled = sections.both(answer, called)
    said = [*whole.words, *(pooled.words if pooled else [])]
    charts = pooled.charts if pooled else whole.charts
    shown = [*(pooled.tables if pooled else []), *whole.tables]
    for table in shown:
        table["folded"] = table["id"] != tables.PEOPLE
    return Section(ID, TITLE, said, charts, shown, [*answer.notes, *whole.notes])


def line(held: Any, kind: str = "", names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The same in one line among those of a run: whether people and simulation agree."""
    text = sentences.agreement_in_short(stored.read(held), OptionNames(kind, names or {}))
    return {"kind": "plain", "label": "Your table", "text": text, "rows": []}
