"""Which card is meant, what it is held against, and with whom it goes well."""

import numpy as np
import pytest

from simulate.core.errors import InputError
from simulate.experiment import RunRequest, load
from simulate.pack import cards as card_file
from simulate.pack import catalogue
from simulate.pack import load as load_pack
from simulate.pack.edit.named_card import NamedCard, find_card
from simulate.search.aim.sums import PairedRows
from simulate.search.card_worth import medians, plan_of, variants
from simulate.search.partners import Seating, Tables, shown
from tests.marks import long_but

RANGER = NamedCard("heroes", "ranger", "Ranger")


def experiment(game):
    return load(RunRequest(f"{game}/steps", steps=("rules",)), [])


@pytest.mark.parametrize("game", long_but({"kingdoms"}, sorted(catalogue.GAMES)))
def test_each_kind_of_card_is_planned_or_refused_with_a_reason(game):
    asked = experiment(game)
    first = {section: key for section, key, _ in reversed([*card_file.each_card(
        asked.pack.sections)])}  # fmt: skip
    assert first
    taken = 0
    for section, key in first.items():
        card = find_card(asked.pack, f"cards.{section}.{key}")
        try:
            plan = plan_of(asked, card, usual=True)
        except InputError as error:
            assert [problem.where for problem in error.problems] == [card.path]
            assert "nothing to compare" in str(error)
        else:
            changed = {cell.levels["variant"] for cell in plan.cells} - {"printed"}
            assert changed <= {*variants(asked, card)} and changed
            taken += 1
    assert taken >= 1


def test_a_card_is_found_by_path_id_and_name():
    pack = load_pack("defenders")
    for text in ("cards.heroes.ranger", "heroes.ranger", "ranger", "Ranger", " RANGER "):
        assert find_card(pack, text) == RANGER
    with pytest.raises(InputError, match="did you mean `ranger`"):
        find_card(pack, "rangr")


def test_every_setting_of_the_game_is_played_unless_one_is_named():
    asked = experiment("defenders")
    settings = [c.setting for c in plan_of(asked, RANGER, usual=True).cells
                if c.levels["variant"] == "printed"]  # fmt: skip
    assert {(s["players"], s["horde"]) for s in settings} == {
        (players, horde) for players in (1, 2, 3, 4) for horde in ("easy", "medium", "hard", "epic")
    }
    named = load(RunRequest("defenders/steps", steps=("rules",), sets=("players=2",)), [])
    cells = plan_of(named, RANGER, usual=True).cells
    assert {(c.setting["players"], c.setting["horde"]) for c in cells} == {(2, "medium")}


def test_the_median_is_of_the_others_and_only_where_it_differs():
    pack = load_pack("defenders")
    health = {key: card["health"] for section, key, card in card_file.each_card(pack.sections)
              if section == "heroes"}  # fmt: skip
    for key in health:
        found = medians(pack, NamedCard("heroes", key, key), {})
        others = sorted(size for other, size in health.items() if other != key)
        middle = others[(len(others) - 1) // 2]
        path = f"cards.heroes.{key}.health"
        assert found.get(path, health[key]) == middle
        assert (path in found) == (middle != health[key])


def seatings(games=24_000):
    """Four heroes by two at a table: the second is strong, the third goes well with the first."""
    luck = np.random.default_rng(5)
    both = np.argsort(luck.random((games, 4)), axis=1)[:, :2]
    held = np.zeros((games, 2, 4), bool)
    held[np.arange(games)[:, None], [0, 1], both] = True
    table = held.any(axis=1)
    odds = 0.4 + 0.2 * table[:, 1] + 0.15 * (table[:, 0] & table[:, 2])
    won = (luck.random(games) < odds).astype(int)
    return Seating(np.arange(games), PairedRows(0, 0, won, None), held)


def test_a_partner_is_one_that_adds_more_with_the_card_than_without():
    tables = Tables([seatings()], ["Ann", "Bob", "Cid", "Dot"], 0)
    assert tables.present == pytest.approx(0.5, abs=0.02)
    pairs = {pair.partner: pair.beyond for pair in tables.pairs()}
    assert [*pairs] == ["Cid", *[name for name in pairs if name != "Cid"]]
    # Cid's other partners leave out the card, so that a part of each difference is the card's own.
    assert pairs["Cid"].low > 0.05 and pairs["Bob"].high < pairs["Cid"].low


def test_nobody_is_met_where_seats_are_dealt_no_such_card():
    assert Tables().pairs() == [] and Tables().present is None


def test_the_best_and_the_worst_are_shown_and_each_once():
    pairs = Tables([seatings()], ["Ann", "Bob", "Cid", "Dot"], 0).pairs()
    assert [*shown(pairs)] == pairs
