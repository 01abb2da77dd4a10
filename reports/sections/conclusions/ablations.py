"""What does each card of an own game bring to whom has it?"""

from analysis.conclusions.ablations import card_worths
from analysis.conclusions.robustness import Doubts
from analysis.study import Study
from reports.tables.parts import Col, Section, judged, listed, q_of
from reports.text import words

NAME, TITLE = "ablations", "What does each card bring?"
CHOSEN = (
    "A card that was chosen: on the same luck the seat takes something else from then on, wherever "
    "it can. Up to there both games are the same, so what it brings is not that leaders choose it."
)
HELD = "A card that is held: on the same luck a blank card, with nothing on it, lies in its place."
MOST_ROWS = 24


def section(study: Study, doubts: Doubts) -> Section | None:
    """Every card with it and without it; nothing where none was taken away."""
    worths = card_worths(study.design, doubts.ablations)
    if not worths:
        return None
    held = {one.found.held for one in worths}
    said = [text for way, text in ((False, CHOSEN), (True, HELD)) if way in held]
    columns = [
        Col("label", "Card"),
        Col("kind", "Kind", get=lambda one: words.sentence(one.kind.replace("_", " "))),
        Col("brings", "Brings", "points", "won with it less won without it"),
        q_of("cards called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("won", "Won with it", "share", get=lambda one: one.found.won),
        Col("without", "Would win without it", "share"),
        Col("fair", "Fair", "share", "together: all games won", lambda one: one.found.fair),
        Col("seats", "Seats", "count", "that were played again", lambda one: one.found.seats),
    ]
    caption = "What each card brings to whom has it, in points of the games won"
    made = listed(
        NAME, caption, columns, worths, lambda one: judged(one.verdict, one.brings), MOST_ROWS
    )
    return Section(NAME, TITLE, [" ".join(said)], tables=[made])
