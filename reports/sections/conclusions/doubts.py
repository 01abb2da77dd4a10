"""What do the guesses decide?"""

from analysis.conclusions.robustness import Doubts, Guesses, headline
from analysis.study import Study
from reports import words
from reports.doubts import about_what
from reports.parts import Col, Data, Section, rounded, table

TITLE = "What do the guesses decide?"


def section(study: Study, doubts: Doubts) -> Section | None:
    """Each open number with what it decides, and what it could be."""
    guesses = doubts.guesses
    if guesses is None:
        return None
    section = Section("open-numbers", TITLE)
    what = about_what(headline(study))
    section.words = [
        f"{len(guesses.numbers)} numbers that nobody has read on the game say what they could be. "
        f"{guesses.packs} packs were drawn in which each has another value, and played on the same "
        f"luck, {guesses.games:,} games of every setting. What differs between packs by more than "
        "the luck of so few games is what guesses do.",
        f"The table says how much of that each number decides in {what}, by itself and along a "
        "straight line; what is left over is of numbers together, of bends, or of none. A number "
        "that is not more than luck may decide as much as is written, or nothing.",
    ]
    section.tables = [_numbers(study, guesses)]
    return section


def _numbers(study: Study, guesses: Guesses) -> Data:
    columns = [
        Col("path", "Number", "code"),
        Col("share", "Decides", "share"),
        Col("sure", "More than luck?"),
        Col("value", "Now"),
        Col("could", "Could be"),
        Col("where", "Read it off"),
    ]
    rows = [
        {
            "path": one.number.path,
            "share": rounded(one.share),
            "sure": "yes" if one.sure else "cannot tell",
            "value": words.value(one.number.value),
            "could": f"{one.number.low} to {one.number.high}",
            "where": one.number.where,
        }
        for one in guesses.shares(headline(study))
    ]
    caption = f"What each open number decides of what {guesses.packs} packs change"
    return table("open-numbers", caption, columns, rows)
