"""What is typed of a search, looked at: which numbers, what is wanted, how closely."""

from simulate.core.errors import InputError, Problem
from simulate.core.facts import WIN_RATE
from simulate.core.validate import literal
from simulate.experiment import Experiment, RunRequest, load
from simulate.experiment.find import OWN_ENDING
from simulate.experiment.plan import Plan
from simulate.experiment.request import read_value
from simulate.options import BAND
from simulate.pack import catalogue
from simulate.pack.reading import QUESTION

USUAL = "default"  # the experiment of a game that asks of all its settings


def alone(text: str, problems: list[Problem]) -> str:
    """A number as it is named; the bounds of `tune` were taken off before."""
    pattern, equals, _ = text.partition("=")
    if equals:
        what = f"only a name can stand here ({pattern}); `simulate tune` takes bounds, as "
        problems.append(Problem(text, f"{what}{pattern}=LOW..HIGH, and --set a value"))
    return pattern


def aim(experiment: Experiment, plan: Plan, seats: bool, problems: list[Problem]) -> str:
    """What is to come into its band: games won, shares of options, or those of seats."""
    from simulate.experiment.expect import NOBODY, TARGETS
    from simulate.search.sums import OPTION, SEAT, WON

    bands, facts = experiment.bands, plan.facts
    judged = {facts.metric(cell.setting) for cell in plan.cells}
    wanted = {band.metric for band in bands}
    if not bands:
        name = " or ".join(TARGETS[metric == WIN_RATE] for metric in sorted(judged))
        what = f"without a target nothing can be looked for; name one: {name}{_wishes(experiment)}"
        raise InputError([Problem(BAND.typed, what), *problems])
    if not wanted & judged:
        what = f"the target of the experiment {NOBODY[WIN_RATE in wanted]}"
        raise InputError([Problem(experiment.typed[0], what), *problems])
    if len(wanted & judged) > 1:
        what = "some settings are won together, in others players compete: look for one of both, "
        problems.append(Problem(experiment.typed[0], f"{what}with `--set`"))
    if WIN_RATE in wanted & judged:
        sought = WON
        if seats:
            what = "is about players who compete; here they win together"
            problems.append(Problem("--seats", what))
    else:
        options = any(column.role == "option" for column in facts.seats_columns)
        sought = OPTION if options and not seats else SEAT
    if problems:
        raise InputError(problems)
    return sought


def _wishes(experiment: Experiment) -> str:
    """Where it can be said, or a game's own experiment says, what is wanted of it."""
    if experiment.unsaid is not None:
        return f", or write [[target]] into {QUESTION}"
    game = catalogue.typed(experiment.game)
    if game.endswith(OWN_ENDING):
        return f", or write [[target]] into {QUESTION} beside the file"
    name = f"{game}/{USUAL}"
    if not load(RunRequest(name)).bands:
        return ""
    return f", or go by those of `{name}`, named instead of `{game}` (our wishes)"


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
