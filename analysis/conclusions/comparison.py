"""Did a change help?  Two runs compared by setting, on common random numbers."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from analysis.data import deal
from analysis.data.changed import ChangedThings
from analysis.data.counts import Counts, count
from analysis.data.design import Cell, Design, Move
from analysis.data.entrants import PLAYER, PLAYERS, SEATS, SKILL, SKILLS
from analysis.data.joined import Joined
from analysis.data.reading import Blocks
from analysis.description import grouped_tallies
from analysis.description.grouped_tallies import Several
from analysis.estimators import pooled
from analysis.estimators.pairs import Paired, combination, difference, known_of, mean_of, of_numbers
from analysis.rates import contrasts, crossed
from analysis.rates.contrasts import ContributionChange
from analysis.rates.levels import Levels
from analysis.rates.skill_gap import Gap
from analysis.shares import contest, own
from analysis.shares.effects import Shift
from analysis.shares.own import Own
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE, q_values
from analysis.stats.intervals import Estimate, Rate, p_value
from analysis.stats.results import ABSENT, by_deal, means_by_deal, portions, wins_of
from analysis.stats.verdicts import Band
from simulate.core.text.nested import ABOUT, leaves

OWN_TEXT = "the text of "  # begins what is told of a game of one's own that was written anew


@dataclass(frozen=True)
class Differs:
    """One thing that is not the same in both runs; None on the side that does not have it."""

    path: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Setting:
    """One setting that is won or lost as a whole, before and after.

    band: that it should lie in, if any.  was, now: the verdict on each against it; empty without
    one.
    """

    cell: Cell
    before: Rate
    after: Rate
    paired: Paired
    q: float
    verdict: str
    band: Band | None
    was: str
    now: str


@dataclass(frozen=True)
class EndReasonRate:
    """How often games end for one reason, every setting weighed alike."""

    reason: str
    before: float
    after: float
    effect: Estimate
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
    effect: Estimate
    q: float
    sure: bool


@dataclass(frozen=True)
class RunComparison:
    """What two runs say together; empty where they have nothing to say.

    design: the settings of which both runs have games.  whole: the mean difference over those
    that are won or lost as a whole; verdict: on it.  own: what the change does to each thing in
    its own games, where all win or lose together; brings: what everything brings that the deal
    decides, where something else was changed.  options, dealt, seats, skills, players: shares
    of the win where seats compete.  cards: what seats held and used before, and after.
    same_luck: one seed, so that game numbers share their deal and their dice; same_rules: played
    by the same sources.
    """

    joined: Joined
    design: Design
    games: tuple[int, int]
    differs: tuple[Differs, ...]
    whole: Paired | None
    verdict: str
    settings: tuple[Setting, ...]
    own: tuple[Own, ...]
    brings: tuple[ContributionChange, ...]
    options: tuple[Shift, ...]
    dealt: tuple[Shift, ...]
    seats: tuple[Shift, ...]
    skills: tuple[Shift, ...]
    players: tuple[Shift, ...]
    endings: tuple[EndReasonRate, ...]
    means: tuple[Mean, ...]
    cards: tuple[tuple[Several, ...], tuple[Several, ...]]
    same_luck: bool
    same_rules: bool
    same_games: bool
    far: tuple[Gap, ...]

    @property
    def shares(self) -> tuple[tuple[str, tuple[Shift, ...]], ...]:
        """Shares of the win by what they are of: "factions", "territories", "seats"."""
        options = str(self.design.manifest.get("options") or "options")
        dealt = next(iter(self.design.columns("seats", "dealt")), {})
        named = (
            (options, self.options),
            (str(dealt.get("family") or dealt.get("name")), self.dealt),
            (SEATS, self.seats),
            (SKILLS, self.skills),
            (PLAYERS, self.players),
        )
        return tuple((noun, shifts) for noun, shifts in named if shifts)


def compared(joined: Joined) -> RunComparison:
    """Two runs that have settings in common, each table a family of its own."""
    first, second = joined.before.manifest, joined.after.manifest
    differs, same_rules = tuple(differences(joined)), _same_rules(first, second)
    same_luck = first["seed"] == second["seed"]
    unchanged = same_luck and same_rules and not differs
    same_games = unchanged and joined.hold_same_rows()
    joined = replace(joined, shared_only=joined.shared_only or same_games)
    blocks = Blocks(joined, Design(joined.manifest))
    counts = count(blocks)
    design = blocks.design.only(_played(joined, counts))
    rated = design.only(counts.winnable) if counts.contested else design
    twins = _twins(rated) if rated.won else []
    bands = blocks.design.bands
    judged = _judged(joined, bands)
    competed = contest.contest(design.only(counts.contested), joined, blocks, counts)
    half = len(joined.twins)
    changed = ChangedThings(design, joined, blocks, [one.path for one in differs])
    return RunComparison(
        joined=joined,
        design=design,
        games=(sum(map(counts.games, range(half))), sum(map(counts.games, range(half, 2 * half)))),
        differs=differs,
        whole=combination(counts.judged, mean_of(twins), design.confidence) if twins else None,
        verdict="",
        settings=tuple(_settings(rated, counts, twins, judged, bands)),
        own=_own(rated, joined, blocks, counts, changed) if twins else (),
        brings=_brings(rated, joined, blocks, counts, changed) if twins else (),
        options=own.untouched(
            _changed(competed, "option"), changed, _seats_columns(design, "option")
        ),
        dealt=own.untouched(_changed(competed, "dealt"), changed, _seats_columns(design, "dealt")),
        seats=tuple(_changed(competed, "seat")),
        skills=tuple(_changed(competed, SKILL)),
        players=tuple(_changed(competed, PLAYER)),
        endings=tuple(_endings(design, counts, blocks)),
        means=tuple(_means(design, blocks)),
        cards=(_cards(design, counts, range(half)), _cards(design, counts, range(half, 2 * half))),
        same_luck=same_luck,
        same_rules=same_rules,
        same_games=same_games,
        far=_far(judged, rated) if twins else (),
    )


def _cards(design: Design, counts: Counts, cells: Sequence[int]) -> tuple[Several, ...]:
    return tuple(grouped_tallies.cards(design, counts, cells))


def _own(
    design: Design, joined: Joined, blocks: Blocks, counts: Counts, changed: ChangedThings
) -> tuple[Own, ...]:
    questions = deal.questions(design, joined)
    return tuple(
        row
        for move in _change(design, counts)
        for row in own.owns(design, blocks, questions, changed, move)
    )


def _brings(
    design: Design, joined: Joined, blocks: Blocks, counts: Counts, changed: ChangedThings
) -> tuple[ContributionChange, ...]:
    """Where something was changed that is in no deal: whom does it help more than others?"""
    if changed.elsewhere:
        questions = deal.questions(design, joined)
        return contrasts.moved(design, blocks, questions, _change(design, counts), changed)
    return ()


def _change(design: Design, counts: Counts) -> list[Move]:
    """What came after, as the one thing that is compared."""
    return [move for move in crossed.played(design, counts) if move.factor is None]


def _seats_columns(design: Design, role: str) -> list[str]:
    return [str(column["name"]) for column in design.columns("seats", role)]


def _changed(competed: contest.Contest, role: str) -> Iterator[Shift]:
    """What came after; levels that both runs ask about are settings here."""
    return (shift for shift in competed.moves.get(role, ()) if shift.move.factor is None)


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
    values = {path: rule["value"] for path, rule in pack.get("rules", {}).items()}
    for part in ("cards", "strategies"):
        for way, value in leaves({part: pack.get(part, {})}):
            if not any(part in ABOUT for part in way):
                values[".".join(map(str, way))] = value
    values |= {f"{file} (code)": text for file, text in pack.get("code", {}).items()}
    return values | _own_text(manifest)


def _own_text(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The text of a game of one's own by the name of its file, told by a mark of it."""
    if not (own := manifest.get("own")):
        return {}
    mark = hashlib.blake2b(own["text"].encode(), digest_size=4).hexdigest()
    return {f"{OWN_TEXT}{manifest['game']}.py": mark}


