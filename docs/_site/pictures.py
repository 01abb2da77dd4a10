"""`python -m docs._site.pictures`: the pictures of the README and of a tutorial.

Needs Chromium (`--browser`), with which the report is drawn.
"""

import argparse
import io
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import simulate

DOCS = Path(__file__).resolve().parents[2] / "docs"
REPORT, TURNED, STUDIO = (DOCS / f"{name}.png" for name in ("report", "turned", "studio"))
WIDTH, HEIGHT = 1200, 720  # pixels of the top of the page
WIDE, HIGH = 1440, 900  # of the studio
PATIENCE = 600_000  # milliseconds, to play a run
COLOURS = 64  # each within 5% of what is drawn, in a third of the bytes
GAMES = 20_000  # of the setting in which a number is turned
NUMBER, VALUE = "Ranger: health", "3"


def turn(sheet: Page) -> None:
    """Turn the number of the README in the page, and wait for the answer."""
    sheet.get_by_label(NUMBER).select_option(label=VALUE)
    sheet.locator("#turn").get_by_role("button", name="Play").click()
    sheet.locator(".turn-result p").last.wait_for()


def try_out(sheet: Page) -> None:
    """Play in the studio, turn the same number there, and wait for all answers."""
    sheet.get_by_role("button", name="Play it as it is", exact=True).click()
    sheet.locator("#jobs").filter(has_text="Play it as it is: complete").wait_for()
    sheet.get_by_label(NUMBER, exact=True).fill(VALUE)
    sheet.keyboard.press("Enter")
    sheet.locator("#last").filter(has_text=NUMBER).wait_for()
    sheet.locator("#numbers").evaluate("list => list.scrollTo(0, 0)")


def keep(shot: bytes, path: Path) -> None:
    """Write a picture in few colours."""
    drawn = Image.open(io.BytesIO(shot)).convert("RGB")
    few = drawn.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    print(path)


def draw_studio(folder: Path, browser: str) -> None:
    """Draw the studio of a title, in which a number is turned."""
    words = [sys.executable, "-m", "simulate.cli", "studio", "defenders", "--no-open"]
    with (
        subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=folder) as studio,
        sync_playwright() as play,
    ):
        assert studio.stdout is not None
        (address,) = re.findall(r"http\S+", studio.stdout.readline())
        window = play.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        sheet = window.new_page(viewport={"width": WIDE, "height": HIGH}, color_scheme="light")
        sheet.set_default_timeout(PATIENCE)
        sheet.goto(address)
        try_out(sheet)
        keep(sheet.screenshot(), STUDIO)
        window.close()
        studio.send_signal(signal.SIGINT)


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
        draw_studio(Path(folder), given.browser)
        draw(every.report().path.resolve(), run.report().path.resolve(), given.browser)


if __name__ == "__main__":
    main()
