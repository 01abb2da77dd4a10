"""The site of `make docs`: its reference is whole, and it needs no network."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer

from docs._site import check, reference
from simulate.cli.commands import app
from simulate.pack import catalogue, configs, load
from tests.marks import long_but

ROOT = configs.folder().parent
BROWSER = shutil.which("chromium")


GAMES = long_but({"defenders"}, catalogue.names())


def test_every_command_option_and_exit_code_stands_in_the_reference():
    page = reference.pages([])["reference/commands.md"]
    assert "\n## Exit codes\n" in page
    for name, command in typer.main.get_command(app).commands.items():
        assert f"\n## {name}\n" in page
        part = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        for option in command.params:
            if option.param_type_name == "option":
                assert all(f"`{word}`" in part for word in option.opts)


@pytest.mark.parametrize("game", GAMES)
def test_every_number_card_column_and_event_of_a_game_stands_there(game):
    pack, made = load(game), reference.pages([game])
    for rule in pack.rules.values():
        assert f"(`{rule.path}`) |" in made[f"reference/{game}-numbers.md"]
    columns = made[f"reference/{game}-columns.md"]
    for column in (*pack.facts.games_columns, *pack.facts.seats_columns):
        assert f"| `{column.name}` | {column.dtype} | `{column.role}` |" in columns
    words = made[f"reference/{game}-words.md"]
    named = (*pack.facts.events, *catalogue.effects(game), *pack.strategies)
    assert all(f"| `{name}` |" in words for name in named)
    for key, said in catalogue.effects(game).says.items():
        explained = said.words if isinstance(getattr(said, "words", None), Mapping) else {}
        assert all(f"| `{key}` | `{word}` | {explained[word]} |" in words for word in explained)


@pytest.mark.parametrize("game", GAMES)
def test_tables_of_the_reference_have_as_many_cells_as_their_heads(game):
    for path, text in reference.pages([game]).items():
        width = 0
        for line in text.splitlines():
            cells = line.replace("\\|", "").count("|")
            if line.startswith("| ---"):
                width = cells
            elif line.startswith("| ") and width:
                assert cells == width, (path, line)
            elif not line:
                width = 0


def test_what_a_browser_would_load_from_a_network_is_found(tmp_path):
    page = tmp_path / "page.html"
    page.write_text('<a href="https://example.org">read</a><script src="own.js"></script>')
    assert list(check.loads(tmp_path)) == []
    page.write_text('<script async src="https://example.org/a.js"></script>')
    assert len(list(check.loads(tmp_path))) == 1
    assert check.main(str(tmp_path)) == 1


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site as `make docs` builds it."""
    if find_spec("mkdocs") is None:
        pytest.skip("`make docs` has not installed what the site is built with")
    folder = tmp_path_factory.mktemp("site")
    words = ["-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    ended = subprocess.run(
        [sys.executable, *words, "--config-file", "mkdocs.yml"],
        cwd=ROOT,
        env={"PATH": "", "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    return folder


@pytest.mark.long
def test_the_site_is_built_without_a_warning_and_loads_nothing(site):
    assert list(check.loads(site)) == []
    assert (site / "reference" / "defenders-cards.html").exists()


@pytest.mark.long
@pytest.mark.skipif(BROWSER is None, reason="there is no chromium")
def test_the_site_can_be_searched_without_a_server(site):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(Path(site, "index.html").as_uri())
        page.locator("input.md-search__input").focus()
        page.locator("input.md-search__input").press_sequentially("Ranger", delay=20)
        page.wait_for_selector(".md-search-result__link", timeout=60_000)
        assert page.locator(".md-search-result__link").count() > 0
        assert [url for url in asked if url.startswith("http")] == []
        browser.close()
