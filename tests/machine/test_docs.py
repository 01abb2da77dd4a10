"""docs/run-folder.md says of every table and key what is really there."""

import json
import re
from fnmatch import fnmatchcase

import pytest

from simulate import store
from simulate.core.game.facts import ROLES
from simulate.games.defenders.facts import FACTS
from simulate.games.dungeons.facts import FACTS as DUNGEONS
from simulate.games.kingdoms.facts import FACTS as KINGDOMS
from simulate.games.kingdoms.facts import ULTRA
from simulate.games.tactics.facts import FACTS as TACTICS
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


@pytest.mark.parametrize(
    ("title", "editions"),
    [
        (FACTS.title, [FACTS]),
        (DUNGEONS.title, [DUNGEONS]),
        (TACTICS.title, [TACTICS]),
        ("Kingdoms and Ultra Kingdoms", [KINGDOMS, ULTRA]),
    ],
)
def test_columns_that_are_not_valid_everywhere_are_columns(title, editions):
    """The others stand in the manifest, and on the site; these have a remark besides."""
    columns = [c for facts in editions for c in (*facts.games_columns, *facts.seats_columns)]
    named = re.findall("`([^`]+)`", " ".join(row[0] for row in rows(f"#### {title}")))
    for name in named:
        assert any(fnmatchcase(column.name, pattern(name)) for column in columns), name
    assert len(named) > 8


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
