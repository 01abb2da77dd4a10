"""Which plan wins, and who needs which?"""

from analysis.shares.held.plans import PlayedOption
from analysis.study import Study
from reports.sections.shares import share_verdicts
from reports.tables.parts import (
    Col,
    Data,
    Section,
    judged,
    listed,
    only_data,
    q_of,
)
from reports.text import words

WHO = "Who needs which plan?"


def section(study: Study) -> Section | None:
    """Shares of every strategy, where more than one sat at the tables."""
    kind = study.contest.kind("strategy")
    return share_verdicts.of_kind(study, kind) if kind else None


def needed(study: Study) -> Section | None:
    """Options by strategy."""
    noun = str(study.design.manifest.get("options") or "options")
    return only_data("needed", WHO, [_best(study, noun), _list(study, noun)])


def pair(plan: PlayedOption) -> str:
    """Dwarves with builder"""
    return f"{plan.option} with {plan.strategy}"


def _best(study: Study, noun: str) -> Data:
    columns = [
        Col("what", words.sentence(noun), get=lambda b: b.option),
        Col("strategy", "Best plan"),
        Col("over", "Over the fair share", "points"),
        Col("gain", "More than the next best", "points"),
        Col("next", "Next best"),
        q_of("of this table called so"),
        Col("verdict", "Verdict", "verdict"),
    ]
    caption = f"The best plan of the {noun}, in points of the share of wins"
    bests = study.contest.bests
    return listed("needed-best", caption, columns, bests, lambda b: judged(b.verdict, b.gain))


def _list(study: Study, noun: str) -> Data:
    columns = [
        Col("what", f"{words.sentence(noun)} with plan", get=pair),
        Col("over", "Points over the fair share", "points"),
        Col("beyond", "Points beyond what each brings", "points"),
        q_of("of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Games", "count"),
    ]
    plans = sorted(study.contest.plans, key=lambda p: (-p.beyond.value, pair(p)))
    caption = f"Every plan of the {noun}, settings weighed alike (q: within this table)"
    return listed("needed", caption, columns, plans, lambda p: judged(p.verdict, p.beyond))
