"""How much of this rests on guesses, and which are they?"""

from analysis.study import Study
from reports.tables.parts import Col, Data, Section, listed
from reports.text import words
from reports.text.command import file_of

TITLE = "How much of this rests on guesses?"
OF_OWN = "What does this run change?"
GUESSES = "Which values are guesses?"
CHANGED_VALUES = "Values that this run changes"


def section(study: Study) -> Section | None:
    """Where the values come from, and what was changed."""
    if not study.sources and not study.changed:
        return None
    section = Section("sources", OF_OWN if file_of(study.design.manifest) else TITLE)
    guessed = sum(s.guessed for s in study.sources)
    total = sum(s.all for s in study.sources)
    if total:
        section.words.append(
            f"{guessed:,} of {total:,} values ({words.percent(guessed / total)}) are guesses in "
            "place of printed values that could not be found"
            + (": guesses.html has each." if guesses(study) else ".")
        )
    if guessed:
        section.words.append(_own(study.design.manifest["game"]))
    if fitted := sum(s.fitted for s in study.sources):
        are = "is fitted: we set it" if fitted == 1 else "are fitted: we set them"
        section.words.append(
            f"{fitted:,} of them {are} so that the game comes out as wanted, which is then no "
            f"finding. `--pack {_before(study)}` plays the earlier values."
        )
    section.tables = [t for t in (_changed(study), _parts(study)) if t]
    return section


def guesses(study: Study) -> Section | None:
    """The guesses one by one; too long a list for the page, it has one of its own."""
    tables = [t for t in (_fitted(study), _guesses(study)) if t]
    if not tables:
        return None
    words_ = [
        "Every value that no print or cited source gives, and why we set it so. Read it off your "
        "own copy, put it into a pack, run again."
    ]
    return Section("guesses", GUESSES, words_, tables=tables, place="guesses")


def _own(game: str) -> str:
    """How whoever owns the game puts its numbers in."""
    return (
        f"If you own the game: `simulate new {game} my_{game}`, then `simulate edit my_{game}`, "
        "which asks first for what settles most."
    )


def _before(study: Study) -> str:
    return f"{study.design.manifest['game']}/unfitted"


def _parts(study: Study) -> Data | None:
    if not study.sources:
        return None
    columns = [
        Col("part", "Part", get=lambda s: words.sentence(words.unslug(s.part))),
        Col("rulebook", "Rulebook", "count"),
        Col("cited", "Cited", "count"),
        Col("stand_in", "Stand-in", "count"),
        Col("fitted", "Fitted", "count"),
        *([Col("designer", "Yours", "count")] if any(s.designer for s in study.sources) else []),
        Col("share", "Guessed", "share", get=lambda s: s.guessed / s.all),
    ]
    return listed("sources", "Values by where they come from", columns, study.sources)


def _fitted(study: Study) -> Data | None:
    if not study.fitted:
        return None
    could = any(f.could for f in study.fitted)
    columns = [
        Col("path", "Value", "code"),
        Col("name", "Of"),
        Col("value", "Now", "code"),
        Col("before", "Before", "code"),
        Col("to", "Fitted to", get=lambda f: words.sentence(f"{words.unslug(f.metric)} {f.what}")),
        Col("player", "Played by"),
        Col("on", "On"),
        *([Col("could", "Could be")] if could else []),
        Col("why", "Why a guess"),
    ]
    return listed("fitted", "Every value that was set by play", columns, study.fitted)


def _guesses(study: Study) -> Data | None:
    if not study.stand_ins:
        return None
    could = any(s.could for s in study.stand_ins)
    columns = [
        Col("path", "Value", "code"),
        Col("name", "Of"),
        Col("value", "Now", "code"),
        *([Col("could", "Could be")] if could else []),
        Col("why", "Why a guess"),
    ]
    caption = "Every other guess (names that are ours are listed, but not counted above)"
    if not study.fitted:
        caption = caption.replace("other ", "")
    return listed("stand-ins", caption, columns, study.stand_ins)


def _shown(value: object) -> str:
    """A value in short; a script of the designer's is long."""
    text = "not there" if value is None else words.value(value)
    return f"{text[:60]} …" if len(text) > 60 else text


def _changed(study: Study) -> Data | None:
    if not study.changed:
        return None
    before = "In the file" if file_of(study.design.manifest) else "Shipped"
    columns = [
        Col("path", "Value", "code"),
        Col("shipped", before, "code", get=lambda c: _shown(c.shipped)),
        Col("value", "This run", "code", get=lambda c: _shown(c.value)),
    ]
    return listed("changed", CHANGED_VALUES, columns, study.changed)
