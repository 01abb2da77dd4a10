"""Tables of things alike: areas, dungeons, cards, starts, and what each option did."""

from analysis.description.grouped_tallies import Several, TalliedThing
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, rounded, table

DESCRIBES = "This describes; it does not say what pays."
LABELS = {"held": "Held at some time", "used": "Used", "chosen": "Chosen"}


def families(study: Study) -> list[Section]:
    """What happens at each of several things of a game."""
    title = "What happens at each of the {}?"
    return [
        _section(study, group, f"family-{words.slug(group.noun)}", title)
        for group in study.families
    ]


def cards(study: Study) -> list[Section]:
    """What seats held and used."""
    return [
        _section(study, group, f"cards-{words.slug(group.noun)}", "Which {} are had, and used?")
        for group in study.cards
    ]


def chosen(study: Study) -> list[Section]:
    """What seats chose."""
    return [
        _section(study, group, f"chosen-{words.slug(group.noun)}", "Which {} are chosen?")
        for group in study.chosen
    ]


def deeds(study: Study) -> list[Section]:
    """What each option did."""
    return [
        _section(study, group, f"deeds-{words.slug(group.noun)}", "What do the {} do?")
        for group in study.deeds
    ]


def _section(study: Study, group: Several, name: str, title: str) -> Section:
    section = Section(name, title.format(group.noun))
    each = "Share of the seats." if group.unit == "share" else "Mean for one game."
    section.words = [f"{each} {DESCRIBES}"]
    if len(group.cells) < len(study.design.base):
        cells = [c for c in study.design.base if c.number in group.cells]
        section.words.append(f"Met in {words.listing([words.setting(c.levels) for c in cells])}.")
    columns = [Col("what", words.sentence(group.noun))]
    columns += [
        Col(f"m{i}", _label(group, unit), group.unit, meaning)
        for i, (unit, meaning) in enumerate(group.measures)
        if _met(group, i)
    ]
    never = [meaning for i, (_, meaning) in enumerate(group.measures) if not _met(group, i)]
    if never:
        section.words.append(f"Never in this run: {words.listing(never, len(never))}.")
    levels = {c.number: c.levels for c in study.design.base}
    columns += [Col(f"c{n}", words.setting(levels[n]), group.unit) for n in group.apart]
    rows = [_row(group, thing) for thing in group.things]
    section.tables = [table(name, f"{words.sentence(group.noun)}, one by one", columns, rows)]
    return section


def _met(group: Several, measure: int) -> bool:
    """Whether a thing was ever so; parts that are not in play have no column."""
    return any(thing.numbers[measure] for thing in group.things)


def _row(group: Several, thing: TalliedThing) -> Data:
    row: Data = {"what": words.sentence(thing.label)}
    row |= {f"m{i}": rounded(number) for i, number in enumerate(thing.numbers)}
    for cell, number in zip(group.apart, thing.apart, strict=True):
        row[f"c{cell}"] = None if number is None else rounded(number)
    return row


def _label(group: Several, unit: str) -> str:
    if unit == "chosen" and group.apart:
        return "All"
    return LABELS.get(unit, words.sentence(unit.replace("_", " ")))
