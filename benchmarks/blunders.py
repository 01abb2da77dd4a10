"""Where a player gives chances away: python -m benchmarks.blunders GAME [--games N]
[--player NAME] [--trials N] [--rounds N] [--told N] [--listed N] [--jobs N] [--out FILE]

Games of the default strategy in every seat, in the settings of the default experiment in turn.  At
every decision the moves that the weights like best are played on softly, as `expert` does, a few
times each.  Where another seems to gain two points of the win over the one that is taken, both are
played on again, on new luck, many times and to the end of the game: so neither chance nor the
judgement of a table that is not finished gains anything.  Losses of a kind may be summed; those of
the list flatter themselves, as it keeps the greatest.  Writes a page to docs/notebook/: the
greatest blunders with seed and moves, and what each kind costs in a game.  Seeds are never
reported.
"""

import argparse
import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed

from benchmarks.results import NOTEBOOK, by_seat, is_shared, write_page
from simulate import pack
from simulate.compiler.kernels import kernel, named
from simulate.core.records import record_of
from simulate.pack import catalogue
from strategies.look_ahead import SPARE
from strategies.trials import error_of, rank
from training.measure.expert import cells, default_of, version

SEED = 972_000_000
FEW = 16  # trials by which a decision is doubted
DOUBTED = 0.02  # of the win: what another move must seem to gain by them
NEW_LUCK = 1 << 40  # numbers of trials that no player makes
PLAYED = 1  # record of the workspace
TO_END = 1_000  # rounds, more than any game has
ROOM = 2_000  # doubtful decisions of a game, more than there are
KINDS = 25  # that are told
DOUBT = record_of("decision", ("loss", "f8"), ("error", "f8"))


class Blunder(NamedTuple):
    """A decision at which another move was tried again.

    decision: its number in the game; kind: the question, what was done, what was better, without
    where or with whom; taken, better: the moves in the words of the log; loss, error: shares of
    the win.
    """

    setting: str
    game: int
    turn: int
    decision: int
    seat: int
    kind: tuple[str, str, str]
    taken: str
    better: str
    loss: float
    error: float


# Games


@kernel
def put_first(order, count, taken):
    """Let a move be the first of `count`; it takes the last one's place if it is none of them."""
    place = count - 1
    for k in range(count):
        if order[k] == taken:
            place = k
    order[place] = order[0]
    order[0] = taken


@kernel
def best_of(gains, count):
    """The place of the largest."""
    best = 0
    for k in range(1, count):
        if gains[k] > gains[best]:
            best = k
    return best


@cache
def seeker_of(package: str) -> Any:
    """A kernel that plays a game and doubts every decision; an entry, called by Python alone."""
    table = import_module(f"simulate.engine.{package}")
    ahead = import_module(f"strategies.{package}.expert")
    rules, pick = table.ENGINE.kernels, table.pick
    deal, advance, list_moves, step = rules.deal, rules.advance, rules.list_moves, rules.step
    weigh_moves, own_weights, over = rules.weigh_moves, rules.own_weights, rules.over
    horizon, try_moves = ahead.horizon, ahead.try_moves

    def try_each(s, cards, trying, workspace, count, rounds, first, trials):
        """Play the first `count` moves of the order on, each so many times."""
        seat = workspace.moves[0].actor
        last = horizon(s, cards, rounds)
        for k in range(count):
            workspace.spare[SPARE.SUMS, k] = 0.0
            workspace.spare[SPARE.SQUARES, k] = 0.0
        for trial in range(trials):
            try_moves(s, cards, trying, seat, last, NEW_LUCK + first + trial, count, workspace)

    try_each = kernel(named(try_each, f"{__name__}.{package}", "try_each"))

    def doubt(s, cards, trying, workspace, taken, n, trials, rounds, row):
        """The move that is better than the one `taken` of `n`, if one seems so; fills the row."""
        order, scores = workspace.spare[SPARE.ORDER], workspace.spare[SPARE.SCORES]
        sums, squares = workspace.spare[SPARE.SUMS], workspace.spare[SPARE.SQUARES]
        w = own_weights(s, cards, trying, workspace.moves[0].actor)
        weigh_moves(s, cards, w, workspace.outlook[0], workspace.moves, n, workspace, scores)
        count, first = rank(scores, n, order, w.candidates), s.decisions * (FEW + trials)
        put_first(order, count, taken)
        try_each(s, cards, trying, workspace, count, w.rounds, first, FEW)
        best = best_of(sums, count)
        if sums[best] < DOUBTED * FEW:
            return taken
        order[1] = order[best]
        try_each(s, cards, trying, workspace, 2, max(w.rounds, rounds), first + FEW, trials)
        row.decision = s.decisions
        row.loss = sums[1] / trials
        row.error = error_of(sums[1], squares[1], trials)
        return int(order[1])

    doubt = kernel(named(doubt, f"{__name__}.{package}", "doubt"))

    def seek(cards, weights, trying, workspace, choosers, seed, replicate, asked, found):
        """Play a game by `weights`, and doubt it by `trying`; how many decisions were in doubt.

        asked: trials, and rounds that they reach at least; found: DOUBT, STATE and MOVE[:, 2], of
        each: the loss, the table, taken and better move.
        """
        rows, tables, pairs = found
        trials, rounds = asked
        at = 0
        workspace.states[PLAYED] = workspace.states[0]
        s = workspace.states[PLAYED]
        deal(s, cards, seed, replicate)
        advance(s, cards, workspace.moves, workspace.silent)
        while s.phase != over:
            n, i = list_moves(s, cards, workspace.moves), 0
            if n > 1:
                i = pick(s, cards, weights, workspace, choosers, n)
                s.decisions += 1
                s.listed += n
                better = i
                if at < rows.shape[0]:
                    better = doubt(s, cards, trying, workspace, i, n, trials, rounds, rows[at])
                if better != i:
                    tables[at] = s
                    pairs[at, 0] = workspace.moves[i]
                    pairs[at, 1] = workspace.moves[better]
                    at += 1
            workspace.chosen[0] = workspace.moves[i]
            step(s, cards, workspace.chosen[0], workspace.moves, workspace.silent)
        return at

    return kernel(named(seek, f"{__name__}.{package}", "seek"))


