"""Tic-tac-toe: no luck, no cards, no numbers."""

from simulate.own import Game

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


class TicTacToe(Game):
    ENDS = {"line": "three in a line", "full": "the board was full"}
    POINTS = {"line": "for three in a line"}

    def setup(self):
        self.board = [None] * 9

    def moves(self):
        return [square for square in range(9) if self.board[square] is None]

    def play(self, move):
        self.board[move] = self.seat
        self.seat = 1 - self.seat

    def has_line(self, seat):
        return any(all(self.board[int(square)] == seat for square in line) for line in LINES)

    def over(self):
        if self.has_line(0) or self.has_line(1):
            return "line"
        return "" if None in self.board else "full"

    def points(self, seat):
        return {"line": int(self.has_line(seat))}
