"""The second player that tests findings, and stored results of stronger players.

Of the games of the toolkit costs and opinions were measured once; what a game of a designer's own
takes is counted when it is planned.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simulate.core.game.facts import OVER_FAIR_SHARE, SKILL, WIN_RATE
from simulate.experiment.context import STRATEGY
from simulate.pack import Pack, catalogue, configs
from simulate.pack.strategies import DEEP, DEEPER, PYTHON, SEARCH, SOLVED, Strategy

if TYPE_CHECKING:
    from simulate.own.best.exact import BestPlay

SECOND = "second"  # the strategy that is asked whether what another one finds still stands
MEASURED = (SECOND, "expert")  # of these what they find was measured once, the stronger one last
SEED = "seed"  # the level by which the tables of some games are prepared
LOOKING_ON, LOOKS_AHEAD = ("random", "idle"), "look_ahead"
BEST = "best"  # who plays best, where an own game is solved
STRENGTH = (*MEASURED, BEST)  # the strongest last
A_THOUSAND = 1_000  # games, of which costs are told
ROUNDING = 1e-6  # of what best play finds
# An own game asks the first of another kind; one in which all is seen a search by tree before.
OF_OWN = ("look_ahead", "balanced", "greedy")

Setting = Mapping[str, Any]


def usual(pack: Pack, played: Sequence[tuple[Pack, Setting]]) -> str:
    """The default second player; empty if there is none.  played: each setting with its pack.

    That is where one strategy plays as well as it can: another that chooses in another way, or
    searches for longer.
    """
    known, plays = pack.strategies, _plays_alone(pack, [setting for _, setting in played])
    if not plays:
        return ""
    own = catalogue.own(pack.game)
    if own is None:
        others = [] if known[plays].choice == LOOKS_AHEAD else [SECOND]
    elif plays != BEST and best_plays(played):
        others = [BEST]
    elif known[plays].choice in (LOOKS_AHEAD, SEARCH):
        others = [DEEP] * all(_is_deeper(each.strategies, plays) for each, _ in played)
    else:
        ways = (known[plays].choice, *LOOKING_ON)
        asked = OF_OWN if own.hides else (SEARCH, *OF_OWN)
        others = [name for name in asked if name in known and known[name].choice not in ways]
    return next((name for name in others if name in known and name != plays), "")


def _is_deeper(known: Mapping[str, Strategy], plays: str) -> bool:
    """Whether `deep` searches on, by as much more than a player that looks ahead."""
    deep = known.get(DEEP)
    if deep is None or deep.choice != SEARCH:
        return False
    simulations = known[plays].search.get("simulations", 0)
    return bool(deep.search["simulations"] >= DEEPER * simulations)


def best_plays(played: Sequence[tuple[Pack, Setting]]) -> "Sequence[BestPlay]":
    """Best play of an own game in each of these settings; empty where one is not solved."""
    if any(BEST not in pack.strategies or pack.strategies[BEST].choice != SOLVED
           for pack, _ in played):  # fmt: skip
        return []
    from simulate.own.best.solved import all_solved
    from simulate.own.table import prepare

    seats = [{**each, STRATEGY: [LOOKING_ON[0]] * len(each[STRATEGY])} for _, each in played]
    return all_solved([*map(prepare, [pack for pack, _ in played], seats)])


def exact(
    played: Sequence[tuple[Pack, Setting]], levels: Sequence[Setting]
) -> list[dict[str, Any]]:
    """What best play finds in each setting, as `opinions` has it; levels: of each setting."""
    solved = best_plays(played)
    if not solved:
        return []
    facts = [fact for best, where in zip(solved, levels, strict=True)
             for fact in _facts(played[0][0], best, where)]  # fmt: skip
    positions = sum(best.positions for best in solved)
    return [{"strategy": BEST, "games": 0, "on": "", "positions": positions, "facts": facts}]


def _facts(pack: Pack, best: "BestPlay", where: Setting) -> Iterator[dict[str, Any]]:
    if pack.facts.cooperative:
        numbers = [(WIN_RATE, where, best.shares[0])]
    else:
        fair = 1 / len(best.shares)
        numbers = [(OVER_FAIR_SHARE, {"seat": seat, **where}, share - fair)
                   for seat, share in enumerate(best.shares, 1)]  # fmt: skip
    for metric, place, value in numbers:
        ends = {"low": value - ROUNDING, "high": value + ROUNDING}
        yield {"metric": metric, "where": dict(place), "value": value, **ends}


def strength(pack: Pack, settings: Sequence[Setting]) -> dict[str, Any]:
    """How whoever plays an own game does against `random`; empty where nobody is measured."""
    plays = _plays_alone(pack, settings)
    is_won = pack.facts.cooperative or all(int(setting["players"]) > 1 for setting in settings)
    if not plays or not is_won or pack.strategies[plays].choice in (SOLVED, PYTHON):
        return {}
    from simulate.experiment import effort
    from simulate.own.strength import against_random

    fewest = min(settings, key=lambda setting: int(setting["players"]))
    calls = effort.costs(pack, [fewest], [plays], pack.facts.crossed)
    return against_random(pack, fewest, plays, calls[0]["loops"] / A_THOUSAND) if calls else {}


def _plays_alone(pack: Pack, settings: Sequence[Setting]) -> str:
    """The strategy of all seats, where there is one that plays to win as well as it can."""
    seated = {name for setting in settings for name in setting.get(STRATEGY, ())}
    skills = {skill for setting in settings for skill in setting.get(SKILL.name, ())}
    if len(seated) != 1 or not skills <= {1.0} or not seated <= pack.strategies.keys():
        return ""
    (plays,) = seated
    return "" if plays in LOOKING_ON else plays


def what_is_played(setting: Setting) -> dict[str, Any]:
    """A plan without its players, skill and seed."""
    others = (STRATEGY, SKILL.name, SEED)
    return {name: level for name, level in setting.items() if name not in others}


def costs(pack: Pack, settings: Sequence[Setting], second: str) -> list[dict[str, Any]]:
    """What is known of the time that games take in some settings, as `configs.costs` has it."""
    if catalogue.own(pack.game) is not None:
        from simulate.experiment import effort  # which plays

        seated = {name for setting in settings for name in setting[STRATEGY]}
        return effort.costs(pack, settings, sorted({*seated, second}), pack.facts.crossed)
    known = configs.costs(pack.game)
    return [c for c in known if any(c["setting"].items() <= each.items() for each in settings)]


def opinions(pack: Pack, settings: Sequence[Setting]) -> list[dict[str, Any]]:
    """What stronger players were measured to find where just this was played, strongest last."""
    plays = _plays_alone(pack, settings)
    stronger = MEASURED[MEASURED.index(plays) + 1 :] if plays in MEASURED else MEASURED
    known = [one for one in configs.opinions(pack.game) if plays and one["strategy"] in stronger]
    if not known:
        return []
    cards, cells = pack.played_hash, [what_is_played(setting) for setting in settings]
    of_this = [one for one in known if one["cards"] == cards and one["cells"] == cells]
    return sorted(of_this, key=lambda one: MEASURED.index(one["strategy"]))
