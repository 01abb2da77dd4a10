"""`python -m docs._site.pictures`: the pictures of the pages, of `make run` and of a tutorial.

Needs Chromium (`--browser`), with which the report is drawn.
"""

import argparse
import io
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import simulate

DOCS = Path(__file__).resolve().parents[2] / "docs"
REPORT, TURNED = DOCS / "report.png", DOCS / "turned.png"
WIDTH, HEIGHT = 1200, 720  # pixels of the top of the page
COLOURS = 64  # each within 5% of what is drawn, in a third of the bytes
GAMES = 20_000  # of the setting in which a number is turned
NUMBER, VALUE = "Ranger: health", "3"


def turn(sheet: Page) -> None:
    """Turn the number of the README in the page, and wait for the answer."""
    sheet.get_by_label(NUMBER).select_option(label=VALUE)
    sheet.locator("#turn").get_by_role("button", name="Play").click()
    sheet.locator(".turn-result p").last.wait_for()


def keep(shot: bytes, path: Path) -> None:
    """Write a picture in few colours."""
    drawn = Image.open(io.BytesIO(shot)).convert("RGB")
    few = drawn.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    print(path)


def draw(top: Path, turned: Path, browser: str) -> None:
    """Draw the top of a report, as a reader sees it first, and a number turned in another."""
    with sync_playwright() as play:
        window = play.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        sheet = window.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        sheet.goto(top.as_uri())
        keep(sheet.screenshot(), REPORT)
        sheet.goto(turned.as_uri())
        turn(sheet)
        keep(sheet.locator("#turn").screenshot(), TURNED)
        window.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", default=shutil.which("chromium"))
    parser.add_argument("--jobs", type=int, default=None)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = Path(folder) / "runs"
        every = simulate.play("defenders", jobs=given.jobs, out=runs / "every")
        one = {"players": 3, "horde": "medium", "games": GAMES}
        run = simulate.play("defenders", **one, jobs=given.jobs, out=runs / "found")
        draw(every.report().path.resolve(), run.report().path.resolve(), given.browser)


if __name__ == "__main__":
    main()
