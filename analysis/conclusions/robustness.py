"""Does a finding hold with other guesses and other players?

Guesses: the experiment was played again with many packs, in each of which what nobody has read on
the game is another where it could be, on luck of its own.  What a number comes to differs
between packs by guesses and by the luck of few games; how far by luck its own error says, and the
rest is guesses.  Players: it was played again by somebody else, with fewer games.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl

from analysis.conclusions.facts import Fact, facts
from analysis.conclusions.kept_people import KeptPeople
from analysis.data.design import VARIANT, Cell
from analysis.data.provenance import open_numbers, printed_entry
from analysis.data.run import RunLike
from analysis.description.underused import FEW, Means, means
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE, q_values
from analysis.stats.interim import ONE_LOOK
from analysis.stats.verdicts import Band
from analysis.study import Study, study
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.experiment.context import GUESS
from simulate.pack.text.labels import label
from simulate.store import MOST_REPLICATE
from simulate.store import StoredRun as Stored
from simulate.store.card_packs import Ablation, FollowedGames, FoundPlan, TriedCard

GUESS_SHARE = "guess_share"
HALVES = (0, 1)
TOLD = ("kinds", "moves")  # tables of a contest that facts are made of
FEWEST_PACKS = 8
DRAWS, DRAWN_ANEW, ENDS = 200, 47, (0.025, 0.975)  # of the packs, by this luck
UNSURE = 0.5  # of fewer packs a finding hangs on the guesses
YES, NO, CANNOT = "stands", "does not stand", "cannot be told"

Key = tuple[str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class Claim:
    """A claim of a finding: one number lies between two ends."""

    key: Key
    low: float
    high: float

    def chance(self, value: float, error: float) -> float:
        """How likely a number is there that was measured with an error."""
        if error <= 0:
            return float(self.low <= value <= self.high)
        normal = NormalDist(value, error)
        below = 0.0 if self.low == -inf else normal.cdf(self.low)
        above = 1.0 if self.high == inf else normal.cdf(self.high)
        return above - below

    def chances(self, values: np.ndarray, error: float) -> np.ndarray:
        """The same of several numbers with one error."""
        from scipy.special import ndtr

        if error <= 0:
            return np.asarray((self.low <= values) & (values <= self.high), dtype=float)
        return np.asarray(ndtr((self.high - values) / error) - ndtr((self.low - values) / error))

    def verdict(self, low: float, high: float) -> str:
        """Whether it stands, by an interval of the number."""
        if self.low <= low and high <= self.high:
            return YES
        return NO if high < self.low or low > self.high else CANNOT


@dataclass(frozen=True)
class OpenNumber:
    """A guess that was drawn: what it is now, and what the packs had there.

    low, high: of a whole number; None of what is none: a word, a switch, a list.
    """

    path: str
    name: str
    value: Any
    low: int | None
    high: int | None
    where: str

    @property
    def is_number(self) -> bool:
        """Whether one value of it is more than another."""
        return self.low is not None


@dataclass(frozen=True)
class GuessInfluence:
    """The share of the variance by guesses that one guess explains; sure: beyond chance."""

    number: OpenNumber
    share: float
    q: float

    @property
    def sure(self) -> bool:
        """Whether so much is hardly luck."""
        return self.q < FALSE_SHARE


@dataclass(frozen=True)
class GuessSpread:
    """One number of the run over all packs, each of whose games were halved by their numbers.

    halves: (packs, 2); errors: of each half by its own games.  What a pack has in both halves is
    guesses: the halves share no luck, also in older runs, where all packs had the same.
    """

    halves: np.ndarray
    errors: np.ndarray

    @cached_property
    def values(self) -> np.ndarray:
        """In each pack."""
        return np.asarray(self.halves.mean(axis=1))

    @cached_property
    def mean(self) -> float:
        """Over all packs."""
        return float(self.values.mean())

    @cached_property
    def by_guesses(self) -> float:
        """Standard deviation between packs beyond chance."""
        return sqrt(max(float(np.cov(self.halves.T)[0, 1]), 0.0))

    @cached_property
    def luck(self) -> float:
        """Standard error of a pack's number, by its own games."""
        return sqrt(float(np.square(self.errors).mean()) / 2)

    @cached_property
    def shrunk(self) -> tuple[np.ndarray, float]:
        """Each pack shrunk to the mean by its share of noise (empirical Bayes), and its error."""
        real, all_ = self.by_guesses**2, float(self.values.var(ddof=1))
        weight = min(1.0, real / all_) if all_ > 0 else 0.0
        alone = weight * max(all_ - real, 0.0)
        together = max(self.luck**2 - max(all_ - real, 0.0), 0.0)
        return self.mean + weight * (self.values - self.mean), sqrt(alone + together)

    def standing(self, claim: Claim) -> float:
        """In what share of the packs a claim stands, as far as can be told."""
        return float(claim.chances(*self.shrunk).mean())

    def standing_between(self, claim: Claim) -> tuple[float, float]:
        """The ends of that share: of 19 of 20 draws of as many of the packs (bootstrap)."""
        luck = np.random.default_rng(DRAWN_ANEW)
        picks = luck.integers(len(self.halves), size=(DRAWS, len(self.halves)))
        drawn = [GuessSpread(self.halves[p], self.errors[p]).standing(claim) for p in picks]
        low, high = np.quantile(drawn, ENDS)
        return float(low), float(high)


