"""An event log as a story: a paragraph a turn, a line a decision or event.

The dice of one roll are told in one line.  Cards that lie face down are not named before
somebody turns them up.
"""

from collections.abc import Iterator
from typing import Any

from simulate.mechanics import narrator
from simulate.mechanics.narrator import Line, count, player

# Changes that the decision or card before them has told already, or that nobody asks for.
QUIET = ("open", "hidden", "active", "row", "goblin_discard", "space")
# Moves that lead to nothing, or that their effects tell.
SILENT_MOVES = (
    *("end turn", "stop", "leave", "decline", "no reward", "lay", "roll", "strike", "mend"),
    *("enemy step", "push", "prey", "take reveal", "equip", "drop", "lose", "discard"),
)
TOLD_BY_MOVE = ("move", "explore", "enter mat", "leave mat", "teleport")
PHRASES = {
    "move": "goes to {target}",
    "explore": "goes on into {target}",
    "enter mat": "steps into the lair",
    "space": "steps to space {space} of the lair",
    "leave mat": "leaves the lair",
    "search": "searches the room",
    "try room": "tries the room",
    "disarm": "tries to disarm the trap",
    "cast": "casts {ability}",
    "melee": "strikes with {ability}",
    "missile": "shoots with {ability}",
    "use": "uses {ability}",
    "aim": "uses {ability}",
    "portal": "steps through the portal",
    "look around": "lifts the torch to look around",
    "taunt": "taunts the boss",
    "open lair": "opens the lair: ACT 2",
    "reveal": "looks into {target}",
    "teleport": "is taken to {target}",
    "skill": "relies on {skill} to {check}",
    "pay in check": "adds {ability}",
    "take": "takes {dice}: {outcome}",
    "turn up": "turns a {face} up",
    "turn down": "turns a {face} down",
    "reroll": "rolls a {face} again",
    "pay": "pays for {ability}",
    "draw": "draws from the {deck}",
    "take from row": "takes {card} from the row",
    "reward": "takes the reward {reward}",
    "answer": "lets {target} answer",
}
CHECKS = {
    "melee": "hit",
    "missile": "hit",
    "cast": "cast",
    "search": "find",
    "disarm": "disarm",
    "evade": "evade",
}
ENDS = {
    "boss_defeated": "the boss is defeated",
    "fifth_goblin_act_1": "a fifth goblin comes in Act 1",
    "fifth_goblin_act_2": "a fifth goblin comes in Act 2",
    "torch_out_act_1": "the torch goes out in Act 1",
    "torch_out_act_2": "the torch goes out in Act 2",
    "no_corridor": "no open corridor is left",
    "stalled": "the heroes give up, as nothing has been gained for many rounds",
    "cut_off": "at the turn limit",
}


