"""A search by tree: what moves come to where all play on as well as was found so far.

Each simulation deals anew what the seat does not see, plays down the tree, and from its edge on to
the end by the player's features.  A node is what the seat on turn sees, whatever led there, so that
ways that meet share what was learnt (a transposition table); luck is drawn anew each time.  Every
side goes for its own share of the win.  In the tree moves are taken by UCT (Kocsis and Szepesvari
2006) over information sets (Cowling, Powley and Whitehouse 2012).  Where all is seen by one side or
two, a move is worth what it leads to is by now (Keller and Helmert 2013), and what is sure is
proven and not tried again (Winands, Bjornsson and Saito 2008).  Where something is hidden and
simulations are many, moves are mixed by regret matching (Hart and Mas-Colell 2000; Lisy and others
2013); what others chose in secret before is guessed as `hide` deals it, not as they would choose.
"""

from collections import deque
from collections.abc import Sequence
from math import inf, log, sqrt
from random import Random
from typing import Any, NamedTuple

from simulate.own.best.keys import key_of, key_of_seen
from simulate.own.game import Game
from simulate.own.luck import GameLuck
from simulate.own.players import (
    EDGE,
    MOST_DECISIONS,
    Policy,
    by_features,
    nearness,
    outcomes,
    play_on,
    supposed,
    weighed,
)

EXPLORE = 1.4  # standard deviations of what is won, of a move that was hardly tried (UCT's c)
WIDELY = 2.5  # the same where a move is worth what it leads to by now, so that trying costs little
NARROW = 0.06  # variance of what is won, at least
# Powers of how often a move was tried, by which it counts in what a node is worth: a higher one
# hopes the more, which where luck falls between two sides loses less, and elsewhere more.
EVEN, HOPEFUL = 2, 3
MIXED = 0.2  # of the simulations of moves that are mixed, in which any move is tried
WIDE, GROWS = 2.0, 0.4  # moves of a node that are tried in its nth simulation: WIDE n^GROWS
LIKED = 2.0  # simulations' worth of a whole win, by which the features' best move begins ahead
MIXABLE = 40  # simulations for each move, from which moves are mixed
LATEST, STEP = 200, 0.2  # games played on; the share of them that come as near as is aimed at
STEPPED = 0.5  # of a win: as near as that, where none is won
RARE = 0.15  # of how often the commonest is taken: what is mixed less often was only tried


class WatchedLuck(GameLuck):
    """A guess of luck that knows whether any was drawn."""

    __slots__ = ("drawn",)

    def __init__(self, guess: Random) -> None:
        super().__init__(0, guess)
        self.drawn = False

    def stream(self, purpose: str) -> Random:
        """The one of the guess."""
        self.drawn = True
        return super().stream(purpose)

    def shuffle(self, purpose: str, items: Any) -> Any:
        """By the guess."""
        self.drawn = True
        return super().shuffle(purpose, items)


class Aim:
    """How near a win counts for something, where all win together and hardly ever do.

    The nearest of the latest games count up to half a win, the less the more of them are won: so
    far that nothing is won on the way to it, a win has first steps.
    """

    def __init__(self) -> None:
        self.latest = deque[float](maxlen=LATEST)

    def of(self, game: Game) -> float:
        """What a game counts beside its outcome."""
        near = inf if game.over() in game.WINS else nearness(game)
        self.latest.append(near)
        won = self.latest.count(inf) / len(self.latest)
        if near == inf or won >= STEP:
            return 0.0
        enough = near >= sorted(self.latest)[int((1 - STEP) * len(self.latest))]
        return STEPPED * (1 - won / STEP) if enough else 0.0


