"""What is tried, and how many cases of it: 10,000 together."""

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.every_game.adapters import GAMES
from tests.fuzz import code, commands, folders, journals, packs, runs, spreadsheets
from tests.fuzz.tally import Tally

Look = Callable[[str, st.DataObject, Tally], None]
# Whatever is found is told as it was drawn: made smaller it would be played a thousand times.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)


@dataclass(frozen=True)
class Kind:
    """One way to try the project.

    look: draws one case of `about` (a game, or a run), tries it, and counts what came of it.
    """

    name: str
    about: str
    cases: int
    look: Look
    quick: int = 3

    @property
    def title(self) -> str:
        return f"{self.name}-{self.about}" if self.about else self.name

    def run(self, cases: int) -> Tally:
        """Try so many cases, the same ones each time; AssertionError at the first fault."""
        counted = Tally()

        @settings(
            max_examples=cases,
            derandomize=True,
            database=None,
            deadline=None,
            phases=PHASES,
            suppress_health_check=[*HealthCheck],
        )
        @given(st.data())
        def one(data: st.DataObject) -> None:
            self.look(self.about, data, counted)

        one()
        return counted


def in_every_game(name: str, cases: int, look: Look, quick: int = 3) -> list[Kind]:
    return [Kind(name, game, cases, look, quick) for game in GAMES]


KINDS = (
    *in_every_game("packs that are played", 440, packs.play_packs),
    *in_every_game("weights", 160, packs.play_weights),
    *in_every_game("texts of packs", 270, folders.load_spoilt),
    *in_every_game("spreadsheets", 100, spreadsheets.import_spoilt),
    *in_every_game("experiments", 690, folders.plan_spoilt),
    *in_every_game("files that are no strategy", 50, code.load_junk),
    Kind("own Python", "defenders", 20, code.play_code, 1),
    Kind("manifests", "rows", 700, runs.read_edited),
    Kind("manifests", "sums", 150, runs.read_edited),
    Kind("journals", "rows", 300, journals.read_forged),
    Kind("journals", "sums", 100, journals.read_forged),
    Kind("journals", "search", 100, journals.read_forged_search),
    Kind("shards", "rows", 450, runs.read_damaged),
    Kind("shards", "sums", 130, runs.read_damaged),
    Kind("command lines", "", 500, commands.type_line),
)
