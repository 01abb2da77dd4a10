"""Where on the map do things stand and fall?"""

from collections.abc import Mapping

from analysis.description.boards import Board
from analysis.description.grouped_tallies import SpaceTally
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, rounded, table

MOST_ROWS = 12


def sections(study: Study) -> list[Section]:
    """One section for each map that was played on."""
    return [_section(board) for board in study.boards]


def _section(board: Board) -> Section:
    slug = words.slug(board.name)
    section = Section(f"board-{slug}", f"Where on {board.label} do things start, stand and fall?")
    section.words = [
        "A line is a cliff; letters are control areas, with T. on the trigger, P. before a portal "
        "and a star on a start. The larger a dot, the more often; the largest stands for the "
        "space with most. This describes; nobody wins because of a space."
    ]
    panels: list[Data] = [{"title": board.label, "desc": _ground(board), "times": []}]
    panels += [_panel(board, place) for place in board.places if place.spaces]
    section.charts = [
        {
            "kind": "board",
            "id": f"chart-board-{slug}",
            "title": board.label,
            "legend": list(board.grounds),
            "colours": dict(board.colours),
            "spaces": [
                {
                    "x": s.column,
                    "y": s.row,
                    "ground": s.ground,
                    "level": s.level,
                    "area": s.area,
                    "marks": list(s.marks),
                }
                for s in board.spaces
            ],
            "panels": panels,
        }
    ]
    section.tables = [_spaces(board, place) for place in board.places if place.spaces]
    return section


def _ground(board: Board) -> str:
    kinds = [s.ground for s in board.spaces]
    counted = [f"{kinds.count(kind)} {kind}" for kind in board.grounds]
    return f"{words.sentence(words.listing(counted))}."


def _panel(board: Board, place: SpaceTally) -> Data:
    most = max(place.spaces.values())
    first = max(place.spaces, key=lambda space: place.spaces[space])
    return {
        "title": words.sentence(place.meaning),
        "desc": f"Most often on {first}: {_often(place, first):.2f} times a game.",
        "times": [rounded(place.spaces.get(s.name, 0) / most) for s in board.spaces],
    }


def _often(place: SpaceTally, space: str) -> float:
    return place.spaces[space] / max(place.games, 1)


def _spaces(board: Board, place: SpaceTally) -> Data:
    """The spaces with most."""
    ground = {s.name: s for s in board.spaces}
    ordered = sorted(place.spaces, key=lambda space: (-place.spaces[space], space))[:MOST_ROWS]
    columns = [
        Col("space", "Space"),
        Col("ground", "Ground"),
        Col("area", "Area"),
        Col("often", "Times a game", "mean"),
    ]
    rows: list[Mapping[str, object]] = [
        {
            "space": space,
            "ground": ground[space].ground if space in ground else "",
            "area": ground[space].area if space in ground else "",
            "often": rounded(_often(place, space)),
        }
        for space in ordered
    ]
    name = f"board-{words.slug(board.name)}-{words.slug(place.family)}"
    return table(name, f"{words.sentence(place.meaning)}: where most often", columns, rows, True)
