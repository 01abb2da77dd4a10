"""`--dry-run`: cells, time, disk space, and the differences that the games can detect.

Called by `play` instead of a run.  The planning itself (a power analysis) stands in
`analysis.judgement.planning`; here games are timed, and its answers become lines of text.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor
from pathlib import Path
from typing import Any

from analysis.conclusions.players import policy_robustness
from analysis.data.design import Design
from analysis.data.frames import Frame
from analysis.data.reading import CellRows
from analysis.judgement.planning import (
    CHANGES,
    EXPECTED,
    LEVELS,
    SHARES,
    STEPS,
    JudgedFamily,
    differences,
    questions,
)
from analysis.stats.interim import Confidence
from reports.text import words
from simulate import run
from simulate.cli.shared.amounts import amount, duration, shown, weight
from simulate.cli.shared.say import show
from simulate.cli.shared.table import columns
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE, Factor
from simulate.experiment.context import GUESS
from simulate.experiment.plan import PlannedCell, Playable
from simulate.pack import catalogue
from simulate.pack.strategies import PYTHON
from simulate.run import turns
from simulate.run.play import besides, second_of
from simulate.run.precision import games_needed
from simulate.run.side import ablation, card_sensitivity, feel
from simulate.run.side import shipped as shipped_game
from simulate.store import PLAYERS, SHIPPED

FEW_LEVELS = 60  # longer lists of cells are cut in the middle
LOOKS_AHEAD = "look_ahead"
DEALT = "dealt"


@dataclass(frozen=True)
class Foretold:
    """A run that was not played: what it would cost, and what it could tell.

    compared: it is played twice, without a change and with it, and what the change does is told.
    apart: what is played to tell several changes apart, in words.
    """

    plan: Playable
    jobs: int
    compared: bool = False
    apart: str = ""

    @property
    def games(self) -> int:
        """Games in every cell; an upper estimate where results decide."""
        precision = self.plan.precision
        if precision is None:
            return self.plan.games
        return min(games_needed(precision), self.plan.games)

    @property
    def all_games(self) -> int:
        """Games of all cells."""
        return self._in_all(self.games)

    def _in_all(self, games: int) -> int:
        return games * len(self.plan.cells) * self.sides

    @property
    def sides(self) -> int:
        """How often it is played."""
        return 2 if self.compared else 1

    @cached_property
    def _probed(self) -> tuple[float, float]:
        return run.probe(self.plan, self.jobs)

    @property
    def speed(self) -> float:
        """Games a second."""
        return self._probed[0]

    @property
    def size(self) -> float:
        """Bytes a game."""
        return self._probed[1]

    @cached_property
    def questions(self) -> list[JudgedFamily]:
        """What the report will judge."""
        if not self.compared:
            return self._of_run
        of_run = {question.kind: question for question in self._of_run}
        return differences(len(self._cells_by(WIN_RATE)), of_run.get(SHARES))

    def _cells_by(self, metric: str) -> set[int]:
        """Numbers of the cells that are judged by a metric."""
        cells = self.plan.cells
        return {c.number for c in cells if self.plan.facts.metric(c.setting) == metric}

    @cached_property
    def _of_run(self) -> list[JudgedFamily]:
        manifest = self.plan.manifest()
        cells = [cell | {"games": 0} for cell in manifest["cells"]]
        design = Design(manifest | {"cells": cells})
        rated, contests = self._cells_by(WIN_RATE), self._cells_by(OVER_FAIR_SHARE)
        planned = questions(design.only(rated), False, 0.0, 0.0, 0) if rated else []
        return planned + (self._of_shares(design.only(contests)) if contests else [])

    def _of_shares(self, design: Design) -> list[JudgedFamily]:
        """What is asked where persons compete."""
        plan, middle = self.plan, design.cells[len(design.cells) // 2].number
        _, seats = run.sample(plan, middle)
        names = [str(c["name"]) for c in design.columns("seats", "option")]
        if not names:  # nothing is held: seats are compared
            return questions(design, True, _fair(design, seats), 1.0, seats.height)
        held = sum(seats[name].is_not_null().sum() for name in names)
        options = _options(plan, plan.cells[middle])
        return questions(design, True, _fair(design, seats), held / options, options)

    @cached_property
    def speeds(self) -> Mapping[str, float | None]:
        """Games a second by who plays; None where that was not measured.

        Of players that only differ in what they want, who they are made of is told.
        """
        plan, cell = self.plan, self._middle
        own = list(dict.fromkeys(n for c in plan.cells for n in c.setting["strategy"]))
        known = plan.pack.strategies
        own = [name for name in own if name in known]
        made_of = {strategy.like for strategy in known.values() if strategy.like}
        speeds: dict[str, float | None] = {own[0]: self.speed} if len(own) == 1 else {}
        usual = self._speed_in(cell, cell.setting["strategy"][0]) if speeds else self.speed
        for name, strategy in known.items():
            if name in speeds or not (name in made_of or strategy.choice == LOOKS_AHEAD):
                continue
            slow = strategy.choice in (LOOKS_AHEAD, PYTHON)
            speeds[name] = None if slow else self.speed * self._speed_in(cell, name) / usual
        return speeds

    def _speed_in(self, cell: PlannedCell, strategy: str) -> float:
        return run.probe(self.plan.seated(cell, strategy), self.jobs)[0]

    @property
    def _middle(self) -> PlannedCell:
        return self.plan.cells[len(self.plan.cells) // 2]

    def data(self) -> dict[str, Any]:
        """As `--json` has it."""
        return {
            "cells": len(self.plan.cells),
            "games": self.all_games,
            "seconds": self.all_games / self.speed,
            "bytes": self.all_games * self.size,
            "tells": [self._told(question) for question in self.questions],
            "players": dict(self.speeds),
            "beside": list(_beside(self)),
        }

    def _told(self, question: JudgedFamily) -> dict[str, Any]:
        next_ = question.next(self.games)
        return {
            "kind": question.kind,
            "asked": question.count,
            "outside": question.outside(self.games),
            "inside": question.inside(self.games),
            "next": next_,
            "games": question.games(next_) if next_ else None,
        }

    def tells(self) -> Iterator[str]:
        """What the planned games can detect, and how many would detect more, a few lines each."""
        for question in self.questions:
            yield f"- {SAID[question.kind](question, self)}."
            next_ = question.next(self.games)
            if next_:
                games = question.games(next_)
                what = words.points(next_)
                yield f"  To settle {what} takes {games:,} games a cell: {self._times(games)}."

    def _times(self, games: int) -> str:
        """About 2 min with `quick`, 4 h with `balanced`; `expert` was not measured here."""
        all_games = self._in_all(games)
        known = [
            f"{duration(all_games / speed)} with {name}"
            for name, speed in self.speeds.items()
            if speed
        ]
        unknown = [name for name, speed in self.speeds.items() if not speed]
        text = f"about {', '.join(known)}"
        return f"{text} (not measured here: {', '.join(unknown)})" if unknown else text


def _looks(plan: Playable) -> list[str]:
    """How a run stops that is played until all is settled."""
    wider = Confidence(len(plan.looks)).times
    times = f"{len(plan.looks)} times" if len(plan.looks) > 1 else "once"
    return [
        f"Interim analyses: up to {times}, after {plan.looks[0]:,} games a cell and then twice "
        "as many; a cell stops when what was asked of it is settled, or known to "
        f"{words.points(plan.resolution)} either way.",
        f"To allow for these looks, intervals are {wider:.2f} times as wide.",
    ]


def _beside(forecast: Foretold) -> Iterator[str]:
    """What is played beside the run."""
    for name, plan in _side_runs(forecast).items():
        games = plan.games * len(plan.cells)
        text = f"Beside it, in {name}: {words.plural(games, 'game')}, {plan.games:,} a cell, "
        if name == SHIPPED:
            own = catalogue.own(forecast.plan.facts.name)
            which = "game as in its file" if own else "shipped game"
            yield f"{text}of the {which}: about {duration(games / forecast.speed)}."
            continue
        packs = len({cell.levels[GUESS] for cell in plan.cells})
        took = duration(games / forecast.speed)
        yield f"{text}in {packs} packs with other guesses: about {took}."
    if second_of(forecast.plan):
        yield from _second(forecast)
    if forecast.apart:
        yield f"Then, to tell the changes apart: {forecast.apart}."
    yield from _at_the_end(forecast)


def _at_the_end(forecast: Foretold) -> Iterator[str]:
    """What is played once more when the games are played, and the report."""
    plan, games = forecast.plan, forecast.games
    played = {cell.number: games for cell in plan.cells}
    if seen := forecast.sides * sum(turns.seen_of(plan, played).values()):
        took = duration(seen / forecast.speed)
        yield f"Then {seen:,} of the games are replayed turn by turn: about {took}."
    cards = 0 if forecast.compared else card_sensitivity.most_games(plan, forecast.all_games)
    if cards:
        took = duration(cards / forecast.speed)
        yield (
            "Findings about cards are tested with other values for the guesses on these cards, "
            f"in the time of at most {words.plural(cards, 'game')}: about {took}."
        )
    each = 0 if forecast.compared else ablation.watched(plan, games)
    if each:
        took = duration(len(plan.cells) * each * ablation.TIMES / forecast.speed)
        yield (
            "To tell what each card brings, "
            f"{words.plural(len(plan.cells) * each, 'game')} are played again without some of "
            f"their cards: about {took}."
        )
    if not forecast.compared and feel.is_paid(plan, forecast.all_games):
        took = duration(feel.PART * forecast.all_games / forecast.speed)
        yield f"To tell how it feels, games are played on from decisions: about {took} at most."
    yield "Finally the report is written, in some seconds; the first time takes longer."


def _second(forecast: Foretold) -> Iterator[str]:
    """How many games a second player may play, and what they tell."""
    plan, who = forecast.plan, f"`{second_of(forecast.plan)}`"
    manifest = plan.manifest()
    manifest |= {"cells": [cell | {"games": forecast.games} for cell in manifest["cells"]]}
    cells = [cell.number for cell in plan.cells]
    games = int(policy_robustness.most(manifest, cells))
    if policy_robustness.is_named(manifest) and not forecast.compared:
        games = max(games, policy_robustness.BY_NAME)
    elif games * len(cells) * forecast.sides < policy_robustness.FEWEST:
        few = words.plural(int(policy_robustness.most(manifest)) * forecast.sides, "game")
        yield f"In the run's time {who} plays {few}, too few to test findings."
        return
    if forecast.compared:
        yield from _of_both(forecast, who, games)
        return
    yield (
        f"Then, in {PLAYERS}: {who} tests the findings, in as many games as it takes, "
        f"at most {games:,} a cell{_part(manifest)}."
    )
    heard = (_heard(question, games) for question in forecast.questions)
    yield from filter(None, dict.fromkeys(heard))


def _part(manifest: Mapping[str, Any]) -> str:
    """How long that takes; of an own game more is played than half of its time would pay."""
    return "" if manifest.get("own") else " (at most as long again)"


def _heard(question: JudgedFamily, games: int) -> str:
    """What so many games of a second player tell; empty of what he is not asked so."""
    beyond = _points(policy_robustness.told(question.error(games)))
    told = f"- This detects, 4 times in 5, {{}} that lies {beyond} or more beyond {{}}."
    if question.kind == SHARES:
        return told.format("a share", "what is fine in one setting")
    target = words.band(question.band.low, question.band.high)
    return told.format("a level", f"its target {target}") if question.kind == LEVELS else ""


def _of_both(forecast: Foretold, who: str, games: int) -> Iterator[str]:
    """What a second player plays of a comparison, and what that tells."""
    yield (
        f"Then {who} plays both sides, if a difference is certain, in as many games as it takes, "
        f"at most {games:,} a cell{_part(forecast.plan.manifest())}."
    )
    for question in (each for each in forecast.questions if each.kind == CHANGES):
        size = _points(policy_robustness.told(question.error(games)))
        yield f"- This detects, 4 times in 5, a difference of {size} or more."


def _side_runs(forecast: Foretold) -> dict[str, Playable]:
    """What is played beside a run, as far as that does not hang on what is found."""
    of_shipped = shipped_game.plan_of(forecast.plan.manifest(), forecast.games)
    return {**besides(forecast.plan), **({SHIPPED: of_shipped} if of_shipped else {})}


def _options(plan: Playable, cell: PlannedCell) -> int:
    """How many different things seats may hold."""
    named = [factor for factor in plan.facts.factors if _is_option(factor, plan)]
    held = {str(level) for f in named for level in cell.setting.get(f.name, ())}
    if held and DEALT not in held:
        return len({name for level in held for name in level.split("+")})
    return max(1, len(plan.pack.sections.get(plan.facts.options, ())))


def _is_option(factor: Factor, plan: Playable) -> bool:
    return factor.per_seat and factor.names == plan.facts.options


def _fair(design: Design, seats: Any) -> float:
    """What a seat wins on average, from one game: its side's win counts in full."""
    numbers = seats["replicate"].to_numpy()
    places = seats["seat"].to_numpy().astype(int).reshape(1, -1)
    share = next(str(c["name"]) for c in design.columns("seats", "win_share"))
    frame = Frame(
        part=CellRows(0, 0, 1, numbers[:1]),
        deals=numbers[:1],
        seats=places,
        rows=seats,
        win_share=share,
    )
    return float(frame.won.mean())


