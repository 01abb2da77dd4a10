"""What is each change worth?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from analysis.conclusions.ledger import tally
from analysis.rates.variants import VariantChange, Worth, inside
from analysis.study import Study
from reports.sections.description import unused
from reports.sections.rates.crossed import crossed_table
from reports.tables import own_games
from reports.tables.parts import (
    Col,
    Data,
    Section,
    dot,
    dots,
    effect,
    ends_of,
    judged,
    listed,
    q_of,
)
from reports.text import words
from reports.text.command import basis, typed
from simulate.pack.text.labels import label

TITLE = "What is each change worth?"
MOST_ROWS = 24


def section(study: Study) -> Section | None:
    """Every variant against the printed game, on the same seeds."""
    if not study.variants:
        return None
    said = [
        f"Each change was played on the same luck as {basis(study.design.manifest)}. For a card "
        "that was blanked, a minus is what it is worth to the players, over all games."
    ]
    return Section("variants", TITLE, said, [_chart(study)], [_table(study), *_each(study)])


def _chart(study: Study) -> Data:
    """What each change does; with a target in one setting how often is won, nearest first."""
    worths, band = study.variants, study.rated.band
    if band and all(len(w.at) == 1 for w in worths):
        nearest = sorted(worths, key=lambda w: (abs(w.rate.value - band.middle), w.name))
        near = sorted(nearest[:MOST_ROWS], key=lambda w: (w.rate.value, w.name))
        rows = [dot(w.name, w.at[0].now or w.verdict) | effect(w.rate) for w in near]
        desc = f"From {near[0].name} {words.percent(near[0].rate.value)} to {near[-1].name} "
        desc += f"{words.percent(near[-1].rate.value)}."
        few = f": the {len(near)} nearest to the target" if len(near) < len(worths) else ""
        title = f"Games won with each change{few}"
        return dots("chart-variants", title, desc, rows, unit="rate", band=(band.low, band.high))
    rows = [dot(w.name, w.verdict) | effect(w.paired.effect) for w in worths]
    first, last = worths[0], worths[-1]
    desc = f"From {first.name} {words.signed(first.paired.effect.value)}"
    desc += f" to {last.name} {words.signed(last.paired.effect.value)} points."
    title = "Points that each change adds to the win rate"
    return dots("chart-variants", title, desc, ends_of(rows, MOST_ROWS), unit="points")


def _table(study: Study) -> Data:
    manifest = study.design.manifest
    columns = [
        Col("name", "Change"),
        Col("effect", f"Points against {basis(manifest)}", "points", get=lambda w: w.paired.effect),
        q_of("of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        *([replace(own_games.COLUMN, get=lambda w: own_games.cell(study.own_of(w.name)))]
          if study.own_games else []),
        Col("what", "What is changed", get=lambda w: what(w.blanks, w.changes, study)),
        Col("won", "Won", "rate", get=lambda w: effect(w.rate)),
        *([Col("level", "Against the target", "verdict", get=_level)] if study.rated.bands else []),
        Col("games", "Games", "count", get=lambda w: w.rate.games),
        Col("saving", "Games saved by shared luck", "times", get=lambda w: w.paired.saving),
        *([Col("cut_off", "Cut off", "count", "stopped by a limit, counted as not won")]
          if any(w.cut_off for w in study.variants) else []),
    ]  # fmt: skip
    caption = "Every change, the most costly first (q: within this table)"
    return listed(
        "variants", caption, columns, study.variants, lambda w: _besides(w, study), MOST_ROWS
    )


def _each(study: Study) -> list[Data]:
    """Every change in every setting, where there are several."""
    if all(len(w.at) < 2 for w in study.variants):
        return []
    every = [(w.name, at) for w in study.variants for at in w.at]
    return [crossed_table("variants-each", "change", every)]


def what(blanks: Sequence[str], changes: Sequence[VariantChange], study: Study) -> str:
    """Rope without effect; Lamp oil 4 -> 5, hardly ever used by these players (5 of 331 chances)"""
    pack = study.design.manifest.get("pack", {})
    parts = [(f"{label(pack, name)} without effect", f"cards.{name}") for name in blanks]
    parts += [(change(c, pack), c.path) for c in changes]
    return "; ".join(
        f"{said}, {rare}" if (rare := unused.beside(path, study.cards)) else said
        for said, path in parts
    )


def change(change: VariantChange, pack: Mapping[str, Any]) -> str:
    """Lamp oil 4 -> 5"""
    name = label(pack, change.path)
    if change.printed is None:
        return f"{name}: {words.value(change.value)}"
    return f"{name} {words.value(change.printed)} -> {words.value(change.value)}"


def _besides(worth: Worth, study: Study) -> Data:
    """What a row has besides its columns, for whoever takes a change up."""
    return {
        "set": " ".join(f"{c.path}={typed(c.value)}" for c in worth.changes),
        "blank": " ".join(worth.blanks),
        "level": _level(worth),
        "inside": (inside(worth, True) if study.rated.bands else None),
        "settings": len(worth.at),
        "kind": words.unslug(worth.family),
        **judged(worth.verdict, worth.paired.effect),
    }


def _level(worth: Worth) -> str:
    """The verdict on every setting against the target; how many are on it, where they differ."""
    given = [at.now for at in worth.at if at.now]
    if len(set(given)) < 2:
        return given[0] if given else ""
    return f"{tally(given).on} of {len(given)} on target"
