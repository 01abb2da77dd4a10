"""What is a card worth? The report of `simulate worth`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from analysis.conclusions.ledger import EXPERIMENT
from analysis.description.grouped_tallies import Several
from analysis.stats import verdicts
from analysis.stats.corrections import fcr_widening_of
from analysis.stats.intervals import Estimate, fcr_adjust
from reports.findings.finding import Finding
from reports.search import advice, second_opinion
from reports.search.aimed import SearchCommands, Told, each_change, is_fine, now, searched, where
from reports.search.facts import measured as with_number
from reports.search.facts import of_change, of_search, of_sensitivity
from reports.search.parts import header, report, setting
from reports.search.unused import hardly_ever, unused
from reports.tables.parts import Col, Data, Section, effect, judged, listed, q_of
from reports.text import words
from simulate.experiment import Experiment
from simulate.search.aim.sums import WON
from simulate.search.candidate import SearchOutcome
from simulate.search.card_worth import MeasuredCard, by_setting, without
from simulate.search.confirmation.confirm import Confirmed
from simulate.search.partners import CardPair, shown
from simulate.search.sensitivity import Sensitive


@dataclass(frozen=True)
class EditFound:
    """What a search for the smallest edit of the card came to."""

    search: SearchOutcome
    confirmed: Sequence[Confirmed]
    typed: SearchCommands


def document(
    experiment: Experiment,
    worth: MeasuredCard,
    games: int,
    command_of: Told,
    edit: EditFound | None = None,
    cards: Sequence[Several] = (),
) -> dict[str, Any]:
    """The report as plain data.

    command_of: the command that plays changes; edit: None where no target was named; cards: what
    seats held and used in the game as it is.
    """
    sections = [_changes(worth, command_of), _settings(worth), _pairs(worth)]
    told = [_worth(experiment, worth, edit)]
    facts = [*of_sensitivity(experiment, worth.every, worth.settings)]
    if edit is not None:
        every = [where(edit.search), *advice.findings(edit.search, edit.confirmed, edit.typed)]
        told += [with_number(experiment, edit.search, edit.confirmed, one) for one in every]
        sections += [now(edit.search), each_change(edit.search, edit.confirmed, edit.typed)]
        facts += of_search(experiment, edit.search, edit.confirmed)
    question = f"What is {worth.card.name} worth?"
    data = report(
        header(experiment, "worth", question, games, len(worth.settings), _badge(worth)),
        told,
        [*_lines(worth, cards), *_of_edits(experiment, edit)],
        sections,
        facts,
        EXPERIMENT,
    )
    if edit is None:
        return data
    return second_opinion.told(data, edit.search, advice.answer(edit.search, edit.confirmed))


def _badge(worth: MeasuredCard) -> Data:
    first = worth.blank or worth.median
    text = "no card to compare with"
    if first is not None:
        than = "a blank one" if worth.blank is not None else "the median"
        text = f"{words.signed(-first.moved.effect.value)} points over {than}"
    return {"tone": "plain", "mark": "·", "text": text}


def _worth(experiment: Experiment, worth: MeasuredCard, edit: EditFound | None) -> Finding:
    """The answer in one sentence."""
    first = worth.blank or worth.median or next(iter(worth.steps), None)
    parts, name = [*_over(worth)], worth.card.name
    text = f"{name} has nothing to be compared with but its own numbers a step off"
    if parts and first is not None:
        text = f"{name} {words.listing(parts, len(parts))}"
        whose = first.moved.label
        text = f"In the games that have it, {text}" if worth.present and whose == name else text
        text += f" (told of {whose})" if whose not in ("", name) else ""
    text += _most(worth) + _edited(edit) + "."
    verdict = verdicts.MORE if first is None else first.verdict
    rows = tuple(("tornado", one.name) for one in (worth.blank, worth.median) if one is not None)
    line = f"{worth.card.name}: {words.listing(parts)}" if parts else ""
    about = None if first is None else of_change(experiment, first)
    return Finding("worth", verdict, text, "worth", 0.0, rows, line=line, about=about)


def _over(worth: MeasuredCard) -> Iterator[str]:
    """What it brings over each, in words; the verb is said once while it stays the same."""
    than = (worth.blank, "a blank one"), (worth.median, f"the median of {worth.card.kind}")
    before = ""
    for change, name in than:
        if change is not None:
            size, ends = words.size_range(*without(change.moved.effect).ends)
            verb = "costs" if change.moved.effect.value > 0 else "brings"
            said = "" if verb == before else f"{verb} "
            yield f"{said}{size} ({ends}) {'over' if verb == 'brings' else 'beside'} {name}"
            before = verb


def _most(worth: MeasuredCard) -> str:
    """Where it is worth most, if that is shown to be more than in the others together."""
    each = [*by_setting(worth)]
    if not each:
        return ""
    levels, most = max(each, key=lambda one: one[1].value)
    wide = fcr_adjust(most, fcr_widening_of(1, len(each)), -1.0, 1.0)
    rest = sum(one.value for _, one in each) / len(each)
    if wide.low <= rest:
        return "; no setting is shown to be above the others"
    size, ends = words.size_range(*wide.ends)
    return f"; most with {words.setting(levels)}: {size} ({ends})"


def _edited(edit: EditFound | None) -> str:
    """What the smallest edit does, in half a sentence."""
    if edit is None:
        return ""
    if is_fine(edit.search):
        return "; it needs no edit, as what is wanted is so already"
    first = advice.answer(edit.search, edit.confirmed)
    if first is not None and (first.lands or first.open):
        sure = "brings it into the band" if first.lands else "may bring it into the band"
        players = " for these players alone" if first.reported == verdicts.FAR else ""
        return f"; {first.name} {sure}{players}"
    near = next((change for change in edit.confirmed if change.helps), None)
    came = f"; nearest comes {near.name}" if near is not None else ""
    return f"; no edit of one or two of its numbers is shown to bring it into the band{came}"


def _lines(worth: MeasuredCard, cards: Sequence[Several]) -> Iterator[Data]:
    if worth.present is not None:
        text = f"{words.percent(worth.present)} of the games have it; its points are of these alone"
        whole = any(one.moved.kind == WON or one.moved.label != worth.card.name
                    for one in worth.every)  # fmt: skip
        yield {"kind": "plain", "label": "Dealt", "text": text.partition(";")[0] if whole else text}
    if worth.every and all(one.idle for one in worth.every):
        text = "no change of the card ended one game otherwise"
        yield {"kind": "calm", "label": "Never met here", "text": text}
    if worth.blank is None:
        text = "it has no abilities that could be taken away"
        yield {"kind": "calm", "label": "Blank", "text": text}
    if worth.median is None:
        text = f"no number of it differs from that of other {worth.card.kind}, or few have one"
        yield {"kind": "calm", "label": "Median", "text": text}
    if rare := unused([worth.card.path], cards):
        yield hardly_ever(1, rare)
    if worth.present is None:
        text = f"not counted: {worth.card.kind} are not what seats are dealt"
        yield {"kind": "calm", "label": "Partners", "text": text}


def _of_edits(experiment: Experiment, edit: EditFound | None) -> list[Data]:
    if edit is not None:
        return searched(experiment, edit.search, "edits")
    text = "none is named, so no edit was looked for; `--target 40-55%` names one"
    return [{"kind": "calm", "label": "Target", "text": text}]


def _changes(worth: MeasuredCard, command_of: Told) -> Section:
    said = [
        "The card changed in one way at a time, on the same luck as the game as it is. What is "
        "lost without its abilities is what it is worth.",
    ]
    chart = {
        "kind": "tornado",
        "id": "chart-worth",
        "title": "Points that each change adds",
        "desc": f"{words.plural(len(worth.every), 'change')} of {worth.card.name}.",
        "rows": [*_bars(worth)],
    }
    columns = [
        Col("name", "Change"),
        Col("effect", "Points", "points", get=lambda one: one.moved.effect),
        Col("whose", "Of whom", get=lambda one: one.moved.label or "all games"),
        q_of("of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Games", "count", "in each setting, with the change"),
        Col("command", "Play it", "code",
            get=lambda one: "" if one.blanks else command_of(_set(one))),
    ]  # fmt: skip
    table = listed("tornado", "The card changed, beside the card as it is", columns, worth.every,
                   lambda one: judged(one.verdict, one.moved.effect))  # fmt: skip
    return Section("worth", "What does each change of the card do?", said, [chart], [table])


def _set(change: Sensitive) -> dict[str, Any]:
    return {each.path: each.value for each in change.changes}


def _bars(worth: MeasuredCard) -> Iterator[Data]:
    """A bar for the card blank and for it at the median; for each number one down and one up."""
    for one in (worth.blank, worth.median):
        if one is not None:
            yield {"label": one.name, "down": effect(one.moved.effect), "up": None}
    rows: dict[str, Data] = {}
    for one in worth.steps:
        change = one.changes[0]
        row = rows.setdefault(change.path, {"label": one.name.rpartition(" -> ")[0],
                                            "down": None, "up": None})  # fmt: skip
        row["up" if _is_more(change.value, change.printed) else "down"] = effect(one.moved.effect)
    yield from rows.values()


def _is_more(value: Any, than: Any) -> bool:
    return isinstance(value, int) and isinstance(than, int) and value > than


def _settings(worth: MeasuredCard) -> Section | None:
    """What it brings in each setting."""
    kinds = (("blank", "Over a blank one", worth.blank),
             ("median", f"Over the median of {worth.card.kind}", worth.median))  # fmt: skip
    columns = [Col("setting", "Setting", get=lambda n: setting(worth.settings[n]))]
    columns += [
        Col(key, head, "points", get=partial(_there, one))
        for key, head, one in kinds
        if one is not None
    ]
    if len(worth.settings) < 2 or len(columns) < 2:
        return None
    table = listed("worth-settings", "Points that the card brings, setting by setting", columns,
                   range(len(worth.settings)))  # fmt: skip
    return Section("worth-settings", "Where is it worth most?", tables=[table])


def _there(change: Sensitive, number: int) -> Estimate | None:
    found = change.moved.by_setting[number]
    return None if found is None else without(found)


def _pairs(worth: MeasuredCard) -> Section | None:
    if not worth.pairs:
        return None
    said = [
        f"What {worth.card.name} and another win together, beyond what each of the two adds with "
        f"others. The best and the worst of {worth.looked}; the intervals allow for that choice.",
    ]
    columns = [
        Col("partner", "With"),
        Col("beyond", "Points beyond", "points"),
        q_of(f"{worth.looked} that differ"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Games", "count"),
    ]

    def more(pair: CardPair) -> Data:
        return judged(pair.verdict, pair.beyond)

    table = listed("worth-pairs", "With whom it goes well", columns, shown(worth.pairs), more)
    return Section("worth-pairs", "With whom does it go well?", said, tables=[table])
