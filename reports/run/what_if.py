"""Turn a number: what a page is given so that it plays games of the run itself, changed or not.

All of it is laid down here, of the run's own pack as it was checked: a page makes no value and no
rule.  Where this machine can make no module for a browser, a report has one section less.
"""

import base64
import hashlib
import shlex
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from analysis.stats import verdicts
from analysis.study import Study
from reports.findings.choose import by_itself
from reports.findings.finding import Finding
from reports.text import command, words
from simulate.core.errors import GivenUp, InputError
from simulate.experiment.context import LINEUP
from simulate.experiment.plan import PlannedCell
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack import Pack, catalogue, configs
from simulate.pack.edit import steps
from simulate.pack.text.nouns import one_of
from simulate.portable.offered import FEWEST, GAMES, offered
from simulate.search.confirmation.fresh import seed_of
from simulate.store import MANIFEST

if TYPE_CHECKING:
    from simulate.portable.numbers import Turnable

MOST_NUMBERS, MOST_OF_A_FINDING, MOST_AT_ONCE = 10, 2, 3
TITLE = "Turn a number: what if the game were a little different?"
SAID = (
    "Choose other values of up to three numbers: your browser plays {games} games with them on the "
    "luck of this run{few} ({setting}, {player} in every seat) and tells {told}.{other}"
)
FEW = ", which itself played the first {few} of them"
TOO_LONG = "Nothing can be turned here: the games of this run have more moves than a page plays."
OTHER = " It is a hint: {own}, who played this run, plays otherwise, and may confirm it."
UNLIKE = "No verdict against the target: {player} plays otherwise than {own} of this run."
BEHIND = "No verdict against the target: better players are known to win far more."
OF_ALL = "how many were won before and after, and which of them turned"
OF_EACH = "what share of the wins each of the {options} has before and after, which games turned"
OF_RATES = {
    "on": verdicts.ON_TARGET,
    "above": verdicts.ABOVE,
    "below": verdicts.BELOW,
    "more": verdicts.MORE,
}
OF_SHARES = {**OF_RATES, "above": verdicts.STRONG, "below": verdicts.WEAK}
Data = dict[str, Any]


def turned(folder: Path, study: Study) -> Data | None:
    """What the section is made of; None where no setting of the run can be played in a page."""
    manifest = study.design.manifest
    if not study.games or study.speeds or manifest["game"] not in catalogue.GAMES:
        return None
    plan = PlanFromManifest(manifest, str(folder / MANIFEST))
    if manifest.get("source_hash") != catalogue.source_hash(plan.facts):
        return None  # this version plays other games than the run has
    try:
        cells = [cell for cell in offered(plan) if _games(study, cell) >= FEWEST]
        if not cells or not catalogue.table(plan.game).has_compiled():
            return None  # a report of a run from elsewhere does not wait for a compiler
        told = [one.finding for one in by_itself(study)]
        cell = _spoken_of(plan, cells, told)
        pack = plan.pack_for(cell)
    except InputError:
        return None
    return _laid_down(plan, study, cell, pack, told)


def _laid_down(
    plan: PlanFromManifest, study: Study, cell: PlannedCell, pack: Pack, told: list[Finding]
) -> Data | None:
    from simulate.portable.engines import engine_of, reading
    from simulate.portable.image import image_of
    from simulate.portable.numbers import LaidGame

    laid = LaidGame(pack, cell.setting)
    read = reading(laid.match)
    module = _module(plan.game) if read else None
    taken = {key for key, _ in command.command_of(plan.data).sets()}
    paths = [path for path in _paths(pack, told) if path not in taken]
    numbers = laid.turnable(paths, MOST_NUMBERS) if module else []
    if read is None or module is None or not numbers:
        return None
    try:
        image = image_of(engine_of(plan.game), laid.match, plan.seed, GAMES)
    except GivenUp:
        return {"title": TITLE, "words": [TOO_LONG], "held": None}
    rows = image.games.played + image.seats.played
    return {
        "title": TITLE,
        "words": _said(study, plan, cell, read),
        "player": _player(cell),
        "held": {
            "module": _packed(module),
            "parts": _packed(image.held()),
            "image": image.data(),
            "rows": hashlib.sha256(rows).hexdigest(),
            "games": GAMES,
            "read": read | _named_options(study, read),
            "numbers": [_number(number, read.get("names", ())) for number in numbers],
            "pairs": laid.pairs(numbers),
            "most": MOST_AT_ONCE,
            **_target(study, plan, cell, read),
            **_commands(study, plan, cell, pack),
        },
    }


def _said(study: Study, plan: PlanFromManifest, cell: PlannedCell, read: Data) -> list[str]:
    """What the section is, and who plays in it."""
    player, own, games = _player(cell), _player(_own(plan, cell)), _games(study, cell)
    given = {
        "games": words.count(GAMES),
        "few": FEW.format(few=words.count(games)) if own == player and games < GAMES else "",
        "setting": words.setting({name: cell.setting[name] for name in plan.facts.crossed}),
        "player": player,
        "other": OTHER.format(own=own) if own != player else "",
        "told": OF_ALL if "won" in read else OF_EACH.format(options=plan.facts.options),
    }
    return [SAID.format(**given)]


def _own(plan: PlanFromManifest, cell: PlannedCell) -> PlannedCell:
    """The setting as the run itself played it, where another player may sit in the page."""
    return next(each for each in plan.cells if each.number == cell.number)


