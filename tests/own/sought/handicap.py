"""A race of dice in which one of three roles begins ahead."""

from simulate.own import Game


class Handicap(Game):
    TITLE = "Handicap"
    PLAYERS = (3,)
    CARDS = {"roles": {who: {"gift": 4 if who == "a" else 0, "start": 0} for who in "abc"}}
    LIMITS = {"roles.start": (-6, 6), "roles.gift": (0, 6)}
    HOLDS = "roles"
    ENDS = {"over": "the second round was played"}
    POINTS = {"p": "points"}

    def setup(self):
        self.at = [held.start + held.gift for held in self.holds]

    def moves(self):
        return ["roll"]

    def play(self, move):
        self.at[self.seat] += self.luck.roll("die", 6)
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        return "over" if self.round > 2 else ""

    def points(self, seat):
        return {"p": self.at[seat]}
