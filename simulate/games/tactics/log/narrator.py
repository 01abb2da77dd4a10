"""An event log as a story: a paragraph a turn, a line a decision or event."""

from collections.abc import Iterator
from typing import Any

from simulate.mechanics import narrator
from simulate.mechanics.narrator import Line, count, player

# Changes that the decision before them has told already, or that nobody asks for.
QUIET = ("round", "actions_left", "ammo", "mana", "spare", "captures", "unit", "inside", "captor")
SILENT_MOVES = ("do not roll", "do not counter", "keep card", "nobody", "stop")
ENDS = {
    "flags": "control areas are secured",
    "captured": "all units of a player are captured",
    "captures": "a player has captured enough units",
    "rounds": "the last round of the battle is over",
    "won": "the Crystal of Glory is taken",
    "lost_time": "time has run out",
    "lost_units": "all units of a player are captured",
    "cut_off": "the round limit is reached",
}


class Narrator(narrator.Narrator):
    """Tells the lines after `setup`, in printed names and plain words."""

    PACKAGE, TITLE = "tactics", "Tiny Epic Tactics"

    def __init__(self, setup: Line) -> None:
        super().__init__(setup)
        self.units = dict(setup["state"]["unit"])
        self.spaces = setup["map"]["spaces"]
        self.active, self.turn = setup["state"]["active"], 0

    # Names

    def name(self, what: str | None) -> str:
        """The printed name of a card, else `box_2x2` as `Box 2x2`."""
        return self.names.get(str(what)) or str(what).replace("_", " ").capitalize()

    def unit(self, slot: str | None) -> str:
        """`Gamelyn (1)`: a unit and its seat, counted from 1."""
        if slot is None:
            return "Nobody"
        seat, _, of_class = slot.partition(".")
        card = self.units.get(slot)
        return f"{self.name(card) if card else of_class.capitalize()} ({int(seat) + 1})"

    def seat(self, seat: int | str | None) -> str:
        return "Nobody" if seat is None else f"Seat {int(seat) + 1}"

    def space(self, space: str | None) -> str:
        """`12,4 (forest)`."""
        if space is None:
            return "nowhere"
        terrain = self.spaces.get(space, {}).get("terrain", "")
        return f"{space} ({terrain})" if terrain not in ("", "plains") else space

    # The tale

    def line(self, line: Line) -> Iterator[str]:
        if line.get("turn", self.turn) != self.turn:
            self.turn = line["turn"]
            yield f"\nRound {line['round']}, turn {self.turn}: {self.seat(self.active)}"
        yield from super().line(line)
        if line.get("what") == "unit":
            self.units[line["of"]] = line["to"]

    def opening(self) -> Iterator[str]:
        setup = self.setup
        for seat in dict.fromkeys(slot.partition(".")[0] for slot in self.units):
            units = [self.name(u) for slot, u in self.units.items() if u and slot[0] == seat]
            who = player(setup, seat) if seat in setup["strategies"] else "Solo Enemy"
            yield f"{self.seat(seat)} ({who}): {', '.join(units)}"
        yield f"Map: {setup['map']['name']}"

    # Decisions

    def move(self, line: Line) -> str:
        """A decision; what leads to nothing is left out."""
        action = line["action"]
        if action in SILENT_MOVES:
            return ""
        return f"  {self.deed(action, line)}{self.price(line['paid'])}"

    def price(self, paid: dict[str, int]) -> str:
        listed = ", ".join(f"{number} {what}" for what, number in paid.items() if number)
        return f" for {listed}" if listed else ""

    def deed(self, action: str, line: Line) -> str:
        """Who does what."""
        unit, seat = self.unit(line["actor"]), self.seat(line["seat"])
        target = line["target"]
        by_seat = {
            "keep unit": f"keeps {self.name(line.get('unit'))}",
            "start": f"starts in the {' and the '.join(line.get('start', []))}",
            "return card": f"gives back {self.name(line.get('card'))}",
            "end turn": "ends the actions",
            "play": f"plays {self.name(line.get('card'))}",
            "discard": f"discards {self.name(line.get('card'))}",
        }
        if action in by_seat:
            return f"{seat} {by_seat[action]}"
        at = self.unit(target) if target in self.units else self.space(target)
        by_unit = {
            "place": f"is put on {at}",
            "cure": "shakes its weakness off",
            "move": f"moves to {at}{self.way(line)}",
            "enter dungeon": f"goes into the dungeon {self.name(line.get('dungeon'))}",
            "step inside": f"steps to {target} inside",
            "melee": f"attacks {at}",
            "missile": f"shoots at {at}",
            "spell": "casts its spell" + (f" on {at}" if target else ""),
            "ballista": f"fires the ballista at {at}",
            "come out": f"comes out on {at}",
            "roll": f"tries to knock {at} back",
            "direction": f"is pushed {line.get('direction')}",
            "counter melee": f"strikes back at {at}",
            "counter missile": f"shoots back at {at}",
            "counter spell": f"casts back at {at}",
            "choose unit": f"chooses {at} ({line.get('for')})",
        }
        who = at if action == "direction" else unit
        return f"{who} {by_unit[action]}"

    def way(self, line: Line) -> str:
        ways = line.get("by", [])
        return f" by {' and '.join(ways)}" if ways else ""

    def act(self, line: Line) -> str:
        """What a Solo Enemy's unit does."""
        return f"  {self.deed(line['action'], line | {'seat': None})}"

    # What changes

    def effect(self, line: Line) -> str:
        what, of, old, new = line["what"], line["of"], line["from"], line["to"]
        if what in QUIET:
            return ""
        if what == "active":
            self.active = new
            return ""
        if what == "card":
            return self.card(line)
        text = self.change(what, of, old, new)
        return f"      {text}" if text else ""

    def change(self, what: str, of: str, old: Any, new: Any) -> str:
        """A change of the table in plain words; empty where a move has told it."""
        if what == "at":
            return self.stands(of, old, new)
        if what == "health":
            return f"{self.unit(of)}: health {old} -> {new}"
        if what == "weakened":
            return f"{self.unit(of)} is {'weakened' if new else 'weakened no more'}"
        if what == "dungeon":
            return f"{self.unit(of)} is {'inside ' + self.name(new) if new else 'out again'}"
        if what == "holder":
            return f"{self.seat(new)} secures the {of} control area"
        if what == "flag":
            return f"The flag of the {of} control area advances to {new}"
        if what == "triggered":
            return f"The {of} control area is triggered"
        return self.thing(what, of, old, new)

    def stands(self, of: str, old: Any, new: Any) -> str:
        if new is None:
            return f"{self.unit(of)} is taken off {self.space(old)}"
        start = f"{self.space(old)} -> " if old else "to "
        return f"{self.unit(of)}: {start}{self.space(new)}"

    def thing(self, what: str, of: str, old: Any, new: Any) -> str:
        """The Artifact, time, dungeons, and the end."""
        if what in ("artifact", "bearer"):
            return self.treasure(what, new)
        if what == "time":
            return f"Time: {old} -> {new}"
        if what == "crystals":
            return f"The crystal of {self.name(of)} is taken"
        if what == "flipped":
            return f"{self.name(of)} is {'flipped over' if new else 'put back'}"
        if what == "ending":
            return f"{self.seat(new)} sets the end in motion"
        return f"The game ends: {ENDS[new]}"

    def treasure(self, what: str, new: Any) -> str:
        """Who has the Artifact now, or where it lies."""
        if new is None:
            return ""
        if what == "bearer":
            return f"{self.unit(new)} bears the Artifact"
        return f"The Artifact lies on {self.space(new)}"

    def card(self, line: Line) -> str:
        """A card that is drawn or laid under a unit; the rest moves have told."""
        source, goal = line["from"], line["to"]
        if source == "deck":
            return f"      {self.seat(goal.partition('.')[2])} draws {self.name(line['of'])}"
        if source == "enemy_deck" and line["rule"] == "T-SOLO-12":
            return f"      The top Solo Enemy card is {self.name(line['of'])}"
        if goal.startswith("under."):
            return f"  {self.unit(goal.partition('.')[2])} acts by {self.name(line['of'])}"
        return ""

    def chance(self, line: Line) -> str:
        if line["kind"] == "draw":
            return self.card(line)
        if line["kind"] == "shuffle":
            return f"      The {line['of'].replace('_', ' ')} is shuffled"
        if line["kind"] == "roll":
            dice = count(len(line["result"]), "die").replace("dies", "dice")
            return f"      {dice} rolled ({line['of']}): {count(line['icons'], 'icon')}"
        drawn = line["result"]
        first = drawn[0] if isinstance(drawn, list) else drawn
        if isinstance(first, int):
            order = ", ".join(self.seat(seat) for seat in drawn)
            return f"      Chance draws {order} ({line['of']})"
        shown = self.unit(first) if first in self.units else self.name(first)
        return f"      Chance draws {shown} ({line['of']})"

    def end(self, line: Line) -> Iterator[str]:
        game = line["games"]
        yield ""
        yield (
            f"The game is over in round {game['rounds']}, after {count(game['turns'], 'turn')} and "
            f"{count(game['decisions'], 'decision')}: {ENDS[line['reason']]}"
        )
        if game["won"] is not None:
            yield f"  {'Won' if game['won'] else 'Lost'}, with {count(game['crystals'], 'crystal')}"
            return
        for seat in sorted(line["seats"], key=lambda row: row["rank"]):
            yield f"  {seat['rank']:.0f}. {self.seat(seat['seat'])}: {self.points(seat)}"
