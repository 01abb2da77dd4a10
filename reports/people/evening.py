"""Which games to play next, in words: the same on page and terminal."""

from collections.abc import Mapping
from typing import Any

from analysis.people.plan import EveningPlan, PlannedGame
from reports.people.sentences import OptionNames
from reports.tables.parts import Col, Section, listed
from reports.text import words

ID, TITLE, LABEL = "next", "Which games to play next?", "Play next"
HALF = (
    "Half of the games have the line-ups that tell most about open verdicts, the other half those "
    "that were played least so far, whatever the simulation says."
)
ALONE = "People and simulation differ, so the plan rests on your games alone."
WORTH = (
    "Deal the seats by lot. A plan is worth little more than line-ups dealt by lot: in made-up "
    "contests about one verdict of a hundred less was wrong after 96 games, and none before."
)


def section(plan: EveningPlan, names: OptionNames) -> Section:
    """A row for each game, and what the evening is expected to be worth."""
    if plan.why_not:
        return Section(ID, TITLE, [f"{words.sentence(plan.why_not)}."])
    wrong = (
        f"By the likeliest verdict about {plan.wrong_now:.1f} {names.kind or 'options'} are judged "
        f"wrong now, and {plan.wrong_after:.1f} after these {words.plural(len(plan.games), 'game')}"
    )
    columns = [
        Col("game", "Game", get=lambda row: f"Game {row[0]}"),
        Col("setting", "Setting", get=lambda row: words.sentence(words.setting(row[1].levels))),
        Col("lineup", "Line-up", get=lambda row: _lineup(row[1], names)),
        Col("why", "Why", get=lambda row: words.sentence(row[1].why)),
    ]
    table = listed("people-next", "In any order", columns, [*enumerate(plan.games, 1)])
    said = [f"{wrong}.", HALF, *([ALONE] if plan.alone else [])]
    return Section(ID, TITLE, said, tables=[table], notes=[WORTH])


def line(plan: EveningPlan, names: OptionNames) -> dict[str, Any]:
    """Every game in one line; settings are told as far as they differ."""
    return {"kind": "plain", "label": LABEL, "text": _in_short(plan, names)}


def _in_short(plan: EveningPlan, names: OptionNames) -> str:
    if plan.why_not:
        return f"nothing, as {plan.why_not}"
    every = [game.levels for game in plan.games]
    differ = {k for k, v in every[0].items() if any(one.get(k) != v for one in every)}
    if not differ:
        rows = "; ".join(_lineup(game, names) for game in plan.games)
        return f"{_players(every[0])}: {rows}"
    return "; ".join(
        f"{_players({k: v for k, v in game.levels.items() if k in differ})}: {_lineup(game, names)}"
        for game in plan.games
    )


def _players(levels: Mapping[str, Any]) -> str:
    """The number of players where it is told, else all levels."""
    return words.setting({k: v for k, v in levels.items() if k == "players"} or levels)


def _lineup(game: PlannedGame, names: OptionNames) -> str:
    """By printed names, in the order of the alphabet."""
    return ", ".join(sorted(names.name(option) for option in game.options))
