"""Did a change help?  Two runs of one game, setting by setting on the same luck."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis import contest, verdicts
from analysis.corrections import FALSE_SHARE, q_values
from analysis.counts import Counts, count
from analysis.design import Cell, Design
from analysis.effects import Shift
from analysis.intervals import Effect, Rate, effect, p_value, rate
from analysis.joined import Joined
from analysis.pairs import Paired, combination, difference, mean_of
from analysis.reading import Blocks
from simulate.core.nested import ABOUT, leaves


@dataclass(frozen=True)
class Differs:
    """One thing that is not the same in both runs; None on the side that does not have it."""

    path: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Setting:
    """One setting that is won or lost as a whole, before and after.

    was, now: the verdict on each against the target; empty without one.
    """

    cell: Cell
    before: Rate
    after: Rate
    paired: Paired
    q: float
    verdict: str
    was: str
    now: str


@dataclass(frozen=True)
class Ending:
    """How often games end for one reason, every setting weighed alike."""

    reason: str
    before: float
    after: float
    effect: Effect
    q: float
    verdict: str


@dataclass(frozen=True)
class Mean:
    """The mean of one length, every setting weighed alike; the difference is in its unit."""

    column: str
    meaning: str
    unit: str
    before: float
    after: float
    effect: Effect
    sure: bool


@dataclass(frozen=True)
class Comparison:
    """What two runs say together; empty where they have nothing to say.

    design: the settings of which both runs have games.  whole: the mean difference over those
    that are won or lost as a whole.  options, seats: shares of the win where seats compete.
    same_luck: one seed, so that game numbers share their deal and their dice; same_rules: played
    by the same sources.
    """

    joined: Joined
    design: Design
    games: tuple[int, int]
    differs: tuple[Differs, ...]
    whole: Paired | None
    settings: tuple[Setting, ...]
    options: tuple[Shift, ...]
    seats: tuple[Shift, ...]
    endings: tuple[Ending, ...]
    means: tuple[Mean, ...]
    same_luck: bool
    same_rules: bool


def compare(joined: Joined) -> Comparison:
    """Everything that may be said of two runs that have settings in common."""
    blocks = Blocks(joined, Design(joined.manifest))
    counts = count(blocks)
    design = blocks.design.only(_played(joined, counts))
    rated = design.only(counts.winnable) if counts.contested else design
    twins = _twins(rated) if rated.won else []
    competed = contest.contest(design.only(counts.contested), joined, blocks, counts)
    first, second = joined.before.manifest, joined.after.manifest
    half = len(joined.twins)
    return Comparison(
        joined,
        design,
        (sum(map(counts.games, range(half))), sum(map(counts.games, range(half, 2 * half)))),
        tuple(differences(joined)),
        combination(counts.won, mean_of(twins)) if twins else None,
        tuple(_settings(rated, counts, twins)),
        competed.moves.get("option", ()),
        competed.moves.get("seat", ()),
        tuple(_endings(design, counts)),
        tuple(_means(design, counts)),
        first["seed"] == second["seed"],
        first.get("source_hash") == second.get("source_hash"),
    )


def _played(joined: Joined, counts: Counts) -> set[int]:
    """Cells of the twins that both have games; a run that was interrupted may lack some."""
    half = len(joined.twins)
    both = [i for i in range(half) if counts.games(i) and counts.games(half + i)]
    return {*both, *(half + i for i in both)}


def differences(joined: Joined) -> list[Differs]:
    """What the second run has other than the first: values of the pack, then of the setting."""
    sides = [
        _values(run.manifest) | _set([twin[side] for twin in joined.twins])
        for side, run in enumerate((joined.before, joined.after))
    ]
    before, after = sides
    return [
        Differs(path, before.get(path), after.get(path))
        for path in dict.fromkeys([*before, *after])
        if before.get(path) != after.get(path)
    ]


def _values(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Every value of a run's pack by its path; where it comes from aside."""
    pack = manifest["pack"]
    found = {path: rule["value"] for path, rule in pack.get("rules", {}).items()}
    for part in ("cards", "strategies"):
        for way, value in leaves({part: pack.get(part, {})}):
            if not any(part in ABOUT for part in way):
                found[".".join(map(str, way))] = value
    return found | {f"{file} (code)": text for file, text in pack.get("code", {}).items()}


