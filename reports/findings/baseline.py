"""Of a run of a changed game: what is so in the shipped one as well, and what the change did."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analysis.conclusions.baseline import OPEN, OTHER, SAME, Moved, ShippedGame
from analysis.conclusions.facts import EFFECT, Fact, facts
from analysis.conclusions.robustness import Key, key_of
from analysis.stats.verdicts import MARGIN
from analysis.study import Study
from reports.findings.finding import Finding
from reports.text import words
from reports.text.command import file_of, unchanged
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE

MOST_TOLD = 4
HELD_AGAINST = (WIN_RATE, OVER_FAIR_SHARE, EFFECT)  # of which the largest changes are told
WORDS = {SAME: "about the same", OTHER: "different", OPEN: "too close to tell"}


@dataclass(frozen=True)
class AsShipped:
    """The findings of a run beside the numbers of the shipped game; game: None where it is not."""

    study: Study
    game: ShippedGame | None

    @cached_property
    def _moved(self) -> dict[Key, Moved]:
        return self.game.moved(facts(self.study)) if self.game is not None else {}

    @property
    def _manifest(self) -> Mapping[str, Any]:
        return self.study.design.manifest

    def _beside(self, finding: Finding) -> Moved | None:
        return self._moved.get(key_of(*finding.about)) if finding.about is not None else None

    def said(self, finding: Finding) -> str:
        """SAME where that is shown, OTHER, or OPEN; empty where nobody can say."""
        beside = self._beside(finding)
        return beside.said if beside is not None else ""

    def line(self, finding: Finding) -> list[str]:
        """What is said of it under the finding."""
        beside = self._beside(finding)
        if beside is None:
            return []
        where = "In the file" if file_of(self._manifest) else "Shipped game"
        return [f"{where}: {WORDS[beside.said]}, {_number(beside.shipped)}."]

    def sentence(self, stepped_back: int) -> str:
        """What the change did, and how much is as it was; empty where nobody was asked."""
        if self.game is None:
            return self._unasked()
        fewest, most = self.game.games, self.game.most
        games = f"{fewest:,} to " * (most > fewest) + words.plural(max(fewest, most), "game")
        text = f"Against {unchanged(self._manifest)} ({games} a setting): "
        moved = [
            one
            for one in self._moved.values()
            if one.said == OTHER and one.now.metric in HELD_AGAINST
        ]
        moved.sort(key=lambda one: -abs(one.change.value))
        text += "; ".join(self._told(one) for one in moved[:MOST_TOLD])
        text += "" if moved else f"nothing is shown to move by {words.points(MARGIN)} or more"
        more = len(moved) - MOST_TOLD
        text += f"; {more} more" if more > 0 else ""
        if stepped_back:
            file = bool(file_of(self._manifest))
            as_before = "as in the file" if file else "as in the shipped game"
            are = "is" if stepped_back == 1 else "are"
            text += f". {words.plural(stepped_back, 'finding')} {are} {as_before}"
        return f"{text}."

    def _unasked(self) -> str:
        """Why nobody can say what the change did."""
        if not self._manifest.get("shipped"):
            return ""
        return (
            f"{words.sentence(unchanged(self._manifest))} was not played, for so few games tell "
            "too little. These findings may be older than the change."
        )

    def _told(self, one: Moved) -> str:
        name = named(self.study, one.now.metric, one.now.where)
        return f"{name} {_short(one.shipped)} → {_short(one.now)}"


def named(study: Study, metric: str, where: Mapping[str, Any]) -> str:
    """3 players, medium horde; Ranger; Orcs, 4 players."""
    factors = {factor.name for factor in study.design.factors}
    levels = {name: level for name, level in where.items() if name in factors}
    things = [_thing(kind, v) for kind, v in where.items() if kind not in factors]
    if metric == WIN_RATE and not things:
        return words.setting(levels) if levels else "games won"
    return ", ".join([*things, *([words.setting(levels)] if levels else [])])


def _thing(kind: str, value: Any) -> str:
    """Ranger; Seat 2: what has no name bears a number."""
    name = words.unslug(str(value))
    return words.sentence(f"{kind} {name}" if isinstance(value, int) else name)


def _short(fact: Fact) -> str:
    if fact.metric == WIN_RATE:
        return words.percent(fact.value)
    return words.signed(fact.value)


def _number(fact: Fact) -> str:
    assert fact.low is not None and fact.high is not None
    return words.measured(fact.metric, fact.value, fact.low, fact.high)
