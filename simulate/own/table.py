"""The game engine of own games, with the interface of the compiled games."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import numpy as np

from simulate.core.errors import GivenUp, InputError, Problem, RunError, command
from simulate.core.game.facts import SKILL_LEVELS, skill_name
from simulate.engine.line_up import told_line_up, turned, turns_of
from simulate.engine.stored_row import end_line
from simulate.mechanics.narrator import player
from simulate.own.best.exact import AT_MOST, NotSolved
from simulate.own.best.keys import told_apart
from simulate.own.best.solved import best_play
from simulate.own.contents import contents
from simulate.own.declared import CUT_OFF, OwnGame
from simulate.own.file.lines import blamed
from simulate.own.game import Game
from simulate.own.luck import GameLuck, mix
from simulate.own.players import MOST_DECISIONS, Policy, choose, weighed
from simulate.own.rows import Columns, PlayedGame
from simulate.own.search import Tree
from simulate.own.setting import OwnTable, laid
from simulate.pack import Pack, catalogue
from simulate.pack.strategies import PYTHON, SOLVED

Line = dict[str, Any]
# Sees every decision: the table, its moves, which is taken, and what was counted before.
Watch = Callable[[Game, Sequence[Any], int, PlayedGame], None]

BY_PLACE = ("strategy", "skill")
CHOICES = 0xC401CE  # the luck of choosing is apart from that of the table
MOST_MOVES = 4 * MOST_DECISIONS  # of a game whose seats have no choice, too


def prepare(pack: Pack, setting: Mapping[str, Any]) -> OwnTable:
    """Everything a cell needs: rules and cards as the file reads them, policies by seat."""
    own = catalogue.own(pack.game)
    assert isinstance(own, OwnGame), f"{pack.game} is not a game of your own"
    rules = pack.rule_values()
    settings = [turned(setting, BY_PLACE, turn) for turn in turns_of(setting, BY_PLACE)]
    policies = tuple(
        tuple(
            policy_of(pack, name, skill, int(setting["players"]))
            for name, skill in zip(each["strategy"], each["skill"], strict=True)
        )
        for each in settings
    )
    table = OwnTable(
        own,
        *own.printed(rules, pack.cards),
        setting,
        policies,
        seated=tuple(tuple(each["strategy"]) for each in settings),
        skills=tuple(tuple(map(skill_name, each["skill"])) for each in settings),
        parameters=rules,
    )
    return _with_best_play(table) if any(p.choice == SOLVED for p in chain(*policies)) else table


def _with_best_play(table: OwnTable) -> OwnTable:
    """The same with what its best players know.  Raises InputError where nobody knows that."""
    try:
        best = best_play(table)
    except NotSolved as why:
        file = table.own.source.file
        hint = f"`{command('check', file, '--solve')}` looks for it longer"
        hint = hint if why.tried < AT_MOST else ""
        what = f"best play is not known: {why}"
        raise InputError([Problem("strategy `best`", what)], hint=hint) from None
    policies = tuple(
        tuple(replace(p, best=best) if p.choice == SOLVED else p for p in each)
        for each in table.policies
    )
    return replace(table, policies=policies)


def policy_of(pack: Pack, name: str, skill: Any, players: int) -> Policy:
    """The policy of a strategy of a pack, for a number of players."""
    strategy, look = pack.strategies[name], pack.strategies[name].look_ahead
    if strategy.choice == PYTHON:
        raise RunError(
            f"`{name}` is a strategy in Python, which games of your own do not support yet"
        )
    weights = {key: w for key, w in pack.weights(name, players).items() if w}
    rounds = look.get("rounds", 1)
    far = rounds[min(players, len(rounds)) - 1] if isinstance(rounds, list) else rounds
    place = SKILL_LEVELS[skill] if isinstance(skill, str) else float(skill)
    return Policy(
        strategy.choice, weights, place, look.get("playouts", 0), look.get("candidates", 0), far,
        strategy.search.get("simulations", 0),
    )  # fmt: skip


def play_game(
    table: OwnTable,
    seed: int,
    replicate: int,
    watch: Watch | None = None,
    listener: Callable[[str], None] | None = None,
    chooser: Callable[[Game, list[Any], Policy, Random, Tree | None], int] = choose,
) -> PlayedGame:
    """Play one game to its end, or to the limit of decisions.

    Raises RunError where the designer's code fails, with the line of his file.
    """
    with blamed(table.own.source.file):
        deal = replicate // table.rotations
        luck, key = GameLuck.of_game(seed, deal), mix(seed ^ mix(deal))
        game = laid(table, luck, listener)
        policies = table.policies[replicate % len(table.policies)]
        trees = [
            Tree(policy, game, told_apart(table.own)) if policy.simulations else None
            for policy in policies
        ]
        own_luck = [Random(mix(key ^ (CHOICES + seat))) for seat in range(table.people)]
        played, last, plays = PlayedGame(game, game.over()), (-1, -1), 0
        if table.own.has_sides:
            played.teams = [game.team(seat) for seat in range(table.people)]
        while not played.reason:
            seat, played.rounds = game.seat, game.round
            if (seat, game.round) != last:
                last, played.turns = (seat, game.round), played.turns + 1
            moves = list(game.moves())
            if not moves:
                raise RunError(f"`moves` is empty for seat {seat}, but the game is not over")
            pick = 0
            if len(moves) > 1:
                played.decisions += 1
                pick = chooser(game, moves, policies[seat], own_luck[seat], trees[seat])
            if watch is not None:
                watch(game, moves, pick, played)
            game.play(moves[pick])
            plays += 1
            played.reason = game.over()
            if not played.reason and (played.decisions >= MOST_DECISIONS or plays >= MOST_MOVES):
                played.reason = CUT_OFF
        return played


def play_block(table: OwnTable, seed: int, first: int, count: int) -> tuple[Columns, Columns]:
    """Play games `first` .. `first + count - 1`; columns of `games` and `seats`."""
    rows = table.rows()
    for replicate in range(first, first + count):
        rows.add(replicate, play_game(table, seed, replicate))
    return rows.columns()


def play_turns(
    table: OwnTable, seed: int, first: int, count: int
) -> tuple[np.ndarray, Columns, Columns, dict[str, np.ndarray]]:
    """The same games as they stand at the first decision of each turn."""
    rows, which = table.rows(), list[int]()
    stands: list[int] = []
    for replicate in range(first, first + count):
        seen = 0

        def watch(game: Game, moves: Sequence[Any], pick: int, played: PlayedGame) -> None:
            nonlocal seen
            if played.turns != seen:
                seen = played.turns
                which.append(replicate)  # noqa: B023 (called in this turn of the loop only)
                stands.append(round(game.value(0)))
                rows.add(replicate, played)  # noqa: B023

        play_game(table, seed, replicate, watch)
    standing = {"value": np.array(stands)} if table.own.kind.TOGETHER else {}
    return np.array(which, np.int64), *rows.columns(), standing


def compile(table: OwnTable) -> None:
    """Nothing is compiled; one game shows that it can be played."""
    play_block(table, 0, 0, 1)


def has_compiled() -> bool:
    """Nothing needs to be."""
    return True


def has_compiled_turns() -> bool:
    """Nothing needs to be."""
    return True


def play_logged(
    table: OwnTable,
    seed: int,
    replicate: int,
    cell: int | None = None,
    legal: bool = False,
    states: bool = False,
    patience: tuple[int, int] | None = None,
) -> list[Line]:
    """Play one game and tell it line by line; the same arguments as of the five."""
    lines: list[Line] = []
    turn = replicate % len(table.policies)
    policies = table.policies[turn]
    start: Line = {}
    after = start  # whose state is that of the next decision

    def watch(game: Game, moves: Sequence[Any], pick: int, played: PlayedGame) -> None:
        nonlocal after
        if states or after is start:
            after["state"] = contents(game)
        line = {"event": "move", "turn": played.turns, "round": game.round, "seat": game.seat}
        lines.append(line | {"move": game.say(moves[pick])})
        if legal:
            scores = _scores(game, list(moves), policies[game.seat])
            told = zip(moves, scores, strict=True)
            lines[-1]["legal"] = [{"move": game.say(m), "score": score} for m, score in told]
        after = lines[-1]
        if patience is not None and len(lines) + patience[1] * played.decisions > patience[0]:
            raise GivenUp("this game has more moves than a replay plays")

    def listener(text: str) -> None:
        lines.append({"event": "told", "text": text})

    played = play_game(table, seed, replicate, watch, listener)
    if states or after is start:
        after["state"] = contents(played.game)
    rows = table.rows()
    rows.add(replicate, played)
    setup = {
        "event": "setup",
        "format": 1,
        "game": table.own.name,
        "seed": int(seed),
        "replicate": int(replicate),
        "cell": cell,
        "setting": dict(table.setting),
        **told_line_up(table.seated[turn], table.skills[turn], turn),
        "parameters": dict(table.parameters),
        "holds": [card.name for card in played.game.holds],
        "ends": table.own.ends,
        **start,
    }
    return [setup, *lines, end_line(cell, *rows.columns())]


def _scores(game: Game, moves: list[Any], policy: Policy) -> list[float | None]:
    """What a policy that weighs thinks of each move, on a luck of its own."""
    if not policy.weights:
        return [None] * len(moves)
    return [round(score, 6) for score in weighed(game, moves, policy, Random(0))]


def story(lines: list[Line]) -> Iterator[str]:
    """Such lines as a story for people."""
    setup, *told, end = lines
    held = setup["holds"] or [""] * setup["setting"]["players"]
    who = [f"Seat {k + 1}{f' ({name})' if name else ''}" for k, name in enumerate(held)]
    seated = [f"{name}: {player(setup, seat)}" for seat, name in enumerate(who)]
    yield f"{'; '.join(seated)}; seed {setup['seed']}, game {setup['replicate']}"
    turn = 0
    for line in told:
        if line["event"] == "move":
            if line["turn"] != turn:
                turn = line["turn"]
                yield f"Turn {turn}, round {line['round']}: {who[line['seat']]}"
            yield f"  {line['move']}"
        else:
            yield f"    {line['text']}"
    yield f"The end: {setup['ends'].get(end['reason'], end['reason'])}."
    for row in end["seats"]:
        if row.get("score") is not None:
            yield f"  {who[row['seat']]}: {row['score']:g} points, place {row['rank']:g}"


def measure(table: OwnTable, seed: int, count: int) -> dict[str, int]:
    """Decisions and listed moves in `count` games, for the benchmark."""
    found = {"decisions": 0, "candidates": 0}

    def watch(game: Game, moves: Sequence[Any], pick: int, played: PlayedGame) -> None:
        if len(moves) > 1:
            found["decisions"] += 1
            found["candidates"] += len(moves)

    for replicate in range(count):
        play_game(table, seed, replicate, watch)
    return found
