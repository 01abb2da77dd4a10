"""report.json: everything that the page says, as data.  The page is made from this alone."""

from typing import Any

from analysis.conclusions.as_shipped import ShippedGame
from analysis.conclusions.facts import facts
from analysis.conclusions.robustness import Doubts, Players, of_guesses
from analysis.conclusions.unsettled import on_edges, unsettled
from analysis.stats import verdicts
from analysis.study import Study
from reports import afresh, alerts, confirmed, targets, words
from reports.as_shipped import AsShipped
from reports.command import basis, file_of
from reports.doubts import SEVERAL, decides, said
from reports.lines import lines
from reports.opinion import Heard, heard, summary
from reports.parts import fact
from reports.question import question
from reports.sections.conclusions import expected
from reports.sections.order import sections

FORMAT = 1


def document(
    study: Study, doubts: Doubts | None = None, shipped: ShippedGame | None = None
) -> dict[str, Any]:
    """The report of a run as plain data; the same run, the same data.

    doubts: what was played beside it; shipped: so was the shipped game, of a changed one.
    """
    doubts = doubts or Doubts()
    before = AsShipped(study, shipped)
    told, as_before = before.split()
    found = heard(study, [*told, *as_before], doubts.players)
    of = confirmed.standing(study, found, doubts.players)
    stepped = [one for one in found if one not in of.alone and one.finding in as_before]
    leading = [one for one in of.stand if one not in stepped]
    so_far = [one for one in of.so_far if one not in stepped]
    again = afresh.data(study)
    return {
        "report_format": FORMAT,
        "header": header(study, doubts.players),
        "alerts": alerts.alerts(study),
        **({"again": again} if again else {}),
        "opinion": summary(study, found, doubts.players),
        **({"shipped": said} if (said := before.sentence(len(stepped))) else {}),
        "findings": [_counted(one, study, doubts, before) for one in leading],
        "one_player_so_far": [
            _so_far(one, study, doubts, before, one is so_far[0]) for one in so_far
        ],
        **(
            {"as_shipped": [_finding(one, study, doubts, before) for one in stepped]}
            if shipped
            else {}
        ),
        "only_this_player": [_of_one_player(one, study, doubts, before) for one in of.alone],
        "lines": [*expected.lines(study), *decides(study, doubts), *lines(study)],
        "sections": [s.data() for s in sections(study, doubts)] if study.games else [],
        "expectations": expected.data(study),
        "facts": [fact(f) for f in [*facts(study), *of_guesses(study, doubts)]],
    }


def _finding(one: Heard, study: Study, doubts: Doubts, before: AsShipped) -> dict[str, Any]:
    found = one.finding
    data = found.data() | said(found.about, found.verdict, one.opinion, study, doubts)
    lines = [*data.get("doubts", ()), *before.line(found)]
    return data | ({"doubts": lines} if lines else {})


def _counted(one: Heard, study: Study, doubts: Doubts, before: AsShipped) -> dict[str, Any]:
    """What stands; of what counts verdicts also how many of them another player finds."""
    data = _finding(one, study, doubts, before)
    more, verdict = confirmed.counted(study, one.finding, doubts.players)
    if not more:
        return data
    left = [SEVERAL.format("Guesses")] if doubts.guesses is not None else []
    return data | {"text": f"{data['text']} {more}", "doubts": left, "verdict": verdict}


def _so_far(
    one: Heard, study: Study, doubts: Doubts, before: AsShipped, is_first: bool
) -> dict[str, Any]:
    """What one player finds so far; instead of advice stands what would tell whether it is so."""
    data, tells = _finding(one, study, doubts, before), confirmed.tells(study, one, doubts.players)
    long = f"{tells} With `--dry-run` it says how long that takes." if is_first and tells else tells
    return data | {"try": long, "try_rows": []}


def _of_one_player(one: Heard, study: Study, doubts: Doubts, before: AsShipped) -> dict[str, Any]:
    """What another player does not find; of an own game nothing is advised by it."""
    data = _finding(one, study, doubts, before)
    return data | {"try": "", "try_rows": []} if file_of(study.design.manifest) else data


def header(study: Study, players: Players | None = None) -> dict[str, Any]:
    """What a run was; players: what was found by another player, which its badge hangs on."""
    manifest = study.design.manifest
    return {
        "title": manifest.get("title") or manifest["game"],
        "game": manifest["game"],
        **({"file": file} if (file := file_of(manifest)) else {}),
        "experiment": manifest.get("experiment_name", ""),
        "question": question(study.design),
        "games": study.games,
        "settings": len(study.design.cells),
        "seed": manifest.get("seed"),
        "source_hash": manifest.get("source_hash", ""),
        "facts": _facts(study),
        "badge": _badge(study, players),
    }


