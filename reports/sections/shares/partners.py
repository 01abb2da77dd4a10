"""Which two win more together than each brings alone?"""

from analysis.stats import verdicts
from analysis.study import Study
from reports import words
from reports.parts import Col, Section, dots, effect, ends_of, judged, rounded, table

MOST_ROWS = 24
EVERY = f"Every pair that at least {verdicts.FEWEST} seats held"


def section(study: Study) -> Section | None:
    """Pairs in one seat, the best and the worst."""
    partners = study.contest.partners
    if not partners:
        return None
    noun = str(study.design.manifest.get("options") or "options")
    section = Section("partners", f"Which {noun} win more together than each brings alone?")
    sure = [p for p in partners if p.verdict in (verdicts.BIG, verdicts.OPEN, verdicts.SMALL)]
    section.words = [
        "Points over the fair share of a seat that holds both, less what each of the two is over "
        "it with any other partner. All settings are weighed alike.",
        f"{len(sure)} of {len(partners):,} pairs differ for certain."
        if sure
        else "No pair is shown to win more or less together.",
    ]
    rows = [
        {"label": f"{p.first} with {p.second}", "tone": "plain"} | effect(p.beyond)
        for p in partners
    ]
    first, last = partners[0], partners[-1]
    desc = (
        f"From {first.first} with {first.second} {words.signed(first.beyond.value)} to "
        f"{last.first} with {last.second} {words.signed(last.beyond.value)} points."
    )
    title = "Together, less each alone"
    section.charts = [dots("chart-partners", title, desc, ends_of(rows, MOST_ROWS), unit="points")]
    columns = [
        Col("what", "Pair"),
        Col("over", "Together", "points", "points over the fair share"),
        Col("alone", "Each alone, added", "signed"),
        Col("beyond", "Difference", "points"),
        Col("q", "q", "q", "share of false alarms among all of this table that differ"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Seats", "count"),
    ]
    listed = [
        {
            "what": f"{p.first} with {p.second}",
            "over": effect(p.over),
            "alone": rounded(p.alone),
            "beyond": effect(p.beyond),
            "q": rounded(p.q),
            **judged(p.verdict, p.beyond),
            "games": p.games,
        }
        for p in partners
    ]
    section.tables = [table("partners", EVERY, columns, listed, folded=True)]
    return section
