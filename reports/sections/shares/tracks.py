"""How far up does a track go, and who wins there?"""

from analysis.shares.tracks import Held, Track, TrackLevel
from analysis.stats.intervals import Estimate
from analysis.stats.verdicts import FEWEST
from analysis.study import Study
from reports import words
from reports.command import experiment
from reports.parts import Col, Data, Section, dots, effect, maybe, rate, rounded, table


def sections(study: Study) -> list[Section]:
    """One section for each track."""
    return [_section(study, track) for track in study.contest.tracks if len(track.levels) > 1]


def _section(study: Study, track: Track) -> Section:
    slug = words.slug(track.column)
    section = Section(f"level-{slug}", f"Which level pays: {track.meaning}?")
    section.words = [
        f"Seats by the level they ended on; of fewer than {FEWEST} on a level nothing is said. "
        "This describes: who is ahead also climbs more. What an ability itself is worth, "
        f"`{experiment(study.design.manifest, 'cards')}` tells by taking it away."
    ]
    climbed = [(level.level, level.over) for level in track.levels if level.over is not None]
    if climbed:
        section.charts = [_chart(track, slug, climbed)]
    section.tables = [_levels(track, slug)]
    if track.options:
        noun = str(study.design.manifest.get("options") or "options")
        section.tables += [_worth(track, slug, noun), _where(track, slug, noun)]
    return section


def _chart(track: Track, slug: str, climbed: list[tuple[int, Estimate]]) -> Data:
    rows = [{"label": f"Level {level}", "tone": "plain"} | effect(over) for level, over in climbed]
    ends = (
        f"level {level} {words.signed(over.value)}" for level, over in (climbed[0], climbed[-1])
    )
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
        {"level": str(level.level), "seats": rate(level.seats), "over": maybe(level.over)}
        for level in track.levels
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
    for label, held in track.options.items():
        seats = sum(h.seats for h in held)
        shares = {f"l{f.level}": rounded(h.seats / seats) for f, h in _pairs(track, label) if seats}
        rows.append({"what": label} | shares)
    caption = f"Where the {noun} end: share of their seats by {track.meaning}"
    return table(f"level-{slug}-options", caption, columns, rows, folded=len(rows) > 16)


def _pairs(track: Track, label: str) -> list[tuple[TrackLevel, Held]]:
    return list(zip(track.levels, track.options[label], strict=True))
