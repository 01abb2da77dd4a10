"""Hoard: sell the better of two wares, or dig for a hoard that no feature sees."""

from simulate.own import Game, rule, switch


class Hoard(Game):
    PLAYERS = (3,)
    RULES = {
        "rounds": rule(8, 3, 12, "rounds"),
        "hoard": rule(8, 0, 40, "points", "For each four digs."),
        "trap": switch(False, "Whoever sets a trap can do nothing after it."),
        "loop": switch(False, "Whoever waits has another turn."),
    }
    ENDS = {"end": "the last round was played"}
    POINTS = {"gold": "gold", "hoard": "the hoard"}
    COUNTS = {"digs": "digs", "sold": "wares sold", "steals": "thefts"}
    FEATURES = {"gold": "gold at once", "risk": "risk taken"}
    WEIGHTS = {"balanced": {"gold": 1.0, "risk": -0.5}}

    def setup(self):
        self.gold, self.digs = [0] * self.players, [0] * self.players
        self.trapped = False
        self.market = self.luck.shuffle("market", [1, 1, 2, 2, 3, 3] * 8)

    def moves(self):
        if self.trapped:
            return []
        wares = [("sell", self.market[-1]), ("sell", self.market[-2])]
        return [*wares, ("dig",), ("steal",), *[("trap",)] * self.rules.trap,
                *[("wait",)] * self.rules.loop]  # fmt: skip

    def play(self, move):
        seat, rival = self.seat, (self.seat + 1) % self.players
        if move[0] == "wait":
            return
        if move[0] == "sell":
            self.gold[seat] += move[1]
            self.market.remove(move[1])
            self.count("sold")
        elif move[0] == "dig":
            self.digs[seat] += 1
            self.count("digs")
        elif move[0] == "steal":
            if self.luck.pick("theft", [0, 1]) and self.gold[rival]:
                self.gold[rival] -= 1
                self.gold[seat] += 1
            self.count("steals")
        self.trapped = move[0] == "trap"
        self.seat = rival
        self.round += self.seat == 0

    def over(self):
        return "end" if self.round > self.rules.rounds else ""

    def points(self, seat):
        return {"gold": self.gold[seat], "hoard": self.rules.hoard * (self.digs[seat] // 4)}

    def features(self, move):
        if move[0] == "sell":
            return {"gold": move[1]}
        return {"risk": 1, "gold": 0.5} if move[0] == "steal" else {}
