"""How far up does a track go, and who wins there?"""

from analysis.points import Track
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, dots, effect, rate, table


def sections(study: Study) -> list[Section]:
    """One section for each track."""
    return [_section(study, track) for track in study.contest.tracks if len(track.levels) > 1]


def _section(study: Study, track: Track) -> Section:
    slug = words.slug(track.column)
    made = Section(f"level-{slug}", f"Which level pays: {track.meaning}?")
    game = study.design.manifest.get("game", "")
    made.words = [
        "Seats by the level they ended on. This describes: who is ahead also climbs more. What "
        f"an ability itself is worth, `simulate run {game}/cards` tells by taking it away."
    ]
    made.charts = [_chart(track, slug)]
    made.tables = [t for t in (_levels(track, slug), _options(study, track, slug)) if t]
    return made


def _chart(track: Track, slug: str) -> Data:
    rows = [
        {"label": f"Level {found.level}", "tone": "plain"} | effect(found.over)
        for found in track.levels
    ]
    first, last = track.levels[0], track.levels[-1]
    desc = f"Level {first.level} {words.signed(first.over.value)}, level {last.level} "
    desc += f"{words.signed(last.over.value)} points."
    title = f"Points over the fair share, by {track.meaning}"
    return dots(f"chart-level-{slug}", title, desc, rows, unit="points")


def _levels(track: Track, slug: str) -> Data:
    columns = [
        Col("level", "Level"),
        Col("seats", "Of the seats", "rate"),
        Col("over", "Points over the fair share", "points"),
    ]
    rows = [
        {"level": str(found.level), "seats": rate(found.seats), "over": effect(found.over)}
        for found in track.levels
    ]
    return table(f"level-{slug}", f"Seats by {track.meaning}", columns, rows)


def _options(study: Study, track: Track, slug: str) -> Data | None:
    if not track.options:
        return None
    noun = str(study.design.manifest.get("options") or "options")
    columns = [Col("what", words.sentence(noun))]
    columns += [Col(f"l{f.level}", f"Level {f.level}", "share") for f in track.levels]
    rows = [
        {"what": label} | {f"l{f.level}": s for f, s in zip(track.levels, found, strict=True)}
        for label, found in track.options.items()
    ]
    caption = f"Where the {noun} end: share of their seats by {track.meaning}"
    return table(f"level-{slug}-options", caption, columns, rows, folded=len(rows) > 12)
