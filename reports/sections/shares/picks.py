"""What is a start worth, by who chose it?  And where are seat and start one thing?"""

from collections.abc import Iterator, Sequence

from analysis.data.design import Cell
from analysis.shares.held.picks import Picks
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, maybe, only_data, table
from reports.text import words

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def seats_and_starts(study: Study) -> Iterator[str]:
    """Where seat, place of choosing and thing cannot be told apart."""
    cells = {cell.number: cell for cell in study.design.base}
    for picks in study.contest.picks:
        yield from _plainly(picks, cells[picks.cell])


def _plainly(picks: Picks, cell: Cell) -> Iterator[str]:
    where = words.setting(cell.levels) if cell.levels else "the shipped game"
    always = [f"seat {h.seat + 1} took {h.label}" for h in picks.habits if h.share == 1.0]
    if always:
        yield (
            f"With {where} {words.listing(always)} in every game: seat and start are one thing in "
            "this run, and no number here separates them."
        )
    nearly = [
        f"seat {h.seat + 1} {h.label} in {words.percent(h.share)}"
        for h in picks.habits
        if h.share < 1.0
    ]
    if nearly:
        same = f"With {where} seats nearly always took the same"
        yield f"{same}: {words.listing(nearly)} of the games."
    if picks.fixed and picks.most > 1:
        yield (
            f"With {where} each seat always chose in the same place, seat 1 in place "
            f"{picks.first_place}: what a seat wins comes from its turn and from its choice "
            "together."
        )


def sections(study: Study) -> Iterator[Section]:
    """Data only: whoever chooses first takes what looks best, so it describes."""
    cells = {cell.number: words.setting(cell.levels) for cell in study.design.base}
    for noun in dict.fromkeys(each.noun for each in study.contest.picks):
        of_noun = [each for each in study.contest.picks if each.noun == noun]
        name, title = f"picks-{words.slug(noun)}", f"What are the {noun} worth, by who chose them?"
        tables = [_orders(of_noun, cells), *(_things(each, cells) for each in of_noun)]
        yield from filter(None, [only_data(name, title, tables)])


def _orders(of_noun: Sequence[Picks], cells: dict[int, str]) -> Data:
    """Settings down, places across."""
    noun, most = of_noun[0].noun, max(picks.most for picks in of_noun)
    columns = [Col("what", "Setting"), *_places("Chose", most)]
    rows = [
        {"what": cells[picks.cell]} | {f"p{pick.place}": maybe(pick.over) for pick in picks.places}
        for picks in of_noun
    ]
    caption = f"Points over the fair share, by who chose first of the {noun}"
    return table(f"picks-{words.slug(noun)}-order", caption, columns, rows)


def _things(picks: Picks, cells: dict[int, str]) -> Data:
    """Things down, places across, for one setting."""
    columns = [
        Col("what", words.sentence(picks.noun)),
        Col("seats", "Seats", "count"),
        Col("p0", "All", "points"),
        *_places("Chosen", picks.most),
    ]
    rows: dict[str, Data] = {}
    for pick in picks.picks:
        row = rows.setdefault(pick.label, {"what": words.sentence(pick.label), "seats": 0})
        row[f"p{pick.place}"] = maybe(pick.over)
        row["seats"] = pick.seats if pick.place == 0 else row["seats"]
    caption = f"Points over the fair share by {picks.noun[:-1]} and place of choosing, "
    name = f"picks-{words.slug(picks.noun)}-{picks.cell}"
    return table(name, caption + cells[picks.cell], columns, rows.values())


def _places(verb: str, most: int) -> list[Col]:
    return [Col(f"p{k}", f"{verb} {ORDINALS[k - 1]}", "points") for k in range(1, most + 1)]
