"""What was counted in play: tables that are on no page, a declaration each.

They describe; none of them says what pays.
"""

from collections.abc import Iterator, Mapping, Sequence

from analysis.description.acquired import Finds
from analysis.description.boards import Board
from analysis.description.event_rates import Happening
from analysis.description.grouped_tallies import Several, SpaceTally
from analysis.description.tallies import Tally
from analysis.study import Study
from reports.tables.parts import (
    Col,
    Data,
    Section,
    listed,
    of_each,
    only_data,
    rate,
    rounded,
    table,
)
from reports.text import words

GAMES_WITH = "games in which "
LABELS = {"held": "Held at some time", "used": "Used", "chosen": "Chosen"}


def tallies(study: Study) -> Section | None:
    """Means of what seats did, by level, by setting and by what they held."""
    tables = [_by_setting(study), _by_option(study)] if study.tallies else []
    return only_data("tallies", "What did the players do?", tables)


def _by_setting(study: Study) -> Data:
    """Levels of the first factor stand before the settings, where others are crossed with it."""
    levels, settings = _levels(study), _settings(study, "mean")
    levels = levels if len(levels) < len(settings) else []
    columns = [Col("what", "What"), Col("all", "All", "mean"), *levels, *settings]
    rows = [
        {"what": _name(tally.meaning, tally.column), "all": rounded(tally.all)}
        | {level.key: level.cell(tally) for level in levels}
        | _in_settings(tally.cells)
        for tally in study.tallies
    ]
    return table("tallies", "Mean for a seat and game", columns, rows)


def _by_option(study: Study) -> Data:
    noun = _noun(study)
    done = [t for t in study.tallies if any(t.by_option.values())]
    columns = [Col("option", words.sentence(noun), get=str)]
    columns += of_each(done, _tallied, lambda tally, option: tally.by_option[option])
    options = done[0].by_option if done else ()
    return listed("tallies-options", f"Mean for a seat and game, by {noun}", columns, options)


def _tallied(_: int, tally: Tally) -> Col:
    head, more = words.heading(tally.column, tally.meaning)
    return Col(tally.column, head, "mean", more)


def seated(study: Study) -> Section | None:
    """Which strategies sat where, when there was more than one."""
    names = sorted({name for seat in study.seated for name in seat.strategies})
    columns = [Col("strategy", "Strategy", get=str)]
    columns += of_each(
        study.seated,
        lambda _, at: Col(f"s{at.seat}", f"Seat {at.seat + 1}", "count"),
        lambda at, name: at.strategies.get(name, 0),
    )
    several = names if len(names) > 1 else []
    made = listed("seated", "Games that each strategy played in each seat", columns, several)
    return only_data("seated", "Who sat where?", [made])


def division(study: Study) -> Section | None:
    """Times an even share of what a table does, options down, tallies across."""
    noun = _noun(study)
    divisions = [d for d in study.divisions if any(d.times.values())]
    columns = [Col("option", words.sentence(noun), get=str)]
    columns += of_each(
        divisions,
        lambda _, d: Col(d.column, d.column.replace("_", " "), "mean", d.meaning),
        lambda d, option: d.times[option],
    )
    options = divisions[0].times if divisions else ()
    made = listed("division", f"Times an even share of what is done, by {noun}", columns, options)
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
    columns = [
        Col("what", words.sentence(finds.family), get=lambda thing: thing.label),
        Col("all", "All", "mean"),
        *_levels(study),
    ]
    caption = f"{words.sentence(finds.meaning or finds.family)}: times in a game"
    return listed(f"found-{words.slug(finds.column)}", caption, columns, finds.things)


def _levels(study: Study) -> list[Col]:
    """A column for each level of the factor by which means are split."""
    split = study.design.split
    if split is None:
        return []
    name = split.name
    return of_each(
        split.levels,
        lambda i, level: Col(f"l{i}", words.level(name, level), "mean"),
        lambda level, thing: thing.by_level[str(level)],
    )


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
    columns = [Col("what", words.sentence(group.noun), get=lambda one: words.sentence(one.label))]

    def measure(_: int, i: int) -> Col:
        unit, meaning = group.measures[i]
        return Col(f"m{i}", _measure(group, unit), group.unit, meaning)

    columns += of_each(met, measure, lambda i, thing: thing.numbers[i])
    columns += of_each(
        range(len(group.apart)),
        lambda _, i: Col(f"c{group.apart[i]}", words.setting(levels[group.apart[i]]), group.unit),
        lambda i, thing: thing.apart[i],
    )
    each = "share of the seats" if group.unit == "share" else "mean for one game"
    return listed(name, f"{words.sentence(group.noun)}, one by one: {each}", columns, group.things)


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
        Col("space", "Space", get=lambda one: one[0]),
        Col("ground", "Ground", get=lambda one: getattr(board.spaces.get(one[0]), "ground", "")),
        Col("area", "Area", get=lambda one: getattr(board.spaces.get(one[0]), "area", "")),
        Col("often", "Times a game", "mean", get=lambda one: one[1] / max(place.games, 1)),
    ]
    spaces = sorted(place.spaces.items(), key=lambda each: (-each[1], each[0]))
    name = f"board-{words.slug(board.name)}-{words.slug(place.family)}"
    return listed(name, f"{words.sentence(place.meaning)}, {board.label}", columns, spaces)


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
