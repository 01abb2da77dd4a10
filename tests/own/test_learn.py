"""`simulate learn`: a player is taught by self-play, tried on all others, and kept if better."""

import io
from itertools import count
from math import inf
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.stats.intervals import Estimate
from reports.text.player_strength import said_of_players, said_of_rival
from simulate.cli.change import learning as of_command
from simulate.core.errors import InputError
from simulate.own.file.reading import know
from simulate.own.learnt import LearntRung, fits, learnt_of
from simulate.own.luck import mix
from simulate.own.players import Policy
from simulate.pack import load
from simulate.run.teaching import learning
from simulate.run.teaching.choosing import best_of, halved
from simulate.run.teaching.learner import LESSONS, Learner, imitated
from simulate.run.teaching.learning import Wish, teach
from simulate.run.teaching.lessons import Came, LessonTables, settings_of
from simulate.run.teaching.training_evaluation import PROOF, HeldAgainst
from tests.cli.conftest import typed
from tests.own.tables import BRIDGE, FEATURES, MARGINS, SAVERS, STALLS, games, laid, of

pytestmark = pytest.mark.long

LEARNT = "stalls.strategies.toml"
SHORT = ("--games", "1173", "--jobs", "1", "--quiet")
AGAIN = "simulate learn stalls.py --games 1173 --seed 1"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    laid(tmp_path, "stalls", STALLS)
    return tmp_path


