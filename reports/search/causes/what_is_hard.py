"""What makes a game hard? The report of `simulate why` without a card."""

from collections.abc import Iterator
from typing import Any

from analysis.conclusions.facts import SPREAD_SHARE, Fact
from analysis.conclusions.ledger import EXPERIMENT
from reports.findings.finding import Finding
from reports.search.parts import header, report, too_few
from reports.tables.parts import Col, Section, dots, effect, listed
from reports.text import words
from simulate.experiment import Experiment
from simulate.search.what_is_hard import HardPart, WhatIsHard

QUESTION = "What makes it hard?"
MOST_TOLD = 3  # parts in the sentence, which is to stay below 80 words


def document(
    experiment: Experiment, found: WhatIsHard, games: int, settings: int, precision: float
) -> dict[str, Any]:
    """The report as plain data.

    games: played in all; precision: the half-width that was asked for.
    """
    badge = {"tone": "plain", "mark": "·", "text": f"{len(found.parts)} parts"}
    return report(
        header(experiment, "why", QUESTION, games, settings, badge),
        [_finding(found)],
        [*too_few("a part", found.half, precision)],
        [_section(found)],
        [Fact(SPREAD_SHARE, {"part": part.name}, *part.share.ends, verdict="", games=found.games)
         for part in found.parts],
        EXPERIMENT,
    )  # fmt: skip


def _finding(found: WhatIsHard) -> Finding:
    first = found.parts[0]
    worst, best = found.worst, found.best
    won = f"{words.percent(worst.won)} of the games are won"
    if worst.name:
        low, high = words.setting(worst.name), words.setting(best.name)
        ends = f"{words.percent(worst.won)} ({low}) to {words.percent(best.won)} ({high})"
        won = f"From {ends} of the games are won"
    text = f"{won}. Of what tells their chances apart {words.listing([*_parts(found)])}."
    return Finding(
        kind="why",
        verdict=words.LEARNED,
        text=text,
        section="hard",
        rows=tuple(("hard", _named(part)) for part in found.parts[:MOST_TOLD]),
        line=f"{words.sentence(_named(first))} makes {words.percent(first.share.value)} of it",
    )


def _parts(found: WhatIsHard) -> Iterator[str]:
    """The largest by name, each with what is hardest; all of it comes to the whole."""
    for place, part in enumerate(found.parts[:MOST_TOLD]):
        makes = " makes" if not place else ""
        yield (
            f"{_named(part)}{makes} {words.share_range(*part.share.ends)} "
            f"({_level(part, 'hardest')} is hardest)"
        )
    others = found.parts[MOST_TOLD:]
    if others:
        whole = sum(part.share.value for part in others)
        yield f"{words.plural(len(others), 'other')} {words.percent(max(whole, 0.0))}"


def _named(part: HardPart) -> str:
    return words.factor(part.factor) if part.factor else part.name


def _level(part: HardPart, end: str) -> str:
    """The hardest or the easiest level, as a sentence has it."""
    name = getattr(part, end).name
    return words.level(part.factor, name) if part.factor else str(name)


def _section(found: WhatIsHard) -> Section:
    said = (
        "Chances to win differ between games before they begin: by "
        f"{words.points(found.spread)} (the standard deviation). Each part's share of that "
        "variance: what several settings make together is split among them (Shapley values), "
        "what is dealt counts on average over the settings. All shares come to 100%; one below 0 "
        "is luck about 0. What happens in play is not in it."
    )
    columns = [
        Col("name", "Part", get=_named),
        Col("dealt", "Is", get=lambda part: "a setting" if part.factor else "dealt"),
        Col("share", "Share", "rate", "of the variance of the chance to win"),
        Col("hardest", "Hardest", get=lambda part: _level(part, "hardest")),
        Col("least", "Won with it", "share", get=lambda part: part.hardest.won),
        Col("easiest", "Easiest", get=lambda part: _level(part, "easiest")),
        Col("most", "Won with it", "share", get=lambda part: part.easiest.won),
    ]
    rows = [{"label": _named(part), **effect(part.share)} for part in found.parts]
    desc = f"{words.plural(len(rows), 'part')}, the largest first."
    chart = dots("chart-hard", "What makes chances differ", desc, rows, unit="rate", bars=True)
    made = listed("hard", "What makes chances to win differ", columns, found.parts)
    return Section("hard", QUESTION, [said], [chart], [made])
