"""Tables of things alike: areas, dungeons, cards, starts, and what each option did."""

from analysis.several import Several, Thing
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, kept, table

DESCRIBES = "This describes; it does not say what pays."
LABELS = {"held": "Held at some time", "used": "Played", "chosen": "Chosen"}


def families(study: Study) -> list[Section]:
    """What happens at each of several things of a game."""
    title = "What happens at each of the {}?"
    return [
        _section(study, found, f"family-{words.slug(found.noun)}", title)
        for found in study.families
    ]


def cards(study: Study) -> list[Section]:
    """What seats held and used."""
    return [
        _section(study, found, f"cards-{words.slug(found.noun)}", "Which {} are held, and played?")
        for found in study.cards
    ]


def chosen(study: Study) -> list[Section]:
    """What seats chose."""
    return [
        _section(study, found, f"chosen-{words.slug(found.noun)}", "Which {} are chosen?")
        for found in study.chosen
    ]


def deeds(study: Study) -> list[Section]:
    """What each option did."""
    return [
        _section(study, found, f"deeds-{words.slug(found.noun)}", "What do the {} do?")
        for found in study.deeds
    ]


def _section(study: Study, found: Several, name: str, title: str) -> Section:
    made = Section(name, title.format(found.noun))
    each = "Share of the seats." if found.unit == "share" else "Mean for one game."
    made.words = [f"{each} {DESCRIBES}"]
    if len(found.cells) < len(study.design.base):
        met = [c for c in study.design.base if c.number in found.cells]
        made.words.append(f"Met in {words.listing([words.setting(c.levels) for c in met])}.")
    columns = [Col("what", words.sentence(found.noun))]
    columns += [
        Col(f"m{i}", _label(found, unit), found.unit, meaning)
        for i, (unit, meaning) in enumerate(found.measures)
    ]
    levels = {c.number: c.levels for c in study.design.base}
    columns += [Col(f"c{n}", words.setting(levels[n]), found.unit) for n in found.apart]
    rows = [_row(found, thing) for thing in found.things]
    made.tables = [table(name, f"{words.sentence(found.noun)}, one by one", columns, rows)]
    return made


def _row(found: Several, thing: Thing) -> Data:
    row: Data = {"what": words.sentence(thing.label)}
    row |= {f"m{i}": kept(number) for i, number in enumerate(thing.numbers)}
    for cell, number in zip(found.apart, thing.apart, strict=True):
        row[f"c{cell}"] = None if number is None else kept(number)
    return row


def _label(found: Several, unit: str) -> str:
    if unit == "chosen" and found.apart:
        return "All"
    return LABELS.get(unit, words.sentence(unit.replace("_", " ")))
