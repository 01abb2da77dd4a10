"""Firebreak: wardens put a forest fire out until it rains, or dig trenches round what may burn."""

from simulate.own import Game, rule

SPOTS = ("ridge", "valley", "mill", "grove", "ford")


class Firebreak(Game):
    TITLE = "Firebreak"
    PLAYERS = (2, 3)
    TOGETHER = True
    RULES = {
        "rain": rule(8, 3, 20, "rounds", "Then it rains."),
        "lost": rule(6, 2, 9, "fires", "On a spot: it burns down, and all is lost."),
        "start": rule(1, 0, 3, "fires", "On each spot."),
        "spread": rule(3, 1, 5, "fires", "After each turn."),
        "spades": rule(4, 1, 9, "spades", "For a trench round one spot more."),
    }
    ENDS = {"rain": "it rained", "burnt": "a spot burnt down"}
    WINS = ("rain",)
    MARGINS = {"fires": ("fires that still burn", "low")}
    FEATURES = {"out": "fires on the spot, squared, where one is put out", "dug": "1 for a spade"}
    WEIGHTS = {"balanced": {"out": 1, "dug": 0.1}}

    def setup(self):
        self.fires = dict.fromkeys(SPOTS, self.rules.start)
        self.dug, self.left = 0, 2

    def moves(self):
        return ["dig", *(spot for spot in SPOTS if self.fires[spot])]

    def play(self, move):
        if move == "dig":
            self.dug += 1
        else:
            self.fires[move] -= 1
        self.left -= 1
        if not self.left:
            self.blow()
            self.left, self.seat = 2, (self.seat + 1) % self.players
            self.round += self.seat == 0

    def blow(self):
        """The wind carries fire to spots by chance; those within the trench it spares."""
        safe = SPOTS[: self.dug // self.rules.spades]
        for _ in range(self.rules.spread):
            spot = self.luck.pick("wind", SPOTS)
            self.fires[spot] += spot not in safe

    def over(self):
        if max(self.fires.values()) >= self.rules.lost:
            return "burnt"
        return "rain" if self.round > self.rules.rain else ""

    def margins(self):
        return {"fires": sum(self.fires.values())}

    def features(self, move):
        return {"dug": 1} if move == "dig" else {"out": self.fires[move] ** 2}
