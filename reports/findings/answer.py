"""Is it on target?  The first sentence, from the counts of the ledger."""

from collections.abc import Iterator, Sequence

from analysis.conclusions.facts import of_cell
from analysis.conclusions.ledger import ON_GUESS, ON_PLAYER, SETTINGS, STANDS, Ledger, VerdictTally
from analysis.description.checks import RESULTS
from analysis.estimators.pairs import Results, told_apart
from analysis.rates.difficulty import Difficulty
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE
from analysis.stats.interim import Confidence
from analysis.study import Study
from reports.findings.finding import Finding
from reports.sections.shares import share_verdicts
from reports.text import targets, words
from reports.text.advice import for_all, for_cell
from reports.text.command import basis
from simulate.core.game.facts import WIN_RATE

OVERVIEW = "overview"
HANGS = {ON_PLAYER: "on who plays", ON_GUESS: "on a guess"}


def findings(ledger: Ledger) -> Iterator[Finding]:
    """One on all shares where seats compete, one on all levels where all win together."""
    study = ledger.study
    counted = {tally.noun: tally for tally in ledger.tallies}
    levels = counted.pop(SETTINGS, None)
    for tally in counted.values():
        yield _of_shares(tally, study)
    if not study.cells:
        return
    if {d.rate.value for d in study.cells} in ({0.0}, {1.0}):
        yield _constant(study, levels)
    elif len(study.cells) == 1:
        yield _of_one(study.cells[0], study)
    elif levels is not None:
        yield _of_levels(levels, study)
    else:
        yield _range(study.cells, study.counts.judged, study.design.confidence)


def _of_shares(tally: VerdictTally, study: Study) -> Finding:
    kind = study.contest.kind("option") or study.contest.kind("seat")
    assert kind is not None
    settings = len({share.cell.number for share in kind.shares})
    what = "shares of wins" if kind.role == "option" else "shares of wins by seat"
    what += f", by {kind.noun} and setting," if settings > 1 and kind.role == "option" else ""
    name = share_verdicts.name(kind)
    return _counted(tally, what, share_verdicts.aim(study, kind), name, f"{name}-verdicts")


def _of_levels(tally: VerdictTally, study: Study) -> Finding:
    """How many settings lie where they should."""
    whose = targets.whose(study.rated)
    if study.rated.band is None:
        aim = f"each by its own target{f', {whose}' if whose else ''}"
    else:
        aim = f"{targets.of_rates(study.rated)} of the games won{f', {whose}' if whose else ''}"
    return _counted(tally, "settings", aim, "difficulty", "verdicts", for_all(study))


def _counted(
    tally: VerdictTally, what: str, aim: str, section: str, table: str, advice: str = ""
) -> Finding:
    """4 of 16 settings are on target (30.0-60.0% of the games won); 5 too hard, 7 open."""
    on, all_ = tally.on, len(tally)
    many = "All" if on == all_ else f"{on} of" if on else "None of the"
    is_ = "is" if on or tally.off == all_ else "is shown to be"
    short = f"{many} {all_} {what} {is_ if on < 2 else 'are'} on target"
    rest = [given for given in tally.given if given != verdicts.ON_TARGET]
    others = words.listing([_how_many(tally.of(given), given) for given in rest])
    text = f"{short} ({aim}){f'; {others}' if others else ''}.{_standing(tally)}"
    verdict = words.overall([entry.verdict for entry in tally.entries])
    rows = tuple((table, given) for given in (*tally.given, "all"))
    line = f"{on} of {all_} {tally.noun} on target"
    return Finding(OVERVIEW, verdict, text, section, 1.0, rows, advice, line=line)


def _how_many(number: int, verdict: str) -> str:
    """3 are too hard; 1 needs more games"""
    if verdict == verdicts.MORE:
        return f"{number} {'needs' if number == 1 else 'need'} more games"
    said = words.VERDICTS[verdict].word
    return f"{number} {'is' if number == 1 else 'are'} {said}"


