"""Silk and Salt: two houses of two sisters each bid for lots, all at once, in secret."""

from simulate.own import Game, cards_from, choice, rule

HOUSES = 2  # seats 0 and 2 are of one, 1 and 3 of the other


class SilkAndSalt(Game):
    TITLE = "Silk and Salt"
    PLAYERS = (4,)
    RULES = {
        "coins": rule(12, 4, 30, "coins", "At the start, each."),
        "income": rule(1, 0, 4, "coins", "After each lot, each."),
        "lots": rule(10, 4, 19, "lots", "So many are sold."),
        "both": rule(2, 0, 5, "points", "For a ware of which the sister has some, too."),
        "order": rule(2, 0, 5, "points", "For each lot of the ware that was ordered in secret."),
        "coins_a_point": rule(4, 1, 10, "coins", "Left over at the end, for a point."),
        "corner": rule(7, 3, 12, "lots", "A house that has so many wins the market at once."),
        "tie": choice("fewest", ("fewest", "nobody"), "Whose lot it is, if bids are tied."),
    }
    CARDS = cards_from("silk_and_salt_lots")
    ENDS = {"closed": "all lots were sold", "cornered": "a house had cornered the market"}
    POINTS = {
        "lots": "on the lots",
        "both": "wares that both sisters have",
        "order": "lots of the ware ordered",
        "coins": "coins left",
    }
    COUNTS = {"bought": "lots bought", "paid": "coins paid", "ties": "highest bids that were tied"}
    FEATURES = {
        "hope": "what the lot is worth, times how likely such a bid is to get it",
        "cost": "coins bid",
        "beside": "1 for bidding on a ware that the sister has and the seat has not",
    }
    WEIGHTS = {
        "balanced": {"hope": 1, "cost": -0.3, "beside": 0.8},
        "miser": {"hope": 1, "cost": -0.6, "beside": 0.8},
    }

    def setup(self):
        deck = [lot for lot in self.cards.lots.values() for _ in range(lot.copies)]
        self.deck = self.luck.shuffle("lots", deck)[: self.rules.lots]
        self.lot = self.deck.pop()
        self.coins = [self.rules.coins] * self.players
        self.bids = {}
        wares = sorted({lot.ware for lot in deck})
        self.ordered = [self.luck.pick("orders", wares) for _ in range(self.players)]
        self.bought = [[] for _ in range(self.players)]

    def moves(self):
        """All bid at once: each in turn writes a bid down that nobody sees yet."""
        return list(range(self.coins[self.seat] + 1))

    def play(self, bid):
        self.bids[self.seat] = bid
        self.seat = (self.seat + 1) % self.players
        if len(self.bids) == self.players:
            self.sell()

    def sell(self):
        """All bids are shown: who gets the lot pays, nobody else does."""
        winner = self.winner()
        if winner is None:
            self.tell(f"nobody gets the {self.lot.name}")
        else:
            self.coins[winner] -= self.bids[winner]
            self.bought[winner].append(self.lot)
            self.count("bought", winner)
            self.count("paid", winner, self.bids[winner])
            self.tell(f"seat {winner + 1} gets the {self.lot.name} for {self.bids[winner]}")
        self.coins = [coins + self.rules.income for coins in self.coins]
        self.bids, self.round = {}, self.round + 1
        self.lot = self.deck.pop() if self.deck else None

    def winner(self):
        """Whose bid is highest; of several bids who has fewest lots, as far as the rules say so."""
        best = max(self.bids.values())
        first = [seat for seat, bid in self.bids.items() if bid == best]
        if len(first) == 1 or best == 0:
            return first[0] if best else None
        for seat in first:
            self.count("ties", seat)
        if self.rules.tie == "nobody":
            return None
        fewest = min(len(self.bought[seat]) for seat in first)
        return self.luck.pick("ties", [s for s in first if len(self.bought[s]) == fewest])

    def team(self, seat):
        return seat % HOUSES

    def house(self, team):
        return [lot for seat in range(team, self.players, HOUSES) for lot in self.bought[seat]]

    def over(self):
        if any(len(self.house(team)) >= self.rules.corner for team in range(HOUSES)):
            return "cornered"
        return "" if self.lot else "closed"

    def points(self, seat):
        wares = {lot.ware for lot in self.bought[seat]}
        hers = {lot.ware for lot in self.bought[self.sister(seat)]}
        return {
            "lots": sum(lot.points for lot in self.bought[seat]),
            "both": self.rules.both * len(wares & hers),
            "order": sum(self.extra(seat, lot) for lot in self.bought[seat]),
            "coins": self.coins[seat] // self.rules.coins_a_point,
        }

    def tie(self, seat):
        return self.coins[seat]

    def extra(self, seat, lot):
        return self.rules.order * (lot.ware == self.ordered[seat])

    def sister(self, seat):
        return (seat + HOUSES) % self.players

    def hide(self, seat):
        """The others' bids and orders are guessed; so is what will be sold after this lot."""
        wares = sorted({lot.ware for lot in self.cards.lots.values()})
        for other in range(self.players):
            if other == seat:
                continue
            self.ordered[other] = self.luck.pick("orders", wares)
            if other in self.bids:
                self.bids[other] = self.luck.pick("bid", range(self.coins[other] + 1))
        self.luck.shuffle("lots", self.deck)

    def value(self, seat):
        """Points of the house less those of the other, and what a bid that is not shown may get."""
        stand = [sum(self.points(s).values()) for s in range(self.players)]
        mine = stand[seat] + stand[self.sister(seat)]
        bid = self.bids.get(seat, 0)
        return 2 * mine - sum(stand) + self.hope(seat, bid) - 0.3 * bid

    def hope(self, seat, bid):
        return (self.lot.points + self.extra(seat, self.lot)) * bid / (bid + 3) if bid else 0

    def features(self, bid):
        wares = [{lot.ware for lot in self.bought[s]} for s in (self.seat, self.sister(self.seat))]
        new = self.lot.ware in wares[1] and self.lot.ware not in wares[0]
        return {"hope": self.hope(self.seat, bid), "cost": bid, "beside": bid > 0 and new}

    def say(self, bid):
        return f"writes down {bid}" if bid else "bids nothing"
