"""Orchard: who picks the best fruit, and who keeps the seeds that a tree needs?"""

from simulate.own import Game, rule


class Orchard(Game):
    TITLE = "Orchard"
    PLAYERS = (2, 3)
    RULES = {
        "rounds": rule(10, 4, 20, "rounds", "Then the fruit is counted."),
        "stall": rule(3, 1, 6, "fruit", "Open to all."),
        "needed": rule(3, 1, 9, "seeds", "For the one tree of a seat; more grow to nothing."),
        "tree": rule(15, 0, 40, "points", "For a tree."),
    }
    CARDS = {
        "fruit": {
            "plum": {"points": 2, "copies": 8},
            "pear": {"points": 3, "copies": 8},
            "apple": {"points": 4, "copies": 6},
            "quince": {"points": 6, "copies": 4},
        }
    }
    ENDS = {"autumn": "the last round was played"}
    POINTS = {"fruit": "on fruit", "tree": "for a tree"}
    FEATURES = {"fruit": "points on the fruit picked", "left": "best fruit left to the next seat"}
    WEIGHTS = {"balanced": {"fruit": 1, "left": -0.3}}

    def setup(self):
        fruit = self.cards.fruit.values()
        self.deck = self.luck.shuffle("deck", [one for one in fruit for _ in range(one.copies)])
        self.open = [self.deck.pop() for _ in range(self.rules.stall)]
        self.picked, self.seeds = [0] * self.players, [0] * self.players

    def moves(self):
        """Pick one of the open fruit, or let it rot for its seed."""
        return [(way, one) for way in ("pick", "rot") for one in dict.fromkeys(self.open)]

    def play(self, move):
        way, fruit = move
        self.open.remove(fruit)
        if way == "pick":
            self.picked[self.seat] += fruit.points
        else:
            self.seeds[self.seat] += 1
        self.open.append(self.deck.pop() if self.deck else self.cards.fruit["plum"])
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        return "autumn" if self.round > self.rules.rounds else ""

    def points(self, seat):
        grown = self.seeds[seat] >= self.rules.needed
        return {"fruit": self.picked[seat], "tree": self.rules.tree * grown}

    def hide(self, seat):
        self.luck.shuffle("deck", self.deck)

    def features(self, move):
        left = [one.points for one in self.open if one != move[1]]
        return {"fruit": move[1].points * (move[0] == "pick"), "left": max(left, default=0)}
