"""What did people's games find, before the change and after it?"""

from collections.abc import Sequence

from analysis.conclusions.kept_people import KeptPeople
from analysis.conclusions.people_change import PeopleChange, changes
from analysis.stats.intervals import critical_value_among
from reports.people.beside import names_of
from reports.people.sentences import OptionNames, counted
from reports.tables.parts import Col, Data, Section, listed
from reports.text import words

ID, TITLE = "people", "What did your table find, before and after?"
MOST_SHOWN = 8
APART = (
    "Games of people are few: an interval that reaches over 0 shows nothing. The simulation is at "
    "the skill that fits each sheet; games of one group may be more alike than these intervals say."
)


def section(before: KeptPeople, after: KeptPeople) -> Section | None:
    """None where the two sheets have nothing in common."""
    found = changes(before.answer, after.answer)
    if not found:
        return None
    names = names_of(after)
    columns = [
        Col("name", "Setting, or what was played", get=lambda one: names.of(one.of)),
        Col("before", "Before", get=lambda one: counted(one.before)),
        Col("after", "After", get=lambda one: counted(one.after)),
        Col("effect", "Points after the change", "points"),
        Col("simulated", "Simulated", get=lambda one: words.signed(one.simulated)),
    ]
    caption = f"People's games of {before.file} and {after.file}"
    table = listed("people-change", caption, columns, found, folded=MOST_SHOWN)
    return Section(ID, TITLE, [_said(found, names)], tables=[table], notes=[APART])


def line(before: KeptPeople, after: KeptPeople) -> list[Data]:
    """The same in a line; none where the two have nothing in common."""
    found = changes(before.answer, after.answer)
    text = _said(found, names_of(after)) if found else ""
    return [{"kind": "plain", "label": "Your tables", "text": text, "rows": []}] if text else []


def _said(found: Sequence[PeopleChange], names: OptionNames) -> str:
    """The largest of all, or that none is beyond chance."""
    largest = found[0]
    what = f"{names.of(largest.of)} won {counted(largest.before)} before"
    points = f"{words.signed_range(*largest.effect.ends)} points"
    said = f"{what} and {counted(largest.after)} after the change ({points})"
    if abs(largest.effect.value) <= critical_value_among(len(found)) * largest.effect.se:
        return f"Nothing is shown by so few games of people; most at {said}."
    return f"{said}, the largest of {words.plural(len(found), 'number')} that were compared."