def play(
    game: str, setting: dict[str, Any], player: str, asked: tuple[int, int], replicate: int
) -> list[Blunder]:
    """The doubtful decisions of a game of `player` in every seat."""
    facts, known, table = catalogue.facts(game), pack.load(game), catalogue.table(game)
    alike = setting | {"skill": 1.0, "seed": SEED}
    seated, trying = (
        table.prepare(known, by_seat(facts, alike | {"strategy": name}))
        for name in (player, "expert")
    )
    who, records = seated.seating(replicate), table.RECORDS
    found = (
        np.zeros(ROOM, DOUBT),
        np.zeros(ROOM, records.state),
        np.zeros((ROOM, 2), records.move),
    )
    count = seeker_of(facts.package)(
        who.tables[0],
        who.weights,
        trying.seating(replicate).weights,
        table.new_workspace(),
        who.choosers,
        np.uint64(SEED),
        replicate,
        asked,
        found,
    )
    assert count < ROOM, "more decisions are in doubt than there is room for"
    name = ", ".join(str(setting[factor]) for factor in facts.crossed)
    teller, phases = table.teller_of(seated, who), table.ENGINE.kernels.PHASE.words
    return [
        told(name, replicate, teller, phases, *(part[k] for part in found)) for k in range(count)
    ]


def told(
    setting: str,
    game: int,
    teller: Any,
    phases: Sequence[str],
    row: np.record,
    table: np.record,
    pair: np.ndarray,
) -> Blunder:
    """A doubtful decision in words."""
    taken, better = (teller.decision(move, table) for move in pair)
    question = phases[table["phase"]]
    return Blunder(
        setting=setting,
        game=game,
        turn=int(table["turns"]),
        decision=int(row["decision"]),
        seat=int(pair[0]["actor"]),
        kind=(question, deed(taken), deed(better)),
        taken=words(taken),
        better=words(better),
        loss=float(row["loss"]),
        error=float(row["error"]),
    )


def deed(line: dict[str, Any]) -> str:
    """What a move does, and by what card, without where or to whom."""
    named = (line.get(key) for key in ("selected", "ability", "found"))
    return " ".join([line["action"], *(str(name) for name in named if name)])


ELSEWHERE = ("decision", "action", "actor")
BARE = ("selected", "number", "ability", "found")  # said without what they are


def words(line: dict[str, Any]) -> str:
    """A move in the words of the log: what is done, then all that it names."""
    named = {key: said(value) for key, value in line.items() if key not in ELSEWHERE}
    parts = [text if key in BARE else f"{key} {text}" for key, text in named.items() if text]
    return f"{line['action']}: {', '.join(parts)}" if parts else line["action"]


def said(value: Any) -> str:
    """A value of a line as words; nothing for what is not there."""
    if isinstance(value, dict):
        return " ".join(f"{number} {name}" for name, number in value.items() if number)
    if isinstance(value, list):
        return " and ".join(map(str, value))
    return "" if value is None else str(value)


