"""Golden logs are played again word for word, and keep the rules by the referee's reading."""

import json
import shutil

import pytest

from tests import playthroughs
from tests.playthroughs import GAMES, differences

IDS = [f"{game.game}-{game.name}" for game in GAMES]


def stored(game):
    return [json.loads(line) for line in game.lines_file.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_a_stored_game_is_played_again_word_for_word(game):
    assert list(differences(game)) == [], "meant so?  python -m tests.playthroughs --rewrite"


@pytest.mark.parametrize("game", [g for g in GAMES if g.game == "defenders"])
def test_a_stored_game_keeps_the_rules(game):
    from tests.every_game.adapters import adapter
    from tests.rules.defenders.by_the_rulebook import check

    told = adapter("defenders")
    pack = told.changed_pack(dict(game.rules), told.stand_ins())
    assert check(stored(game), pack.sections) > 30


@pytest.mark.parametrize("game", GAMES[:1], ids=IDS[:1])
def test_a_changed_line_is_noticed(game, tmp_path, monkeypatch):
    shutil.copytree(playthroughs.FOLDER / game.game, tmp_path / game.game)
    monkeypatch.setattr(playthroughs, "FOLDER", tmp_path)
    assert list(differences(game)) == []
    lines = game.lines_file.read_text("utf-8").splitlines()
    lines[20] = lines[20].replace('"n": 20', '"n": 21')
    game.lines_file.write_text("\n".join(lines) + "\n", "utf-8")
    assert len(list(differences(game))) == 1
    game.story_file.write_text("", "utf-8")
    assert len(list(differences(game))) == 2


def test_every_event_of_a_game_is_met():
    """Together the stored games show most kinds of moves and a foe in play."""
    lines = [line for game in GAMES if game.game == "defenders" for line in stored(game)]
    actions = {line["action"] for line in lines if line["event"] == "move"}
    assert len(actions) >= 12, sorted(actions)
    assert any(line.get("what") == "foe_in_play" for line in lines)
    assert any(line.get("what") == "destroyed" for line in lines)


def test_the_stored_games_of_kingdoms_show_its_chapters():
    """Most kinds of moves, wars and peace, tokens, the Lost Kingdom, the dummy and its compass."""
    lines = [line for game in GAMES if "kingdoms" in game.game for line in stored(game)]
    actions = {line["action"] for line in lines if line["event"] == "move"}
    assert len(actions) >= 24, sorted(actions)
    changed = {line["what"] for line in lines if line["event"] == "effect"}
    assert {"dice", "open", "neutral", "captures", "night", "trigger", "magic"} <= changed
    chances = {line["kind"] for line in lines if line["event"] == "chance"}
    assert {"deal", "roll"} <= chances
    assert any(line["to"] == "white flag" for line in lines if line.get("what") == "dice")


def test_the_stored_games_of_tactics_show_its_chapters():
    """Most kinds of moves, attacks and counters, areas, the Artifact, Solo Enemies, dungeons."""
    lines = [line for game in GAMES if game.game == "tactics" for line in stored(game)]
    actions = {line["action"] for line in lines if line["event"] == "move"}
    assert len(actions) >= 16, sorted(actions)
    changed = {line["what"] for line in lines if line["event"] == "effect"}
    assert {"holder", "flag", "triggered", "bearer", "time", "weakened", "health"} <= changed
    assert {"shuffle", "draw", "roll"} <= {x["kind"] for x in lines if x["event"] == "chance"}
    assert any(line.get("to", "") == "enemy_drawn" for line in lines)
