"""strategies.toml: named strategies, a plan in words and weights over features."""

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from simulate.core.errors import Problem, nearest
from simulate.core.files import disk
from simulate.core.text.letters import Known
from simulate.core.text.validate import Reporter, check

Number = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Players = Annotated[str, Field(pattern="^[1-9]$")]
# Rounds of play, at most, in which the moves of one decision are tried; the shipped players try
# up to 960.
MOST_TRIED = 10_000
MOST_PLAYERS = 9  # as `by_players` may say
LOOK = ("playouts", "candidates", "rounds")
# Names of weights that multiply each other in how far moves are played on; of each the largest.
Foresight = Sequence[Sequence[str]]
Rounds = Annotated[int, Field(ge=0, le=1_000)]


MODEL = "balanced"  # whom a strategy without weights is like
PYTHON = "python"  # the choice that runs a designer's own code
SEARCH = "search"  # the choice of a game of one's own that searches by tree
DEEP, DEEPER = "deep", 4  # who does so with so many times as many simulations
SOLVED = "solved"  # the choice of a game of one's own that is solved
CHANGEABLE = ("like", "weights", "by_players", "by_stage", "look_ahead", "search")


class Strategy(BaseModel):
    """One named strategy.

    choice: how a move is picked; `weights` takes the best sum of features times weights.
    like: another strategy, from which all weights are taken that are not named here.
    by_players: weights that are others at a table of so many players, by their number.
    by_stage: weights that are others at a stage of the game, where it has stages.
    look_ahead: settings of the look-ahead player; search: of one that searches by tree, or does so
    where all moves weigh nothing, in a game of one's own; file: a Python file beside this one.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    plan: Annotated[str, Field(min_length=1)]
    source: str = ""
    choice: Literal["weights", "random", "idle", "look_ahead", "search", "solved", "python"] = (
        "weights"
    )
    like: str = ""
    weights: dict[str, Number] = {}
    by_players: dict[Players, dict[str, Number]] = {}
    by_stage: dict[str, dict[str, Number]] = {}
    look_ahead: dict[str, Any] = {}
    search: dict[str, Any] = {}
    file: str = ""


class _Search(BaseModel):
    """Settings of a search by tree; simulations: games played down and on, at each decision."""

    model_config = ConfigDict(extra="forbid", strict=True)

    simulations: Annotated[int, Field(ge=1, le=MOST_TRIED)]


class _LookAhead(BaseModel):
    """Settings of the look-ahead player, the same in every game.

    playouts: games played to the end for each promising move; candidates: how many moves are
    promising; rounds: how many rounds ahead a playout looks, where the game cuts it short, as
    one number or one for each number of seats, from 1.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    playouts: Annotated[int, Field(ge=1, le=10_000)]
    candidates: Annotated[int, Field(ge=2, le=1_000)]
    rounds: Rounds | Annotated[list[Rounds], Field(min_length=1)] = 1


def weights_of(
    strategies: Mapping[str, Strategy], name: str, players: int, stage: str = ""
) -> dict[str, float]:
    """The weights of strategy `name` at a table of so many players, at a stage of the game.

    What it says for this number of players goes before what it says for all, what it says for
    this stage before both, and all that it says itself before what it takes from the strategy
    that it is like.  One without weights of its own is like `balanced`, if it names no other.
    """
    own, like = strategies[name], _like(strategies, name)
    taken = weights_of(strategies, like, players, stage) if like else {}
    numbers, stages = own.by_players.get(str(players), {}), own.by_stage.get(stage, {})
    return taken | own.weights | numbers | stages


def _like(strategies: Mapping[str, Strategy], name: str) -> str:
    own = strategies[name]
    return own.like or ("" if own.weights or name == MODEL else MODEL)


def tried(
    strategies: Mapping[str, Strategy],
    name: str,
    players: int,
    foresight: Foresight,
    stage: str = "",
) -> float:
    """Rounds of play, at most, in which a strategy tries the moves of one decision.

    Playouts times candidates times rounds, or what the game's `foresight` makes of weights.
    """
    own = strategies[name]
    if own.choice == "look_ahead":
        look = own.look_ahead
        rounds = look.get("rounds", 1)
        far = rounds[min(players, len(rounds)) - 1] if isinstance(rounds, list) else rounds
        return float(look["playouts"] * look["candidates"] * max(1, far))
    if own.choice != "weights":
        return 0.0
    weights = weights_of(strategies, name, players, stage)
    return prod(max(1.0, *(weights.get(each, 0.0) for each in factor)) for factor in foresight)


def read_strategies(
    entries: Mapping[str, Any],
    features: Mapping[str, str],
    stages: Sequence[str],
    foresight: Foresight,
    default: str,
    report: Reporter,
) -> tuple[dict[str, Strategy], list[Problem]]:
    """Strategies by name; `default` is the one that sits where nobody is named.

    foresight: see `tried`.
    """
    strategies: dict[str, Strategy] = {}
    problems: list[Problem] = []
    known = Known()
    for name, entry in entries.items():
        if alike := known.refusal(name):
            problems.append(report((name,), f"strategy `{name}` {alike}", "key"))
        strategy, wrong = check(Strategy, entry, report, (name,))
        problems += wrong
        if strategy is not None:
            strategies[name] = strategy
            problems += _against_features(name, strategy, features, report)
            problems += _against_stages(name, strategy, stages, report)
    for name in strategies:
        problems += _against_likeness(name, strategies, entries, report)
    if default not in entries:
        what = f"strategy `{default}` is missing; it plays every seat that names no other"
        problems.append(report((), what, "key"))
    if not problems:
        problems += _too_many_tries(strategies, stages, foresight, report)
    return strategies, problems


