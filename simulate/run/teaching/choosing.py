"""Which of the players that were come by is proven: the one that measures best, on common luck."""

from collections.abc import Mapping, Sequence

import numpy as np

from simulate.own.declared import MAIN, OwnGame
from simulate.own.luck import mix
from simulate.own.players import Policy
from simulate.own.setting import OwnTable
from simulate.pack import Pack
from simulate.run.teaching.learner import scores_of
from simulate.run.teaching.lessons import Came, Seated
from simulate.run.teaching.training_evaluation import Games, of_pack

SHARE, LEAST = 0.25, 600  # games of the choice, to those of the lessons; at least
CHOICE = 0xC401CE_25  # the luck of the choice is that of no lesson and no proof


def games_to_choose(lessons: int) -> int:
    """About how many games the choice takes after so many of lessons."""
    return max(LEAST, int(SHARE * lessons))


def best_of(
    taught: Mapping[str, Policy],
    own: OwnGame,
    pack: Pack,
    tables: Sequence[OwnTable],
    play: Games,
    seed: int,
    games: int,
) -> tuple[str, Policy, int]:
    """Who does best of those taught and those that the file declares, and of how many.

    All meet the first of them, and, unless all play together, who will have to be beaten.
    """
    declared = {name: of_pack(pack, name, tables) for name in own.kind.WEIGHTS if name != MAIN}
    tried = {**taught, **{f"`{name}` of the file": each[0] for name, each in declared.items()}}
    first = {str(policy.weights): said for said, policy in reversed(tried.items())}
    tried = {said: policy for said, policy in tried.items() if said in first.values()}
    rivals = [(next(iter(tried.values())),) * len(tables)]
    if not own.kind.TOGETHER:
        others = (of_pack(pack, MAIN, tables), *declared.values())
        rivals += [each for each in others if each[0].choice == "weights"]
    chosen = halved(tried, rivals, play, seed, games)
    return chosen, tried[chosen], len(tried)


def halved(
    tried: Mapping[str, Policy], rivals: Sequence[Seated], play: Games, seed: int, games: int
) -> str:
    """Who of those tried does best, alone among each of the rivals in turn.

    Half of those left drop out after each stage, on fresh luck that is the same for all (sequential
    halving).  Where two are alike the first stays.
    """
    left, came = [*tried], {name: list[Came]() for name in tried}
    stages = (len(left) - 1).bit_length()
    for stage in range(stages):
        luck, each = mix(seed ^ (CHOICE + stage)) >> 1, stages * len(left) * len(rivals)
        for name in left:
            for others in rivals:
                pupil = (tried[name],) * len(others)
                came[name] += play(pupil, others, luck, -(-games // each))
        scores = scores_of([came[name] for name in left])
        order = np.argsort(-scores, kind="stable")
        left = [left[k] for k in order[: (len(left) + 1) // 2]]
    return left[0]
