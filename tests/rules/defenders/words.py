"""The record of a game in the words of the table, and moves as short readable strings.

Written for the tests alone: it reads the fields of the record and knows no rule.
"""

from typing import Any

from simulate.games.defenders.moves.move import KIND

REGIONS = ("capital", "coast", "desert", "forest", "mountains", "plains", "ruins")
OUTER = REGIONS[1:]
NOBODY = -1


def move_in_words(names: Any, s: Any, m: Any) -> str:
    """A listed move: `move coast`, `succor`, `use heal on 1`, `artifact hammer_of_might`."""
    kind = KIND.words[m.kind]
    simple = {
        "choose side": lambda: f"side {REGIONS[m.region]} {'ab'[m.first]}",
        "be pushed": lambda: f"pushed to {REGIONS[m.region]}",
        "take points": lambda: f"seat {m.hero} takes {m.points}",
        "put card": lambda: f"put {names.card(int(s['turn_deck'][m.first]))}",
        "stay": lambda: f"stay {m.hero}",
        "place hero": lambda: f"place {m.hero} {REGIONS[m.region]}",
    }
    if kind in simple:
        return simple[kind]()
    return _act_in_words(kind, names, m)


def _act_in_words(kind: str, names: Any, m: Any) -> str:
    ability = "" if m.ability == NOBODY else names.abilities[m.ability].rpartition(".")[2]
    words = kind
    if kind == "move":
        words = f"move {REGIONS[m.region]}"
    elif kind == "use ability":
        words = f"use {ability}"
    elif kind == "use artifact":
        words = f"artifact {names.artifacts[m.artifact]}"
    if ability and kind not in ("use ability", "use artifact"):
        words += f" with {ability}"
    if m.target != NOBODY:
        words += f" at {REGIONS[m.target]}"
    if m.hero != NOBODY:
        words += f" on {m.hero}"
    if kind == "use artifact" and m.first != NOBODY:
        back = [names.card(int(k)) for k in (m.first, m.second) if k != NOBODY]
        words += f" returning {' '.join(sorted(back))}"
    return words


def table_in_words(names: Any, s: Any) -> dict[str, Any]:
    """Everything that lies on the table, hidden parts too; piles are lists, top first."""
    seats = range(int(s["players"]))
    card = names.card
    held = range(len(names.artifacts))
    return {
        "hero": [names.heroes[s["hero"][i]] for i in seats],
        "full": [int(s["full"][i]) for i in seats],
        "health": [int(s["health"][i]) for i in seats],
        "place": [REGIONS[s["place"][i]] for i in seats],
        "brace": [_brace(s, i) for i in seats],
        "free_defense": [bool(s["free_defense"][i]) for i in seats],
        "free_moves": [bool(s["free_moves"][i]) for i in seats],
        "ring": [REGIONS[r] for r in s["ring"]],
        "gates": {REGIONS[r] for r in s["neighbour"][0][: s["neighbours"][0]]},
        "side": {name: "ab"[s["side"][r]] for r, name in enumerate(REGIONS) if r},
        "threat": {name: int(s["threat"][r]) for r, name in enumerate(REGIONS)},
        "destroyed": _marked(s, "destroyed"),
        "closed": _marked(s, "closed"),
        "used": _marked(s, "used"),
        "guard_enemy": {n: int(s["guard_enemy"][r]) for r, n in enumerate(REGIONS) if r},
        "guard_any": {n: int(s["guard_any"][r]) for r, n in enumerate(REGIONS) if r},
        "foe": names.foes[s["foe"]],
        "foe_in_play": bool(s["foe_in_play"]),
        "foe_region": REGIONS[s["foe_region"]] if s["foe_in_play"] else None,
        "foe_health": int(s["foe_health"]) if s["foe_in_play"] else None,
        "turn_deck": [card(int(c)) for c in s["turn_deck"][: s["turn_cards"]]],
        "discard": [card(int(c)) for c in s["discard"][: s["discards"]][::-1]],
        "drawn": None if s["drawn"] == NOBODY else card(int(s["drawn"])),
        "horde": [card(int(c)) for c in s["horde"][: s["horde_cards"]]],
        "destruction": [card(int(c)) for c in s["destruction"][: s["destruction_cards"]]],
        "cover": {
            name: card(int(s["cover"][r])) for r, name in enumerate(REGIONS) if s["cover"][r] != -1
        },
        "artifact_deck": [names.artifacts[a] for a in s["artifact_deck"][: s["artifacts_left"]]],
        "artifacts": [{names.artifacts[a] for a in held if s["artifact"][a] == i} for i in seats],
        "removed": {names.artifacts[a] for a in held if s["artifact"][a] == -2},
        "round": int(s["round_no"]),
        "active": None if s["active"] == NOBODY else int(s["active"]),
        "points": int(s["points"]),
        "group_points": int(s["group_points"]),
        "ignore_enemies": bool(s["ignore_enemies"]),
    }


def _marked(s: Any, field: str) -> set[str]:
    return {name for r, name in enumerate(REGIONS) if s[field][r]}


def _brace(s: Any, seat: int) -> tuple[int, str | None] | None:
    """(health saved, region it is bound to or None) of a hero's prepared defence."""
    if not s["brace"][seat]:
        return None
    at = s["brace_at"][seat]
    return int(s["brace"][seat]), None if at == NOBODY else REGIONS[at]
