"""Is an option stronger at one number of players than at another?"""

from analysis.shares.player_counts import AtPlayers
from analysis.shares.share_verdicts import Kind
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, listed, of_each, square
from reports.text import words

MOST_ROWS = 40
MOST_NAMED = 4


def section(study: Study) -> Section | None:
    """Options by number of players, where the run crosses these."""
    kind = study.contest.kind("option")
    if kind is None or not kind.at_players:
        return None
    title = f"Do {kind.noun} win more at one number of players than at another?"
    return Section("at-players", title, [_said(kind)], tables=[_matrix(kind)])


def _said(kind: Kind) -> str:
    """What options surely win at one number, and not at others."""
    moved = [one for one in kind.at_players if not one.beyond.low <= 0 <= one.beyond.high]
    if not moved:
        return f"None of the {kind.noun} is shown to depend on how many play."
    moved.sort(key=lambda one: (-abs(one.beyond.value), one.label, one.players))
    named = [_moved(one) for one in moved[:MOST_NAMED]]
    rest = len(moved) - len(named)
    more = f", and {rest} more" if rest else ""
    return (
        f"Beyond what each wins on average over all numbers of players: {'; '.join(named)}{more}."
    )


def _moved(one: AtPlayers) -> str:
    size = words.signed_range(*one.beyond.ends)
    return f"{one.label} {size} points with {words.level('players', one.players)}"


def _matrix(kind: Kind) -> Data:
    """Points over the fair share, drawn together; a row an option, a column a number."""
    numbers = sorted({one.players for one in kind.at_players})
    by_name: dict[str, dict[int, AtPlayers]] = {}
    for one in kind.at_players:
        by_name.setdefault(one.label, {})[one.players] = one

    def held(players: int, label: str) -> Data | None:
        one = by_name[label].get(players)
        return None if one is None else square(one.over, not one.over.low <= 0 <= one.over.high)

    columns = [Col("row", words.sentence(kind.noun), get=str)]
    columns += of_each(numbers, lambda i, n: Col(f"p{i}", words.level("players", n), "shade"), held)
    caption = (
        f"{words.sentence(kind.noun)} by number of players: points over the fair share, drawn to "
        "each one's own mean by as much as is luck (colour: shown not to be fair)"
    )
    rows = sorted(by_name, key=lambda label: -max(o.over.value for o in by_name[label].values()))
    return listed("at-players", caption, columns, rows[:MOST_ROWS]) | {"look": "matrix"}
