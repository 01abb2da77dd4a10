"""Who finishes ahead of whom?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analysis.conclusions.expected import expected
from analysis.shares.matchups import Matchup, Matchups, is_shown
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE, q_values
from analysis.stats.intervals import p_value
from analysis.stats.verdicts import FEWEST
from analysis.study import Study
from reports.tables.parts import (
    Col,
    Data,
    Section,
    dots,
    effect,
    ends_of,
    judged,
    listed,
    of_each,
    q_of,
    rounded,
    square,
    table,
)
from reports.text import words
from simulate.core.game.facts import MATCHUP
from simulate.experiment.expected.expect import PAIR

TITLE = "Who finishes ahead of whom?"
MOST_MATRIX = 20
MOST_ROWS = 24
MOST_PAIRS = 6  # that are in view
MOST_NAMED = 4  # pairs that never met
WORST = (verdicts.MISSED, verdicts.MORE, verdicts.MET)
NONE: Mapping[tuple[str, str], "WantedPair"] = {}
TARGETED = "; below it a target: ✓ met, ✗ missed, ? not enough games"
LIKELY = "drawn to what the strengths say, by as much of the difference as is luck"


@dataclass(frozen=True)
class WantedPair:
    """What a target wants of a pair, and the worst verdict over its settings."""

    low: float
    high: float
    verdict: str

    @property
    def mark(self) -> str:
        """As a square says it: ✗ 45-55"""
        ends = f"{words.number(100 * self.low)}-{words.number(100 * self.high)}"
        return f"{words.verdict(self.verdict).mark} {ends}"

    def turned(self) -> "WantedPair":
        """The same, seen from the other side."""
        return WantedPair(1 - self.high, 1 - self.low, self.verdict)


def section(study: Study) -> Section | None:
    """Matrix, strengths, and what no order of strength explains."""
    matchups = study.contest.matchups
    if matchups is None or not matchups.pairs:
        return None
    noun = str(study.design.manifest.get("options") or "options")
    tables = (
        ratings(matchups, noun, "ratings"),
        matrix(matchups, noun, "matchups-matrix", _wanted(study)),
        _list(matchups),
        _cyclic(matchups),
    )
    said, charts = (
        [_circles(matchups), _one_sided(matchups), *_untold(matchups)],
        [strengths(matchups, noun, "chart-ratings")],
    )
    return Section("matchups", TITLE, said, charts, [each for each in tables if each])


def _wanted(study: Study) -> Mapping[tuple[str, str], WantedPair]:
    """The pairs that targets name, seen from both sides; of several verdicts the worst."""
    asked = [one for one in expected(study) if one.metric == MATCHUP]
    sides: dict[tuple[str, str], WantedPair] = {}
    for one in sorted(asked, key=lambda one: WORST.index(one.verdict)):
        ids = (str(one.of[key]) for key in PAIR)
        first, second = (study.design.name_in(study.design.option_section, each) for each in ids)
        wanted = WantedPair(one.low or 0.0, 1.0 if one.high is None else one.high, one.verdict)
        sides.setdefault((first, second), wanted)
        sides.setdefault((second, first), wanted.turned())
    return sides


def _untold(matchups: Matchups) -> list[str]:
    """Pairs that never met, and those of which few games tell."""
    said, apart = [], [f"{a} and {b}" for a, b in matchups.apart]
    if apart:
        more = ["others"] if len(apart) > MOST_NAMED else []
        named = words.listing([*apart[:MOST_NAMED], *more])
        one = len(apart) == 1
        are, of = ("1 pair", "it") if one else (f"{len(apart)} pairs", "them")
        said.append(f"{are} never met at a table, so nothing is told of {of}: {named}.")
    few = sum(pair.games < FEWEST for pair in matchups.pairs)
    if few:
        said.append(
            f"{few} of {len(matchups.pairs)} pairs met in fewer than {FEWEST} games: what is "
            "likely of them is mostly what the strengths say."
        )
    return said


def pair(matchup: Matchup) -> str:
    """Rock ahead of Scissors"""
    return f"{matchup.first} ahead of {matchup.second}"


def strongest_side(matchup: Matchup) -> Matchup:
    """Seen from the side that finishes ahead more often than the strengths say."""
    return matchup if matchup.beyond.value >= 0 else matchup.turned()


def _circles(matchups: Matchups) -> str:
    if matchups.cyclic is None:
        return (
            "Circles (A beats B, B beats C, C beats A) cannot be told: too few games, or no "
            "differences."
        )
    share = words.percent(matchups.cyclic)
    if not matchups.circles:
        return (
            "No circles are shown: strength explains who is ahead, as far as these games tell "
            f"(circles {share})."
        )
    return (
        f"{share} of the differences go in circles: A is ahead of B, B of C, C of A. That part "
        "no list of strengths can show."
    )


def _one_sided(matchups: Matchups) -> str:
    """The most one-sided pair, from the side that is ahead; each pair is also a worst one."""
    sides = [p if p.ahead.value >= 0.5 else p.turned() for p in matchups.pairs]
    sure = _sure(matchups)
    sure |= {(second, first) for first, second in sure}
    known = [p for p in sides if p.games >= FEWEST and (p.first, p.second) in sure]
    if not known:
        return "No pair is shown to be one-sided: chance explains the differences."
    best = max(known, key=lambda p: (p.ahead.value, p.first))
    ahead = words.share_range(*best.ahead.ends)
    likelier = "" if best.likely is None else f": {words.percent(best.likely.value)} is likelier"
    return (
        f"The most one-sided pair: {best.first} finish ahead of {best.second} in {ahead} of their "
        f"games. The largest of {len(sides)} pairs tends to look larger than it is{likelier}."
    )


def _cyclic(matchups: Matchups) -> Data:
    columns = [Col("what", "Differences between pairs"), Col("share", "Share", "share")]
    cyclic = None if matchups.cyclic is None else rounded(matchups.cyclic)
    order = None if matchups.cyclic is None else rounded(1 - matchups.cyclic)
    rows = [
        {"what": "go in circles", "share": cyclic},
        {"what": "follow an order of strength", "share": order},
    ]
    caption = "How much goes in circles, beyond luck"
    return table("cyclic", caption, columns, rows, folded=True)


def strengths(matchups: Matchups, noun: str, name: str) -> Data:
    """How often each finishes ahead of another."""
    rows = [{"label": r.label, "tone": "plain"} | effect(r.ahead) for r in matchups.ratings]
    first, last = matchups.ratings[0], matchups.ratings[-1]
    desc = f"From {first.label} {words.percent(first.ahead.value)} to {last.label} "
    desc += f"{words.percent(last.ahead.value)}."
    title = f"{words.sentence(noun)}: how often one finishes ahead of another"
    return dots(name, title, desc, ends_of(rows, MOST_ROWS), unit="rate")


def ratings(matchups: Matchups, noun: str, name: str) -> Data:
    """The same as a table, with places."""
    columns = [
        Col("what", words.sentence(noun), get=lambda r: r.label),
        Col("place", "Place", "count"),
        Col("ahead", "Finishes ahead of another", "rate"),
        Col(
            "places",
            "Places it may hold",
            help="those held in 95 of 100 resamplings",
            get=lambda r: str(r.best) if r.best == r.worst else f"{r.best} to {r.worst}",
        ),
    ]
    caption = f"Strength of the {noun}, fitted to all finishing orders at once (Plackett and Luce)"
    return listed(name, caption, columns, matchups.ratings, folded=MOST_ROWS)


def matrix(
    matchups: Matchups, noun: str, name: str, wanted: Mapping[tuple[str, str], WantedPair] = NONE
) -> Data | None:
    """Everybody against everybody, where they are not too many; wanted: of pairs with a target."""
    names = [r.label for r in matchups.ratings]
    if len(names) > MOST_MATRIX:
        return None
    known = {(p.first, p.second): p for p in matchups.pairs}
    known |= {(p.second, p.first): p.turned() for p in matchups.pairs}
    sure = _sure(matchups)

    def met(other: str, one: str) -> Data | None:
        matchup, shown = known.get((one, other)), {(one, other), (other, one)} & sure
        return _square(matchup, bool(shown), wanted.get((one, other))) if matchup else None

    columns = [Col("row", words.sentence(noun), get=str)]
    columns += of_each(names, lambda i, other: Col(f"m{i}", other, "beats"), met)
    likely = any(p.likely is not None for p in matchups.pairs)
    how = f"likely percent of their games ({LIKELY})" if likely else "percent of their games"
    caption = (
        f"Row ahead of column: {how}, and how many games (colour: shown not to be even; grey: "
        f"fewer than {FEWEST} games{TARGETED if wanted else ''})"
    )
    return listed(name, caption, columns, names) | {"look": "matrix"}


def _sure(matchups: Matchups) -> set[tuple[str, str]]:
    """The pairs that are shown not to be even, with all of them in view."""
    if matchups.moves is not None:  # whose intervals hold at once
        return {(p.first, p.second) for p in matchups.pairs if is_shown(p)}
    ahead = [replace(p.ahead, value=p.ahead.value - 0.5) for p in matchups.pairs]
    qs = q_values([p_value(each) for each in ahead])
    return {(p.first, p.second) for p, q in zip(matchups.pairs, qs, strict=True) if q < FALSE_SHARE}


def _square(matchup: Matchup, sure: bool, wanted: WantedPair | None) -> Data:
    number = square(matchup.likely or matchup.ahead, sure)
    mark = {} if wanted is None else {"mark": wanted.mark}
    return number | {"games": matchup.games, "few": matchup.games < FEWEST} | mark


def _list(matchups: Matchups) -> Data:
    columns = [
        Col("what", "Pair", get=pair),
        Col("ahead", "Finishes ahead", "rate"),
        Col("expected", "Strengths say", "share"),
        Col("likely", "Likely", "rate", LIKELY),
        Col("beyond", "Points beyond that", "points"),
        q_of("pairs called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Games", "count"),
    ]
    sides = sorted(map(strongest_side, matchups.pairs), key=lambda p: (-p.beyond.value, pair(p)))
    caption = "Every pair against what the strengths of the two say (q: within this table)"
    return listed(
        "matchups", caption, columns, sides, lambda p: judged(p.verdict, p.beyond), MOST_PAIRS
    )