def simulate(*words, code=0):
    """What a command prints, on stdout and on stderr."""
    ended = typed(*words, code=code)
    return ended.out + ended.err


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A folder in which Stalls was learnt, and what was printed."""
    folder = tmp_path_factory.mktemp("school")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        laid(folder, "stalls", STALLS)
        return folder, simulate("learn", "stalls.py", *SHORT)


@pytest.fixture
def learnt(school, tmp_path, monkeypatch):
    """Another such folder."""
    for path in school[0].iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_is_learnt_plays_better_and_is_told(learnt, school):
    assert "Written: stalls.strategies.toml" in school[1]
    assert "`sacks` teaches it nothing" in school[1]
    assert "Held against `greedy`, which it had to beat, in 2,400 fresh games: +" in school[1]
    assert "that were tried, the " in school[1]
    found = learnt_of(know("stalls.py").source)
    weights = found.balanced.weights
    assert weights["grain"] > 0 > weights["stones"]
    assert 1 < weights["grain"] / -weights["stones"] < 4  # what they are worth: 2
    rungs = {(rung.rival, rung.players): rung for rung in found.learnt.ladder}
    assert {*rungs} == {(who, n) for who in ("greedy", "random") for n in (2, 3)}
    assert rungs["random", 2].low > 0.6
    _, seats = games("stalls.py", 100, strategy=["balanced", "random"])
    assert of(seats, "balanced", "win_share").mean() > 0.7


def test_the_same_is_learnt_twice(learnt, school, here):
    """In the folder that has it not yet."""
    before = (school[0] / LEARNT).read_text()
    (learnt / LEARNT).unlink()
    again = simulate("learn", "stalls.py", *SHORT)
    assert again.split("players.\n")[1] == school[1].split("players.\n")[1]  # before: seconds
    assert again.endswith(f"To repeat it: delete {LEARNT}, then {AGAIN}\n")
    assert (learnt / LEARNT).read_text() == before


@pytest.mark.long
def test_any_number_of_processes_learns_the_same(learnt, school):
    before = (learnt / LEARNT).read_text()
    (learnt / LEARNT).unlink()
    simulate("learn", "stalls.py", "--games", "1173", "--jobs", "2")
    assert (learnt / LEARNT).read_text() == before


def test_what_is_no_better_is_not_kept(learnt):
    before = (learnt / LEARNT).read_bytes()
    said = simulate("learn", "stalls.py", *SHORT, "--games", "400", "--seed", "2")
    assert "Nothing was written" in said
    assert "balanced before" in said
    assert (learnt / LEARNT).read_bytes() == before
    assert said.endswith("The same again: simulate learn stalls.py --games 368 --seed 2\n")


def test_who_loses_to_a_player_of_the_file_is_not_kept(here, monkeypatch):
    """Nor does it begin from nothing where the file has a plan."""
    text = Path("stalls.py").read_text("utf-8")
    plan = """    WEIGHTS = {"wise": {"grain": 2.0, "stones": -1.0}}\n\n    def setup(self):"""
    Path("stalls.py").write_text(text.replace("    def setup(self):", plan, 1), "utf-8")
    own = know("stalls.py")
    assert of_command._start(own, (2,)) == {"grain": 2.0, "stones": -1.0}
    loses, wins = Estimate(-0.2, -0.3, -0.1, 0.05), Estimate(0.2, 0.1, 0.3, 0.05)
    monkeypatch.setattr(
        "simulate.run.teaching.training_evaluation._over",
        lambda met: loses if met.rival == "wise" else wins,
    )
    said = simulate("learn", "stalls.py", *SHORT, "--games", "400", "--seed", "2")
    assert "Nothing was written: it loses to `wise` of the file." in said
    assert (
        "Held against `wise`, to which it must not lose, in 600 fresh games: -20.0 points" in said
    )
    assert not Path(LEARNT).exists()


def test_what_went_on_from_other_weights_is_not_said_to_come_again(learnt, monkeypatch):
    monkeypatch.setattr(learning.Taught, "is_better", True)
    said = simulate("learn", "stalls.py", *SHORT)
    assert "the same cannot be learnt again" in said
    assert said.endswith(f"From the start: delete {LEARNT}, then {AGAIN}\n")


def test_how_long_it_takes_is_told_before_the_first_lesson(here, monkeypatch):
    monkeypatch.setattr(Learner, "take", lambda *_: pytest.fail("a lesson was over"))
    told = []
    own, wish = know("stalls.py"), Wish((2, 3), {}, 1, inf, 1173, 1)
    with pytest.raises(pytest.fail.Exception):
        teach(own, load(own.name), wish, io.StringIO(), True, told.append)
    [forecast] = told
    assert forecast.lessons > 0 and forecast.proof > 0
    with pytest.raises(pytest.fail.Exception):
        twice = Wish((2, 3), {}, 1, 777, inf, 2)
        teach(own, load(own.name), twice, io.StringIO(), True, told.append)
    assert told[-1].lessons > forecast.lessons  # 777 s, counted and not timed


def after_rounds(*means):
    """A learner of two weights, after rounds that came to these."""
    learner = Learner(["grain", "stones"], [1.0, 1.0], {}, 1)
    for mean in means:
        drawn = np.tile(np.array(mean), (8, 1))
        for _ in range(20):  # until the mean is there
            learner.take(drawn, [[Came(0, 0.0, 0.0)]] * 8)
    return learner


def test_a_weight_that_still_moves_is_told_from_one_that_settled():
    assert after_rounds((1.0, -0.5)).moving() == ()
    assert after_rounds((1.0, -0.5), (1.0, 0.5)).moving() == ("stones",)
    assert after_rounds((1.0, -0.5), (1.0, -0.45), (2.0, -0.9)).moving() == ()  # in units of it


def test_after_few_rounds_nobody_knows_and_all_are_said_to_move(school):
    assert "The weights still moved at the end: more --seconds may make it better." in school[1]


def test_a_file_that_was_changed_is_told_of(learnt):
    fresh = know("stalls.py").source
    assert fits(fresh, learnt_of(fresh))
    assert "duels with random" in " ".join(said_of_players(fresh))
    laid(learnt, "stalls", STALLS.replace('"stones": "stones in it", ', "") + "# changed\n")
    changed = know("stalls.py").source
    assert not fits(changed, learnt_of(changed))
    assert "changed since: `simulate learn stalls.py`" in said_of_players(changed)[-1]
    assert {*load("stalls").strategies["balanced"].weights} == {"grain", "sacks"} - {"sacks"}


def test_who_sat_there_is_told_of_and_not_who_did_not(learnt):
    """Another strategy than the taught one is told by how the taught one does against it."""
    source = know("stalls.py").source
    said = " ".join(said_of_players(source, ["random"]))
    assert said.startswith("`random` played here, and nobody has shown that it plays this game")
    assert "`balanced` learnt on " in said and "duels with random" in said
    said = " ".join(said_of_players(source, ["look_ahead"]))
    assert "duels" not in said and "`balanced` has learnt" in said
    assert said_of_players(source, ["balanced"]) == said_of_players(source)
    assert "duels with random" in said_of_rival(source, "random", ["balanced"])
    assert said_of_rival(source, "look_ahead", ["balanced"]) == ""
    assert said_of_rival(source, "random", ["greedy"]) == ""


def test_nothing_learnt_is_said_plainly(here):
    [said] = said_of_players(know("stalls.py").source)
    assert "Nobody has shown that these players play well" in said


def test_tables_of_one_size_are_learnt_by_themselves(learnt, monkeypatch):
    """Weights for them stand beside those for all; what was proven of other tables stays."""
    monkeypatch.setattr(learning.Taught, "is_better", True)
    simulate("learn", "stalls.py", *SHORT, "--players", "3")
    found = learnt_of(know("stalls.py").source)
    assert {*found.balanced.by_players} == {"3"}
    assert {rung.players for rung in found.learnt.ladder} == {2, 3}
    pack = load("stalls")
    assert pack.weights("balanced", 3) != pack.weights("balanced", 2)


def test_the_best_of_those_tried_is_proven_by_games_that_are_the_same_for_all():
    worth, played = {"a": 0.5, "b": 0.7, "c": 0.6, "d": 0.7, "e": 0.1}, []
    tried = {name: Policy("weights", {"grain": w}) for name, w in worth.items()}

    def play(pupil, others, seed, games):
        [one] = pupil
        played.append((one.weights["grain"], seed, games))
        return [Came(0, one.weights["grain"], 0.0)] * games

    assert halved(tried, [(None,), (None,)], play, 1, 600) == "b"  # as good as d, and before it
    lucks = {(seed, games) for _, seed, games in played}
    assert len(lucks) == 3 and sum(games for *_, games in played) >= 600
    assert [w for w, *_ in played[-4:]] == [0.7] * 4  # those who are left have the most games
    assert not {seed for seed, _ in lucks} & {mix(1 ^ key) >> 1 for key in (PROOF, LESSONS)}
    assert halved({"a": tried["a"]}, [(None,)], play, 1, 600) == "a"


def test_weights_on_the_way_and_players_of_the_file_are_tried(here):
    plan = """    WEIGHTS = {"bold": {"grain": 3.0}}\n\n    def setup(self):"""
    laid(here, "stalls", STALLS.replace("    def setup(self):", plan, 1))
    own = know("stalls.py")
    pack, learner = load(own.name), after_rounds((2.0, -1.0), (1.0, -2.0))
    at = LessonTables(pack, settings_of(own, (2,)))
    taught = {said: Policy("weights", weights) for said, weights in learner.tried().items()}
    met = []

    def play(pupil, others, seed, games):
        met.append((pupil[0].weights, others[0].weights))
        return [Came(0, pupil[0].weights["grain"], 0.0)] * games

    assert best_of(taught, own, pack, at.tables, play, 1, 60)[0] == "`bold` of the file"
    weights = [{"grain": 0.5, "stones": -1.0}, {"grain": 1.0, "stones": -0.5}, {"grain": 3.0}]
    assert [pupil for pupil, _ in met[:9:3]] == weights  # after 40 and 20 rounds, and of the file
    assert [others for _, others in met[:3]] == [weights[0], {"value": 1.0}, {"grain": 3.0}]


def test_where_it_loses_balanced_stays_as_it_was(learnt, monkeypatch):
    """At tables of one size only; what was proven there of who was there is still said."""
    own = know("stalls.py")
    pack, pupil = load(own.name), Policy("weights", {"sacks": 1.0})
    rungs = [
        LearntRung(rival="balanced before", players=n, games=9, won=0.4, low=0.3, high=0.45)
        for n in (2, 3)
    ]
    over = Estimate(0.1, 0.05, 0.15, 0.02)
    held = [HeldAgainst("balanced before", 18, True, over)]
    stays = learning._stays(pack, pupil, rungs, held)
    assert stays == {"2": {"sacks": 0.0} | pack.weights("balanced", 2)}
    fields = {"rounds": 1, "games": 9, "seconds": (1, 1), "idle": (), "moving": ()}
    found = learning.Taught({"sacks": 1.0}, "", 1, **fields, ladder=rungs, held=held, stays=stays)
    wish = Wish((2, 3), {}, 1, inf, 400, 1)
    of_command._write(Path(LEARNT), own, wish, found)
    again = know("stalls.py")
    now = load(again.name)
    assert now.weights("balanced", 3) == {"sacks": 1.0}
    assert now.weights("balanced", 2) == stays["2"]
    assert {*of_command._start(again, (2,))} == {"grain", "stones"}  # to learn for 2 alone
    ladder = learnt_of(again.source).learnt.ladder
    assert {(rung.rival, rung.players) for rung in ladder} == {
        ("greedy", 2), ("random", 2), ("balanced before", 3)
    }  # fmt: skip


def test_without_features_it_learns_what_its_counts_are_worth(here):
    """`value` sees no use in the first coin that is saved, and `COUNTS` has it."""
    counted = SAVERS.replace(
        "    def setup", '    COUNTS = {"kept": "coins saved"}\n\n    def setup'
    )
    counted = counted.replace(
        " += 1\n        self.seat", ' += 1\n            self.count("kept")\n        self.seat'
    )
    laid(here, "savers", counted)
    said = simulate("learn", "savers.py", "--games", "400", "--jobs", "1", "--quiet")
    assert "Written: savers.strategies.toml" in said and "count-kept" in said
    weights = learnt_of(know("savers.py").source).balanced.weights
    assert weights["count-kept"] > 0 and {*weights} == {"value", "count-kept"}
    assert not Policy("weights", weights).quick.weights  # who plays on tries no move on a copy
    _, seats = games("savers.py", 20, strategy=["balanced", "greedy"])
    assert of(seats, "balanced", "score").mean() == 18 and of(seats, "greedy", "score").mean() == 4
    _, seats = games("savers.py", 4, strategy=["look_ahead", "greedy"])
    assert of(seats, "look_ahead", "win_share").mean() == 1


def test_players_who_play_together_learn_together(here):
    laid(here, "bridge", BRIDGE + MARGINS + FEATURES)
    said = simulate("learn", "bridge.py", *SHORT)
    assert "and its rival's on common random numbers" in said
    assert "Written: bridge.strategies.toml" in said  # 1,200 games tell it from who was there


def test_learning_begins_with_what_value_likes(here):
    """Laying a plank is worth more than throwing one, and both more than to rest or talk."""
    own = know(laid(here, "bridge", BRIDGE + MARGINS + FEATURES))
    at = LessonTables(load(own.name), settings_of(own, [2]))
    weights = imitated(at, {"lay": 1.0, "throw": 1.0}, seed=1)
    assert weights["lay"] > weights["throw"] > 0


@pytest.mark.parametrize(
    "broken", ["[learnt", "learnt = 3\n", '[balanced]\nplan = "x"\nfile = "x.py"\n']
)
@pytest.mark.parametrize("command", ["learn", "run"])
def test_a_damaged_file_is_named_with_its_line(here, broken, command):
    (here / LEARNT).write_text(broken)
    said = simulate(command, "stalls.py", code=2)
    assert f"{LEARNT}:1:" in said
    assert "or delete it and type `simulate learn stalls.py`" in said


def test_what_is_no_text_is_named(here):
    (here / LEARNT).write_bytes(b"\xff\xfe")
    assert f"{LEARNT}:1:1: not UTF-8 text" in simulate("learn", "stalls.py", code=2)


def test_a_place_that_cannot_be_written_to_is_told_at_once(here, monkeypatch):
    (here / LEARNT).mkdir()
    monkeypatch.setattr(Learner, "lessons", lambda *_: pytest.fail("it is played before"))
    assert "not a regular file" in simulate("learn", "stalls.py", code=2)


def test_ctrl_c_leaves_nothing(here, monkeypatch):
    def pressed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Learner, "take", pressed)
    assert "Stopped: nothing was learnt" in simulate("learn", "stalls.py", *SHORT, code=130)
    assert not (here / LEARNT).exists()


def test_all_that_is_wrong_is_said_at_once(here):
    without = STALLS.replace("FEATURES =", "_UNUSED =").replace("def features(", "def _unused(")
    laid(here, "plain", without)
    words = ("--players", "4", "--seconds", "0", "--games", "x", "--seed", "-1")
    said = simulate("learn", "plain.py", *words, code=2)
    for part in ("5 problems", "FEATURES", "2, 3 (found 4)", "from 1 to 86,400", 'found "x"', "-1"):
        assert part in said, part
    few = simulate("learn", "stalls.py", "--games", "367", code=2)
    assert "--games 367: must be a whole number from 368" in few  # one round
    assert "give its file" in simulate("learn", "kingdoms", code=2)


def test_an_error_of_the_file_names_its_line(here):
    text = STALLS.replace('return {"grain": move[0]', 'return {"grain": 1 // (self.round - 3)')
    laid(here, "stalls", text)
    said = simulate("learn", "stalls.py", *SHORT, code=1)
    line = text[: text.index("1 // (self")].count("\n") + 1
    assert (
        f"ZeroDivisionError: integer division or modulo by zero (line {line} of stalls.py)" in said
    )


def test_features_that_say_nothing_are_refused(here):
    laid(here, "stalls", STALLS.replace('{"grain": move[0], "stones": move[1], "sacks": 1}', "{}"))
    assert "nothing to learn" in simulate("learn", "stalls.py", *SHORT, code=1)


def test_learnt_weights_of_a_stranger_are_weights_only(here):
    """No choice of a strategy but weighing, so that none brings code along."""
    (here / LEARNT).write_text('[random]\nplan = "x"\nchoice = "python"\nfile = "x.py"\n')
    with pytest.raises(InputError):
        load(know(str(Path("stalls.py"))).name)


def test_how_many_rounds_take_so_long_is_counted_and_not_timed(here, monkeypatch):
    """On a busy machine 20 seconds were one round."""
    own = know("stalls.py")
    at = LessonTables(load(own.name), settings_of(own, own.kind.PLAYERS))
    learner = Learner([*own.kind.FEATURES], [1.0] * len(own.kind.FEATURES), {}, 1)

    def rounds(seconds, games=inf):
        wish = Wish((2, 3), {}, 1, seconds, games, 1)
        return learning.rounds_within(wish, at, learner)

    assert 1 == rounds(0) < rounds(200) < rounds(400)
    assert rounds(inf, 1172) == 2 and rounds(inf, 1173) == 3  # 23 candidates, 16 + 17 + 18 games
    assert rounds(400, 1173) == 3 and rounds(200, 10**9) == rounds(200)  # the less of both


def test_no_clock_ends_the_lessons(monkeypatch):
    """Hours may pass in each of them."""
    hours = count(0.0, 36_000.0)
    monkeypatch.setattr(learning.time, "monotonic", lambda: next(hours))
    school = learning.School.__new__(learning.School)
    school.tables, taken = (), []
    school.results = lambda lessons: lessons
    pupil = SimpleNamespace(round=0, games=lambda n: n, lessons=lambda n: ((), ()))

    def take(*_):
        taken.append(pupil.round)
        pupil.round += 1

    pupil.take = take
    school.teach(pupil, 5)
    assert taken == [*range(5)]
