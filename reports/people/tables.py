"""Pictures and tables of people's games beside simulated ones."""

from collections.abc import Sequence
from typing import Any

from analysis.people.answer import (
    AgreementAnswer,
    BothAnswer,
    SideBySide,
    SkillAnswer,
    ThreeEstimates,
)
from analysis.stats.intervals import Rate
from reports.people.sentences import OptionNames, counted, verdict_of, wins
from reports.tables.parts import Col, Data, effect, listed, rate
from reports.text import words

PEOPLE, COMPARED, SKILL = "people", "people-compared", "people-skill"
SERIES = ("your games alone", "simulated", "both together")
MOST_DRAWN = 40  # rows of a picture; the table has all
ALONE = "of your games, by themselves"
SHRUNK = "your games alone, each drawn towards the others as far as they look alike"
SIMULATED = "by players of the skill that fits your games"
BOTH = "your games and the simulation, each counted by what it is worth"
JUDGED = "by both together, where it is nine in ten sure"
OFF = "chance that it lies outside what it should win, by both together"
APART = "standard errors between people and simulation, more than 0 where people win more"


def three(both: BothAnswer, names: OptionNames) -> list[ThreeEstimates]:
    """The options, from what wins most by people and simulation together."""
    return sorted(both.estimates, key=lambda one: (-one.both.value, names.name(one.option)))


def farthest_first(told: AgreementAnswer) -> list[SideBySide]:
    """What is compared, from what lies farthest apart."""
    return sorted(told.compared, key=lambda one: -abs(one.z))


def picture_of_both(both: BothAnswer, names: OptionNames) -> Data:
    """Three estimates of each option against what it should win."""
    every = three(both, names)
    shown = every if len(every) <= MOST_DRAWN else _ends(every)
    rows = [
        {
            "label": names.name(one.option),
            "estimates": [_people(one.people), effect(one.simulated), effect(one.both)],
        }
        for one in shown
    ]
    band = f"the target, {words.band(*both.band)}, shaded"
    desc = "; ".join(f"{names.name(o.option)} {words.share_range(*o.both.ends)}" for o in shown)
    said = f"Both together: {desc}; {band}."
    return _picture("chart-people", f"What each {names.one} wins", said, SERIES, both.band, rows)


def picture_of_agreement(told: AgreementAnswer, names: OptionNames) -> Data:
    """What people did, and what is simulated, one row for each setting and option."""
    every = farthest_first(told)[:MOST_DRAWN]
    rows = [
        {
            "label": names.of(one),
            "estimates": [_people(one.people), _point(one.simulated)],
        }
        for one in every
    ]
    desc = "; ".join(
        f"{names.of(one)} {counted(one.people)}, simulated {words.percent(one.simulated)}"
        for one in every
    )
    title = "Your games and the simulation, farthest apart first"
    return _picture("chart-people-compared", title, f"{desc}.", SERIES[:2], None, rows)


def of_both(both: BothAnswer, names: OptionNames) -> Data:
    """People alone, simulated, both together, and the verdict of each option."""
    columns = [
        Col("option", words.sentence(names.one), get=lambda one: names.name(one.option)),
        *_of_people(lambda one: one.people),
        Col("shrunk", "Evened out", "rate", SHRUNK),
        Col("simulated", "Simulated", "rate", SIMULATED),
        Col("both", "Both together", "rate", BOTH),
        Col("off", "Chance off", "share", OFF),
        Col("verdict", "Verdict", "verdict", JUDGED, verdict_of),
    ]
    caption = f"What each {names.one} should win: {words.band(*both.band)}"
    return listed(PEOPLE, caption, columns, three(both, names))


def of_agreement(told: AgreementAnswer, names: OptionNames) -> Data:
    """What people did in each setting and with each option, and what is simulated."""
    columns = [
        Col("what", "What", get=names.of),
        *_of_people(lambda one: one.people),
        Col("simulated", "Simulated", "share", SIMULATED),
        Col("z", "Apart", "number", APART),
    ]
    return listed(COMPARED, "Farthest apart first", columns, farthest_first(told))


def of_skill(told: SkillAnswer) -> Data | None:
    """Places on the scale of skill, where they can be told."""
    places = (("all", told.skill, told.near), ("newcomers", told.newcomers, ""))
    rows = [(who, place, near) for who, place, near in places if place is not None]
    columns = [
        Col("who", "Who", get=lambda row: row[0]),
        Col("skill", "Skill", "amount", "0: moves by chance; 1: the best that the player can",
            lambda row: row[1]),
        Col("level", "Nearest level", get=lambda row: row[2]),
    ]  # fmt: skip
    return listed(SKILL, "Like players of which skill", columns, rows) if rows else None


def _of_people(get: Any) -> list[Col]:
    """Games won, games, and the share with its interval, which no games have none of."""
    return [
        Col("won", "Wins", "number", "a tie counts as a part", lambda one: wins(get(one))),
        Col("games", "Games", "count", get=lambda one: get(one).games),
        Col("alone", "Your games", "rate", ALONE, lambda one: _known(get(one))),
    ]


def _known(people: Rate) -> Rate | None:
    return people if people.games else None


def _people(people: Rate) -> Data | None:
    return rate(people) if people.games else None


def _point(share: float) -> Data:
    """A number whose interval is not told."""
    return dict.fromkeys(("value", "low", "high"), words.rounded(share))


def _ends(every: Sequence[ThreeEstimates]) -> list[ThreeEstimates]:
    """The strongest and the weakest."""
    half = MOST_DRAWN // 2
    return [*every[:half], *every[-half:]]


def _picture(
    name: str,
    title: str,
    desc: str,
    series: Sequence[str],
    band: tuple[float, float] | None,
    rows: list[Data],
) -> Data:
    return {
        "kind": "estimates",
        "id": name,
        "title": title,
        "desc": desc,
        "series": list(series),
        "band": list(band) if band else None,
        "rows": rows,
    }
