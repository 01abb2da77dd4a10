"""A game of a few lines, whose file is typed where a game's name could be."""

from pathlib import Path

FILE = "coins.py"
TEXT = """
from simulate.own import Game, rule


class Coins(Game):
    TITLE = "Coins"
    PLAYERS = (2, 3)
    RULES = {"goal": rule(8, 3, 20, "coins", "coins that end it")}
    CARDS = {"guilds": {"ants": {"bonus": 1}, "bees": {"bonus": 0}, "cats": {"bonus": 2}}}
    LIMITS = {"guilds.bonus": (0, 3)}
    HOLDS = "guilds"
    ENDS = {"full": "somebody had enough coins"}
    POINTS = {"coins": "coins"}
    FEATURES = {"grab": "whether the move grabs"}
    WEIGHTS = {"quick": {"grab": 1.0}}

    def setup(self):
        self.coins = [0] * self.players

    def moves(self):
        return ["grab", "wait"]

    def play(self, move):
        won = self.luck.roll("die", 3) + self.holds[self.seat].bonus if move == "grab" else 2
        self.coins[self.seat] += won
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        return "full" if self.seat == 0 and max(self.coins) >= self.rules.goal else ""

    def points(self, seat):
        return {"coins": self.coins[seat]}

    def features(self, move):
        return {"grab": float(move == "grab")}
"""
LEAVES_A_MARK = 'open("ran", "w").close()\n'  # whatever runs it is seen


def lay(folder: Path, text: str = TEXT, file: str = FILE) -> Path:
    """The file in a folder."""
    path = folder / file
    path.write_text(text, encoding="utf-8")
    return path
