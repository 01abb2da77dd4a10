"""A game of OpenSpiel as an own game.

Chance is drawn by `luck`, choices that are made at once are asked for one after the other, and
points are OpenSpiel's returns: who has most wins.  A round ends when the turn goes back to an
earlier seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

from simulate.core.errors import InputError, Problem, nearest
from simulate.own.game import Game

AT_ONCE = -2  # whose turn it is, where that are all
LONGEST = 48  # letters of a name in a title
# Of games with secrets those that deal anew what a seat does not see.  Others cannot be asked: the
# library reports each failure on the terminal.  What `hearts` deals anew cannot be played on.
RESAMPLED = frozenset(
    {"bargaining", "bridge", "colored_trails", "euchre", "gin_rummy", "kuhn_poker",
     "leduc_poker", "oh_hell", "universal_poker"}
)  # fmt: skip


@dataclass(slots=True, repr=False)
class Position:
    """A state of OpenSpiel that copies as itself, and shows what was played."""

    state: Any

    def __deepcopy__(self, memo: Any) -> "Position":
        return Position(self.state.clone())

    def __repr__(self) -> str:
        return str(self.state.history())


class OpenSpielGame(Game):
    """What all games of OpenSpiel have in common; `loaded` is the one."""

    ENDS: ClassVar = {"over": "the game is over"}
    POINTS: ClassVar = {"returns": "returns of OpenSpiel"}
    loaded: Any

    def setup(self) -> None:
        self.at = Position(self.loaded.new_initial_state())
        self.chosen: list[int] = []  # of those who choose at once, so far
        self._settle()

    def moves(self) -> Sequence[int]:
        return [*self.at.state.legal_actions(self.seat)]

    def play(self, move: int) -> None:
        state, before = self.at.state, self.seat
        if state.current_player() != AT_ONCE:
            state.apply_action(move)
        else:
            self.chosen.append(move)
            if len(self.chosen) == self.players:
                state.apply_actions(self.chosen)
                self.chosen = []
        self._settle()
        self.round += self.seat < before

    def over(self) -> str:
        return "over" if self.at.state.is_terminal() else ""

    def points(self, seat: int) -> dict[str, float]:
        return {"returns": round(self.at.state.player_return(seat), 9)}

    def say(self, move: int) -> str:
        return str(self.at.state.action_to_string(self.seat, move))

    def _settle(self) -> None:
        """Chance does what it does until a seat is asked."""
        state = self.at.state
        while state.is_chance_node():
            outcomes, likely = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self.luck.stream("chance").choices(outcomes, likely)[0])
        if not state.is_terminal():
            asked = state.current_player()
            self.seat = len(self.chosen) if asked == AT_ONCE else asked


class SecretGame(OpenSpielGame):
    """One in which a seat does not see what others chose at once with it, or what they hold."""

    is_dealt: bool

    def hide(self, seat: int) -> None:
        state = self.at.state
        for other in range(len(self.chosen)):
            self.chosen[other] = self.luck.pick("chosen", state.legal_actions(other))
        if self.is_dealt:
            draw = self.luck.stream("hidden").random
            self.at = Position(state.resample_from_infostate(seat, draw))


def game_of(name: str) -> type[OpenSpielGame]:
    """The class of a game: `name` as OpenSpiel reads it, with parameters in brackets.

    Raises InputError where OpenSpiel does not know it, or it cannot be played here.
    """
    spiel: Any = import_module("pyspiel")
    known, asked = spiel.registered_names(), name.partition("(")[0]
    if asked not in known:
        raise _refused(name, f"OpenSpiel has no game `{asked}`{nearest(asked, known)}")
    try:
        loaded = spiel.load_game(name)
    except RuntimeError as error:
        raise _refused(name, f"OpenSpiel does not load it: {error}") from None
    kind, types, people = loaded.get_type(), spiel.GameType, loaded.num_players()
    if people < 2:
        raise _refused(name, "one player alone has returns, and no win")
    if kind.utility == types.Utility.IDENTICAL:
        raise _refused(
            name, "all its players have the same returns, which say neither won nor lost"
        )
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        raise _refused(name, "OpenSpiel draws its chance itself, so that no game could be repeated")
    is_dealt, at_once = asked in RESAMPLED, kind.dynamics == types.Dynamics.SIMULTANEOUS
    is_open = kind.information == types.Information.IMPERFECT_INFORMATION and not is_dealt
    shown = kind.long_name if name == asked else name
    title = f"{shown[:LONGEST]}{', all is open' if is_open else ''}"
    base = SecretGame if at_once or is_dealt else OpenSpielGame
    declared = {"TITLE": title, "PLAYERS": (people,), "loaded": loaded, "is_dealt": is_dealt}
    return type("OpenSpiel", (base,), declared)


def _refused(name: str, what: str) -> InputError:
    return InputError([Problem(f"openspiel:{name}", what)])
