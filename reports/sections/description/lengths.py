"""How long is a game?"""

from collections.abc import Mapping

from analysis.description.lengths import GameLength, Quantiles
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, hist, listed, of_each, rounded
from reports.text import words

TITLE = "How long is a game?"
MOST_PANELS = 6


def section(study: Study) -> Section | None:
    """Spread of every length column, setting by setting."""
    if not study.lengths or not study.lengths[0].cells:
        return None
    said = _words(study.lengths[0], study)
    return Section("length", TITLE, [said], [_chart(study)], [_table(study)])


def _unit(length: GameLength) -> str:
    return length.unit or length.column.replace("_", " ")


def _words(length: GameLength, study: Study) -> str:
    """The range of medians over the settings."""
    spreads = list(length.cells.values())
    low, high = min(s.median for s in spreads), max(s.median for s in spreads)
    unit = _unit(length)
    longest = max(s.most for s in spreads)
    several = "" if low == high else ", depending on the setting"
    last = words.number(longest)
    games = f"games{_reached(length, study)}"
    middle = words.at_most(low, high, unit)
    return f"Half of the {games} last {middle}{several}; the longest {last}."


def _reached(length: GameLength, study: Study) -> str:
    """That not all games came to a part of the game, where they did not."""
    came = sum(s.games for s in length.cells.values())
    played = max(sum(s.games for s in n.cells.values()) for n in study.lengths)
    return "" if came == played else f" that came to it, {words.part_of(came, played)},"


def _chart(study: Study) -> Data:
    """How often each value of the first length column, by level of the first factor."""
    length = study.lengths[0]
    split = study.design.split
    groups: dict[str, list[int]] = {}
    for cell in study.design.base:
        if cell.number in length.shares:
            name = "All settings"
            if split and len(split.levels) <= MOST_PANELS:
                name = words.level(split.name, cell.levels[split.name])
            groups.setdefault(name, []).append(cell.number)
    unit = _unit(length)
    panels = [
        {
            "title": words.sentence(name),
            "unit": unit,
            "series": [{"name": "games", "shares": _mean([length.shares[c] for c in cells])}],
        }
        for name, cells in groups.items()
    ]
    title = f"{words.sentence(unit)} in a game"
    return hist("chart-length", title, _words(length, study), panels)


def _mean(shares: list[Mapping[float, float]]) -> dict[str, float]:
    """Settings weigh alike; long tails are kept."""
    values = sorted({v for s in shares for v in s})
    return {str(int(v)): rounded(sum(s.get(v, 0.0) for s in shares) / len(shares)) for v in values}


def _table(study: Study) -> Data:
    columns = [Col("setting", "Setting", get=lambda cell: words.setting(cell.levels))]
    columns += of_each(
        study.lengths,
        lambda i, length: Col(f"l{i}", words.sentence(_unit(length)), "spread", length.meaning),
        lambda length, cell: spread(length.cells.get(cell.number)),
    )
    cells = [cell for cell in study.design.base if cell.number in study.lengths[0].cells]
    caption = "Length in every setting: median (5% to 95% of the games that came to that part)"
    return listed("length", caption, columns, cells, folded=8)


def spread(spread: Quantiles | None) -> Data | None:
    """None for a part that no game of the setting came to."""
    return {"value": spread.median, "low": spread.low, "high": spread.high} if spread else None
