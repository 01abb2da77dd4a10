"""Nim: whoever takes the last match wins; nothing is hidden, nothing is luck."""

from simulate.own import Game


class Nim(Game):
    ENDS = {"taken": "no match was left"}
    POINTS = {"last": "took the last match"}

    def setup(self):
        self.rows = [3, 4, 5]

    def moves(self):
        return [(row, n) for row, left in enumerate(self.rows) for n in range(1, left + 1)]

    def play(self, move):
        row, count = move
        self.rows[row] -= count
        self.last = self.seat
        self.seat = 1 - self.seat
        self.round += self.seat == 0

    def over(self):
        return "" if any(self.rows) else "taken"

    def points(self, seat):
        return {"last": int(not any(self.rows) and self.last == seat)}
