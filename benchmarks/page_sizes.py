"""How much a report asks of its reader: python -m benchmarks.page_sizes FOLDER [FOLDER ...]

For each report.html at the width of a desk and of a phone, with nothing unfolded: words in view,
height, where the first chart begins, headings of questions, weight, and what axe-core objects to.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, sync_playwright

from benchmarks.browsing import program
from tests.browsers import FLAGS

WIDTHS = {1280: 800, 390: 844}  # of a page, and the height of its window
HEAD = (
    "| Report | Width | Words | Height, px | First chart, px | Questions | KB | axe |\n"
    "|---|---|---|---|---|---|---|---|"
)
LOOK = r"""() => {
  const seen = e => e.getBoundingClientRect().height > 0;
  const charts = [...document.querySelectorAll('figure, main svg')].filter(seen);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let words = 0;
  while (texts.nextNode()) {
    const at = texts.currentNode.parentElement;
    if (at.checkVisibility() && !at.closest('script, style, svg, noscript, .skip'))
      words += (texts.currentNode.textContent.match(/\S*[\p{L}\p{N}]\S*/gu) || []).length;
  }
  return {
    words: words,
    height: document.documentElement.scrollHeight,
    chart: charts.length ? charts[0].getBoundingClientRect().top + scrollY : null,
    questions: [...document.querySelectorAll('main h2, main h3')].filter(seen).length,
  };
}"""


def lines(browser: Browser, folder: Path) -> Iterator[str]:
    """A row for each width."""
    report = folder / "report.html"
    for width, height in WIDTHS.items():
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(report.resolve().as_uri())
        yield _line(folder.name, width, page.evaluate(LOOK), report, _objections(page))
        page.close()


def _objections(page: Any) -> int:
    """How many parts of a page axe-core objects to, as it is opened."""
    found = Axe().run(page).response["violations"]
    return sum(len(each["nodes"]) for each in found)


def _line(name: str, width: int, seen: dict[str, Any], report: Path, axe: int) -> str:
    chart = "none" if seen["chart"] is None else f"{seen['chart']:,.0f}"
    kilobytes = report.stat().st_size / 1000
    return (
        f"| {name} | {width} | {seen['words']:,} | {seen['height']:,} | {chart} | "
        f"{seen['questions']} | {kilobytes:,.0f} | {axe} |"
    )


def main() -> None:
    """Measure each page and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    print(HEAD)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program("Chromium"), args=FLAGS)
        for folder in asked.folders:
            for line in lines(browser, folder):
                print(line, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
