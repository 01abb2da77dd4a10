"""Write a confirmed change as a pack, with its evidence."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from analysis.stats.intervals import Estimate, Rate
from simulate.core.files import disk
from simulate.core.game.facts import LENGTH
from simulate.core.text.letters import escaped
from simulate.core.text.validate import written
from simulate.experiment import Experiment
from simulate.pack import catalogue, configs
from simulate.pack.edit import edited
from simulate.pack.pack import Pack
from simulate.pack.reading import EVIDENCE, RULES, own_files
from simulate.pack.text.formats import headed
from simulate.pack.text.labels import label
from simulate.search.aim.goals import Goal, GoalChange
from simulate.search.candidate import together
from simulate.search.confirmation.confirm import FILE, Confirmed
from simulate.search.confirmation.fresh import luck_of
from simulate.store import PACKS

WHY = "changed to bring the game to its target"


def write_pack(
    experiment: Experiment,
    change: Confirmed,
    folder: Path,
    number: int,
    command_of: Callable[[Mapping[str, Any]], str],
) -> Path | None:
    """The folder of the pack below `folder`; None where a value of it stands in no file.

    command_of: the command that plays changes.
    """
    pack = experiment.pack
    changes = together(experiment) | {each.path: each.value for each in change.changes}
    place = folder / PACKS / f"{number}"
    if not lay(pack, changes, place):
        return None
    earlier = disk.text(place / EVIDENCE) if (place / EVIDENCE).exists() else ""
    lines = [*_evidence(experiment, change, command_of), *_before(earlier)]
    disk.write(place / EVIDENCE, "\n".join(map(escaped, lines)) + "\n")
    return place


def lay(pack: Pack, changes: Mapping[str, Any], place: Path) -> bool:
    """Write a pack with changes into a new folder; False where a value of it stands in no file."""
    try:
        texts = edited.texts(pack, changes, edited.designer(WHY))
    except KeyError:
        return False
    if pack.folder == configs.game_folder(pack.game):
        place.mkdir(parents=True)
    else:
        for file in own_files(pack):
            (place / file).parent.mkdir(parents=True, exist_ok=True)
            disk.write(place / file, disk.text(pack.folder / file))
    for name, text in texts.items():
        disk.write(place / name, headed(text, pack.game) if name == RULES else text)
    return True


def _evidence(
    experiment: Experiment, change: Confirmed, command_of: Callable[[Mapping[str, Any]], str]
) -> Iterator[str]:
    """What is changed, and what that was shown to do on fresh luck."""
    yield f"# {experiment.pack.facts.title}: what this pack changes, and what that does"
    yield ""
    for each in change.changes:
        name = label(experiment.pack, each.path)
        yield f"- {name}: {written(each.printed)} -> {written(each.value)} (`{each.path}`)"
    own = {each.path for each in change.changes}
    for path, value in together(experiment).items():
        if path not in own:
            name = label(experiment.pack, path)
            yield f"- {name}: {written(value)}, set in the command (`{path}`)"
    yield ""
    games = min((place.rate.games for place in change.judged), default=0)
    luck = luck_of(experiment)
    yield (
        f"Chosen on seed {luck.seed}, then played on luck that the search had not seen: seed "
        f"{luck.fresh}, at least {games:,} games behind each number, with the change and without "
        "it. In brackets stand 95% intervals."
    )
    yield ""
    yield "| Setting | Won before | Won with it | Points | Band | Verdict |"
    yield "|---|---|---|---|---|---|"
    for place in change.judged:
        yield _row(place)
    yield ""
    yield f"`{command_of({each.path: each.value for each in change.changes})}`"
    room = catalogue.own(experiment.game)
    with_file = f" (with `--pack {room.source.file}`)" if room is not None else ""
    yield f"plays it; `{FILE}`, two folders up, plays the confirmation again{with_file}."


def _before(earlier: str) -> Iterator[str]:
    """What stood beside the pack that was changed, each of its headings a step lower."""
    if earlier:
        yield ""
        yield "## Before that"
        yield ""
        yield "What the pack that was changed here says of itself:"
        yield ""
        yield from (f"#{line}" if line.startswith("#") else line for line in earlier.splitlines())


def _row(place: GoalChange) -> str:
    setting = ", ".join(f"{name} {level}".strip() for name, level in place.levels.items())
    goal, band = place.goal, place.goal.band
    is_length = goal.kind == LENGTH
    as_told = partial(_length, goal) if is_length else _percent
    ends = f"{band.low * 100:.1f}-{band.high * 100:.1f}%"
    if is_length:
        ends = f"{goal.told(band.low):g} to {goal.told(band.high):g}"
    cells = [setting or "the setting played", as_told(place.before), as_told(place.rate)]
    cells += [f"{place.moved.value:+.2f}" if is_length else _points(place.effect), ends]
    cells += [place.reported]
    return f"| {' | '.join(cells)} |"


def _length(goal: Goal, rate: Rate) -> str:
    return f"{goal.told(rate.value):.2f} ({goal.told(rate.low):.2f}-{goal.told(rate.high):.2f})"


def _percent(rate: Rate) -> str:
    return f"{rate.value * 100:.1f}% ({rate.low * 100:.1f}-{rate.high * 100:.1f})"


def _points(effect: Estimate) -> str:
    return f"{effect.value * 100:+.1f} ({effect.low * 100:+.1f} to {effect.high * 100:+.1f})"
