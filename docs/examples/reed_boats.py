"""Reed Boats: two to five crews race down a river, each with a hand of cards that nobody sees."""

from simulate.own import Game, rule, switch


class ReedBoats(Game):
    TITLE = "Reed Boats"
    PLAYERS = (2, 3, 4, 5)
    HOLDS = "crews"
    RULES = {
        "river": rule(18, 6, 40, "places", "From the landing to the sea."),
        "hand": rule(4, 2, 6, "cards", "Dealt to each crew; after a turn it draws one."),
        "sea_points": rule(5, 0, 12, "points", "For each boat that reaches the sea."),
        "late_start": rule(0, 0, 3, "places", "By which each seat after the first starts ahead."),
        "narrows": switch(True, "At every fifth place there is room for one boat only."),
    }
    CARDS = {
        "crews": {
            "fishers": {"fish": 1},
            "poets": {"draw": 1},
            "smugglers": {"narrows": True},
            "porters": {"start": 2},
            "pilots": {"stream": 1},
            "herders": {"shove": 1},
        },
        "cards": {
            "drift": {"places": 1, "fish": 1, "copies": 10},
            "paddle": {"places": 2, "copies": 12},
            "sprint": {"places": 4, "copies": 6},
            "net": {"fish": 3, "copies": 8},
            "bundle": {"draw": 2, "copies": 6},
            "shove": {"back": 2, "copies": 8},
        },
    }
    ENDS = {"sea": "a boat reached the sea", "cards_gone": "no crew had a card left"}
    POINTS = {"way": "places passed", "fish": "fish caught", "sea": "the sea reached"}
    COUNTS = {"sprints": "sprints played", "shoves": "boats pushed back", "stuck": "narrows closed"}
    FEATURES = {
        "places": "places that the boat moves",
        "sea": "1 if it reaches the sea",
        "fish": "fish caught",
        "draw": "cards drawn beyond the one of each turn",
        "back": "places that the leading rival loses",
        "ahead": "places that the leading rival is ahead, if the move pushes him back",
    }
    WEIGHTS = {"quick": {"places": 1, "sea": 5, "fish": 0.9, "draw": 0.8, "back": 0.8}}

    def setup(self):
        deck = [card for card in self.cards.cards.values() for _ in range(card.copies)]
        self.deck = self.luck.shuffle("deck", deck)
        self.hand = [self.deal(self.rules.hand) for _ in range(self.players)]
        self.at = [self.holds[s].start + s * self.rules.late_start for s in range(self.players)]
        self.fish = [0] * self.players

    def deal(self, number):
        return [self.deck.pop() for _ in range(min(number, len(self.deck)))]

    def moves(self):
        """One card of the hand; a crew without cards can only rest."""
        return sorted(set(self.hand[self.seat]), key=lambda card: card.id) or ["rest"]

    def play(self, move):
        if move != "rest":
            self.hand[self.seat].remove(move)
            self.do(move, self.holds[self.seat])
            self.hand[self.seat] += self.deal(1 + self.drawn(move))
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def do(self, card, crew):
        seat = self.seat
        goal = self.goal(card)
        self.count("stuck", by=goal < min(self.at[seat] + self.places(card), self.rules.river))
        self.count("sprints", by=card.places > 3)
        self.at[seat] = goal
        self.fish[seat] += self.caught(card)
        if card.back:
            rival = self.leader()
            self.count("shoves")
            self.at[rival] = max(0, self.at[rival] - card.back - crew.shove)
            self.tell(f"the {self.holds[rival].name} fall back to {self.at[rival]}")

    def places(self, card):
        """How far a card would take the boat of the seat; the stream helps whoever moves far."""
        return card.places + (self.holds[self.seat].stream if card.places > 1 else 0)

    def goal(self, card):
        """Where the boat comes to lie: before narrows in which another one lies."""
        start, goal = self.at[self.seat], self.at[self.seat]
        for place in range(start + 1, min(start + self.places(card), self.rules.river) + 1):
            taken = self.rules.narrows and place % 5 == 0 and place in self.at
            if taken and place < self.rules.river and not self.holds[self.seat].narrows:
                break
            goal = place
        return goal

    def caught(self, card):
        return card.fish + (self.holds[self.seat].fish if card.fish else 0)

    def drawn(self, card):
        return card.draw + (self.holds[self.seat].draw if card.draw else 0)

    def leader(self):
        """The rival who is ahead of the others; of several the next to move."""
        rivals = [(self.seat + k) % self.players for k in range(1, self.players)]
        return max(rivals, key=lambda seat: self.at[seat])

    def over(self):
        if max(self.at) >= self.rules.river and self.seat == 0:  # all have had their turn
            return "sea"
        return "" if any(self.hand) else "cards_gone"

    def points(self, seat):
        sea = self.rules.sea_points * (self.at[seat] >= self.rules.river)
        return {"way": self.at[seat], "fish": self.fish[seat], "sea": sea}

    def tie(self, seat):
        return len(self.hand[seat])

    def hide(self, seat):
        """What a seat does not see: the deck, and what the others hold."""
        others = [s for s in range(self.players) if s != seat]
        unseen = self.deck + [card for s in others for card in self.hand[s]]
        self.luck.shuffle("unseen", unseen)
        for s in others:
            self.hand[s] = [unseen.pop() for _ in self.hand[s]]
        self.deck = unseen

    def value(self, seat):
        """Points ahead of the best rival; a card in hand is worth something, too."""
        stand = [sum(self.points(s).values()) for s in range(self.players)]
        best = max(points for s, points in enumerate(stand) if s != seat)
        return stand[seat] - best + 0.7 * len(self.hand[seat])

    def features(self, move):
        if move == "rest":
            return {}
        moved, rival = self.goal(move) - self.at[self.seat], self.leader()
        back = min(self.at[rival], move.back + self.holds[self.seat].shove) if move.back else 0
        return {
            "places": moved,
            "sea": moved > 0 and self.goal(move) == self.rules.river,
            "fish": self.caught(move),
            "draw": self.drawn(move),
            "back": back,
            "ahead": self.at[rival] - self.at[self.seat] if back else 0,
        }

    def say(self, move):
        return "rests" if move == "rest" else f"plays {move.name}"
