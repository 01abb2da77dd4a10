"""Every command over eight own games of different kinds, typed as a designer types them."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.own.tables import laid
from tests.own.test_best_play import BAGS
from tests.own.test_sides import GAME as WOLVES

FOLDER = Path(__file__).parent
BIDS = '''
from simulate.own import Game, rule

class Bids(Game):
    """Both bid in secret for a lot; who bids more pays the bid and has the lot's worth."""
    PLAYERS = (2,)
    RULES = {"worth": rule(5, 2, 9, "coins"), "lots": rule(3, 1, 6, "lots")}
    ENDS = {"sold": "all lots were sold"}
    POINTS = {"coins": "coins"}
    COUNTS = {"spent": "coins spent"}

    def setup(self):
        self.bids, self.coins = [None, None], [0, 0]

    def moves(self):
        return [0, 1, 2, 3, 4]

    def play(self, move):
        self.bids[self.seat] = move
        self.seat = 1 - self.seat
        if None in self.bids:
            return
        if self.bids[0] != self.bids[1]:
            winner = int(self.bids[1] > self.bids[0])
            self.coins[winner] += self.rules.worth - self.bids[winner]
            self.count("spent", winner, by=self.bids[winner])
        self.bids = [None, None]
        self.round += 1

    def over(self):
        return "sold" if self.round > self.rules.lots else ""

    def points(self, seat):
        return {"coins": self.coins[seat]}

    def hide(self, seat):
        for other in (0, 1):
            if other != seat and self.bids[other] is not None:
                self.bids[other] = self.luck.pick("bid", [0, 1, 2, 3, 4])
'''
BAGGED = BAGS.replace("import Game", "import Game, rule").replace(
    "    HOLDS", '    RULES = {"dives": rule(2, 1, 4, "dives")}\n    HOLDS'
).replace("0, 2\n", "0, self.rules.dives\n")  # fmt: skip
STALLS = '''
from simulate.own import Game, cards_from

class Stalls(Game):
    """Each seat holds a stall out of a spreadsheet, and sells what it has or rolls for more."""
    PLAYERS = (2, 3)
    CARDS = cards_from("stalls.csv")
    HOLDS = "stalls"
    ENDS = {"closed": "all have sold twice"}
    POINTS = {"coins": "coins taken"}

    def setup(self):
        self.coins = [0] * self.players

    def moves(self):
        return ["sell", "roll"]

    def play(self, move):
        card = self.holds[self.seat]
        self.coins[self.seat] += card.price if move == "sell" else self.luck.roll("die", card.sides)
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        return "closed" if self.round > 2 else ""

    def points(self, seat):
        return {"coins": self.coins[seat]}
