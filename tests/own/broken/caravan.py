"""Caravan: who loads the best goods, and does it pay to load one of each?"""

from simulate.own import Game, rule


class Caravan(Game):
    TITLE = "Caravan"
    PLAYERS = (2, 3)
    RULES = {
        "rounds": rule(7, 3, 12, "rounds", "Then all are in the desert."),
        "open": rule(4, 1, 8, "goods", "On the market."),
        "all": rule(12, 0, 40, "points", "For one of each kind."),
    }
    CARDS = {
        "goods": {
            "salt": {"points": 1, "copies": 7},
            "wool": {"points": 2, "copies": 7},
            "wine": {"points": 3, "copies": 7},
            "silk": {"points": 4, "copies": 7},
            "gold": {"points": 5, "copies": 7},
        }
    }
    ENDS = {"left": "all are in the desert"}
    POINTS = {"goods": "on goods", "all": "for one of each kind"}
    FEATURES = {"points": "points on the goods", "new": "1 for a kind that the seat has not"}
    WEIGHTS = {"balanced": {"points": 1, "new": 0.3}}

    def setup(self):
        goods = self.cards.goods.values()
        self.deck = self.luck.shuffle("deck", [one for one in goods for _ in range(one.copies)])
        self.row = [self.deck.pop() for _ in range(self.rules.open)]
        self.load = [[] for _ in range(self.players)]

    def moves(self):
        return list(dict.fromkeys(self.row)) or ["rest"]

    def play(self, move):
        if move != "rest":
            self.row.remove(move)
            self.load[self.seat].append(move)
            self.row += [self.deck.pop()] if self.deck else []
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        return "left" if self.round > self.rules.rounds else ""

    def points(self, seat):
        load = self.load[seat]
        whole = all(one in load for one in self.cards.goods.values())
        return {"goods": sum(one.points for one in load), "all": self.rules.all * whole}

    def hide(self, seat):
        self.luck.shuffle("deck", self.deck)

    def features(self, move):
        if move == "rest":
            return {}
        return {"points": move.points, "new": move not in self.load[self.seat]}
