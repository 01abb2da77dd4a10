"""Rock, paper, scissors by lot: each beats one by as much as a rule says."""

from simulate.own import Game, rule

AHEAD = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


class Throws(Game):
    TITLE = "Throws"
    PLAYERS = (2,)
    CARDS = {"throws": {name: {"name": name.capitalize()} for name in AHEAD}}
    HOLDS = "throws"
    RULES = {
        f"{one}_ahead": rule(80, 20, 90, "percent", f"Lots of 100 by which it beats {other}.")
        for one, other in AHEAD.items()
    }
    ENDS = {"shown": "both were shown"}
    POINTS = {"won": "the throw"}

    def setup(self):
        self.lot = self.luck.roll("lot", 100)
        self.shown = 0

    def moves(self):
        return ["show"]

    def play(self, move):
        self.shown += 1
        self.seat = 1 - self.seat

    def over(self):
        return "shown" if self.shown == 2 else ""

    def points(self, seat):
        own, other = self.holds[seat].id, self.holds[1 - seat].id
        if AHEAD[own] == other:
            return {"won": int(self.lot <= self._lots(own))}
        return {"won": int(self.lot > self._lots(other))}

    def _lots(self, one):
        """Of 100, how many are won by the one that is ahead."""
        return getattr(self.rules, f"{one}_ahead")
