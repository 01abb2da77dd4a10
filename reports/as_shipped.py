"""Of a run of a changed game: what is so in the shipped one as well, and what the change did."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analysis.conclusions.as_shipped import OPEN, OTHER, SAME, Moved, ShippedGame
from analysis.conclusions.facts import Fact, facts
from analysis.conclusions.robustness import Key, claim, key_of
from analysis.study import Study
from reports import words
from reports.command import file_of, unchanged
from reports.findings.choose import findings
from reports.findings.finding import Finding
from simulate.core.facts import WIN_RATE

MOST_TOLD = 4
WORDS = {SAME: "as here", OTHER: "another number", OPEN: "cannot be told apart"}


@dataclass(frozen=True)
class AsShipped:
    """The findings of a run beside the numbers of the shipped game; game: None where it is not."""

    study: Study
    game: ShippedGame | None

    @cached_property
    def _told(self) -> dict[Key, Fact]:
        return {key_of(fact.metric, fact.where): fact for fact in facts(self.study)}

    @property
    def _manifest(self) -> Mapping[str, Any]:
        return self.study.design.manifest

    def said(self, finding: Finding) -> str:
        """Whether it is so in the shipped game; empty where nobody can say."""
        if self.game is None or finding.about is None:
            return ""
        now = self._told.get(key_of(*finding.about))
        held = claim(self.study, *finding.about, finding.verdict, [*self._told.values()])
        return self.game.said(now, held) if now is not None else ""

    def is_so(self, finding: Finding) -> bool:
        """Whether it is as in the shipped game."""
        return self.said(finding) == SAME

    def split(self) -> tuple[list[Finding], list[Finding]]:
        """What is told first, and what is as in the shipped game."""
        if not self.study.games:
            return [], []
        so = [] if self.game is None else [f for f in findings(self.study) if self.is_so(f)]
        return findings(self.study, self.is_so), so

    def line(self, finding: Finding) -> list[str]:
        """What is said of it under the finding."""
        said = self.said(finding)
        if not said or self.game is None or finding.about is None:
            return []
        before = self.game.facts[key_of(*finding.about)]
        where = "In the file" if file_of(self._manifest) else "Shipped game"
        return [f"{where}: {WORDS[said]}, {_number(before)}."]

    def sentence(self, stepped_back: int) -> str:
        """What the change did, and how much is as it was; empty where nobody was asked."""
        if self.game is None:
            return self._unasked()
        games = words.plural(self.game.games, "game")
        text = (
            f"Against {unchanged(self._manifest)}, which was played beside it ({games} a setting): "
        )
        moved = self.game.moved(self._told.values())
        text += "; ".join(self._moved(one) for one in moved[:MOST_TOLD])
        text += "" if moved else "nothing is shown to be another"
        more = len(moved) - MOST_TOLD
        text += f"; {more} more" if more > 0 else ""
        if stepped_back:
            file = bool(file_of(self._manifest))
            as_before = "as in the file" if file else "as in the shipped game"
            text += f". {words.plural(stepped_back, 'finding')} {as_before}: below"
        return f"{text}."

    def _unasked(self) -> str:
        """Why nobody can say what the change did."""
        if not self._manifest.get("shipped"):
            return ""
        return (
            f"{words.sentence(unchanged(self._manifest))} was not played beside it, because a "
            "third of these games tells too little: what is told may have been so before the "
            "change."
        )

    def _moved(self, one: Moved) -> str:
        before = self.game.facts[key_of(one.now.metric, one.now.where)] if self.game else one.now
        name = _name(self.study, one.now.metric, one.now.where)
        return f"{name} {_short(before)} → {_short(one.now)}"


def _name(study: Study, metric: str, where: Mapping[str, Any]) -> str:
    """3 players, medium horde; Ranger; Orcs, 4 players."""
    factors = {factor.name for factor in study.design.factors}
    levels = {name: level for name, level in where.items() if name in factors}
    things = [words.sentence(words.unslug(str(v))) for k, v in where.items() if k not in factors]
    if metric == WIN_RATE and not things:
        return words.setting(levels) if levels else "games won"
    return ", ".join([*things, *([words.setting(levels)] if levels else [])])


def _short(fact: Fact) -> str:
    if fact.metric == WIN_RATE:
        return words.percent(fact.value)
    return words.signed(fact.value)


def _number(fact: Fact) -> str:
    assert fact.low is not None and fact.high is not None
    if fact.metric == WIN_RATE:
        return words.share_range(fact.value, fact.low, fact.high)
    return f"{words.signed_range(fact.value, fact.low, fact.high)} points"
