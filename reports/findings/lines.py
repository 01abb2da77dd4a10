"""One line each: what is on target, what shows no effect, what needs more games."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from analysis.conclusions.ledger import SETTINGS, SHARES, Ledger, VerdictTally
from analysis.judgement.settled import COMPANY, Settled
from analysis.shares.share_verdicts import Kind, Share
from analysis.stats import verdicts
from analysis.study import Study
from reports.sections.shares import share_verdicts
from reports.text import words
from simulate.store import ALL

MOST_NAMED = 4
# What rows of games alone can tell, where everybody wins together and where seats compete.
SINGLE = "who meets whom, plans, points, picks, the course of a game, and single games"
TOGETHER = "what the deal decides, pairs, the course of a game, and single games"

EACH_BY_ITSELF = "for each: Games to add in its table"

Line = dict[str, Any]
Rows = list[tuple[str, str]]


def lines(ledger: Ledger) -> list[Line]:
    """On target, no effect shown, not enough games; a line that is empty is left out."""
    study = ledger.study
    lines = [_kept(study), _on_target(ledger), *_shares(ledger), _seats(ledger), _no_effect(study)]
    lines.append(_not_enough(ledger))
    return [line for line in lines if line is not None]


def _line(kind: str, label: str, parts: Sequence[str], rows: Rows) -> Line | None:
    if not parts:
        return None
    text = words.sentence("; ".join(parts))
    return {"kind": kind, "label": label, "text": f"{text}.", "rows": [list(r) for r in rows]}


def _kept(study: Study) -> Line | None:
    """What this report cannot tell, because rows of all games were not kept."""
    keep = study.design.manifest.get("keep", ALL)
    if keep == ALL:
        return None
    rows = Counter[int]()
    for shard in study.design.manifest["shards"]:
        rows[shard["cell"]] += shard["rows"] * (shard["kind"] == "games")
    missing = SINGLE if study.contest.kinds else TOGETHER
    text = f"sums of all {study.games:,} games, which tell how often who wins, how games end and "
    text += "how long they are"
    sample = f"and rows of the first {max(rows.values()):,} games of each setting"
    return _line("open", "Kept", [f"{text}; {sample}, which alone tell {missing}"], [])


def _on_target(ledger: Ledger) -> Line | None:
    on = [d for d in ledger.study.cells if d.verdict == verdicts.ON_TARGET]
    if len(ledger.study.cells) == 1:
        return None
    parts = [
        f"{words.setting(d.cell.levels)} {words.share_range(*d.rate.ends)}" for d in on[:MOST_NAMED]
    ]
    rows = [("difficulty", words.setting(d.cell.levels)) for d in on[:MOST_NAMED]]
    if len(on) > MOST_NAMED:
        parts.append(f"{VerdictTally(SETTINGS, ledger.levels).on} settings in all")
        rows.append(("verdicts", verdicts.ON_TARGET))
    return _line("good", "On target", parts, rows)


def _shares(ledger: Ledger) -> list[Line | None]:
    """Shares of wins that are on target, and those that are not known well enough."""
    kind = ledger.study.contest.kind("option")
    if kind is None:
        return []
    tally = VerdictTally(SHARES, ledger.shares(kind))
    unsure = [s for s in kind.shares if s.verdict == verdicts.MORE]
    return [
        _line("good", "On target", *_good(kind, tally)),
        _line("open", "Not enough games", *_unsure(unsure)),
    ]


def _good(kind: Kind, tally: VerdictTally) -> tuple[list[str], Rows]:
    """Who is on target wherever it was met, and how many shares are."""
    if not tally.on:
        return [], []
    off = {s.label for s in kind.shares if s.verdict != verdicts.ON_TARGET}
    sure = list(dict.fromkeys(s.label for s in kind.shares if s.label not in off))
    several = len({s.cell.number for s in kind.shares}) > 1
    where = " in every setting" if several else ""
    parts = [f"{words.listing(sure, len(sure))}{where}"] if sure else []
    parts.append(f"{tally.on} of {len(tally)} shares in all")
    return parts, [("shares-verdicts", verdicts.ON_TARGET), ("shares-verdicts", "all")]


def _unsure(unsure: Sequence[Share]) -> tuple[list[str], Rows]:
    """The first few by name and number, how many there are, and what would tell."""
    parts, rows = [], []
    for share in unsure[:MOST_NAMED]:
        won = words.share_range(*share.share.ends)
        parts.append(f"{share_verdicts.what(share)} {won}")
        rows.append(("shares", share_verdicts.what(share)))
    if len(unsure) > MOST_NAMED:
        parts.append(f"{len(unsure)} shares in all")
        rows.append(("shares-verdicts", verdicts.MORE))
    open_ = sorted((s for s in unsure if s.more), key=lambda s: s.more or 0)
    if open_:
        middle = open_[(len(open_) - 1) // 2]
        settled = "it" if len(unsure) == 1 else f"about half of them ({EACH_BY_ITSELF})"
        parts.append(f"run {middle.more:,} more games a setting to settle {settled}")
        rows.append(("shares", share_verdicts.what(middle)))
    return parts, rows


def _seats(ledger: Ledger) -> Line | None:
    """That no seat is off, where none is: findings tell of those that are."""
    kind = ledger.study.contest.kind("seat")
    if kind is None or not kind.shares:
        return None
    tally = VerdictTally(SHARES, ledger.shares(kind))
    if tally.off or VerdictTally(SHARES, ledger.overs(kind)).off:
        return None
    but = [clause[:1].lower() + clause[1:] for clause in share_verdicts.but_differ(kind)]
    rows = [("seats-verdicts", "all"), *share_verdicts.differing_rows(kind)]
    if tally.on == len(tally):
        said = [f"no seat is off: all {tally.on} shares are on target"]
        return _line("good", "Seats", [*said, *but], rows)
    rows += [("seats-verdicts", verdicts.ON_TARGET)] if tally.on else []
    how_many = f"{tally.on} of {len(tally)} shares are on target, the others need more games"
    if not tally.on:
        how_many = f"all {len(tally)} shares need more games"
    return _line("calm", "Seats", ["no seat is shown to be off target", how_many, *but], rows)


def _no_effect(study: Study) -> Line | None:
    """Equivalence shown, with the bound that holds for all that are counted."""
    groups = [s for s in study.settled if s.none]
    parts = [
        f"{s.family}: {'all' if s.none == s.asked else f'{s.none} of'} {s.asked} "
        f"(less than {words.points(s.bound or 0.0)})"
        for s in groups
    ]
    return _line("calm", "No effect shown", parts, [("settled", s.family) for s in groups])


def _not_enough(ledger: Ledger) -> Line | None:
    study = ledger.study
    cells = [d for d in study.cells if d.verdict == verdicts.MORE]
    parts = []
    rows: Rows = [("difficulty", words.setting(d.cell.levels)) for d in cells[:MOST_NAMED]]
    for cell in cells[:MOST_NAMED]:
        rate = words.share_range(*cell.rate.ends)
        key = words.setting(cell.cell.levels)
        todo = f": run {cell.more:,} more" if cell.more else " stands on the edge of the target"
        parts.append(f"{key} {rate}{todo}")
    if len(cells) > MOST_NAMED:
        parts.append(f"{len(cells)} settings in all")
        rows.append(("verdicts", verdicts.MORE))
    for group in _open_groups(study):
        parts.append(_would_tell(group))
        rows += [("settled", s.family) for s in group]
    return _line("open", "Not enough games", parts, rows)


def _open_groups(study: Study) -> list[list[Settled]]:
    """Unsettled families; pairs apart, because they take many more games."""
    groups = [s for s in study.settled if s.more]
    pairs = [s for s in groups if s.family == COMPANY]
    return [group for group in ([s for s in groups if s not in pairs], pairs) if group]


def _would_tell(group: Sequence[Settled]) -> str:
    named = words.listing([f"{s.more} of {s.asked} {_asked(s.family)}" for s in group])
    games = max(s.games or 0 for s in group)
    each = f"{games:,} games a setting in all (`--games {games}`)"
    return f"not settled: {named}; {each} would settle most"


def _asked(family: str) -> str:
    return "pairs in company" if family == COMPANY else f"({family})"
