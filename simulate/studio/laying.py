"""Lay games down for the page to play: a child that reads requests and answers, a line each.

python -P -m simulate.studio.laying

A page plays by the module of a title, in memory that stands ready for the first games of a setting
(`simulate.portable`).  A changed number is a few bytes of its tables, or where it changes more, the
whole memory.  Any number that the game takes can be laid down so: none is tried before.
"""

import base64
import hashlib
import json
import sys
import zlib
from collections.abc import Mapping
from functools import lru_cache
from statistics import NormalDist
from typing import Any

from simulate.core.errors import GivenUp, InputError, Problem

GAMES, SEED, PLAYER = 1_000, 1, "quick"
CANNOT = "the page cannot play this setting"
Data = dict[str, Any]


def answered(asked: Mapping[str, Any]) -> Data:
    """What a page is given: the whole memory of a game, or the bytes that a change needs.

    asked: typed, is_folder: the subject; stamp: of its files; setting: levels of factors; changes:
    the draft; whole: whether the page has nothing yet.
    """
    try:
        key = json.dumps([asked[k] for k in ("typed", "is_folder", "stamp", "setting")])
        if asked["whole"]:
            return _whole(key)
        laid, changes = _laid(key), asked["changes"]
        patch = laid.patch(changes) if changes else ()
        if patch is not None:
            return {"patch": [list(each) for each in patch]}
        return {"memory": _memory(_fit(laid.pack.resolve(changes), laid.setting), laid.setting)}
    except InputError as error:
        return {"problem": "; ".join(problem.what for problem in error.problems)}
    except GivenUp as error:
        return {"problem": str(error)}


@lru_cache(maxsize=1)
def _laid(key: str) -> Any:
    """The one setting that is looked at, with the files as they are."""
    from simulate.experiment import RunRequest, load
    from simulate.experiment.plan import build
    from simulate.portable.numbers import LaidGame

    typed, is_folder, _, setting = json.loads(key)
    sets = [f"strategy={PLAYER}", *(f"{name}={level}" for name, level in setting.items())]
    named = {"pack": typed} if is_folder else {"target": typed}
    plan = build(load(RunRequest(**named, sets=sets, plain=True, verb="replay")))
    (cell,) = plan.cells
    return LaidGame(_fit(plan.pack_for(cell), cell.setting), cell.setting)


def _fit(pack: Any, setting: Mapping[str, Any]) -> Any:
    """The pack, where its game can be set so.  Raises InputError."""
    from simulate.experiment.plan import refuse_setting

    if what := refuse_setting(pack, setting):
        raise InputError([Problem("setting", what)])
    return pack


@lru_cache(maxsize=1)
def _whole(key: str) -> Data:
    from reports.text import words
    from simulate.pack.text.nouns import one_of
    from simulate.portable.engines import reading
    from simulate.portable.maker import made
    from simulate.studio.tables import options

    pack, setting = _laid(key).pack, _laid(key).setting
    laid = _memory(pack, setting)
    read, module = reading(_match(pack, setting)), made(pack.game)
    if read is None or module is None:
        why = "teams compete in it" if read is None else "no module of the game could be made"
        return {"problem": f"{CANNOT}: {why}"}
    if "names" in read:
        called = options(pack)
        names = [called.get(name, name) for name in read["names"]]
        largest = NormalDist().inv_cdf(1 - 0.025 / len(names))  # of so many (Bonferroni)
        read = read | {"names": names, "noun": one_of(str(pack.facts.options)), "largest": largest}
    crossed = {name: setting[name] for name in pack.facts.crossed if name in setting}
    said = {"player": PLAYER, "setting": words.setting(crossed), "games": GAMES}
    return {**said, "read": read, "module": _packed(module), "memory": laid}


def _match(pack: Any, setting: Mapping[str, Any]) -> Any:
    from simulate.pack import catalogue

    return catalogue.table(pack.game).prepare(pack, setting)


def _memory(pack: Any, setting: Mapping[str, Any]) -> Data:
    from simulate.portable.engines import engine_of
    from simulate.portable.image import image_of

    image = image_of(engine_of(pack.game), _match(pack, setting), SEED, GAMES)
    rows = image.games.played + image.seats.played
    mark = hashlib.sha256(rows).hexdigest()
    return {"parts": _packed(image.held()), "image": image.data(), "rows": mark}


def _packed(held: bytes) -> str:
    return base64.b64encode(zlib.compress(held, 6)).decode()


def main() -> None:
    """Answer until nobody asks more."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answered(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
