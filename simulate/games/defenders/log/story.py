"""An event log as a story: one paragraph a card, one line a decision or event."""

from collections.abc import Iterator
from typing import Any

from simulate.core import ledger

Line = dict[str, Any]
QUIET = ("used", "points", "group_points", "active", "brace_at")
SILENT_MOVES = ("pass", "end turn", "decline", "stay", "keep card")


def title(name: str) -> str:
    """`timeless_sandglass` as `Timeless Sandglass`."""
    return name.replace("_", " ").title().replace(" Of ", " of ")


def tell(lines: list[Line]) -> Iterator[str]:
    """The whole game, from the set-up to the end."""
    rules = ledger.rules("defenders")
    setup = lines[0]
    heroes = {int(seat): title(hero) for seat, hero in setup["state"]["hero"].items()}
    yield from tell_setup(setup, heroes)
    for line in lines[1:]:
        event = line["event"]
        if event == "move":
            text = tell_move(line, heroes)
        elif event == "effect":
            text = tell_effect(line, heroes)
        elif event == "chance":
            text = tell_chance(line, heroes)
        else:
            yield from tell_end(line, heroes)
            continue
        if text:
            rule = line["rule"]
            yield f"{text}{f'  [{rule}]' if rule in rules else ''}"


def tell_setup(setup: Line, heroes: dict[int, str]) -> Iterator[str]:
    state = setup["state"]
    yield f"Tiny Epic Defenders, seed {setup['seed']}, game {setup['replicate']}"
    party = ", ".join(
        f"{heroes[seat]} (seat {seat + 1}, health {state['health'][str(seat)]})" for seat in heroes
    )
    yield f"Heroes in the Capital City: {party}"
    yield f"Ring: {' - '.join(title(region) for region in state['ring'])} - (back to the first)"
    gates = " and ".join(title(region) for region in state["next_to_capital"])
    yield f"Next to the Capital City: {gates}"
    yield f"Hidden: the epic foe is {title(state['foe'])}"
    yield "Round 1"


def who(seat: int | None, heroes: dict[int, str]) -> str:
    return "the players" if seat is None else f"{heroes[seat]} ({seat + 1})"


def tell_move(line: Line, heroes: dict[int, str]) -> str:
    """A decision; what leads to nothing is left out."""
    action = line["action"]
    if action in SILENT_MOVES:
        return ""
    words = {
        "choose side": f"turn side {line.get('side')} of the {title(str(line['target']))} up",
        "use artifact": f"uses {title(line.get('artifact', ''))}",
        "defend": f"defends the {title(str(line['target']))}",
        "be pushed": f"is swept to the {title(str(line['target']))}",
        "move": f"moves to the {title(str(line['target']))}",
        "succor": f"gives succor in the {title(str(line['target']))}",
        "fight": "fights the epic foe",
        "buy point": "gives health for a point",
        "bury card": "puts the top card on the bottom",
        "put card": f"puts {title(line.get('card', ''))} next",
    }
    actor = who(line["seat"], heroes)
    if action == "take points":
        return f"    {who(line['hero'], heroes)} takes {line['points']} points"
    if action == "place hero":
        return f"    {who(line['hero'], heroes)} is called to the {title(line['target'])}"
    if action == "choose side":
        return f"  The players {words[action]}"
    text = words.get(action, "")
    if action == "use ability":
        text = f"uses {ability(line)}"
    elif "ability" in line and action != "use artifact":
        text += f" with {ability(line)}"
    if "ability_target" in line:
        text += f" on the {title(line['ability_target'])}"
    if "hero" in line:
        text += f" for {who(line['hero'], heroes)}"
    if "cards" in line:
        text += f": {', '.join(title(card) for card in line['cards'])}"
    return f"    {actor} {text}{price(line)}"


def ability(line: Line) -> str:
    return line["ability"].rpartition(".")[2].replace("_", " ").upper()


def price(line: Line) -> str:
    paid = line["paid"]
    parts = [f"{amount} {name}" for name, amount in paid.items() if amount]
    return f" ({', '.join(parts)})" if parts else ""


def tell_effect(line: Line, heroes: dict[int, str]) -> str:
    what, of, old, new = line["what"], line["of"], line["from"], line["to"]
    if what in QUIET or what == "turn_deck":
        return ""
    if what == "card":
        return tell_card(line)
    if what == "round":
        return f"\nRound {new}"
    if what == "threat":
        return f"      {title(of)}: threat {old} -> {new}"
    if what == "health":
        return f"      {who(int(of), heroes)}: health {old} -> {new}"
    if what == "place":
        return f"      {who(int(of), heroes)}: {title(old)} -> {title(new)}"
    if what == "destroyed":
        return f"      The {title(of)} {'is DESTROYED' if new else 'stands again'}"
    if what == "foe_region":
        return f"      The epic foe stands at the {title(new)}"
    if what == "foe_health":
        return f"      The epic foe: health {old} -> {new}"
    if what == "foe_in_play":
        return "\nThe epic foe appears"
    if what == "outcome":
        return f"      The game ends: {new.replace('_', ' ')}"
    name = what.replace("_", " ")
    owner = "" if of is None else f" ({who(int(of), heroes) if of.isdigit() else title(of)})"
    return f"      {name}{owner}: {old} -> {new}"


def tell_card(line: Line) -> str:
    if line["from"] == "horde_deck":
        return f"  {title(line['of'])} joins the turn deck from the horde"
    if line["to"] == "removed":
        return ""
    if line["from"] == "turn_deck" and line["to"] == "discard":
        return f"      {title(line['of'])} is discarded unresolved"
    return ""


def tell_chance(line: Line, heroes: dict[int, str]) -> str:
    if line["kind"] == "tie":
        return f"      Chance picks {who(line['result'], heroes)} among {line['among']}"
    if line["kind"] == "draw":
        if line["to"] == "drawn":
            return f"  Card: {title(line['of'])}"
        seat = int(line["to"].rpartition(".")[2])
        return f"      {who(seat, heroes)} draws {title(line['of'])}"
    return "  The turn deck is shuffled"


def tell_end(line: Line, heroes: dict[int, str]) -> Iterator[str]:
    if line["event"] == "differs":
        yield f"\nThis is not the stored game: {line['from_stored']}"
        return
    game = line["games"]
    result = "The players WIN" if game["won"] else "The players LOSE"
    yield ""
    yield f"{result}: {line['reason'].replace('_', ' ')} after {game['rounds']} rounds"
    yield (
        f"Capital threat {game['capital_threat']}, epic foe's health {game['foe_health']}, "
        f"{game['regions_destroyed']} regions destroyed, {game['decisions']} decisions"
    )
    for seat in line["seats"]:
        yield (
            f"  {heroes[seat['seat']]}: defended {seat['defended']}, succored "
            f"{seat['succored']}, damage {seat['damage']}, rests {seat['rests']}, "
            f"artifacts {seat['artifacts_used']} of {seat['artifacts_drawn']} used"
        )
