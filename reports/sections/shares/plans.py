"""Which plan wins, and who needs which?"""

from analysis.shares.plans import PlayedOption
from analysis.stats import verdicts
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, effect, judged, rounded, square, table
from reports.sections.shares import share_verdicts

WHO = "Who needs which plan?"


def section(study: Study) -> Section | None:
    """Shares of every strategy, where more than one sat at the tables."""
    kind = study.contest.kind("strategy")
    return share_verdicts.of_kind(study, kind) if kind else None


def needed(study: Study) -> Section | None:
    """Options by strategy."""
    contest = study.contest
    if not contest.bests:
        return None
    noun = study.design.manifest.get("options") or "options"
    section = Section("needed", WHO)
    section.words = [
        "The experiment puts strategies in the seats, so these are fair comparisons. How well "
        f"two suit each other is told by the points beyond what the plan brings to all {noun} "
        "and what its holder wins with all plans."
    ]
    section.tables = [_best(study, noun), _list(study, noun)]
    if len({p.strategy for p in contest.plans}) > 2:
        section.tables.insert(1, _matrix(study, noun))
    return section


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


def _matrix(study: Study, noun: str) -> Data:
    strategies = sorted({p.strategy for p in study.contest.plans})
    columns = [Col("what", words.sentence(noun))]
    columns += [Col(f"s{i}", name, "shade") for i, name in enumerate(strategies)]
    plans = {(p.option, p.strategy): p for p in study.contest.plans}
    rows = []
    for option in dict.fromkeys(p.option for p in study.contest.plans):
        row: Data = {"what": option}
        for i, strategy in enumerate(strategies):
            plan = plans.get((option, strategy))
            shown = plan is not None and plan.verdict in verdicts.SHOWN
            row[f"s{i}"] = square(plan.beyond, shown) if plan else None
        rows.append(row)
    caption = (
        "How well plan and holder suit each other: points beyond what each brings (colour: shown)"
    )
    return table("needed-matrix", caption, columns, rows, look="matrix")


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
    return table("needed", caption, columns, rows, folded=True)
