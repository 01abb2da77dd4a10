"""A race: who has most after some rounds; the game may stop early."""

from simulate.own import Game, rule


class Race(Game):
    TITLE = "Race"
    PLAYERS = (2,)
    RULES = {"rounds": rule(6, 2, 9, "rounds", "Long."), "sixes": rule(3, 1, 6, "sixes", "End.")}
    ENDS = {"over": "the last round was played", "six": "many sixes fell"}
    POINTS = {"p": "points"}

    def setup(self):
        self.at = [0] * self.players
        self.seen = 0

    def moves(self):
        return ["roll"]

    def play(self, move):
        d = self.luck.roll("die", 6)
        self.at[self.seat] += d
        self.seen += d == 6
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        if self.seen >= self.rules.sixes:
            return "six"
        return "over" if self.round > self.rules.rounds else ""

    def points(self, seat):
        return {"p": self.at[seat]}