def _set(cells: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What every setting has alike: values set for the run, blanked cards, factors."""
    found: dict[str, Any] = {}
    for way in ("setting", "changes"):
        told = [cell.get(way) or {} for cell in cells]
        for name, value in told[0].items() if told else ():
            if all(other.get(name) == value for other in told):
                found[name] = value
    blanks = [set(cell.get("blanks") or ()) for cell in cells]
    shared = sorted(set.intersection(*blanks)) if blanks else []
    return found | {f"{card} (blank)": True for card in shared}


def _settings(
    design: Design, counts: Counts, twins: Sequence[tuple[int, int]]
) -> Iterator[Setting]:
    found = [difference(counts.won, *twin) for twin in twins]
    qs = q_values([p_value(paired.effect) for paired in found])
    for twin, paired, q in zip(twins, found, qs, strict=True):
        before, after = (rate(counts.wins(cell), counts.games(cell)) for cell in twin)
        was, now = (
            verdicts.of_rate(found, design.band) if design.band else "" for found in (before, after)
        )
        verdict = verdicts.of_effect(paired.effect, q)
        cell = design.pair(twin)[0]
        yield Setting(cell, before, after, paired, q, verdict, was, now)


def _twins(design: Design) -> list[tuple[int, int]]:
    return [twin for name in design.variants for twin in design.twins(name)]


def _endings(design: Design, counts: Counts) -> Iterator[Ending]:
    """The two runs are taken for independent: shared luck would make the intervals narrower."""
    twins = _twins(design)
    if "end_reason" not in counts.ends.columns or not twins:
        return
    told = counts.ends.group_by("cell", "end_reason").agg(pl.col("games").sum())
    games = {(cell, reason): n for cell, reason, n in told.iter_rows()}
    reasons = list(dict.fromkeys(sorted(reason for _, reason in games)))
    found = []
    for reason in reasons:
        rates = [
            [rate(games.get((cell, reason), 0), counts.games(cell)) for cell in twin]
            for twin in twins
        ]
        before, after = (sum(pair[i].value for pair in rates) / len(rates) for i in (0, 1))
        # Two imagined games, one each way, keep an interval where a reason was never met.
        spread = [_spread(r) for pair in rates for r in pair]
        found.append((reason, before, after, effect(after - before, sum(spread) / len(twins) ** 2)))
    qs = q_values([p_value(moved) for *_, moved in found])
    for (reason, before, after, moved), q in zip(found, qs, strict=True):
        yield Ending(reason, before, after, moved, q, verdicts.of_effect(moved, q))


def _spread(found: Rate) -> float:
    share = (found.won + 1) / (found.games + 2)
    return share * (1 - share) / (found.games + 2)


def _means(design: Design, counts: Counts) -> Iterator[Mean]:
    """The two runs are taken for independent, as for the endings."""
    twins = _twins(design)
    found = []
    for column in design.columns("games", "length"):
        table = counts.values.get(column["name"])
        if table is None or table.is_empty():
            continue
        told = [[_mean(table, cell) for cell in twin] for twin in twins]
        both = [(first, second) for first, second in told if first and second]
        if both:
            before, after = (sum(pair[i][0] for pair in both) / len(both) for i in (0, 1))
            variance = sum(one[1] for pair in both for one in pair) / len(both) ** 2
            found.append((column, before, after, effect(after - before, variance)))
    qs = q_values([p_value(moved) for *_, moved in found])
    for (column, before, after, moved), q in zip(found, qs, strict=True):
        meaning, unit = str(column.get("meaning") or ""), str(column.get("unit") or "")
        yield Mean(column["name"], meaning, unit, before, after, moved, q < FALSE_SHARE)


def _mean(table: pl.DataFrame, cell: int) -> tuple[float, float] | None:
    """Mean of a length in a cell and the variance of that mean; None where it was never told."""
    here = table.filter((pl.col("cell") == cell) & pl.col("value").is_not_null())
    games = here["games"].to_numpy().astype(float)
    values = here["value"].cast(pl.Float64).to_numpy()
    total = games.sum()
    if total < 2:
        return None
    mean = float(games @ values / total)
    return mean, float(games @ (values - mean) ** 2 / (total - 1) / total)
