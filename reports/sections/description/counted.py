"""What was counted in play: tables that are on no page, a declaration each.

They describe; none of them says what pays.
"""

from collections.abc import Iterator, Mapping, Sequence

from analysis.description.acquired import Finds
from analysis.description.boards import Board
from analysis.description.event_rates import Happening
from analysis.description.grouped_tallies import Several, SpaceTally
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, only_data, rate, rounded, table
from reports.text import words

GAMES_WITH = "games in which "
LABELS = {"held": "Held at some time", "used": "Used", "chosen": "Chosen"}


def tallies(study: Study) -> Section | None:
    """Means of what seats did, by level, by setting and by what they held."""
    tables = [_by_setting(study), _by_option(study)] if study.tallies else []
    return only_data("tallies", "What did the players do?", tables)


def _by_setting(study: Study) -> Data:
    """Levels of the first factor stand before the settings, where others are crossed with it."""
    split, settings = study.design.split, _settings(study, "mean")
    name, levels = (split.name, split.levels) if split else ("", ())
    levels = levels if len(levels) < len(settings) else ()
    columns = [Col("what", "What"), Col("all", "All", "mean")]
    columns += [Col(f"l{i}", words.level(name, v), "mean") for i, v in enumerate(levels)]
    rows = [
        {"what": _name(tally.meaning, tally.column), "all": rounded(tally.all)}
        | {f"l{i}": rounded(tally.by_level[str(v)]) for i, v in enumerate(levels)}
        | _in_settings(tally.cells)
        for tally in study.tallies
    ]
    return table("tallies", "Mean for a seat and game", [*columns, *settings], rows)


def _by_option(study: Study) -> Data:
    noun = _noun(study)
    done = [t for t in study.tallies if any(t.by_option.values())]
    columns = [Col("option", words.sentence(noun))]
    columns += [
        Col(t.column, head, "mean", more)
        for t in done
        for head, more in [words.heading(t.column, t.meaning)]
    ]
    rows = [
        {"option": name} | {t.column: rounded(t.by_option[name]) for t in done}
        for name in (done[0].by_option if done else ())
    ]
    return table("tallies-options", f"Mean for a seat and game, by {noun}", columns, rows)


def seated(study: Study) -> Section | None:
    """Which strategies sat where, when there was more than one."""
    names = sorted({name for seat in study.seated for name in seat.strategies})
    columns = [Col("strategy", "Strategy")]
    columns += [Col(f"s{s.seat}", f"Seat {s.seat + 1}", "count") for s in study.seated]
    rows = [
        {"strategy": name} | {f"s{s.seat}": s.strategies.get(name, 0) for s in study.seated}
        for name in names
    ]
    several = rows if len(names) > 1 else []
    made = table("seated", "Games that each strategy played in each seat", columns, several)
    return only_data("seated", "Who sat where?", [made])


def division(study: Study) -> Section | None:
    """Times an even share of what a table does, options down, tallies across."""
    noun = _noun(study)
    divisions = [d for d in study.divisions if any(d.times.values())]
    columns = [Col("option", words.sentence(noun))]
    columns += [Col(d.column, d.column.replace("_", " "), "mean", d.meaning) for d in divisions]
    rows = [
        {"option": label} | {d.column: _mean(d.times[label]) for d in divisions}
        for label in (divisions[0].times if divisions else ())
    ]
    made = table("division", f"Times an even share of what is done, by {noun}", columns, rows)
    return only_data("division", f"How much of the work does each of the {noun} do?", [made])


def happenings(study: Study) -> Section | None:
    """Means a game of everything that a game counts."""
    columns = [Col("what", "What"), Col("all", "All", "mean"), *_settings(study, "mean")]
    rows = [
        {"what": label(h), "all": rounded(h.all)} | _in_settings(h.cells) for h in study.happenings
    ]
    made = table("happenings", "Mean for a game", columns, rows)
    return only_data("happenings", "How often does what happen in a game?", [made])


def label(happening: Happening) -> str:
    """What is counted."""
    return _name(happening.meaning, happening.column)


def often(happening: Happening) -> str:
    """How often it happens, as a sentence; what is there or not is a share of the games."""
    name = label(happening)
    if name.startswith(GAMES_WITH):
        return f"In {words.percent(happening.all)} of the games {name.removeprefix(GAMES_WITH)}."
    return f"{words.sentence(name)}: {happening.all:.2f} in a mean game."


def triggers(study: Study) -> Section | None:
    """Share of every trigger of the end, over all and setting by setting."""
    columns = [Col("what", "Trigger"), Col("all", "Share of all games", "rate")]
    rows = [
        {"what": words.unslug(t.name), "all": rate(t.all)}
        | _in_settings({number: each.value for number, each in t.cells.items()})
        for t in study.triggers or ()
    ]
    columns += _settings(study, "share")
    made = table("triggers", "What set the end in motion", columns, rows)
    return only_data("triggers", "What sets the end in motion?", [made])


def found(study: Study) -> Section | None:
    """How often in a game each thing is come by, and by level of the first factor."""
    tables = [_found(study, finds) for finds in study.finds]
    return only_data("found", "What is found?", tables)


