"""An event log as a story: one paragraph a card, one line a decision or event."""

from collections.abc import Iterator
from typing import Any

from simulate.mechanics import narrator
from simulate.mechanics.narrator import Line, count, player

# Changes that the decision or card before them has told already, or that nobody asks for.
QUIET = ("used", "points", "group_points", "active", "brace_at", "side", "turn_deck")
SILENT_MOVES = ("pass", "end turn", "decline", "stay", "keep card")
TOLD_BY_MOVE = ("move", "be pushed", "place hero")


class Narrator(narrator.Narrator):
    """Tells the lines after `setup`, in printed names and plain words."""

    PACKAGE, TITLE = "defenders", "Tiny Epic Defenders"
    NOBODY = "The players"

    def __init__(self, setup: Line) -> None:
        super().__init__(setup)
        self.mover: tuple[str, Any] | None = None  # who has just been said to go somewhere

    def opening(self) -> Iterator[str]:
        state = self.setup["state"]
        party = ", ".join(
            f"{self.name(hero)} (seat {seat + 1}, {player(self.setup, seat)}, "
            f"health {state['health'][str(seat)]})"
            for seat, hero in self.party.items()
        )
        yield f"Heroes in the Capital City: {party}"
        yield f"Ring: {' - '.join(map(self.name, state['ring']))} - (back to the first)"
        yield f"Next to the Capital City: {' and '.join(map(self.name, state['next_to_capital']))}"
        yield f"Hidden: the epic foe is {self.name(state['foe'])}"
        yield "Round 1"

    # Decisions

    def move(self, line: Line) -> str:
        """A decision; what leads to nothing is left out."""
        action, place = line["action"], self.name(str(line["target"]))
        self.mover = None
        if action in TOLD_BY_MOVE:
            goes = line["hero"] if action == "place hero" else line["seat"]
            self.mover = (str(line["target"]), goes)
        if action in SILENT_MOVES:
            return ""
        if action == "take points":
            return f"    {self.who(line['hero'])} takes {count(line['points'], 'point')}"
        if action == "place hero":
            return f"    {self.who(line['hero'])} is called to the {place}"
        if action == "choose side":
            return f"  The players turn side {line['side']} of the {place} up"
        words = {
            "use artifact": f"uses {self.name(line.get('artifact', ''))}",
            "use ability": f"uses {ability(line)}",
            "defend": f"defends the {place}",
            "be pushed": f"is swept to the {place}",
            "move": f"moves to the {place}",
            "succor": f"gives succor in the {place}",
            "fight": "fights the epic foe",
            "buy point": "gives health for a point",
            "bury card": "puts the top card on the bottom",
            "put card": f"puts {self.name(line.get('card', ''))} next",
        }
        return f"    {self.who(line['seat'])} {words[action]}{self.choices(line)}{price(line)}"

    def choices(self, line: Line) -> str:
        """What was chosen besides."""
        text = ""
        if "ability" in line and line["action"] not in ("use artifact", "use ability"):
            text += f" with {ability(line)}"
        if "ability_target" in line:
            text += f" on the {self.name(line['ability_target'])}"
        if "hero" in line:
            text += f" for {self.who(line['hero'])}"
        if "cards" in line:
            text += f": {', '.join(map(self.name, line['cards']))}"
        return text

    # What changes

    def effect(self, line: Line) -> str:
        what, of, old, new = line["what"], line["of"], line["from"], line["to"]
        if what in QUIET:
            return ""
        if what == "card":
            return self.card(line)
        if what == "round":
            return f"\nRound {new}"
        if what == "foe_in_play":
            return f"\nThe epic foe appears: {self.name(self.setup['state']['foe'])}"
        if what == "place" and self.mover == (new, int(of)):
            return ""
        return f"      {self.change(what, of, old, new)}"

    def change(self, what: str, of: str, old: Any, new: Any) -> str:
        """A change of the table in plain words."""
        if what in ("health", "place", "brace", "free_defense", "free_moves"):
            return self.hero_changes(what, self.who(int(of)), old, new)
        if what in ("threat", "destroyed", "closed", "guard_enemy", "guard_any"):
            return self.region_changes(what, self.name(of), old, new)
        if what == "foe_region":
            return f"The epic foe stands at the {self.name(new)}"
        if what == "foe_health":
            return f"The epic foe: health {old} -> {new}"
        if what == "ignore_enemies":
            return f"Enemy cards {'do nothing from now on' if new else 'strike again'}"
        return f"The game ends: {new.replace('_', ' ')}"

    def hero_changes(self, what: str, who: str, old: Any, new: Any) -> str:
        if what == "health":
            return f"{who}: health {old} -> {new}"
        if what == "place":
            return f"{who}: {self.name(old)} -> {self.name(new)}"
        if what == "brace":
            saved = "nothing" if not new else "everything" if new >= 9 else f"{new} health"
            return f"{who}: the next defence saves {saved}"
        cheap = "Defending" if what == "free_defense" else "Moving"
        return f"{cheap} {'is now free' if new else 'has its price again'} for {who}"

    def region_changes(self, what: str, region: str, old: Any, new: Any) -> str:
        if what == "threat":
            return f"{region}: threat {old} -> {new}"
        if what == "destroyed":
            return f"The {region} {'is DESTROYED' if new else 'stands again'}"
        if what == "closed":
            return f"The ability of the {region} is gone for good"
        attacks = "attack of an enemy" if what == "guard_enemy" else "attack"
        if new > old:
            return f"The {region}: the next {attacks} is called off ({new} in all)"
        return f"The {region}: an {attacks} is called off ({new} left)"

    def card(self, line: Line) -> str:
        card = self.name(line["of"])
        if line["from"] == "horde_deck":
            return f"  {card} joins the turn deck from the horde"
        if line["from"] == "turn_deck" and line["to"] == "discard":
            return f"      {card} is discarded unresolved"
        return ""

    def chance(self, line: Line) -> str:
        if line["kind"] == "tie":
            return f"      Chance picks {self.who(line['result'])} among {line['among']}"
        if line["kind"] == "draw":
            if line["to"] == "drawn":
                return f"  Card: {self.name(line['of'])}"
            seat = int(line["to"].rpartition(".")[2])
            return f"      {self.who(seat)} draws {self.name(line['of'])}"
        return "  The turn deck is shuffled"

    def end(self, line: Line) -> Iterator[str]:
        game = line["games"]
        result = "The players WIN" if game["won"] else "The players LOSE"
        yield ""
        yield f"{result}: {line['reason'].replace('_', ' ')} in round {game['rounds']}"
        yield (
            f"Capital threat {game['capital_threat']}, epic foe's health {game['foe_health']}, "
            f"{count(game['regions_destroyed'], 'region')} destroyed, "
            f"{count(game['decisions'], 'decision')}"
        )
        for seat in line["seats"]:
            yield (
                f"  {self.who(seat['seat'])}: defended {seat['defended']}, succored "
                f"{seat['succored']}, damage {seat['damage']}, rests {seat['rests']}, "
                f"artifacts {seat['artifacts_used']} of {seat['artifacts_drawn']} used"
            )


def ability(line: Line) -> str:
    """The printed ability of `heroes.oracle.scry`: SCRY."""
    return line.get("ability", "").rpartition(".")[2].replace("_", " ").upper()


def price(line: Line) -> str:
    """What was paid, in brackets; health is not counted in healths."""
    points, health = line["paid"]["points"], line["paid"]["health"]
    parts = [count(points, "point")] if points else []
    parts += [f"{health} health"] if health else []
    return f" ({', '.join(parts)})" if parts else ""
