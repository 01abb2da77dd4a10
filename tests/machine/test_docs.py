"""docs/run-folder.md says of every table and key what is really there."""

import json
import re
from fnmatch import fnmatchcase

import pytest

from simulate import store
from simulate.core.facts import ROLES
from simulate.games.defenders.facts import FACTS
from simulate.games.dungeons.facts import FACTS as DUNGEONS
from simulate.games.kingdoms.facts import FACTS as KINGDOMS
from simulate.games.kingdoms.facts import ULTRA
from simulate.games.tactics.facts import FACTS as TACTICS
from simulate.pack import catalogue, configs
from simulate.run import execute
from tests.machine import fake
from tests.machine.process import ROOT

PAGE = (ROOT / "docs" / "run-folder.md").read_text(encoding="utf-8")


def rows(heading):
    """Cells of the table under a heading, without its head."""
    section = PAGE.split(f"{heading}\n", 1)[1].split("\n#", 1)[0]
    table = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in table[2:]]


def pattern(name):
    return re.sub("<[a-z]+>", "*", name.strip("`"))


@pytest.mark.parametrize("kind", ["games", "seats"])
@pytest.mark.parametrize("facts", [FACTS, DUNGEONS, TACTICS], ids=lambda facts: facts.name)
def test_every_column_of_a_game_is_described(facts, kind):
    described = rows(f"### {facts.title}: `{kind}`")
    columns = getattr(facts, f"{kind}_columns")
    for column in columns:
        found = [row for row in described if fnmatchcase(column.name, pattern(row[0]))]
        assert [row[1:3] for row in found] == [[column.dtype, column.role]], column.name
    for row in described:
        assert any(fnmatchcase(column.name, pattern(row[0])) for column in columns), row


@pytest.mark.parametrize("kind", ["games_columns", "seats_columns"])
def test_every_column_of_kingdoms_is_described(kind):
    """One table for both editions; what differs between them is said there."""
    described = rows(f"### Kingdoms and Ultra Kingdoms: `{kind.removesuffix('_columns')}`")
    columns = [*getattr(KINGDOMS, kind), *getattr(ULTRA, kind)]
    for column in columns:
        found = [row for row in described if fnmatchcase(column.name, pattern(row[0]))]
        assert len(found) == 1, column.name
        assert found[0][1] == column.dtype and column.role in found[0][2], column.name
    for row in described:
        assert any(fnmatchcase(column.name, pattern(row[0])) for column in columns), row


def test_every_role_is_described():
    named = re.findall("`([a-z_]+)`", " ".join(row[0] for row in rows("### What a role allows")))
    assert sorted(named) == sorted(ROLES)


def test_every_key_that_a_run_adds_to_the_manifest_is_described(tmp_path):
    named = re.findall("`([a-z_]+)`", " ".join(row[0] for row in rows("## manifest.json")))
    run = execute(fake.plan(games=10), tmp_path / "run", 1, quiet=True, table=fake.__name__)
    assert set(json.loads((run / "manifest.json").read_text())) <= set(named)
    assert f"layout, now {store.FORMAT};" in PAGE


# Links

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")


def anchor(heading):
    """The anchor that a heading gets on the page."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    for name, part in LINK.findall(page.read_text("utf-8")):
        target = page.parent / name if name else page
        assert target.exists(), name
        if part:
            headings = re.findall("^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
            assert part in [anchor(heading) for heading in headings], f"{name}#{part}"


def test_the_index_names_every_page():
    """Those of the notebook are named by the notebook's own."""
    for folder in (ROOT / "docs", ROOT / "docs" / "notebook"):
        index = folder / "README.md"
        named = {(folder / name).resolve() for name, _ in LINK.findall(index.read_text("utf-8"))}
        pages = {*folder.glob("*.md"), *folder.glob("log/*.md")} - {index}
        assert pages <= named


@pytest.mark.parametrize("game", catalogue.names())
def test_a_gap_to_a_better_player_names_the_page_that_tells_it(game):
    for gap in configs.gaps(game):
        assert (ROOT / gap["source"]).exists(), gap["source"]
