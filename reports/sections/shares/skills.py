"""What is skill worth, where players of several levels sit at one table?

A better player is meant to win more, so nothing here is on target or off it.
"""

from analysis.data.entrants import PLAYER, SKILL
from analysis.shares.share_verdicts import Kind, Share
from analysis.study import Study
from reports.sections.shares import share_verdicts
from reports.tables.parts import Col, Data, Section, dots, effect, ends_of, listed
from reports.text import words

NAME, TITLE = "skills", "What is skill worth?"
WHOLE = 1e-6  # so far from a whole number a sum of shared wins may be by rounding


def section(study: Study) -> Section | None:
    """Shares of wins by level, and by player where strategies differ, too."""
    kind = study.contest.kind(SKILL)
    if kind is None or not kind.shares:
        return None
    said = [
        "Players of several levels sit at one table, and each has every seat as often: this is "
        "what the player does, not the seat."
    ]
    tables = [_table(each) for each in (kind, study.contest.kind(PLAYER)) if each]
    return Section(NAME, TITLE, said, [_chart(kind)], tables)


def name(kind: Kind) -> str:
    """Id of the kind's table."""
    return NAME if kind.role == SKILL else f"{NAME}-players"


def won(share: Share) -> str:
    """100.0% (98.7-100.0), 300 of 300"""
    each = share.share
    wins = words.share_range(*each.ends)
    return f"{wins}, {_wins(share)} of {share.games:,}"


def _wins(share: Share) -> str:
    wins = share.share.value * share.games
    return f"{wins:,.0f}" if abs(wins - round(wins)) < WHOLE else f"{wins:,.1f}"


def _ordered(kind: Kind) -> list[Share]:
    """Setting by setting, who wins most first."""
    return sorted(kind.shares, key=lambda s: (s.cell.number, -s.share.value, s.label))


def _chart(kind: Kind) -> Data:
    rows = [
        {"label": share_verdicts.what(share), "tone": "plain"} | effect(share.share)
        for share in _ordered(kind)
    ]
    first, last = _ordered(kind)[0], _ordered(kind)[-1]
    desc = f"From {first.label} {words.percent(first.share.value)} to {last.label} "
    desc += f"{words.percent(last.share.value)}."
    title = "Share of wins by level of skill"
    return dots(f"chart-{NAME}", title, desc, ends_of(rows, share_verdicts.MOST_ROWS), unit="rate")


def _table(kind: Kind) -> Data:
    columns = [
        Col("what", words.sentence(kind.noun), get=share_verdicts.what),
        Col("share", "Share of wins", "rate", "mean share of the win, with its 95% interval"),
        Col("fair", "Fair share", "share"),
        Col("over", "Points over it", "signed", get=lambda share: share.over.value),
        Col("won", "Won", "text", "wins, a shared win in parts", _wins),
        Col("games", "Games", "count", "each seat of such a player counts"),
    ]
    caption = f"{words.sentence(kind.noun)}: share of wins of each seat that such a player sat in"
    rows = _ordered(kind)
    return listed(name(kind), caption, columns, rows, folded=share_verdicts.MOST_ROWS)
