"""Three runners: nobody can touch anybody else."""

from simulate.own import Game, rule


class Runners(Game):
    TITLE = "Runners"
    PLAYERS = (3,)
    RULES = {"goal": rule(20, 5, 60, "steps", "How far it is.")}
    ENDS = {"home": "somebody is home"}
    POINTS = {"steps": "steps"}

    def setup(self):
        self.steps = [0] * 3

    def moves(self):
        return ["walk", "run"]

    def play(self, move):
        rolled = self.luck.roll("die", 6)
        self.steps[self.seat] += 3 if move == "walk" else (rolled if rolled > 2 else 0)
        self.seat = (self.seat + 1) % 3
        self.round += self.seat == 0

    def over(self):
        return "home" if self.seat == 0 and max(self.steps) >= self.rules.goal else ""

    def points(self, seat):
        return {"steps": self.steps[seat]}
