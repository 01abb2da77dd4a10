"""Games played in a browser, by the module that a page would carry."""

import base64
from typing import Any

import numba
import pytest

from simulate.pack import catalogue
from simulate.portable.image import Image
from simulate.portable.module import module_of
from tests.browsers import PATIENCE

PLAYER = (catalogue.configs.folder().parent / "simulate/portable/player.js").read_text("utf-8")
# A page that plays what it is handed; `ask` is how it speaks with its worker.
PAGE = """<!DOCTYPE html><script id="player" type="text/plain">{player}</script><script>
const text = document.getElementById("player").textContent;
const worker = new Worker(URL.createObjectURL(new Blob([text], {{ type: "text/javascript" }})));
const asked = new Map();
worker.onmessage = ({{ data: [id, found, error] }}) => asked.get(id)(error ?? found);
const ask = (what, given) => new Promise((done) => {{
  asked.set(asked.size, done);
  worker.postMessage([asked.size - 1, what, given]);
}});
const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
const text64 = (held) => {{
  let found = "";
  new Uint8Array(held).forEach((byte) => {{ found += String.fromCharCode(byte); }});
  return btoa(found);
}};
const opened = async (module, parts, image) =>
  ask("open", {{ module: await WebAssembly.compile(bytes(module)), parts: bytes(parts), image }});
const played = async (asked) => {{
  const found = await ask("games", asked);
  return typeof found === "string" ? found : [text64(found.games), text64(found.seats)];
}};
</script>"""


@pytest.fixture(scope="module")
def compiled():
    if numba.config.DISABLE_JIT:
        pytest.skip("the compiler is off")


class Played:
    """A browser that plays the games of an image."""

    def __init__(self, page: Any, game: str, image: Image) -> None:
        self.page = page
        page.evaluate(
            "([module, parts, image]) => opened(module, parts, image)",
            [_text(module_of(game)), _text(image.held()), image.data()],
        )

    def games(self, first: int, count: int, patch: Any = ()) -> tuple[bytes, bytes]:
        """Rows of games and seats."""
        asked = {"first": first, "count": count, "patch": list(patch)}
        found = self.page.evaluate("asked => played(asked)", asked)
        assert isinstance(found, list), found
        games, seats = map(base64.b64decode, found)
        return games, seats


def _text(held: bytes) -> str:
    return base64.b64encode(held).decode()


@pytest.fixture
def play(compiled, browser):
    """(game, image) -> a browser that plays it."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)

    def go(game: str, image: Image) -> Played:
        page = context.new_page()
        page.set_content(PAGE.format(player=PLAYER))
        return Played(page, game, image)

    yield go
    context.close()
