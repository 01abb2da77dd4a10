"""A pack that knows its question: `game.toml`, and commands of two words in its folder."""

import json
import re
import shlex

import pytest

from simulate.experiment import RunRequest, load
from simulate.experiment.question import in_short
from simulate.pack import catalogue
from tests.cli.test_packs import edit
from tests.marks import crossed, long_but

pytestmark = pytest.mark.long

QUESTION = """\
game = "defenders"
games = 40

[fixed]
players = 3
horde = "medium"
strategy = "quick"

[[target]]
low = 0.50
high = 0.60
"""


@pytest.fixture
def inside(mine, monkeypatch):
    """A pack with a question, in whose folder commands are typed."""
    (mine / "game.toml").write_text(QUESTION, "utf-8")
    monkeypatch.chdir(mine)
    return mine


@pytest.mark.long
@pytest.mark.parametrize("game", catalogue.names())
def test_each_level_of_the_usual_experiment_can_be_what_is_asked(simulate, here, game):
    """What the game's own experiment expects of other levels does not stand in the way."""
    simulate("new", game, "mine")
    crossed = [axis for axis in load(RunRequest(game)).axes if axis.crossed]
    for name, level in [(axis.name, level) for axis in crossed for level in axis.levels]:
        text = f'game = "{game}"\n\n[fixed]\n{name} = {json.dumps(level)}\n'
        (here / "mine" / "game.toml").write_text(text, "utf-8")
        simulate("check", "mine")


def test_a_target_of_the_question_itself_must_be_of_a_level_that_is_played(inside, refused):
    with (inside / "game.toml").open("a", encoding="utf-8") as file:
        file.write('where = { horde = "easy" }\n')
    assert '`horde` is never "easy"' in refused("run")


def test_no_more_words_are_needed(merge, inside):
    for words in (["run"], ["advise"], ["tune", "rules"], ["sensitivity", "cards.heroes"]):
        parts = merge(*words)
        assert parts["players"] == (3, "game.toml") and parts["horde"] == ("medium", "game.toml")
        assert parts["strategy"] == ("quick", "game.toml") and parts["pack"][0] == "."
        value, whence = parts["target"]
        assert [(band["low"], band["high"]) for band in value] == [(0.5, 0.6)]
        assert whence == "game.toml"
    assert merge("run")["games"] == (40, "game.toml")


def test_what_is_typed_comes_before_and_what_is_set_for_the_folder_behind(merge, inside):
    (inside / "simulate.toml").write_text("games = 90\nstrategy = 'random'\n", "utf-8")
    parts = merge("run", "--set", "players=2", "--target", "10-20%", "--until", "settled")
    assert parts["players"] == (2, "option") and parts["until"] == ("settled", "option")
    assert parts["strategy"] == ("quick", "game.toml")
    assert [band["low"] for band in parts["target"][0]] == [0.1]
    assert merge("run", "levels")["players"][1] != "game.toml"  # a question of its own
    assert merge("run", "defenders")["pack"] == (None, "default")  # the shipped game, by name


def test_from_outside_the_folder_is_enough(merge, inside, monkeypatch):
    monkeypatch.chdir(inside.parent)
    for words in (
        ["run", "mine"],
        ["run", "--pack", "mine"],
        ["run", "defenders", "--pack", "mine"],
    ):
        assert merge(*words)["players"] == (3, "game.toml")
    assert merge("advise", "mine", "rules")["strategy"] == ("quick", "game.toml")


def test_it_is_taken_on_both_sides_of_a_change(simulate, inside):
    edit(inside / "cards.toml", 'name = "Paladin"\nhealth = 5', 'name = "Paladin"\nhealth = 4')
    simulate("compare", "--set", "seed=1", code=2)
    first = simulate("compare", "-q", "-j", "1")
    assert "Paladin" in first.out and "the only setting" in first.out
    before = json.loads((inside / "runs/compare-1/before/manifest.json").read_text("utf-8"))
    words = shlex.split(before["command"])
    assert "players=3" in words and "horde=medium" in words and "--pack" not in words


def test_a_comparison_plays_the_shipped_game_once(simulate, inside):
    """As one of its sides, and not beside the other: there are games enough for both."""
    edit(inside / "cards.toml", 'name = "Paladin"\nhealth = 5', 'name = "Paladin"\nhealth = 1')
    told = simulate("compare", "-q", "-j", "1", "--games", "600").out
    assert {path.name for path in (inside / "runs/compare-1/after").iterdir()} >= {"games"}
    assert not (inside / "runs/compare-1/after/shipped").exists()
    typed = [text for text in told.split("`") if text.startswith("simulate compare ")]
    assert all("--pack" not in text and "--seed" not in text for text in typed)


