"""How well does each strategy play, and what does a game of it cost? The report of a ladder."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from analysis.conclusions.facts import facts
from analysis.shares.matchups import Matchup, Matchups
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from analysis.study import Study
from reports import words
from reports.document import FORMAT, header
from reports.findings.contested import by_skill
from reports.findings.finding import Finding
from reports.parts import fact
from reports.sections.about import again
from reports.sections.description import samples
from reports.sections.judgement import ladder
from reports.sections.shares import skills

PLAYERS = ("strategy", "skill", "seed")  # factors that say who plays, not what
OF_PLAYERS = frozenset({"strategy", "lineup", "skill_level", "player"})  # of what a fact is
ALIKE = 1.5  # times as dear is told


def document(study: Study) -> dict[str, Any]:
    """The report as plain data: who is above whom, and the price; nothing of the game itself."""
    listed = [*_findings(study), *by_skill(study)]
    best = listed[0].rows[0][1] if listed else ""
    badge = {
        "tone": "plain",
        "mark": "·",
        "text": f"{best} plays best" if best else "too few games",
    }
    head = header(study) | {"question": study.design.manifest["question"], "badge": badge}
    makers = (ladder.section, skills.section, samples.section, again.section)
    sections = [make(study) for make in makers]
    players = (one for one in facts(study) if not OF_PLAYERS.isdisjoint(one.where))
    return {
        "report_format": FORMAT,
        "header": head | {"facts": _facts(study)},
        "alerts": [],
        "findings": [finding.data() for finding in listed],
        "lines": [],
        "sections": [section.data() for section in sections if section],
        "expectations": [],
        "facts": [fact(one) for one in players],
    }


def _facts(study: Study) -> list[list[str]]:
    """Who plays where."""
    fixed = study.design.manifest["setting"].items()
    setting = {k: v for k, v in fixed if k not in PLAYERS and v != "dealt"}
    return [
        ["Strategies", words.listing([speed.strategy for speed in study.speeds])],
        ["Setting", words.setting(setting)],
    ]


def _findings(study: Study) -> Iterator[Finding]:
    """Every two neighbours on the ladder, from the top."""
    met = study.contest.meetings
    if study.ladder:
        for upper, lower in pairwise(study.ladder):
            assert upper.step is not None
            size, ends = words.size_range(*_ends(upper.step.effect))
            won = f"{upper.strategy} wins {words.percent(upper.rate.value)} of the games"
            than = f"than {lower.strategy}"
            verdict = words.LEARNED
            if upper.verdict in (verdicts.NONE, verdicts.MORE):
                verdict = upper.verdict
                text = f"{won}; no difference from {lower.strategy} is shown ({size}, {ends})"
            else:
                text = f"{won}, {size} more often {than} ({ends})"
            yield _finding(study, upper.strategy, lower.strategy, text, verdict)
    elif met is not None:
        for one, other in pairwise(met.ratings):
            pair = _pair(met, one.label, other.label)
            ahead = words.share_range(*_ends(pair.ahead))
            text = f"{one.label} finishes ahead of {other.label} in {ahead} of their games"
            open_ = pair.ahead.low <= 0.5 <= pair.ahead.high
            text += "; no difference is shown" if open_ else ""
            yield _finding(
                study, one.label, other.label, text, verdicts.MORE if open_ else words.LEARNED
            )


def _ends(effect: Estimate) -> tuple[float, float, float]:
    return effect.value, effect.low, effect.high


def _pair(met: Matchups, first: str, second: str) -> Matchup:
    sides = (side for pair in met.pairs for side in (pair, pair.turned()))
    return next(side for side in sides if (side.first, side.second) == (first, second))


def _finding(study: Study, upper: str, lower: str, text: str, verdict: str) -> Finding:
    cost = {speed.strategy: speed.seconds / speed.games for speed in study.speeds}
    price = cost[upper] / cost[lower]
    if price >= ALIKE:
        text += f"; a game of it costs {words.number(price)} times as much"
    elif price <= 1 / ALIKE:
        text += f"; a game of it costs {words.about(price)} as much"
    return Finding(
        kind="rung",
        verdict=verdict,
        text=f"{text}.",
        section="ladder",
        rows=(("ladder", upper),),
    )
