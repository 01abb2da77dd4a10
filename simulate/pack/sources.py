"""Sources of values: rulebook, cited, stand-in, fitted or designer."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from simulate.core.errors import nearest
from simulate.core.files import toml
from simulate.core.game.cardmodel import GuessRange
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE, Facts

CITED = "cited"
STAND_IN = "stand-in"
FITTED = "fitted"
DESIGNER = "designer"  # a person decided it: no guess of ours
SOURCE_KINDS = ("rulebook", CITED, STAND_IN, FITTED, DESIGNER)
GUESSES = (STAND_IN, FITTED)
OPEN = (*GUESSES, DESIGNER)  # what may say what it could be: a decision can be taken back
METRICS = (WIN_RATE, OVER_FAIR_SHARE)  # what a value can be fitted to: as `target.metric`
SOURCE = re.compile(rf"({'|'.join(SOURCE_KINDS)}): \S")
MUST = (
    "must start with `rulebook: `, `cited: `, `stand-in: `, `fitted: ` or `designer: ` and say "
    "where the value is from"
)
# How commands wrote a value of a person, and a card of his own, in packs of format 2 and below.
OLDER = re.compile(
    rf"{STAND_IN}: (?=.* before; (?:from |changed to bring the game to its target)"
    r"|begun as [^;]+; say here what a value is meant to be)"
)
FIT = re.compile(
    rf"fitted: to (?P<metric>{'|'.join(METRICS)}) (?P<what>of [^;]+); player (?P<player>[^;]+); "
    r"on (?P<on>\d{4}-\d\d-\d\d); before (?P<before>[^;]+); (?P<why>\S.*)",
    re.DOTALL,
)
# What came out, then where: `of about 0.8, 3 players, medium`, `of 0 over all modes`.
WHAT = re.compile(r"(?P<target>of [^,]+?)(?:,| (?=over )) ?(?P<where>\S.*)")
PART = re.compile(
    r"(?:mean )?(?:over )?(?:(?P<all>all)|(?P<low>\d+)(?: to (?P<high>\d+))?) (?P<factor>[a-z_]+)"
    r"|(?P<level>[a-z_]+)"
)
FIT_MUST = (
    f"must be `fitted: to {' or '.join(METRICS)} of ..., <the setting, as 3 players, medium>; "
    "player <who played>; on YYYY-MM-DD; before <the value before, as TOML>; <the reason of the "
    "guess>`"
)

KNOWN_HAS_NO_RANGE = "only a guess, or a value of yours, has one; remove it from known values"

Troubles = list[tuple[tuple[str | int, ...], str]]


@dataclass(frozen=True)
class Fit:
    """What the source of a fitted value says: it was set by play so that something comes out.

    metric: what was looked at, a `target.metric`; what: what came out and in which setting, in
    words (`target_of`, `where_of`); player: who played, and which version; on: the date; before:
    the value before, as TOML; why: the reason of the stand-in underneath.
    """

    metric: str
    what: str
    player: str
    on: str
    before: str
    why: str

    @property
    def value_before(self) -> Any:
        """The value before the fit."""
        return toml.loads(f"before = {self.before}")["before"]

    @property
    def source_before(self) -> str:
        """The source of the value before the fit."""
        return f"{STAND_IN}: {self.why}"


def fit_of(source: str) -> Fit | None:
    """What a source says of a fit; None if it is of another kind or malformed."""
    match = FIT.fullmatch(source)
    if match is None or not where_of(match["what"]):
        return None
    fit = Fit(**{key: text.strip() for key, text in match.groupdict().items()})
    try:
        _ = fit.value_before
    except ValueError:
        return None
    return fit


def target_of(what: str) -> str:
    """`of about 0.8`: what came out, of what a fit says."""
    match = WHAT.fullmatch(what)
    return match["target"] if match else what


def where_of(what: str) -> tuple[str, ...]:
    """`3 players`, `medium`: the setting of which a fit says it; empty where it names none."""
    match = WHAT.fullmatch(what)
    parts = tuple(re.split(r", *", match["where"])) if match else ()
    return parts if all(PART.fullmatch(part) for part in parts) else ()


def holds(what: str, setting: Mapping[str, Any]) -> bool:
    """Whether a setting is one of those of which a fit says it."""
    return all(_holds(part, setting) for part in where_of(what))


def _holds(part: str, setting: Mapping[str, Any]) -> bool:
    said = PART.fullmatch(part)
    assert said is not None
    if said["level"]:
        return said["level"] in [*setting.values()]
    factor = _meant(said["factor"], setting)
    if factor is None or said["all"]:
        return factor is not None
    return bool(int(said["low"]) <= setting[factor] <= int(said["high"] or said["low"]))


def _meant(name: str, known: Container[str]) -> str | None:
    """The factor of which a fit speaks in the singular or the plural."""
    stem = name.removesuffix("s")
    return next((one for one in (name, stem, f"{stem}s") if one in known), None)


def nowhere(what: str, facts: Facts) -> str:
    """Which part of a setting, as a fit says it, the game does not have; or an empty string."""
    return next(filter(None, (_unknown(part, facts) for part in where_of(what))), "")


def _unknown(part: str, facts: Facts) -> str:
    said = PART.fullmatch(part)
    assert said is not None
    factors = {factor.name: factor for factor in facts.factors if factor.levels}
    if said["level"]:
        words = [level for one in factors.values() for level in one.levels if str(level) == level]
        known = said["level"] in words
        return "" if known else f"the game has no level `{part}`{nearest(part, words)}"
    name = _meant(said["factor"], factors)
    if name is None:
        close = nearest(said["factor"], [*factors])
        return f"the game has no factor `{said['factor']}`{close}"
    if said["all"]:
        return ""
    levels = factors[name].levels
    gone = [n for n in (said["low"], said["high"]) if n and int(n) not in levels]
    has = f"it has {', '.join(map(str, levels))}"
    return f"`{name}` has no level {gone[0]} in this game; {has}" if gone else ""


def refusal(text: Any) -> str:
    """What a source must say and does not, or an empty string."""
    if not isinstance(text, str) or SOURCE.match(text) is None:
        return MUST
    return FIT_MUST if kind(text) == FITTED and fit_of(text) is None else ""


def kind(source: str) -> str:
    """rulebook, cited, stand-in, fitted or designer."""
    return source.partition(":")[0]


def of_today(source: str) -> str:
    """A source as commands write it today: they called a person's own value a stand-in."""
    return OLDER.sub(f"{DESIGNER}: ", source, count=1) if OLDER.match(source) else source


