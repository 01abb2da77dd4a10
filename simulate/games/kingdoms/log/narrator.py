"""An event log as a story: a paragraph a round, a line a decision or event.

Numbers set in secret are told when both lie open.  Changes of one player's goods that follow on
each other are told in one line.
"""

from collections.abc import Iterator
from typing import Any

from simulate.mechanics import narrator
from simulate.mechanics.narrator import Line, count, player

GOODS = ("mana", "ore", "food")
# Changes that the decision before them has told already, or that nobody asks for.
QUIET = ("active", "war_place", "uses", "hidden")
SILENT_MOVES = ("stop",)
SECRET = ("set attack", "set defence")  # decisions
ENDS = {"triggered": "with the round", "cut_off": "at the round limit"}
TITLES = {"kingdoms": "Tiny Epic Kingdoms", "ultra_kingdoms": "Ultra Tiny Epic Kingdoms"}
REASONS = {
    "meeples": "enough meeples are in play",
    "tower": "a tower is high enough",
    "magic": "magic is high enough",
}


def goods(changes: dict[str, int]) -> str:
    """`+2 mana, -1 food`."""
    return ", ".join(f"{changes[name]:+d} {name}" for name in GOODS if changes.get(name))


def is_secret(line: Line) -> bool:
    """Whether a move sets a war die that the other side does not see yet."""
    return line["decision"] in SECRET


