"""What is said of people's games, as numbers; every surface prints these and counts nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate

SURELY = 0.05  # of files like this one, were there no difference
POWER = 0.8  # from which on it says something that nothing was noticed


@dataclass(frozen=True)
class SkillAnswer:
    """How well these people play, as a place on the scale of skill.

    skill: with its 95% interval, None where the file cannot tell.  near: the named level that it is
    nearest to ("family"), or empty.  by: what it rests on ("results", "scores", "rounds",
    "newcomers").  newcomers: the skill of those marked so, where that can be told.  why_not: why
    it cannot be told, a clause ("winners alone do not tell how well people play").
    """

    skill: Estimate | None
    near: str = ""
    by: tuple[str, ...] = ()
    newcomers: Estimate | None = None
    why_not: str = ""


@dataclass(frozen=True)
class SideBySide:
    """One setting or one option: what people did, and what is simulated at their skill.

    of: "setting" or "option".  levels: of a setting.  option: the id of an option.  people: k of n
    with its interval.  simulated: 0..1.  z: how far they lie apart, in standard errors, with skill
    fitted; positive where people win more.
    """

    of: str
    people: Rate
    simulated: float
    z: float
    levels: Mapping[str, Any] | None = None
    option: str = ""


@dataclass(frozen=True)
class AgreementAnswer:
    """Whether people and simulation agree as far as chance allows to say.

    p: how often the farthest of all would lie as far or farther, were there no difference.
    farthest: the one that lies farthest.  noticed: in what part (0..1) of files like this one a
    difference of `size` (0.33 is 33 points) of one option, or setting, would be noticed (p <= 5%).
    """

    compared: tuple[SideBySide, ...]
    p: float
    farthest: SideBySide | None
    size: float
    noticed: float

    @property
    def differs(self) -> bool:
        """Whether it is shown that people and simulation differ."""
        return self.farthest is not None and self.p <= SURELY

    @property
    def verdict(self) -> str:
        """OPEN: they differ, by how much is not known; NONE; MORE: too few games to notice it."""
        if self.differs:
            return verdicts.OPEN
        is_seen = self.farthest is not None and self.noticed >= POWER
        return verdicts.NONE if is_seen else verdicts.MORE


@dataclass(frozen=True)
class ThreeEstimates:
    """One option's share or rate by people alone, simulation alone and both, against the band.

    shrunk: people alone, drawn towards each other as far as they look alike.  off: chance that it
    lies outside the band, by both; above: that it lies over it.  verdict: of `analysis.stats.
    verdicts`, sure at 95%, or MORE.
    """

    option: str
    people: Rate
    simulated: Estimate
    shrunk: Estimate
    both: Estimate
    off: float
    above: float
    verdict: str


@dataclass(frozen=True)
class BothAnswer:
    """People and simulation together.

    band: ends of what an option should win, 0..1, at the table size that is told of.  worth: how
    many of people's games the simulation was worth, None where that cannot be told.  tau: how far
    they differ beyond chance, in log-odds.
    """

    estimates: tuple[ThreeEstimates, ...]
    band: tuple[float, float]
    worth: float | None
    tau: Estimate


@dataclass(frozen=True)
class PeopleAnswer:
    """All that is said of a file of people's games."""

    games: int
    groups: int
    skill: SkillAnswer
    agreement: AgreementAnswer
    both: BothAnswer | None
    notes: tuple[str, ...] = ()
