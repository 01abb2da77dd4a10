"""Every cited value can be followed: its source begins with a name that has an address."""

import pytest

from docs._site import sources as page
from simulate.pack import catalogue, configs, load
from simulate.pack.sources import CITED, cited_names, kind

GAMES = catalogue.names()


def said(game: str) -> set[str]:
    """Every source of a game's values."""
    pack = load(game)
    return {pack.source_of(path) for path in pack.paths() if not path.startswith("strategies.")}


@pytest.mark.parametrize("game", GAMES)
def test_each_cited_value_begins_with_a_source_that_is_listed(game):
    known = configs.cited_sources(game)
    cited = [source for source in said(game) if kind(source) == CITED]
    assert [source for source in cited if not cited_names(source, known)] == []


@pytest.mark.parametrize("game", GAMES)
def test_each_source_that_is_listed_is_named_by_a_file_of_the_game(game):
    files = sorted(configs.game_folder(game).glob("*.toml"))
    text = "\n".join(file.read_text("utf-8") for file in files)
    assert [name for name in configs.cited_sources(game) if name not in text] == []


@pytest.mark.parametrize("game", GAMES)
def test_each_source_says_what_it_is_where_and_how_sure(game):
    for name, entry in configs.cited_sources(game).items():
        assert set(entry) == {"what", "address", "sure", "games"}, name
        assert entry["what"] and entry["address"] and set(entry["games"]) <= set(GAMES)
        assert entry["sure"] in ("exact", "second hand", "in part")


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("cited: APP", ["APP"]),
        ("cited: APP, Dized, the page of rooms", ["APP", "Dized"]),
        ("cited: Dized (an answer, of 2021)", ["Dized"]),
        ("cited: read off my copy", []),
        ("stand-in: as APP has it", []),
    ],
)
def test_the_names_at_the_beginning_are_the_sources(source, names):
    assert cited_names(source, {"APP", "Dized"}) == names


def test_the_page_is_made_of_the_list():
    assert page.PAGE.read_text("utf-8") == page.page(), "python -m docs._site.sources"