# The page


def costs(
    blunders: Sequence[Blunder], games: int, seats: Sequence[int]
) -> Iterator[tuple[tuple[str, str, str], int, float, float]]:
    """Kind, how often, and what it costs in a game with half its 95% interval, the dearest first.

    seats: by game, among how many the losses are shared.
    """
    by_kind: dict[tuple[str, str, str], np.ndarray] = defaultdict(lambda: np.zeros((2, games)))
    for one in blunders:
        by_kind[one.kind][:, one.game] += 1, one.loss / seats[one.game]
    for kind, (often, lost) in sorted(by_kind.items(), key=lambda item: -item[1][1].sum()):
        half = 1.96 * lost.std(ddof=1) / games**0.5
        yield kind, int(often.sum()), float(lost.mean()), float(half)


def lines(game: str, asked: argparse.Namespace) -> Iterator[str]:
    """The whole page, which is played first."""
    facts, settings = catalogue.facts(game), list(cells(game))
    player = asked.player or default_of(facts)
    work = (
        delayed(play)(game, settings[r % len(settings)], player, (asked.trials, asked.rounds), r)
        for r in range(asked.games)
    )
    blunders = [one for part in Parallel(n_jobs=asked.jobs)(work) for one in part]
    alone = is_shared(facts)
    seats = [1 if alone else facts.seats(settings[r % len(settings)]) for r in range(asked.games)]
    far = "" if asked.rounds == TO_END else f" --rounds {asked.rounds}"
    yield f"# {facts.title}: where `{player}` gives chances away\n"
    yield (
        f"Made by `python -m benchmarks.blunders {game} --games {asked.games}{far}`, "
        f"{datetime.date.today()}, seed {SEED}, version {version(game)}: `{player}` in every seat, "
        f"{', '.join(facts.crossed)} in turn.  At each decision the moves that the weights like "
        f"best were played on softly, {FEW} times, and {len(blunders):,} decisions, at which "
        f"another move seemed to gain {100 * DOUBTED:.0f} points of the win, again {asked.trials} "
        f"times{'' if far else ' and to the end of the game'}.  Each loss is "
        "that of one decision, others played as before: no player could win them all back.  95% "
        "intervals.\n"
    )
    yield from table_of_blunders([one for one in blunders if one.game < asked.told], asked.listed)
    yield from table_of_kinds(blunders, asked.games, seats, alone)


def table_of_blunders(blunders: Sequence[Blunder], listed: int) -> Iterator[str]:
    """Those that cost most, a row each."""
    yield "## The greatest blunders\n"
    yield "| Loss | Setting | Game | Turn | Decision | Seat | Question | Taken | Better |"
    yield f"|{'---|' * 9}"
    for one in sorted(blunders, key=lambda one: -one.loss)[:listed]:
        yield (
            f"| {points(one.loss, 1.96 * one.error)} | {one.setting} | {one.game} | {one.turn} "
            f"| {one.decision} | {one.seat + 1} | {one.kind[0]} | {one.taken} | {one.better} |"
        )


def table_of_kinds(
    blunders: Sequence[Blunder], games: int, seats: Sequence[int], alone: bool
) -> Iterator[str]:
    """What each kind costs, and all of them."""
    whose = "all players together" if alone else "a player"
    yield f"\n## What each kind costs {whose} in a game\n"
    yield "| Question | Taken | Better | Times | Points of the win |\n|---|---|---|---|---|"
    for (question, taken, better), often, lost, half in list(costs(blunders, games, seats))[:KINDS]:
        yield f"| {question} | {taken} | {better} | {often} | {points(lost, half)} |"
    whole = [one._replace(kind=("", "", "")) for one in blunders]
    for _, often, lost, half in costs(whole, games, seats):
        yield f"| all | | | {often} | {points(lost, half)} |"


def points(loss: float, half: float) -> str:
    return f"{100 * loss:.2f} ± {100 * half:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=catalogue.names())
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--player", help="by default the default strategy")
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=TO_END, help="0: as far as `expert` sees")
    parser.add_argument("--told", type=int, default=20, help="games whose blunders are listed")
    parser.add_argument("--listed", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    out = asked.out or NOTEBOOK / f"blunders-{asked.game}.md"
    write_page(lines(asked.game, asked), out)


if __name__ == "__main__":
    # Compiled code is kept by the name of its types, so there must be but one of each.
    from benchmarks import blunders

    blunders.main()
