"""What a person decided is his: no guess of ours, not cited, and nothing that a pack draws."""

import pytest

from analysis.data import provenance
from simulate.experiment import RunRequest
from simulate.experiment import load as loaded
from simulate.experiment.plan import build
from simulate.pack import cards as card_file
from simulate.pack import catalogue, load, load_folder
from simulate.pack.edit import asking, edited, guessed, stub
from simulate.pack.edit.steps import steps
from simulate.pack.reading import files
from simulate.pack.sheets import card_sheets, rewritten
from simulate.pack.sheets.card_changes import CardChange
from simulate.pack.sources import GUESSES, SOURCE_KINDS, kind
from simulate.pack.text.document import read
from simulate.pack.text.formats import headed, resourced
from tests.marks import long_but

pytestmark = pytest.mark.long

GAMES = catalogue.names()
WHY = edited.designer("tried here")


def laid(folder, pack, texts):
    folder.mkdir(exist_ok=True)
    for name in files(pack.game):
        text = texts.get(name) or read(pack.folder / name).text
        text = headed(text, pack.game) if name == "rules.toml" else text
        (folder / name).write_text(text, "utf-8")
    return load_folder(folder)


def counted(pack):
    parts = pack.provenance()
    parts = [parts["rules"], *parts["cards"].values()]
    return {each: sum(part.get(each, 0) for part in parts) for each in SOURCE_KINDS}


def guesses(pack):
    return sum(counted(pack)[each] for each in GUESSES)


def kinds_of_values(pack):
    """A changed value of each kind and of each source: number, switch, word, a whole list."""
    found = {}
    for step in steps(pack, ["rules", "cards"]):
        if pack.try_resolve({step.path: step.after})[0] is None:
            continue
        place = step.path.partition(".")[0]
        found.setdefault((place, type(step.after), kind(pack.source_of(step.path))), step)
        if len(found) > 8:
            break
    changes = {step.path: step.after for step in found.values()}
    return changes | dict([next(effects(pack))])


def effects(pack):
    """A list of effects that is made longer or shorter as a whole."""
    for section, name, card in card_file.each_card(pack.sections):
        for ability, entry in (card.get("abilities") or {}).items():
            path = f"cards.{section}.{name}.abilities.{ability}.effects"
            was = entry.get("effects") if isinstance(entry, dict) else None
            after = [*was, *was[:1]] if was and len(was) > 1 else was
            for each in (after, [*(was or []), *(was or [])[:1]], (was or [])[:1]):
                if was and each != was and pack.try_resolve({path: each})[0] is not None:
                    yield path, each
    number = next(s for s in steps(pack, ["cards"]) if pack.try_resolve({s.path: s.after})[0])
    yield number.path, number.after


def is_his(before, after, path):
    """Whether it is told as decided, is no guess more, and no pack that is drawn has another."""
    assert kind(after.source_of(path)) == "designer"
    assert guesses(after) <= guesses(before)
    assert counted(after)["designer"] >= 1
    if path.startswith("cards."):
        section, name = path.split(".")[1:3]
        drawn = {each.path for each in guessed.of_card(after, f"cards.{section}.{name}")}
    else:
        drawn = {rule.path for rule in after.rules.values() if kind(rule.source) in GUESSES}
    assert not any(f"{path}.".startswith(f"{p}.") or p.startswith(f"{path}.") for p in drawn)
    assert not any(p == path or p.startswith(f"{path}.") for p in after.ranges())


@pytest.mark.parametrize("game", long_but(["defenders"], GAMES))
def test_whatever_writes_a_value_makes_it_his_and_back_it_is_as_shipped(game, tmp_path):
    """Advice, a spreadsheet and an editor; a number, a switch, a word, a list; each source."""
    pack = load(game)
    for number, (path, value) in enumerate(kinds_of_values(pack).items()):
        place = tmp_path / str(number)
        advised = laid(place, pack, edited.texts(pack, {path: value}, WHY))
        is_his(pack, advised, path)
        back = laid(place, advised, edited.texts(advised, {path: pack.value(path)}, WHY))
        assert (back.is_like(pack), back.source_of(path)) == (True, pack.source_of(path))
        if path.startswith("cards."):
            way = card_file.real_way(pack.sections, path.removeprefix("cards."))
            change = CardChange(way, pack.value(path), value)
            imported = laid(place, pack, rewritten.texts(pack, [change], WHY))
            is_his(pack, imported, path)
            change = CardChange(way, value, pack.value(path))
            again = laid(place, imported, rewritten.texts(imported, [change], WHY))
            assert again.source_of(path) == pack.source_of(path)


