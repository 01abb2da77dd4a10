"""What each card does to seat 1's odds is printed on it; a crown is for who has won already."""

from simulate.own import Game


class Odds(Game):
    CARDS = {
        "badges": {"lion": {"odds": 10}, "mouse": {"odds": -10}, "plain": {"odds": 0}},
        "plays": {"sword": {"odds": 20}, "anvil": {"odds": -15}, "crown": {"odds": 0}},
    }
    HOLDS = "badges"
    ENDS = {"drawn": "the lot was drawn"}
    POINTS = {"won": "the lot"}
    FEATURES = {"takes": "1 for what is offered"}
    WEIGHTS = {"balanced": {"takes": 1}}

    def setup(self):
        self.lot = self.luck.roll("lot", 100)
        self.offer = self.luck.pick("offer", list(self.cards.plays.values()))
        if self.offer.id == "crown" and self.lot > 30:
            self.offer = None
        self.odds = 50 + self.holds[0].odds - self.holds[1].odds
        self.drawn = False

    def moves(self):
        return ["pass"] if self.seat or not self.offer else [("play", self.offer), "pass"]

    def play(self, move):
        if move != "pass":
            self.odds += move[1].odds
        self.drawn = self.seat == 1
        self.seat = 1 - self.seat

    def over(self):
        return "drawn" if self.drawn else ""

    def points(self, seat):
        return {"won": int((self.lot <= self.odds) == (seat == 0))}

    def features(self, move):
        return {"takes": move != "pass"}