def _found(study: Study, finds: Finds) -> Data:
    split = study.design.split
    name, levels = (split.name, split.levels) if split else ("", ())
    columns = [Col("what", words.sentence(finds.family)), Col("all", "All", "mean")]
    columns += [Col(f"l{i}", words.level(name, v), "mean") for i, v in enumerate(levels)]
    rows = [
        {"what": thing.label, "all": rounded(thing.all)}
        | {f"l{i}": rounded(thing.by_level[str(v)]) for i, v in enumerate(levels)}
        for thing in finds.things
    ]
    caption = f"{words.sentence(finds.meaning or finds.family)}: times in a game"
    return table(f"found-{words.slug(finds.column)}", caption, columns, rows)


def things(study: Study) -> list[Section]:
    """Things alike: what happens at each, and what seats held, used, chose and did."""
    kinds = {
        "family": (study.families, "What happens at each of the {}?"),
        "deeds": (study.deeds, "What do the {} do?"),
        "cards": (study.cards, "Which {} are had, and used?"),
        "chosen": (study.chosen, "Which {} are chosen?"),
    }
    made = (
        only_data(name, title.format(group.noun), [_things(study, group, name)])
        for kind, (groups, title) in kinds.items()
        for group in groups
        for name in [f"{kind}-{words.slug(group.noun)}"]
    )
    return [section for section in made if section]


def _things(study: Study, group: Several, name: str) -> Data:
    """Parts that are not in play have no column."""
    levels = {c.number: c.levels for c in study.design.base}
    met = [i for i in range(len(group.measures)) if any(t.numbers[i] for t in group.things)]
    columns = [Col("what", words.sentence(group.noun))]
    columns += [
        Col(f"m{i}", _measure(group, unit), group.unit, meaning)
        for i, (unit, meaning) in enumerate(group.measures)
        if i in met
    ]
    columns += [Col(f"c{n}", words.setting(levels[n]), group.unit) for n in group.apart]
    rows: list[Data] = [
        {"what": words.sentence(thing.label)}
        | {f"m{i}": rounded(thing.numbers[i]) for i in met}
        | {f"c{n}": _mean(each) for n, each in zip(group.apart, thing.apart, strict=True)}
        for thing in group.things
    ]
    each = "share of the seats" if group.unit == "share" else "mean for one game"
    return table(name, f"{words.sentence(group.noun)}, one by one: {each}", columns, rows)


def _measure(group: Several, unit: str) -> str:
    if unit == "chosen" and group.apart:
        return "All"
    return LABELS.get(unit, words.sentence(unit.replace("_", " ")))


def boards(study: Study) -> list[Section]:
    """How often things start, stand and fall on each space of a map."""
    made = (
        only_data(
            f"board-{words.slug(board.name)}",
            f"Where on {board.label} do things start, stand and fall?",
            [_spaces(board, place) for place in board.places],
        )
        for board in study.boards
    )
    return [section for section in made if section]


def _spaces(board: Board, place: SpaceTally) -> Data:
    columns = [
        Col("space", "Space"),
        Col("ground", "Ground"),
        Col("area", "Area"),
        Col("often", "Times a game", "mean"),
    ]
    rows = [
        {
            "space": space,
            "ground": board.spaces[space].ground if space in board.spaces else "",
            "area": board.spaces[space].area if space in board.spaces else "",
            "often": rounded(times / max(place.games, 1)),
        }
        for space, times in sorted(place.spaces.items(), key=lambda each: (-each[1], each[0]))
    ]
    name = f"board-{words.slug(board.name)}-{words.slug(place.family)}"
    return table(name, f"{words.sentence(place.meaning)}, {board.label}", columns, rows)


def maps(study: Study) -> Iterator[Section]:
    """What maps are made of, as the pack of the run has them."""
    for drawing in study.drawings:
        columns = [Col("what", "Card")]
        columns += [Col(kind, words.sentence(kind), "count") for kind in drawing.kinds]
        rows = [
            {"what": name} | {kind: shapes.get(kind, 0) for kind in drawing.kinds}
            for name, shapes in drawing.maps.items()
        ]
        name = f"pictures-{words.slug(drawing.title)}"
        made = table(name, f"What the {drawing.title} are made of", columns, rows)
        yield from filter(None, [only_data(name, f"What are the {drawing.title}?", [made])])


def _settings(study: Study, kind: str) -> Sequence[Col]:
    """A column for each setting, where there are several."""
    cells = [c for c in study.design.base if study.counts.games(c.number)]
    several = cells if len(cells) > 1 else []
    return [Col(f"c{c.number}", words.setting(c.levels), kind) for c in several]


def _in_settings(means: Mapping[int, float]) -> Data:
    return {f"c{number}": rounded(mean) for number, mean in means.items()}


def _noun(study: Study) -> str:
    return str(study.design.manifest.get("options") or "options")


def _name(meaning: str, column: str) -> str:
    return meaning or column.replace("_", " ")


def _mean(value: float | None) -> float | None:
    return None if value is None else rounded(value)
