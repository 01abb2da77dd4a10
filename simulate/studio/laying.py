"""Lay games down for the page to play: a child that reads requests and answers, a line each.

python -P -m simulate.studio.laying

A page plays by the module of a title, in memory that stands ready for the first games of a setting
(`simulate.portable`).  A changed number is a few bytes of its tables, or where it changes more, the
whole memory.  Any number that the game takes can be laid down so: none is tried before.

Games of one's own are Python, which no page plays: they are played here, and what came of each is
laid down.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from statistics import NormalDist, fmean
from typing import Any

from simulate.core.errors import GivenUp, InputError, Problem, RunError
from simulate.core.game.facts import SIDE
from simulate.studio.children import answer_all
from simulate.studio.desk import as_sets

GAMES, SEED, PLAYER = 1_000, 1, "quick"
GAMES_OF_OWN = 300  # some seconds of a game that plays fifty in one
BETTER = "in this page; better players may find otherwise: Confirm asks the default one"
CANNOT = "the page cannot play this setting"
Data = dict[str, Any]


def answered(asked: Mapping[str, Any]) -> Data:
    """What a page is given: the whole memory of a game, or the bytes that a change needs.

    asked: typed, is_folder, is_own: the subject; files: by which a change of them is seen; setting:
    levels of factors; changes: the draft; whole: whether the page has nothing yet.
    """
    try:
        if asked["is_own"]:
            return _played(asked)
        key = json.dumps([asked[k] for k in ("typed", "is_folder", "files", "setting")])
        if asked["whole"]:
            return _whole(key)
        laid, changes = _laid(key), asked["changes"]
        patch = laid.patch(changes) if changes else ()
        if patch is not None:
            return {"patch": [list(each) for each in patch]}
        changed = _fit(laid.pack.resolve(changes), laid.setting)
        return {"memory": _memory(replace(laid, pack=changed))}
    except InputError as error:
        return {"problem": "; ".join(problem.what for problem in error.problems)}
    except (GivenUp, RunError) as error:
        return {"problem": str(error)}


@lru_cache(maxsize=1)
def _laid(key: str) -> Any:
    """The one setting that is looked at, with the files as they are."""
    from simulate.portable.numbers import LaidGame

    typed, is_folder, _, setting = json.loads(key)
    plan, cell = _planned(typed, is_folder, {"strategy": PLAYER, **setting})
    return LaidGame(_fit(plan.pack_for(cell), cell.setting), cell.setting)


def _planned(typed: str, is_folder: bool, values: Mapping[str, Any]) -> Any:
    """The plan of one setting, and its only cell.  Raises InputError."""
    from simulate.experiment import RunRequest, load
    from simulate.experiment.plan import build

    named: Data = {"pack": typed} if is_folder else {"target": typed}
    sets = as_sets(values)[1::2]
    plan = build(load(RunRequest(**named, sets=sets, plain=True, verb="replay")))
    (cell,) = plan.cells
    return plan, cell


def _played(asked: Mapping[str, Any]) -> Data:
    """Games of one's own, by who plays them by default: what came of each (`games.js`)."""
    from simulate.run.workers.blocks import Block, BlockPlayer, counted_columns, job_of
    from simulate.store.outcome import as_a_whole, results

    values = {**asked["setting"], **asked["changes"]}
    plan, cell = _planned(asked["typed"], asked["is_folder"], values)
    pack, player = plan.pack_for(cell), BlockPlayer(job_of(plan, None))
    games, seats = player.frames(Block(cell.number, 0, 0, GAMES_OF_OWN))
    won, option = counted_columns(player.job)
    came = results(games, won)
    said = _said(pack, cell.setting, GAMES_OF_OWN, "beside this page; Confirm plays more")
    if as_a_whole(came):
        return {**said, "read": {"won": True}, "outcomes": [{"ended": int(one)} for one in came]}
    if option == SIDE:
        raise InputError([Problem("", f"{CANNOT}: teams compete in it")])
    codes = sorted(set(seats[option].cast(str)))
    outcomes: list[Data] = [{"ended": "", "things": {}} for _ in range(games.height)]
    for game, code, share in seats.select("replicate", option, "win_share").iter_rows():
        had = outcomes[game].setdefault("had", {}).setdefault(codes.index(str(code)), [])
        had.append(share)
        outcomes[game]["ended"] += f"{share} "
    for one in outcomes:
        one["things"] = {thing: fmean(shares) for thing, shares in one.pop("had").items()}
    return {**said, "read": _named(pack, codes), "outcomes": outcomes}


def _fit(pack: Any, setting: Mapping[str, Any]) -> Any:
    """The pack, where its game can be set so.  Raises InputError."""
    from simulate.experiment.plan import refuse_setting

    if what := refuse_setting(pack, setting):
        raise InputError([Problem("setting", what)])
    return pack


@lru_cache(maxsize=1)
def _whole(key: str) -> Data:
    from simulate.portable.engines import reading
    from simulate.portable.maker import made

    laid = _laid(key)
    pack, memory = laid.pack, _memory(laid)
    read, module = reading(laid.match), made(pack.game)
    if read is None or module is None:
        why = "teams compete in it" if read is None else "no module of the game could be made"
        return {"problem": f"{CANNOT}: {why}"}
    if "names" in read:
        read |= _named(pack, read["names"])
    said = _said(pack, laid.setting, GAMES, BETTER)
    return {**said, "read": read, "module": _packed(module), "memory": memory}


def _named(pack: Any, codes: Sequence[str]) -> Data:
    """What things that seats have are called, and how far the largest of so many lies by chance."""
    from simulate.pack.text.nouns import one_of
    from simulate.studio.tables import options

    called, noun = options(pack), one_of(str(pack.facts.options))
    seats = {str(seat): f"seat {seat + 1}" for seat in range(len(codes))}
    names = [(called or seats).get(code, code) for code in codes]
    largest = NormalDist().inv_cdf(1 - 0.025 / len(names))  # Bonferroni
    return {"names": names, "noun": noun, "largest": largest}


def _said(pack: Any, setting: Mapping[str, Any], games: int, where: str) -> Data:
    """What the page says of the games."""
    from reports.text import words

    crossed = {name: setting[name] for name in pack.facts.crossed if name in setting}
    player = " and ".join(dict.fromkeys(setting["strategy"]))
    said = f"{games:,} games, {words.setting(crossed)}, the player `{player}` in every seat"
    return {"said": f"A quick look: {said}, {where}.", "games": games}


def _memory(laid: Any) -> Data:
    from simulate.portable.engines import engine_of
    from simulate.portable.image import image_of

    image = image_of(engine_of(laid.pack.game), laid.match, SEED, GAMES)
    rows = image.games.played + image.seats.played
    mark = hashlib.sha256(rows).hexdigest()
    return {"parts": _packed(image.held()), "image": image.data(), "rows": mark}


def _packed(held: bytes) -> str:
    return base64.b64encode(zlib.compress(held, 6)).decode()


if __name__ == "__main__":
    answer_all(answered)
