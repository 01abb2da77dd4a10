"""Kuhn poker: three cards, one of them hidden in each hand, and bets of one coin."""

from simulate.own import Game

CARDS = ("jack", "queen", "king")


class KuhnPoker(Game):
    ENDS = {"folded": "a bet was not met", "shown": "the cards were shown"}
    POINTS = {"coins": "coins won, or lost"}

    def setup(self):
        self.hand = self.luck.shuffle("deal", list(CARDS))[:2]
        self.paid, self.said = [1, 1], ""

    def moves(self):
        return ["pass", "bet"]

    def play(self, move):
        self.paid[self.seat] += move == "bet"
        self.said += move[0]
        self.seat = 1 - self.seat

    def over(self):
        if self.said in ("pp", "bb", "pbb"):
            return "shown"
        return "folded" if self.said in ("bp", "pbp") else ""

    def points(self, seat):
        if self.said in ("bp", "pbp"):
            won = self.paid[seat] > self.paid[1 - seat]
        else:
            won = CARDS.index(self.hand[seat]) > CARDS.index(self.hand[1 - seat])
        return {"coins": self.paid[1 - seat] if won else -self.paid[seat]}

    def hide(self, seat):
        unseen = [card for card in CARDS if card != self.hand[seat]]
        self.hand[1 - seat] = self.luck.pick("deal", unseen)
