"""What to try next: one sentence for a finding, never more than the run can bear out.

Each ends in a command that can be typed as it stands (`command`); a test plans every one of them.
"""

import shlex
from itertools import pairwise
from typing import Any

from analysis.rates.contrasts import Contrast
from analysis.rates.difficulty import Difficulty
from analysis.rates.variants import Worth
from analysis.shares import better_seats
from analysis.shares.share_verdicts import Kind, Over, Share
from analysis.stats import verdicts
from analysis.study import Study
from reports.text import targets, words
from reports.text.command import Typed, command_of, experiment, search, target_of, typed
from reports.text.run_pack import NextStep, played
from simulate.core.options import PACK
from simulate.experiment.question import HERE

Rows = tuple[tuple[str, str], ...]
FIRST = "0"  # seats count from 0 in the tables


def for_cell(difficulty: Difficulty, study: Study) -> tuple[str, Rows]:
    """The level of the tuned factor that is on target there, or where the target lies.

    With the rows that its numbers stand in.
    """
    factor = study.rated.tuned
    if factor is None or factor.name not in difficulty.cell.levels:
        return _steps(study, difficulty), ()
    others = {k: v for k, v in difficulty.cell.levels.items() if k != factor.name}
    where = f"With {words.setting(others)}, " if others else ""
    near = [d for d in study.cells if others.items() <= d.cell.levels.items()]
    if any(d.band != difficulty.band for d in near):  # a level that is meant to be another is none
        return _steps(study, difficulty), ()
    good = [d for d in near if d.verdict in (verdicts.ON_TARGET, verdicts.FIT)]
    if good:
        key = words.setting(good[0].cell.levels)
        level = words.level(factor.name, good[0].cell.levels[factor.name])
        rate = good[0].rate
        won = words.share_range(*rate.ends)
        fitted = good[0].verdict == verdicts.FIT
        lies = "lies in the target because it was set so by play" if fitted else "is on target"
        text = words.sentence(f"{where}{level} {lies}: {won}.")
        return text, (("difficulty", key),)
    band = difficulty.band
    open_ = [d for d in near if d.verdict == verdicts.MORE and d.cell is not difficulty.cell]
    if open_ and band:
        nearest = min(open_, key=lambda d: verdicts.beyond(d.rate, band))
        won = words.share_range(*nearest.rate.ends)
        level = words.level(factor.name, nearest.cell.levels[factor.name])
        text = words.sentence(f"{where}{level} may be on target: {won}; more games would tell.")
        return text, (("difficulty", words.setting(nearest.cell.levels)),)
    ends = {verdicts.ABOVE, verdicts.BELOW}
    beside = [pair for pair in pairwise(near) if {d.verdict for d in pair} == ends]
    if beside:
        first, second = (d.cell.levels[factor.name] for d in beside[0])
        text = f"{where}the target lies {words.between(factor.name, first, second)}."
        return f"{words.sentence(text)} {_steps(study, difficulty)}", ()
    direction = "harder" if difficulty.verdict == verdicts.ABOVE else "easier"
    text = (
        f"{where}no level of {words.factor(factor.name)} that was played reaches the target: "
        f"the game itself would have to become {direction}."
    )
    return f"{words.sentence(text)} {_steps(study, difficulty)}", ()


def _steps(study: Study, difficulty: Difficulty) -> str:
    """The search for changes that bring the setting that is spoken of into its band."""
    if study.variants:
        return "What each change is worth there stands below, in the table of changes."
    crossed = {factor.name for factor in study.design.factors}
    levels = difficulty.cell.levels.items()
    crossing = {key: level for key, level in levels if key in crossed}
    bands = targets.typed(study.rated, [difficulty.cell.number])
    command = search(study.design.manifest, "advise", crossing, bands=bands)
    return f"`{command}` looks for the smallest changes that do it."


