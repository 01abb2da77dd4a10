"""Is the game as its designer expects it?"""

from collections.abc import Sequence
from typing import Any

from analysis.conclusions.expected import RATES, ExpectationResult, expected
from analysis.data.design import VARIANT
from analysis.stats import verdicts
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, listed, rounded
from reports.text import words
from reports.text.words import METRICS
from simulate.core.game.facts import EFFECT, END, LENGTH, MATCHUP, OVER_FAIR_SHARE
from simulate.experiment.expected.expect import BRINGS

EXPECTATIONS = "expectations"
TITLE = "Is it as expected?"
MOST_NAMED = 6
NEVER_MET = "the two never met at a table"
OTHER = {OVER_FAIR_SHARE: "points over the fair share", EFFECT: "points", BRINGS: "points"}
LABELS = {
    verdicts.MISSED: ("off", "Expectations missed"),
    verdicts.MORE: ("open", "Expectations open"),
    verdicts.MET: ("good", "Expectations met"),
}


def section(study: Study) -> Section | None:
    """Every expectation in every setting that it is of."""
    all_ = expected(study)
    if not all_:
        return None
    said = [
        "What the experiment expects of its results, setting by setting. An expectation is met "
        "where the whole 95% interval lies inside what is expected, missed where the whole of it "
        "lies outside; else there are not enough games."
    ]
    columns = [
        Col("what", "Expectation", get=label),
        Col("metric", "What is measured", get=lambda one: METRICS[one.metric]),
        Col("wanted", "Expected", get=wanted),
        Col("found", "Found (95% interval)", get=found),
        Col("verdict", "Verdict", "verdict"),
        Col("more", "More games to tell", "count"),
        Col("games", "Games", "count"),
    ]
    tables = [listed(EXPECTATIONS, "What was expected, and what was found", columns, all_)]
    return Section("expected", TITLE, said, tables=tables)


def label(one: ExpectationResult) -> str:
    """How a row names an expectation: "easy for three: 3 players, medium horde"."""
    return f"{one.name or METRICS[one.metric]}: {_of(one)}"


def _of(one: ExpectationResult) -> str:
    """Of what it is: "Dwarves, 3 players"; "no Horn of Command, 3 players"."""
    levels = {name: level for name, level in one.where.items() if name != VARIANT}
    thing = words.unslug(one.label) if one.metric in (END, LENGTH) else one.label
    if one.metric == BRINGS:
        return thing
    change = str(one.where.get(VARIANT, ""))
    settings = [words.setting(levels)] if levels or not (thing or change) else []
    return ", ".join([part for part in (thing, change) if part] + settings)


def wanted(one: ExpectationResult) -> str:
    """What was expected: 40.0-55.0%; at most 8 rounds; at least -2.0 points"""
    if one.low is None or one.high is None:
        end, way = (one.high, "at most") if one.low is None else (one.low, "at least")
        return f"{way} {_amount(one, end or 0.0)}{_after(one)}"
    if one.metric in RATES:
        return words.band(one.low, one.high)
    return f"{_amount(one, one.low)} to {_amount(one, one.high)}{_after(one)}"


def _amount(one: ExpectationResult, end: float) -> str:
    if one.metric in RATES:
        return words.percent(end)
    return f"{end:g}" if one.metric == LENGTH else words.signed(end)


def _after(one: ExpectationResult) -> str:
    unit = one.unit if one.metric == LENGTH else OTHER.get(one.metric, "")
    return f" {words.unslug(unit)}" if unit else ""


def found(one: ExpectationResult) -> str:
    """What was found, with its interval."""
    number = one.number
    if number is None:
        return NEVER_MET if one.metric == MATCHUP else "nothing of it was played"
    if one.metric in RATES:
        return words.share_range(*number.ends)
    if one.metric == LENGTH:
        return f"{number.value:.2f} ({number.low:.2f}-{number.high:.2f})"
    return words.signed_range(*number.ends)


def lines(study: Study) -> list[Data]:
    """One line for what is missed, one for what is open, one for what is met."""
    all_ = expected(study)
    each = [(verdict, [one for one in all_ if one.verdict == verdict]) for verdict in LABELS]
    return [_line(*LABELS[verdict], judged) for verdict, judged in each if judged]


def _line(kind: str, heading: str, judged: Sequence[ExpectationResult]) -> Data:
    named = judged[:MOST_NAMED]
    more = ["the others stand in the table"] if len(judged) > MOST_NAMED else []
    text = words.sentence("; ".join([*map(_said, named), *more]))
    rows = [[EXPECTATIONS, label(one)] for one in named]
    return {"kind": kind, "label": heading, "text": f"{text}.", "rows": rows}


def _said(one: ExpectationResult) -> str:
    text = f"{label(one)} {found(one)}"
    if one.verdict == verdicts.MISSED:
        return f"{text}, expected {wanted(one)}"
    if one.verdict == verdicts.MORE and one.number is not None:
        todo = f"run {one.more:,} more games" if one.more else "it stands on the edge"
        return f"{text}, expected {wanted(one)}: {todo}"
    return text


def data(study: Study) -> list[dict[str, Any]]:
    """The expectations for whoever reads report.json without us."""
    return [
        {
            "name": one.name,
            "metric": one.metric,
            "where": {**one.where, **one.of},
            "expected_low": one.low,
            "expected_high": one.high,
            **{
                key: None if one.number is None else rounded(getattr(one.number, key))
                for key in ("value", "low", "high")
            },
            "verdict": one.verdict,
            "games": one.games,
            "more_games": one.more,
        }
        for one in expected(study)
    ]
