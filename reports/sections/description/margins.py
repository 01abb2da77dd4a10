"""How close were the losses?"""

from analysis.description.lengths import Margin
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, rate, rounded, table

TITLE = "How close were the losses?"


def section(study: Study) -> Section | None:
    """How far lost games were from a win, and won games from a loss."""
    if not study.margins:
        return None
    section = Section("closeness", TITLE)
    section.words = [text for m in study.margins for text in _words(m)]
    panels = [_panel(m) for m in study.margins if not m.yes_no and (m.lost or m.won)]
    if panels:
        section.charts = [
            {
                "kind": "hist",
                "id": "chart-closeness",
                "title": "Where lost and won games stood at their end",
                "desc": " ".join(section.words) or "Shares of lost and of won games.",
                "panels": panels,
            }
        ]
    section.tables = [t for t in (_close(study), _yes_no(study), _values(study)) if t]
    together = "All settings are taken together."
    if any(m.better or m.yes_no for m in study.margins):
        together = (
            "A loss counts as close when it ended in the best fifth of the range that was seen; "
            f"a win was a near thing in the worst fifth. {together}"
        )
    section.notes = [together]
    return section


def edge(margin: Margin, value: float | None, better: bool) -> str:
    """The edge in words: "2 or less"; nothing without an edge."""
    if value is None:
        return ""
    below = (margin.better == "low") == better
    return f"{words.number(value)} or {'less' if below else 'more'}"


def name(margin: Margin) -> str:
    """What the margin measures."""
    return margin.meaning.split(";")[0] or margin.column.replace("_", " ")


def _words(margin: Margin) -> list[str]:
    sentences = []
    if margin.close_lost:
        share = margin.close_lost
        sentences.append(
            f"{words.sentence(words.of(share, 'the lost games'))} were close "
            f"({name(margin)}: {edge(margin, margin.close_at, True)})."
        )
    if margin.close_won:
        share = margin.close_won
        sentences.append(
            f"{words.sentence(words.of(share, 'the won games'))} were a near thing "
            f"({name(margin)}: {edge(margin, margin.worst_at, False)})."
        )
    return sentences


def _panel(margin: Margin) -> Data:
    series = []
    for label, counted in (("won", margin.won), ("lost", margin.lost)):
        total = sum(counted.values())
        if total:
            shares = {str(int(v)): rounded(g / total) for v, g in counted.items()}
            series.append({"name": label, "shares": shares})
    return {"title": words.sentence(name(margin)), "unit": margin.unit, "series": series}


def _close(study: Study) -> Data | None:
    rows = []
    for m in study.margins:
        if m.close_lost:
            rows.append(
                {
                    "what": name(m),
                    "games": "lost games that were close",
                    "edge": edge(m, m.close_at, True),
                    "share": rate(m.close_lost),
                    "of": m.close_lost.games,
                }
            )
        if m.close_won:
            rows.append(
                {
                    "what": name(m),
                    "games": "won games that were a near thing",
                    "edge": edge(m, m.worst_at, False),
                    "share": rate(m.close_won),
                    "of": m.close_won.games,
                }
            )
    if not rows:
        return None
    columns = [
        Col("what", "Measured by"),
        Col("games", "Which games"),
        Col("edge", "Where"),
        Col("share", "Share", "rate"),
        Col("of", "Of games", "count"),
    ]
    return table("closeness", "How many games could have gone the other way", columns, rows)


def _yes_no(study: Study) -> Data | None:
    rows = []
    for m in study.margins:
        if m.yes_no:
            lost, won = sum(m.lost.values()), sum(m.won.values())
            rows.append(
                {
                    "what": name(m),
                    "lost": rounded(m.lost.get(1, 0) / lost) if lost else None,
                    "won": rounded(m.won.get(1, 0) / won) if won else None,
                }
            )
    if not rows:
        return None
    columns = [
        Col("what", "Yes"),
        Col("lost", "In lost games", "share"),
        Col("won", "In won games", "share"),
    ]
    return table("closeness-yes", "How often it was so", columns, rows)


def _values(study: Study) -> Data | None:
    rows = []
    for m in study.margins:
        lost, won = max(sum(m.lost.values()), 1), max(sum(m.won.values()), 1)
        for value in sorted({*m.lost, *m.won}) if not m.yes_no else ():
            rows.append(
                {
                    "what": name(m),
                    "value": value,
                    "lost": rounded(m.lost.get(value, 0) / lost),
                    "won": rounded(m.won.get(value, 0) / won),
                }
            )
    if not 0 < len(rows) <= 200:
        return None
    columns = [
        Col("what", "Measured by"),
        Col("value", "Value at the end", "number"),
        Col("lost", "Of the lost games", "share"),
        Col("won", "Of the won games", "share"),
    ]
    return table("closeness-values", "Every value at the end", columns, rows, folded=True)
