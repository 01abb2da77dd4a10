"""What a search is to bring about, where the game stands, and what a confirmed change does."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from analysis.conclusions.ledger import tally
from analysis.rates.skill_gap import far
from analysis.stats import verdicts
from analysis.stats.intervals import Rate
from reports.findings.finding import Finding
from reports.findings.policy_robustness import UNSHOWN, of_players
from reports.run.limits import ahead, far_behind
from reports.search.parts import NOW, at, setting
from reports.sections.conclusions import expected
from reports.tables import own_games
from reports.tables.parts import Col, Data, Section, dot, dots, effect, listed
from reports.text import targets, words
from simulate.core.game.facts import END, LENGTH
from simulate.experiment import Experiment
from simulate.pack import catalogue
from simulate.pack.text.nouns import one_of
from simulate.search.aim.goals import EVERYTHING, Goal, GoalChange
from simulate.search.aim.sums import OPTION, SEAT, WON
from simulate.search.aim.wanted import not_sought, unsought
from simulate.search.candidate import SearchOutcome
from simulate.search.confirmation.confirm import Confirmed, OtherTarget, Shifted
from simulate.search.confirmation.fresh import Luck, luck_of

MOST_PLACES = 6
MOST_SHIFTED = 2
MOST_ELSEWHERE = 3
HARM = "far more than where it was asked"
_STAY = {False: "stay in their band or move towards it", True: "stays in its band or moves there"}
FELT = 0.05  # a length that changes by less of itself is not spoken of
Told = Callable[[Mapping[str, Any]], str]
Ask = Callable[..., str]  # a verb, and the pack to ask from; without one that which was played


@dataclass(frozen=True)
class SearchCommands:
    """The commands of a search.

    plays: what plays changes; packs: name of a change -> folder of the pack that has it; ask: what
    asks on.
    """

    plays: Told
    packs: Mapping[str, str]
    ask: Ask

    def play(self, change: Confirmed) -> str:
        """The command that plays a change."""
        return self.plays({each.path: each.value for each in change.changes})

    def advice(self, change: Confirmed) -> str:
        """How to play a change, and the pack that has it."""
        pack = self.packs.get(change.name)
        with_pack = f" A pack that has it: `{pack}`." if pack else ""
        return f"Play it: `{self.play(change)}`.{with_pack}"


def wish(experiment: Experiment, search: SearchOutcome) -> str:
    """What is wanted, in words."""
    whose = "seat" if search.aim == SEAT else one_of(experiment.pack.facts.options)
    bands = _of_settings(search)
    said = [f"{bands} of the games are won" if search.aim == WON else f"every {whose} wins {bands}"]
    return words.listing([*(said if bands else []), *_named(search)], len(said) + MOST_PLACES)


def settings(search: SearchOutcome) -> int:
    """How many settings were played."""
    return len({place.goal.twin[0] for place in search.base})


def wanted(search: SearchOutcome) -> str:
    """The bands in words: one of all settings, or which setting should come to which."""
    return words.listing([*filter(None, [_of_settings(search)]), *_named(search)], MOST_PLACES)


def _of_settings(search: SearchOutcome) -> str:
    """The bands of settings; empty where targets name single things alone."""
    if not search.wanted:
        return ""
    return targets.said(search.wanted, targets.as_rate if search.aim == WON else words.over_band)


def _named(search: SearchOutcome) -> list[str]:
    """What targets name one by one: "mean rounds: 3-6", "Orcs 20.0-30.0%"."""
    goals = [place.goal for place in search.base if place.goal.entry >= 0]
    return [*dict.fromkeys(f"{_thing(goal)} {band_of(goal)}" for goal in goals)]


def _thing(goal: Goal) -> str:
    """What a goal is of, without its setting."""
    return str(goal.levels.get("", "games won"))


def band_of(goal: Goal) -> str:
    """The band of a goal as people say it: 3-6, 20.0-30.0%, at most 12."""
    band, is_length = goal.band, goal.kind == LENGTH
    low, high = (f"{goal.told(end):g}" if is_length else words.percent(end)
                 for end in (band.low, band.high))  # fmt: skip
    if band.high >= 1:
        return f"at least {low}"
    if band.low <= 0:
        return f"at most {high}"
    return f"{low}-{high}" if is_length else words.band(band.low, band.high)


def found(place: GoalChange, rate: Rate) -> str:
    """A rate of a goal with its interval; a length in its own unit."""
    ends = [place.goal.told(each) for each in rate.ends]
    if place.goal.kind == LENGTH:
        return f"{ends[0]:.2f} ({ends[1]:.2f}-{ends[2]:.2f})"
    return words.share_range(*ends)


def moved(place: GoalChange) -> str:
    """What a change adds to a goal."""
    effect = place.moved
    if place.goal.kind == LENGTH:
        return f"{effect.value:+.2f} ({effect.low:+.2f} to {effect.high:+.2f})"
    return f"{words.signed_range(*effect.ends)} points"


def _won(places: Sequence[GoalChange]) -> bool:
    """Whether all of it are wins."""
    return all(place.goal.kind in (WON, OPTION, SEAT) for place in places)


def is_far(search: SearchOutcome) -> bool:
    """Whether levels have no verdict, as better players are known to win far more."""
    return any(place.reported == verdicts.FAR for place in search.base)


def is_fit(search: SearchOutcome) -> bool:
    """Whether some level is in its band because values were set so that it is."""
    return any(place.reported == verdicts.FIT for place in search.base)


def as_played(change: Confirmed) -> str:
    """That nothing follows for the level, where it was played far below a better player."""
    if change.reported != verdicts.FAR:
        return ""
    return " So these players play it; it is without a verdict, as better players win far more."


def is_fine(search: SearchOutcome) -> bool:
    return all(place.verdict == verdicts.ON_TARGET for place in search.base)


def where(search: SearchOutcome) -> Finding:
    """Where the game stands now."""
    off, line = sorted(search.base, key=lambda p: -p.beyond), _now(search.base)
    if is_far(search):
        text = f"As it is, {_of(off)}{rates(off)}; wanted: {wanted(search)}. "
        text += "Inside it for these players, but " if is_fine(search) else "The level is "
        text += f"{words.VERDICTS[verdicts.FAR].word}."
        return Finding(kind=NOW, verdict=verdicts.FAR, text=text, section="now", line=line)
    if is_fine(search) and is_fit(search):
        fit = [place for place in off if place.reported == verdicts.FIT]
        text = f"As it is, everything is where it should be: {rates(off)}. "
        text += "That was " if len(fit) == len(off) else f"{rates(fit)} was "
        text += f"{words.VERDICTS[verdicts.FIT].word}: values that nobody knows give it."
        return Finding(kind=NOW, verdict=verdicts.FIT, text=text, section="now", line=line)
    if is_fine(search):
        text = f"As it is, everything is where it should be: {rates(off)}. Nothing needs to change."
        return Finding(kind=NOW, verdict=verdicts.ON_TARGET, text=text, section="now", line=line)
    if search.aim != WON:
        sure = [p for p in off if p.verdict in (verdicts.ABOVE, verdicts.BELOW)]
        if not sure:
            what = "share" if _won(off) else "target"
            text = f"No {what} is shown to be off: {rates(off)}; wanted: {wanted(search)}."
            return Finding(kind=NOW, verdict=verdicts.MORE, text=text, section="now", line=line)
        off = sure
    text = f"As it is, {_of(off)}{rates(off)}; wanted: {wanted(search)}."
    return Finding(kind=NOW, verdict=verdict(off[0]), text=text, section="now", line=line)


def _of(places: Sequence[GoalChange]) -> str:
    return "won: " if _won(places) else ""


def rates(places: Sequence[GoalChange]) -> str:
    return words.listing([f"{at(p.levels)}{found(p, p.before)}" for p in places])


def verdict(place: GoalChange) -> str:
    """The verdict in the words of what it is about: an option is too strong, a game too easy."""
    if place.goal.kind == WON:
        return place.reported
    shares = {verdicts.ABOVE: verdicts.STRONG, verdicts.BELOW: verdicts.WEAK}
    if place.goal.kind not in (OPTION, SEAT):
        shares = dict.fromkeys(shares, verdicts.MISSED)
    return shares.get(place.reported, place.reported)


def won_with(change: Confirmed) -> str:
    """What is won with a change, first where it does most: "won 2 players 43.0% (...), ..."."""
    shown = sorted(change.places, key=lambda p: -abs(p.effect.value))[:MOST_PLACES]
    said = [f"{at(p.levels)}{found(p, p.rate)}, {moved(p)}" for p in shown]
    said += ["the others below"] * (len(change.places) > len(shown))
    won = "won " if _won(shown) else ""
    return f"{won}{'; '.join(said)}{own_games.beside(change.own)}"


def leaning(change: Confirmed) -> str:
    """Where an open change more likely lies, if outside: "More likely below than in the band"."""
    off = [place for place in change.judged if change.open and place.beyond > 0]
    said = words.listing([f"{at(place.levels)}more likely {_side(place)}" for place in off])
    return f" {words.sentence(said)} than in the band." if off else ""


def _side(place: GoalChange) -> str:
    return "below" if place.rate.value < place.goal.band.low else "above"


def still_off(change: Confirmed) -> list[GoalChange]:
    """Where a change leaves the game outside for certain."""
    return [p for p in change.judged if p.verdict in (verdicts.ABOVE, verdicts.BELOW)]


def shares_on_target(search: SearchOutcome, change: Confirmed) -> str:
    """How many shares are on target with a change, and which are off for certain."""
    was, on = (tally(p.verdict for p in side).on for side in (search.base, change.judged))
    what = "shares" if search.aim != WON and _won(change.judged) else "targets"
    text = f"{on} of {len(change.judged)} {what} are on target for certain ({was} before); "
    off = [
        f"{at(p.levels)}{found(p, p.rate)}, {words.verdict(verdict(p)).word}"
        for p in still_off(change)
    ]
    return text + (f"still off: {words.listing(off)}" if off else "none is off for certain")


def on_target(change: Confirmed) -> str:
    """How many of all targets are met with a change, in a few words."""
    if change.reported == verdicts.FAR:
        return words.VERDICTS[verdicts.FAR].word
    met = tally(place.verdict for place in change.judged)
    if len(met) == 1:
        only = change.judged[0]
        word = "" if change.open else f", {words.verdict(verdict(only)).word}"
        return f"{found(only, only.rate)}{word}"
    return f"{met.on} of {len(met)} targets met for certain"


def _now(places: Sequence[GoalChange]) -> str:
    """The same of the game as it is."""
    met = tally(place.reported for place in places)
    if len(met) == 1:
        return f"As it is: {found(places[0], places[0].before)}"
    return f"As it is: {met.on} of {len(met)} targets met for certain"


def searched(experiment: Experiment, search: SearchOutcome, what: str) -> list[Data]:
    """How much was played, on which luck, and how well those play who played it.

    what: was tried.
    """
    luck = luck_of(experiment)
    if search.fresh:
        text = f"no {what}: the game as it is was played in {words.count(search.games)} games, and "
        text += "everything was in its band on two lucks; the answer is of the second"
        text += f" (seed {luck.fresh})."
    else:
        text = f"{words.count(search.tried)} {what} in {words.count(search.games)} games"
        if search.best:
            text += f"; the answers were played again on fresh luck (seed {luck.fresh})"
        text += "."
    lines = [{"kind": "calm", "label": "Searched", "text": text}]
    lines += _chosen_on(luck)
    for each in unsought(experiment):
        text = f"{not_sought(each)}; each change is held against it on fresh luck, and what it "
        lines.append({"kind": "open", "label": "Not looked for", "text": f"{text}misses is told."})
    if search.needless:
        text = "on fresh luck it does as well without one of its edits, so it is not told"
        text = f"{words.listing(search.needless)}: {text}"
        lines.append({"kind": "calm", "label": "Left out", "text": text})
    if is_far(search):
        bands = {place.goal.twin[0]: place.goal.band for place in search.base}
        text = far_behind(far(search.gaps, bands))
        lines.append({"kind": "open", "label": "Players", "text": text})
    elif search.gaps:
        text = f"{ahead(search.gaps)}: a table that plays better "
        text += "wins more than this." if search.aim == WON else "may have other shares."
        lines.append({"kind": "open", "label": "Players", "text": text})
    if search.unshown:
        own = catalogue.said_of_own(experiment.game)
        text = of_players(own["own"], search.players) if own else UNSHOWN
        lines.append({"kind": "open", "label": "Players", "text": text})
    return lines


def _chosen_on(luck: Luck) -> list[Data]:
    """That the search went by games which have chosen its pack."""
    if luck.seed not in luck.chose:
        return []
    text = f"seed {luck.seed} is one of those by which this pack was chosen, so it looks better "
    other = next(seed for seed in count(luck.seed + 1) if seed not in luck.chose)
    text += f"there than it is; `--seed {other}` searches on other games"
    return [{"kind": "open", "label": "Luck", "text": text}]


def beside(change: Confirmed) -> str:
    """What else the change does, where it is felt."""
    parts = []
    sought = {place.goal.value for place in change.judged if place.goal.kind in (END, LENGTH)}
    for length in (each for each in change.lengths[:1] if each.column not in sought):
        if length.before and abs(length.after / length.before - 1) >= FELT:
            unit, before = words.unslug(length.column), words.number(length.before)
            parts.append(f"games take {words.number(length.after)} {unit} instead of {before}")
    for end in (each for each in change.ends[:1] if each.reason not in sought):
        if abs(end.after - end.before) >= FELT:
            parts.append(
                f"{words.percent(end.after)} of the games end with "
                f"“{words.unslug(end.reason)}” ({words.percent(end.before)} before)"
            )
    parts += map(other_target, change.breaks)
    told = {place.goal.value for place in change.places}
    told |= {p.goal.value for p in change.judged} - {
        p.goal.value for p in change.judged if p.leaves
    }
    moved = [s for s in change.shifted if s.value not in told]
    # Whose card it is first: what a hero gains makes all others bring less.
    moved.sort(key=lambda s: not any(s.value in c.path.split(".") for c in change.changes))
    parts += [_shifted(s) for s in moved[:MOST_SHIFTED]]
    if len(moved) > MOST_SHIFTED:
        parts[-1] += f" (and {len(moved) - MOST_SHIFTED} more move)"
    return words.listing(parts)


def other_target(other: OtherTarget) -> str:
    """mean length: easy horde 12.1 (11.9-12.3), wanted at most 10 rounds: missed (9.1 before)"""
    before, after = expected.found(other.before), other.after
    text = f"{expected.label(after)} {expected.found(after)}, wanted {expected.wanted(after)}"
    return f"{text}: {words.VERDICTS[after.verdict].word} ({before} before)"


def _shifted(option: Shifted) -> str:
    """What an option brings or wins with the change, held against what it did before."""
    size, ends = words.size_range(*option.effect.ends)
    is_up = option.effect.value > 0
    if option.brings:
        return f"{option.label} brings {size} {'more' if is_up else 'less'} ({ends})"
    return f"the share of {option.label} is {size} {'larger' if is_up else 'smaller'} ({ends})"


def elsewhere(change: Confirmed) -> str:
    """What it does in settings that were not asked about, harm first; in one line.

    What moves towards its band is not told one by one.
    " Elsewhere (100 games each): 2 players, medium horde 76 -> 33%, too hard; 9 more move by less."
    """
    ruined = change.ruined
    away = [p for p in change.elsewhere if p.leaves or p.goal.band == EVERYTHING or p in ruined]
    away.sort(key=lambda p: (p not in ruined, -abs(p.effect.value)))
    said = [_beside(place, place in ruined) for place in away[:MOST_ELSEWHERE]]
    if len(away) > len(said):
        said.append(f"{len(away) - len(said)} more move by less")
    if fine := len(change.elsewhere) - len(away):
        said.append(f"{fine if said else 'all'} {_STAY[fine == 1 and bool(said)]}")
    few = min((place.rate.games for place in change.elsewhere), default=0)
    return f" Elsewhere ({words.count(few)} games each): {'; '.join(said)}." if said else ""


def _beside(place: GoalChange, harm: bool) -> str:
    before, after = (f"{rate.value * 100:.0f}" for rate in (place.before, place.rate))
    text = f"{at(place.levels)}{before} -> {after}%"
    if not harm:
        return text
    off = place.reported in (verdicts.ABOVE, verdicts.BELOW)
    return f"{text}, {words.verdict(verdict(place)).word if off else HARM}"


def around(confirmed: Sequence[Confirmed]) -> Section | None:
    """Every setting that was not asked about."""
    every = [(change, place) for change in confirmed for place in change.elsewhere]
    if not every:
        return None
    said = [
        "Each change in the settings that were not asked about, by few games. It is no first "
        "answer where it takes a setting out of its band, or moves one without a band half as far "
        "again as any that was asked about."
    ]
    columns = [
        *_won_columns("Setting"),
        Col("verdict", "Verdict", "verdict",
            get=lambda one: verdict(one[1]) if one[1].goal.band != EVERYTHING else ""),
    ]  # fmt: skip
    made = listed("elsewhere", "Every change in every other setting", columns, every)
    title = "What do these changes do in other settings?"
    return Section("elsewhere", title, said, tables=[made])


def _won_columns(where: str) -> list[Col]:
    """What is won with a change in a place of it."""
    return [
        Col("change", "Change", get=lambda one: one[0].name),
        Col("setting", where, get=lambda one: setting(one[1].levels)),
        Col("before", "Won before", "rate", get=lambda one: one[1].before),
        Col("after", "Won after", "rate", get=lambda one: one[1].rate),
        Col("effect", "Points", "points", get=lambda one: one[1].effect),
    ]


def all_harm(shown: Sequence[Confirmed]) -> bool:
    """Whether every change that does it, or may, does harm elsewhere."""
    return bool(shown) and all(change.ruined for change in shown)


def harmful(shown: Sequence[Confirmed]) -> list[Finding]:
    """That no change does it without harm, before these changes are told."""
    if not all_harm(shown):
        return []
    does, works = ("does", "works") if any(c.lands for c in shown) else ("may do", "may work")
    text = f"No change that {does} it leaves all other settings where they should be. What follows "
    text += f"{works} where it was asked, and does harm elsewhere."
    return [Finding(kind="nothing", verdict=verdicts.MORE, text=text, section="elsewhere")]


def undone(change: Confirmed) -> str:
    """That a change takes back what was changed before: going round in circles is no progress."""
    if not change.undone:
        return ""
    whole = len(change.undone) == len(change.changes)
    back = words.listing([f"`{c.path}={c.value}`" for c in change.undone], len(change.undone))
    text = f" {'This' if whole else 'Part of it'} undoes what was changed before: {back} "
    return text + ("is" if len(change.undone) == 1 else "are") + " as in the shipped game."


def now(search: SearchOutcome) -> Section:
    luck = "fresh luck" if search.fresh else "the luck of the search"
    columns = [
        Col("setting", _places(search), get=lambda place: setting(place.levels)),
        Col("won", "Won", "rate", get=lambda place: place.before),
        Col("verdict", "Verdict", "verdict", get=verdict),
    ]
    won = [place for place in search.base if place.goal.kind != LENGTH]
    lengths = [("as it is", p, p.before, verdict(p)) for p in search.base]
    tables = [listed("now", "Every setting as it is", columns, won)] if won else []
    tables += _lengths("now-lengths", lengths)
    said = [f"The game as it is, on {luck}."]
    return Section("now", "Where does the game stand?", said, tables=tables)


def _places(search: SearchOutcome) -> str:
    return "Setting" if search.aim == WON else "Whose"


def each_change(
    search: SearchOutcome, confirmed: Sequence[Confirmed], typed: SearchCommands
) -> Section | None:
    """Every change that was confirmed, in every setting."""
    if not confirmed:
        return None
    said = [
        "Each change beside the game as it is, on fresh luck. The smallest edit that brings all "
        "into the band stands first; where none does, the one that leaves least outside.",
    ]
    rows, charts = [], []
    for change in confirmed:
        rows.append({"heading": change.name})
        rows += [_dot(place) for place in change.places if place.goal.kind != LENGTH]
    if len(rows) > len(confirmed):  # lengths are not drawn beside shares
        charts = [
            dots("chart-advice", "Won with each change", f"{len(confirmed)} changes.", rows,
                 unit="rate", band=_drawn(search))
        ]  # fmt: skip

    def own(one: tuple[Confirmed, GoalChange]) -> str:
        return own_games.cell(one[0].own)

    columns = [
        *_won_columns(_places(search)),
        *([replace(own_games.COLUMN, get=own)] if any(change.own for change in confirmed) else []),
        Col("verdict", "Verdict", "verdict", get=lambda one: verdict(one[1])),
        Col("command", "Play it", "code", get=lambda one: typed.play(one[0])),
        Col("pack", "Pack", "code", get=lambda one: typed.packs.get(one[0].name, "")),
    ]
    every = [(change, place) for change in confirmed for place in change.judged]
    won = [(change, place) for change, place in every if place.goal.kind != LENGTH]
    caption = "Every change in every setting"
    shares = listed("advice", caption, columns, won, lambda one: {"own": own(one)})
    lengths = [(change.name, p, p.rate, verdict(p)) for change, p in every]
    tables = [*([shares] if won else []), *_lengths("advice-lengths", lengths)]
    return Section("advice", "What was shown to work, and what was not?", said, charts, tables)


def _lengths(name: str, rows: Sequence[tuple[str, GoalChange, Rate, str]]) -> list[Data]:
    """The lengths among some goals, by the change, where there are any."""
    columns = [
        Col("change", "Change", get=lambda row: row[0]),
        Col("setting", "Of what", get=lambda row: setting(row[1].levels).replace(":", "")),
        Col("wanted", "Wanted", get=lambda row: band_of(row[1].goal)),
        Col("found", "Found (95% interval)", get=lambda row: found(*row[1:3])),
        Col("verdict", "Verdict", "verdict", get=lambda row: row[3]),
    ]
    entries = [row for row in rows if row[1].goal.kind == LENGTH]
    return [listed(name, "How long games are", columns, entries)] if entries else []


def _drawn(search: SearchOutcome) -> tuple[float, float] | None:
    """The band, where it is the same for all."""
    shares = [place.goal for place in search.base if place.goal.kind != LENGTH]
    bands = {(goal.band.low, goal.band.high) for goal in shares}
    return bands.pop() if len(bands) == 1 else None


def _dot(place: GoalChange) -> Data:
    return dot(setting(place.levels), verdict(place)) | effect(place.rate)
