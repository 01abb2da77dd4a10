"""What mkdocs asks while it builds the site: reference pages, and pages from outside `docs/`."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

from docs._site import reference
from simulate.pack import catalogue

ROOT = Path(__file__).resolve().parents[2]
WORKER, LOCAL = re.compile(r'https://[^"]+/iframe-worker/shim'), "assets/iframe-worker.js"
STYLE = "assets/wide.css"
WIDE = "---\nhide: [toc]\n---\n"  # tables need the room
OUTSIDE = ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
CSS = """\
.md-grid { max-width: 75rem; }
.md-typeset table:not([class]) code { word-break: normal; overflow-wrap: anywhere; }
.md-typeset table:not([class]) th, .md-typeset table:not([class]) td { min-width: 0; }
"""
KINDS = {
    "numbers": "Numbers of the rules",
    "cards": "Cards",
    "words": "Settings, effects, players",
    "columns": "Columns",
    "files": "Files of a pack",
}


def on_config(config: Any) -> Any:
    """The menu of the reference, a branch for each game."""
    branch: list[Any] = [
        {"Commands": "reference/commands.md"},
        {"Files": "reference/schemas.md"},
        {"Roles of columns": "reference/roles.md"},
    ]
    for game in catalogue.names():
        title = catalogue.facts(game).title
        leaves = [{said: f"reference/{game}-{kind}.md"} for kind, said in KINDS.items()]
        branch.append({title: leaves})
    config.extra_css.append(STYLE)
    for part in config.nav:
        for name, pages in part.items():
            if name == "Reference":
                pages.append({"Made from the code": branch})
    return config


def on_files(files: Files, config: Any) -> Files:
    """The pages that are made, and those that lie beside `docs/`."""
    for path, text in reference.pages().items():
        files.append(File.generated(config, path, content=WIDE + text))
    for name in OUTSIDE:
        text = (ROOT / name).read_text("utf-8")
        inside = re.sub(r"\]\(docs/", "](", text)
        files.append(File.generated(config, name, content=inside))
    files.append(File.generated(config, STYLE, content=CSS))
    worker = (Path(__file__).with_name("iframe-worker.js")).read_text("utf-8")
    files.append(File.generated(config, LOCAL, content=worker))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Links that lead out of `docs/` lead to the page that the site has of it."""
    for name in OUTSIDE:
        markdown = markdown.replace(f"](../{name})", f"]({name})")
    return markdown


def on_post_page(output: str, page: Any, config: Any) -> str:
    """What the search needs where there is no server is loaded from the site itself."""
    return WORKER.sub(get_relative_url(LOCAL, page.url), output)


def on_post_template(output_content: str, template_name: str, config: Any) -> str:
    """The same on the page that says that there is no such page."""
    return WORKER.sub(LOCAL, output_content)
