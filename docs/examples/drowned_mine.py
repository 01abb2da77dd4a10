"""Drowned Mine: one to three miners carry crystals out of a mine in which the water rises."""

from simulate.own import Game, choice, rule

WAYS = {  # room -> the rooms beside it
    "gate": ("hall", "store"),
    "hall": ("gate", "store", "shaft", "bridge"),
    "store": ("gate", "hall", "chapel"),
    "shaft": ("hall", "vault"),
    "bridge": ("hall", "grotto", "well"),
    "chapel": ("store", "well"),
    "vault": ("shaft",),
    "grotto": ("bridge",),
    "well": ("bridge", "chapel"),
}
LIVELY = ("damp", "wet", "flood")


class DrownedMine(Game):
    TITLE = "Drowned Mine"
    PLAYERS = (1, 2, 3)
    TOGETHER = True
    SETTINGS = {"level": LIVELY}
    RULES = {
        "actions": rule(4, 1, 8, "actions", "In a turn."),
        "depth": rule(3, 1, 5, "water", "A room with so much is closed to everybody."),
        "pumped": rule(1, 1, 3, "water", "Taken out of a room by one action."),
        "carries": rule(1, 1, 3, "crystals", "Carried by a miner at once."),
        "rounds": rule(12, 3, 30, "rounds", "Then the lamps go out."),
        "swept": choice("gate", ("gate", "lost"), "Where a miner in a closed room is swept to."),
    }
    CARDS = {
        "levels": {
            "damp": {"start": 4, "rise": 1},
            "wet": {"start": 5, "rise": 2},
            "flood": {"start": 7, "rise": 2},
        },
        "rooms": {room: {"crystal": int(len(ways) == 1 or room == "well"), "drains": room == "gate"}
                  for room, ways in WAYS.items()},
    }  # fmt: skip
    ENDS = {
        "brought_out": "all crystals lie before the gate",
        "crystal_drowned": "a crystal drowned",
        "miner_lost": "a miner was swept away",
        "lamps_out": "the lamps went out",
    }
    WINS = ("brought_out",)
    MARGINS = {
        "left": ("crystals still in the mine", "low"),
        "closed": ("rooms under water", "low"),
    }
    COUNTS = {"steps": "rooms walked", "pumped": "water pumped", "brought": "crystals brought"}
    FEATURES = {
        "nearer": "rooms nearer to where the miner is going",
        "pump": "water that pumping takes away",
        "danger": "how full the room is that is pumped, 0 to 1",
        "take": "1 for taking a crystal",
    }

    def setup(self):
        level = self.cards.levels[self.setting.level]
        self.rise, self.ended = level.rise, ""
        self.water = dict.fromkeys(WAYS, 0)
        self.crystals = [room for room in WAYS if self.cards.rooms[room].crystal]
        self.at = ["gate"] * self.players
        self.load = [0] * self.players
        self.out, self.all = 0, len(self.crystals)
        self.deck = [room for room in WAYS if not self.cards.rooms[room].drains]
        self.past = []
        self.luck.shuffle("water", self.deck)
        for _ in range(level.start):
            self.draw()
        self.left = self.rules.actions

    def is_open(self, room):
        return self.water[room] < self.rules.depth

    def moves(self):
        here, found = self.at[self.seat], [("wait",)]
        found += [("go", room) for room in WAYS[here] if self.is_open(room)]
        found += [("pump", room) for room in (here, *WAYS[here]) if self.water[room]]
        if here in self.crystals and self.load[self.seat] < self.rules.carries:
            found.append(("take",))
        return found

    def play(self, move):
        seat = self.seat
        self.left -= 1
        if move[0] == "go":
            self.at[seat] = move[1]
            self.count("steps")
            if move[1] == "gate":
                self.out += self.load[seat]
                self.count("brought", by=self.load[seat])
                self.load[seat] = 0
        elif move[0] == "pump":
            self.count("pumped", by=min(self.water[move[1]], self.rules.pumped))
            self.water[move[1]] = max(0, self.water[move[1]] - self.rules.pumped)
        elif move[0] == "take":
            self.crystals.remove(self.at[seat])
            self.load[seat] += 1
        else:
            self.left = 0
        if self.left == 0 and not self.over():
            for _ in range(self.rise):
                self.draw()
            self.seat = (seat + 1) % self.players
            self.round += self.seat == 0
            self.left = self.rules.actions

    def draw(self):
        """The water rises in the next room of the deck."""
        if not self.deck:
            self.deck, self.past = self.luck.shuffle("water", self.past), []
        room = self.deck.pop()
        self.past.append(room)
        if not self.is_open(room):
            return
        self.water[room] += 1
        if self.is_open(room):
            return
        self.tell(f"the {room} is under water")
        if room in self.crystals:
            self.ended = "crystal_drowned"
        for seat in range(self.players):
            if self.at[seat] == room:
                self.sweep(seat)

    def sweep(self, seat):
        if self.load[seat]:
            self.ended = "crystal_drowned"
        elif self.rules.swept == "lost":
            self.ended = "miner_lost"
        self.at[seat] = "gate"

    def over(self):
        if self.out == self.all:
            return "brought_out"
        return self.ended or ("lamps_out" if self.round > self.rules.rounds else "")

    def margins(self):
        closed = sum(not self.is_open(room) for room in WAYS)
        return {"left": self.all - self.out, "closed": closed}

    def hide(self, seat):
        """Nobody knows where the water rises next; the rooms that are left are known."""
        self.luck.shuffle("water", self.deck)

    def steps(self, start, goal):
        """Rooms from one to another through rooms that are open; 9 where there is no way."""
        reached, rim, steps = {start}, [start], 0
        while goal not in reached and rim:
            rim = [room for old in rim for room in WAYS[old]
                   if room not in reached and self.is_open(room)]  # fmt: skip
            reached.update(rim)
            steps += 1
        return steps if goal in reached else len(WAYS)

    def way(self, seat, start):
        """How far a miner is from where he is going: a crystal, or the gate with it."""
        goals = ["gate"] if self.load[seat] or not self.crystals else self.crystals
        return min(self.steps(start, room) for room in goals)

    def value(self, seat):
        """How well all stand: crystals and miners under way, less what is about to drown."""
        if self.over():
            return 1_000 if self.over() in self.WINS else -1_000
        ways = sum(self.way(each, self.at[each]) for each in range(self.players))
        danger = sum(4 ** self.water[room] for room in self.crystals)
        danger += sum(2**water for water in self.water.values())
        return 30 * self.out + 12 * sum(self.load) - ways - 0.3 * danger

    def features(self, move):
        if move[0] == "go":
            here = self.way(self.seat, self.at[self.seat])
            return {"nearer": here - self.way(self.seat, move[1])}
        if move[0] == "pump":
            full = self.water[move[1]] / self.rules.depth
            return {"pump": min(self.water[move[1]], self.rules.pumped), "danger": full**2}
        return {"take": move[0] == "take"}

    def say(self, move):
        words = {"go": "goes to the", "pump": "pumps the", "take": "takes a crystal"}
        return " ".join([words.get(move[0], "waits"), *move[1:]])
