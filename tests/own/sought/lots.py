"""A lot is drawn together: each hero at the table adds five times what is printed on it.

What an echo turns the lot by changes which games are won, and not how many.
"""

from simulate.own import Game


class Lots(Game):
    TOGETHER = True
    PLAYERS = (2,)
    CARDS = {
        "heroes": {
            "ace": {"odds": 5, "turn": 0},
            "bell": {"odds": 1, "turn": 0},
            "cup": {"odds": 1, "turn": 0},
            "dial": {"odds": 1, "turn": 0},
            "echo": {"odds": 1, "turn": 37},
        },
    }
    HOLDS = "heroes"
    ENDS = {"drawn": "a good lot was drawn", "missed": "a bad lot was drawn"}
    WINS = ("drawn",)

    def setup(self):
        self.lot = self.luck.roll("lot", 100)
        self.done = False

    def moves(self):
        return ["draw"]

    def play(self, move):
        self.done = True

    def over(self):
        if not self.done:
            return ""
        odds = 30 + 5 * sum(hero.odds for hero in self.holds)
        lot = (self.lot + sum(hero.turn for hero in self.holds)) % 100
        return "drawn" if lot < odds else "missed"