def _facts(study: Study) -> list[list[str]]:
    """What was crossed, in short: (name, levels)."""
    design = study.design
    facts = [[words.sentence(words.factor(f.name)), _levels(f.levels)] for f in design.factors]
    if design.variants:
        facts.append(["Changes", f"{len(design.variants):,} against {basis(design.manifest)}"])
    scripts = sorted({name for seat in study.seated for name in seat.strategies})
    if scripts:
        facts.append(["Played by", words.listing([_script(s, study) for s in scripts])])
    if mixed := [", ".join(c.skills) for c in design.base if len({*c.skills}) > 1]:
        facts.append(["Skill by place in the line-up", _levels(tuple(dict.fromkeys(mixed)))])
    if study.rated.bands:
        whose = targets.whose(study.rated)
        label = f"Target ({whose})" if whose else "Target"
        facts.append([label, f"{targets.of_rates(study.rated)} won"])
    if study.contest.kinds:
        label = "Target" if design.fair_is_stated else "Target (rule of thumb)"
        facts.append([label, targets.of_shares(study.contest.design)])
    if study.design.manifest.get("until"):
        facts.append(["Stopped", _stopped(study)])
    guessed, total = (sum(s.guessed for s in study.sources), sum(s.all for s in study.sources))
    if guessed:
        fitted = sum(s.fitted for s in study.sources)
        fits = f", {fitted:,} fitted" if fitted else ""
        facts.append(["Guessed", f"{words.percent(guessed / total)} of the values{fits}"])
    if yours := sum(s.designer for s in study.sources):
        facts.append(["Yours", words.plural(yours, "value")])
    return facts


def _stopped(study: Study) -> str:
    """Why a run ended that was to be played until all is settled."""
    open_, edges = len(unsettled(study)), on_edges(study)
    if not open_:
        stand = f"{edges:,} {'stands' if edges == 1 else 'stand'}"
        edge = f", or stood on the edge of its target to half a point: {stand} there"
        return f"when every verdict was settled{edge if edges else ''}"
    return f"before every verdict was settled: {open_:,} {'is' if open_ == 1 else 'are'} open"


def _script(name: str, study: Study) -> str:
    """A strategy, with what this run changes of it: other players win more or less often."""
    start = f"strategies.{name}."
    changes = [c for c in study.changed if c.path.startswith(start)]
    # The same for all numbers of players and for one of them is said once.
    said = dict.fromkeys(f"{c.path.rpartition('.')[2]} {words.value(c.value)}" for c in changes)
    if len(said) > 2:
        return f"{name} (changed)"
    return f"{name} ({', '.join(said)})" if said else name


def _levels(levels: tuple[Any, ...]) -> str:
    """The first few levels; line-ups hold commas themselves."""
    texts = [words.unslug(str(level)) for level in levels[:8]]
    apart = "; " if any("," in text for text in texts) else ", "
    return apart.join(texts) + (" …" if len(levels) > 8 else "")


def _badge(study: Study, players: Players | None) -> dict[str, str]:
    """The verdict of the whole run in a few words; what another player does not find is open."""
    if any(a["level"] == "red" for a in alerts.alerts(study)):
        return {"tone": "bad", "mark": "!", "text": "read the warning first"}
    kinds = [*confirmed.levels_heard(study, players).given]
    shares = study.contest.kind("option") or study.contest.kind("seat")
    kinds += confirmed.shares_heard(study, shares, players).given if shares else ()
    if not kinds:
        return {"tone": "plain", "mark": "·", "text": "no target set"}
    if len(kinds) == 1:
        return words.VERDICTS[kinds[0]].badge()
    on = kinds.count(verdicts.ON_TARGET)
    unsettled = kinds.count(verdicts.MORE)
    noun = "shares" if shares else "settings"
    off = sum(kind in verdicts.OFF for kind in kinds)
    if off and {verdicts.FIT, verdicts.FAR} & {*kinds}:
        return words.VERDICTS[words.OFF].badge() | {
            "text": f"{off} of {len(kinds)} {noun} off target"
        }
    if verdicts.FAR in kinds:
        return words.VERDICTS[verdicts.FAR].badge() | {"text": "no verdict on levels: see below"}
    if verdicts.FIT in kinds:
        said = f"{kinds.count(verdicts.FIT)} of {len(kinds)} {noun}"
        fit = words.VERDICTS[verdicts.FIT]
        return fit.badge() | {"text": f"{said} are {fit.word}"}
    if unsettled == len(kinds):
        return words.VERDICTS[verdicts.MORE].badge()
    verdict = words.VERDICTS[verdicts.ON_TARGET if on == len(kinds) else words.OFF]
    return verdict.badge() | {"text": f"{on} of {len(kinds)} {noun} on target"}