@pytest.mark.parametrize("game", long_but(["defenders"], GAMES))
def test_a_value_changed_by_hand_leaves_its_source_behind(game, tmp_path):
    pack = load(game)
    for number, (path, value) in enumerate(kinds_of_values(pack).items()):
        same = lambda before, path=path: pack.source_of(path)  # noqa: E731
        mine = laid(tmp_path / str(number), pack, edited.texts(pack, {path: value}, same))
        changed = [p for p in provenance_paths(mine, path) if mine.value(p) != pack.value(p)]
        assert changed or isinstance(value, list)
        assert all(kind(mine.source_of(p)) == "designer" for p in changed)
        assert guesses(mine) <= guesses(pack)


def provenance_paths(pack, path):
    return [each for each in pack.paths() if f"{each}.".startswith(f"{path}.")]


def test_as_shipped_a_pack_says_what_the_game_says(tmp_path):
    for game in GAMES:
        assert counted(laid(tmp_path / game, load(game), {})) == counted(load(game))


def test_an_answer_is_read_off_a_copy_or_decided():
    pack = load("defenders")
    question = asking.questions(pack)[0]
    assert asking.split("4") == ("4", "cited: read off my copy")
    assert asking.split("mine 4") == ("4", asking.DECIDED)
    assert asking.split("mine") == ("mine", "cited: read off my copy")
    for text, source in ((str(question.value), "cited"), ("mine =", "designer")):
        _, said = asking.split(text)
        texts = asking.answered(pack, question, question.value, said)
        assert kind(said) == source and any(said in each for each in texts.values())


def test_a_card_of_ones_own_is_his(tmp_path):
    pack = load("defenders")
    file, text, path = stub.with_card(pack, "hero", "Night Watch", "ranger")
    mine = laid(tmp_path / "mine", pack, {file: text})
    assert kind(mine.source_of(f"{path}.health")) == "designer"
    assert guesses(mine) == guesses(pack)
    assert [*guessed.of_card(mine, path)] == []


def test_older_commands_called_it_a_stand_in(tmp_path):
    """A pack of format 2 is read as it was meant, and `--upgrade` writes it so."""
    pack, path = load("defenders"), "cards.heroes.ranger.health"
    notes = ("4 before; from a.csv", "4 before; changed to bring the game to its target")
    for note in notes:
        texts = edited.texts(pack, {path: 3}, lambda before, note=note: f"stand-in: {note}")
        texts["rules.toml"] = headed(texts["rules.toml"], "defenders")
        new = laid(tmp_path / "new", pack, texts)
        assert new.source_of(path) == f"stand-in: {note}"
        texts["rules.toml"] = texts["rules.toml"].replace("format = 3", "format = 2")
        assert laid(tmp_path / "old", pack, texts).source_of(path) == f"designer: {note}"
        assert f'"designer: {note}"' in resourced(texts["cards.toml"])
    kept = '"*" = "stand-in: nothing is known of it before"'
    assert resourced(kept) == kept


@pytest.mark.parametrize("path", ["cards.heroes.ranger.health", "rules.capital_limit"])
def test_what_the_command_sets_is_his_who_typed_it(path, tmp_path):
    typed = [f"{path}=3", "players=1", "horde=easy"]
    manifest = build(loaded(RunRequest("defenders", sets=typed))).manifest()
    told = {each: source for each, _, _, source in provenance.sourced(manifest)}
    assert told[path] == provenance.DECIDED
    assert sum(part.designer for part in provenance.sources(manifest)) == 1
    mine = tmp_path / "mine"
    pack = load("defenders")
    laid(mine, pack, edited.texts(pack, {path: 5}, WHY))
    was = pack.value(path)
    typed[0] = f"{path}={str(was).lower()}"
    manifest = build(loaded(RunRequest("defenders", str(mine), sets=typed))).manifest()
    told = {each: source for each, _, _, source in provenance.sourced(manifest)}
    assert told[path] == pack.source_of(path)


def test_notes_of_a_sheet_say_whose_a_value_is(tmp_path):
    pack = load("defenders")
    texts = edited.texts(pack, {"cards.heroes.ranger.health": 3}, WHY)
    mine = laid(tmp_path / "mine", pack, texts)
    notes = [note for sheet in card_sheets.sheets(mine) for note in sheet.notes.values()]
    assert "designer: 4 before; tried here" in notes
