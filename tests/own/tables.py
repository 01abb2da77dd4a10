"""Little games of own files, each made for a question about players, and how they are played."""

from pathlib import Path

from simulate.own import table
from simulate.own.file.reading import know
from simulate.pack import load

SHELLS = '''
from simulate.own import Game

class Shells(Game):
    """A pea lies under one of four shells; who sees through them has it every time."""
    ENDS = {"looked": "all shells were lifted"}
    POINTS = {"peas": "peas found"}
    FEATURES = {"left": "1 for the first shell"}

    def setup(self):
        self.under = [self.luck.roll("pea", 4) for _ in range(2 * 3)]
        self.found = [0] * self.players

    def moves(self):
        return [1, 2, 3, 4]

    def play(self, move):
        self.found[self.seat] += move == self.under.pop()
        self.seat = 1 - self.seat

    def over(self):
        return "" if self.under else "looked"

    def points(self, seat):
        return {"peas": self.found[seat]}

    def hide(self, seat):
        self.under = [self.luck.roll("pea", 4) for _ in self.under]

    def features(self, move):
        return {"left": move == 1}
'''

DARE = '''
from simulate.own import Game

class Dare(Game):
    """Both choose in secret; who matches pays, more for daring: 2 of 5 dare in equilibrium."""
    PLAYERS = (2,)
    ENDS = {"shown": "both choices were shown"}
    POINTS = {"won": "won"}

    def setup(self):
        self.chosen, self.lucky = {}, False

    def moves(self):
        return ["dare", "wait"]

    def play(self, move):
        self.chosen[self.seat] = move
        self.seat = 1 - self.seat
        if len(self.chosen) == 2:
            first, second = self.chosen[0], self.chosen[1]
            paid = (3 if first == "dare" else 2) if first == second else 0
            self.lucky = self.luck.roll("pay", 6) <= paid

    def over(self):
        return "shown" if len(self.chosen) == 2 else ""

    def points(self, seat):
        return {"won": int(self.lucky == (seat == 1))}

    def hide(self, seat):
        if 1 - seat in self.chosen:
            self.chosen[1 - seat] = self.luck.pick("guess", ["dare", "wait"])
'''

STALLS = '''
from simulate.own import Game, rule

class Stalls(Game):
    """Each turn one of three sacks is bought: grain is worth two points, a stone takes one."""
    PLAYERS = (2, 3)
    RULES = {"rounds": rule(4, 1, 9, "rounds")}
    ENDS = {"closed": "the market closed"}
    POINTS = {"grain": "grain", "stones": "stones"}
    FEATURES = {"grain": "grain in the sack", "stones": "stones in it", "sacks": "always 1"}

    def setup(self):
        self.score = [{"grain": 0, "stones": 0} for _ in range(self.players)]
        self.fill()

    def fill(self):
        roll = self.luck.roll
        self.sacks = [(roll("grain", 6), roll("stones", 12)) for _ in range(3)]

    def moves(self):
        return self.sacks

    def play(self, move):
        self.score[self.seat]["grain"] += 2 * move[0]
        self.score[self.seat]["stones"] -= move[1]
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0
        self.fill()

    def over(self):
        return "closed" if self.round > self.rules.rounds else ""

    def points(self, seat):
        return self.score[seat]

    def value(self, seat):
        return 0.0

    def features(self, move):
        return {"grain": move[0], "stones": move[1], "sacks": 1}
'''

SAVERS = '''
from simulate.own import Game

class Savers(Game):
    """A coin is spent for a point at once, or saved: two that are saved are worth nine."""
    ENDS = {"done": "four turns were taken"}
    POINTS = {"spent": "coins spent", "saved": "coins saved"}

    def setup(self):
        self.spent, self.saved = [0] * 2, [0] * 2

    def moves(self):
        return ["spend", "save"]

    def play(self, move):
        if move == "spend":
            self.spent[self.seat] += 1
        else:
            self.saved[self.seat] += 1
        self.seat = 1 - self.seat
        self.round += self.seat == 0

    def over(self):
        return "done" if self.round > 4 else ""

    def points(self, seat):
        return {"spent": self.spent[seat], "saved": 9 * (self.saved[seat] // 2)}
'''

BRIDGE = '''
from simulate.own import Game

class Bridge(Game):
    """Together four planks are laid; a plank that is thrown fails half of the time."""
    TOGETHER = True
    ENDS = {"crossed": "the bridge stands", "night": "night fell"}
    WINS = ("crossed",)

    def setup(self):
        self.planks = 0

    def moves(self):
        return ["rest", "throw", "lay", "talk"]

    def play(self, move):
        self.planks += move == "lay" or move == "throw" and self.luck.chance("plank", 0.5)
        self.seat = 1 - self.seat
        self.round += self.seat == 0

    def over(self):
        return "crossed" if self.planks > 3 else "night" if self.round > 3 else ""
'''

BELLS = """
from simulate.own import Game

class Bells(Game):
    'Whoever rings first wins by three points; each round of waiting is two points for both.'
    ENDS = {"rung": "the bell was rung", "night": "night fell"}
    POINTS = {"waited": "for waiting", "rung": "for ringing"}

    def setup(self):
        self.rung, self.waits = [0] * 2, [0] * 2

    def moves(self):
        return ["wait", "ring"]

    def play(self, move):
        self.rung[self.seat] += 3 * (move == "ring")
        for seat in range(2):
            self.waits[seat] += move == "wait"
        self.seat = 1 - self.seat
        self.round += self.seat == 0

    def over(self):
        return "rung" if any(self.rung) else "night" if self.round > 9 else ""

    def points(self, seat):
        return {"waited": self.waits[seat], "rung": self.rung[seat]}
"""

MARGINS = """
    MARGINS = {"planks": ("planks laid", "high")}

    def margins(self):
        return {"planks": self.planks}
"""

FEATURES = """
    FEATURES = {"lay": "1 for laying", "throw": "1 for throwing"}

    def features(self, move):
        return {move: 1}
"""


def laid(folder: Path, name: str, text: str) -> str:
    """The path of an own file with such a text."""
    path = folder / f"{name}.py"
    path.write_text(text, "utf-8")
    return str(path)


def games(file: str, count: int, players: int = 2, seed: int = 1, **factors):
    """Columns of `games` and `seats` of so many games; factors: a list by seat each."""
    own = know(file)
    setting = {"players": players, "strategy": ["balanced"] * players, "skill": [1.0] * players}
    return table.play_block(table.prepare(load(own.name), setting | factors), seed, 0, count)


def of(seats, strategy: str, column: str):
    """A column of `seats`, of the seats that a strategy sat in; line-ups take turns."""
    codes, labels = seats["strategy"]
    return seats[column][codes == labels.index(strategy)]