def ends(span: GuessRange, value: int, strict: bool) -> str:
    """What is wrong with the ends of a range, or an empty string; strict: it holds the value."""
    if span.low >= span.high:
        return f"`low` must be below `high` (found {span.low} and {span.high})"
    if strict and not span.low <= value <= span.high:
        return f"it must hold the value {value} (found {span.low} to {span.high})"
    return ""


def cited_names(source: str, known: Container[str]) -> list[str]:
    """The short names that a cited source begins with, of those that are known; else none."""
    if kind(source) != CITED:
        return []
    parts = (part.split(" (")[0] for part in source.partition(": ")[2].split(", "))
    return list(takewhile(lambda name: name in known, parts))


def count(sources: Iterable[str]) -> dict[str, int]:
    """How many values come from each kind of source; designer is named where there are any."""
    counted = Counter(kind(source) for source in sources)
    return {name: counted[name] for name in SOURCE_KINDS if name != DESIGNER or counted[name]}


def dotted(way: Iterable[str | int]) -> str:
    return ".".join(str(part) for part in way)


def source_for(sources: Mapping[str, str], path: str) -> str:
    """Source of the value at `path` inside a card: the longest prefix wins, then "*"."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        source = sources.get(".".join(parts[:length]))
        if source is not None:
            return source
    return sources.get("*", "")