@dataclass(frozen=True)
class Guesses:
    """What all packs say.

    games: of a cell in each pack; numbers: what is open; drawn: (packs, numbers), of what is no
    number whether it is another; spreads: by fact; settings: levels of the cells of a pack.
    """

    games: int
    numbers: tuple[OpenNumber, ...]
    drawn: np.ndarray
    spreads: Mapping[Key, GuessSpread]
    settings: tuple[Mapping[str, str], ...] = ()

    def games_of(self, key: Key) -> int:
        """How many games of each pack a fact is of."""
        where = dict(key[1])
        of_it = [all(where.get(n, one) == one for n, one in s.items()) for s in self.settings]
        return self.games * max(sum(of_it), 1)

    @property
    def paths(self) -> set[str]:
        """What was drawn."""
        return {one.path for one in self.numbers}

    @property
    def packs(self) -> int:
        """How many there are."""
        return len(self.drawn)

    def shares(self, keys: Sequence[Key]) -> list[GuessInfluence]:
        """What each open number decides of what guesses do to some facts, most first.

        Every fact counts by how much guesses move it.  q: over all open numbers.
        """
        spreads = [self.spreads[key] for key in keys if key in self.spreads]
        real = sum(spread.by_guesses**2 for spread in spreads)
        if not spreads or real <= 0 or self.packs < FEWEST_PACKS:
            return []
        parts, ps = [], []
        for column in range(len(self.numbers)):
            part, p = self._explained(spreads, column)
            parts.append(part)
            ps.append(p)
        qs = q_values(ps)
        # Parts are measured one by one: together they may not come to more than there is.
        known = sum(part for part, q in zip(parts, qs, strict=True) if q < FALSE_SHARE)
        shares = [
            GuessInfluence(number, min(part / max(real, known), 1.0), q)
            for number, part, q in zip(self.numbers, parts, qs, strict=True)
        ]
        return sorted(shares, key=lambda s: (-s.share, s.number.path))

    def _explained(self, spreads: Sequence[GuessSpread], column: int) -> tuple[float, float]:
        """Variance that a straight line in one number explains beyond luck, and its p.

        Of several facts the smallest p counts, times how many there are.
        """
        from scipy.special import fdtrc

        x = self.drawn[:, column].astype(float)
        x -= x.mean()
        if not x.any():
            return 0.0, 1.0
        spare, total, p = self.packs - 2, 0.0, 1.0
        for spread in spreads:
            y = spread.values - spread.mean
            whole = float(y @ y)
            if whole <= 0:
                continue
            line = float(x @ y) ** 2 / float(x @ x)
            rest = max(whole - line, 1e-15) / spare
            total += max(0.0, line - rest) / (self.packs - 1)
            p = min(p, float(fdtrc(1, spare, line / rest)) * len(spreads))
        return total, min(p, 1.0)


@dataclass(frozen=True)
class Duel:
    """What a player won alone among those of a run.

    games: won, shared ones in part, with their standard error; fair: by one as good as the others.
    """

    games: int
    won: float
    fair: float
    error: float

    @property
    def is_won(self) -> bool:
        """Whether he surely wins more than they do."""
        return self.won - self.fair > ONE_LOOK.reach * self.error

    @property
    def is_lost(self) -> bool:
        """Whether he surely wins less."""
        return self.fair - self.won > ONE_LOOK.reach * self.error


@dataclass(frozen=True)
class Players:
    """What the same settings come to when another strategy plays them.

    on: when some of it was measured before, for all runs of just this; empty where nothing was.
    did: how often a game the holders of each thing did what is counted, in what was played.
    duel: how he does among those of the run, where seats compete; None where nobody measured it.
    """

    strategy: str
    games: int
    facts: Mapping[Key, Fact]
    on: str = ""
    did: Means = field(default_factory=dict)
    duel: Duel | None = None


@dataclass(frozen=True)
class Doubts:
    """What was played beside a run to see what its findings rest on."""

    guesses: Guesses | None = None
    players: Players | None = None
    cards: Sequence[TriedCard] = ()
    ablations: Sequence[Ablation] = ()
    followed: Sequence[FollowedGames] = ()
    people: KeptPeople | None = None
    plans: Sequence[FoundPlan] = ()

    def of_card(self, key: Key) -> list[TriedCard]:
        """A finding about a card with other guesses on it, by `quick` first."""
        return [one for one in self.cards if one.packs and key_of(one.metric, one.where) == key]


