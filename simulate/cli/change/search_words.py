"""Check the options of a search: numbers to change, targets, precision."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from simulate.core.errors import InputError, Problem
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.core.game.game_files import ENDING
from simulate.core.options import BAND
from simulate.core.text.validate import literal
from simulate.experiment import Experiment, RunRequest, load
from simulate.experiment.expected.expect import NOBODY, TARGETS
from simulate.experiment.plan import Plan
from simulate.experiment.request import read_value
from simulate.pack import catalogue
from simulate.pack.reading import QUESTION

CARDS = "cards"
USUAL = "default"  # the experiment of a game that asks of all its settings


def alone(text: str, problems: list[Problem]) -> str:
    """A number as it is named; the bounds of `tune` were taken off before."""
    pattern, equals, _ = text.partition("=")
    if equals:
        what = f"only a name is allowed here ({pattern}); `simulate tune` takes bounds, as "
        problems.append(Problem(text, f"{what}{pattern}=LOW..HIGH, and --set a value"))
    return pattern


def of_cards(patterns: Sequence[str], seats: bool, problems: list[Problem]) -> tuple[str, ...]:
    """What `--one` changes where no number is named: those of cards; others are refused."""
    for text in patterns:
        if text.partition(".")[0] != CARDS:
            what = f"is no number of a card, and --one changes a single card: name {CARDS}.…"
            problems.append(Problem(text, what))
    if seats:
        problems.append(Problem("--one", "changes a card, and --seats evens seats by rules alone"))
    return (CARDS,)


def with_usual(experiment: Experiment, plan: Plan, seats: bool) -> tuple[Experiment, str]:
    """The experiment with what is wanted where nobody said it, and a note of what was taken.

    Of seats 2 points either way; else the targets of the game's own experiment, our wishes.
    """
    from analysis.stats.verdicts import MARGIN
    from simulate.experiment.expected.bands import SettingBand, stands
    from simulate.search.aim.wanted import besides

    metrics = {plan.facts.metric(cell.setting) for cell in plan.cells}
    if seats and OVER_FAIR_SHARE in metrics - {band.metric for band in experiment.bands}:
        even = SettingBand(OVER_FAIR_SHARE, -MARGIN, MARGIN, {}, typed=True)
        note = (
            "note: even seats win within 2 points of their fair share; --target sets another band"
        )
        return replace(experiment, bands=(*experiment.bands, even)), note
    game = catalogue.typed(experiment.game)
    if experiment.bands or besides(experiment) or game not in catalogue.GAMES:
        return experiment, ""
    usual = tuple(
        band
        for band in load(RunRequest(f"{game}/{USUAL}")).bands
        if any(stands(band.levels, cell.levels, cell.setting) for cell in plan.cells)
        and band.metric in metrics
    )
    said = ", ".join(band.typed_as() for band in usual)
    note = (
        f"note: no target is named; the search uses those of `{game}/{USUAL}` (our wishes): {said}"
    )
    return replace(experiment, bands=usual), note if usual else ""


def aim(experiment: Experiment, plan: Plan, seats: bool, problems: list[Problem]) -> str:
    """What is to come into its band: games won, shares of options, or those of seats."""
    from simulate.search.aim.sums import NAMED, OPTION, SEAT, WON
    from simulate.search.aim.wanted import named

    bands, facts = experiment.bands, plan.facts
    judged = {facts.metric(cell.setting) for cell in plan.cells}
    wanted = {band.metric for band in bands}
    if not bands and not named(experiment):
        raise InputError([*_nothing_sought(experiment, judged), *problems])
    if bands and not wanted & judged:
        what = f"the target of the experiment {NOBODY[WIN_RATE in wanted]}"
        raise InputError([Problem(experiment.typed[0], what), *problems])
    if len(wanted & judged) > 1:
        what = "some settings are cooperative and others competitive: search one kind, "
        problems.append(Problem(experiment.typed[0], f"{what}with `--set`"))
    if seats and OVER_FAIR_SHARE not in judged:
        what = "is about players who compete; here they win together"
        problems.append(Problem("--seats", what))
    if problems:
        raise InputError(problems)
    if not bands:
        return NAMED
    if WIN_RATE in wanted & judged:
        return WON
    options = any(column.role == "option" for column in facts.seats_columns)
    return OPTION if options and not seats else SEAT


def _nothing_sought(experiment: Experiment, judged: Collection[str]) -> Iterator[Problem]:
    """What can be looked for, where no target can, and why those that there are cannot."""
    from simulate.search.aim.wanted import CAN, not_sought, unsought

    for each in unsought(experiment):
        yield experiment.origins.problem(each.loc, f"{not_sought(each)}; {CAN}")
    if not unsought(experiment):
        name = " or ".join(TARGETS[metric == WIN_RATE] for metric in sorted(judged))
        what = f"a search needs a target; name one: {name}{_wishes(experiment)}"
        yield Problem(BAND.typed, what)


def _wishes(experiment: Experiment) -> str:
    """Where it can be said what is wanted."""
    if experiment.unsaid is not None:
        return f", or write [[target]] into {QUESTION}"
    if catalogue.typed(experiment.game).endswith(ENDING):
        return f", or write [[target]] into {QUESTION} beside the file"
    return ""


def precision(text: str | None, usual: float, problems: list[Problem]) -> float:
    if text is None:
        return usual
    value = read_value(text)
    if isinstance(value, int | float) and not isinstance(value, bool) and 0.0005 <= value <= 0.2:
        return float(value)
    what = f"must be a number from 0.0005 to 0.2 (found {literal(value)})"
    problems.append(Problem(f"--until {text}", what))
    return usual


def whole(
    option: str, text: str | None, usual: int, low: int, high: int, problems: list[Problem]
) -> int:
    """A whole number within bounds; what is wrong with it goes to `problems`."""
    if text is None:
        return usual
    value = read_value(text)
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    what = f"must be a whole number from {low:,} to {high:,} (found {literal(value)})"
    problems.append(Problem(f"{option} {text}", what))
    return usual
