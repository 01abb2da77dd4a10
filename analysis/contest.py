"""Where seats compete: who wins, why, and by how much.  One pass over the run, or two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from analysis.checks import Check, even_parts
from analysis.counts import Counts
from analysis.deal import option_family, random_cells
from analysis.design import Design
from analysis.effects import Shift, shifts, strongest
from analysis.intervals import Effect, rate
from analysis.lengths import spread
from analysis.matchups import Matchups, Meetings
from analysis.partners import Partners, Together
from analysis.picks import Picking, Picks
from analysis.plans import Best, Plan, bests, plans
from analysis.points import Gap, Held, Level, Parts, Sums, Track, gaps
from analysis.pooled import Split
from analysis.ratios import Ratios
from analysis.reading import Blocks, levels_of
from analysis.shares import Fair, Kind, evened, over_fair, overs, shares
from analysis.tables import Tables, in_slices
from analysis.verdicts import FEWEST

SEATS = "seats"
STRATEGIES = "strategies"
PARTS = 20
MOST_MET = 64
# Higher levels of a track count as the last.
MOST_LEVELS = 21


@dataclass(frozen=True)
class Contest:
    """Tables of the cells in which seats compete; empty where there are none.

    kinds: shares of wins of options, dealt things, seats and strategies.  tied: games that
    more than one side won.  shifts: for each change the option that it names or moves most;
    moves: what each does to every option and every seat, by role.  winners: mean points of
    winners and of the others; settings: of all seats of a printed cell, by its number.
    """

    design: Design
    kinds: tuple[Kind, ...] = ()
    matchups: Matchups | None = None
    partners: tuple[Partners, ...] = ()
    plans: tuple[Plan, ...] = ()
    bests: tuple[Best, ...] = ()
    shifts: tuple[Shift, ...] = ()
    parts: tuple[Parts, ...] = ()
    winners: tuple[Parts, ...] = ()
    settings: tuple[Parts, ...] = ()
    tracks: tuple[Track, ...] = ()
    gaps: tuple[Gap, ...] = ()
    checks: tuple[Check, ...] = ()
    picks: tuple[Picks, ...] = ()
    moves: Mapping[str, tuple[Shift, ...]] = field(default_factory=dict)

    def kind(self, role: str) -> Kind | None:
        """The first kind with a role."""
        return next((k for k in self.kinds if k.role == role), None)


def contest(design: Design, run: Any, blocks: Blocks, counts: Counts) -> Contest:
    """Everything about the cells of `design`, in which seats compete."""
    if not design.cells:
        return Contest(design)
    worker = _Worker(design, run, counts)
    for block in blocks:
        for met in in_slices(block, {c.number for c in design.cells}):
            worker.add(met)
    if worker.together is not None:
        worker.weigh()
        for block in blocks:
            for met in in_slices(block, {c.number for c in design.base}):
                worker.move(met)
    return worker.result()


@dataclass(frozen=True)
class _Asked:
    """One kind of thing that a seat has: where it stands and what it may be.

    sorts: for each value the column it stands in, where a seat holds one of each sort; sort:
    what such a sort is called.  stands: for each value the cells over which it is pooled; empty
    where none has its own number compared.
    """

    noun: str
    role: str
    columns: tuple[str, ...]
    values: tuple[str, ...]
    labels: tuple[str, ...]
    cells: frozenset[int]
    sorts: tuple[str, ...] = ()
    sort: str = "sort"
    stands: tuple[frozenset[int], ...] = ()

    def pooled(self, table: Tables) -> list[np.ndarray]:
        """The same without what is another thing in this cell, where its own number is compared."""
        codes = self.codes(table)
        cell = table.part.cell
        out = [i for i, cells in enumerate(self.stands) if cell not in cells]
        return [np.where(np.isin(code, out), -1, code) for code in codes] if out else codes

    def codes(self, table: Tables) -> list[np.ndarray]:
        """One array a column; a seat that holds several things has several columns."""
        if table.part.cell not in self.cells:
            return []
        if self.role == "seat":
            return [table.seats]
        return [table.codes(column, self.values) for column in self.columns]


def _asked(design: Design, run: Any, most: int) -> list[_Asked]:
    """Options first, then what was dealt to seats, then seats and strategies."""
    everywhere = frozenset(c.number for c in design.cells)
    found = []
    options = design.columns("seats", "option")
    if options:
        noun = option_family(design, options[0])
        found.append(_texts(design, run, noun, "option", options, everywhere))
    for column in design.columns("seats", "dealt"):
        cells = random_cells(design, column)
        noun = str(column.get("family") or column["name"])
        found.append(_texts(design, run, noun, "dealt", [column], cells))
    numbers = tuple(str(s) for s in range(most))
    names = tuple(f"Seat {s + 1}" for s in range(most))
    found.append(_Asked(SEATS, "seat", (), numbers, names, everywhere))
    strategies = design.columns("seats", "strategy")
    found.append(_texts(design, run, STRATEGIES, "strategy", strategies[:1], everywhere))
    return [a for a in found if len(a.values) > 1 and a.cells]


def _texts(
    design: Design, run: Any, noun: str, role: str, columns: Sequence[Mapping[str, Any]],
    cells: frozenset[int],
) -> _Asked:  # fmt: skip
    names = [str(c["name"]) for c in columns]
    seats = run.seats().filter(pl.col("cell").is_in([c.number for c in design.cells]))
    sort_of = {v: name for name in names for v in levels_of(seats, name)}
    met = set(sort_of)
    label = {v: v if role == "strategy" else design.name_in(noun, v) for v in met}
    values = tuple(sorted(met, key=lambda v: (label[v], v)))
    labels = tuple(label[v] for v in values)
    sorts = tuple(sort_of[v] for v in values) if len(names) > 1 else ()
    sort = str(columns[0].get("unit") or "sort") if columns else "sort"
    own = {v: design.card_in(noun, v) if role == "option" else None for v in values}
    swept = any(map(design.own, own.values()))
    stands = tuple(design.stands(own[v]) for v in values) if swept else ()
    return _Asked(noun, role, tuple(names), values, labels, cells, sorts, sort, stands)


class _Worker:
    """Holds the sums of the pass."""

    def __init__(self, design: Design, run: Any, counts: Counts) -> None:
        self.design, self.counts = design, counts
        self.cells = [c.number for c in design.cells]
        self.base = [c.number for c in design.base]
        self.index = {c: i for i, c in enumerate(self.cells)}
        self.columns = {r: self._names(r) for r in ("score", "rank", "win_share")}
        rows = counts.seat_rows.filter(counts.seat_rows["cell"].is_in(self.cells))
        most = max(rows["seats"].to_list(), default=0)
        self.asked = _asked(design, run, most)
        self.by_role = {a.role: a for a in reversed(self.asked)}
        self.ratios = [Ratios(self.cells, len(a.values)) for a in self.asked]
        self.seats = most
        self.by_seat = [Ratios(self.base, len(a.values) * most) for a in self.asked]
        self.won, self.rows = np.zeros(len(self.cells)), np.zeros(len(self.cells))
        self.tied = np.zeros(len(self.cells))
        self.uneven = self.astray = 0
        self.drift = np.zeros((len(self.cells), PARTS, 2))
        self.longest = max(map(len, counts.won.values()), default=1)
        self._prepare_options()
        self._prepare_points()
        self.picking = [
            Picking(column, values, values, self.base, most)
            for column in design.columns("seats", "picked")
            if (values := sorted(self._values(run, str(column["of"]))))
        ]

    def _values(self, run: Any, column: str) -> set[str]:
        """What seats took in the cells of the contest."""
        seats = run.seats().filter(pl.col("cell").is_in(self.cells))
        return {str(value) for value in levels_of(seats, column)}

    def _names(self, role: str) -> str:
        return next((c["name"] for c in self.design.columns("seats", role)), "")

    def _prepare_options(self) -> None:
        option, strategy = self.by_role.get("option"), self.by_role.get("strategy")
        self.meetings = None
        if option and self.columns["rank"] and len(option.values) <= MOST_MET:
            self.meetings = Meetings(self.base, option.labels)
        several = option and len(option.columns) > 1 and len(option.values) <= MOST_MET
        self.together = Together(self.base, option.labels) if option and several else None
        self.plans = None
        if option and strategy:
            size = len(option.values) * len(strategy.values)
            self.plans = Ratios(self.base, size)

    def _prepare_points(self) -> None:
        self.parts = self.design.columns("seats", "score_part")
        names = [str(c.get("option") or c["name"]) for c in self.parts]
        self.grouped = [a for a in self.asked if a.role in ("option", "strategy")]
        self.sums = [Sums(len(a.values), names) for a in self.grouped]
        self.scores = [Ratios(self.base, len(a.values)) for a in self.grouped]
        self.sides = Sums(2, names)
        self.side_scores = Sums(2, ["score"])
        self.by_cell = Sums(len(self.base), names)
        self.cell_scores = Sums(len(self.base), ["score"])
        self.tracks = self.design.columns("seats", "level")
        option = self.by_role.get("option")
        size = len(option.values) if option else 0
        self.reached = {c["name"]: Split(MOST_LEVELS) for c in self.tracks}
        self.climbed = {c["name"]: Ratios(self.base, MOST_LEVELS) for c in self.tracks}
        self.held = {c["name"]: Ratios(self.base, size * MOST_LEVELS) for c in self.tracks}
        self.gaps: dict[int, dict[float, int]] = {}

    def add(self, met: Sequence[Tables]) -> None:
        """Some game numbers of every cell."""
        base = [t for t in met if t.part.cell in self.base]
        won = {id(t): t.wins(self.columns["win_share"]) for t in met}
        for table in met:
            self._count(table, won[id(table)])
        for asked, ratios, by_seat in zip(self.asked, self.ratios, self.by_seat, strict=True):
            coded = {id(t): asked.codes(t) for t in met}
            self._sum(ratios, met, coded, won)
            seated = {id(t): [_crossed(c, t.seats, self.seats) for c in coded[id(t)]] for t in base}
            self._sum(by_seat, base, seated, won)
        self._add_meetings(base)
        self._add_partners(base, won)
        self._add_plans(base, won)
        self._add_points(base, won)
        self._add_tracks(base, won)
        self._add_picks(base, won)

    def _sum(
        self, ratios: Ratios, met: Sequence[Tables], codes: Mapping[int, list[np.ndarray]],
        values: Mapping[int, np.ndarray],
    ) -> None:  # fmt: skip
        """Rows of all cells at once, because a game number must not be split."""
        parts = [
            (
                np.repeat(t.games, t.shape[1]),
                np.full(t.seats.size, ratios.index[t.part.cell]),
                code.ravel(),
                values[id(t)].ravel(),
            )
            for t in met
            for code in codes[id(t)]
        ]
        if parts:
            ratios.add(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def _count(self, table: Tables, won: np.ndarray) -> None:
        i = self.index[table.part.cell]
        self.won[i] += won.sum()
        self.rows[i] += won.size
        shared = table.numbers(self.columns["win_share"]).sum(axis=1)
        self.uneven += int((np.abs(shared - 1) > 1e-6).sum())
        teams = table.teams()
        first = np.where(won > 0, teams, -1).max(axis=1)
        last = np.where(won > 0, teams, np.iinfo(np.int64).max).min(axis=1)
        tied = first != last
        self.tied[i] += tied.sum()
        part = table.numbers_of_games() * PARTS // max(1, self.longest)
        self.drift[i, :, 0] += np.bincount(part, won[:, 0], minlength=PARTS)
        self.drift[i, :, 1] += np.bincount(part, minlength=PARTS)
        if self.columns["score"] and table.part.cell in self.base:
            found = gaps(table.numbers(self.columns["score"]), teams)
            kept = self.gaps.setdefault(table.part.cell, {})
            for value, games in zip(*np.unique(found[~np.isnan(found)], return_counts=True),
                                    strict=True):  # fmt: skip
                kept[float(value)] = kept.get(float(value), 0) + int(games)

    def _add_meetings(self, met: Sequence[Tables]) -> None:
        """Every two seats of different teams."""
        if self.meetings is None:
            return
        parts = []
        option = self.by_role["option"]
        for table in met:
            rank, teams = table.numbers(self.columns["rank"]), table.teams()
            numbers = table.numbers_of_games()
            i = np.full(len(table.games), self.meetings.ratios.index[table.part.cell])
            codes = option.pooled(table)
            for s in range(table.shape[1]):
                for t in range(s + 1, table.shape[1]):
                    ahead = (np.sign(rank[:, t] - rank[:, s]) + 1) / 2
                    apart = teams[:, s] != teams[:, t]
                    for one in codes:
                        for other in codes:
                            first = np.where(apart, one[:, s], -1)
                            parts.append((numbers, table.games, i, first, other[:, t], ahead))
        if parts:
            self.meetings.add(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def _add_partners(self, met: Sequence[Tables], won: Mapping[int, np.ndarray]) -> None:
        """Every two things in one seat."""
        if self.together is not None:
            option = self.by_role["option"]
            held = {id(t): list(self.together.codes(option.pooled(t))) for t in met}
            self._sum(self.together.ratios, met, held, won)

    def weigh(self) -> None:
        """Before the second pass, which only pairs of things in one seat ask for."""
        assert self.together is not None
        option = self.by_role["option"]
        single = self.ratios[self.asked.index(option)].only(self.base)
        self.together.weigh(single.within(option.stands) if option.stands else single)

    def move(self, met: Sequence[Tables]) -> None:
        """Second pass: some game numbers of every printed cell."""
        assert self.together is not None
        option = self.by_role["option"]
        place = self.together.ratios.index
        told = [
            (place[t.part.cell], t.games, option.pooled(t), t.wins(self.columns["win_share"]))
            for t in met
        ]
        self.together.move([each for each in told if each[2]])

    def _add_plans(self, met: Sequence[Tables], won: Mapping[int, np.ndarray]) -> None:
        if self.plans is None:
            return
        option, strategy = self.by_role["option"], self.by_role["strategy"]
        width = len(strategy.values)
        codes = {
            id(t): [_crossed(c, strategy.codes(t)[0], width) for c in option.pooled(t)] for t in met
        }
        self._sum(self.plans, met, codes, won)

    def _add_points(self, met: Sequence[Tables], won: Mapping[int, np.ndarray]) -> None:
        score = self.columns["score"]
        if not score:
            return
        scores = {id(t): t.numbers(score) for t in met}
        for asked, ratios, sums in zip(self.grouped, self.scores, self.sums, strict=True):
            codes = {id(t): asked.pooled(t) for t in met}
            self._sum(ratios, met, codes, scores)
            for t in met:
                values = [t.numbers(c["name"]).ravel() for c in self.parts]
                for code in codes[id(t)]:
                    sums.add(code.ravel(), values)
        for t in met:
            values = [t.numbers(c["name"]).ravel() for c in self.parts]
            share = won[id(t)].ravel()
            whole = scores[id(t)].ravel()
            here = np.full(share.size, self.base.index(t.part.cell))
            self.by_cell.add(here, values)
            self.cell_scores.add(here, [whole])
            for side, weight in enumerate((share, 1 - share)):
                place = np.full(share.size, side)
                self.sides.add(place, values, weight)
                self.side_scores.add(place, [whole], weight)
            if values:
                self.astray += int((np.abs(sum(values) - whole) > 1e-6).sum())

    def _add_tracks(self, met: Sequence[Tables], won: Mapping[int, np.ndarray]) -> None:
        option = self.by_role.get("option")
        for column in self.tracks:
            name = column["name"]
            levels = {
                id(t): np.clip(t.numbers(name).astype(np.int64), 0, MOST_LEVELS - 1) for t in met
            }
            self._sum(self.climbed[name], met, {k: [v] for k, v in levels.items()}, won)
            if met:
                seats = [np.repeat(t.games, t.shape[1]) for t in met]
                ended = [v.ravel() for v in levels.values()]
                self.reached[name].add(np.concatenate(seats), np.concatenate(ended))
            if option:
                held = {
                    id(t): [_crossed(c, levels[id(t)], MOST_LEVELS) for c in option.pooled(t)]
                    for t in met
                }
                self._sum(self.held[name], met, held, won)

    def _add_picks(self, met: Sequence[Tables], won: Mapping[int, np.ndarray]) -> None:
        for picking in self.picking:
            coded = {id(t): picking.codes(t) for t in met}
            both = {k: [_crossed(a, b, self.seats)] for k, (a, b) in coded.items()}
            self._sum(picking.by_place, met, both, won)
            self._sum(picking.things, met, {k: [a] for k, (a, _) in coded.items()}, won)
            self._sum(picking.orders, met, {k: [b] for k, (_, b) in coded.items()}, won)
            for t in met:
                picking.note(t, *coded[id(t)])

    def result(self) -> Contest:
        """The tables that the sums make."""
        printed = np.isin(self.cells, self.base)
        plain = Fair((self.won / np.maximum(self.rows, 1))[printed])
        option, strategy = self.by_role.get("option"), self.by_role.get("strategy")
        found: list[Plan] = []
        if self.plans is not None and option and strategy:
            found = plans(self.plans, option.labels, strategy.labels, plain)
        moves = {
            asked.role: tuple(shifts(self.design, ratios, asked.values, asked.labels))
            for asked, ratios in zip(self.asked, self.ratios, strict=True)
            if asked.role in ("option", "seat")
        }
        kinds = tuple(self._kind(i, plain) for i in range(len(self.asked)))
        pairs: tuple[Partners, ...] = ()
        if self.together is not None and option:
            pairs = self.together.partners(plain)
        return Contest(
            self.design,
            kinds,
            self.meetings.matchups() if self.meetings else None,
            pairs,
            tuple(found),
            tuple(bests(found)),
            tuple(strongest(moves.get("option", ()))),
            tuple(self._parts()),
            tuple(self._sides()),
            tuple(self._settings()),
            tuple(self._track(c, plain) for c in self.tracks),
            tuple(self._gap(c) for c in self.base if self.gaps.get(c)),
            tuple(self._checks()),
            tuple(found for picking in self.picking for found in picking.result(plain)),
            moves,
        )

    def _kind(self, i: int, fair: Fair) -> Kind:
        """Shares in the printed cells."""
        asked, by_seat, band = self.asked[i], self.by_seat[i], self.design.fair
        things = len(asked.values)
        ratios = self.ratios[i].only(self.base)
        pooled = ratios.within(asked.stands) if asked.stands else ratios
        even: list[float | None] = [None] * things
        if asked.role != "seat":
            even = evened(by_seat, things, self.seats, fair)
        played = {c: self.counts.games(c) for c in self.base}
        found = overs(pooled, asked.values, asked.labels, fair, band, even)
        if asked.role == "seat":
            found = tuple(sorted(found, key=lambda o: int(o.value)))
        return Kind(
            asked.noun,
            asked.role,
            shares(ratios, asked.labels, self.design.base, fair, band, played),
            found,
            dict(zip(asked.labels, asked.sorts, strict=False)),
            asked.sort,
        )

    def _parts(self) -> list[Parts]:
        made = []
        for asked, ratios, sums in zip(self.grouped, self.scores, self.sums, strict=True):
            for j, label in enumerate(asked.labels if asked.role == "option" else []):
                if sums.seats[j]:
                    score = ratios.mean(j)
                    made.append(Parts(label, sums.seats[j], score, score.value, sums.means(j)))
        return sorted(made, key=lambda p: (-p.total, p.label))

    def _settings(self) -> list[Parts]:
        """Mean points in each printed cell, named by its number."""
        return [
            Parts(str(cell), self.cell_scores.seats[i], None, self.cell_scores.means(i)["score"],
                  self.by_cell.means(i))
            for i, cell in enumerate(self.base)
            if self.cell_scores.seats[i]
        ]  # fmt: skip

    def _sides(self) -> list[Parts]:
        if not self.side_scores.seats.all():
            return []
        return [
            Parts(label, self.side_scores.seats[i], None, self.side_scores.means(i)["score"],
                  self.sides.means(i))
            for i, label in enumerate(("Winners", "The others"))
        ]  # fmt: skip

    def _track(self, column: Mapping[str, Any], fair: Fair) -> Track:
        name = str(column["name"])
        ratios, held = self.climbed[name], self.held[name]
        seats = ratios.bottom.sum(axis=0)
        met = [level for level in range(MOST_LEVELS) if seats[level]]
        levels = tuple(
            Level(level, self.reached[name].rate(level), _climbed(ratios, level, fair))
            for level in met
        )
        option = self.by_role.get("option")
        found = {
            label: tuple(_held(held, j * MOST_LEVELS + level, fair) for level in met)
            for j, label in enumerate(option.labels if option else ())
        }
        return Track(name, str(column.get("meaning") or name), levels, found)

    def _gap(self, cell: int) -> Gap:
        counted = sorted(self.gaps[cell].items())
        values, games = [v for v, _ in counted], [g for _, g in counted]
        total = sum(games)
        return Gap(
            cell,
            spread(values, games),
            {v: g / total for v, g in counted},
            rate(int(self.tied[self.index[cell]]), self.counts.games(cell)),
        )

    def _checks(self) -> list[Check]:
        games = sum(self.counts.games(c) for c in self.cells)
        made = [_exact("The wins of every game add up to one", self.uneven, games, "games")]
        if self.parts:
            rows = int(self.rows[np.isin(self.cells, self.base)].sum())
            name = "The points of every kind add up to the score"
            made.append(_exact(name, self.astray, rows, "seats"))
        drift = even_parts(self.drift)
        made += [drift] if drift else []
        option = self.by_role.get("option")
        if option:
            made.append(self._seated(option))
        return made

    def _seated(self, option: _Asked) -> Check:
        """An option that sits in some seats more often has their advantage as well."""
        things, by_seat = len(option.values), self.by_seat[self.asked.index(option)]
        games = by_seat.bottom.reshape(len(self.base), things, self.seats)
        name = f"The {option.noun} sit in every seat equally often"
        worst, where = 0.0, ""
        for i in range(len(self.base)):
            there = games[i].sum(axis=0) > 0
            mine = games[i][:, there]
            mean = mine.mean(axis=1, keepdims=True)
            far = np.abs(mine - mean) / np.maximum(np.sqrt(mean), 1)
            if mine.size and far.max() > worst:
                j = int(np.unravel_index(far.argmax(), far.shape)[0])
                worst = float(far.max())
                where = f"{option.labels[j]} {int(mine[j].min()):,} to {int(mine[j].max()):,} games"
        # Five standard errors of a count: more than chance gives in any report.
        found = f"at most {where} a seat in one setting" if where else "the same number of games"
        return Check(name, "look" if worst > 5 else "passed", found)


def _held(ratios: Ratios, question: int, fair: Fair) -> Held:
    """Seats of one option on one level."""
    seats = int(ratios.bottom[:, question].sum())
    return Held(seats, _climbed(ratios, question, fair))


def _climbed(ratios: Ratios, question: int, fair: Fair) -> Effect | None:
    """Points over the fair share of those who ended on a level, every seat weighed alike.

    Hardly anybody ends on some levels, and in some settings nobody: settings weighed alike
    would give a single seat the weight of hundreds.
    """
    if ratios.bottom[:, question].sum() < FEWEST:
        return None
    return over_fair(ratios, question, fair, ratios.pooled(question))


def _exact(name: str, wrong: int, of: int, unit: str) -> Check:
    found = f"{wrong:,} of {of:,} {unit} do not" if wrong else f"in all {of:,} {unit}"
    return Check(name, "failed" if wrong else "passed", found)


def _crossed(first: np.ndarray, second: np.ndarray, width: int) -> np.ndarray:
    """One code for two, -1 where either is missing."""
    return np.where((first >= 0) & (second >= 0), first * width + second, -1)