def _too_many_tries(
    strategies: Mapping[str, Strategy],
    stages: Sequence[str],
    foresight: Foresight,
    report: Reporter,
) -> Iterator[Problem]:
    """Strategies that would not come to an end of a decision while somebody waits."""
    for name, strategy in strategies.items():
        most = max(
            tried(strategies, name, players, foresight, stage)
            for players in range(1, MOST_PLAYERS + 1)
            for stage in ("", *stages)
        )
        if most > MOST_TRIED:
            looks = strategy.choice == "look_ahead"
            names = LOOK if looks else [" or ".join(factor) for factor in foresight]
            what = (
                f"strategy `{name}` would play moves on for {most:,.0f} rounds at one decision "
                f"({' x '.join(names)}); at most {MOST_TRIED:,} are allowed"
            )
            yield report(
                (name, "look_ahead") if looks else (name,), what, "value" if looks else "key"
            )


def _against_features(
    name: str, strategy: Strategy, features: Mapping[str, str], report: Reporter
) -> list[Problem]:
    problems = []
    weighed: dict[tuple[str, ...], Mapping[str, float]] = {("weights",): strategy.weights}
    weighed |= {("by_players", number): own for number, own in strategy.by_players.items()}
    weighed |= {("by_stage", stage): own for stage, own in strategy.by_stage.items()}
    for where, weights in weighed.items():
        for feature in weights:
            if feature not in features:
                known = list(features)
                what = (
                    f"strategy `{name}`: there is no feature `{feature}`{nearest(feature, known)} "
                    f"(features: {', '.join(known)})"
                )
                problems.append(report((name, *where, feature), what, "key"))
    if strategy.choice == "weights" and not strategy.weights and not strategy.like:
        what = f'strategy `{name}`: choice = "weights" needs at least one weight, or `like`'
        problems.append(report((name,), what, "key"))
    if strategy.choice == "look_ahead" or strategy.look_ahead:
        _, wrong = check(_LookAhead, strategy.look_ahead, report, (name, "look_ahead"))
        problems += wrong
    if strategy.choice == SEARCH or strategy.search:
        problems += check(_Search, strategy.search, report, (name, SEARCH))[1]
    if (strategy.choice == PYTHON) != bool(strategy.file):
        what = f'strategy `{name}`: `file` and choice = "python" go together'
        problems.append(report((name, "file"), what, "key"))
    if strategy.file and (refusal := file_refusal(strategy.file)):
        problems.append(report((name, "file"), refusal, "value"))
    return problems


def file_refusal(file: str) -> str:
    """Why a strategy's code cannot stand in a file of this name, or an empty string."""
    way = PurePath(file)
    if way.is_absolute() or ".." in way.parts:
        return f"`{file}` must lie in the folder of the pack"
    if way.suffix != ".py" or not file.isprintable():
        return f"`{file}` is no name of a Python file, such as mine.py"
    return ""


def change_refusal(way: Sequence[str]) -> str:
    """Why no change of a pack reaches the value at `way` of its strategies, or an empty string.

    Who chooses by which code is said in strategies.toml alone, where it can be read beforehand.
    """
    if len(way) < 2 or way[1] in CHANGEABLE or way[1] not in Strategy.model_fields:
        return ""
    return (
        f"`strategies.{'.'.join(way)}` is no value to change: write a strategy of its own into "
        f"strategies.toml (changeable in an existing one: {', '.join(CHANGEABLE)})"
    )


def _against_likeness(
    name: str, strategies: Mapping[str, Strategy], entries: Mapping[str, Any], report: Reporter
) -> list[Problem]:
    like = strategies[name].like
    if not like:
        return []
    if like not in entries:
        others = [other for other in entries if other != name]
        what = f"there is no strategy `{like}`{nearest(like, others)} (it may be like: "
        return [report((name, "like"), f"strategy `{name}`: {what}{', '.join(others)})", "value")]
    seen = [name]
    while like in strategies and like not in seen:
        seen.append(like)
        like = _like(strategies, like)
    if like != name:
        return []
    circle = " is like ".join(f"`{other}`" for other in [*seen, name])
    what = f"`like` forms a circle: {circle}"
    return [report((name, "like"), what, "value")]


def _against_stages(
    name: str, strategy: Strategy, stages: Sequence[str], report: Reporter
) -> list[Problem]:
    allowed = f"stages: {', '.join(stages)}" if stages else "the game has no stages"
    return [
        report(
            (name, "by_stage", stage),
            f"strategy `{name}`: there is no stage `{stage}`{nearest(stage, stages)} ({allowed})",
            "key",
        )
        for stage in strategy.by_stage
        if stage not in stages
    ]


def read_code(
    strategies: Mapping[str, Strategy], folder: Path, report: Reporter
) -> tuple[dict[str, str], list[Problem]]:
    """Text of every Python strategy, by file name.  Nothing of it is run here."""
    code: dict[str, str] = {}
    problems = []
    for name, strategy in strategies.items():
        if strategy.file:
            path = folder / strategy.file
            try:
                if folder.resolve() not in path.resolve().parents:
                    raise OSError(0, "it must lie in the folder of the pack")
                code[strategy.file] = disk.text(path)
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
                what = f"`{strategy.file}` cannot be read: {reason.lower()}"
                problems.append(report((name, "file"), what, "value"))
    return code, problems