def _player(cell: PlannedCell) -> str:
    return words.listing(sorted(set(cell.setting["strategy"])))


def _named_options(study: Study, read: Data) -> Data:
    """What seats have by its printed names, and all of them by one word; nothing where all win."""
    if "won" in read:
        return {}
    noun = str(study.design.manifest["options"])
    names = [study.design.name_in(study.design.option_section, name) for name in read["names"]]
    largest = NormalDist().inv_cdf(1 - 0.025 / len(names))  # of so many differences (Bonferroni)
    return {"names": names, "noun": one_of(noun), "largest": largest}


def _module(game: str) -> bytes | None:
    """The game as a browser plays it; None where this machine cannot make it, whatever the reason:
    a report goes without a section rather than not be written.
    """
    try:
        from simulate.portable.linked import what_is_missing
        from simulate.portable.maker import made

        return None if what_is_missing() else made(game)
    except Exception:
        return None


def _games(study: Study, cell: PlannedCell) -> int:
    """How many games the run has played of a setting."""
    return study.counts.games(cell.number)


def _spoken_of(
    plan: PlanFromManifest, cells: list[PlannedCell], told: list[Finding]
) -> PlannedCell:
    """The setting that the game usually has; else that of the first finding of one; else the
    middle one.
    """
    usual = {
        name: factor.default for name in plan.facts.crossed if (factor := plan.facts.factor(name))
    }
    wheres = [usual, *(finding.about[1] for finding in told if finding.about)]
    for where in wheres:
        found = [cell for cell in cells if where and _is_at(cell, where)]
        if found:
            return found[0]
    return cells[len(cells) // 2]


def _is_at(cell: PlannedCell, where: Mapping[str, Any]) -> bool:
    """Whether nothing by which a run tells its settings apart is otherwise than there."""
    return all(where.get(name) == level for name, level in cell.levels.items())


def _paths(pack: Pack, told: list[Finding]) -> list[str]:
    """Numbers that the findings name, then those that are known to move most, then the rules."""
    every = steps.numbers(pack)
    named = [path for finding in told for path in _named(finding, every)[:MOST_OF_A_FINDING]]
    telling = configs.telling(pack.game)
    moving = sorted(telling, key=lambda path: -telling[path])
    known = [path for path in moving if path in every]
    return list(dict.fromkeys([*named, *known, *steps.numbers(pack, ("rules",))]))


def _named(finding: Finding, every: list[str]) -> list[str]:
    """The numbers that a finding is about, or that stand on the card that it is about."""
    where = finding.about[1] if finding.about else {}
    things = {str(value) for value in where.values()}
    return [path for path in every if path in where or things & set(path.split(".")[1:])]


def _number(number: "Turnable", options: Sequence[str]) -> Data:
    """A number and its values; of: which of what seats have it stands on the card of, or -1."""
    inside = number.path.split(".")[1:]
    return {
        "label": number.label,
        "of": next((code for code, name in enumerate(options) if name in inside), -1),
        "now": words.value(number.before),
        "values": [
            {
                "text": words.value(value.value),
                "patch": [list(each) for each in value.patch],
                "set": shlex.join((command.SET, f"{number.path}={command.typed(value.value)}")),
            }
            for value in number.values
        ],
        "at": sum(value.value < number.before for value in number.values),
    }


def _target(study: Study, plan: PlanFromManifest, cell: PlannedCell, read: Data) -> Data:
    """The band of the setting, and the words of each verdict; nothing without a target.

    Where the report itself judges nothing, the page judges nothing, and says why.
    """
    shares = "won" not in read
    band = (study.design.near if shares else study.design.bands).get(cell.number)
    if band is None:
        return {}
    player, own = _player(cell), _player(_own(plan, cell))
    (told,) = [each for each in study.design.cells if each.number == cell.number]
    if player != own:
        return {"unjudged": UNLIKE.format(player=player, own=own)}
    if not shares and study.judge.behind(told):
        return {"unjudged": BEHIND}
    of = OF_SHARES if shares else OF_RATES
    if not shares and study.judge.fits.level(told):
        of = of | {"on": verdicts.FIT}
    said = {key: words.VERDICTS[verdict].badge() for key, verdict in of.items()}
    target = words.over_band(band) if shares else words.band(band.low, band.high)
    return {"band": [band.low, band.high], "target": target, "said": said}


def _commands(study: Study, plan: PlanFromManifest, cell: PlannedCell, pack: Pack) -> Data:
    """What tells a game, and what plays both games in this setting on luck that nobody has seen."""
    levels = _levels(cell)
    both = command.search(plan.data, "compare", levels)
    if _player(cell) != _player(_own(plan, cell)):
        levels["strategy"] = cell.setting["strategy"][0]
    games, fresh = max(_games(study, cell), GAMES), seed_of(pack.played_hash, plan.seed)
    return {
        "replay": f"{command.search(plan.data, 'replay', levels)} --seed {plan.seed}",
        "confirm": f"{both} --games {games} --seed {fresh}",
    }


def _levels(cell: PlannedCell) -> Data:
    """The levels of a setting, each of which a command line can set."""
    seats = cell.setting["strategy"] if LINEUP in cell.levels else ()
    own = {f"strategy.{seat}": name for seat, name in enumerate(seats, 1)}
    return {name: level for name, level in cell.levels.items() if name != LINEUP} | own


def _packed(held: bytes) -> str:
    """Bytes as a page holds them."""
    return base64.b64encode(zlib.compress(held, 9)).decode()
