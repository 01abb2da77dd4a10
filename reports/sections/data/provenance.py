"""How much of this rests on guesses, and which are they?"""

from analysis.study import Study
from reports import words
from reports.command import file_of
from reports.parts import Col, Data, Section, rounded, table

TITLE = "How much of this rests on guesses?"
OF_OWN = "What does this run change?"
GUESSES = "Which values are guesses?"


def section(study: Study) -> Section | None:
    """Where the values come from, and what was changed."""
    if not study.sources and not study.changed:
        return None
    section = Section("sources", OF_OWN if file_of(study.design.manifest) else TITLE)
    guessed = sum(s.guessed for s in study.sources)
    total = sum(s.all for s in study.sources)
    if total:
        section.words.append(
            f"{_by_kind(study)}. {guessed:,} of {total:,} values "
            f"({words.percent(guessed / total)}) are guesses of ours in place of printed values "
            f"that could not be found. {_rest(study)}"
        )
    if guessed:
        section.words.append(
            f"{_rests(study)} on these guesses. Differences between settings rest on the rules "
            "and the guesses together. Replace a guess by the printed value and run again."
        )
        section.words.append(_own(study.design.manifest["game"]))
    if guesses(study):
        section.words.append("Each of them stands in guesses.html, beside this page.")
    if study.fitted:
        section.words.append(
            "A fitted value is a guess that was changed until something came out in play. That it "
            f"comes out is no finding. `--pack {_before(study)}` plays the values before: what "
            "changes with it hangs on the fit."
        )
    section.tables = [t for t in (_changed(study), _parts(study)) if t]
    return section


def guesses(study: Study) -> Section | None:
    """The guesses one by one; too long a list for the page, it has one of its own."""
    tables = [t for t in (_fitted(study), _guesses(study)) if t]
    if not tables:
        return None
    words_ = [
        "Every value that the package plays with and could not take from print or from a cited "
        "source, with why it was set so. Read it off your own copy, put it into a pack, run again."
    ]
    return Section("guesses", GUESSES, words_, tables=tables, place="guesses")


def _own(game: str) -> str:
    """How whoever owns the game puts its numbers in."""
    return (
        f"Do you own the game? `simulate new {game} my_{game}` copies it, and `simulate edit "
        f"my_{game}` asks for what stands on your copy, what settles most first."
    )


def _by_kind(study: Study) -> str:
    """82 rulebook, 110 cited, 65 stand-ins, 24 fitted; and 2 of yours, if there are any"""
    yours = sum(s.designer for s in study.sources)
    counted = {
        "rulebook": sum(s.rulebook for s in study.sources),
        "cited": sum(s.cited for s in study.sources),
        "stand-ins": sum(s.stand_in for s in study.sources),
        "fitted": sum(s.fitted for s in study.sources),
    }
    counted |= {"yours": yours} if yours else {}
    return ", ".join(f"{count:,} {kind}" for kind, count in counted.items())


def _rest(study: Study) -> str:
    yours = ", or yours: a person decided it" if any(s.designer for s in study.sources) else ""
    return f"The rest is taken from the rulebook or from a cited source{yours}."


def _before(study: Study) -> str:
    return f"{study.design.manifest['game']}/unfitted"


def _rests(study: Study) -> str:
    """What of the game rests on guesses, and the verb."""
    parts = ["how hard the game is as a whole"] if study.cells else []
    parts += ["who wins more than the fair share"] if study.contest.kinds else []
    what = words.sentence(words.listing(parts) or "all of it")
    return f"{what} {'rest' if len(parts) > 1 else 'rests'}"


def _parts(study: Study) -> Data | None:
    if not study.sources:
        return None
    columns = [
        Col("part", "Part"),
        Col("rulebook", "Rulebook", "count"),
        Col("cited", "Cited", "count"),
        Col("stand_in", "Stand-in", "count"),
        Col("fitted", "Fitted", "count"),
        *([Col("designer", "Yours", "count")] if any(s.designer for s in study.sources) else []),
        Col("share", "Guessed", "share"),
    ]
    rows = [
        {
            "part": words.sentence(s.part.replace("_", " ")),
            "rulebook": s.rulebook,
            "cited": s.cited,
            "stand_in": s.stand_in,
            "fitted": s.fitted,
            "designer": s.designer,
            "share": rounded(s.guessed / s.all),
        }
        for s in study.sources
    ]
    return table("sources", "Values by where they come from", columns, rows)


def _fitted(study: Study) -> Data | None:
    if not study.fitted:
        return None
    could = any(f.could for f in study.fitted)
    columns = [
        Col("path", "Value", "code"),
        Col("name", "Of"),
        Col("value", "Now", "code"),
        Col("before", "Before", "code"),
        Col("to", "Fitted to"),
        Col("player", "Played by"),
        Col("on", "On"),
        *([Col("could", "Could be")] if could else []),
        Col("why", "Why a guess"),
    ]
    rows = [
        {
            "path": f.path,
            "name": f.name,
            "value": f.value,
            "before": f.before,
            "to": words.sentence(f"{words.unslug(f.metric)} {f.what}"),
            "player": f.player,
            "on": f.on,
            "could": f.could,
            "why": f.why,
        }
        for f in study.fitted
    ]
    return table("fitted", "Every value that was set by play", columns, rows)


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
    rows = [
        {"path": s.path, "name": s.name, "value": s.value, "could": s.could, "why": s.why}
        for s in study.stand_ins
    ]
    caption = "Every other guess (names that are ours are listed, but not counted above)"
    if not study.fitted:
        caption = caption.replace("other ", "")
    return table("stand-ins", caption, columns, rows)


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
        Col("shipped", before, "code"),
        Col("value", "This run", "code"),
    ]
    rows = [
        {"path": c.path, "shipped": _shown(c.shipped), "value": _shown(c.value)}
        for c in study.changed
    ]
    return table("changed", "Values that this run changes", columns, rows)
