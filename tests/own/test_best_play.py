"""Best play of small games, held against other ways of solving them."""

import json
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from reports.page import view
from simulate import store
from simulate.own.best import exact, solved
from simulate.own.best.exact import NotSolved, ScriptedLuck, outcomes, solve
from simulate.own.best.solved import best_play, settings_of
from simulate.own.file.reading import know
from simulate.own.table import play_game, prepare
from simulate.pack import load
from tests.own.tables import SHELLS, STALLS, games, laid, of

pytestmark = pytest.mark.long

FOLDER = Path(__file__).parent / "games"

PIG = '''
from simulate.own import Game, rule

class Pig(Game):
    """Roll as long as you dare; a one loses the turn; who has enough wins."""
    RULES = {"goal": rule(20, 5, 200, "points")}
    ENDS = {"goal": "somebody has enough"}
    POINTS = {"banked": "points banked"}
    COUNTS = {"rolls": "rolls made"}

    def setup(self):
        self.bank, self.turn = [0] * self.players, 0

    def moves(self):
        return ["roll", "hold"] if self.turn else ["roll"]

    def play(self, move):
        if move == "roll":
            self.count("rolls")
            pips = self.luck.roll("die", 6)
            self.turn += pips
            if pips > 1:
                return
            self.turn = 0
        self.bank[self.seat] += self.turn
        self.turn = 0
        if not self.over():
            self.seat = (self.seat + 1) % self.players
            self.round += self.seat == 0

    def over(self):
        return "goal" if max(self.bank) >= self.rules.goal else ""

    def points(self, seat):
        return {"banked": self.bank[seat]}
'''

BAGS = '''
from simulate.own import Game

class Bags(Game):
    """Pearls are drawn one by one; the second shark takes the hand."""
    PLAYERS = (1,)
    TOGETHER = True
    SETTINGS = {"level": ("calm", "storm")}
    HOLDS = "divers"
    CARDS = {"divers": {"plain": {}, "rich": {"more": 1}}}
    ENDS = {"filled": "enough", "home": "no dive is left"}
    WINS = ("filled",)

    def setup(self):
        self.banked, self.left = 0, 2
        self.dive()

    def dive(self):
        self.bag, self.hand, self.met = ["pearl"] * 4 + ["shark"] * 2, 0, 0

    def moves(self):
        return ["draw", "up"] if self.hand else ["draw"]

    def play(self, move):
        if move == "up":
            self.banked += self.hand + (self.holds[0].more or 0)
            return self.next()
        token = self.luck.pick("bag", self.bag)
        self.bag.remove(token)
        self.hand += token == "pearl"
        self.met += token == "shark"
        if self.met == 2 or not self.bag:
            self.next()

    def next(self):
        self.left -= 1
        self.dive()

    def over(self):
        if self.banked >= (3 if self.setting.level == "calm" else 6):
            return "filled"
        return "" if self.left else "home"
'''

ROUND = '''
from simulate.own import Game

class Around(Game):
    """Two walk round a pond and may stop; who stops loses."""
    ENDS = {"stopped": "somebody stopped"}
    POINTS = {"win": "won"}

    def setup(self):
        self.place = 0

    def moves(self):
        return ["on", "stop"]

    def play(self, move):
        self.stopped = self.seat if move == "stop" else None
        self.place = (self.place + 1) % 6
        self.seat = 1 - self.seat

    def over(self):
        return "stopped" if self.place and self.stopped is not None else ""

    def points(self, seat):
        return {"win": int(self.stopped == 1 - seat)}
'''


@pytest.fixture(autouse=True)
def forgotten(monkeypatch):
    """Nothing that another test solved is known."""
    monkeypatch.setattr(solved, "_known", {})


def tables(file, strategy="random", **rules):
    own = know(str(file))
    pack = load(own.name).resolve({f"rules.{name}": value for name, value in rules.items()})
    settings = (s | {"strategy": [strategy] * s["players"]} for s in settings_of(own))
    return [prepare(pack, setting) for setting in settings]


def wins(file, first, second, count=60):
    """The part of the wins of the first of two players, who changes seats with the other."""
    _, seats = games(str(file), count, strategy=[first, second])
    return of(seats, first, "win_share").mean()


