"""How well does each strategy play, and what does a game of it cost? The report of a ladder."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, zip_longest
from typing import Any

from analysis.conclusions.facts import facts
from analysis.judgement import ladder as judgement
from analysis.shares.matchups import Matchups, is_shown
from analysis.stats import verdicts
from analysis.study import Study
from reports.findings.contested import by_skill
from reports.findings.finding import Finding
from reports.run.document import FORMAT, header
from reports.sections.about import again
from reports.sections.description import samples
from reports.sections.judgement import ladder
from reports.sections.shares import skills
from reports.tables.parts import fact
from reports.text import words

PLAYERS = ("strategy", "skill", "seed")  # factors that say who plays, not what
OF_PLAYERS = frozenset({"strategy", "lineup", "skill_level", "player"})  # of what a fact is
ALIKE = 1.5  # times as dear is told


def document(study: Study) -> dict[str, Any]:
    """The report as plain data: who is above whom, and the price; nothing of the game itself."""
    listed = [*_findings(study), *by_skill(study)]
    badge = {"tone": "plain", "mark": "·", "text": _best(study, listed)}
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


def _best(study: Study, listed: Sequence[Finding]) -> str:
    """Who plays best, if one is shown to."""
    if not listed:
        return "too few games"
    met = study.contest.meetings
    open_ = met is not None and not study.ladder and len(judgement.tiers(met)[0]) > 1
    return "nobody is shown to play best" if open_ else f"{listed[0].rows[0][1]} plays best"


def _facts(study: Study) -> list[list[str]]:
    """Who plays where."""
    fixed = study.design.manifest["setting"].items()
    setting = {k: v for k, v in fixed if k not in PLAYERS and v != "dealt"}
    return [
        ["Strategies", words.listing([speed.strategy for speed in study.speeds])],
        ["Setting", words.setting(setting)],
    ]


def _findings(study: Study) -> Iterator[Finding]:
    """Every two neighbours on the ladder, from the top; those not told apart together."""
    met = study.contest.meetings
    if study.ladder:
        for upper, lower in pairwise(study.ladder):
            assert upper.step is not None
            size, ends = words.size_range(*upper.step.effect.ends)
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
        tiers = judgement.tiers(met)
        for tier, below in zip_longest(tiers, tiers[1:]):
            yield from _tier(study, met, tier)
            if below is not None:
                one, other = tier[-1], below[0]
                text = _ahead(met, one, other)
                yield _finding(study, one, other, text, words.LEARNED)


def _tier(study: Study, met: Matchups, tier: Sequence[str]) -> Iterator[Finding]:
    """Strategies of which none is shown to be ahead of the next: one luck, told once."""
    if len(tier) == 1:
        return
    times = words.plural(min(met.pair(*pair).games for pair in pairwise(tier)), "time")
    names = words.listing(list(tier))
    if met.are_same(tier):
        text = f"{names} played the same: each two met {times}, and every seat fared alike in all "
        text += "of these games, whoever of the two sat there"
        yield _found(tier[0], f"{text}.", verdicts.NONE)
        return
    ahead = [met.pair(*pair).ahead for pair in pairwise(tier)]
    low, high = min(each.low for each in ahead), max(each.high for each in ahead)
    text = f"No order of {names} is shown: each finishes ahead of the next in "
    text += f"{words.band(low, high)} of their games"
    shown = [_ahead(met, *pair) for pair in combinations(tier, 2) if is_shown(met.pair(*pair))]
    text += f"; but {words.listing(shown)}" if shown else ""
    alike = [words.listing(list(group)) for group in met.same if len({*group} & {*tier}) > 1]
    text += "".join(f"; {group} played the same in all of their games" for group in alike)
    yield _found(tier[0], f"{text}.", verdicts.MORE)


def _ahead(met: Matchups, one: str, other: str) -> str:
    ahead = words.share_range(*met.pair(one, other).ahead.ends)
    return f"{one} finishes ahead of {other} in {ahead} of their games"


def _finding(study: Study, upper: str, lower: str, text: str, verdict: str) -> Finding:
    cost = {speed.strategy: speed.seconds / speed.games for speed in study.speeds}
    price = cost[upper] / cost[lower]
    if price >= ALIKE:
        text += f"; a game of it costs {words.number(price)} times as much"
    elif price <= 1 / ALIKE:
        text += f"; a game of it costs {words.about(price)} as much"
    return _found(upper, f"{text}.", verdict)


def _found(strategy: str, text: str, verdict: str) -> Finding:
    rows = (("ladder", strategy),)
    return Finding(kind="rung", verdict=verdict, text=text, section="ladder", rows=rows)
