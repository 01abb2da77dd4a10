"""Checks a whole game from its log alone: the lines of `--json`, the rulebook, the cards.

The referee plays by the told first state, the told chance and the told moves.  None of the
game's code takes part.
"""

import json
from typing import Any

from tests.rules.defenders.referee import Luck, Table, play

Line = dict[str, Any]
# What the log tells of the table as the referee knows it.
ALIKE = (
    *("ring", "threat", "foe", "foe_in_play", "foe_region", "foe_health", "turn_deck", "discard"),
    *("artifact_deck", "round", "active", "points", "group_points", "ignore_enemies"),
)
OUTER_ALONE = ("side", "guard_enemy", "guard_any")


def told(table: Any, replicate: int) -> list[Line]:
    """A game as a file of its log has it."""
    from simulate.engine.defenders import play_logged

    lines = play_logged(table, 61, replicate, cell=0, legal=True, states=True)
    return [json.loads(json.dumps(line)) for line in lines]


def table_of(setup: Line, cards: Any, luck: Luck) -> Table:
    """The referee's table from the setup line."""
    state = setup["state"]
    seats = [str(seat) for seat in range(len(state["hero"]))]
    marked = {
        key: {region for region, yes in state[key].items() if yes}
        for key in ("destroyed", "closed", "used")
    }
    by_seat = {
        key: [state[key][seat] for seat in seats]
        for key in ("hero", "health", "place", "free_defense", "free_moves")
    }
    outer = [region for region in state["threat"] if region != "capital"]
    return Table(
        setup["parameters"],
        cards,
        {
            **{key: state[key] for key in ALIKE},
            **by_seat,
            **marked,
            **{key: {region: state[key][region] for region in outer} for key in OUTER_ALONE},
            "full": [state["full_health"][seat] for seat in seats],
            "brace": [None for _ in seats],
            "gates": set(state["next_to_capital"]),
            "drawn": None,
            "horde": state["horde_deck"],
            "destruction": state["destruction_deck"],
            "cover": {region: pile[0] for region, pile in state["cover"].items() if pile},
            "artifacts": [set(state["artifacts"][seat]) for seat in seats],
            "removed": set(state["removed"]),
        },
        luck,
    )


def words_of(move: Line) -> str:
    """A told move in the words of the referee's options."""
    action, target = move["action"], move["target"]
    simple = {
        "choose side": f"side {target} {move.get('side')}",
        "be pushed": f"pushed to {target}",
        "take points": f"seat {move.get('hero')} takes {move.get('points')}",
        "put card": f"put {move.get('card')}",
        "stay": f"stay {move.get('hero')}",
        "place hero": f"place {move.get('hero')} {target}",
    }
    if action in simple:
        return simple[action]
    words = action
    ability = move.get("ability", "").rpartition(".")[2]
    if action == "move":
        words = f"move {target}"
    elif action == "use ability":
        words = f"use {ability}"
    elif action == "use artifact":
        words = f"artifact {move['artifact']}"
    if ability and action not in ("use ability", "use artifact"):
        words += f" with {ability}"
    if "ability_target" in move:
        words += f" at {move['ability_target']}"
    if "hero" in move:
        words += f" on {move['hero']}"
    if "cards" in move:
        words += f" returning {' '.join(sorted(move['cards']))}"
    return words


def check(lines: list[Line], cards: Any) -> int:
    """Check a told game; raises AssertionError at the first line that is against the rules.

    cards: cards.toml as plain data.  Returns the number of moves.
    """
    luck = Luck()
    for line in lines:
        if line.get("kind") == "shuffle":
            luck.orders.append(line["to"])
        elif line.get("kind") == "tie":
            luck.ties.append(line["result"])
    table = table_of(lines[0], cards, luck)
    chosen = lines[0]["setting"]["sides"] == "chosen"
    game = play(table, chosen)
    question = next(game)
    moves = 0
    for i, line in enumerate(lines):
        if line["event"] == "move":
            assert question is not None, f"line {line['n']}: the game should be over"
            check_move(line, question, table)
            check_table(lines[i - 1].get("state"), table, line)
            moves += 1
            try:
                question = game.send(words_of(line))
            except StopIteration:
                question = None
    assert question is None, "the game goes on by the rulebook"
    assert table.outcome == lines[-1]["reason"] and luck.used_up()
    check_table(lines[-2].get("state"), table, lines[-1])
    return moves


def check_move(line: Line, question: tuple[int, dict[str, Any]], table: Table) -> None:
    seat, options = question
    made = words_of(line)
    assert made in options, f"line {line['n']}: {made} is not lawful; lawful: {sorted(options)}"
    assert line["seat"] == seat, f"line {line['n']}: seat {seat} is to decide"
    assert line["actor"] == table.hero[seat]
    if "legal" in line:
        listed = [words_of(move) for move in line["legal"]]
        assert sorted(listed) == sorted(options), f"line {line['n']}: another list of moves"


COMPARED = ("threat", "ring", "foe_in_play", "turn_deck", "discard", "artifact_deck", "round")


def check_table(state: Line | None, table: Table, line: Line) -> None:
    """Compare with the state that was told before a line, if it was."""
    if state is None:
        return
    for key in (*COMPARED, "points", "group_points", "ignore_enemies", "active"):
        assert state[key] == table.laid[key], f"line {line.get('n')}: {key}"
    for seat in table.seats:
        for key in ("health", "place", "free_defense", "free_moves"):
            assert state[key][str(seat)] == table.laid[key][seat], f"line {line.get('n')}: {key}"
        assert set(state["artifacts"][str(seat)]) == table.artifacts[seat]
    for key in ("destroyed", "closed", "used"):
        assert {r for r, yes in state[key].items() if yes} == table.laid[key]
    if table.foe_in_play:
        assert state["foe_region"] == table.foe_region
        assert state["foe_health"] == table.foe_health
