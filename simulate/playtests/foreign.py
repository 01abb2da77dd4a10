"""Games out of an app that knows people and results, and nothing of how this game is set up."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.files.sheets import Value
from simulate.core.text.amounts import plural
from simulate.core.text.letters import look
from simulate.pack.sheets.cells import UnreadableError
from simulate.playtests.rows import (
    DATE,
    GAME,
    GROUP,
    MINUTES,
    MOST_ROWS,
    NEWCOMER,
    ROUNDS,
    SCORE,
    SEAT,
    WHO,
    WON,
    GameRow,
    Refusals,
)
from simulate.playtests.terms import GameTerms
from simulate.playtests.written import MOST_LETTERS, number

MOST_NAMED, MOST_COMPARED = 8, 1_000  # names of games


@dataclass(frozen=True)
class ForeignPlayer:
    """A person in such a game.

    who: a name or number of the person, empty if unknown.  free: what was written in the field that
    may hold what the person played (`role`, `color`).  seat: from 1, 0 unknown.  score: as it was
    written.
    """

    who: str
    won: bool
    free: str = ""
    seat: int = 0
    score: str = ""
    newcomer: bool | None = None


@dataclass(frozen=True)
class ForeignPlay:
    """A game as an app keeps it.

    place: where it stands in the file; short: the same in a few letters.  title: what was played.
    quantity: how many games it stands for.  left_out: whether the app does not count it, as it was
    not finished or is none for statistics.
    """

    place: str
    short: str
    name: str
    title: str
    date: str
    players: Sequence[ForeignPlayer]
    minutes: float = 0
    rounds: int = 0
    quantity: int = 1
    left_out: bool = False


def keep_few(count: int, shown: str) -> None:
    """Refuse a file of more plays, or more people in them, than anybody has recorded."""
    if count > MOST_ROWS:
        what = f"has more than {MOST_ROWS:,} plays, or people in them; no more are read"
        raise InputError([Problem(shown, what)])


@dataclass
class PlayedElsewhere:
    """Makes rows of the plays of an app, and says what these lack."""

    terms: GameTerms
    refused: Refusals
    shown: str
    no_numbers: int = 0
    groups: dict[frozenset[str], str] = field(default_factory=dict)

    def rows(self, plays: Sequence[ForeignPlay]) -> tuple[list[GameRow], list[str]]:
        """A row for each person of each play of this game, and notes."""
        ours, notes = self._ours(plays)
        counted = [play for play in ours if not play.left_out]
        people = {frozenset(look(each.who) for each in play.players) for play in counted}
        known = sorted((who for who in people if "" not in who), key=sorted)
        self.groups = {who: f"group {number}" for number, who in enumerate(known, start=1)}
        keep_few(sum(len(play.players) for play in counted), self.shown)
        rows = [row for at, play in enumerate(counted) for row in self._of_play(play, at)]
        return rows, [*notes, *self._notes(ours, counted, rows)]

    def _ours(self, plays: Sequence[ForeignPlay]) -> tuple[list[ForeignPlay], list[str]]:
        """The plays of this game, by its name where there are several."""
        titles = Counter(play.title for play in plays)
        title = self.terms.facts.title
        same = [name for name in titles if look(name) in (look(title), look(self.terms.pack.game))]
        if same:
            others = [name for name in titles if name not in same]
            count = sum(titles[name] for name in others)
            said = f"Left out: {plural(count, 'play')} of other games."
            return [play for play in plays if play.title in same], [said] * bool(others)
        if len(titles) == 1:
            name = next(iter(titles))
            note = f"The file calls its game `{name[:MOST_LETTERS]}`: taken for {title}."
            return [*plays], [note] * bool(name)
        if not plays:
            return [], []
        names = [name[:MOST_LETTERS] for name in [*titles][:MOST_COMPARED]]
        what = f"has no play of `{title}`{nearest(title, names)} ({', '.join(names[:MOST_NAMED])})"
        raise InputError([Problem(self.shown, what)])

    def _of_play(self, play: ForeignPlay, at: int) -> Iterator[GameRow]:
        if play.quantity != 1:
            what = f"stands for {play.quantity} games with one result (`quantity`): "
            self.refused.add(play.place, f"{what}write each as a play of its own, or leave it out")
            return
        if not play.players:
            self.refused.add(play.place, "does not say who played")
            return
        seats = self._seats(play)
        name = play.name if len(play.name) <= MOST_LETTERS else play.short
        whole: dict[str, Value] = {GAME: name, DATE: play.date}
        people = frozenset(look(each.who) for each in play.players)
        whole |= {GROUP: self.groups[people]} if people in self.groups else {}
        whole |= {MINUTES: play.minutes} if play.minutes else {}
        whole |= {ROUNDS: play.rounds} if play.rounds else {}
        for count, player in enumerate(play.players, start=1):
            own = self._of_player(player) | ({SEAT: seats[count - 1]} if seats else {})
            yield GameRow(
                cells={key: cell for key, cell in (whole | own).items() if cell != ""},
                game=name,
                place=f"{play.place}, player {count}",
                short=play.short,
                at=at,
                shares=True,
            )

    def _of_player(self, player: ForeignPlayer) -> dict[str, Value]:
        own: dict[str, Value] = {WHO: player.who, WON: player.won}
        if player.newcomer is not None:
            own[NEWCOMER] = player.newcomer
        if named := self.terms.options_in(player.free[:MOST_LETTERS]) if self.terms.option else ():
            own[self.terms.option] = ";".join(named)
        try:
            own |= {SCORE: number(player.score)} if player.score else {}
        except UnreadableError:
            self.no_numbers += 1
        return own

    def _seats(self, play: ForeignPlay) -> list[int]:
        """The seats from 1, where each is written and no two are one; else none."""
        seats = [player.seat for player in play.players]
        return seats if sorted(seats) == [*range(1, len(seats) + 1)] else []

    def _notes(
        self, ours: Sequence[ForeignPlay], counted: Sequence[ForeignPlay], rows: Sequence[GameRow]
    ) -> Iterator[str]:
        if len(ours) > len(counted):
            count = plural(len(ours) - len(counted), "play")
            yield f"Left out: {count} not finished, or not for statistics."
        if self.groups:
            yield "The same people are taken for one group: the file tells no groups."
        if self.no_numbers:
            are = "that is no number" if self.no_numbers == 1 else "that are no numbers"
            yield f"Left out: {plural(self.no_numbers, 'score')} {are}."
        if self.terms.option and rows and not any(self.terms.option in row.cells for row in rows):
            yield f"The file does not tell what people played (`{self.terms.option}`)."
