"""How hard is it, and is that on target?"""

from collections.abc import Sequence
from typing import Any

from analysis.rates.difficulty import Curve, Difficulty, shown_rate
from analysis.study import Study
from reports.tables.parts import (
    MORE_HELP,
    Col,
    Data,
    Section,
    by_verdict,
    dot,
    dots,
    ends_of,
    listed,
    of_each,
    rate,
)
from reports.text import targets, words

TITLE = "How hard is it, and is that on target?"
UNTARGETED = "How hard is it?"
UNTARGETED_WORDS = "No target is set: `--target 40-60%` would set one."
MOST_PANELS = 8
MOST_ROWS = 60
MOST_COLUMNS = 8
CURVE_POINTS = 24
SAVING = "so many times as many games would tell as much, were they not weighed by the deal"


def section(study: Study) -> Section | None:
    """Win rate of every setting, with the target band where there is one."""
    if not study.cells:
        return None
    section = Section("difficulty", TITLE if study.rated.bands else UNTARGETED)
    section.words = [] if study.rated.bands else [UNTARGETED_WORDS]
    section.charts = [chart(study)] if len(study.cells) > 1 else []
    section.tables = [t for t in (_grid(study), _list(study), _counted(study)) if t]
    return section


def chart(study: Study, most: int = MOST_ROWS) -> Data:
    """Every level with its target: along the tuned factor where there is one, else `most` rows."""
    return _panels(study) or _plain(study, most)


def _panels(study: Study) -> Data | None:
    """One small chart for each context of the tuned factor, all on the same scale."""
    factor = study.rated.tuned
    contexts = study.rated.contexts(factor) if factor else []
    if factor is None or not 1 <= len(contexts) <= MOST_PANELS or len(factor.levels) < 3:
        return None
    by_number = {d.cell.number: d for d in study.cells}
    curves = {tuple(c.context.levels.items()): c for c in study.curves}
    panels = []
    for context in contexts:
        cells = [(v, by_number.get(context.cells.get(v, -1))) for v in factor.levels]
        curve = curves.get(tuple(context.levels.items()))
        panels.append(
            {
                "title": words.sentence(words.setting(context.levels)),
                "points": [_point(i, v, d) for i, (v, d) in enumerate(cells) if d],
                "curve": _line(curve, factor.amounts) if curve else [],
                **({} if study.rated.band else _bands_of(cells)),
            }
        )
    band = study.rated.band
    return {
        "kind": "panels",
        "id": "chart-difficulty",
        "title": f"Games won by {words.factor(factor.name)}",
        "desc": _desc(study.cells),
        "axis": factor.name,
        "levels": [str(v) for v in factor.levels],
        "band": [band.low, band.high] if band else None,
        "panels": panels,
    }


def _bands_of(cells: Sequence[tuple[Any, Difficulty | None]]) -> Data:
    """The band of each level of a panel, if any has one."""
    bands = [d.band if d else None for _, d in cells]
    if not any(bands):
        return {}
    return {"bands": [[band.low, band.high] if band else None for band in bands]}


def _point(index: int, level: Any, difficulty: Difficulty) -> Data:
    return {"x": index} | dot(str(level), difficulty.verdict) | rate(difficulty.rate)


def _line(curve: Curve, amounts: Sequence[float]) -> list[list[float]]:
    """The fitted curve as points (place on the axis, rate); levels stand at equal distances."""
    line = []
    last = len(amounts) - 1
    for i in range(CURVE_POINTS + 1):
        place = last * i / CURVE_POINTS
        left = min(int(place), last - 1)
        part = place - left
        amount = amounts[left] * (1 - part) + amounts[left + 1] * part
        line.append([round(place, 3), round(shown_rate(curve, amount), 4)])
    return line


def _plain(study: Study, most: int) -> Data:
    """One row a setting, where there is no ordered factor to draw along."""
    band = study.rated.band
    rows = [
        dot(words.setting(d.cell.levels), d.verdict)
        | rate(d.rate)
        | ({"band": [d.band.low, d.band.high]} if d.band and not band else {})
        for d in study.cells
    ]
    return dots(
        "chart-difficulty",
        "Games won by setting",
        _desc(study.cells),
        ends_of(rows, most),
        unit="rate",
        band=(band.low, band.high) if band else None,
    )


def _desc(cells: Sequence[Difficulty]) -> str:
    most = max(cells, key=lambda d: d.rate.value)
    least = min(cells, key=lambda d: d.rate.value)
    return (
        f"From {words.percent(least.rate.value)} ({words.setting(least.cell.levels)}) to "
        f"{words.percent(most.rate.value)} ({words.setting(most.cell.levels)}). "
        "The table has every number."
    )


def _counted(study: Study) -> Data | None:
    """How many settings have which verdict."""
    if not study.rated.bands or len(study.cells) < 2:
        return None
    verdicts = [d.verdict for d in study.cells if d.verdict]
    of_all = f" (target {targets.of_rates(study.rated)})" if study.rated.band else ""
    return by_verdict("verdicts", f"Settings by verdict{of_all}", "settings", verdicts)


def _grid(study: Study) -> Data | None:
    """Two crossed factors as a grid: the first across, the second down."""
    factors = study.rated.factors
    if len(factors) != 2 or len(factors[0].levels) > MOST_COLUMNS:
        return None
    across, down = factors
    by_levels = {
        (str(d.cell.levels[across.name]), str(d.cell.levels[down.name])): d for d in study.cells
    }

    def name(level: Any) -> str:
        said, meaning = words.unslug(str(level)), down.level_meanings.get(str(level), "")
        return f"{said} ({meaning})" if meaning else said

    def won(first: Any, second: Any) -> Data | None:
        cell = by_levels.get((str(first), str(second)))
        return rate(cell.rate) | {"verdict": cell.verdict} if cell else None

    columns = [Col("level", words.sentence(words.factor(down.name)), get=name)]
    columns += of_each(
        across.levels, lambda i, v: Col(f"c{i}", words.level(across.name, v), "grid"), won
    )
    caption = (
        f"Games won by {words.factor(down.name)} and {words.factor(across.name)}: "
        "rate (95% interval)"
    )
    return listed("grid", caption, columns, down.levels) | {"look": "grid"}


def _list(study: Study) -> Data:
    bands = study.rated.bands
    columns = [
        Col("setting", "Setting", get=lambda d: words.setting(d.cell.levels)),
        Col("won", "Won", "rate", "share of games won, with its 95% interval", lambda d: d.rate),
        *([Col("saving", "Worth, weighed", "times", SAVING, lambda d: d.rate.saving)]
          if study.counts.weighed else []),
        Col("games", "Games", "count", get=lambda d: d.rate.games),
        *([Col("target", "Target", get=_target)] if bands and not study.rated.band else []),
        *([
            Col("verdict", "Verdict", "verdict"),
            Col("beyond", "Points outside the band", "size", "at least"),
            Col("more", "Games to add", "count", MORE_HELP, lambda d: d.more or None),
        ] if bands else []),
        *([
            Col("cut_off", "Cut off", "count", "games stopped by a limit, counted as not won"),
            Col("most", "Won at most", "share", "if every game cut off had been won"),
        ] if any(d.cut_off for d in study.cells) else []),
    ]  # fmt: skip
    return listed("difficulty", "Games won in every setting", columns, study.cells, folded=8)


def _target(difficulty: Difficulty) -> str:
    return words.band(difficulty.band.low, difficulty.band.high) if difficulty.band else ""
