"""Three duellists: who is called first picks a foe, the weaker falls, and the third settles it."""

from simulate.own import Game


class Kingmaker(Game):
    TITLE = "Kingmaker"
    PLAYERS = (3,)
    CARDS = {"duellists": {"fox": {"might": 3}, "wolf": {"might": 4}, "bear": {"might": 5}}}
    HOLDS = "duellists"
    ENDS = {"last": "one is left"}
    POINTS = {"left": "is left"}

    def setup(self):
        self.might = [held.might for held in self.holds]

    def moves(self):
        return [each for each in range(3) if each != self.seat and self.might[each]]

    def play(self, foe):
        own = self.might[self.seat] - self.might[foe]
        self.might[self.seat], self.might[foe] = max(own, 0), max(-own, 0)
        self.round += 1
        self.seat = next(s for s in (self.seat + k for k in (1, 2, 3)) if self.might[s % 3]) % 3

    def over(self):
        return "last" if sum(map(bool, self.might)) == 1 else ""

    def points(self, seat):
        return {"left": int(self.might[seat] > 0)}
