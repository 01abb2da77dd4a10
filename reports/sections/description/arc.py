"""When is the game decided, and does play still matter then?"""

from collections.abc import Iterator

from analysis.description.win_probability import (
    AHEAD,
    FEWEST,
    GONE,
    LOW,
    SHUT,
    Arc,
    Arcs,
    CurvePoint,
)
from analysis.stats.intervals import Estimate, Rate
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, effect, few, rate, rounded, table

TITLE = "When is the game decided?"
HALF, LATE = 0.5, 0.75
PARTS = {0.0: "start", 0.25: "¼", 0.5: "½", 0.75: "¾", 1.0: "last turn"}
WHOLE = "the whole run"
OFF = 0.03  # chances that are off by more are told with a warning
MOSTLY = 0.5
LITTLE = 0.02
NOTHING_YET = "What is counted says next to nothing at half-time of who will win."


def section(study: Study) -> Section | None:
    """The chance of winning over the turns, and what follows from it."""
    arcs = study.arcs
    if not arcs.all:
        return None
    section = Section("arc", TITLE)
    section.words = [said for arc in arcs.all for said in sentences(arc, arcs.knows)]
    if arcs.knows < LITTLE:
        section.words.insert(0, NOTHING_YET)
    section.words += [_left_out(arcs)] if arcs.shut else []
    section.words.append(_trust(arcs))
    panels = [panel for panel in _panels(arcs) if panel["points"]]
    section.charts = [_chart(arcs, panels, section.words[0])] if panels else []
    section.tables = [_table(study), _said(arcs)]
    section.notes = [
        f"Ahead is who has the best chance, by {words.points(AHEAD)} or more. Sure is a result "
        f"from the turn on in which {GONE:.0%} of the doubt at the beginning is gone for good. "
        "Came back: won after standing below half of an even chance, or of the usual chance where "
        "all play together.",
        *few(arcs.few, "setting", f"of which fewer than {FEWEST} games are seen turn by turn"),
    ]
    return section


def _left_out(arcs: Arcs) -> str:
    """Settings in no number of all together; the table has each of them by itself."""
    is_one = arcs.shut == 1
    text = (
        f"{arcs.shut} of the {words.plural(arcs.settings, 'setting')} "
        f"{'is' if is_one else 'are'} in none of these numbers: there more than {SHUT:.0%} of the "
        "games are won, or lost, which is decided by what the setting is."
    )
    apart = f" In the table {'it' if is_one else 'each'} stands by itself."
    return text + apart if arcs.cells else text


def sentences(arc: Arc, knows: float) -> list[str]:
    """What a designer asks of the course of a game, and of which settings it is told."""
    course = _won_or_lost(arc) if arc.together else _who_is_ahead(arc)
    first, *rest = [*course, _decided(arc, knows)]
    return [f"{words.sentence(named(arc))}: {first}" if arc.levels else first, *rest]


def named(arc: Arc) -> str:
    """The settings of an arc: the one, those that share levels, or all of the run."""
    levels = arc.cell.levels if arc.cell else arc.levels
    return words.setting(levels) if arc.cell or levels else WHOLE


def leading(arc: Arc, part: float) -> Rate | None:
    """How often those won who were ahead at a part of the game, if anybody was in enough games."""
    leader = next(point.leader for point in arc.points if point.part == part)
    return leader if leader is not None and leader.games else None


def before(arc: Arc) -> tuple[float, str]:
    """How often those win who stand best before the first turn, and words for it.

    An even chance, where these games do not show that it is more.
    """
    even = 1 / arc.sides
    said = f"an even chance is {words.percent(even)}"
    if arc.before is None or arc.before.low <= even:
        return even, said
    return arc.before.value, (
        f"whoever stands best before the first turn, by seat, options and what is dealt, wins "
        f"{_rate(arc.before)}; {said}"
    )


def _who_is_ahead(arc: Arc) -> list[str]:
    sentences = []
    half, late = leading(arc, HALF), leading(arc, LATE)
    if half and late:
        sentences.append(
            f"Whoever is ahead after half of the turns wins {words.of(half)}, and {_rate(late)} "
            f"after three quarters; {before(arc)[1]}."
        )
    back = arc.comebacks
    changes = f"{arc.changes.value:.1f} times a game" if arc.changes else "never"
    sentences.append(
        f"The lead changes hands {changes}; in {words.of(back)} the winner had once "
        f"stood below {words.percent(LOW / arc.sides)}."
    )
    return sentences


def _won_or_lost(arc: Arc) -> list[str]:
    half = next(point for point in arc.points if point.part == HALF)
    sentences = []
    if half.won and half.lost:
        sentences.append(
            f"After half of the turns the chance of winning is {words.percent(half.won.value)} in "
            f"games that are won later, and {words.percent(half.lost.value)} in games that are "
            f"lost later{_already(arc)}."
        )
    if arc.comebacks.games:
        sentences.append(
            f"In {words.of(arc.comebacks, 'the won games')} the players had once stood below half "
            "of the usual chance."
        )
    return sentences


def _already(arc: Arc) -> str:
    """What of it was known before the first turn."""
    won, lost = arc.points[0].won, arc.points[0].lost
    if won is None or lost is None or won.low <= lost.high:
        return ""
    return (
        f"; before the first turn, by what is dealt, {words.percent(won.value)} and "
        f"{words.percent(lost.value)}"
    )


def _decided(arc: Arc, knows: float) -> str:
    if arc.open.value >= MOSTLY:
        text = f"{words.sentence(words.of(arc.open))} are still open in their last turn"
    else:
        text = (
            f"On average the result is sure after {words.percent(arc.decided.value)} of the turns, "
            f"and {words.of(arc.early)} are sure before their middle"
        )
    if arc.rest_lost:
        text += f"; as far as this model can tell, which knows {words.percent(max(knows, 0))} of "
        text += f"it at half-time, lost games go on for {_share(arc.rest_lost)} of their turns "
        text += "after they are lost"
    return f"{text}."


