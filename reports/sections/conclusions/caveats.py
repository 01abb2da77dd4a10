"""What do the guesses decide?"""

from analysis.conclusions.robustness import Doubts, Guesses, OpenNumber, headline
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, listed
from reports.text import words
from reports.text.caveats import about_what

TITLE = "What do the guesses decide?"
MOST = 40  # rows


def section(study: Study, doubts: Doubts) -> Section | None:
    """Each open number with what it decides, and what it could be."""
    guesses = doubts.guesses
    if guesses is None:
        return None
    what = about_what(headline(study))
    said = [
        f"Of {len(guesses.numbers)} values that nobody has read on the game something else is "
        f"known that could stand there. {guesses.packs} packs were drawn, in half of which each "
        f"stays as it is, and played, {guesses.games:,} games of every setting. What differs "
        "between packs by more than the luck of so few games is what guesses do.",
        f"The table says how much of that each decides in {what}, by itself: a number along a "
        "straight line, anything else by whether it is another. What is left over is of several "
        "together, of bends, or of none. One that is not more than luck may decide as much as is "
        "written, or nothing.",
    ]
    return Section("open-numbers", TITLE, said, tables=[_numbers(study, guesses)], place="guesses")


def _numbers(study: Study, guesses: Guesses) -> Data:
    columns = [
        Col("path", "Guess", "code", get=lambda one: one.number.path),
        Col("share", "Decides", "share"),
        Col("sure", "More than luck?", get=lambda one: "yes" if one.sure else "cannot tell"),
        Col("value", "Now", get=lambda one: words.value(one.number.value)),
        Col("could", "Could be", get=lambda one: _could(one.number)),
        Col("where", "Read it off", get=lambda one: one.number.where),
    ]
    shares = guesses.shares(headline(study))
    caption = f"What each guess decides of what {guesses.packs} packs change"
    if len(shares) > MOST:
        caption += f": the first {MOST} of {len(shares):,}"
    return listed("open-numbers", caption, columns, shares[:MOST])


def _could(number: OpenNumber) -> str:
    """What it could be: two ends, or something else."""
    return f"{number.low} to {number.high}" if number.is_number else "something else"