def key_of(metric: str, where: Mapping[str, Any]) -> Key:
    """A fact by what it is and of what."""
    return metric, tuple(sorted((name, str(level)) for name, level in where.items()))


def headline(study: Study) -> list[Key]:
    """The numbers that a run is about: levels of its settings, or what options win."""
    metric = WIN_RATE if study.cells else OVER_FAIR_SHARE
    known = [fact for fact in facts(study) if fact.metric == metric]
    several = study.cells and len(study.cells) > 1
    fewest = min((len(fact.where) for fact in known), default=0)
    picked = [f for f in known if len(f.where) == fewest or (several and f.verdict)]
    return [key_of(fact.metric, fact.where) for fact in picked]


def claim(
    study: Study,
    metric: str,
    where: Mapping[str, Any],
    verdict: str,
    told: Sequence[Fact] | None = None,
) -> Claim | None:
    """What a finding says of a fact; None where it says nothing that can be held against it.

    told: the facts of the run, where only some of them were made.
    """
    key = key_of(metric, where)
    known = {key_of(f.metric, f.where): f for f in (facts(study) if told is None else told)}
    if key not in known or verdict in (verdicts.MORE, verdicts.FIT, verdicts.FAR):
        return None
    band = band_of(study, metric, where)
    if verdict in (verdicts.ABOVE, verdicts.STRONG) and band:
        return Claim(key, band.high, inf)
    if verdict in (verdicts.BELOW, verdicts.WEAK) and band:
        return Claim(key, -inf, band.low)
    if verdict == verdicts.ON_TARGET and band:
        return Claim(key, band.low, band.high)
    if verdict == verdicts.NONE:
        return Claim(key, -verdicts.MARGIN, verdicts.MARGIN)
    if verdict not in verdicts.SHOWN:
        return None
    return Claim(key, 0.0, inf) if known[key].value > 0 else Claim(key, -inf, 0.0)


def band_of(study: Study, metric: str, where: Mapping[str, Any]) -> Band | None:
    """What a fact should lie in: the band of its setting, where it is of one."""
    design = study.rated if metric == WIN_RATE else study.design
    of = [c.number for c in design.base if _is_of(where, c)]
    if metric == WIN_RATE:
        return design.shared(of or [cell.number for cell in design.base])
    return design.near[of[0]] if len(of) == 1 else design.fair


def _is_of(where: Mapping[str, Any], cell: Cell) -> bool:
    """Whether a fact is of one setting."""
    levels = ((name, level) for name, level in cell.levels.items() if name != VARIANT)
    return all(str(where.get(name)) == str(level) for name, level in levels)


def guesses(run: Stored) -> Guesses | None:
    """What the packs of a run say that was played with other guesses."""
    manifest = run.manifest
    packs = _packs(manifest)
    open_ = _drawn(manifest, packs)
    if len(packs) < FEWEST_PACKS:
        return None
    paths = frozenset(one.path for one in open_)
    facts_of_packs = [[_told(OfPack(run, pack, paths, half)) for half in HALVES] for pack in packs]
    shared = set.intersection(*(set(half) for pack in facts_of_packs for half in pack))
    spreads = {
        key: GuessSpread(
            *np.array([[half[key] for half in pack] for pack in facts_of_packs]).transpose(2, 0, 1)
        )
        for key in sorted(shared)
    }
    first = next(iter(packs.values()))
    changes = [cells[0]["changes"] for cells in packs.values()]
    drawn = np.array(
        [[_counted(one, c.get(one.path, one.value)) for one in open_] for c in changes]
    )
    games = min(cell["games"] for cells in packs.values() for cell in cells)
    levels = [{k: str(v) for k, v in cell["levels"].items() if k != GUESS} for cell in first]
    return Guesses(games, open_, drawn, spreads, tuple(levels))


def _told(half: "OfPack") -> dict[Key, tuple[float, float]]:
    """Every number that has an interval, with its error."""
    told = study(half, TOLD)
    reach = told.design.confidence.reach
    return {
        key_of(fact.metric, fact.where): (fact.value, (fact.high - fact.low) / 2 / reach)
        for fact in facts(told)
        if fact.low is not None and fact.high is not None
    }


def _drawn(
    manifest: Mapping[str, Any], packs: Mapping[Any, list[Mapping[str, Any]]]
) -> tuple[OpenNumber, ...]:
    """What the packs differ in: what the run sets itself is the same in all."""
    changes = [cells[0]["changes"] for cells in packs.values()]
    known = {path: (low, high, off) for path, _, _, low, high, off in open_numbers(manifest)}
    paths = dict.fromkeys([*known, *(path for draw in changes for path in draw)])
    found = (_open(manifest, path, changes, known.get(path)) for path in paths)
    return tuple(one for one in found if one is not None)


