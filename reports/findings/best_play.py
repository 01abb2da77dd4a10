"""What best play of a solved game comes to, beside what its players find."""

from collections.abc import Iterator, Mapping
from typing import Any

from analysis.conclusions.facts import Fact, facts
from analysis.conclusions.robustness import key_of
from analysis.study import Study
from reports.text import words
from reports.text.command import command_of
from simulate.core.game.facts import WIN_RATE
from simulate.experiment.context import STRATEGY
from simulate.experiment.second_opinion import BEST

MOST_TOLD = 3


def sentence(told: Study) -> str:
    """Best play where it differs most from what was found; empty where it is not known."""
    opinions = told.design.manifest.get("opinions", ())
    known = next((one for one in opinions if one["strategy"] == BEST), None)
    pairs = [*_pairs(told, known)] if known is not None else []
    if known is None or not pairs:
        return ""
    pairs.sort(key=lambda pair: -abs(pair[0]["value"] - pair[1].value))
    parts = [_part(told, *pair) for pair in pairs[:MOST_TOLD]]
    parts += [f"{len(pairs) - MOST_TOLD} more"] if len(pairs) > MOST_TOLD else []
    again = command_of(told.design.manifest).with_set(STRATEGY, BEST)
    positions = words.plural(known["positions"], "position")
    return f"By best play {'; '.join(parts)}. It is solved ({positions}), and `{again}` plays it."


def _pairs(told: Study, known: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Fact]]:
    """What best play comes to, with what was found of the same."""
    found = {key_of(fact.metric, fact.where): fact for fact in facts(told)}
    for one in known["facts"]:
        if (own := found.get(key_of(one["metric"], one["where"]))) is not None:
            yield one, own


def _part(told: Study, best: Mapping[str, Any], found: Fact) -> str:
    """Seat 1 wins 100.0% of the games, 52.3% with these players"""
    where = {name: level for name, level in best["where"].items() if name != "seat"}
    place = f" ({words.setting(where)})" if where else ""
    if best["metric"] == WIN_RATE:
        whole, who = 0.0, "the game is won in"
    else:
        whole, who = 1 / _seats(told, where), f"seat {best['where']['seat']} wins"
    exact, own = (words.percent(whole + each) for each in (best["value"], found.value))
    return f"{who} {exact} of the games{place}, {own} with these players"


def _seats(told: Study, where: Mapping[str, Any]) -> int:
    cells = told.design.manifest["cells"]
    cell = next(c for c in cells if where.items() <= c["levels"].items())
    return len(cell["setting"][STRATEGY])
