"""How much of this rests on guesses?"""

from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, kept, table

TITLE = "How much of this rests on guesses?"


def section(study: Study) -> Section | None:
    """Where the values come from, the guesses one by one, and what was changed."""
    if not study.sources and not study.changed:
        return None
    made = Section("sources", TITLE)
    guessed = sum(s.stand_in for s in study.sources)
    total = sum(s.all for s in study.sources)
    if total:
        made.words.append(
            f"{guessed:,} of {total:,} values ({words.percent(guessed / total)}) are stand-ins: "
            "guesses of ours in place of printed values that could not be found. The rest is "
            "taken from the rulebook or from a cited source."
        )
    if guessed:
        made.words.append(
            f"{_rests(study)} on these guesses. Differences between settings rest on the rules "
            "and the guesses together. Replace a guess by the printed value and run again."
        )
    made.tables = [t for t in (_changed(study), _parts(study), _guesses(study)) if t]
    return made


def _rests(study: Study) -> str:
    """What of the game rests on guesses, and the verb."""
    told = ["how hard the game is as a whole"] if study.cells else []
    told += ["who wins more than the fair share"] if study.contest.kinds else []
    what = words.sentence(words.listing(told) or "all of it")
    return f"{what} {'rest' if len(told) > 1 else 'rests'}"


def _parts(study: Study) -> Data | None:
    if not study.sources:
        return None
    columns = [
        Col("part", "Part"),
        Col("rulebook", "Rulebook", "count"),
        Col("cited", "Cited", "count"),
        Col("stand_in", "Stand-in", "count"),
        Col("share", "Guessed", "share"),
    ]
    rows = [
        {
            "part": words.sentence(s.part.replace("_", " ")),
            "rulebook": s.rulebook,
            "cited": s.cited,
            "stand_in": s.stand_in,
            "share": kept(s.stand_in / s.all),
        }
        for s in study.sources
    ]
    return table("sources", "Values by where they come from", columns, rows)


def _guesses(study: Study) -> Data | None:
    if not study.stand_ins:
        return None
    columns = [
        Col("path", "Value", "code"),
        Col("name", "Of"),
        Col("value", "Now", "code"),
        Col("why", "Why a guess"),
    ]
    rows = [
        {"path": s.path, "name": s.name, "value": s.value, "why": s.why} for s in study.stand_ins
    ]
    caption = "Every guess (names that are ours are listed, but not counted above)"
    return table("stand-ins", caption, columns, rows, folded=True)


def _shown(value: object) -> str:
    """A value in short; a script of the designer's is long."""
    text = "not there" if value is None else words.value(value)
    return f"{text[:60]} …" if len(text) > 60 else text


def _changed(study: Study) -> Data | None:
    if not study.changed:
        return None
    columns = [
        Col("path", "Value", "code"),
        Col("shipped", "Shipped", "code"),
        Col("value", "This run", "code"),
    ]
    rows = [
        {"path": c.path, "shipped": _shown(c.shipped), "value": _shown(c.value)}
        for c in study.changed
    ]
    return table("changed", "Values that this run changes", columns, rows)