def test_nim_is_won_by_the_nim_sum():
    """Bouton 1901: who moves first wins, for 3, 4 and 5 do not cancel out in binary."""
    (table,) = tables(FOLDER / "nim.py")
    found = solve(table)
    assert (found.shares, found.drawn) == ((1.0, 0.0), 0.0)
    # Four of the heaps' counts are told apart by whose turn it is, and by who took the last.
    assert found.positions < 2 * 2 * 4 * 5 * 6
    assert wins(FOLDER / "nim.py", "best", "random") > 0.9
    (table,) = tables(FOLDER / "nim.py", "best")
    assert all(play_game(table, 3, n).game.last == 0 for n in range(20))


def test_tic_tac_toe_is_drawn_and_best_play_never_loses():
    (table,) = tables(FOLDER / "tic_tac_toe.py")
    found = solve(table)
    assert found.shares == (0.5, 0.5) and found.drawn == 1.0
    _, seats = games(str(FOLDER / "tic_tac_toe.py"), 60, strategy=["best", "random"])
    assert of(seats, "best", "win_share").min() == 0.5
    assert of(seats, "best", "win_share").mean() > 0.9


def pig(goal):
    """The chance of who begins, by Gauss-Seidel over the formula of Neller and Presser (2004)."""
    wins = np.zeros((goal, goal, goal))
    for _ in range(300):
        for mine, other in np.ndindex(goal, goal):
            for turn in range(goal - mine - 1, -1, -1):
                on = [1 - wins[other, mine, 0]] + [
                    1.0 if mine + turn + pips >= goal else wins[mine, other, turn + pips]
                    for pips in range(2, 7)
                ]
                hold = 1 - wins[other, mine + turn, 0] if turn else 0.0
                wins[mine, other, turn] = max(sum(on) / 6, hold)
    return wins[0, 0, 0]


def test_pig_is_what_another_way_of_solving_it_finds(tmp_path):
    """A game that comes back to where it was, in which a turn has no end."""
    file = laid(tmp_path, "pig", PIG)
    (table,) = tables(file, goal=8)
    assert solve(table).shares[0] == pytest.approx(pig(8), abs=1e-6)
    assert solve(table).apart == frozenset()


def bags(level, more):
    """By recursion over pearls banked and in hand, and tokens in the bag."""
    need = 3 if level == "calm" else 6

    @cache
    def chance(banked, left, pearls, sharks, hand):
        if banked >= need:
            return 1.0
        if not left:
            return 0.0
        up = chance(banked + hand + more, left - 1, 4, 2, 0) if hand else 0.0
        whole = pearls + sharks
        fails = chance(banked, left - 1, 4, 2, 0)
        pearl = chance(banked, left, pearls - 1, sharks, hand + 1) if pearls else 0.0
        shark = chance(banked, left, pearls, 1, hand) if sharks == 2 else fails
        return max(up, pearls / whole * pearl + sharks / whole * shark)

    return chance(0, 2, 4, 2, 0)


def test_a_game_that_all_win_together_is_solved_in_each_setting_over_all_deals(tmp_path):
    found = [solve(table).shares for table in tables(laid(tmp_path, "bags", BAGS))]
    wanted = [np.mean([bags(level, more) for more in (0, 1)]) for level in ("calm", "storm")]
    assert np.allclose(np.ravel(found), wanted, atol=1e-9)


def test_chance_is_tried_whole():
    def act(luck):
        deck = luck.shuffle("deck", ["a", "a", "b"])
        return SimpleNamespace(
            seen=(*deck, luck.roll("die", 2), luck.chance("rain", 0.25), luck.chance("sun", 1.0))
        )

    found = list(outcomes(act))
    assert sum(likely for likely, _ in found) == pytest.approx(1.0)
    assert len({game.seen for _, game in found}) == len(found) == 3 * 2 * 2
    of_deck = sum(likely for likely, game in found if game.seen[:3] == ("b", "a", "a"))
    assert of_deck == pytest.approx(1 / 3)
    with pytest.raises(NotSolved, match="too many outcomes"):
        ScriptedLuck([]).stream("noise")


