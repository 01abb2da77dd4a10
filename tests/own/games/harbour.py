"""Harbour: sellers load crates from a covered pile, and each wants a secret kind."""

from simulate.own import Game, rule

KINDS = ("salt", "silk", "iron", "wine")
TRAIL = {}


class Harbour(Game):
    PLAYERS = (2, 3)
    RULES = {"rounds": rule(6, 3, 12, "rounds"), "bonus": rule(2, 0, 5, "points")}
    CARDS = {"crates": {kind: {"worth": k + 1, "copies": 6} for k, kind in enumerate(KINDS)}}
    ENDS = {"sold": "the last round was played", "empty": "the pile ran out"}
    POINTS = {"crates": "crates loaded", "wish": "crates of the secret kind"}
    COUNTS = {"loaded": "crates loaded"}
    FEATURES = {"worth": "worth of the crate", "rest": "1 for resting"}
    WEIGHTS = {"steady": {"worth": 1.0, "rest": -0.5}}

    def setup(self):
        pile = [crate for crate in self.cards.crates.values() for _ in range(crate.copies)]
        self.pile = self.luck.shuffle("pile", pile)
        self.hand = [[self.pile.pop(), self.pile.pop()] for _ in range(self.players)]
        self.loaded = [[] for _ in range(self.players)]
        self.wish = self.luck.shuffle("wish", list(KINDS))[: self.players]

    def moves(self):
        return [("rest",), *(("load", crate) for crate in dict.fromkeys(self.hand[self.seat]))]

    def play(self, move):
        if move[0] == "load":
            self.hand[self.seat].remove(move[1])
            self.loaded[self.seat].append(move[1])
            self.count("loaded")
            self.tell(f"loads {move[1].name}")
        if self.pile:
            self.hand[self.seat].append(self.pile.pop())
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        if not self.pile:
            return "empty"
        return "sold" if self.round > self.rules.rounds else ""

    def points(self, seat):
        wished = sum(crate.id == self.wish[seat] for crate in self.loaded[seat])
        worth = sum(crate.worth for crate in self.loaded[seat])
        return {"crates": worth, "wish": self.rules.bonus * wished}

    def hide(self, seat):
        others = [other for other in range(self.players) if other != seat]
        unseen = self.pile + [crate for other in others for crate in self.hand[other]]
        self.luck.shuffle("pile", unseen)
        for other in others:
            self.hand[other] = [unseen.pop() for _ in self.hand[other]]
        self.pile = unseen
        rest = self.luck.shuffle("wish", [kind for kind in KINDS if kind != self.wish[seat]])
        self.wish = [self.wish[s] if s == seat else rest.pop() for s in range(self.players)]

    def value(self, seat):
        return sum(self.points(seat).values()) + 0.1 * len(self.hand[seat])

    def features(self, move):
        return {"worth": move[1].worth} if move[0] == "load" else {"rest": 1}

    def say(self, move):
        return f"loads {move[1].name}" if move[0] == "load" else "rests"
