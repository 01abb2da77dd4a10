"""How does the game feel: how long, how tense, who waits, and does everybody's move matter?"""

from collections.abc import Iterator
from typing import NamedTuple

from analysis.conclusions.feel import Feel, feel
from analysis.conclusions.robustness import Doubts
from analysis.description.win_probability import Arc
from analysis.stats.intervals import Estimate, Rate
from analysis.study import Study
from reports.sections.description.arc import named
from reports.sections.description.lengths import spread
from reports.tables.parts import Col, Data, Section, effect, hist, listed, rounded
from reports.text import words

NAME, TITLE = "feel", "How does it feel?"
QUARTERS = ("first quarter", "second", "third", "last quarter")
NO_VERDICT = "None of this is judged: what is right is a matter of taste."


def section(study: Study, doubts: Doubts) -> Section | None:
    """One paragraph, a picture and a table; nothing where nothing was measured."""
    found = feel(study, doubts.followed)
    said = [*_length(found), *_tension(found), *_choices(found), *_unmeasured(found)]
    if not said:
        return None
    columns = [
        Col("name", "Measure"),
        Col("value", "Value", "amount"),
        Col("spread", "Median, and 90%", "spread"),
        Col("unit", "Of what"),
        Col("games", "Games", "count"),
    ]
    made = listed(NAME, "How it feels, in numbers", columns, _rows(found))
    return Section(NAME, TITLE, [" ".join([*said, NO_VERDICT])], [*_picture(found)], [made])


def _length(found: Feel) -> Iterator[str]:
    minutes, decisions = found.minutes, found.decisions
    if minutes is None or decisions is None:
        return
    each = "half a minute" if found.each == 0.5 else _minutes(found.each)
    many = words.number(decisions.value)
    yield (
        f"A game takes {many} decision{'' if many == '1' else 's'}, about "
        f"{_minutes(minutes.value)} at {each} each (`minutes_per_decision` in `game.toml`)."
    )
    if found.waits is not None:
        most = found.waits.high
        yield (
            f"Before a player is asked again the others decide {words.times(found.wait)} "
            f"on average, about {_minutes(found.wait * found.each)}; one wait in twenty has "
            f"{words.number(most)} or more."
        )


def _minutes(minutes: float) -> str:
    """19 minutes; of less than ten with a digit behind the point."""
    told = words.number(round(minutes) if minutes >= 10 else minutes)
    return f"{told} minute{'' if told == '1' else 's'}"


def _tension(found: Feel) -> Iterator[str]:
    for arc in found.arcs:
        where = f"With {named(arc)} " if arc.levels else ""
        lead = "" if arc.changes is None else (
            f"the lead changes hands {words.times(arc.changes.value)} a game; ")  # fmt: skip
        used, (_, moved) = arc.suspense.used, arc.suspense.by_part[-1]
        text = (
            f"{lead}suspense is {words.percent(used.value)} of the most that so many rounds could "
            f"have, and in the last quarter of a game a round moves the chance of winning by "
            f"{words.points(moved.value)}."
        )
        yield where + text if where else words.sentence(text)


def _choices(found: Feel) -> Iterator[str]:
    if found.obvious is not None:
        yield (
            f"{words.sentence(words.of(found.obvious, 'the decisions'))} are obvious: the best "
            "move wins over 10 points more often than the next."
        )
    if found.kingmade is not None:
        yield (
            f"Kingmaking: in {words.of(found.kingmade)} a player who could not win any more moved "
            "the win between the others by over 20 points."
        )
    if found.obvious is not None and not found.is_own:
        yield "This is told by games played on at a skill of 0.9, by `quick` where it is known."


def _unmeasured(found: Feel) -> Iterator[str]:
    """What nobody could tell, and why."""
    if not found.arcs:
        yield (
            "Suspense and surprise are not measured: too few games were seen turn by turn, or what "
            "is counted in them does not tell who will win."
        )


class _Measure(NamedTuple):
    name: str
    value: Estimate | Rate | None
    unit: str
    games: int | None = None
    spread: Data | None = None


def _rows(found: Feel) -> Iterator[_Measure]:
    if found.decisions is not None:
        yield _Measure("Length", found.decisions, "decisions a game")
        yield _Measure("Time", found.minutes, "minutes a game")
    if found.waits is not None:
        middle = spread(found.waits)
        yield _Measure("Wait", None, "decisions of others", found.followed, middle)
    for arc in found.arcs:
        yield from _of_arc(arc)
    for name, share, unit in (
        ("Obvious", found.obvious, "share of decisions"),
        ("Kingmaking", found.kingmade, "share of games"),
    ):
        if share is not None:
            yield _Measure(name, share, unit, share.games)


def _of_arc(arc: Arc) -> Iterator[_Measure]:
    where, tense = f", {named(arc)}" if arc.levels else "", arc.suspense
    if arc.changes is not None:
        yield _Measure(f"Changes of the lead{where}", arc.changes, "a game", arc.games)
    yield _Measure(f"Suspense{where}", tense.suspense, "sum over a game's rounds", arc.games)
    yield _Measure(f"Suspense used{where}", tense.used, "share of the most possible", arc.games)
    yield _Measure(f"Surprise{where}", tense.surprise, "sum over a game's rounds", arc.games)


def _picture(found: Feel) -> Iterator[Data]:
    """How tense each quarter of the game is; where nobody can tell, how long people wait."""
    panels = [panel for arc in found.arcs for panel in _panels(arc)]
    if not panels:
        shares = {str(wait): rounded(share) for wait, share in found.wait_shares.items()}
        wait = {"title": "Others' decisions between two of one's own", "unit": "decisions",
                "series": [{"name": "waits", "shares": shares}]}  # fmt: skip
        title, desc = "How long people wait", "Waits by how often others decide meanwhile."
        yield from [hist("chart-feel", title, desc, [wait])] * bool(shares)
        return
    yield {
        "kind": "panels",
        "id": "chart-feel",
        "title": "How far a round moves the chance of winning",
        "desc": "Suspense is how far it may be expected to move, surprise how far it did.",
        "hint": "points of chance that go from one side to another, with 95% intervals",
        "levels": list(QUARTERS),
        "band": None,
        "panels": panels,
    }


def _panels(arc: Arc) -> Iterator[Data]:
    where = f", {named(arc)}" if arc.levels else ""
    for name, parts in zip(("Suspense", "Surprise"), zip(*arc.suspense.by_part, strict=True),
                           strict=True):  # fmt: skip
        points = [
            {
                "x": place,
                "label": QUARTERS[place],
                **effect(part),
                "low": rounded(max(part.low, 0.0)),
                "tone": "plain",
            }
            for place, part in enumerate(parts)
        ]
        yield {"title": f"{name}{where}", "points": points, "curve": None}