class Narrator(narrator.Narrator):
    """Tells the lines after `setup`, in printed names and plain words."""

    PACKAGE, TITLE = "dungeons", "Tiny Epic Dungeons"

    def __init__(self, setup: Line) -> None:
        super().__init__(setup)
        state = setup["state"]
        self.rooms: dict[str, str] = dict(state["room"])
        self.enemies: dict[str, str] = dict(state["enemy"])
        self.torch = state["torch"]
        self.turn = -1
        self.mover: int | None = None  # hero who has just been said to go somewhere
        self.dice: list[Any] = []  # rolled, not told yet

    # Names

    def name(self, what: str | None) -> str:
        """The printed name of a card, up to the comma, else `garb_1` as `Garb 1`."""
        if what is None:
            return "nothing"
        return self.names.get(what, what.replace("_", " ").title()).partition(",")[0]

    def place(self, place: str | None) -> str:
        """`Armory (1,0)`, `a new room (1,0)`, `the lair`."""
        if place is None or place == "lair":
            return "the lair" if place else "nowhere"
        room = self.rooms.get(place)
        return f"{self.name(room) if room else 'a new room'} ({place})"

    def enemy(self, enemy: str) -> str:
        """`Stabby (goblin 2)`, `the Dragon`."""
        card = self.name(self.enemies.get(enemy))
        return f"the {card}" if enemy == "boss" else f"{card} ({enemy.replace('_', ' ')})"

    def target(self, target: str) -> str:
        """An enemy or a place."""
        known = target in self.enemies
        return self.enemy(target) if known else self.place(target)

    # The tale

    def line(self, line: Line) -> Iterator[str]:
        if "rule" in line:
            yield from self.rolled(line)
            if line["turn"] != self.turn:
                yield from self.new_turn(line)
        yield from super().line(line)

    def opening(self) -> Iterator[str]:
        state = self.setup["state"]
        for seat, hero in self.party.items():
            health, focus = (state[what][str(seat)] for what in ("health", "focus"))
            who = f"{self.name(hero)} ({player(self.setup, seat)})"
            yield f"Seat {seat + 1}: {who}, health {health}, focus {focus}"
        yield f"Hidden: the boss is the {self.name(state['boss'])}"

    def new_turn(self, line: Line) -> Iterator[str]:
        self.turn = line["turn"]
        seat = self.turn % len(self.party)
        yield ""
        yield f"Turn {self.turn + 1}, {self.who(seat)}, torch {self.torch}"

    def rolled(self, line: Line) -> Iterator[str]:
        """The dice of a roll, once the next line is none of them."""
        is_die = line.get("kind") == "roll"
        if self.dice and not is_die:
            yield f"      dice: {', '.join(self.dice)}"
            self.dice = []
        if is_die:
            shown = str(line["result"])
            self.dice.append(f"enemy {shown}" if line["of"] == "enemy die" else shown)

    # Decisions

    def move(self, line: Line) -> str:
        """A decision; what leads to nothing, or is told by its effects, is left out."""
        action = line["action"]
        self.mover = line["seat"] if action in TOLD_BY_MOVE else None
        if action in SILENT_MOVES:
            return ""
        text = f"{self.deed(line)}{self.choices(line)}{price(line)}"
        return f"    {self.who(line['seat'])} {text}"

    def deed(self, line: Line) -> str:
        """What the hero does."""
        phrase = PHRASES.get(line["action"], line["action"] + "s")
        fields = {key: str(value).replace("_", " ") for key, value in line.items()}
        fields["target"] = self.target(line["target"]) if line["target"] else ""
        fields["ability"] = self.ability(line)
        fields["check"] = CHECKS.get(line.get("check", ""), "")
        fields["card"] = self.name(line.get("card"))
        if line["action"] == "take":
            fields |= result(line)
        return phrase.format_map(fields)

    def ability(self, line: Line) -> str:
        """The printed name of `heroes.lanon.left_hand`: Hammer; of a room, the room's."""
        return self.power(line["ability"]) if "ability" in line else ""

    def power(self, path: str) -> str:
        """The printed name of an ability, else of the card that it is on."""
        card = path.split(".")[1]
        return self.setup["abilities"].get(path) or self.name(card)

    def choices(self, line: Line) -> str:
        """Whom it is aimed at."""
        text = ""
        if line["target"] and line["action"] in ("cast", "melee", "missile", "use", "aim"):
            text += f" at {self.target(line['target'])}"
        if "hero" in line:
            text += f" for {self.who(line['hero'])}"
        return text

    # What changes

    def effect(self, line: Line) -> str:
        what, of, old, new = line["what"], line["of"], line["from"], line["to"]
        if what == "room":
            self.rooms[of] = new
        if what == "torch":
            self.torch = new
        if what in QUIET or (what == "enemy_health" and None in (old, new)):
            return ""
        if what == "place" and self.mover == int(of):
            self.mover = None
            return ""
        text = self.change(what, of, old, new)
        if what == "enemy":
            self.enemies[of] = new
        return f"      {text}" if text else ""

    def change(self, what: str, of: str, old: Any, new: Any) -> str:
        """A change of the table in plain words; empty for one that others tell."""
        if what in ("health", "focus", "place", "kit", "bonus"):
            return self.hero_changes(what, of, old, new)
        if what in ("enemy", "enemy_place", "enemy_health"):
            return self.enemy_changes(what, of, old, new)
        if what == "room":
            return f"The {self.name(new)} is revealed at {of}"
        if what == "disarmed":
            return f"The trap in {self.place(of)} is disarmed"
        if what == "altar":
            return f"An altar {'stands in' if new else 'is gone from'} {self.place(of)}"
        words = {
            "torch": f"The torch: {old} -> {new}",
            "marker": f"The boss's marker {of}: {old} -> {new}",
            "dispelled": "A ward of the boss is dispelled",
            "outcome": f"The game ends: {ENDS.get(str(new), new)}",
        }
        return words.get(what, "")

    def hero_changes(self, what: str, of: str, old: Any, new: Any) -> str:
        seat, _, where = of.partition(".")
        who = self.who(seat)
        if what == "place":
            return f"{who}: {self.place(old)} -> {self.place(new)}"
        if what == "kit":
            gone = new is None
            return f"{who}: {self.name(old if gone else new)} {'is put away' if gone else 'is on'}"
        if what == "bonus":
            works = "is over" if not new else "works" if new == 1 else f"works {new} times"
            return f"{who}: {self.power(where)} {works}"
        fallen = " and falls unconscious" if what == "health" and not new else ""
        return f"{who}: {what} {old} -> {new}{fallen}"

    def enemy_changes(self, what: str, of: str, old: Any, new: Any) -> str:
        if what == "enemy_health":
            return f"{self.enemy(of)}: health {old} -> {new}"
        if what == "enemy":
            return f"{self.enemy(of)} is killed" if new is None else ""
        if new is None:
            return ""
        if old is None:
            return f"{self.enemy(of)} comes into {self.place(new)}"
        return f"{self.enemy(of)}: {self.place(old)} -> {self.place(new)}"

    def chance(self, line: Line) -> str:
        if line["kind"] == "draw":
            if line.get("what") == "enemy":
                self.enemies[line["of"]] = line["to"]
            is_find = "what" not in line
            return (
                f"      {self.who(line['seat'])} finds {self.name(line['to'])}" if is_find else ""
            )
        if line["kind"] == "tie":
            return f"      Chance picks one of {line['among']}"
        return "      The goblins are shuffled" if line["kind"] == "shuffle" else ""

    def end(self, line: Line) -> Iterator[str]:
        game = line["games"]
        result = "The heroes WIN" if game["won"] else "The heroes LOSE"
        yield ""
        yield f"{result}: {ENDS[line['reason']]}, turn {game['turns']}"
        yield (
            f"Torch {game['torch_left']}, {count(game['rooms_revealed'], 'room')} revealed, "
            f"{count(game['minions_killed'], 'minion')} killed, boss's health "
            f"{game['boss_health']}%, "
            f"{count(game['decisions'], 'decision')}"
        )
        for seat in line["seats"]:
            yield (
                f"  {self.who(seat['seat'])}: {count(seat['goblins_killed'], 'goblin')} and "
                f"{count(seat['minions_killed'], 'minion')} killed, damage {seat['damage']}, to "
                f"the boss {seat['boss_damage']}, health lost {seat['health_lost']}, fallen "
                f"{count(seat['times_fallen'], 'time')}"
            )


def result(line: Line) -> dict[str, str]:
    """The dice that were taken, and whether the check has succeeded."""
    dice = [line["face"], *line["plus"]]
    total = sum(dice) + line["bonus"]
    bonus = f" {line['bonus']:+d}" if line["bonus"] else ""
    won = "succeeds" if total >= line["needs"] else "fails"
    outcome = f"{total} of {line['needs']} to {CHECKS[line['check']]}, {won}"
    return {"dice": " + ".join(map(str, dice)) + bonus, "outcome": outcome}


def price(line: Line) -> str:
    """What was paid, in brackets."""
    parts = [f"{amount} {what}" for what, amount in line["paid"].items()]
    return f" ({', '.join(parts)})" if parts else ""
