"""The parts of a report that tell of people's games; each answers one question."""

from collections.abc import Sequence

from analysis.people.answer import PeopleAnswer
from reports.people import sentences, tables
from reports.people.sentences import OptionNames
from reports.tables.parts import Section
from reports.text import words

UNSEEN = (
    "The simulation is taken at the skill that fits your games best, so it shows no difference "
    "where all is won more often, or less, by as much: that is taken for skill."
)
PLACE = (
    "A skill is a place on the scale of the toolkit's players, from moves by chance to the best. "
    "That your games look like theirs says how often you win, and not how you play."
)
HOW = (
    "Each setting of your games was simulated at several places of skill. Games of one group are "
    "not taken for independent, and people may differ from the simulation in skill, in each "
    "setting and with each option; how far, the games themselves tell.",
    "Agreement: how often the farthest of all lies as far in files that the simulation makes up "
    "with the same settings, options and groups. The page of statistics, `docs/statistics.md`, "
    'has the formulas under "People\'s games".',
)


def agreement(answer: PeopleAnswer, names: OptionNames, is_together: bool) -> Section:
    """Do people and simulation agree, and how well do these people play?"""
    told = answer.agreement
    said = [sentences.agreement(answer, names), sentences.skill(answer, is_together)]
    more = [UNSEEN] if told.compared else []
    more += [PLACE] if answer.skill.skill or answer.skill.newcomers else []
    charts = [tables.picture_of_agreement(told, names)] if told.compared else []
    shown = [tables.of_agreement(told, names)] if told.compared else []
    skill = tables.of_skill(answer.skill)
    title = "Do your games and the simulation agree?"
    listed = [*shown, *([skill] if skill else [])]
    return Section("agreement", title, said, charts, listed, more)


def both(answer: PeopleAnswer, names: OptionNames) -> Section | None:
    """What do both together say of each option?"""
    if answer.both is None or not answer.both.estimates:
        return None
    pooled = answer.both
    tau = pooled.tau
    apart = (
        f"How far people and simulation differ beyond chance, in log-odds: {tau.value:.2f} "
        f"({tau.low:.2f}-{tau.high:.2f})."
    )
    said = [sentences.together(pooled, names)]
    chart, table = tables.picture_of_both(pooled, names), tables.of_both(pooled, names)
    title = f"Which {names.kind or 'options'} are off, by both together?"
    return Section("people", title, said, [chart], [table], [apart])


def read(notes: Sequence[str], command: str) -> Section:
    """What was read of the file, and how it was reckoned."""
    again = [f"Made again by `{command}`."] if command else []
    said = [*map(_sentence, notes)] or ["All games of the file count."]
    return Section("reading", "What was read, and how was it reckoned?", [*said, *HOW, *again])


def _sentence(note: str) -> str:
    return f"{words.sentence(note).rstrip('.')}."


def line(notes: Sequence[str]) -> str:
    """The first of some notes, and how many more there are."""
    rest = f" ({words.plural(len(notes) - 1, 'more note')} on the page)" if notes[1:] else ""
    return words.in_short(notes[0]) + rest
