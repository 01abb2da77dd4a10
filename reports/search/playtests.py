"""Do people's games and the simulation agree? The report of `simulate playtests`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from analysis.conclusions.facts import WIN_SHARE, Fact
from analysis.conclusions.ledger import EXPERIMENT
from analysis.people.answer import BothAnswer, PeopleAnswer
from analysis.people.grid import Grid
from analysis.people.plan import EveningPlan
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import Band
from reports.findings.finding import Finding
from reports.people import evening, sections, sentences, tables
from reports.people.sentences import OptionNames
from reports.search.parts import header, report
from reports.tables.parts import Data
from reports.text import words
from simulate.core.game.facts import WIN_RATE
from simulate.experiment import Experiment
from simulate.pack.text.nouns import slug
from simulate.playtests.records import Playtests

AGREEMENT, SKILL, BOTH = "agreement", "skill", "both"  # kinds of findings
BADGES = {
    verdicts.OPEN: {"tone": "off", "mark": "◑", "text": "people and simulation differ"},
    verdicts.NONE: {"tone": "calm", "mark": "=", "text": "no difference that so many games notice"},
    verdicts.MORE: {"tone": "open", "mark": "?", "text": "agreement: too few games to tell"},
}
UNTOLD = {"tone": "open", "mark": "?", "text": "agreement cannot be told"}
BELIEVE = "If these games were played by the same rules and cards, believe people."


def document(
    experiment: Experiment,
    played: Playtests,
    grid: Grid,
    answer: PeopleAnswer,
    command: str,
    plan: EveningPlan | None = None,
) -> dict[str, Any]:
    """The report as plain data, in the form of a run's.

    experiment: of the simulated games; command: what makes the report again; plan: which games to
    play next, where that is asked.
    """
    names = OptionNames.of_answer(grid.kind, grid.names, answer)
    is_together = all(setting.together for setting in grid.settings)
    parts = (
        sections.agreement(answer, names, is_together),
        sections.both(answer, names),
        evening.section(plan, names) if plan else None,
        sections.read(_notes(played, answer), command),
    )
    data = report(
        _header(experiment, played, grid, answer),
        _findings(answer, names, is_together),
        _lines(played, answer, plan, names),
        parts,
        [*_facts(answer, grid, is_together)],
        EXPERIMENT,
    )
    data["header"]["answer"] = _in_one_sentence(answer, names)
    chart = next((s.charts[0] for s in (parts[1], parts[0]) if s is not None and s.charts), None)
    return data | ({"picture": chart} if chart else {})


def _in_one_sentence(answer: PeopleAnswer, names: OptionNames) -> str:
    """The answer to whether they agree, with what was not to be seen."""
    told = answer.agreement
    said = sentences.agreement(answer, names)
    if told.farthest is None or told.differs:
        return said
    but = "but so few games" if told.noticed < sentences.EVEN else "and so many games"
    shown = f"Nothing shows that {sentences.yours(answer)} and the simulation differ"
    return f"{shown}, {but} {sentences.power(told, names)}."


def _header(experiment: Experiment, played: Playtests, grid: Grid, answer: PeopleAnswer) -> Data:
    simulated = sum(len(node.has) for setting in grid.settings for node in setting.nodes)
    count = words.plural(answer.games, "game")
    question = f"Do the {count} of {played.file} and the simulation agree?"
    told = answer.agreement
    badge = BADGES[told.verdict] if told.farthest else UNTOLD
    head = header(
        experiment, f"{count} of people", question, simulated, len(grid.settings), dict(badge)
    )
    groups = words.plural(answer.groups, "group")
    read = [["Playtests", played.file], ["People's games", f"{answer.games:,} in {groups}"]]
    return head | {"facts": [*read, *head["facts"]]}


def _findings(answer: PeopleAnswer, names: OptionNames, is_together: bool) -> list[Finding]:
    """Agreement, then skill, then what both say together."""
    agrees = Finding(
        AGREEMENT,
        answer.agreement.verdict,
        sentences.agreement(answer, names),
        "agreement",
        rows=_row_of_farthest(answer, names),
        advice=BELIEVE if answer.agreement.differs else "",
        line=sentences.agreement_in_short(answer, names),
    )
    skill = Finding(
        SKILL,
        words.LEARNED,
        sentences.skill(answer, is_together),
        "agreement",
        line=sentences.skill_in_short(answer.skill),
    )
    both = answer.both if answer.both and answer.both.estimates else None
    return [agrees, skill, *([_both(both, names, is_together)] if both else [])]


def _row_of_farthest(answer: PeopleAnswer, names: OptionNames) -> tuple[tuple[str, str], ...]:
    far = answer.agreement.farthest
    return ((tables.COMPARED, names.of(far)),) if far else ()


def _both(both: BothAnswer, names: OptionNames, is_together: bool) -> Finding:
    """What both say, with the number of the option that is off, where it is one."""
    told = sentences.sure(both)
    off = [one for one in told if one.verdict in verdicts.OFF]
    first = next(iter([*off, *told]), None)
    is_settled = len(told) == len(both.estimates)
    verdict = verdicts.MORE
    if first is not None and (off or is_settled):
        verdict = sentences.verdict_of(first)
    rows = tuple((tables.PEOPLE, names.name(one.option)) for one in off)
    finding = Finding(BOTH, verdict, sentences.together(both, names), "people", rows=rows,
                      line=sentences.together_in_short(both, names))  # fmt: skip
    if len(off) != 1:
        return finding
    about = _metric(is_together), {_key(names): off[0].option, "by": "both"}
    return replace(finding, about=about, band=Band(*both.band))


def _notes(played: Playtests, answer: PeopleAnswer) -> list[str]:
    """What was left out or taken for something, each said once."""
    return [*dict.fromkeys((*played.notes, *answer.notes))]


def _lines(
    played: Playtests, answer: PeopleAnswer, plan: EveningPlan | None, names: OptionNames
) -> list[Data]:
    notes = _notes(played, answer)
    told = [{"kind": "plain", "label": "Notes", "text": sections.line(notes)}] if notes else []
    return [*told, *([evening.line(plan, names)] if plan else [])]


def _metric(is_together: bool) -> str:
    return WIN_RATE if is_together else WIN_SHARE


def _key(names: OptionNames) -> str:
    return slug(names.kind) or "option"


def _facts(answer: PeopleAnswer, grid: Grid, is_together: bool) -> Iterator[Fact]:
    """Every number; `by` says whose: people's, simulated or both."""
    metric, key = _metric(is_together), _key(OptionNames(grid.kind))
    for skill, who in ((answer.skill.skill, "people"), (answer.skill.newcomers, "newcomers")):
        if skill is not None:
            yield _fact("people_skill", {"by": who}, skill)
    told = answer.agreement
    if told.farthest is not None:
        yield Fact("people_agreement", {}, told.p, None, None, "", answer.games)
        yield Fact("people_noticed", {}, told.noticed, None, None, "", answer.games)
        yield Fact("people_noticed_size", {}, told.size, None, None, "", answer.games)
    for one in told.compared:
        where = dict(one.levels or {}) if one.of == "setting" else {key: one.option}
        if one.people.games:
            yield _fact(metric, where | {"by": "people"}, one.people)
        of_fitted = where | {"by": "simulation at their skill"}
        yield Fact(metric, of_fitted, one.simulated, None, None, "", None)
    both = answer.both
    for each in both.estimates if both else ():
        where = {key: each.option}
        yield _fact(metric, where | {"by": "people, evened out"}, each.shrunk)
        yield _fact(metric, where | {"by": "simulation"}, each.simulated)
        yield _fact(metric, where | {"by": "both"}, each.both, sentences.verdict_of(each))
    if both is not None and both.worth is not None:
        yield Fact("simulation_worth", {}, both.worth, None, None, "", None)


def _fact(metric: str, where: Data, number: Rate | Estimate, verdict: str = "") -> Fact:
    games = number.games if isinstance(number, Rate) else None
    return Fact(metric, where, number.value, number.low, number.high, verdict, games)