def test_what_cannot_be_solved_says_why(tmp_path):
    hidden = laid(tmp_path, "shells", SHELLS)
    with pytest.raises(NotSolved, match="no longer lies on the table"):
        best_play(tables(hidden)[0])
    three = laid(tmp_path, "pig_of_three", PIG.replace("ENDS =", "PLAYERS = (3,)\n    ENDS ="))
    with pytest.raises(NotSolved, match="other than two sides"):
        solve(tables(three, goal=5)[0], most=3)  # before it is played
    with pytest.raises(NotSolved, match="for ever"):
        solve(tables(laid(tmp_path, "around", ROUND))[0])
    with pytest.raises(NotSolved, match=r"more than [0-9,]+ positions"):
        solve(tables(FOLDER / "tic_tac_toe.py")[0], most=500)


def test_what_the_file_looks_at_tells_positions_apart(tmp_path):
    looks = PIG.replace("def over(self):", "def over(self):\n        assert self.round")
    (table,) = tables(laid(tmp_path, "pig_rounds", looks))
    assert exact.told_apart(table.own) == {"round"}


def test_it_is_kept_and_what_is_damaged_is_found_anew(monkeypatch):
    (table,) = tables(FOLDER / "nim.py")
    found = best_play(table)
    file = solved._file(table, solved._mark(table))
    asked = []
    monkeypatch.setattr(exact, "solve", lambda *given: asked.append(given) or solve(*given))

    def again():
        solved._known.clear()
        return best_play(table)

    assert np.array_equal(again().worth, found.worth) and not asked
    file.write_bytes(file.read_bytes()[:-40])
    assert np.array_equal(again().worth, found.worth) and len(asked) == 1
    np.savez(file, keys=found.keys, first_move=found.first_move, worth=found.worth[:-1],
             shares=found.shares, drawn=0.0)  # fmt: skip
    assert again().shares == found.shares and len(asked) == 2


def test_what_was_not_solved_is_tried_again_only_for_longer(monkeypatch):
    asked = []
    monkeypatch.setattr(exact, "solve", lambda *given: asked.append(given) or solve(*given))
    (table,) = tables(FOLDER / "tic_tac_toe.py")
    solved._file(table, solved._mark(table)).unlink(missing_ok=True)
    for most, times in ((300, 1), (300, 1), (200, 1), (400, 2), (40_000, 3), (300, 3)):
        solved._known.clear()
        with suppress(NotSolved):
            best_play(table, most)
        assert len(asked) == times


OXO = """
from simulate.own import Game, switch

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

class Oxo(Game):
    RULES = {"misere": switch(False), "gift": switch(False, "A draw is won by seat 1.")}
    ENDS = {"line": "three in a row", "full": "the board is full"}
    POINTS = {"won": "won"}

    def setup(self):
        self.board = [-1] * 9

    def moves(self):
        return [place for place in range(9) if self.board[place] < 0]

    def play(self, move):
        self.board[move] = self.seat
        self.seat = 1 - self.seat

    def over(self):
        return "line" if self.of() >= 0 else "" if -1 in self.board else "full"

    def of(self):
        lines = [{self.board[place] for place in line} for line in LINES]
        return next((owner for line in lines if len(line) == 1 for owner in line if owner >= 0), -1)

    def points(self, seat):
        if (owner := self.of()) < 0:
            return {"won": int(self.rules.gift and seat == 0)}
        return {"won": int((owner == seat) != self.rules.misere)}
"""


def test_a_run_tells_best_play_first_and_findings_hang_on_it(simulate, here):
    file = str(FOLDER / "tic_tac_toe.py")
    ended = simulate("run", file, "--games", "200", "--jobs", "1", "--out", "out")
    manifest = store.open_run(here / "out").manifest
    assert manifest["second"] == "best"
    (known,) = manifest["opinions"]
    assert [round(fact["value"], 6) for fact in known["facts"]] == [0.0, 0.0]
    said = next(line for line in ended.out.splitlines() if "best play" in line)
    assert ended.out.index(said) < ended.out.index("1. ")
    assert re.match(
        r"LOOK  By best play seat [12] wins 50.0% of the games, [0-9.]+% with these players", said
    )  # fmt: skip
    assert "[hangs on who plays]" in ended.out and "[stands]" not in ended.out
    report = json.loads((here / "out/report.json").read_text())
    assert "hangs on who plays" in [one.get("standing") for one in report["findings"]]
    first = report["alerts"][0]["text"]
    assert first.startswith("By best play seat") and "It is solved (" in first
    assert "of the games" in str(view.top(report)["alerts"][0]["head"])  # no number is folded away