def _level(question: JudgedFamily, forecast: Foretold) -> str:
    band = words.band(question.band.low, question.band.high)
    text = f"Win rates, {words.plural(question.count, 'setting')}, target {band}: "
    text += _settle(forecast, question, question.outside(forecast.games))
    return text + " beyond an edge (too hard, too easy)" + _inside(question, forecast)


def _share(question: JudgedFamily, forecast: Foretold) -> str:
    beyond = question.outside(forecast.games)
    nouns = words.sentence(forecast.plan.facts.options)
    text = f"{nouns}, {words.plural(question.count, 'share')} of the wins judged together: "
    text += _settle(forecast, question, question.band.high + beyond)
    text += f" off its fair share, {_points(beyond)} beyond the target (too strong, too weak)"
    return text + _inside(question, forecast)


def _settle(forecast: Foretold, question: JudgedFamily, size: float) -> str:
    return f"{forecast.games:,} games settle one that is {_points(size)} or more"


def _inside(question: JudgedFamily, forecast: Foretold) -> str:
    inside = question.inside(forecast.games)
    if inside is None:
        return "; they are too few to find any on target"
    middle = question.band.middle
    if question.kind == LEVELS:
        low, high = words.percent(_up(middle - inside)), words.percent(_down(middle + inside))
        return f", or one between {low} and {high} (on target)"
    return f", or one within {words.points(_down(inside))} of it (on target)"