class Narrator(narrator.Narrator):
    """Tells the lines after `setup`, in printed names and plain words."""

    PACKAGE, PARTY = "kingdoms", "faction"

    def __init__(self, setup: Line) -> None:
        super().__init__(setup)
        state = setup["state"]
        self.territory = dict(state["territory"])
        self.dice = dict(state["dice"])
        self.mover: tuple[str, str | None] | None = None  # meeple that has been said to go
        self.revealed = False
        self.ending = False  # an end condition has been met
        self.selected = ""  # action that a player has just been said to select
        self.move_made: Line | None = None  # told together with the goods that follow
        self.gained: dict[str, int] = {}  # goods of one seat, not told yet
        self.gainer, self.why = "", ""

    # Names

    def land(self, territory: str | None) -> str:
        """Printed name of a territory."""
        if territory is None:
            return "a territory not chosen yet"
        return self.setup["territory_names"].get(territory, territory)

    def place(self, place: str | None) -> str:
        """`King's Inlet a (forest)`, `King's Inlet water 1`."""
        if place is None:
            return "nowhere"
        slot, _, region = place.partition(".")
        territory = self.territory[slot]
        terrain = self.setup["regions"][territory][region]
        shown = f" ({terrain})" if len(region) == 1 else ""
        return f"{self.land(territory)} {region.replace('_', ' ')}{shown}"

    # The tale

    def title(self) -> str:
        return TITLES[self.setup["game"]]

    def line(self, line: Line) -> Iterator[str]:
        if self.adds(line):
            return
        yield from self.told_so_far()
        if self.adds(line):
            return
        if line["event"] == "move":
            self.move_made = line
        else:
            yield from super().line(line)

    def opening(self) -> Iterator[str]:
        setup, state = self.setup, self.setup["state"]
        for seat, faction in self.party.items():
            who = f"{self.name(faction)} ({player(setup, seat)})"
            yield f"Seat {seat + 1}: {who}, {self.home(str(seat))}"
        if "lost_kingdom" in state["territory"]:
            yield f"The Lost Kingdom is {self.land(state['territory']['lost_kingdom'])}"
        yield ""
        yield "Round 1"

    def home(self, seat: str) -> str:
        """Where a player lives, or between which sides the player will choose."""
        territory = self.setup["state"]["territory"][seat]
        if territory is None:
            sides = self.setup["state"]["territory_card"][seat]
            return f"dealt {' or '.join(map(self.land, sides))}"
        return f"home {self.land(territory)}"

    # Moves and goods, told together

    def adds(self, line: Line) -> bool:
        """Whether a line is one more change of the same player's goods, for the same reason."""
        if line["event"] != "effect" or line["what"] not in GOODS:
            return False
        if self.gained and (line["of"], line["rule"]) != (self.gainer, self.why):
            return False
        self.gainer, self.why = line["of"], line["rule"]
        more = line["to"] - line["from"]
        self.gained[line["what"]] = self.gained.get(line["what"], 0) + more
        return True

    def told_so_far(self) -> Iterator[str]:
        """The last move with the goods that it cost or brought, or those alone."""
        made, gained = self.move_made, goods(self.gained)
        self.move_made, self.gained = None, {}
        if made is not None:
            own = gained and self.gainer == str(made["seat"])
            text = self.move(made)
            if text:
                # Peace has a rule of its own, which would tell the secret.
                rule = None if is_secret(made) else made["rule"]
                yield self.with_rule(f"{text}: {gained}" if own else text, rule)
                gained = "" if own else gained
        if gained:
            yield self.with_rule(f"      {self.who(self.gainer)}: {gained}", self.why)

    # Decisions

    def move(self, line: Line) -> str:
        """A decision; what leads to nothing is left out."""
        action, who = line["action"], self.who(line["seat"])
        if "meeple" in line:
            self.mover = (f"{line['seat']}.{line['meeple']}", line["target"])
        if action == "select":
            self.selected = line["selected"]
            return f"  {who} selects {self.name(self.selected)}"
        if action in SILENT_MOVES:
            return ""
        if is_secret(line):
            return f"    {who} sets the war die in secret"
        return f"    {who} {self.deed(line)}"

    def deed(self, line: Line) -> str:
        """What a move does, after the name of who does it."""
        action, target = line["action"], self.place(line["target"])
        if action in ("patrol", "quest", "retreat", "stand up"):
            return self.going(line)
        words = {
            "choose side": f"turns {self.land(line.get('side'))} up",
            "split resources": "splits the first resources",
            "take treasure": "opens the treasure",
            "start": f"starts in {target}",
            "place dummy": f"puts an army of the dummy player in {target}",
            "lay tokens": "leaves exploration tokens in "
            + ", ".join(map(self.place, line.get("regions", []))),
            "do nothing": "does nothing",
            "collect": "collects",
            "build": "builds",
            "research": "researches",
            "expand": f"expands into {target}",
            "trade": f"trades for {line.get('resource')}",
            "take": f"takes {line.get('resource')}",
            "exchange": f"collects {line.get('resource')} from {target} instead",
            "plunder": f"takes {line.get('resource')} from the loser",
            "pay": "pays",
            "pay bandits": "pays the bandits",
            "lose meeple": "loses the meeple to bandits",
            "raise": self.raising(line.get("number", 0)),
            "yield": "does not pay, and loses",
            "use lair": "lets the dragon loose",
            "leave lair": "leaves the dragon asleep",
            "next region": f"deals with {target} next",
            "church": f"takes the meeple to the church in {target}",
            "give up": "gives up the meeple",
            "keep": f"keeps the meeple, which goes to {target}",
        }
        return words[action]

    def raising(self, number: int) -> str:
        return f"adds {number} to the war cost" if number else "adds nothing to the war cost"

    def going(self, line: Line) -> str:
        """A meeple that moves, or stands up."""
        start = self.place(line["from"])
        if line["action"] == "stand up":
            return f"stands a meeple up in {start}"
        verbs = {"patrol": "patrols", "quest": "quests", "retreat": "retreats"}
        return f"{verbs[line['action']]} from {start} to {self.place(line['target'])}"

    # What changes

    def effect(self, line: Line) -> str:
        what, of, old, new = line["what"], line["of"], line["from"], line["to"]
        if what in QUIET:
            return ""
        if what == "round":
            return f"\nRound {new}"
        if what == "territory":
            self.territory[of] = new
            return ""
        if what == "dice":
            return self.die(of, new)
        if what == "shield":
            return self.shield(line["seat"], of, new)
        text = self.change(what, of, old, new)
        return f"      {text}" if text else ""

    def change(self, what: str, of: str, old: Any, new: Any) -> str:
        """A change of the table in plain words; empty where a move has told it."""
        if what in ("meeple", "lying"):
            return self.meeple_changes(what, of, old, new)
        if what in ("tower", "magic"):
            return f"{self.who(of)}: {what} {old} -> {new}{self.learnt(what, of, new)}"
        if what == "captures":
            return f"{self.who(of)} captures a neutral meeple ({new} in all)"
        if what == "neutral":
            return f"The neutral meeple of {self.place(of)} is gone"
        if what == "crown":
            return f"{self.who(new)} has the crown"
        if what == "open":
            return self.token(of, old, new)
        if what == "night":
            return f"The compass turns to {'night' if new else 'day'}"
        if what == "trigger":
            return self.end_condition(of)
        return f"The game ends {ENDS[new]}"

    def end_condition(self, which: str) -> str:
        """The first that is met sets the end in motion; the others are told beside it."""
        first, self.ending = not self.ending, True
        reason = REASONS[which]
        return f"The end is near: {reason}" if first else f"{reason.capitalize()}, too"

    def shield(self, seat: int, action: str, lies: bool) -> str:
        """What the compass has selected; a player's selection has been told."""
        was_told, self.selected = self.selected == action, ""
        return f"  {self.who(seat)} selects {self.name(action)}" if lies and not was_told else ""

    def learnt(self, what: str, seat: str, level: int) -> str:
        """The printed ability of a level of magic."""
        path = f"factions.{self.party[int(seat)]}.level_{level}"
        ability = self.setup["abilities"].get(path) if what == "magic" else None
        return f" ({ability})" if ability else ""

    def meeple_changes(self, what: str, of: str, old: Any, new: Any) -> str:
        who = self.who(of.partition(".")[0])
        if what == "lying":
            return f"A meeple of {who} {'is knocked over' if new else 'stands up'}"
        was_told, self.mover = self.mover == (of, new), None
        if was_told:
            return ""
        if new is None:
            return f"{who} loses the meeple in {self.place(old)}"
        if old is None:
            return f"{who}: a new meeple in {self.place(new)}"
        return f"{who}: {self.place(old)} -> {self.place(new)}"

    def token(self, of: str, old: str | None, new: str | None) -> str:
        if new is None:
            return f"The {self.name(str(old))} in {self.place(of)} is discarded"
        return f"Exploration token in {self.place(of)}: {self.name(new)}"

    def die(self, side: str, new: Any) -> str:
        """The war dice: told when both are set, and when one is raised later."""
        raised = self.dice[side] is not None and new is not None
        self.dice[side] = new
        if new is None:
            self.revealed = False
            return ""
        if raised:
            return f"      The {side} is {new} now"
        if None in self.dice.values() or self.revealed:
            return ""
        self.revealed = True
        shown = " against ".join(f"{name} {number}" for name, number in self.dice.items())
        return f"      Both dice lie open: {shown}"

    def chance(self, line: Line) -> str:
        if line["kind"] == "roll":
            return f"      The twelve-sided die shows {line['result']} ({line['of']})"
        if line["kind"] == "deal":
            return "  Exploration tokens are dealt"
        result = line["result"]
        if isinstance(result, int):
            shown = self.who(result)
        else:
            shown = self.place(result) if "." in result else result
        return f"      Chance picks {shown}"

    def end(self, line: Line) -> Iterator[str]:
        game = line["games"]
        yield ""
        yield (
            f"The game is over in round {game['rounds']}, after {count(game['turns'], 'turn')}: "
            f"{count(game['wars'], 'war')}, {count(game['alliances'], 'alliance')}, "
            f"{count(game['decisions'], 'decision')}"
        )
        for seat in sorted(line["seats"], key=lambda row: row["rank"]):
            yield f"  {seat['rank']:.0f}. {self.who(seat['seat'])}: {self.points(seat)}"