def _trust(arcs: Arcs) -> str:
    games = sum(arc.games for arc in arcs.all)
    text = (
        f"The chances come from a model fitted to {games:,} games of this run that were seen turn "
        "by turn; each game is told by a fit that did not see it. They go by seats, options, what "
        f"is dealt and what is counted ({arcs.columns} columns), and take away "
        f"{words.percent(max(arcs.knows, 0))} of the doubt at half-time, "
        f"{words.percent(max(arcs.knew, 0))} before the first turn: who reads the table better "
        "knows sooner, so games may be decided earlier than is said here, not later. Intervals "
        "hold chance alone: other columns would move these numbers by some points."
    )
    if arcs.off > OFF:
        text += (
            f" They are off by {words.points(arcs.off)} on average beyond what chance explains: "
            "take them roughly."
        )
    return text


def _rate(share: Rate) -> str:
    return words.share_range(share.value, share.low, share.high)


def _share(mean: Estimate) -> str:
    return words.share_range(mean.value, mean.low, mean.high)


def _panels(arcs: Arcs) -> Iterator[Data]:
    """One an arc: who was ahead and won, or the chances in games won and lost later."""
    for arc in arcs.all:
        if arc.together:
            yield from (_chances(arc, later) for later in ("won", "lost"))
        else:
            yield _ahead(arc)


def _chart(arcs: Arcs, panels: list[Data], desc: str) -> Data:
    together = all(arc.together for arc in arcs.all)
    return {
        "kind": "panels",
        "id": "chart-arc",
        "title": "The chance of winning" if together else "Does whoever is ahead win?",
        "desc": desc,
        "hint": "dots, with 95% intervals; from the first turn to the last",
        "levels": list(PARTS.values()),
        "band": None,
        "panels": panels,
    }


def _ahead(arc: Arc) -> Data:
    points = [
        _point(point, point.leader) for point in arc.points if point.leader and point.leader.games
    ]
    even = [[0, 1 / arc.sides], [len(PARTS) - 1, 1 / arc.sides]]
    title = f"Games won by whoever is ahead ({_sides(arc)}; line: an even chance)"
    return {"title": title, "points": points, "curve": even}


def _chances(arc: Arc, later: str) -> Data:
    points = [
        _point(point, mean) for point in arc.points if (mean := getattr(point, later)) is not None
    ]
    where = f", {named(arc)}" if arc.levels else ""
    return {"title": f"Games that were {later}{where}", "points": points, "curve": None}


def _sides(arc: Arc) -> str:
    return f"{named(arc)}; {arc.sides} sides" if arc.levels else f"{arc.sides} sides"


def _point(point: CurvePoint, share: Rate | Estimate) -> Data:
    return {
        "x": [*PARTS].index(point.part),
        "label": PARTS[point.part],
        "value": rounded(share.value),
        "low": rounded(max(share.low, 0.0)),
        "high": rounded(min(share.high, 1.0)),
        "tone": "plain",
    }


def _table(study: Study) -> Data:
    arcs = study.arcs
    listed = [*arcs.all, *arcs.cells]
    columns = [Col("setting", "Setting"), Col("games", "Games seen", "count")]
    if any(not arc.together for arc in listed):
        columns += [
            Col("before", "Best before the first turn wins", "share"),
            Col("half", "Ahead at ½ wins", "rate"),
            Col("late", "Ahead at ¾ wins", "rate"),
            Col("changes", "Lead changes", "amount", "in a game"),
        ]
    if any(arc.together for arc in listed):
        columns += [
            Col("decided", "Sure after", "share", "share of the turns before the result is sure"),
            Col("early", "Sure before the middle", "rate"),
        ]
    columns += [
        Col("open", "Open in the last turn", "rate"),
        Col("back", "Came back", "rate", "of the games that were won"),
    ]
    if any(arc.rest_lost for arc in listed):
        columns.append(
            Col("rest", "Turns after a game is lost", "share", "share of a lost game's turns")
        )
    rows = [_row(arc, study) for arc in listed]
    folded = len(rows) > len(arcs.all) + 8
    return table("arc", "The arc of the game, setting by setting", columns, rows, folded=folded)


def _row(arc: Arc, study: Study) -> Data:
    row: Data = {
        "setting": named(arc),
        "games": arc.games,
        "decided": rounded(arc.decided.value),
        "open": rate(arc.open),
        "early": rate(arc.early),
        "back": rate(arc.comebacks) if arc.comebacks.games else None,
        "rest": rounded(arc.rest_lost.value) if arc.rest_lost else None,
    }
    if not arc.together:
        row["before"] = rounded(before(arc)[0])
        for key, part in (("half", HALF), ("late", LATE)):
            led = leading(arc, part)
            row[key] = rate(led) if led else None
        row["changes"] = effect(arc.changes) if arc.changes else None
    return row


def _said(arcs: Arcs) -> Data:
    columns = [
        Col("said", "A chance of about", "share"),
        Col("came", "Came true", "share"),
        Col("low", "At least", "share"),
        Col("high", "At most", "share"),
        Col("moments", "How often it was said", "count"),
    ]
    rows = [
        {
            "said": rounded(one.said),
            "came": rounded(one.came.value),
            "low": rounded(max(one.came.low, 0.0)),
            "high": rounded(min(one.came.high, 1.0)),
            "moments": one.moments,
        }
        for one in arcs.said
    ]
    caption = "Can the chances be trusted? What was said, and how often it came true"
    return table("arc-said", caption, columns, rows, folded=True)
