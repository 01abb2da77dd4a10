"""A list of a card is set whole, longer or shorter: nothing but the game's model may refuse it."""

from collections.abc import Iterator
from typing import Any

import pytest

from simulate.core.text.nested import is_drawing, printed
from simulate.experiment import RunRequest, load
from simulate.pack import Pack, catalogue, from_manifest
from simulate.pack import load as load_pack
from simulate.pack.cards import each_card
from tests.marks import long_but

BOOKKEEPING = ("source of", "has no source", "range of", "there is no value")


def lists(data: Any, way: str) -> Iterator[tuple[str, list[Any]]]:
    """Every list on a card that is no drawing, with its path."""
    if isinstance(data, dict):
        for key, entry in data.items():
            yield from lists(entry, f"{way}.{key}")
    elif isinstance(data, list) and not is_drawing(data):
        yield way, data
        for number, entry in enumerate(data):
            yield from lists(entry, f"{way}.{number}")


def of_pack(pack: Pack) -> Iterator[tuple[str, list[Any]]]:
    for section, name, card in each_card(pack.sections):
        yield from lists(printed(card), f"cards.{section}.{name}")


@pytest.mark.parametrize("game", long_but(("defenders",), catalogue.names()))
def test_every_list_of_every_card_can_be_set_whole(game):
    pack, made = load_pack(game), 0
    for path, here in of_pack(pack):
        for other in ([], here[:-1], [*here, *here[-1:]]):
            changed, troubles = pack.try_resolve({path: other})
            for _, what in troubles:
                assert not any(word in what for word in BOOKKEEPING), (path, other, what)
            if changed is not None:
                assert changed.value(path) == other
                made += other != here
    assert made, "no list of this game can have another length"


def test_what_a_card_says_of_an_entry_goes_with_it_and_the_rest_comes_back_from_a_manifest():
    pack = load_pack("dungeons")
    path, gone = "cards.bosses.dragon.spaces.1", "spaces.1.0.amount"
    changed = pack.resolve({path: []})
    before, after = (each.sections["bosses"]["dragon"] for each in (pack, changed))
    assert set(before["source"]) - set(after["source"]) == {gone}
    assert before["ranges"] == after["ranges"]
    assert from_manifest("dungeons", changed.as_manifest()).value(path) == []


def test_the_range_of_an_entry_goes_with_it():
    path = "abilities.search.effects"
    other = [{"do": "reveal", "where": "one_adjacent"}]  # has no amount
    pack = load_pack("dungeons")
    assert set(pack.sections["dungeon"]["treasury"]["ranges"]) == {f"{path}.0.amount"}
    changed = pack.resolve({f"cards.dungeon.treasury.{path}": other})
    assert not changed.sections["dungeon"]["treasury"]["ranges"]


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("cards.bosses.dragon.wards.5", "`cards.bosses.dragon.wards` is a list of 3"),
        ("cards.bosses.dragon.spaces.1.7.amount", "`cards.bosses.dragon.spaces.1` is a list of 1"),
        ("cards.bosses.dragon.wards.last", "and has no `last`"),
    ],
)
def test_a_place_beyond_a_list_says_how_long_it_is_and_to_set_it_whole(path, known):
    _, [(where, what)] = load_pack("dungeons").try_resolve({path: 2})
    assert where == path
    assert known in what
    assert "set it whole (it is [" in what


@pytest.mark.parametrize(
    ("typed", "levels"),
    [
        ("cards.bosses.dragon.wards=[6, 3]", ([6, 3],)),
        ("cards.bosses.dragon.wards=6,3", ([6, 3],)),
        ("cards.bosses.dragon.wards=[[6], [6, 3]]", ([6], [6, 3])),
        ("cards.bosses.dragon.wards=[]", ([],)),
        ("cards.bosses.lich.spaces.1=[]", ([],)),
    ],
)
def test_a_list_as_deep_as_the_packs_is_a_value_and_a_deeper_one_several(typed, levels):
    experiment = load(RunRequest("dungeons", sets=(typed,)))
    found = {axis.name: axis.levels for axis in experiment.axes}
    assert found[typed.partition("=")[0]] == levels


def test_a_list_of_lists_is_one_value():
    spaces = load_pack("dungeons").value("cards.bosses.lich.spaces")
    inside = [[effect for effect in space if effect["do"] != "none"] for space in spaces]
    typed = f"cards.bosses.lich.spaces={_toml(inside)}"
    experiment = load(RunRequest("dungeons", sets=(typed,)))
    assert {axis.name: axis.levels for axis in experiment.axes}["cards.bosses.lich.spaces"] == (
        inside,
    )


def test_an_ability_is_set_whole_in_a_file_as_on_the_command_line(tmp_path):
    path = "cards.dungeon.treasury.abilities.search"
    reveals = [{"do": "reveal", "where": "anywhere"}]
    portal = {"name": "Gate", "when": "free", "focus": 2, "effects": reveals}
    assert "target" in set(load_pack("dungeons").value(path)) - set(portal)  # keys go away, too
    file = tmp_path / "gate.toml"
    file.write_text(f'game = "dungeons"\n[fixed]\n"{path}" = {_toml(portal)}\n')
    for request in (
        RunRequest(str(file)),
        RunRequest("dungeons", sets=(f"{path}={_toml(portal)}",)),
    ):
        experiment = load(request)
        assert experiment.as_data()["fixed"] == {path: portal}
        assert experiment.pack.resolve({path: portal}).value(path) == portal


def test_a_section_is_no_number():
    _, [(_, what)] = load_pack("dungeons").try_resolve({"cards.bosses": 3})
    assert "must be a table" in what


def _toml(value: Any) -> str:
    from simulate.core.text.validate import written

    return written(value)
