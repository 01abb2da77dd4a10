"""What is a start worth, by who chose it?  And where are seat and start one thing?"""

from collections.abc import Iterator

from analysis.data.design import Cell
from analysis.shares.picks import Picks
from analysis.stats.verdicts import FEWEST
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, maybe, table

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def sections(study: Study) -> list[Section]:
    """One section for each kind of thing that seats choose one after another."""
    nouns = dict.fromkeys(picks.noun for picks in study.contest.picks)
    return [_section(study, noun) for noun in nouns]


def _section(study: Study, noun: str) -> Section:
    of_noun = [picks for picks in study.contest.picks if picks.noun == noun]
    section = Section(f"picks-{words.slug(noun)}", f"What are the {noun} worth, by who chose them?")
    section.words = [
        "Points over the fair share of the seats that had each. Whoever chooses first takes what "
        f"looks best, so this describes: it is the worth of the {noun} together with that of the "
        f"seats and players who took them. Of fewer than {FEWEST} seats nothing is said."
    ]
    cells = {cell.number: cell for cell in study.design.base}
    for picks in of_noun:
        section.notes += _plainly(picks, cells[picks.cell])
    section.tables = [_orders(of_noun, cells, noun)]
    section.tables += [_things(picks, cells[picks.cell], noun) for picks in of_noun]
    return section


def _plainly(picks: Picks, cell: Cell) -> Iterator[str]:
    """Where seat, place of choosing and thing cannot be told apart."""
    where = words.setting(cell.levels) if cell.levels else "the shipped game"
    always = [h for h in picks.habits if h.share == 1.0]
    if always:
        took = words.listing([f"seat {h.seat + 1} took {h.label}" for h in always])
        yield (
            f"With {where} {took} in every game: seat and start are one thing in this run, and "
            "no number in this report tells the one from the other."
        )
    nearly = [h for h in picks.habits if h.share < 1.0]
    if nearly:
        mostly = [f"seat {h.seat + 1} {h.label} in {words.percent(h.share)}" for h in nearly]
        same = f"With {where} seats nearly always took the same"
        yield f"{same}: {words.listing(mostly)} of the games."
    if picks.fixed and picks.most > 1:
        yield (
            f"With {where} each seat always chose in the same place, seat 1 in place "
            f"{picks.first_place}: what a seat wins comes from its turn and from its choice "
            "together."
        )


def _orders(of_noun: list[Picks], cells: dict[int, Cell], noun: str) -> Data:
    """Settings down, places across."""
    most = max(picks.most for picks in of_noun)
    columns = [Col("what", "Setting")]
    columns += [Col(f"p{k}", f"Chose {ORDINALS[k - 1]}", "points") for k in range(1, most + 1)]
    rows = [
        {"what": words.setting(cells[picks.cell].levels)}
        | {f"p{pick.place}": maybe(pick.over) for pick in picks.places}
        for picks in of_noun
    ]
    slug = words.slug(noun)
    caption = f"Points over the fair share, by who chose first of the {noun}"
    return table(f"picks-{slug}-order", caption, columns, rows)


def _things(picks: Picks, cell: Cell, noun: str) -> Data:
    """Things down, places across, for one setting."""
    columns = [
        Col("what", words.sentence(noun)),
        Col("seats", "Seats", "count"),
        Col("p0", "All", "points"),
    ]
    columns += [
        Col(f"p{k}", f"Chosen {ORDINALS[k - 1]}", "points") for k in range(1, picks.most + 1)
    ]
    rows: dict[str, Data] = {}
    for pick in picks.picks:
        row = rows.setdefault(pick.label, {"what": words.sentence(pick.label), "seats": 0})
        row[f"p{pick.place}"] = maybe(pick.over)
        row["seats"] = pick.seats if pick.place == 0 else row["seats"]
    caption = f"Points over the fair share by {noun[:-1]} and place of choosing"
    caption += f", {words.setting(cell.levels)}" if cell.levels else ""
    name = f"picks-{words.slug(noun)}-{picks.cell}"
    return table(name, caption, columns, rows.values(), folded=True)