def _difference(question: JudgedFamily, forecast: Foretold) -> str:
    what = {CHANGES: "Changes and compared levels", STEPS: "One level against the next"}
    size, inside = question.outside(forecast.games), question.inside(forecast.games)
    text = f"{what[question.kind]}, {words.plural(question.count, 'difference')} judged together: "
    text += (
        f"{forecast.games:,} games show one of {_points(size)} or more, and a smaller one where "
    )
    text += "common random numbers make the two games alike"
    felt = words.points(question.band.high)
    if inside is None:
        return f"{text}. They may be too few to show that one is below {felt}"
    least = words.points(_down(inside))
    return f"{text}. They show that one is below {felt} where it is {least} or less"


def _of_expected(question: JudgedFamily, forecast: Foretold) -> str:
    text = f"Expectations of games won or endings, {question.count} judged: "
    text += f"{forecast.games:,} games settle one that lies "
    text += f"{_points(question.outside(forecast.games))} "
    return text + "or more from an end of its band (met, missed)"


def _points(size: float) -> str:
    """Rounded up to a tenth: what lies so far off is settled."""
    return words.points(_up(size))


def _up(size: float) -> float:
    return ceil(round(size * 1000, 6)) / 1000


def _down(size: float) -> float:
    return floor(round(size * 1000, 6)) / 1000


