"""How far up does a track go, and who wins there?"""

from analysis.intervals import Effect
from analysis.study import Study
from analysis.tracks import Held, Level, Track
from analysis.verdicts import FEWEST
from reports import words
from reports.command import experiment
from reports.parts import Col, Data, Section, dots, effect, kept, maybe, rate, table


def sections(study: Study) -> list[Section]:
    """One section for each track."""
    return [_section(study, track) for track in study.contest.tracks if len(track.levels) > 1]


def _section(study: Study, track: Track) -> Section:
    slug = words.slug(track.column)
    made = Section(f"level-{slug}", f"Which level pays: {track.meaning}?")
    made.words = [
        f"Seats by the level they ended on; of fewer than {FEWEST} on a level nothing is said. "
        "This describes: who is ahead also climbs more. What an ability itself is worth, "
        f"`{experiment(study.design.manifest, 'cards')}` tells by taking it away."
    ]
    told = [(found.level, found.over) for found in track.levels if found.over is not None]
    if told:
        made.charts = [_chart(track, slug, told)]
    made.tables = [_levels(track, slug)]
    if track.options:
        noun = str(study.design.manifest.get("options") or "options")
        made.tables += [_worth(track, slug, noun), _where(track, slug, noun)]
    return made


def _chart(track: Track, slug: str, told: list[tuple[int, Effect]]) -> Data:
    rows = [{"label": f"Level {level}", "tone": "plain"} | effect(over) for level, over in told]
    ends = (f"level {level} {words.signed(over.value)}" for level, over in (told[0], told[-1]))
    desc = f"{words.sentence(', '.join(ends))} points."
    title = f"Points over the fair share, by {track.meaning}"
    return dots(f"chart-level-{slug}", title, desc, rows, unit="points")


def _levels(track: Track, slug: str) -> Data:
    columns = [
        Col("level", "Level"),
        Col("seats", "Of the seats", "rate"),
        Col("over", "Points over the fair share", "points"),
    ]
    rows = [
        {"level": str(found.level), "seats": rate(found.seats), "over": maybe(found.over)}
        for found in track.levels
    ]
    return table(f"level-{slug}", f"Seats by {track.meaning}", columns, rows)


def _worth(track: Track, slug: str, noun: str) -> Data:
    """Options down, levels across: points over the fair share."""
    columns = [Col("what", words.sentence(noun))]
    columns += [Col(f"l{f.level}", f"Level {f.level}", "points") for f in track.levels]
    rows = [
        {"what": label} | {f"l{f.level}": maybe(h.over) for f, h in _pairs(track, label)}
        for label in track.options
    ]
    caption = f"Points over the fair share of the {noun}, by {track.meaning}"
    return table(f"level-{slug}-worth", caption, columns, rows, folded=True)


def _where(track: Track, slug: str, noun: str) -> Data:
    """Options down, levels across: where their seats end."""
    columns = [Col("what", words.sentence(noun))]
    columns += [Col(f"l{f.level}", f"Level {f.level}", "share") for f in track.levels]
    rows = []
    for label, found in track.options.items():
        seats = sum(h.seats for h in found)
        shares = {f"l{f.level}": kept(h.seats / seats) for f, h in _pairs(track, label) if seats}
        rows.append({"what": label} | shares)
    caption = f"Where the {noun} end: share of their seats by {track.meaning}"
    return table(f"level-{slug}-options", caption, columns, rows, folded=len(rows) > 16)


def _pairs(track: Track, label: str) -> list[tuple[Level, Held]]:
    return list(zip(track.levels, track.options[label], strict=True))
