"""The studio in a real browser: a newcomer's story, typed once, and what every page must be."""

import re
from pathlib import Path

import pytest

from simulate.cli import main
from tests.browsers import PATIENCE
from tests.studio.served import served

pytestmark = pytest.mark.long
axe = pytest.importorskip("axe_playwright_python.sync_playwright")

EXPERIMENT = 'game = "{}"\ngames = 400\n[fixed]\n{}\nstrategy = "random"\n'
SETTING = {
    "defenders": 'players = 2\nhorde = "easy"',
    "tactics": 'players = 2\nmode = "competitive"',
}
FITS = "document.documentElement.scrollWidth <= innerWidth"


class Visit:
    """A page at a studio; what it says and asks is kept."""

    def __init__(self, browser, window, **more):
        context = browser.new_context(accept_downloads=True, **more)
        context.set_default_timeout(PATIENCE)
        self.page, self.said, self.asked = context.new_page(), [], []
        self.page.on("console", lambda m: self.said.append(m.text))
        self.page.on("pageerror", lambda e: self.said.append(str(e)))
        self.page.on("request", lambda r: self.asked.append(r.url))
        self.page.goto(f"http://{window.place}/#{window.token}")
        self.page.wait_for_selector("#desk:not([hidden])")

    def text(self, what, pattern):
        """What an element says, once it is this."""
        found = self.page.locator(what).filter(has_text=re.compile(pattern)).first
        found.wait_for()
        return found.inner_text()

    def type(self, name, value):
        self.page.get_by_label(name, exact=True).fill(value)
        self.page.keyboard.press("Enter")

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def sound(self, window):
        """Nothing leaves the machine, nothing is wrong; wide, narrow, light and dark."""
        own = (f"http://{window.place}/", f"blob:http://{window.place}/", "data:")
        assert [url for url in self.asked if not url.startswith(own)] == []
        assert self.said == []
        for width in (1440, 390):
            for scheme in ("light", "dark"):
                self.page.set_viewport_size({"width": width, "height": 900})
                self.page.emulate_media(color_scheme=scheme)
                assert self.page.evaluate(FITS), (width, scheme)
                wrong = self.page_rules()
                assert wrong == [], (width, scheme, wrong)

    def page_rules(self):
        found = axe.Axe().run(self.page).response["violations"]
        return [(each["id"], each["nodes"][0]["html"][:200]) for each in found]


@pytest.fixture
def visited(browser, tmp_path, monkeypatch):
    """A pack of a title whose own experiment is short, and a page at its studio."""
    monkeypatch.chdir(tmp_path)
    opened = []

    def visit(window):
        opened.append(Visit(browser, window, viewport={"width": 1440, "height": 900}))
        return opened[-1]

    yield visit
    for each in opened:
        each.page.context.close()


def pack(game):
    assert main(["new", game, "mine"]) == 0
    for path in Path("mine/experiments").iterdir():
        path.unlink()
    for name in ("mine/experiments/default.toml", "mine/game.toml"):
        Path(name).write_text(EXPERIMENT.format(game, SETTING[game]), "utf-8")


def test_a_newcomer_goes_round_once(visited):
    pack("defenders")
    with served("mine", warm=True) as window:
        visit = visited(window)
        page = visit.page
        assert page.url == f"http://{window.place}/"  # the token is gone from the address
        visit.text("#quick", r"Games won as it is: \d")
        visit.type("Ranger: health", "3")
        visit.text("#quick", r"Your change: .*\d")
        visit.text("#last", r"Last change: Ranger: health 4 → 3: ")
        visit.press("Play it as it is")
        visit.text("#report", "Every one of the 400 games was lost")  # as its report begins
        assert page.locator("#report .picture svg").count()
        visit.type("Ranger: health", "99")
        visit.text("#notice", "must be at most 9")
        (refused,) = visit.said
        assert "422" in refused
        visit.said.clear()
        page.keyboard.press("Escape")
        page.reload()
        visit.text("#draft", "Ranger: health 4 → 3")
        visit.text("#jobs", "Play it as it is: complete")
        visit.press("Confirm")
        visit.text("#jobs", "Confirm: complete")
        first = page.locator("#jobs li li").first.inner_text()
        visit.text("#report .tools", "Confirm:")
        visit.press("Keep")
        assert first in visit.text("#list", "Ranger: health 4 → 3")
        assert "health = 3" in Path("mine/cards.toml").read_text("utf-8")
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save it as one page").first.click()
        assert "Ranger" in saved.value.path().read_text("utf-8")
        with page.context.expect_page() as shown:
            page.get_by_role("link", name="The whole report").first.click()
        shown.value.wait_for_selector("h1")
        assert "Defenders" in shown.value.locator("h1").inner_text()
        shown.value.close()
        visit.press("Take the last version back")
        visit.text("#list", "takes version 1 back")
        visit.type("Ranger: health", "5")
        visit.text("#draft", "Ranger: health 4 → 5")
        page.keyboard.press("Control+z")
        visit.text("#draft", "Nothing is changed")
        visit.sound(window)


PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text", text);
  const how = { clipboardData: data, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", how));
}"""


def test_cards_are_a_sheet_to_go_through_and_to_paste_into(visited):
    """A row a card, a column a number; what one card alone has stands behind."""
    pack("defenders")
    with served("mine") as window:
        visit = visited(window)
        page = visit.page
        page.get_by_label("Paladin: health", exact=True).focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.ariaLabel") == "Cleric HEAL: points to use it"
        page.get_by_label("Paladin: health", exact=True).focus()
        page.evaluate(PASTE, "6\t1\n3\n\n5\n")
        visit.text("#draft", "Druid: health 4 → 5")
        said = page.locator("#draft li").all_inner_texts()
        assert said == [
            "Paladin: health 5 → 6",
            "Paladin RETRIBUTE: health to use it 2 → 1",
            "Cleric: health 4 → 3",
            "Druid: health 4 → 5",
        ]
        page.locator("#filter").fill("ranger")
        assert page.locator("#tables tbody tr:visible").count() == 1


@pytest.mark.parametrize("game", ["tactics"])
def test_where_persons_compete_shares_are_told(visited, game):
    pack(game)
    with served("mine", warm=True) as window:
        visit = visited(window)
        visit.text("#quick", "What share of the wins")
        visit.type("Gamelyn: health", "15")
        visit.text("#quick", "Your change, of the wins: ")
        visit.sound(window)


def test_a_game_of_ones_own_is_played_by_its_command(visited):
    assert main(["new", "ours.py"]) == 0
    with served("ours.py", warm=True) as window:
        visit = visited(window)
        visit.text("#quick", "300 games, .* beside this page")
        field = visit.page.locator("#tables input").first
        field.fill(str(int(field.input_value()) + 1))
        field.press("Enter")
        visit.text("#last", "→")
        visit.press("A look by 1,000 games")
        visit.text("#jobs", "A look by 1,000 games: complete")
        visit.sound(window)


def test_two_hundred_changes_leave_the_page_as_light_as_before(visited):
    pack("defenders")
    with served("mine", warm=True) as window:
        visit = visited(window)
        client = visit.page.context.new_cdp_session(visit.page)
        sizes = []
        for number in range(200):
            visit.type("Ranger: health", str(1 + number % 3))
            visit.text("#draft", f"→ {1 + number % 3}")
            if number in (20, 199):
                visit.text("#last", f"→ {1 + number % 3}")
                client.send("HeapProfiler.collectGarbage")
                sizes.append(client.send("Runtime.getHeapUsage")["usedSize"])
        assert sizes[1] < 1.5 * sizes[0] + 2_000_000, sizes
