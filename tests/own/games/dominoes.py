"""Dominoes of the double two: two tiles each, two to draw, a chain with two open ends."""

from simulate.own import Game

TILES = [(low, high) for high in range(3) for low in range(high + 1)]
HAND = 2


class Dominoes(Game):
    ENDS = {"out": "a hand was empty", "blocked": "nobody could go on"}
    POINTS = {"pips": "pips in the other hand"}

    def setup(self):
        self.pile = self.luck.shuffle("tiles", list(TILES))
        self.hand = [[self.pile.pop() for _ in range(HAND)] for _ in range(self.players)]
        self.chain, self.passed = [], 0

    def ends(self):
        return (self.chain[0], self.chain[-1]) if self.chain else ()

    def moves(self):
        hand = sorted(self.hand[self.seat])
        if not self.chain:
            return [(tile, "first") for tile in hand]
        left, right = self.ends()
        found = [(tile, "left") for tile in hand if left in tile]
        found += [(tile, "right") for tile in hand if right in tile]
        return found or ["draw" if self.pile else "pass"]

    def play(self, move):
        if move == "draw":
            self.hand[self.seat].append(self.pile.pop())
            return
        self.passed = self.passed + 1 if move == "pass" else 0
        if move != "pass":
            self.put(*move)
        self.seat = 1 - self.seat

    def put(self, tile, end):
        self.hand[self.seat].remove(tile)
        one, other = tile
        if end == "first":
            self.chain = [one, other]
        elif end == "left":
            self.chain = [other if self.chain[0] == one else one, *self.chain]
        else:
            self.chain = [*self.chain, other if self.chain[-1] == one else one]

    def over(self):
        if not all(self.hand):
            return "out"
        return "blocked" if self.passed == self.players else ""

    def points(self, seat):
        return {"pips": sum(map(sum, self.hand[1 - seat]))}

    def hide(self, seat):
        unseen = [*self.pile, *self.hand[1 - seat]]
        self.luck.shuffle("tiles", unseen)
        self.hand[1 - seat] = [unseen.pop() for _ in self.hand[1 - seat]]
        self.pile = unseen
