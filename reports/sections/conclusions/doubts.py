"""What do the guesses decide?"""

from analysis.conclusions.robustness import Doubts, Guesses, OpenNumber, headline
from analysis.study import Study
from reports import words
from reports.doubts import about_what
from reports.parts import Col, Data, Section, rounded, table

TITLE = "What do the guesses decide?"
MOST = 40  # rows


def section(study: Study, doubts: Doubts) -> Section | None:
    """Each open number with what it decides, and what it could be."""
    guesses = doubts.guesses
    if guesses is None:
        return None
    section = Section("open-numbers", TITLE)
    what = about_what(headline(study))
    section.words = [
        f"Of {len(guesses.numbers)} values that nobody has read on the game something else is "
        f"known that could stand there. {guesses.packs} packs were drawn, in half of which each "
        f"stays as it is, and played, {guesses.games:,} games of every setting. What differs "
        "between packs by more than the luck of so few games is what guesses do.",
        f"The table says how much of that each decides in {what}, by itself: a number along a "
        "straight line, anything else by whether it is another. What is left over is of several "
        "together, of bends, or of none. One that is not more than luck may decide as much as is "
        "written, or nothing.",
    ]
    section.tables = [_numbers(study, guesses)]
    return section


def _numbers(study: Study, guesses: Guesses) -> Data:
    columns = [
        Col("path", "Guess", "code"),
        Col("share", "Decides", "share"),
        Col("sure", "More than luck?"),
        Col("value", "Now"),
        Col("could", "Could be"),
        Col("where", "Read it off"),
    ]
    shares = guesses.shares(headline(study))
    rows = [
        {
            "path": one.number.path,
            "share": rounded(one.share),
            "sure": "yes" if one.sure else "cannot tell",
            "value": words.value(one.number.value),
            "could": _could(one.number),
            "where": one.number.where,
        }
        for one in shares[:MOST]
    ]
    caption = f"What each guess decides of what {guesses.packs} packs change"
    if len(shares) > MOST:
        caption += f": the first {MOST} of {len(shares):,}"
    return table("open-numbers", caption, columns, rows)


def _could(number: OpenNumber) -> str:
    """What it could be: two ends, or something else."""
    return f"{number.low} to {number.high}" if number.is_number else "something else"
