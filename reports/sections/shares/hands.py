"""Who is strong in whose hands?  What options bring at each level of skill that a run crosses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.data.design import VARIANT, CrossedFactor
from analysis.shares.share_verdicts import Kind
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from analysis.study import Study
from reports.sections.rates.contrasts import option_families
from reports.tables.parts import Col, Data, Section, dot, dots, effect, listed, of_each
from reports.text import words

HANDS, SKILL = "hands", "skill"
MOST_DRAWN = 6
MOST_ROWS = 16
NO_PEOPLE = (
    "A level is a place on the way from random play to this player's best, and nobody has compared "
    "it with people's games yet."
)


@dataclass(frozen=True)
class Hands:
    """An option in a setting: points at each level of skill; verdicts where there is a target."""

    label: str
    points: Mapping[Any, Estimate]
    verdicts: Mapping[Any, str]

    @property
    def spread(self) -> float:
        """How far its best level lies above its worst."""
        values = [each.value for each in self.points.values()]
        return max(values) - min(values)


def section(study: Study) -> Section | None:
    """What each option brings at each level of skill; those that move most are drawn."""
    factor = next((f for f in study.design.factors if f.name == SKILL), None)
    if factor is None:
        return None
    kind = study.contest.kind("option")
    found = _competing(kind, factor) if kind else _together(study, factor)
    rows = sorted(found, key=lambda row: (-row.spread, row.label))
    if not rows:
        return None
    noun = kind.noun if kind else " or ".join(sorted(option_families(study)))
    title = f"{words.sentence(noun)}: {_what(kind)}, by skill"
    asked, said = f"Which {noun} are strong in whose hands?", [*_told(factor, rows), NO_PEOPLE]
    chart = _chart(study, title, factor, rows[:MOST_DRAWN], kind)
    return Section(HANDS, asked, said, [chart], [_table(title, factor, rows)])


def _what(kind: Kind | None) -> str:
    return "points over the fair share" if kind else "points added to the win rate"


def _competing(kind: Kind, factor: CrossedFactor) -> Iterator[Hands]:
    """The shares of options, setting by setting."""
    groups: dict[str, dict[Any, Any]] = {}
    for share in kind.shares:
        rest = {k: v for k, v in share.cell.levels.items() if k not in (factor.name, VARIANT)}
        label = f"{share.label}, {words.setting(rest)}" if rest else share.label
        groups.setdefault(label, {})[share.cell.levels[factor.name]] = share
    for label, at in groups.items():
        points = {level: share.over for level, share in at.items()}
        yield Hands(label, points, {level: share.verdict for level, share in at.items()})


def _together(study: Study, factor: CrossedFactor) -> Iterator[Hands]:
    """What options add to the win rate, settings pooled, where tables are split by skill."""
    families = option_families(study)
    for contrast in study.dealing.contrasts:
        if contrast.family in families and study.dealing.factor == factor.name:
            by_level = zip(study.dealing.levels, contrast.by_level, strict=True)
            points = {level: each for level, each in by_level if each}
            if points:
                yield Hands(contrast.label, points, {})


def _told(factor: CrossedFactor, rows: Sequence[Hands]) -> list[str]:
    """Who is off target at some levels and not at the highest: by these players' hands alone."""
    told = []
    for verdict in (verdicts.STRONG, verdicts.WEAK):
        for level in factor.levels[:-1]:
            who = [
                row.label
                for row in rows
                if row.verdicts.get(level) == verdict != row.verdicts.get(factor.levels[-1])
            ]
            if who:
                what = words.sentence(words.VERDICTS[verdict].word)
                where = f"with {words.level(factor.name, level)}"
                best = words.level(factor.name, factor.levels[-1])
                told.append(f"{what} {where} and not with {best}: {words.listing(who)}.")
    return told


def _chart(
    study: Study, title: str, factor: CrossedFactor, rows: Sequence[Hands], kind: Kind | None
) -> Data:
    marks: list[Data] = []
    for row in rows:
        marks.append({"heading": row.label})
        marks += [
            dot(words.level(factor.name, level), row.verdicts.get(level, verdicts.NONE))
            | effect(points)
            for level, points in row.points.items()
        ]
    desc = f"{rows[0].label} moves most: by {words.points(rows[0].spread)}."
    band = study.design.fair
    return dots(f"chart-{HANDS}", title, desc, marks, unit="points",
                band=(band.low, band.high) if kind else None)  # fmt: skip


def _table(title: str, factor: CrossedFactor, rows: Sequence[Hands]) -> Data:
    columns = [Col("what", "Who", get=lambda row: row.label)]
    columns += of_each(
        factor.levels,
        lambda i, level: Col(f"l{i}", words.level(factor.name, level), "points"),
        lambda level, row: row.points.get(level),
    )
    return listed(HANDS, title, columns, rows, folded=MOST_ROWS)