def _standing(tally: VerdictTally) -> str:
    """How many of those with a verdict stand, where not all of them do."""
    parts = _hang(tally, *verdicts.OFF)
    on = _hang(tally, verdicts.ON_TARGET)
    said = f" {_of(tally.on, 'on target', on)}" if on else ""
    if not parts:
        return said
    stand = tally.standing(STANDS)
    first = [f"{stand} {'stands' if stand == 1 else 'stand'}"] if stand else []
    return f" {_of(tally.off, 'off target', [*first, *parts])}{said}"


def _of(number: int, where: str, parts: Sequence[str]) -> str:
    """Of the 5 off target 3 stand and 2 hang on a guess."""
    if number == 1:
        return f"The one {where} {parts[0].removeprefix('1 ')}."
    return f"Of the {number} {where} {words.listing(parts)}."


def _hang(tally: VerdictTally, *given: str) -> list[str]:
    """1 hangs on a guess; 2 hang on who plays"""
    counted = [(tally.standing(standing, *given), on) for standing, on in HANGS.items()]
    return [f"{n} {'hangs' if n == 1 else 'hang'} {on}" for n, on in counted if n]


def _constant(study: Study, levels: VerdictTally | None) -> Finding:
    word = "won" if study.cells[0].rate.won else "lost"
    games = sum(d.rate.games for d in study.cells)
    every = "The only game" if games == 1 else f"Every one of the {games:,} games"
    given = [entry.verdict for entry in levels.entries] if levels else []
    line, verdict = f"{every} was {word}", words.overall(given) if given else words.LEARNED
    text, rows = f"{line}, so nothing can be compared.", (("checks", RESULTS),)
    advice = "See how the games end, and play an easier and a harder setting beside this one."
    return Finding(OVERVIEW, verdict, text, "checks", 1.0, rows, advice, line=line)


def _of_one(difficulty: Difficulty, study: Study) -> Finding:
    base, key = basis(study.design.manifest), words.setting(difficulty.cell.levels)
    who = words.sentence(f"in {base} the players") if study.variants else "The players"
    text = f"{who} win {_rate(difficulty)} of the games"
    if study.contest.kinds:  # in the other settings players win against each other
        text = f"{words.sentence(key)}: {_rate(difficulty)} of the games won"
    line = f"{_rate(difficulty)} of the games won"
    if difficulty.verdict:
        whose, word = targets.whose(study.rated), words.VERDICTS[difficulty.verdict].word
        text += f"; the target is {targets.of_rates(study.rated)}{f' ({whose})' if whose else ''}"
        text, line = f"{text}: {word}", f"{line}: {word}"
    off = difficulty.verdict in (verdicts.ABOVE, verdicts.BELOW)
    advice = for_cell(difficulty, study) if off else ("", ())
    return Finding(
        OVERVIEW, difficulty.verdict or words.LEARNED, f"{text}.", "difficulty", 1.0,
        (("difficulty", key),), *advice, (WIN_RATE, of_cell(difficulty.cell)), line=line,
    )  # fmt: skip


def _range(cells: Sequence[Difficulty], results: Results, sure: Confidence) -> Finding:
    """The settings that are won most and least; told so only where all pairs bear it out."""
    most = max(cells, key=lambda d: d.rate.value)
    least = min(cells, key=lambda d: d.rate.value)
    high, low = words.setting(most.cell.levels), words.setting(least.cell.levels)
    text = f"The players win most with {high}: {_rate(most)}; least with {low}: {_rate(least)}."
    if told_apart(results, [d.cell.number for d in cells], sure) >= FALSE_SHARE:
        text = f"The players win {_rate(most)} with {high} and {_rate(least)} with {low}: "
        is_apart = most.rate.low > least.rate.high
        ends = f"of {len(cells)} settings luck alone may set the two ends so far apart."
        text += ends if is_apart else "these rates do not tell which is harder."
    if most.rate.value == least.rate.value:
        text = f"The players win as often in all {len(cells)} settings: {_rate(most)}."
    ends = f"{words.percent(least.rate.value)} to {words.percent(most.rate.value)}"
    line = f"The players win {ends} of the games, by setting"
    rows = (("difficulty", high), ("difficulty", low))
    return Finding(OVERVIEW, words.LEARNED, text, "difficulty", 1.0, rows, line=line)


def _rate(difficulty: Difficulty) -> str:
    return words.share_range(*difficulty.rate.ends)
