"""Which plan wins, and who needs which?"""

from analysis.shares.plans import PlayedOption
from analysis.study import Study
from reports.sections.shares import share_verdicts
from reports.tables.parts import Col, Data, Section, effect, judged, only_data, rounded, table
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
        Col("what", words.sentence(noun)),
        Col("strategy", "Best plan"),
        Col("over", "Over the fair share", "points"),
        Col("gain", "More than the next best", "points"),
        Col("next", "Next best"),
        Col("q", "q", "q", "share of false alarms among all of this table called so"),
        Col("verdict", "Verdict", "verdict"),
    ]
    rows = [
        {
            "what": b.option,
            "strategy": b.strategy,
            "over": effect(b.over),
            "gain": effect(b.gain),
            "next": b.next,
            "q": rounded(b.q),
            **judged(b.verdict, b.gain),
        }
        for b in study.contest.bests
    ]
    caption = f"The best plan of the {noun}, in points of the share of wins"
    return table("needed-best", caption, columns, rows)


def _list(study: Study, noun: str) -> Data:
    columns = [
        Col("what", f"{words.sentence(noun)} with plan"),
        Col("over", "Points over the fair share", "points"),
        Col("beyond", "Points beyond what each brings", "points"),
        Col("q", "q", "q", "share of false alarms among all of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Games", "count"),
    ]
    rows = [
        {
            "what": pair(p),
            "over": effect(p.over),
            "beyond": effect(p.beyond),
            "q": rounded(p.q),
            **judged(p.verdict, p.beyond),
            "games": p.games,
        }
        for p in sorted(study.contest.plans, key=lambda p: (-p.beyond.value, pair(p)))
    ]
    caption = f"Every plan of the {noun}, settings weighed alike (q: within this table)"
    return table("needed", caption, columns, rows)