SAID = {
    LEVELS: _level,
    SHARES: _share,
    CHANGES: _difference,
    STEPS: _difference,
    EXPECTED: _of_expected,
}


def print_foretold(plan: Playable, folder: Path, jobs: int) -> None:
    """What a run would be: cells, games, time and disk, and what it could tell."""
    show(f"{plan.facts.title}: {plan.name}")
    if question := plan.manifest()["question"]:
        show(question)
    show("", *_cell_lines(plan))
    sys.stdout.flush()
    _print_all(Foretold(plan, jobs), folder)


def print_compared(forecast: Foretold, folder: Path) -> None:
    """What the comparison of a game with and without a change would be."""
    show(f"{forecast.plan.facts.title}: compare", "", *_cell_lines(forecast.plan))
    sys.stdout.flush()
    _print_all(forecast, folder)


def _print_all(forecast: Foretold, folder: Path) -> None:
    plan = forecast.plan
    about = "" if plan.precision is None and not plan.until else "at most about "
    seconds = forecast.all_games / forecast.speed
    show("")
    show(f"cells   {len(plan.cells):,}")
    twice = ", with the change and without it" if forecast.compared else ""
    show(f"games   {about}{forecast.all_games:,}  ({amount(plan)}{twice})")
    how = f"{forecast.speed:,.0f} games/s, jobs {forecast.jobs}"
    show(f"time    {about or 'about '}{duration(seconds)}  ({how})")
    show(f"disk    about {weight(forecast.all_games * forecast.size)}")
    show(f"seed    {plan.seed}")
    show(f"folder  {folder}  (nothing was written)")
    if forecast.questions:
        show("", "What this number of games would show, 4 times in 5:", *forecast.tells())
    if plan.until:
        show("", *_looks(plan))
    for line in _beside(forecast):
        show(*("", line)[line.startswith("-") :])


def _cell_lines(plan: Playable) -> list[str]:
    names = list(plan.cells[0].levels)
    rows = [["cell", *names]]
    rows += [
        [str(cell.number), *(shown(cell.levels[name]) for name in names)] for cell in plan.cells
    ]
    lines = columns(rows)
    if len(lines) > FEW_LEVELS:
        half = FEW_LEVELS // 2
        lines = [*lines[:half], f"... {len(lines) - 2 * half:,} more ...", *lines[-half:]]
    return lines
