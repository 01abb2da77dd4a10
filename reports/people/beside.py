"""What people's games said, in the report of a run of the same game."""

from typing import Any

from analysis.conclusions.kept_people import KeptPeople
from analysis.people.answer import SideBySide
from reports.people import sections, sentences, tables
from reports.people.sentences import OptionNames
from reports.tables.parts import Section
from reports.text import words

ID, TITLE = "people", "What your table found"


def names_of(people: KeptPeople) -> OptionNames:
    """What its settings and options are called."""
    return OptionNames.of_answer(people.kind, people.names, people.answer)


def section(people: KeptPeople) -> Section:
    """The part of a run's report that tells of people's games."""
    answer, called = people.answer, names_of(people)
    whole = sections.agreement(answer, called, people.together)
    pooled = sections.both(answer, called)
    said = [*whole.words, *(pooled.words if pooled else [])]
    charts = pooled.charts if pooled else whole.charts
    shown = [*(pooled.tables if pooled else []), *whole.tables]
    for table in shown:
        table["folded"] = table["id"] != tables.PEOPLE
    return Section(ID, TITLE, said, charts, shown, [*answer.notes, *whole.notes])


def line(people: KeptPeople) -> dict[str, Any]:
    """The same in one line among those of a run: whether people and simulation agree."""
    text = sentences.agreement_in_short(people.answer, names_of(people))
    return {"kind": "plain", "label": "Your table", "text": text, "rows": []}


def refuted(people: KeptPeople, found: SideBySide) -> str:
    """That people do not find what a run does: your table of 41 games does not find it: ..."""
    games = words.plural(people.answer.games, "game")
    simulated = words.percent(found.simulated)
    return (
        f"your table of {games} does not find it: won {sentences.counted(found.people)}, where "
        f"{simulated} is simulated at the same skill"
    )