def test_the_last_run_stands_beside_the_one_before(simulate, inside):
    simulate("run", "-q", "-j", "1", "--no-second")
    edit(inside / "cards.toml", 'name = "Paladin"\nhealth = 5', 'name = "Paladin"\nhealth = 4')
    simulate("run", "-q", "-j", "1", "--no-second", "--no-shipped")
    (inside / "runs/broken").mkdir()
    (inside / "runs/broken/manifest.json").write_text("{", "utf-8")
    ended = simulate("compare")
    assert ended.err == "The last run beside the one before: runs/default-1, runs/default-2\n"
    assert "Paladin" in ended.out


def test_printed_commands_leave_out_what_the_pack_says(simulate, inside):
    ended = simulate("run", "-q", "-j", "1", "--no-second", "--games", "300")
    typed = [text for text in ended.out.split("`") if text.startswith("simulate ")]
    asking = [shlex.split(text) for text in typed if text.split()[1] in ("advise", "sensitivity")]
    assert asking
    for words in asking:
        assert len(words) <= 4 and not {"--set", "--pack", "--target"} & {*words}


def test_a_shortened_command_asks_the_same(inside):
    request = RunRequest(None, ".", sets=["horde=easy"], games="70")
    experiment = load(request)
    assert experiment.unsaid is not None and "--set players=3" in experiment.unsaid
    words = [("--pack", "."), ("--games", "70"), ("--seed", "1"), ("--set", "horde=easy"),
             ("--set", "players=3"), ("--target", "50-60%"), ("--set", "players=2")]  # fmt: skip
    short = in_short("run", "defenders", words, experiment.unsaid)
    assert short == "simulate run --games 70 --set horde=easy --set players=2"
    other = in_short("run", "defenders", [("--pack", "tactics")], experiment.unsaid)
    assert other == "simulate run ./tactics"  # a folder that is called like a game
    assert (
        in_short("run", "defenders/cards", words[:1], ()) == "simulate run defenders/cards --pack ."
    )
    assert in_short("run", "defenders", words[:2], None).endswith("defenders --pack . --games 70")
    aimed = load(RunRequest(None, ".", band="40-50%"))
    assert aimed.unsaid is not None and "--target" not in aimed.unsaid


WRONG = [
    ("playrs = 3", "unknown key `playrs`"),
    ("variant = []", "belongs in an experiment file"),
    ("games = 'x'", "`games` must be a whole number"),
    ("[fixed]\nplayer = 3", "did you mean `players`?"),
    ("[fixed]\nplayers = 9", "`players` cannot be 9 (allowed: 1, 2, 3, 4)"),
    ("[fixed]\nstrategy = 'qick'", "did you mean `quick`?"),
    ("[fixed]\nplayers = [2, 3]", "a list belongs in [factors]"),
    ("[factors]\nplayers = 2", "a single value belongs in [fixed]"),
    ("[[target]]\nlow = 0.9\nhigh = 0.4", "`low` must be below `high`"),
    ("[[target]]\nlow = 0.2\nhigh = 0.4\nwhere = { horde = 'esy' }", "did you mean `easy`?"),
    ("fixed = 3", "`fixed` must be"),
    ("games = ", "broken TOML"),
]
SAID_BY = [["run"], ["check", "."], ["advise"], ["compare"]]


@pytest.mark.parametrize(("words", "wrong"), crossed(SAID_BY, WRONG))
def test_what_is_wrong_is_said_once_with_its_place(simulate, inside, words, wrong):
    text, said = wrong
    (inside / "game.toml").write_text(f'game = "defenders"\n{text}\n', "utf-8")
    message = simulate(*words, code=2).err
    assert said in message and message.count(said) == 1
    place = "./game.toml:" if words[0] == "check" and "./game.toml" in message else "game.toml:"
    assert place in message and not (inside / "runs").exists()


