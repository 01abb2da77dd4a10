"""What do the maps look like?"""

from analysis.data.pictures import CardDrawing, Drawing
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, table


def sections(study: Study) -> list[Section]:
    """One section for each thing that the game wants drawn."""
    return [_section(drawing) for drawing in study.drawings]


def _section(drawing: Drawing) -> Section:
    slug = words.slug(drawing.title)
    section = Section(f"pictures-{slug}", f"What do the {drawing.title} look like?")
    section.words = [f"As the pack of this run has them: {len(drawing.maps)} {drawing.title}."]
    section.charts = [
        {
            "kind": "maps",
            "id": f"chart-pictures-{slug}",
            "title": words.sentence(drawing.title),
            "size": list(drawing.size),
            "legend": list(drawing.kinds),
            "colours": dict(drawing.colours),
            "bare": list(drawing.bare),
            "panels": [_panel(m) for m in drawing.maps],
        }
    ]
    columns = [Col("what", "Card")]
    columns += [Col(f"k{i}", words.sentence(k), "count") for i, k in enumerate(drawing.kinds)]
    rows = [
        {"what": m.name}
        | {f"k{i}": sum(s.kind == kind for s in m.shapes) for i, kind in enumerate(drawing.kinds)}
        for m in drawing.maps
    ]
    caption = f"What the {drawing.title} are made of"
    section.tables = [table(f"pictures-{slug}", caption, columns, rows, folded=True)]
    return section


def _panel(map_: CardDrawing) -> Data:
    kinds = [s.kind for s in map_.shapes]
    counted = [f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)]
    return {
        "title": map_.name,
        "desc": f"{words.sentence(words.listing(counted))}.",
        "shapes": [{"kind": s.kind, "points": [list(p) for p in s.points]} for s in map_.shapes],
        "lines": [[list(p) for p in line] for line in map_.lines],
    }