def for_all(study: Study) -> str:
    """Several numbers at once, where with some players it is too hard and with others too easy.

    One change moves all settings the same way.  How hard players want it (the tuned factor) is
    theirs to choose: of it the first level at which that is so is spoken of.
    """
    dial = study.rated.tuned
    others = [f for f in study.design.factors if f is not dial]
    if study.variants or not others or not all(f.who_plays for f in others):
        return ""
    for level in dial.levels if dial is not None else (None,):
        cells = [d for d in study.cells if dial is None or d.cell.levels[dial.name] == level]
        if {verdicts.ABOVE, verdicts.BELOW} <= {d.verdict for d in cells}:
            at: dict[str, Any] = {} if dial is None else {dial.name: level}
            who: dict[str, Any] = {f.name: Typed(",".join(map(typed, f.levels))) for f in others}
            bands = targets.typed(study.rated, [d.cell.number for d in cells])
            command = search(study.design.manifest, "tune", who | at, bands=bands)
            where = f"With {words.setting(at)} one" if at else "One"
            return f"{where} change cannot mend both: `{command}` looks for several at once."
    return ""


def for_contrast(contrast: Contrast, study: Study, held: bool) -> str:
    """A number of the card to step, where the pack has one.

    What the players hold helps them with larger numbers; what they face does not.
    """
    weaken = (contrast.effect.value > 0) == held
    return _stepped(study, contrast.label, contrast.card, weaken) if contrast.card else ""


def _stepped(study: Study, name: str, card: str, weaken: bool) -> str:
    """Which of the card's numbers matters: measured, not guessed."""
    way = "weaker" if weaken else "stronger"
    ready = played(study.design)
    numbers = [path for path, _ in ready.numbers(card)]
    swept = [path for path in numbers if path in ready.swept]
    if swept:
        number = swept[0].removeprefix(f"{card}.")
        values = ", ".join(map(words.value, ready.swept[swept[0]]))
        return f"This run plays {name} at `{number} = {values}`: see which of them mends it."
    if not any(ready.step(path, by) for path in numbers for by in (-1, 1)):
        return f"Try a change of {name}: `{_listing(study)}` says what stands on it."
    command = search(study.design.manifest, "sensitivity", pattern=card)
    return f"To make {name} {way}, ask which of its numbers matters most: `{command}`."


def _listing(study: Study) -> str:
    """The command that names every value of the cards that were played."""
    manifest = study.design.manifest
    pack = next((o[1] for o in command_of(manifest).options if o[0] == PACK.typed), None)
    named = [] if pack is None else [PACK.typed, str(pack)]
    whose = {None: [target_of(manifest)], HERE: []}.get(pack, named)
    if "own" in manifest:  # which no pack could say without its file
        whose = [target_of(manifest), *named]
    return shlex.join(["simulate", "list", "cards", *whose])


def for_share(study: Study, kind: Kind, over: Over, verdict: str) -> str:
    """What to try with an option, a seat or a plan that is off target."""
    strong = verdict == verdicts.STRONG
    if kind.role == "seat":
        return _for_seat(study, kind, over, verdict)
    if kind.role == "strategy":
        return (
            "The others answer it badly, or the game rewards it too much: see where its points "
            "come from."
            if strong
            else "See what it goes without: a plan that always loses is no choice."
        )
    if kind.role == "dealt":
        has = "it has that the others lack" if strong else "the others have that it lacks"
        return f"It is dealt by chance, and so decides by luck: see what {has}."
    known = study.design.card_in(kind.section, over.value)
    text = _stepped(study, over.label, known, strong) if known is not None else ""
    abilities = experiment(study.design.manifest, "cards")
    if not abilities:
        return text
    if not text:
        return f"`{abilities}` takes one ability away at a time."
    return f"{text.removesuffix('.')}; `{abilities}` shows what each ability is worth."


def _elsewhere(kind: Kind, over: Over, verdict: str) -> str:
    """Where the same seat is off target the other way: one change would mend one and harm one."""
    other = verdicts.WEAK if verdict == verdicts.STRONG else verdicts.STRONG
    places = [
        words.setting(share.cell.levels)
        for share in kind.shares
        if share.label == over.label and share.verdict == other
    ]
    if not places:
        return ""
    where = words.listing(places)
    return f" With {where} it is {words.VERDICTS[other].word}: let no change reach there."


