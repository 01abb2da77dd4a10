"""How a game feels: how long it takes, how long one waits, how tense it is; no verdict of it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analysis.conclusions.facts import Fact
from analysis.description.lengths import Quantiles, spread
from analysis.description.win_probability import Arc
from analysis.stats.intervals import Estimate, Rate, effect, rate
from analysis.study import Study
from simulate.core.options import MINUTES_PER_DECISION
from simulate.store.card_packs import FollowedGames

DECISIONS = "decisions"


@dataclass(frozen=True)
class Feel:
    """What was measured of it; None or empty where it was not.

    each: minutes that a decision takes, as the designer says.  decisions: of a game, the mean over
    the settings.  waits: others' decisions between two of a seat, over `followed` games; wait:
    their mean; wait_shares: how often each is met.  obvious: of decisions; kingmade: games in which
    a seat that could not win decided who of the others did.  arcs: of settings that share a path.
    is_own: whether it is a game of one's own, played on by those who play it.
    """

    each: float
    decisions: Estimate | None
    waits: Quantiles | None
    wait: float
    wait_shares: Mapping[int, float]
    followed: int
    obvious: Rate | None
    kingmade: Rate | None
    arcs: tuple[Arc, ...]
    is_own: bool

    @property
    def minutes(self) -> Estimate | None:
        """Of a game."""
        of = self.decisions
        return of and of.times(self.each)


def feel(study: Study, followed: Sequence[FollowedGames]) -> Feel:
    """How the game as it is feels, over all settings of a run."""
    manifest, sure = study.design.manifest, study.design.confidence
    waits = sorted(_summed(followed).items())
    weighed = sum(one.weighed for one in followed)
    searched = sum(one.searched for one in followed)
    values, counts = [w for w, _ in waits], [n for _, n in waits]
    return Feel(
        each=float(
            manifest.get("experiment", {}).get("minutes_per_decision", MINUTES_PER_DECISION)
        ),
        decisions=_decisions(study),
        waits=spread(values, counts) if waits else None,
        wait=sum(w * n for w, n in waits) / max(sum(counts), 1),
        wait_shares={w: n / sum(counts) for w, n in waits},
        followed=sum(one.games for one in followed),
        obvious=rate(sum(one.obvious for one in followed), weighed, sure) if weighed else None,
        kingmade=rate(sum(one.made for one in followed), searched, sure) if searched else None,
        arcs=study.arcs.all if study.arcs.tells else (),
        is_own="own" in manifest,
    )


def facts(found: Feel) -> Iterator[Fact]:
    """The numbers of the whole run; those of the arc are told with it."""
    if (minutes := found.minutes) is not None:
        yield Fact("feel_minutes", {}, *minutes.ends, verdict="", games=None)
    if found.waits is not None:
        yield Fact("feel_wait", {}, found.wait, None, None, "", found.followed)
    for name, share in (("obvious", found.obvious), ("kingmade", found.kingmade)):
        if share is not None:
            yield Fact(f"feel_{name}", {}, *share.ends, verdict="", games=share.games)


def _summed(followed: Sequence[FollowedGames]) -> Counter[int]:
    waits: Counter[int] = Counter()
    for one in followed:
        waits.update(dict(one.waits))
    return waits


def _decisions(study: Study) -> Estimate | None:
    """The mean over the settings, which count alike."""
    means = next((each.means for each in study.lengths if each.column == DECISIONS), {})
    if not means:
        return None
    variance = sum(mean.se**2 for mean in means.values()) / len(means) ** 2
    value = sum(mean.value for mean in means.values()) / len(means)
    return effect(value, variance, confidence=study.design.confidence)