class Node:
    """What a seat sees when it is on turn, and what its moves came to.

    tried, sums: simulations of each move, and of what the seat won in them; proven: what a move
    comes to for sure, and worth what the node does; order: its moves, the likeliest first, empty
    where nothing is known of them; regrets, mixed: of moves that are mixed.  first: what the game
    came to that was played on from it; ways: by move, and the node or the end that it led to, how
    often it did and what that was worth.
    """

    __slots__ = (
        "explore", "first", "is_new", "liked", "mixed", "order", "proven", "regrets", "sums",
        "tried", "visits", "ways", "worth",
    )  # fmt: skip

    def __init__(self, count: int, liked: Sequence[float], mixes: bool, explore: float) -> None:
        self.liked, self.visits, self.is_new, self.explore = liked, 0, True, explore
        self.order = sorted(range(count), key=lambda k: -liked[k]) if liked else []
        self.tried, self.sums = [0] * count, [0.0] * count
        self.proven: list[float | None] = [None] * count
        self.worth: float | None = None
        self.regrets = [0.0] * count if mixes else []
        self.mixed = [*self.regrets]
        self.first = 0.0
        self.ways: dict[tuple[int, Node | float], tuple[int, float]] = {}

    def select(self, rng: Random) -> tuple[int, float]:
        """The move that is tried next, and how likely it was."""
        return self._by_regret(rng) if self.regrets else (self._by_bound(rng), 1.0)

    def _by_bound(self, rng: Random) -> int:
        """The move that may be best; what is sure has no more than that."""
        tried, sums, proven, among = self.tried, self.sums, self.proven, self.order
        liked = self.liked
        if among:
            among = among[: max(2, int(WIDE * (self.visits + 1) ** GROWS))]
        else:
            first = int(rng.random() * len(tried))
            among = [*range(first, len(tried)), *range(first)]
        n, won = self.visits + 1, sum(sums) / (self.visits + 1)
        spread = max(won * (1.0 - won), NARROW)
        best, found, whole = -inf, 0, self.explore**2 * spread * log(n)
        for k in among:
            if (bound := proven[k]) is None:
                if not (n := tried[k]):
                    return k
                bound = sums[k] / n + sqrt(whole / n)
                if liked:
                    bound += liked[k] / n
            if bound > best:
                best, found = bound, k
        return found

    def _by_regret(self, rng: Random) -> tuple[int, float]:
        """Moves as often as each would have been better."""
        count = len(self.tried)
        above = [max(regret, 0.0) for regret in self.regrets]
        whole = sum(above)
        odds = [part / whole for part in above] if whole > 0 else [1 / count] * count
        self.mixed = [part + more for part, more in zip(self.mixed, odds, strict=True)]
        odds = [(1 - MIXED) * part + MIXED / count for part in odds]
        (k,) = rng.choices(range(count), odds)
        return k, odds[k]

    def lead(self, k: int, way: "Node | float", won: float) -> None:
        """What a simulation came to in which a move led to a node or an end; what that was worth
        before counts no more.
        """
        self.visits += 1
        self.tried[k] += 1
        times, before = self.ways.get((k, way), (0, 0.0))
        self.sums[k] += (times + 1) * won - times * before
        self.ways[k, way] = times + 1, won

    def value(self, power: int) -> float:
        """What the node is worth to its seat: of its moves, the oftener tried the more."""
        if self.worth is not None:
            return self.worth
        whole, total = 1, self.first
        for times, won in zip(self.tried, self.sums, strict=True):
            much = times ** (power - 1)
            whole += much * times
            total += much * won
        return total / whole

    def learn(self, k: int, likely: float, won: float) -> None:
        """What a simulation came to in which a move was taken that was so likely."""
        self.visits += 1
        self.tried[k] += 1
        self.sums[k] += won
        if self.regrets:
            self.regrets = [regret - won for regret in self.regrets]
            self.regrets[k] += won / likely

    def prove(self, k: int, won: float) -> None:
        """What a move comes to for sure; so does the node, if none of the others is better."""
        self.proven[k] = won
        if won >= 1.0 or None not in self.proven:
            self.worth = max(each for each in self.proven if each is not None)

    def scores(self) -> list[float]:
        """What each move is worth, of those tried enough to tell; of equals what is sure, and
        nothing else where the node is.
        """
        if self.worth is not None:
            return [-inf if sure is None else sure for sure in self.proven]
        open_ = [n for n, sure in zip(self.tried, self.proven, strict=True) if sure is None]
        enough = max(open_, default=0) / 2
        return [
            sure if sure is not None else total / n - EDGE if n and n >= enough else -inf
            for sure, total, n in zip(self.proven, self.sums, self.tried, strict=True)
        ]


class Step(NamedTuple):
    """A move of a simulation: where, by whom, which, how likely, and whether luck was drawn."""

    node: Node
    seat: int
    move: int
    likely: float
    drawn: bool


