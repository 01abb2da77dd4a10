"""The words of a report that need one: told on the page where they stand, and on a page of docs.

A page asks for a word by what it is called there; docs/glossary.md has the same texts.
"""

import re
from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class GlossaryTerm:
    """A word and what it means.  found: the labels of a page that it explains, as a pattern."""

    name: str
    text: str
    found: str

    @property
    def id(self) -> str:
        """Of what opens on the page."""
        return f"word-{self.name.lower().replace(' ', '-')}"


TERMS = (
    GlossaryTerm(
        "95% interval",
        "The numbers in brackets. Of a hundred such intervals about 95 hold the true number.",
        "won|won before|won after|won without|won with it|share of wins|share|finishes ahead.*",
    ),
    GlossaryTerm(
        "Weighed",
        "By luck one card is dealt more often than another of the same chance. What that is worth "
        "is taken off, so fewer games tell as much.",
        "worth, weighed",
    ),
    GlossaryTerm(
        "Points",
        "Percentage points: from 40% to 43% are 3 points, or three games more of a hundred.",
        ".*points.*|over the fair share|difference",
    ),
    GlossaryTerm(
        "q",
        "The share of false alarms among all that a table calls an effect at this q or below. "
        "Below 0.05 is called an effect.",
        "q",
    ),
    GlossaryTerm(
        "Verdict",
        "What may be said. On target: the whole interval lies inside. Too hard, too easy, too "
        "strong, too weak: all of it lies outside. Moves it: surely by two points or more; size "
        "open: surely, but by how much is not known; a little: surely by less. No effect shown: "
        "surely less than two points. Not enough games: none of these yet.",
        "verdict|what it does|against the target|target before|target after|on target|off target|"
        "no effect shown|not enough games|all in the band\\?|too (hard|easy|strong|weak)|"
        "moves it.*",
    ),
    GlossaryTerm(
        "Standing",
        "How sure a finding is. Stands: neither luck nor another player nor our guesses undo "
        "it. Hangs on a guess, or on who plays: with another value or player it may be gone. "
        "Differs, inside the band: surely, but by no more than is wanted. Needs more games: "
        "luck alone could have made it.",
        "stands|hangs on .*|differs, inside the band|needs more games",
    ),
    GlossaryTerm(
        "Without a verdict",
        "A better player is known to win far more here than those who played. So how hard the game "
        "is stays open; what a card or change does is told all the same.",
        "without a verdict.*",
    ),
    GlossaryTerm(
        "Games to add",
        "With so many more games in this setting a verdict on this row is likely (80 of 100). A "
        "sentence on many rows says what settles half of them; beside Players stand games of "
        "another player.",
        "games to add",
    ),
    GlossaryTerm(
        "The same luck",
        "The game with a change and the game without it are dealt the same cards and dice, game by "
        "game. What differs is then the change, and fewer games tell it.",
        "games saved.*|luck",
    ),
    GlossaryTerm(
        "Own games",
        "The games in which the card takes part. A card that is seldom dealt moves all games "
        "little, however much it moves its own.",
        "won in the card's own games|games with it",
    ),
    GlossaryTerm(
        "Setting",
        "One way to play that is told by itself, such as 3 players with a hard horde.",
        "settings?",
    ),
    GlossaryTerm(
        "Target",
        "How often a setting should be won, or how far a share may lie from the fair one. Ours is "
        "a wish and no printed fact: say yours with --target.",
        "target( \\(.*\\))?",
    ),
    GlossaryTerm(
        "Guessed",
        "Values that no source gives us. Fitted are those of them that we set so that the game "
        "comes out as players tell; what comes out of that is no finding.",
        "guessed|guesses:",
    ),
    GlossaryTerm(
        "Player",
        "A program plays. What holds for it need not hold for people, so a player of another kind "
        "is asked, too.",
        "played by|strategy|players:",
    ),
    GlossaryTerm(
        "Seed",
        "The number from which all luck follows: the same seed, the same games.",
        "seed",
    ),
    GlossaryTerm(
        "Chance",
        "Whether luck alone could have made it.",
        "chance:",
    ),
    GlossaryTerm(
        "Card",
        "Whether the finding rests on values of this card that we guessed.",
        "card:",
    ),
)


def term(label: str) -> GlossaryTerm | None:
    """The word that explains a label, if one does."""
    said = label.strip().lower()
    return next((each for each in TERMS if re.fullmatch(each.found, said)), None)


def ask(label: object) -> Markup:
    """A button that opens what a label means, or nothing; it works without a script."""
    found = term(str(label))
    if found is None:
        return Markup("")
    return Markup(
        '<button type="button" class="ask" popovertarget="{}" aria-label="What is meant by {}?">'
        "</button>"
    ).format(found.id, found.name)