'''
SHEET = "id,price,sides\ntea,3,6\nsilk,5,9\nsalt,2,4\n"


@dataclass(frozen=True)
class Swept:
    """A game with what is asked of it.

    file: a path here, or the text; change: of a rule or a card; target: that it misses, so that
    searches search; fixed: settings that stay; plays: who sits there, quickly.
    """

    name: str
    file: str
    change: str
    target: str
    fixed: tuple[str, ...] = ()
    plays: str = "greedy"

    @property
    def number(self) -> str:
        """What searches may change."""
        return self.change.partition("=")[0]


GAMES = {
    "together": Swept("lamps", "games/lamps.py", "rules.lamps=6", "95-99%",
                      ("--set", "players=2", "--set", "wind=wild")),
    "sides": Swept("wolves", WOLVES, "rules.bites=5", "wolves=40-50%"),
    "hidden": Swept("harbour", "games/harbour.py", "rules.rounds=4", "length=3-4",
                    ("--set", "players=2")),
    "at once": Swept("bids", BIDS, "rules.lots=5", "length=5-6"),
    "alone": Swept("bags", BAGGED, "rules.dives=3", "90-99%", ("--set", "level=storm"),
                   "random"),
    "no cards": Swept("race", "sought/race.py", "rules.rounds=3", "length=2-3"),
    "one number of players": Swept("handicap", "sought/handicap.py", "cards.roles.a.gift=1",
                                   "-8,8"),
    "spreadsheet": Swept("stalls", STALLS, "cards.stalls.silk.price=3", "-10,10",
                         ("--set", "players=2")),
}  # fmt: skip
TUNED = ("lamps", "wolves", "race")  # together, by sides, by points: tuning takes longest
QUIET = ("--jobs", "1", "--quiet")
SURE = ("--no-second", *QUIET)


@pytest.fixture(params=GAMES, ids=[name.replace(" ", "_") for name in GAMES])
def swept(request, here):
    """A game in the folder in which commands are typed."""
    game = GAMES[request.param]
    is_path = game.file.endswith(".py")
    laid(here, game.name, (FOLDER / game.file).read_text("utf-8") if is_path else game.file)
    (here / "stalls.csv").write_text(SHEET, "utf-8")
    return game


def read(folder, name="report.json"):
    return json.loads((folder / name).read_text("utf-8"))


@pytest.mark.long
def test_a_game_is_played_told_and_kept(swept, here, simulate):
    file = f"{swept.name}.py"
    simulate("check", file)
    who = ("--set", f"strategy={swept.plays}", "--no-second")
    words = ("run", file, *swept.fixed, *who, "--games", "60")
    simulate(*words, "--target", swept.target, *QUIET, "--out", "one")
    simulate(*words, "--target", swept.target, "--jobs", "2", "--quiet", "--out", "two")
    assert (here / "one/report.json").read_bytes() == (here / "two/report.json").read_bytes()
    before = (here / "one/report.json").read_bytes()
    simulate("run", "--resume", "one", "--allow-code", *QUIET)
    simulate("report", "one")
    assert (here / "one/report.json").read_bytes() == before
    simulate("runs", "one", "--verify")
    simulate("export", "one", "it.xlsx")
    assert (here / "it.xlsx").stat().st_size > 1_000
    first = simulate("replay", "one", "--game", "3", "--cell", "0", "--allow-code").out
    assert first and first == simulate("replay", file, "--run", "one", "--game", "3",
                                       "--cell", "0").out  # fmt: skip
    if "CARDS" in (here / file).read_text("utf-8"):
        simulate("cards", "export", file, "cards.csv")
        sheets = [each.read_text("utf-8") for each in here.glob("cards.*csv")]
        assert any(len(sheet.splitlines()) > 2 for sheet in sheets)


@pytest.mark.long
def test_a_change_is_compared_and_searches_search(swept, here, simulate):
    file = f"{swept.name}.py"
    words = (*swept.fixed, "--set", f"strategy={swept.plays}")
    simulate("compare", file, *words, "--set", swept.change, "--games", "60", *SURE,
             "--out", "both")  # fmt: skip
    assert read(here / "both")["findings"]
    simulate("sensitivity", file, swept.number, *words, "--games", "40", *QUIET, "--out", "moves")
    assert swept.number in json.dumps(read(here / "moves"))
    for verb in ("advise", "tune") if swept.name in TUNED else ("advise",):
        budget = ("--budget", "1000") if verb == "tune" else ()
        simulate(verb, file, swept.number, *words, "--target", swept.target, "--games", "40",
                 *budget, *SURE, "--out", verb)  # fmt: skip
        assert read(here / verb)["findings"]


@pytest.mark.long
def test_players_are_ranked_and_one_learns(swept, simulate, here):
    file = f"{swept.name}.py"
    simulate("ladder", file, *swept.fixed, "--set", "strategy=balanced,random", "--games", "12",
             *QUIET, "--out", "steps")  # fmt: skip
    assert read(here / "steps")["findings"]
    text = (here / file).read_text("utf-8")
    learns = "FEATURES" in text or "COUNTS" in text or "WEIGHTS" in text
    ended = simulate("learn", file, "--games", "400", *QUIET, code=0 if learns else 2)
    assert ended.out if learns else "FEATURES: is missing" in ended.err