def _for_seat(study: Study, kind: Kind, over: Over, verdict: str) -> str:
    """More or less at the start; for going first by the number that the rules have for it.

    Nothing where better players have made nothing of it: then the rules are not at fault.
    """
    evened, better = _among_better(study, _farthest(kind, over), over)
    return better if evened else f"{better}{_start(study, kind, over, verdict)}"


def _farthest(kind: Kind, over: Over) -> Share | None:
    """What something won where it is farthest off."""
    shares = [share for share in kind.shares if share.label == over.label]
    return max(shares, key=lambda share: share.beyond, default=None)


def _among_better(study: Study, share: Share | None, over: Over) -> tuple[bool, str]:
    """Whether better players even a seat out, and what is known of them, for one more sentence."""
    if share is None:
        return False, ""
    better = better_seats.better_seat(study.design, share, over.value)
    if better is None:
        return False, ""
    won = words.share_range(better.share, better.low, better.high)
    when = f"{better.on}{words.EARLIER if better.earlier else ''}"
    known = f"{won.removesuffix(')')}; {better.games:,} games of the shipped game, {when})"
    levels = share.cell.levels
    where = f" with {words.setting(levels)}" if levels else ""
    text = f"Where `{better.strategy}` sits in every seat{where}, this one wins {known}"
    said = better_seats.told_by(better, share)
    if said == better_seats.EVENED:
        return True, (
            f"{text}: so at least in part it is how these players play, and that the rules do it "
            "is not shown. Leave the start as it is until people have played it."
        )
    end = " too" if said == better_seats.TOO else ", too few to say whether it is the rules"
    return False, f"{text}{end}. "


def _start(study: Study, kind: Kind, over: Over, verdict: str) -> str:
    """More or less at the start, by the number that the rules have for it if they have one."""
    strong = verdict == verdicts.STRONG
    way = "less" if strong else "more"
    text = f"Give whoever sits there {way} at the start, and play again on the same seed"
    # Of two seats the second is weak by as much as the first is strong: either may be told.
    going_first = over.value == FIRST if strong else over.value != FIRST and len(kind.overs) == 2
    even = _evens(study, kind, over) if going_first else None
    if even is not None:
        return f"{text}; {even}.{_elsewhere(kind, over, verdict)}"
    step = _handicap(study) if going_first else None
    number = f"; the rules have a number for it: `{step.command}`" if step else ""
    if not number and (worst := _farthest(kind, over)):
        manifest, band = study.design.manifest, targets.ends_typed(worst.band)
        ask = search(manifest, "advise", worst.cell.levels, bands=[band], seats=True)
        number = f"; `{ask}` looks for a number of the rules that makes the seats even"
    return f"{text}{number}.{_elsewhere(kind, over, verdict)}"


def _evens(study: Study, kind: Kind, over: Over) -> str | None:
    """What to try first where a seat is farthest off; None if the run changes it itself."""
    manifest = study.design.manifest
    worst = _farthest(kind, over)
    for factor, levels, change in manifest.get("evens", []):
        path, _, value = change.partition("=")
        tried = any(path in cell.get("changes", {}) for cell in manifest["cells"])
        if worst and str(worst.cell.setting.get(factor)) in levels and not tried:
            levels_there = worst.cell.levels
            where = f"with {words.setting(levels_there)}, " if levels_there else ""
            command = command_of(manifest).with_set(path, value)
            for name, level in levels_there.items():
                command = command.with_set(name, level)
            return f"{where}try first: `{command}`"
    return None


def _handicap(study: Study) -> NextStep | None:
    """One step more of what is taken from who goes first; None if the run compares it itself."""
    manifest = study.design.manifest
    path = str(manifest.get("handicap", ""))
    rule = manifest.get("pack", {}).get("rules", {}).get(path)
    step = played(study.design).step(path, 1) if rule is not None else None
    return step if step is not None and step.after <= rule["max"] else None


def for_worth(worth: Worth, study: Study) -> str:
    """What the size of a change is good for."""
    if worth.blanks:
        if worth.paired.effect.value < 0:
            return "The players lean on it: change it with care, or make others worth as much."
        return "It costs the players this much: right for an enemy, odd for a help."
    rate = worth.rate
    return f"Won with it: {words.share_range(*rate.ends)}."
