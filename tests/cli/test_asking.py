"""`simulate edit`: the numbers of a printed game; `--card`: a card of one's own."""

import io
import json
import sys

import pytest

from simulate.cli.shared import this_pack
from simulate.core.errors import InputError
from simulate.pack import catalogue, configs, load, load_folder, sources
from simulate.pack.edit import asking, stub
from tests.marks import long_but

pytestmark = pytest.mark.long

GAMES = catalogue.names()


@pytest.fixture
def ask(simulate, monkeypatch):
    """Answers, a line each, piped into `simulate edit`."""

    def run(*answers, words=("mine", "--no-play"), code=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{a}\n" for a in answers)))
        return simulate("edit", *words, code=code)

    return run


def first(pack, kind):
    return next(q for q in asking.questions(pack) if type(q.value) is kind)


def test_every_guess_is_asked_once_the_most_telling_first(monkeypatch):
    pack = load("defenders")
    told = {"cards.heroes.cleric.abilities.heal.points": 1.5, "rules.gates_apart": 3.0}
    monkeypatch.setattr(configs, "telling", lambda game: told)
    paths = [question.path for question in asking.questions(pack)]
    assert paths[:2] == ["rules.gates_apart", "cards.heroes.cleric.abilities.heal.points"]
    assert len(paths) == len(set(paths))
    for path in paths:
        assert sources.kind(pack.source_of(path)) in sources.GUESSES
    assert "cards.heroes.ranger.health" not in paths  # cited


def test_what_a_run_would_settle_most_by_comes_before_all_else():
    pack = load("defenders")
    asked = [question.path for question in asking.questions(pack)]
    number = "cards.heroes.cleric.abilities.heal.points"
    ability = next(path for path in reversed(asked) if path.endswith(asking.EFFECTS))
    wanted = [ability.removesuffix(asking.EFFECTS), number, "cards.heroes.nobody"]
    paths = [question.path for question in asking.questions(pack, wanted=wanted)]
    inside = [path for path in asked if path.startswith(f"{wanted[0]}.")]
    assert paths[: len(inside) + 1] == [*inside, number] and sorted(paths) == sorted(asked)


def test_the_last_run_here_says_what_to_ask_first(simulate, here):
    """Of the game that is edited, and only from a report that says so."""
    words = ["--games", "100", "--jobs", "1", "--set", "strategy=quick"]
    simulate("run", "defenders", *words, "--set", "players=2", "--set", "horde=easy")
    report = next((here / "runs").glob("*/report.json"))
    told = json.loads(report.read_text("utf-8"))
    fact = {"metric": "settles", "where": {"number": "rules.gates_apart"}, "value": 0.7}
    told["facts"] += [fact, fact | {"where": {"number": "rules.b"}, "value": 0.2}]
    report.write_text(json.dumps(told), "utf-8")
    assert this_pack.settling("defenders") == ["rules.gates_apart", "rules.b"]
    assert this_pack.settling("kingdoms") == []
    report.write_text("[]", "utf-8")
    assert this_pack.settling("defenders") == []


SETTLING = {
    "kingdoms": [f"rules.tower_points.level_{level}" for level in (3, 4, 5, 6)],
    "dungeons": [
        *(f"cards.torch.act_2.starts.heroes_{heroes}" for heroes in (2, 3, 4)),
        *(f"cards.dungeon.{room}.goblin" for room in ("library", "graveyard", "treasury")),
        *(f"cards.dungeon.{room}.goblin" for room in ("lever_room", "witchs_kitchen")),
    ],
    "tactics": [
        *(f"rules.{icon}_faces" for icon in ("knock_back", "miss", "power")),
        "rules.control_rounds",
    ],
}


@pytest.mark.parametrize("game", SETTLING)
def test_what_settles_most_is_asked_before_all_else(game):
    paths = [question.path for question in asking.questions(load(game))]
    assert sorted(paths[: len(SETTLING[game])]) == sorted(SETTLING[game])


@pytest.mark.parametrize("game", GAMES)
def test_what_was_measured_to_tell_is_a_guess_of_the_game(game):
    asked = {question.path for question in asking.questions(load(game))}
    assert set(configs.telling(game)) <= asked


def test_an_answer_is_written_with_its_source_and_never_asked_again(ask, mine):
    pack = load_folder(mine, "mine")
    number = asking.questions(pack)[0]
    other = number.value - 1 if number.value > 1 else number.value + 1
    out = ask(other, "q").out
    assert f"written: {number.path} = {other}, cited: read off my copy" in out
    assert "1 value answered" in out and "go on: `simulate edit mine`" in out
    after = load_folder(mine, "mine")
    assert after.value(number.path) == other
    assert after.source_of(number.path) == asking.READ_OFF
    left = [question.path for question in asking.questions(after)]
    assert left == [q.path for q in asking.questions(pack) if q.path != number.path]


def test_what_is_as_it_says_is_known_then_and_loses_its_range(ask, mine):
    pack = load_folder(mine, "mine")
    ranged = next(iter(pack.ranges()))
    ask("=", words=("mine", ranged, "--no-play"))
    after = load_folder(mine, "mine")
    assert after.value(ranged) == pack.value(ranged)
    assert after.source_of(ranged) == asking.READ_OFF
    assert ranged not in after.ranges() and len(after.ranges()) == len(pack.ranges()) - 1


CALL = "cards.heroes.druid.abilities.natures_call.effects"


def test_what_an_ability_does_is_asked_last_and_written_whole(ask, mine):
    """What single numbers in it were said to be is gone: all of it was read off the card."""
    pack = load_folder(mine, "mine")
    kinds = [isinstance(question.value, list) for question in asking.questions(pack)]
    assert kinds == sorted(kinds) and 15 < sum(kinds) < len(kinds)
    other = "heal who=self amount=2 + brace where=here amount=1"
    ended = ask("", "heel amount=2", "amount=2", "?", other, words=("mine", CALL, "--no-play"))
    assert "here lower_threat where=adjacent amount=1, a guess; typed as shown" in ended.out
    assert "did you mean `heal`?" in ended.err and "start with an effect" in ended.err
    assert "`simulate list effects defenders`" in ended.out
    assert f"written: {CALL} = {other}, cited: read off my copy" in ended.out
    after = load_folder(mine, "mine")
    assert asking.told(after.value(CALL)) == other
    assert {after.source_of(f"{CALL}{part}") for part in ("", ".0.amount")} == {asking.READ_OFF}
    assert not any(question.path.startswith(CALL) for question in asking.questions(after))


def test_an_ability_is_asked_with_the_number_that_was_just_read_off(ask, mine):
    ask("2", "=", words=("mine", CALL, "--no-play"))
    assert load_folder(mine, "mine").value(CALL)[0]["amount"] == 2


@pytest.mark.parametrize("game", long_but({"defenders"}, GAMES))
def test_every_ability_that_is_a_guess_can_be_confirmed(game, simulate, here):
    """One by one, on the pack as shipped: the text that is written holds the same game."""
    pack = load(game)
    asked = [q for q in asking.questions(pack) if isinstance(q.value, list)]
    assert asked
    for question in asked[::5]:  # all of them went through once, by hand
        assert asking.parsed(question, asking.told(question.value)) == question.value
        assert asking.answered(pack, question, question.value)


def test_what_a_designer_set_or_invented_is_not_asked(simulate, mine):
    pack = load_folder(mine, "mine")
    path = "cards.heroes.cleric.abilities.heal.points"
    before = {question.path for question in asking.questions(pack)}
    simulate("edit", "mine", "Warm Blanket", "--card", "artifact", "--like", "spear_of_valor")
    cards = mine / "cards.toml"
    text = cards.read_text("utf-8").replace('"action"\npoints = 2', '"action"\npoints = 1', 1)
    cards.write_text(text, "utf-8")
    after = {question.path for question in asking.questions(load_folder(mine, "mine"))}
    assert before - after == {path} and after < before


def test_a_wrong_answer_is_said_and_asked_again(ask, mine):
    before = (mine / "rules.toml").read_text("utf-8")
    words = ("mine", "rules.gates_apart", "--no-play")
    ended = ask("9", "three", "?", "", words=words)
    assert "must be a whole number from 1 to 3" in ended.err
    assert "answer a whole number" in ended.err
    assert "why this guess:" in ended.out
    assert (mine / "rules.toml").read_text("utf-8") == before


def test_who_leaves_or_is_silent_changes_nothing(ask, mine):
    before = {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()}
    ask("q")
    ask()  # the end of what was piped
    assert {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()} == before


def test_a_pattern_that_names_nothing_is_refused(ask, refused, mine):
    assert "names nothing of mine" in refused("edit", "mine", "cards.heros", "--no-play")
    assert "there is no such folder" in refused("edit", "yours")


@pytest.mark.parametrize("game", long_but({"defenders"}, GAMES))
def test_every_guess_of_a_game_can_be_confirmed(simulate, monkeypatch, here, game):
    """Twenty of them: each reads the whole pack again."""
    simulate("new", game, "mine")
    monkeypatch.setattr(sys, "stdin", io.StringIO("=\n" * 20))
    assert "20 values answered" in simulate("edit", "mine", "--no-play").out
    assert load_folder(here / "mine", "mine").is_like(load(game))


@pytest.mark.long
def test_what_changed_in_the_findings_is_told(ask, mine):
    words = ("mine", "rules.gates_apart", "--games", "100", "--jobs", "1", "--set", "players=2")
    out = ask("2", words=(*words, "--set", "horde=medium")).out
    assert "as shipped and with your answers" in out
    assert out.rstrip().endswith("report.html")


# A card of one's own


@pytest.mark.parametrize("game", long_but({"defenders"}, GAMES))
def test_a_card_can_be_added_wherever_a_game_takes_one(simulate, here, game):
    simulate("new", game, "mine")
    added = 0
    for kind in stub.kinds(load(game)):
        name = f"Blanket of {kind}"
        file, text, path = stub.with_card(load_folder(here / "mine"), kind, name, None)
        before = (here / "mine" / file).read_text("utf-8")
        (here / "mine" / file).write_text(text, "utf-8")
        try:
            pack = load_folder(here / "mine", "mine")
        except InputError:  # the game has just so many of them
            (here / "mine" / file).write_text(before, "utf-8")
            continue
        assert pack.value(f"{path}.name") == name
        assert pack.source_of(f"{path}.name").startswith("designer: begun as ")
        added += 1
    assert added >= 1


def test_new_adds_a_card_to_a_pack(simulate, mine):
    out = simulate("edit", "mine", "Warm Blanket", "--card", "artifact").out
    assert "cards.artifacts.warm_blanket stands at the end of cards.toml" in out
    said = simulate("check", "mine").out
    assert "a valid pack" in said and "warm_blanket.name:" in said
    simulate("edit", "mine", 'The "Night" Watch', "--card", "heroes", "--like", "paladin")
    pack = load_folder(mine, "mine")
    assert pack.value("cards.heroes.the_night_watch.health") == 5


def test_a_card_that_does_not_fit_is_refused_and_nothing_is_written(refused, mine):
    assert "did you mean `artifacts`" in refused("edit", "mine", "X", "--card", "artfact")
    said = refused("edit", "mine", "Boots of Zephyr", "--card", "artifact", "--like", "bots")
    assert "2 problems" in said and "already" in said and "has no such card" in said
    assert "no card can be added here" in refused("edit", "mine", "X", "--card", "region")
    assert "goes with --card" in refused("edit", "mine", "--like", "paladin")
    assert "there is no such folder" in refused("edit", "nowhere", "X", "--card", "hero")