def _same_rules(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether both were played by the same sources; the text of an own game is told by itself."""
    if _own_text(first) != _own_text(second):
        return bool(first["versions"] == second["versions"])
    return first.get("source_hash") == second.get("source_hash")


def _set(cells: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What every setting has alike: values set for the run, blanked cards, factors."""
    alike: dict[str, Any] = {}
    for way in ("setting", "changes"):
        sides = [cell.get(way) or {} for cell in cells]
        for name, value in sides[0].items() if sides else ():
            if all(other.get(name) == value for other in sides):
                alike[name] = value
    blanks = [set(cell.get("blanks") or ()) for cell in cells]
    shared = sorted(set.intersection(*blanks)) if blanks else []
    return alike | {f"{card} (blank)": True for card in shared}


def _judged(joined: Joined, bands: Mapping[int, Band]) -> list[tuple[Levels, Cell]]:
    """For each cell of the twins, in their order: by what it is judged, and as its own run has it.

    bands: the targets that both sides are held against, by the cells of the twins.
    """
    pairs: list[tuple[Levels, Cell]] = []
    for side, run in enumerate((joined.before, joined.after)):
        design = Design(run.manifest)
        numbers = [int(twin[side]["number"]) for twin in joined.twins]
        held = {n: bands[at] for at, n in enumerate(numbers, len(pairs)) if at in bands}
        levels, cells = Levels(design, bands=held), {cell.number: cell for cell in design.cells}
        pairs += [(levels, cells[number]) for number in numbers]
    return pairs


def _far(judged: Sequence[tuple[Levels, Cell]], played: Design) -> tuple[Gap, ...]:
    """Better players by whom settings of the comparison have no verdict, each told once."""
    numbers = {cell.number for cell in played.cells}
    cells = [at for i, at in enumerate(judged) if i in numbers]
    gaps = (gap for levels, cell in cells if (gap := levels.behind(cell)))
    return tuple({(str(gap.cell.levels), gap.measured): gap for gap in gaps}.values())


def _settings(
    design: Design,
    counts: Counts,
    twins: Sequence[tuple[int, int]],
    judged: Sequence[tuple[Levels, Cell]],
    bands: Mapping[int, Band],
) -> Iterator[Setting]:
    moved = [difference(counts.judged, *twin, design.confidence) for twin in twins]
    given = verdicts.of_family([paired.effect for paired in moved])
    for twin, paired, (q, verdict) in zip(twins, moved, given, strict=True):
        before, after = (counts.rate(cell, design.confidence) for cell in twin)
        was, now = (
            judged[number][0].verdict(judged[number][1], won)
            for number, won in zip(twin, (before, after), strict=True)
        )
        cell, band = design.pair(twin)[0], bands.get(twin[1])
        yield Setting(cell, before, after, paired, q, verdict, band, was, now)


def _twins(design: Design) -> list[tuple[int, int]]:
    return [twin for name in design.variants for twin in design.twins(name)]


def _endings(design: Design, counts: Counts, blocks: Blocks) -> Iterator[EndReasonRate]:
    """Every reason that was met: whether a game ended so, paired as wins are."""
    twins = _twins(design)
    if "end_reason" not in counts.ends.columns or not twins:
        return
    reasons = sorted(counts.ends["end_reason"].unique())
    column = str(design.columns("games", "end_reason")[0]["name"])
    ended = _by_game(pooled.of_text(column, reasons), design, blocks, np.int16, ABSENT)
    rows = []
    for code, reason in enumerate(reasons):
        results = {
            cell: by_deal(_met(codes, code), design.rotations[cell])
            for cell, codes in ended.items()
        }
        shares = {cell: wins_of(result) / counts.games(cell) for cell, result in results.items()}
        moved = combination(results, mean_of(twins), design.confidence).effect
        rows.append((reason, *_sides(shares, twins), moved))
    judged = verdicts.of_family([moved for *_, moved in rows])
    yield from (EndReasonRate(*row, *given) for row, given in zip(rows, judged, strict=True))


def _met(codes: np.ndarray, code: int) -> np.ndarray:
    """Whether each game ended so, as results are kept."""
    met = np.full(len(codes), ABSENT, np.int8)
    for some in portions([codes]):
        met[some] = np.where(codes[some] == ABSENT, ABSENT, codes[some] == code)
    return met


def _means(design: Design, blocks: Blocks) -> Iterator[Mean]:
    """Every length, paired as wins are; settings in which a run never tells it are left out."""
    twins = _twins(design)
    rows = []
    for column in design.columns("games", "length"):
        values = _by_game(_numbers(column["name"]), design, blocks, np.float32, np.nan)
        values = {c: means_by_deal(each, design.rotations[c]) for c, each in values.items()}
        known = {cell: known_of(each) for cell, each in values.items()}
        both = [twin for twin in twins if all(known[cell][0] > 1 for cell in twin)]
        if both:
            means = {cell: known[cell][1] for twin in both for cell in twin}
            moved = of_numbers(values, mean_of(both), design.confidence)
            rows.append((column, *_sides(means, both), moved))
    qs = q_values([p_value(moved) for *_, moved in rows])
    for (column, before, after, moved), q in zip(rows, qs, strict=True):
        meaning, unit = str(column.get("meaning") or ""), str(column.get("unit") or "")
        yield Mean(column["name"], meaning, unit, before, after, moved, q=q, sure=q < FALSE_SHARE)


def _numbers(column: str) -> pooled.Codes:
    return lambda block: block.games[column].cast(pl.Float64).to_numpy()


def _by_game(
    of_games: pooled.Codes, design: Design, blocks: Blocks, dtype: type, none: float
) -> dict[int, np.ndarray]:
    """What every game of every cell is told to be, by its number; `none` where there is none."""
    numbers = [c.number for c in design.cells]
    by_cell: dict[int, np.ndarray] = {n: np.full(blocks.replicates, none, dtype) for n in numbers}
    for block in blocks:
        values = of_games(block)
        for part in block.parts:
            if part.cell in by_cell:
                by_cell[part.cell][part.replicates] = values[part.start : part.stop]
    return by_cell


def _sides(means: Mapping[int, float], twins: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Before and after, every setting weighed alike."""
    before, after = (sum(float(means[twin[i]]) for twin in twins) / len(twins) for i in (0, 1))
    return before, after