NAMED = 'game = "defenders"\n'
FAULTS = {
    "noise": (bytes(range(128, 256)), ["not UTF-8 text"]),
    "UTF-16": (f"{NAMED}games = 40\n".encode("utf-16"), ["not UTF-8 text"]),
    "nothing": (b"", ["`game` is missing"]),
    "all at once": (
        f'{NAMED}games = "many"\nplayrs = 3\n[fixed]\nplayers = 9\nhorde = "esy"\n'
        "[[target]]\nlow = 0.9\nhigh = 0.2\n".encode(),
        ["`games` must be", "unknown key `playrs`", "`players` cannot be 9", "mean `easy`?"],
    ),
    "another game, too": (
        b'game = "tactics"\ngames = "many"\n',
        ["belongs to the game `defenders` (found `tactics`)", "`games` must be"],
    ),
}
ASKING = ("run", "compare", "advise", "tune", "sensitivity", "ladder", "replay", "check .")


@pytest.mark.parametrize("fault", long_but({"all at once"}, FAULTS))
def test_every_command_tells_all_that_is_wrong_at_once(simulate, inside, fault):
    content, said = FAULTS[fault]
    (inside / "game.toml").write_bytes(content)
    before = sorted(inside.iterdir())
    for words in ASKING:
        told = simulate(*words.split(), code=2).err
        for text in said:
            assert told.count(text) == 1 and "game.toml:" in told, (words, text, told)
    assert "there are no runs" in simulate("runs").out  # which asks nothing
    assert sorted(inside.iterdir()) == before


def test_without_a_target_of_ones_own_a_search_takes_the_wishes_of_the_game(simulate, inside):
    (inside / "game.toml").write_text(NAMED, "utf-8")
    told = simulate("advise", "--dry-run").err
    assert "no target is named; the search uses those of `defenders/default`" in told


def test_a_byte_order_mark_is_no_fault(merge, inside):
    text = (inside / "game.toml").read_text("utf-8")
    (inside / "game.toml").write_text(text, "utf-8-sig")
    assert merge("run")["players"] == (3, "game.toml")


def test_a_ladder_is_of_the_setting_that_is_asked(merge, inside):
    parts = merge("ladder")
    assert parts["players"] == (3, "game.toml") and parts["horde"] == ("medium", "game.toml")
    assert "quick" in parts["strategy"][0] and parts["strategy"][1] == "option"
    assert parts["games"] == (400, "option"), "of a run, not of each strategy"
    assert merge("ladder", "--set", "players=2")["players"] == (2, "option")


@pytest.mark.long
def test_a_game_is_told_of_the_last_run_or_of_the_setting_that_is_asked(simulate, inside):
    (inside / "game.toml").write_text(QUESTION.replace("players = 3", "players = 2"), "utf-8")
    told = simulate("replay")
    assert told.err == "" and "(seat 2" in told.out and "(seat 3" not in told.out
    simulate("run", "-q", "-j", "1", "--no-second")
    simulate("ladder", "-q", "-j", "1", "--games", "20", "--set", "strategy=random,idle")
    last = simulate("replay")
    assert last.err.startswith("The last run: runs/default-1\nthe closest game: cell 0, game ")
    assert simulate("replay", "--game", "3").err == "The last run: runs/default-1\n"
    other = simulate("replay", "--set", "players=4")
    assert other.err == "" and "(seat 4" in other.out
    assert "(seat 3" in simulate("replay", "defenders").out  # the shipped game, by name


def test_what_is_listed_is_of_this_pack(simulate, inside):
    edit(inside / "cards.toml", 'name = "Paladin"', 'name = "Old Paladin"')
    assert "Old Paladin" in simulate("list", "cards").out
    assert "Old Paladin" not in simulate("list", "cards", "defenders").out
    assert "kingdoms" in simulate("list", "games").out


@pytest.mark.parametrize("game", catalogue.names())
def test_a_copy_has_one_in_which_nothing_is_asked_yet_and_all_can_be(simulate, here, game):
    simulate("new", game, "copy")
    plain, copied = load(RunRequest(game)), load(RunRequest(None, "copy"))
    assert copied.as_data() == plain.as_data()
    file = here / "copy" / "game.toml"
    text = file.read_text("utf-8").replace("# [[target]]", "[[target]]")
    text = re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE)
    file.write_text(text.replace("confirm_with =", "# confirm_with ="), "utf-8")
    asked = load(RunRequest(None, "copy"))
    assert asked.games == 2000 and all(not axis.crossed for axis in asked.axes)
    assert [band.high for band in asked.bands] in ([0.6], [0.02])
