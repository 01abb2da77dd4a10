"""Would better players find the same?"""

from analysis.rates.agreement import Agreement, agreements
from analysis.study import Study
from reports import words
from reports.parts import Col, Section, rounded, table

TITLE = "Would better players find the same?"


def section(study: Study) -> Section | None:
    """How far what a better player finds lies apart, and which verdicts are others."""
    known = agreements(study.design)
    if not known:
        return None
    section = Section("agreement", TITLE)
    section.words = [
        "The shipped game was played twice, everybody one player and everybody the better one. "
        "Told is how far what they find of the same card, option or seat lies apart, without what "
        "chance adds, and how many verdicts differ by more than chance. What only one of them "
        "finds is how it plays, and not shown to be the game's."
    ]
    flips = [(where(each), flip) for each in known for flip in each.flips]
    section.tables = [table("agreement", "Two players beside each other", COLUMNS, _rows(known))]
    if flips:
        rows = [
            {"setting": setting, "kind": f.kind, "what": f.what,
             "one": rounded(f.one), "other": rounded(f.other)}
            for setting, f in flips
        ]  # fmt: skip
        section.tables.append(table("agreement-flips", "Verdicts that differ", FLIPS, rows))
    return section


COLUMNS = [
    Col("setting", "Setting"),
    Col("players", "Players"),
    Col("things", "Verdicts", "count"),
    Col("apart", "Apart, on average", "size"),
    Col("flips", "Differ", "count"),
    Col("luck", "By luck at most"),
    Col("games", "Games"),
]
FLIPS = [
    Col("setting", "Setting"),
    Col("kind", "Kind"),
    Col("what", "What"),
    Col("one", "As played here", "size"),
    Col("other", "Better player", "size"),
]


def where(each: Agreement) -> str:
    """The setting it was measured in, in words."""
    return words.setting(each.setting) if each.setting else "all settings"


def _rows(known: list[Agreement]) -> list[dict[str, object]]:
    return [
        {
            "setting": where(each),
            "players": f"{each.strategy}, {each.better}",
            "things": each.things,
            "apart": rounded(each.apart),
            "flips": len(each.flips),
            "luck": f"{each.by_luck:.1f}",
            "games": f"{each.games:,}, {each.better_games:,}; {each.on}"
            f"{words.EARLIER if each.earlier else ''}",
        }
        for each in known
    ]
