"""The second player of a comparison, which plays both sides if a number changed for certain.

Asked is one number: how often the players win after the change, else the share that moves most.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from analysis.conclusions.facts import CHANGE, SHARE_CHANGE, Fact, of_comparison
from analysis.conclusions.ledger import ON_PLAYER, of_number
from analysis.conclusions.one_answer import compare
from analysis.conclusions.players.change_robustness import (
    ChangeOpinion,
    ChangeQuestion,
    question,
    surplus_of,
)
from analysis.conclusions.players.policy_robustness import OpinionPlan, is_shown
from analysis.conclusions.robustness import CANNOT, NO, Key, key_of, players
from analysis.data.design import Design
from analysis.data.entrants import SEATS
from analysis.data.joined import join
from analysis.stats.intervals import Estimate
from analysis.stats.verdicts import SHOWN
from analysis.study import study
from reports.findings.policy_robustness import change_line, of_change
from reports.tables.parts import rounded
from reports.text import words
from reports.text.command import command_of
from simulate import store
from simulate.cli.play.comparing import NAME
from simulate.core.errors import command
from simulate.experiment.context import STRATEGY
from simulate.experiment.plan import Plan
from simulate.pack.text.nouns import slug
from simulate.run.play import play_beside
from simulate.run.side import second_opinion

HOW_LONG = ("--games", "--until", "--resolution")
BADGE = {"tone": "open", "mark": "?", "text": "only this player finds it"}
WEAK = {"tone": "open", "mark": "?", "text": ON_PLAYER}
Report = dict[str, Any]


@dataclass(frozen=True)
class BothSides:
    """Two finished runs, before and after a change, and how a second player plays them."""

    runs: Sequence[store.StoredRun]
    plan: Plan
    jobs: int
    quiet: bool

    def played(self, asked: OpinionPlan) -> list[Fact]:
        """What a second player finds of the change; both sides share their luck."""
        return of_comparison(compare(join(*(self._play(run, asked) for run in self.runs))))

    @cached_property
    def is_shown(self) -> bool:
        """Whether the second player is shown to play well, by the games before the change."""
        before = self.runs[0]
        if not before.manifest.get("own"):
            return True
        return is_shown(study(before), players(store.verify(before.path / store.PLAYERS)))

    def _play(self, run: store.StoredRun, asked: OpinionPlan) -> store.StoredRun:
        numbers = tuple(cell["number"] for cell in run.manifest["cells"])
        side = OpinionPlan(asked.strategy, numbers, asked.games, asked.needed)
        folder: Path = run.path / store.PLAYERS
        plan = second_opinion.plan_of(run, side)
        if run is self.runs[0]:
            plan = second_opinion.with_duel(plan, run, asked)
        play_beside(plan, folder, jobs=self.jobs, quiet=self.quiet, goes_on="")
        return store.verify(folder)

    def question(self, moved: Mapping[str, Any]) -> ChangeQuestion | None:
        """What is asked, paid by the games of both sides."""
        cells = [cell for run in self.runs for cell in run.manifest["cells"]]
        cells = [cell | {"number": number} for number, cell in enumerate(cells)]
        paid_by = self.runs[1].manifest | {"cells": cells}
        games = min(cell["games"] for cell in cells)
        every = frozenset(range(len(cells)))
        return question(paid_by, surplus_of(_key(moved), _estimate(moved), every, games))


def with_second(report: Report, sides: BothSides) -> Report:
    """The report of a comparison with what a second player says of the number that has moved."""
    moved = asked_of(report["facts"])
    if moved is None:
        return report
    asked, plan = sides.question(moved), sides.plan
    heard = None if asked is None else _heard(sides, asked)
    who = sorted({name for cell in plan.cells for name in cell.setting[STRATEGY]})
    text = of_change(heard, plan.second, who, _what(moved, sides.runs[1].manifest))
    if heard is not None:
        again = _again(plan, heard.question)
        text += f" Players: {change_line(heard, again=again)}"
    report = report | {"opinion": text}
    return report if heard is None or heard.said == CANNOT else _standing(report, moved, heard)


def _standing(report: Report, moved: Mapping[str, Any], heard: ChangeOpinion) -> Report:
    """The report with how the finding of that number stands, and the badge that says so."""
    badge = {"badge": BADGE if heard.said == NO else WEAK} if heard.is_doubted else {}
    number = {name: rounded(moved[name]) for name in ("value", "low", "high")}
    findings = [
        one | {"standing": of_number(one["verdict"], is_alone=heard.is_doubted).standing}
        if one["number"] is not None and number.items() <= one["number"].items()
        else one
        for one in report["findings"]
    ]
    return report | {"findings": findings, "header": report["header"] | badge}


def _heard(sides: BothSides, asked: ChangeQuestion) -> ChangeOpinion:
    if asked.plan is None:
        return ChangeOpinion(asked)
    key = asked.surplus.key
    found = (f for f in sides.played(asked.plan) if key_of(f.metric, f.where) == key)
    fact = next((f for f in found if f.low is not None and f.high is not None), None)
    if fact is None:
        return ChangeOpinion(asked, asked.plan.games)
    return ChangeOpinion(asked, asked.plan.games, _estimate(vars(fact)), sides.is_shown)


def asked_of(facts: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The number to ask a second player about, of those that changed for certain."""
    sure = [fact for fact in facts if fact["verdict"] in SHOWN]
    whole = [fact for fact in sure if fact["metric"] == CHANGE and not fact["where"]]
    shares = [fact for fact in sure if fact["metric"] == SHARE_CHANGE]
    return next(iter(whole), max(shares, key=lambda fact: abs(fact["value"]), default=None))


def _key(fact: Mapping[str, Any]) -> Key:
    return key_of(fact["metric"], fact["where"])


def _estimate(fact: Mapping[str, Any]) -> Estimate:
    value, low, high = (float(fact[name]) for name in ("value", "low", "high"))
    plain = Estimate(value, low, high, 0.0)
    return Estimate(value, low, high, plain.half / plain.confidence.reach)


def _what(moved: Mapping[str, Any], manifest: Mapping[str, Any]) -> str:
    way = "more" if moved["value"] > 0 else "less"
    if moved["metric"] == CHANGE:
        return f"the players win {way} often after the change"
    design = Design(dict(manifest))
    whose = [
        f"seat {one}" if kind == slug(SEATS) else design.name_in(design.option_section, str(one))
        for kind, one in moved["where"].items()
    ]
    return f"{words.listing(whose)} wins {way} after the change"


def _again(plan: Plan, asked: ChangeQuestion) -> str:
    typed = [*_kept(plan.experiment.typed), "--set", f"{STRATEGY}={asked.strategy}"]
    words = command(NAME, *typed, "--games", str(asked.surplus.needed))
    made = command_of({"command": words, "unsaid": plan.experiment.unsaid})
    return str(replace(made, verb=NAME))


def _kept(typed: Sequence[str]) -> Iterator[str]:
    """What was typed, but for how many games, and who plays how well."""
    left = iter(typed)
    for word in left:
        if word in HOW_LONG:
            next(left)
        elif word == "--set":
            value = next(left)
            if value.partition("=")[0] not in (STRATEGY, second_opinion.SKILL):
                yield from (word, value)
        else:
            yield word
