"""Why does a card win or lose? The report of `simulate why`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.conclusions.facts import SURPLUS, SURPLUS_PART, Fact
from analysis.conclusions.ledger import EXPERIMENT, tally
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, p_value
from reports.findings.finding import Finding
from reports.search.parts import header, report, too_few
from reports.tables.parts import Col, Data, Section, dots, effect, judged, listed
from reports.text import words
from simulate.experiment import Experiment
from simulate.search.causes import PLAY
from simulate.search.why import CauseShare, Why

MOST_TOLD = 3  # causes in the sentence, which is to stay below 80 words
REST, OTHERS, WHOLE = "none of these", "what others have", "in all"
SURE = (verdicts.BIG, verdicts.OPEN, verdicts.SMALL)


@dataclass(frozen=True)
class _CauseRow:
    """A row of the table, and of the chart."""

    name: str
    kind: str
    means: str
    effect: Estimate
    verdict: str = ""


def document(
    experiment: Experiment, found: Why, games: int, settings: int, precision: float, numbers: str
) -> dict[str, Any]:
    """The report as plain data.

    games: played in all; precision: the half-width that was asked for; numbers: the command that
    tries the numbers of the card.
    """
    card, rows = found.question.card, _rows(found)
    sure = tally(row.verdict for row in rows).of(*SURE)
    badge = {"tone": "plain", "mark": "·", "text": f"{sure} of {len(rows)} causes shown"}
    question = f"Why does {card.name} win or lose?"
    return report(
        header(experiment, "why", question, games, settings, badge),
        [_finding(found, rows, numbers)],
        [*_lines(found, precision)],
        [_section(found, rows)],
        [*_facts(found, rows)],
        EXPERIMENT,
    )


def _rows(found: Why) -> list[_CauseRow]:
    """A row for each cause: by kinds, the kind of the largest first."""
    judged_ = verdicts.of_family([share.adds for share in found.causes])
    rows = [
        _CauseRow(share.cause.name, share.cause.kind, share.cause.means, share.adds, verdict)
        for share, (_, verdict) in zip(found.causes, judged_, strict=True)
    ]
    kinds = [row.kind for row in rows]
    return sorted(rows, key=lambda row: kinds.index(row.kind))


def _finding(found: Why, rows: Sequence[_CauseRow], numbers: str) -> Finding:
    """The surplus and what it is made of, in one sentence."""
    card, parts = found.question.card, [*_parts(found)]
    first = next(_left(found)) if found.is_of_others else rows[0]
    line = f"{card.name}: {words.signed(found.surplus.value)} points, {first.name} adds "
    return Finding(
        kind="why",
        verdict=verdicts.of_effect(found.surplus, p_value(found.surplus)),
        text=f"{_whole(found)}: {words.listing(parts, len(parts))}.",
        section="why",
        rows=tuple(("why", share.cause.name) for share in found.causes[:MOST_TOLD]),
        advice=f"`{numbers}` tries its numbers.",
        about=(SURPLUS, _where(found)),
        line=line + words.signed(first.effect.value),
    )


def _whole(found: Why) -> str:
    """What the card wins beyond what it is compared with."""
    size, ends = words.size_range(*found.surplus.ends)
    more = "more" if found.surplus.value > 0 else "less"
    name = found.question.card.name
    if found.question.together:
        return f"With {name} games are won {size} {more} often ({ends}) than without"
    return f"{name}: {size} {more} than a fair share of wins ({ends})"


def _parts(found: Why) -> Iterator[str]:
    """What it is made of, first what makes it win or lose; all of it comes to the whole."""
    field = [] if found.others is None else [f"{words.signed(found.others.value)} by {OTHERS}"]
    if found.is_of_others:
        yield from field
    own = [share for share in found.causes if share.cause.kind != PLAY]
    for share in own[:MOST_TOLD]:
        yield f"{words.signed_range(*share.adds.ends)} by {_named(share)}"
    others = own[MOST_TOLD:]
    if others:
        whole = sum(share.adds.value for share in others)
        name = _named(others[0]) if len(others) == 1 else f"{len(others)} others"
        yield f"{words.signed(whole)} by {name}"
    for share in found.causes[len(own) :]:
        yield f"{words.signed(share.adds.value)} by {_named(share)}"
    if not found.is_of_others:
        yield from field
    yield f"{words.signed_range(*found.rest.ends)} with {REST}"


def _named(share: CauseShare) -> str:
    """A cause as a sentence has it: an ability by its name, a number with what is usual."""
    steps = share.cause.steps
    if len(steps) != 1:
        return share.cause.name
    return f"{share.cause.name} {steps[0].before} (usual: {steps[0].after})"


def _lines(found: Why, precision: float) -> Iterator[Data]:
    weighing = found.question.weighing
    if not weighing.is_exact:
        orders = 2 * len(weighing.pairs)
        text = (
            f"the causes are taken away in {orders} random orders, half the reverse of the others"
        )
        yield {"kind": "plain", "label": "Orders", "text": text}
    yield from too_few("a cause", found.half, precision)


def _section(found: Why, rows: Sequence[_CauseRow]) -> Section:
    question = found.question
    beside = "games without it" if question.together else "a fair share"
    said = [
        f"Each cause of {question.card.name} is taken away after every set of the others, on the "
        "same luck; what it adds is the mean of these differences (its Shapley value). An ability "
        f"is taken away whole, a number goes to the median of the {question.card.section}, and "
        f"how it is played by another player in all seats. {words.sentence(OTHERS)} is taken away "
        f"last. “{words.sentence(REST)}” is left then. Seats add nothing, as who competes sits in "
        "each as often. The rows come to “in all”.",
    ]
    columns = [
        Col("name", "Cause"),
        Col("kind", "Kind"),
        Col("means", "Taken away"),
        Col("effect", "Points", "points", "what it adds; the rows come to “in all”"),
        Col("verdict", "Verdict", "verdict"),
    ]
    means = f"the card as it is, beside {beside}"
    listing = [*rows, *_left(found), _CauseRow(WHOLE, "", means, found.surplus)]
    bars = [{"label": row.name, **effect(row.effect)} for row in listing]
    desc = f"{words.plural(len(rows), 'cause')} by kind, the largest first."
    chart = dots("chart-why", "Points that each cause adds", desc, bars, unit="points", bars=True)
    table = listed("why", "What each cause adds", columns, listing,
                   lambda row: judged(row.verdict, row.effect) if row.verdict else {})  # fmt: skip
    return Section("why", f"Why does {question.card.name} win or lose?", said, [chart], [table])


def _left(found: Why) -> Iterator[_CauseRow]:
    """What is left when all causes are taken away, in two parts where it can be split."""
    if found.others is not None:
        means = "others of the kind without abilities, their numbers at the median"
        yield _CauseRow(OTHERS, "the field", means, found.others)
    yield _CauseRow(REST, "", "all of these taken away", found.rest)


def _where(found: Why) -> dict[str, Any]:
    return {"card": found.question.card.path.removeprefix("cards.")}


def _facts(found: Why, rows: Sequence[_CauseRow]) -> Iterator[Fact]:
    """The whole, then each of its parts."""
    where, games = _where(found), found.card_games
    verdict = verdicts.of_effect(found.surplus, p_value(found.surplus))
    yield Fact(SURPLUS, where, *found.surplus.ends, verdict=verdict, games=games)
    for row in (*rows, *_left(found)):
        of = where | {"cause": row.name}
        yield Fact(SURPLUS_PART, of, *row.effect.ends, verdict=row.verdict, games=games)
