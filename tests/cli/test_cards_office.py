"""Cards that LibreOffice has opened and saved are as they were."""

import pytest

from simulate.core.files import sheets as spreadsheets
from simulate.pack import catalogue, load
from simulate.pack.sheets import card_sheets
from tests.cli import office
from tests.cli.test_cards import nothing_differs
from tests.marks import long_but

pytestmark = office.needed


@pytest.mark.parametrize(("ending", "saved_as"), [("xlsx", "xlsx"), ("ods", "ods"), ("ods", "csv")])
@pytest.mark.parametrize("game", long_but({"defenders"}, catalogue.names()))
def test_what_an_office_has_saved_is_as_it_was(game, ending, saved_as, tmp_path):
    path = tmp_path / f"cards.{ending}"
    spreadsheets.write(path, card_sheets.sheets(load(game)))
    assert nothing_differs(game, office.saved(path, saved_as, tmp_path))


@pytest.mark.long
def test_csv_of_values_as_they_are_shown_is_as_it_was(tmp_path):
    path = tmp_path / "cards.xlsx"
    spreadsheets.write(path, card_sheets.sheets(load("kingdoms")))
    assert nothing_differs("kingdoms", office.saved(path, "csv", tmp_path, shown=True))


@pytest.mark.long
def test_yes_and_no_that_an_office_saves_as_formulas_are_no_results(tmp_path):
    path = tmp_path / "cards.xlsx"
    spreadsheets.write(path, card_sheets.sheets(load("kingdoms")))
    assert nothing_differs("kingdoms", office.saved(path, "ods", tmp_path))