def _open(
    manifest: Mapping[str, Any],
    path: str,
    changes: Sequence[Mapping[str, Any]],
    known: tuple[int, int, str] | None,
) -> OpenNumber | None:
    """One guess, if it was drawn; known: its range, and where to read it off."""
    value = printed_entry(manifest["pack"], path)
    values = [draw.get(path, value) for draw in changes]
    if len({repr(one) for one in values}) == 1:
        return None
    is_number = all(isinstance(one, int) and not isinstance(one, bool) for one in (value, *values))
    low, high = (min(value, *values), max(value, *values)) if is_number else (None, None)
    low, high, off = known if known and is_number else (low, high, "")
    return OpenNumber(path, label(manifest["pack"], path), value, low, high, off)


def _counted(one: OpenNumber, value: Any) -> float:
    """A value for a straight line: of what is no number whether it is another."""
    return float(value) if one.is_number else float(value != one.value)


def players(run: RunLike) -> Players:
    """What the settings of a run come to when somebody else plays them."""
    cells = run.manifest["cells"]
    known = run.manifest["pack"]["strategies"]
    (strategy,) = {n for cell in cells for n in cell["setting"]["strategy"] if n in known}
    told = study(run, TOLD)
    facts_by_key = {key_of(fact.metric, fact.where): fact for fact in facts(told)}
    games = min(cell["games"] for cell in cells)
    did = means(told.design, told.counts, FEW)
    return Players(strategy, games, facts_by_key, did=did, duel=_duel(run.manifest))


def _duel(manifest: Mapping[str, Any]) -> Duel | None:
    found = manifest.get("duel")
    return Duel(*(found[name] for name in ("games", "won", "fair", "error"))) if found else None


def _packs(manifest: Mapping[str, Any]) -> dict[Any, list[Mapping[str, Any]]]:
    """The cells of each pack in which every cell has games."""
    packs: dict[Any, list[Mapping[str, Any]]] = {}
    for cell in manifest["cells"]:
        packs.setdefault(cell["levels"][GUESS], []).append(cell)
    return {pack: cells for pack, cells in packs.items() if all(c["games"] for c in cells)}


class OfPack:
    """Half the games of one pack as a run of their own, in which nothing was drawn."""

    def __init__(self, run: Stored, pack: Any, drawn: frozenset[str], half: int) -> None:
        self._half = half
        cells = [cell for cell in run.manifest["cells"] if cell["levels"][GUESS] == pack]
        self._drawn = cells[0]["changes"]
        self._numbers = {cell["number"]: place for place, cell in enumerate(cells)}
        shards = [s for s in run.manifest["shards"] if s["cell"] in self._numbers]
        self._run = replace(run, manifest=run.manifest | {"shards": shards})
        self._first = min((shard["first"] for shard in shards), default=0)
        factors = [f for f in run.manifest["factors"] if f["name"] != GUESS]
        self._rotations = {cell["number"]: cell.get("rotations", 1) for cell in cells}
        plain = [self._plain(cell, drawn) for cell in cells]
        self.manifest = self._run.manifest | {"cells": plain, "factors": factors}

    def _plain(self, cell: Mapping[str, Any], drawn: frozenset[str]) -> dict[str, Any]:
        levels = {name: level for name, level in cell["levels"].items() if name != GUESS}
        changes = {
            path: value
            for path, value in cell["changes"].items()
            if path in levels or not (path in drawn and self._drawn[path] == value)
        }
        own = {"number": self._numbers[cell["number"]], "levels": levels, "changes": changes}
        return {**cell, **own}

    def games(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a game."""
        return self._renumbered(self._run.games(*self._span(first, last)))

    def seats(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a seat."""
        return self._renumbered(self._run.seats(*self._span(first, last)))

    def turns(self) -> None:
        """Packs are not followed turn by turn."""

    def speeds(self) -> list[Any]:
        """The speed of players is not measured in packs."""
        return []

    def sums(self) -> Iterator[pl.DataFrame]:
        """Of packs rows are kept."""
        return iter(())

    def _span(self, first: int, last: int) -> tuple[int, int]:
        return first + self._first, min(last, MOST_REPLICATE - self._first) + self._first

    def _renumbered(self, rows: pl.LazyFrame) -> pl.LazyFrame:
        rows = rows.with_columns(pl.col("replicate") - self._first)
        deal = pl.col("replicate") // pl.col("cell").cast(pl.Int64).replace_strict(self._rotations)
        own_rows = rows.filter(deal % len(HALVES) == self._half)
        return own_rows.with_columns(pl.col("cell").cast(pl.Int64).replace_strict(self._numbers))
