"""Points, ranks and tie-breaks."""

from tests.rules.tactics.referee.table import Table


def points(t: Table, seat: int) -> int:
    """Victory points of one player."""
    mine = t.of(seat)
    villages = sum(t.land.terrain[u.at] == "village" for u in mine if u.at is not None)
    found = t.rules["survivor_points"] * len(mine)
    found += t.rules["capture_points"] * len(t.captures[seat])
    found += t.rules["village_points"] * villages
    found += t.rules["flag_points"] * flags(t, seat) if not t.battle else 0
    if t.bearer is not None and t.bearer.seat == seat:
        found += t.rules["artifact_points"]
    return found


def flags(t: Table, seat: int) -> int:
    """Flag Tokens of a player; the Artifact is one."""
    return sum(owner == seat for owner in t.holder.values()) + (
        t.bearer is not None and t.bearer.seat == seat
    )


def standing(t: Table, team: int) -> tuple[int, ...]:
    """Points of a team and its tie-breaks: survivors, captures, flags, health."""
    seats = [seat for seat in range(t.seats) if t.team(seat) == team]
    units = [u for seat in seats for u in t.of(seat)]
    return (
        sum(points(t, seat) for seat in seats),
        len(units),
        sum(len(t.captures[seat]) for seat in seats),
        sum(flags(t, seat) for seat in seats),
        sum(u.health for u in units),
    )


def ranks(t: Table) -> list[int]:
    """Rank of each seat; teammates and those who tie in everything share one."""
    teams = sorted({t.team(seat) for seat in range(t.seats)})
    merit = {team: standing(t, team) for team in teams}
    place = {team: 1 + sum(merit[o] > merit[team] for o in teams) for team in teams}
    return [place[t.team(seat)] for seat in range(t.seats)]
