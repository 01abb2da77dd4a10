"""Packs with odd rules, cards and weights: those that pass the checks are played.

Each is played compiled and with bounds checked, a sample by plain Python, too: the same rows.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from hypothesis import strategies as st

from simulate.experiment.plan import refuse_setting
from simulate.pack import catalogue
from tests.every_game.adapters import adapter
from tests.fuzz import tally as told
from tests.fuzz.elsewhere import CHECKED, PLAIN, elsewhere
from tests.fuzz.player import rows_mark, shipped
from tests.fuzz.tally import Tally

ODD = (0, 1, 2, 3, 5, 7, 9, 12, 20, 99, -1)
HEAVY = (-1000.0, -3.5, -1e-9, 0.0, 1e-9, 0.5, 2.0, 99.0, 1000.0)
# By these weights a player tries moves out: how long it thinks, not what it likes.
TRIES = ("selections", "firsts", "trials", "ahead", "near", "to_end", "foresight", "narrow")
IN_PLAIN_PYTHON = 120  # one played case of so many
Case = dict[str, Any]


@cache
def card_values(game: str) -> dict[str, Any]:
    """Every value of a card that is worth changing, by its path: no texts that nobody reads."""
    pack = shipped(game)
    found = {path: pack.value(path) for path in pack.paths() if path.startswith("cards.")}
    silent = ("name", "source", "text", "note", "why")
    return {path: v for path, v in found.items() if path.rpartition(".")[2] not in silent}


@cache
def words_at(game: str, key: str) -> list[str]:
    """Every word that some card has under a key."""
    mine = {v for p, v in card_values(game).items() if p.rpartition(".")[2] == key}
    return sorted(v for v in mine if isinstance(v, str))


def other(game: str, path: str, value: Any) -> st.SearchStrategy[Any]:
    """Something else that a card could say at a path."""
    if isinstance(value, bool):
        return st.just(not value)
    if isinstance(value, int):
        return st.sampled_from([*ODD, value + 1, value - 1, 2 * value])
    if isinstance(value, str):
        return st.sampled_from(words_at(game, path.rpartition(".")[2]))
    shorter = [value[:n] for n in range(len(value) + 1)]
    return st.sampled_from([*shorter, [*value, *value], value[::-1]])


@st.composite
def odd_packs(draw: Any, game: str) -> Case:
    """A setting, rules off their printed values, and some cards that say something else."""
    levels, rules = draw(adapter(game).some_settings())
    # Dungeons' settings may name cards already.
    changes = {p if p.startswith("cards.") else f"rules.{p}": v for p, v in rules.items()}
    values = card_values(game)
    paths = draw(st.lists(st.sampled_from(sorted(values)), max_size=6, unique=True))
    changes |= {path: draw(other(game, path, values[path])) for path in paths}
    known = [name for name in ("idle", "quick") if name in shipped(game).strategies]
    levels["strategy"] = draw(st.sampled_from(("random", "random", "random", *known)))
    return {
        "game": game,
        "levels": levels,
        "changes": without_refused(game, changes),
        "seed": draw(st.integers(0, 2**63 - 1)),
    }


def without_refused(game: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, or where together they are no pack those that each by itself would be one."""
    pack = shipped(game)
    if pack.try_resolve(changes)[0] is not None:
        return dict(changes)
    return {p: v for p, v in changes.items() if pack.try_resolve({p: v})[0] is not None}


def play_packs(game: str, data: st.DataObject, counted: Tally) -> None:
    play(data.draw(odd_packs(game)), counted)


@st.composite
def odd_weights(draw: Any, game: str) -> Case:
    """A player with odd weights, at a table by the printed rules but for their limits."""
    levels, rules = draw(adapter(game).some_settings())
    limits = {p: v for p, v in rules.items() if "limit" in p or p.endswith(("rounds", "maps"))}
    changes = {f"rules.{path}": value for path, value in limits.items() if "cards" not in path}
    quick = shipped(game).strategies.get("quick")
    name = "quick" if quick and quick.weights else "balanced"
    kinds = [f for f in catalogue.features(game) if not f.startswith(("try_", *TRIES))]
    for feature in draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=8, unique=True)):
        weight = draw(st.sampled_from(HEAVY) | st.floats(-1000, 1000))
        changes[f"strategies.{name}.weights.{feature}"] = weight
    levels |= {"strategy": name, "skill": draw(st.sampled_from((1.0, 1.0, 0.0, 0.5, 0.999)))}
    seed = draw(st.integers(0, 2**63 - 1))
    return {"game": game, "levels": levels, "changes": changes, "seed": seed}


def play_weights(game: str, data: st.DataObject, counted: Tally) -> None:
    play(data.draw(odd_weights(game)), counted)


def play(case: Case, counted: Tally, more: Iterable[str] = ()) -> None:
    """A case is refused in words, or played to its end, the same in every way."""
    counted.add(told.CASES)
    pack, _ = shipped(case["game"]).try_resolve(case["changes"])
    shipped(case["game"])._resolved.clear()
    setting = adapter(case["game"]).setting(case["levels"])
    if pack is None or refuse_setting(pack, setting):
        counted.add(told.REFUSED)
        return
    mark = rows_mark(case, pack)
    counted.add(told.ACCEPTED, told.PLAYED)
    assert elsewhere(**CHECKED).rows_mark(case) == mark, f"other rows, bounds checked: {case}"
    counted.add(told.CHECKED)
    if counted.counts[told.PLAYED] % IN_PLAIN_PYTHON == 0:
        few = {**case, "count": 1}
        plain = elsewhere(**PLAIN).rows_mark(few)
        assert plain == rows_mark(few, pack), f"other rows in plain Python: {case}"
        counted.add(told.PLAIN)
