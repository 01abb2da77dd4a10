"""Lamps: one or two keepers relight lamps that a wind blows out, together; objects on the table."""

from simulate.own import Game, rule, switch


class Lamp:
    def __init__(self, place):
        self.place, self.lit = place, place % 2 == 0


class Lamps(Game):
    PLAYERS = (1, 2)
    TOGETHER = True
    SETTINGS = {"wind": ("mild", "wild")}
    RULES = {"rounds": rule(8, 4, 12, "rounds"), "lamps": rule(5, 3, 9, "lamps"),
             "gusts": switch(True, "Whether the wind blows at all.")}  # fmt: skip
    ENDS = {"bright": "all lamps were lit", "night": "the rounds were over"}
    WINS = ("bright",)
    MARGINS = {"dark": ("lamps out at the end", "low")}

    def setup(self):
        self.lamps = [Lamp(place) for place in range(self.rules.lamps)]

    def moves(self):
        return ["wait", *(lamp.place for lamp in self.lamps if not lamp.lit)]

    def play(self, move):
        if move != "wait":
            self.lamps[move].lit = True
        if self.rules.gusts and self.luck.chance(
            "wind", 0.7 if self.setting.wind == "wild" else 0.4
        ):
            self.luck.pick("gust", self.lamps).lit = False
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        if all(lamp.lit for lamp in self.lamps):
            return "bright"
        return "night" if self.round > self.rules.rounds else ""

    def margins(self):
        return {"dark": sum(not lamp.lit for lamp in self.lamps)}

    def value(self, seat):
        return -self.margins()["dark"]