class Tree:
    """What a seat thinks of a game, from one of its decisions to the next.

    apart: as of `simulate.own.best.keys.told_apart`.
    """

    def __init__(self, policy: Policy, game: Game, apart: frozenset[str]) -> None:
        self.policy, self.quick, self.apart = policy, policy.quick, apart
        self.is_hidden = type(game).hide is not Game.hide
        sides = {game.team(seat) for seat in range(game.players)}
        self.is_open = not self.is_hidden and (game.TOGETHER or len(sides) <= 2)
        self.is_duel, self.power = not game.TOGETHER and len(sides) == 2, EVEN
        self.nodes: dict[int, Node] = {}
        self.aim = Aim()

    def scores(self, game: Game, moves: list[Any], rng: Random) -> list[float]:
        """What each move is worth to the seat on turn; where they are mixed, which is drawn."""
        liked = weighed(game, moves, self.policy, rng) if self.policy.weights else ()
        root = self._node(game, moves, liked)
        trials, salts = [0] * len(moves), list[int]()
        for _ in range(self.policy.simulations):
            if root.worth is not None:
                break
            k, likely = root.select(rng)
            if trials[k] == len(salts):
                salts.append(rng.getrandbits(32))  # each move meets the same luck
            self._simulate(game, root, moves, k, likely, Random(salts[trials[k]]))
            trials[k] += 1
        if not root.regrets:
            return root.scores()
        least = RARE * max(root.mixed)
        odds = [part if part >= least else 0.0 for part in root.mixed]
        (taken,) = rng.choices(range(len(moves)), odds)
        return [float(k == taken) for k in range(len(moves))]

    def _simulate(
        self, game: Game, root: Node, moves: list[Any], k: int, likely: float, guess: Random
    ) -> None:
        """Once down the tree, on to the end, and back."""
        tried = supposed(game, game.seat, guess)
        tried.luck = luck = WatchedLuck(guess)
        path = list[Step]()
        node: Node | None = root
        worth: Sequence[float] | None = None  # for all seats, where it is sure
        for _ in range(MOST_DECISIONS):
            seat, luck.drawn = tried.seat, False
            tried.play(moves[k])
            if node is not None:
                path.append(Step(node, seat, k, likely, luck.drawn))
            elif luck.drawn:
                path[-1] = path[-1]._replace(drawn=True)
            if tried.over():
                worth, node = won_by_all(tried), None
                break
            moves, node, k, likely = list(tried.moves()), None, 0, 1.0
            if len(moves) == 1:
                continue
            node = self._node(tried, moves)
            if node.is_new and node.worth is None:
                node.is_new = False
                break
            if node.worth is not None:
                worth = split(tried, tried.seat, node.worth)
                break
            k, likely = node.select(guess)
        is_sure = worth is not None
        if worth is None:
            seat = tried.seat
            play_on(tried, self.quick, guess)
            near = self.aim.of(tried) if tried.TOGETHER else 0.0
            worth = [won + near for won in won_by_all(tried)]
            if node is not None:
                node.first = worth[seat]
        if self.is_open:
            self._look_back(path, tried, worth, is_sure, node)
        else:
            for met, seat, k, likely, _ in path:
                met.learn(k, likely, worth[seat])

    def _look_back(
        self,
        path: Sequence[Step],
        game: Game,
        won: Sequence[float],
        is_sure: bool,
        then: Node | None,
    ) -> None:
        """Go back up a path: each move is worth what it led to is by now; what is sure stays so as
        far as no luck was drawn.  then: the node at which it ended, if none ended the game.
        """
        for node, seat, k, _, drawn in reversed(path):
            node.lead(k, won[seat] if then is None else then, won[seat])
            is_sure = is_sure and not drawn
            if drawn and self.is_duel:
                self.power = HOPEFUL
            if is_sure:
                node.prove(k, won[seat])
                is_sure = node.worth is not None
            won, then = split(game, seat, node.value(self.power)), node

    def _node(self, game: Game, moves: list[Any], scores: Sequence[float] = ()) -> Node:
        """The node of a table, a new one if there is none; scores: of its moves, if known."""
        key, count = self._key(game), len(moves)
        node = self.nodes.get(key)
        if node is not None and len(node.tried) == count:
            return node
        if not scores and self.quick.choice == "weights":
            scores = by_features(game, moves, self.quick.weights)
        mixes = self.is_hidden and self.policy.simulations >= MIXABLE * count
        explore = WIDELY if self.is_open else EXPLORE
        node = self.nodes[key] = Node(count, ahead_by(scores), mixes, explore)
        if self.is_open:
            self._look_at_ends(game, node, moves)
        return node

    def _look_at_ends(self, game: Game, node: Node, moves: list[Any]) -> None:
        """Moves that end the game without luck are known for sure (Teytaud and Teytaud 2010)."""
        for k, move in enumerate(moves):
            tried = game.copy(luck := WatchedLuck(Random(0)))
            tried.play(move)
            if luck.drawn:
                return
            if tried.over():
                node.prove(k, won_by_all(tried)[game.seat])

    def _key(self, game: Game) -> int:
        """A number of what the seat on turn sees."""
        return (key_of_seen if self.is_hidden else key_of)(game, self.apart)


def ahead_by(scores: Sequence[float]) -> Sequence[float]:
    """How far ahead moves begin, by what weights say of them; empty where they say nothing."""
    least, most = min(scores, default=0.0), max(scores, default=0.0)
    if most <= least:
        return ()
    return [LIKED * (score - least) / (most - least) for score in scores]


def won_by_all(game: Game) -> list[float]:
    """What each seat's side has of the win, at the end of a game."""
    if game.TOGETHER:
        return outcomes(game)
    teams = [game.team(seat) for seat in range(game.players)]
    return [teams.count(team) * won for team, won in zip(teams, outcomes(game), strict=True)]


def split(game: Game, seat: int, worth: float) -> list[float]:
    """What all have where a seat has so much, all together or of two sides."""
    if game.TOGETHER:
        return [worth] * game.players
    team = game.team(seat)
    return [worth if game.team(each) == team else 1.0 - worth for each in range(game.players)]
