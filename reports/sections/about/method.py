"""How was this worked out, and what does it not say?"""

from collections.abc import Iterator

from analysis.data.weighed import draws
from analysis.stats.verdicts import MARGIN
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, table
from reports.text import targets, words

TITLE = "How was this worked out?"


def section(study: Study) -> Section:
    """Methods and limits in plain words."""
    said = [
        "Programs played these games, not people: trust comparisons more than levels. The numbers "
        "in brackets are 95% intervals."
    ]
    columns = [Col("what", "What"), Col("how", "How")]
    rows = [{"what": what, "how": how} for what, how in _rules(study)]
    tables = [table("method", "In detail", columns, rows), *_strategies(study)]
    return Section("method", TITLE, said, tables=tables)


def _rules(study: Study) -> Iterator[tuple[str, str]]:
    """What holds of this run; words that stand on the page have their meaning beside them."""
    for text in targets.wishes(study.rated):
        yield "Target", text
    sure = study.design.confidence
    if sure.looks > 1:
        yield (
            "When it stops",
            f"Played until its verdicts were settled, which could be looked at {sure.looks} times. "
            f"So every interval is {sure.times:.2f} times as wide as that of a planned number of "
            "games, and 95 of 100 hold the truth whenever the run stops.",
        )
    if study.contest.kinds:
        yield (
            "Shares of wins",
            "The fair share is 1 divided by the sides at the table; a tied win is shared, that of "
            "a team counts for each of its players. Seats of one game are not taken for "
            "independent. Too strong or too weak: the interval lies outside the target and q is "
            "below 0.05. Shares add up to one, so mend the strongest first, and look again.",
        )
    yield (
        "Effects",
        f"One that is surely below {words.points(MARGIN)} is called “no effect shown”, or a little "
        "effect where there surely is one.",
    )
    for text in words.at_one_level(study.rated.factors):
        yield "Levels", text
    if study.dealing.contrasts:
        yield (
            "What is dealt",
            "Compared within each setting, the settings then pooled: games with a thing against "
            "games in which another of its kind has its place. One that is very strong is set "
            "aside before the others are judged.",
        )
    if study.counts.weighed:
        dealt = words.listing([draw.section for draw in draws(study.rated)])
        yield "Weighed", f"Rates, by the known chances of what is dealt ({dealt})."
    if study.margins:
        yield (
            "Close games",
            "A loss is close in the best fifth of the range that was seen; a win in the worst.",
        )
    yield (
        "Many questions",
        "q says how large a share of all that is called an effect, down to this one, is expected "
        "to be a false alarm (Benjamini and Hochberg).",
    )
    yield (
        "The largest",
        "The largest of many differences is usually a little smaller when played again.",
    )
    yield "Games cut off", "One that is stopped by a limit counts as not won."


def _strategies(study: Study) -> list[Data]:
    """The scripts that sat at the tables, with their plans."""
    pack = study.design.manifest.get("pack", {}).get("strategies", {})
    names = sorted({name for seat in study.seated for name in seat.strategies})
    rows = [{"name": n, "plan": str(pack.get(n, {}).get("plan", ""))} for n in names]
    columns = [Col("name", "Strategy"), Col("plan", "Plan")]
    return [table("strategies", "Who played", columns, rows)] if rows else []
