"""`python -m docs._site.pictures`: the picture of the README, from the run that it tells of.

Needs Chromium (`--browser`), with which the report is drawn.
"""

import argparse
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import simulate

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "report.png"
WIDTH, HEIGHT = 1200, 1150  # pixels of the top of the page
GAMES = 20_000  # as the README has it


def draw(page: Path, browser: str, into: Path) -> None:
    """The top of a report, as a reader sees it first."""
    with sync_playwright() as play:
        window = play.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        sheet = window.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        sheet.goto(page.as_uri())
        sheet.screenshot(path=into)
        window.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", default=shutil.which("chromium"))
    parser.add_argument("--jobs", type=int, default=None)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run = simulate.play(
            "defenders",
            players=3,
            horde="medium",
            games=GAMES,
            jobs=given.jobs,
            out=Path(folder) / "runs" / "found",
        )
        draw(run.report().path.resolve(), given.browser, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
