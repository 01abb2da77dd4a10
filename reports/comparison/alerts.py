"""What a reader must know before two runs are compared."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analysis.conclusions.comparison import RunComparison
from analysis.rates.fitted import fitted
from reports.run.limits import far_behind, set_so
from reports.text import words
from simulate.core.game.facts import WIN_RATE

MOST_NAMED = 4


def alerts(comparison: RunComparison) -> Iterator[dict[str, str]]:
    if not comparison.same_rules:
        text = (
            "The two runs were played by different versions of the toolkit, so a difference may "
            "come from there. Play both again with this one."
        )
        yield {"level": "red", "text": text}
    if not comparison.differs:
        text = "Nothing differs between the two runs but their luck: what is shown here is chance."
        if comparison.same_luck:
            text = "Nothing differs between the two runs: they hold the same games"
            more = ", one more of them than the other; those that both have are compared."
            text += "." if _is_as_long(comparison) else more
        yield {"level": "amber", "text": text}
    if not comparison.same_luck:
        seed = comparison.joined.before.manifest["seed"]
        text = (
            "The two runs have different seeds, so they share no luck, and the differences are "
            f"less sure than they could be: play the second with `--seed {seed}`."
        )
        yield {"level": "amber", "text": text}
    yield from _unfinished(comparison)
    yield from _fitted(comparison)
    if comparison.far:
        yield {"level": "amber", "text": far_behind(comparison.far)}
    alone = [
        f"{words.plural(len(cells), 'setting')} of the {name} run ({_named(cells)})"
        for name, cells in zip(("first", "second"), comparison.joined.alone, strict=True)
        if cells
    ]
    if alone:
        text = f"Left out, because only one of the runs has them: {words.listing(alone)}."
        yield {"level": "amber", "text": text}


def _named(cells: Sequence[Mapping[str, Any]]) -> str:
    """The settings that one run has alone; of many the first few, and where the others stand."""
    first = [words.setting(levels) for levels in cells[:MOST_NAMED]]
    more = len(cells) - len(first)
    return "; ".join([*first, *([f"{more} more, in the report of that run"] if more else [])])


def _is_as_long(comparison: RunComparison) -> bool:
    """Whether each setting was planned with as many games in both runs."""
    return all(before["games"] == after["games"] for before, after in comparison.joined.twins)


def _fitted(comparison: RunComparison) -> Iterator[dict[str, str]]:
    """Where the level was set by play, it says nothing of the game."""
    values = [f for f in fitted(comparison.joined.before.manifest) if f.metric == WIN_RATE]
    if values and any(setting.band for setting in comparison.settings):
        text = f"{set_so(values)} So we chose how hard the game was before the change."
        yield {"level": "amber", "text": text}


def _unfinished(comparison: RunComparison) -> Iterator[dict[str, str]]:
    sides = (("first", comparison.joined.before), ("second", comparison.joined.after))
    for name, run in sides:
        if run.manifest["status"] != "complete":
            text = f"The {name} run was cut short; the games that it has are compared."
            yield {"level": "amber", "text": text}
    missing = len(comparison.joined.twins) - len(comparison.design.base)
    if missing:
        settings = words.plural(missing, "setting")
        text = f"Left out, because one of the runs has no games of it: {settings}."
        yield {"level": "amber", "text": text}
