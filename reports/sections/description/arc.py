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
from reports.tables.parts import Col, Data, Section, few, listed, rounded
from reports.text import words

TITLE = "When is the game decided?"
HALF, LATE = 0.5, 0.75
PARTS = {0.0: "start", 0.25: "¼", 0.5: "½", 0.75: "¾", 1.0: "last turn"}
WHOLE = "the whole run"
OFF = 0.03  # chances that are off by more are told with a warning
MOSTLY = 0.5
NOTHING_YET = "What is counted says next to nothing at half-time of who will win."


def section(study: Study) -> Section | None:
    """The chance of winning over the turns, and what follows from it."""
    arcs = study.arcs
    if not arcs.all:
        return None
    section = Section("arc", TITLE)
    section.words = [said for arc in arcs.all for said in sentences(arc)]
    if not arcs.tells:
        section.words.insert(0, NOTHING_YET)
    section.words += [*_left_out(arcs), _trust(arcs)]
    panels = [panel for panel in _panels(arcs) if panel["points"]]
    section.charts = [_chart(arcs, panels, section.words[0])] if panels else []
    section.tables = [_table(study), _said(arcs)]
    section.notes = few(
        arcs.few, "setting", f"of which fewer than {FEWEST} games are seen by turns"
    )
    return section


def _left_out(arcs: Arcs) -> list[str]:
    """Settings in no number of all together; the table has each of them by itself."""
    text = (
        f"Left out: {arcs.shut} of {words.plural(arcs.settings, 'setting')}, with more than "
        f"{SHUT:.0%} of the games won or lost"
    )
    return [f"{text}; the table has each." if arcs.cells else f"{text}."] * bool(arcs.shut)


def sentences(arc: Arc) -> list[str]:
    """What a designer asks of the course of a game, and of which settings it is told."""
    course = _won_or_lost(arc) if arc.together else _who_is_ahead(arc)
    first, *rest = [*course, _decided(arc)]
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
            f"After half of the turns the chance to win is {words.percent(half.won.value)} in "
            f"games that end won and {words.percent(half.lost.value)} in games that end "
            f"lost{_already(arc)}."
        )
    if arc.comebacks.games:
        sentences.append(
            f"In {words.of(arc.comebacks, 'the won games')} the players had once fallen below half "
            "the usual chance."
        )
    return sentences


def _already(arc: Arc) -> str:
    """What of it was known before the first turn."""
    won, lost = arc.points[0].won, arc.points[0].lost
    if won is None or lost is None or won.low <= lost.high:
        return ""
    return (
        f"; before the first turn, after the deal, it is {words.percent(won.value)} and "
        f"{words.percent(lost.value)}"
    )


def _decided(arc: Arc) -> str:
    if arc.open.value >= MOSTLY:
        text = f"{words.sentence(words.of(arc.open))} are still open in their last turn"
    else:
        text = (
            f"On average the result is sure after {words.percent(arc.decided.value)} of the turns, "
            f"and {words.of(arc.early)} are sure before their middle"
        )
    if arc.rest_lost:
        text += f"; lost games go on for {_rate(arc.rest_lost)} of their turns after they are lost"
    return f"{text}."


def _trust(arcs: Arcs) -> str:
    games = sum(arc.games for arc in arcs.all)
    text = (
        f"A model fitted to {games:,} games of this run ({arcs.columns} columns) removes "
        f"{words.percent(max(arcs.knows, 0))} of the doubt at half-time and "
        f"{words.percent(max(arcs.knew, 0))} before the first turn. Who reads the table better "
        "knows sooner."
    )
    if arcs.off > OFF:
        text += f" It is off by {words.points(arcs.off)} on average: take it roughly."
    return text


def _rate(share: Rate | Estimate) -> str:
    return words.share_range(*share.ends)


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
    all_ = [*arcs.all, *arcs.cells]
    columns = [Col("setting", "Setting", get=named), Col("games", "Games seen", "count")]
    if any(not arc.together for arc in all_):
        columns += [
            Col("before", "Best before the first turn wins", "share",
                get=lambda arc: None if arc.together else before(arc)[0]),
            Col("half", "Ahead at ½ wins", "rate", get=lambda arc: _led(arc, HALF)),
            Col("late", "Ahead at ¾ wins", "rate", get=lambda arc: _led(arc, LATE)),
            Col("changes", "Lead changes", "amount", "in a game; ahead is who has the best chance, "
                f"by {words.points(AHEAD)} or more"),
        ]  # fmt: skip
    if any(arc.together for arc in all_):
        columns += [
            Col("decided", "Sure after", "share", "share of the turns before "
                f"{GONE:.0%} of the doubt is gone for good", lambda arc: arc.decided.value),
            Col("early", "Sure before the middle", "rate"),
        ]  # fmt: skip
    columns += [
        Col("open", "Open in the last turn", "rate"),
        Col("back", "Came back", "rate", "of the games that were won, after standing below half of "
            "an even chance, or of the usual chance where all play together",
            lambda arc: arc.comebacks if arc.comebacks.games else None),
    ]  # fmt: skip
    if any(arc.rest_lost for arc in all_):
        columns.append(
            Col("rest", "Turns after a game is lost", "share", "share of a lost game's turns",
                lambda arc: arc.rest_lost.value if arc.rest_lost else None)
        )  # fmt: skip
    caption = "The arc of the game, setting by setting"
    return listed("arc", caption, columns, all_, folded=len(arcs.all) + 8)


def _led(arc: Arc, part: float) -> Rate | None:
    return None if arc.together else leading(arc, part)


def _said(arcs: Arcs) -> Data:
    columns = [
        Col("said", "A chance of about", "share"),
        Col("came", "Came true", "share", get=lambda one: one.came.value),
        Col("low", "At least", "share", get=lambda one: max(one.came.low, 0.0)),
        Col("high", "At most", "share", get=lambda one: min(one.came.high, 1.0)),
        Col("moments", "How often it was said", "count"),
    ]
    caption = "Can the chances be trusted? What was said, and how often it came true"
    return listed("arc-said", caption, columns, arcs.said, folded=0)