def test_what_a_change_does_hangs_on_best_play_of_both_games(simulate, here):
    """Misère or not, best play draws; with draws for seat 1 it wins."""
    (here / "oxo.py").write_text(OXO, "utf-8")
    words = ("run", "oxo.py", "--games", "400", "--jobs", "1", "--set", "strategy=random", "--out")
    for rule, standing, best in (
        ("misere", "hangs on who plays", "0.0"),
        ("gift", "stands", "+50.0"),
    ):
        ended = simulate(*words, rule, "--set", f"rules.{rule}=true")
        (said,) = [line for line in ended.out.splitlines() if "false → true:" in line]
        assert said.startswith(f"1. [{standing}]")
        assert f"the strongest player measured: {best} (" in ended.out.partition(said)[2]
        finding = json.loads((here / rule / "report.json").read_text())["findings"][0]
        assert finding["standing"] == standing


def test_check_tells_what_best_play_comes_to(simulate, here, refused):
    told = simulate("check", FOLDER / "nim.py").out
    assert "best play, 2 players: seat 1 100.0%, seat 2 0.0% (exact, " in told
    data = json.loads(simulate("check", FOLDER / "nim.py", "--json").out)["best_play"]
    assert data[0]["shares"] == [1.0, 0.0] and data[0]["unsolved"] == ""
    hidden = laid(here, "shells", SHELLS)
    said = simulate("check", hidden).out
    assert "best play is not known in 1 setting: what a seat did before no longer lies" in said
    assert "goes with the file of a game" in refused("check", "defenders", "--solve")
    what = "best play is not known: more than"
    many = laid(here, "pig", PIG.replace("rule(20,", "rule(150,"))
    assert "`simulate check pig.py --solve` tries longer" in simulate("check", "pig.py").out
    assert what in simulate("run", many, "--games", "20", "--set", "strategy=best", code=2).err


def test_what_is_found_is_told_before_more_is_looked_for(simulate, here, monkeypatch):
    laid(here, "pig", PIG.replace("    COUNTS", "    PLAYERS = (2, 3)\n    COUNTS"))
    found = iter([SimpleNamespace(shares=(0.5, 0.5), drawn=0.0, positions=7)])

    def tried(table, most):
        assert most == exact.AT_MOST
        if known := next(found, None):
            return known
        raise KeyboardInterrupt

    monkeypatch.setattr("simulate.cli.change.game_file.best_play", tried)
    ended = simulate("check", "pig.py", "--solve", code=130)
    assert "best play, 2 players: seat 1 50.0%, seat 2 50.0% (exact, 7 positions)" in ended.out
    assert ended.err.startswith("every position is tried, which takes minutes a setting")


HITS = """
from simulate.own import Game

class Hits(Game):
    ENDS = {"over": "four rounds were played"}
    POINTS = {"p": "points"}

    def setup(self):
        self.at = [0] * self.players

    def moves(self):
        return ["build", "hit"]

    def play(self, move):
        if move == "build":
            self.at[self.seat] += 1
        else:
            self.at[1 - self.seat] -= 3
        self.seat = 1 - self.seat
        self.round += self.seat == 0

    def over(self):
        return "over" if self.round > 4 else ""

    def points(self, seat):
        return {"p": self.at[seat]}
"""


def test_who_does_not_beat_random_players_is_the_first_line(simulate, here):
    played = ("--games", "40", "--jobs", "1", "--no-second", "--set", "players=2")
    ended = simulate("run", laid(here, "hits", HITS), *played[:-2], "--out", "good")
    strength = store.open_run(here / "good").manifest["strength"]
    assert strength["won"] > 0.9 * strength["games"] and strength["fair"] == strength["games"] / 2
    assert "not shown to beat" not in ended.out
    simulate("run", laid(here, "stalls", STALLS), *played, "--out", "bad")  # whose `value` is 0
    first = json.loads((here / "bad/report.json").read_text())["alerts"][0]
    assert first["level"] == "red"
    assert first["text"].startswith("These players are not shown to beat players that take any")


def test_where_one_may_hit_rivals_it_counts_who_is_ahead(tmp_path):
    """By its own points alone a player would never take any from another."""
    assert wins(laid(tmp_path, "hits", HITS), "greedy", "random") > 0.9
