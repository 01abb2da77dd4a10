"""Who finishes ahead of whom?"""

from analysis.matchups import Matchup, Matchups
from analysis.study import Study
from analysis.verdicts import FEWEST
from reports import words
from reports.parts import Col, Data, Section, dots, effect, ends_of, judged, kept, table

TITLE = "Who finishes ahead of whom?"
MOST_MATRIX = 20
MOST_ROWS = 24


def section(study: Study) -> Section | None:
    """Matrix, strengths, and what no order of strength explains."""
    found = study.contest.matchups
    if found is None or not found.pairs:
        return None
    noun = str(study.design.manifest.get("options") or "options")
    made = Section("matchups", TITLE)
    made.words = [
        "How often the one in the row finishes ahead of the one in the column when both sit at "
        "a table, a tie counting half. All settings are taken together.",
        _circles(found),
    ]
    made.charts = [_chart(found, noun)]
    ratings = _ratings(found, noun)
    matrix = _matrix(found, noun)
    made.tables = [t for t in (ratings, matrix, _list(found), _cyclic(found)) if t]
    made.notes = [
        "Strengths are fitted to all finishing orders at once (Plackett and Luce), and shown as "
        "how often one finishes ahead of the others on average; places are those held in 95 of "
        "100 resamplings of the games. Where much goes in circles, no single order tells the "
        "truth."
    ]
    return made


def pair(found: Matchup) -> str:
    """Rock ahead of Scissors"""
    return f"{found.first} ahead of {found.second}"


def strongest_side(found: Matchup) -> Matchup:
    """Seen from the side that finishes ahead more often than the strengths say."""
    return found if found.beyond.value >= 0 else found.turned()


def _circles(found: Matchups) -> str:
    if found.cyclic is None:
        return "What goes in circles cannot be told: too few games, or no differences."
    share = words.percent(found.cyclic)
    if not found.circles:
        return f"No circles are shown: who is ahead follows from strength (circles {share})."
    return (
        f"{share} of the differences go in circles: A is ahead of B, B of C, C of A. That part "
        "no list of strengths can show."
    )


def _cyclic(found: Matchups) -> Data:
    columns = [Col("what", "Differences between pairs"), Col("share", "Share", "share")]
    cyclic = None if found.cyclic is None else kept(found.cyclic)
    order = None if found.cyclic is None else kept(1 - found.cyclic)
    rows = [
        {"what": "go in circles", "share": cyclic},
        {"what": "follow an order of strength", "share": order},
    ]
    caption = "How much goes in circles, less what luck alone gives"
    return table("cyclic", caption, columns, rows, folded=True)


def _chart(found: Matchups, noun: str) -> Data:
    rows = [{"label": r.label, "tone": "plain"} | effect(r.ahead) for r in found.ratings]
    first, last = found.ratings[0], found.ratings[-1]
    desc = f"From {first.label} {words.percent(first.ahead.value)} to {last.label} "
    desc += f"{words.percent(last.ahead.value)}."
    title = f"{words.sentence(noun)}: how often one finishes ahead of another"
    return dots("chart-ratings", title, desc, ends_of(rows, MOST_ROWS), unit="rate")


def _ratings(found: Matchups, noun: str) -> Data:
    columns = [
        Col("what", words.sentence(noun)),
        Col("place", "Place", "count"),
        Col("ahead", "Finishes ahead of another", "rate"),
        Col("places", "Places it may hold"),
    ]
    rows = [
        {
            "what": r.label,
            "place": r.place,
            "ahead": effect(r.ahead),
            "places": str(r.best) if r.best == r.worst else f"{r.best} to {r.worst}",
        }
        for r in found.ratings
    ]
    caption = f"Strength of the {noun}"
    return table("ratings", caption, columns, rows, folded=len(rows) > MOST_ROWS)


def _matrix(found: Matchups, noun: str) -> Data | None:
    names = [r.label for r in found.ratings]
    if len(names) > MOST_MATRIX:
        return None
    known = {(p.first, p.second): p for p in found.pairs}
    known |= {(p.second, p.first): p.turned() for p in found.pairs}
    columns = [Col("row", words.sentence(noun))]
    columns += [Col(f"m{i}", name, "beats") for i, name in enumerate(names)]
    rows = []
    for one in names:
        row: Data = {"row": one}
        for i, other in enumerate(names):
            met = known.get((one, other))
            row[f"m{i}"] = _square(met) if met else None
        rows.append(row)
    caption = (
        "Row ahead of column: percent of their games, and how many games "
        f"(grey: fewer than {FEWEST})"
    )
    return table("matchups-matrix", caption, columns, rows, look="matrix")


def _square(found: Matchup) -> Data:
    return effect(found.ahead) | {"games": found.games, "few": found.games < FEWEST}


def _list(found: Matchups) -> Data:
    columns = [
        Col("what", "Pair"),
        Col("ahead", "Finishes ahead", "rate"),
        Col("expected", "Strengths say", "share"),
        Col("beyond", "Points beyond that", "points"),
        Col("q", "q", "q", "share of false alarms among all pairs called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Games", "count"),
    ]
    sides = sorted(map(strongest_side, found.pairs), key=lambda p: (-p.beyond.value, pair(p)))
    rows = [
        {
            "what": pair(p),
            "ahead": effect(p.ahead),
            "expected": kept(p.expected),
            "beyond": effect(p.beyond),
            "q": kept(p.q),
            **judged(p.verdict, p.beyond),
            "games": p.games,
        }
        for p in sides
    ]
    caption = "Every pair against what the strengths of the two say (q: within this table)"
    return table("matchups", caption, columns, rows, folded=len(rows) > 6)
