"""What a change does in the games of its card, beside what it does in all."""

from analysis.shares.own_games import OwnGames
from reports.tables.parts import Col
from reports.text import words

HELP = "of the games in which the card takes part that is changed, every setting weighed alike"
COLUMN = Col("own", "Won in the card's own games", help=HELP)


def beside(own: OwnGames | None) -> str:
    """; in the games with Bo 61.0% are won instead of 52.3%: the end of a sentence, or nothing."""
    if own is None:
        return ""
    before, after = words.percent(own.before), words.percent(own.after)
    return f"; in the games with {own.card} {after} are won instead of {before}"


def cell(own: OwnGames | None) -> str:
    """52.3% → 61.0%, in a table."""
    return f"{words.percent(own.before)} → {words.percent(own.after)}" if own else ""
