"""An id is unique in its section only: every card that is told is the one of its own section."""

from collections import Counter
from types import SimpleNamespace

import pytest

from analysis.conclusions.guesses.about_cards import CardSources, about_card, card_sources
from analysis.data.deal import VALUE, option_family, paths_of
from analysis.data.design import Design
from simulate.core.game.facts import OVER_FAIR_SHARE
from simulate.experiment.find import know_own
from simulate.pack import cards as card_file
from simulate.pack import catalogue, load
from simulate.pack.sources import GUESSES, kind, source_for
from simulate.pack.text.nouns import slug
from tests.own import coins

GAMES = catalogue.names()
WITHOUT = ("starts", "map")  # spaces of a map, and maps that are built: no cards
OWN = coins.TEXT.replace(
    '"guilds": {"ants"',
    '"night_cards": {"ants": {"far": 4}, "bees": {"far": 1}}, "guilds": {"ants"',
)


def columns(facts):
    return {
        table: [column.as_manifest() for column in of_table]
        for table, of_table in (("games", facts.games_columns), ("seats", facts.seats_columns))
    }


def design_of(facts, cards):
    manifest = {"cells": [], "factors": [], "columns": columns(facts), "options": facts.options}
    return Design(manifest | {"pack": {"rules": {}, "cards": cards}})


def alike(sections):
    """The cards, where each section has every id, and its cards say which section they are of."""
    of_kinds = {}
    for section, name, _ in card_file.each_card(sections):
        of_kinds.setdefault(section, []).append(name)
    every = sorted({name for names in of_kinds.values() for name in names})
    return {
        section: {
            name: {"name": f"{section} {name}", "size": 1, "source": {"*": f"stand-in: {section}"}}
            for name in every
        }
        for section in of_kinds
    }


def all_columns(design):
    return [column for table in ("games", "seats") for column in design.manifest["columns"][table]]


def held_to_their_sections(design):
    """Of each column that names cards the section of what is told, for every id; how many."""
    told = 0
    for column in filter(lambda column: column["cards"], all_columns(design)):
        section, _, about = column["cards"].partition(".")
        values = ("a", "b") if VALUE in about else ("",) if about else design.cards_in(section)
        for value in values:
            name = about.replace(VALUE, value) or value
            of_one = f"cards.{section}.{name}"
            assert paths_of(design, column, value) == (of_one,)
            if not about:
                assert paths_of(design, column, f"{section} {name}") == (of_one,)
                assert design.name_in(design.section(column), name) == f"{section} {name}"
            told += 1
        assert card_sources(design.manifest, (of_one,)) == CardSources([f"{of_one}.size"], 0, 1)
    return told


@pytest.mark.parametrize("game", GAMES)
def test_where_all_sections_have_the_same_ids_each_card_is_of_its_own(game):
    facts = catalogue.facts(game)
    assert held_to_their_sections(design_of(facts, alike(load(game).sections))) > 10


def test_so_it_is_in_an_own_game(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogue, "_own", {})  # known here alone
    name = know_own(str(coins.lay(tmp_path, OWN, "same_ids.py")))
    facts, sections = catalogue.facts(name), load(name).sections
    assert [*sections["guilds"]] == ["ants", "bees", "cats"]
    assert [*sections["night_cards"]] == ["ants", "bees"]
    assert held_to_their_sections(design_of(facts, alike(sections))) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_every_column_of_cards_says_of_which(game):
    """Else it would be looked for in all sections, by its bare id."""
    facts, sections = catalogue.facts(game), load(game).sections
    for column in (*facts.games_columns, *facts.seats_columns):
        section, _, about = column.cards.partition(".")
        assert not column.cards or section in sections, column.name
        if VALUE not in about and about:
            assert about in sections[section], column.name
        drawn_from = {column.family, column.option, str(column.labels), column.drawn}
        names_cards = column.dtype == "str" and drawn_from & sections.keys()
        assert column.cards or not names_cards or column.family in WITHOUT, column.name


@pytest.mark.parametrize("game", GAMES)
def test_each_id_of_two_sections_is_told_by_its_own_sources(game):
    """As shipped; of Ultra these are all 16 factions and territories."""
    pack = load(game)
    design = design_of(pack.facts, pack.sections)
    ids = Counter(name for _, name, _ in card_file.each_card(pack.sections))
    doubled = {name for name, times in ids.items() if times > 1}
    for column in design.columns("seats", "option", "dealt"):
        section = column["cards"]
        noun = option_family(design, column) if column["role"] == "option" else column["family"]
        for name in doubled & {*pack.sections.get(section, ())}:
            study = SimpleNamespace(design=design)
            told = about_card(study, OVER_FAIR_SHARE, {slug(noun): name})
            assert told.paths == (f"cards.{section}.{name}",)
            found = card_sources(design.manifest, told.paths)
            card = pack.sections[section][name]
            own = [kind(source_for(card["source"], path)) for path, _ in card_file.values(card)
                   if path.rpartition(".")[2] != "name"]  # fmt: skip
            assert (len(found.guessed), found.known) == (
                sum(each in GUESSES for each in own),
                len(own),
            )


def test_of_an_older_run_only_what_can_be_one_card_is_told():
    """Its columns do not say of which cards they are."""
    pack = load("ultra_kingdoms")
    design = design_of(pack.facts, pack.sections)
    for table, listed in columns(pack.facts).items():
        for column in listed:
            del column["cards"]
        design.manifest["columns"][table] = listed
    known = {c["name"]: c for c in all_columns(design)}
    assert paths_of(design, known["territory"], "dwarves") == ("cards.territories.dwarves",)
    assert paths_of(design, known["faction"], "dwarves") == ("cards.factions.dwarves",)
    assert paths_of(design, known["lost_territory"], "dwarves") == ()


def test_a_bare_blank_of_two_sections_is_refused():
    pack = load("defenders")
    artifact = dict(pack.sections["heroes"]["druid"])
    sections = {**pack.sections, "artifacts": {**pack.sections["artifacts"], "druid": artifact}}
    _, troubles = card_file.changed(catalogue.cards_model(pack.game), sections, {}, ["druid"])
    what = "`druid` stands in several sections: `heroes.druid`, `artifacts.druid`"
    assert troubles == [(("druid",), what)]
