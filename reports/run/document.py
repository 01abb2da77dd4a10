"""report.json: everything that the page says, as data.  The page is made from this alone."""

from collections.abc import Iterator
from typing import Any

from analysis.conclusions import feel
from analysis.conclusions.baseline import SAME, ShippedGame
from analysis.conclusions.facts import Fact, facts
from analysis.conclusions.guesses.value_of_information import of_guesses
from analysis.conclusions.ledger import ON_PLAYER, Ledger
from analysis.conclusions.robustness import YES, Doubts
from analysis.conclusions.unsettled import on_edges, unsettled
from analysis.study import Study
from reports.findings.answer import OVERVIEW
from reports.findings.baseline import AsShipped
from reports.findings.choose import beside
from reports.findings.finding import ToldFinding, answer_of
from reports.findings.lines import lines
from reports.findings.policy_robustness import summary
from reports.findings.policy_robustness import tells as what_tells
from reports.people import beside as people
from reports.run import alerts, limits, replication
from reports.run.picture import picture
from reports.sections.conclusions import expected
from reports.sections.order import sections
from reports.tables.parts import fact
from reports.text import plan_found, targets, words
from reports.text.caveats import decides, said
from reports.text.command import basis, file_of
from reports.text.question import question

FORMAT = 1


def document(
    study: Study, doubts: Doubts | None = None, shipped: ShippedGame | None = None
) -> dict[str, Any]:
    """The report of a run as plain data; the same run, the same data.

    doubts: what was played beside it; shipped: so was the shipped game, of a changed one.
    """
    ledger = Ledger(study, doubts or Doubts())
    before = AsShipped(study, shipped)
    told = beside(ledger, before)
    again = replication.data(study)
    table = None if ledger.doubts.people is None else people.section(ledger.doubts.people)
    stepped = [before.said(one.finding) for one in told].count(SAME)
    return {
        "report_format": FORMAT,
        "header": header(study) | {"answer": answer_of(told), "badge": _badge(ledger)},
        "alerts": alerts.alerts(study),
        **({"again": again} if again else {}),
        "opinion": summary(ledger, told),
        **({"shipped": said} if (said := before.sentence(stepped)) else {}),
        "picture": picture(study),
        "findings": [_finding(one, ledger, before) for one in told],
        "lines": [
            *expected.lines(study),
            *_of_people(ledger.doubts),
            *plan_found.lines(ledger.doubts.plans),
            *decides(study, ledger.doubts),
            *lines(ledger),
        ],
        "sections": [s.data() for s in sections(study, ledger.doubts, table)]
        if study.games
        else [],
        "expectations": expected.data(study),
        "facts": [fact(f) for f in _facts_of(study, ledger.doubts)],
    }


def _facts_of(study: Study, doubts: Doubts) -> list[Fact]:
    felt = feel.facts(feel.feel(study, doubts.followed)) if study.games else ()
    return [*facts(study), *of_guesses(study, doubts), *felt]


def _of_people(doubts: Doubts) -> Iterator[dict[str, Any]]:
    """Whether the games of a sheet that the pack names agree."""
    if doubts.people is not None:
        yield people.line(doubts.people)


def _finding(one: ToldFinding, ledger: Ledger, before: AsShipped) -> dict[str, Any]:
    found = one.finding
    of_run = found.about if ledger.holds(one.entry) else None
    rests = said(one.entry, of_run, ledger.study, ledger.doubts)
    lines = [*rests.get("doubts", ())]
    lines[1:1] = _unasked(one, ledger)  # behind what chance may have made of it
    lines[1:1] = _refuted(one, ledger)
    lines += [*_limits(one, ledger.study), *before.line(found)]
    lines += [found.note] if found.note else []
    return one.data() | rests | _tried(one, ledger) | ({"doubts": lines} if lines else {})


def _unasked(one: ToldFinding, ledger: Ledger) -> Iterator[str]:
    """Who was not asked about a finding, as that takes too long, and what asks him."""
    is_open = not one.entry.opinion.by and ledger.doubts.players is None
    if is_open and not ledger.is_own and (asks := what_tells(ledger, one)):
        second = ledger.study.design.manifest["second"]
        yield f"Players: `{second}` was not asked, which takes longer than these games: {asks}"


def _refuted(one: ToldFinding, ledger: Ledger) -> Iterator[str]:
    """That people's games surely do not find it, or something that is counted in it."""
    table = ledger.doubts.people
    if table is None:
        return
    if one.entry.people is not None:
        yield f"Table: {people.refuted(table, one.entry.people)}."
    elif one.is_answer and one.finding.kind == OVERVIEW:
        entries = [entry for tally in ledger.tallies for entry in tally.entries]
        for found in (entry.people for entry in entries if entry.people is not None):
            name = people.names_of(table).of(found)
            yield f"Table: {name}: {people.refuted(table, found)}."


def _limits(one: ToldFinding, study: Study) -> Iterator[str]:
    """What the counts of an answer rest on as a whole."""
    if one.is_answer and one.finding.kind == OVERVIEW:
        yield from (limits.of_levels if study.cells else limits.of_shares)(study)


def _tried(one: ToldFinding, ledger: Ledger) -> dict[str, Any]:
    """What would tell takes the place of advice where a finding hangs on who plays; and of an own
    game nothing is advised by what another player does not find.
    """
    if one.entry.standing != ON_PLAYER or one.entry.opinion.said == YES:
        return {}
    tells = what_tells(ledger, one)
    return {"try": tells, "try_rows": []} if tells or ledger.is_own else {}


def header(study: Study) -> dict[str, Any]:
    """What a run was."""
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


def _badge(ledger: Ledger) -> dict[str, str]:
    """The verdict of the whole run in a few words."""
    if any(a["level"] == "red" for a in alerts.alerts(ledger.study)):
        return {"tone": "bad", "mark": "!", "text": "read the warning first"}
    return words.badge(ledger.tallies)
