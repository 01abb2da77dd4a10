"""Who wins more than the fair share?  Options, dealt things, seats and strategies alike."""

from collections.abc import Sequence

from analysis.conclusions.ledger import tally
from analysis.data.entrants import SEATS
from analysis.shares.share_verdicts import Kind, Over, Share
from analysis.stats import verdicts
from analysis.study import Study
from reports.sections.shares import picks
from reports.tables.parts import (
    MORE_HELP,
    Col,
    Data,
    Section,
    by_verdict,
    dot,
    dots,
    effect,
    ends_of,
    listed,
    of_each,
    q_of,
)
from reports.text import targets, words

MOST_ROWS = 16
MOST_COLUMNS = 8
TITLES = {
    "option": "Which {} win more than their share, and which less?",
    "dealt": "Do the {} decide who wins?",
    "seat": "What is a seat worth?",
    "strategy": "Which plan wins?",
}


def options(study: Study) -> Section | None:
    """What seats held."""
    kind = study.contest.kind("option")
    return of_kind(study, kind) if kind else None


def seats(study: Study) -> Section | None:
    """First-player advantage, apart from who sat there."""
    kind = study.contest.kind("seat")
    if kind is None:
        return None
    section = of_kind(study, kind)
    section.notes = [*picks.seats_and_starts(study)]
    return section


def dealt(study: Study) -> list[Section]:
    """One section for each thing that is dealt to seats."""
    return [of_kind(study, kind) for kind in study.contest.kinds if kind.role == "dealt"]


def name(kind: Kind) -> str:
    """Id of the kind's section; its tables begin with it."""
    if kind.role == "dealt":
        return "shares-" + words.slug(kind.noun)
    return {"option": "shares", "seat": "seats", "strategy": "plans"}[kind.role]


def what(share: Share) -> str:
    """The Dwarves, 4 players"""
    if not [k for k in share.cell.levels if k != "variant"]:
        return share.label
    return f"{share.label}, {words.setting(share.cell.levels)}"


def of_kind(study: Study, kind: Kind) -> Section:
    """The shares of one kind of thing."""
    section = Section(name(kind), TITLES[kind.role].format(kind.noun))
    section.words = [_told_as_sides(study, kind)] if kind.sides else []
    section.words.append(_counted_words(kind))
    several = len({s.cell.number for s in kind.shares}) > 1
    section.charts = [chart(study, kind)]
    tables = [_overs(study, kind) if several or kind.sorts else None, _sorts(kind)]
    tables += [_grid(study, kind), _list(study, kind)]
    section.tables = [t for t in (*tables, _counted(kind)) if t]
    return section


MOST_MEMBERS, MOST_WISHES = 4, 6


def side(study: Study, kind: Kind, over: Over) -> str:
    """Side 1 (Seer, Wolf): a side with what is no more than that side, which has no finding."""
    members = _members(study, kind, over.value)
    if len(members) > MOST_MEMBERS:
        members = [*members[:MOST_MEMBERS], "..."]
    return f"{over.label} ({', '.join(members)})" if members else over.label


def _members(study: Study, kind: Kind, value: str) -> list[str]:
    """What was always on a side and won as much: what seats hold, else the seats."""
    of = [thing for thing, side_ in kind.folded.items() if side_ == value]
    held = [study.design.name_in(noun, name) for noun, name in of if noun != SEATS]
    return held or [f"Seat {int(name) + 1}" for noun, name in of if noun == SEATS]


def _told_as_sides(study: Study, kind: Kind) -> str:
    """Which things have no row of their own, as they are no more than a side."""
    parts = [f"{over.label}: {words.listing(_members(study, kind, over.value))}"
             for over in kind.overs if _members(study, kind, over.value)]  # fmt: skip
    text = "A side is counted once a game, however many seats are on it; fair is 1 / sides."
    if parts:
        text += f" Always on one side, and told by it: {'; '.join(parts)}."
    return f"{text} All else is held against what the sides won that it was on."


def wanted(study: Study, share: Share) -> str:
    """What a share is held against: the fair one, or what was wished for it."""
    if share.band == study.design.near[share.cell.number]:
        return f"fair would be {words.percent(share.fair)}"
    return f"wanted {_wish(share)}"


def _wish(share: Share) -> str:
    low, high = (min(max(share.fair + end, 0.0), 1.0) for end in (share.band.low, share.band.high))
    return words.band(low, high)


def aim(study: Study, kind: Kind) -> str:
    """The target of shares in words; of sides with wishes of their own, each by name."""
    near = study.design.near
    wishes = {what(s): _wish(s) for s in kind.shares if s.band != near[s.cell.number]}
    if kind.sides and wishes:
        return words.listing([f"{name} {band}" for name, band in wishes.items()], MOST_WISHES)
    return targets.of_shares(study.contest.design)


def _counted_words(kind: Kind) -> str:
    several = len({s.cell.number for s in kind.shares}) > 1
    parts = _off(kind.overs, "over all settings") if several else []
    parts += _off(kind.shares, "in single settings" if several else "")
    parts = parts or [f"None of the {kind.noun} is shown to be off target."]
    return " ".join([*parts, *(f"{each}." for each in but_differ(kind))])


def but_differ(kind: Kind) -> list[str]:
    """Who surely wins more or less than the fair share, if not surely by too much: one clause."""
    inside = _differing(kind)
    if not inside:
        return []
    more = sorted(one.label for one in inside if _over_of(one) > 0)
    less = sorted(one.label for one in inside if _over_of(one) < 0)
    settled = all(one.verdict == verdicts.ON_TARGET for one in inside)
    where = "but within the target" if settled else "perhaps within the target"
    sides = [_win(more, "more")] * bool(more) + [_win(less, "less")] * bool(less)
    return [f"Different for certain, {where}: {words.listing(sides)} than the fair share"]


def differing_rows(kind: Kind) -> list[tuple[str, str]]:
    """Where the numbers of these stand: (table, key of the row's first column)."""
    return [
        (f"{name(kind)}-over", one.label) if isinstance(one, Over) else (name(kind), what(one))
        for one in _differing(kind)
    ]


def _differing(kind: Kind) -> list[Over | Share]:
    several = len({s.cell.number for s in kind.shares}) > 1
    judged: Sequence[Over | Share] = kind.overs if several else kind.shares
    return [one for one in judged if one.differs and one.verdict not in verdicts.OFF]


def _over_of(one: Over | Share) -> float:
    return (one.effect if isinstance(one, Over) else one.over).value


def _win(who: Sequence[str], way: str) -> str:
    return f"{words.listing(who)} {'wins' if len(who) == 1 else 'win'} {way}"


def _off(judged: Sequence[Over | Share], where: str) -> list[str]:
    """Who is too strong and who is too weak there."""
    parts = []
    for verdict in (verdicts.STRONG, verdicts.WEAK):
        labels = list(dict.fromkeys(one.label for one in judged if one.verdict == verdict))
        if labels:
            start = words.sentence(f"{words.VERDICTS[verdict].word} {where}".strip())
            parts.append(f"{start}: {words.listing(labels)}.")
    return parts


def chart(study: Study, kind: Kind) -> Data:
    """The shares of one setting, or of several the points over the fair share."""
    several = len({s.cell.number for s in kind.shares}) > 1
    return _overs_chart(study, kind) if several else _shares_chart(study, kind)


def _overs_chart(study: Study, kind: Kind) -> Data:
    rows = [dot(o.label, o.verdict) | effect(o.effect) for o in _overs_of(kind)]
    band = study.design.fair
    title = f"{words.sentence(kind.noun)}: points over the fair share, all settings alike"
    return dots(
        f"chart-{name(kind)}", title, _desc(kind.overs), ends_of(rows, MOST_ROWS),
        unit="points", band=(band.low, band.high),
    )  # fmt: skip


def _overs_of(kind: Kind) -> Sequence[Over]:
    """Who wins most first; seats in their order around the table."""
    return sorted(kind.overs, key=lambda o: o.label) if kind.role == "seat" else kind.overs


def _place(kind: Kind, share: float) -> tuple[float, ...]:
    return () if kind.role == "seat" else (-share,)


def _desc(overs: Sequence[Over]) -> str:
    first, last = overs[0], overs[-1]
    text = f"From {first.label} {words.signed(first.effect.value)}"
    return f"{text} to {last.label} {words.signed(last.effect.value)} points."


def _shares_chart(study: Study, kind: Kind) -> Data:
    ordered = sorted(kind.shares, key=lambda s: (*_place(kind, s.share.value), s.label))
    rows = [dot(s.label, s.verdict) | effect(s.share) for s in ordered]
    band, fair = study.design.fair, ordered[0].fair
    return dots(
        f"chart-{name(kind)}", f"{words.sentence(kind.noun)}: share of wins", _desc(kind.overs),
        ends_of(rows, MOST_ROWS), unit="rate",
        band=(max(0.0, fair + band.low), min(1.0, fair + band.high)),
    )  # fmt: skip


def _overs(study: Study, kind: Kind) -> Data:
    columns = [
        Col("what", words.sentence(kind.noun), get=lambda o: o.label),
        *([Col("sort", words.sentence(kind.sort),
               get=lambda o: words.sentence(kind.sorts.get(o.label, "")))] if kind.sorts else []),
        Col("over", "Points over the fair share", "points", get=lambda o: o.effect),
        q_of("of this table called off target"),
        Col("verdict", "Verdict", "verdict"),
        *([Col("evened", "The same, seats evened out", "signed")]
          if any(o.evened is not None for o in kind.overs) else []),
        Col("games", "Seats held", "count"),
    ]  # fmt: skip
    caption = (
        f"{words.sentence(kind.noun)}: points over the fair share, all settings weighed alike "
        f"(target {words.over_band(study.design.fair)}; q: within this table)"
    )
    return listed(f"{name(kind)}-over", caption, columns, _overs_of(kind), folded=MOST_ROWS)


def _sorts(kind: Kind) -> Data | None:
    """Every sort of them by itself: a seat holds one of each, so they compete within a sort."""
    if not kind.sorts:
        return None
    columns = [
        Col("sort", words.sentence(kind.sort),
            get=lambda overs: words.sentence(kind.sorts[overs[0].label])),
        Col("best", "Wins most", get=lambda overs: overs[0].label),
        Col("most", "Points over the fair share", "points", get=lambda overs: overs[0].effect),
        Col("worst", "Wins least", get=lambda overs: overs[-1].label),
        Col("least", "Points over the fair share", "points", get=lambda overs: overs[-1].effect),
        Col("off", "Shown to be off target", "count",
            get=lambda overs: tally(over.verdict for over in overs).off),
        Col("of", "Of", "count", get=len),
    ]  # fmt: skip
    sorts = sorted(set(kind.sorts.values()))
    every = [[over for over in kind.overs if kind.sorts[over.label] == sort] for sort in sorts]
    caption = f"{words.sentence(kind.noun)}, {kind.sort} by {kind.sort}: who wins most and least"
    return listed(f"{name(kind)}-sorts", caption, columns, every)


def _grid(study: Study, kind: Kind) -> Data | None:
    """Things down, settings across."""
    cells = {s.cell.number: s for s in kind.shares}
    if not 1 < len(cells) <= MOST_COLUMNS:
        return None
    known = {(s.cell.number, s.label): s for s in kind.shares}

    def head(_: int, number: int) -> Col:
        where, fair = words.setting(cells[number].cell.levels), words.percent(cells[number].fair)
        return Col(f"c{number}", f"{where} (fair {fair})", "grid")

    def won(number: int, over: Over) -> Data | None:
        share = known.get((number, over.label))
        return effect(share.share) | {"verdict": share.verdict} if share else None

    columns = [Col("what", words.sentence(kind.noun), get=lambda over: over.label)]
    columns += of_each(cells, head, won)
    caption = f"{words.sentence(kind.noun)}: share of wins (95% interval) in every setting"
    made = listed(f"{name(kind)}-grid", caption, columns, _overs_of(kind))
    return made | {"look": "grid"}


def _list(study: Study, kind: Kind) -> Data:
    columns = [
        Col("what", words.sentence(kind.noun), get=what),
        Col("share", "Share of wins", "rate", _how(kind)),
        Col("fair", "Fair share", "share"),
        Col("over", "Points over it", "signed", get=lambda s: s.over.value),
        q_of("of this table called off target"),
        Col("verdict", "Verdict", "verdict"),
        Col("beyond", "Points outside the target", "size", "at least"),
        Col("games", "Games", "count"),
        Col("more", "Games to add", "count", MORE_HELP, lambda s: s.more or None),
    ]
    ordered = sorted(
        kind.shares, key=lambda s: (s.cell.number, *_place(kind, s.share.value), s.label)
    )
    caption = (
        f"{words.sentence(kind.noun)}: every share of wins "
        f"(target {words.over_band(study.design.fair)}; q: within this table)"
    )
    several = len({s.cell.number for s in kind.shares}) > 1
    return listed(name(kind), caption, columns, ordered, folded=0 if several else MOST_ROWS)


def _how(kind: Kind) -> str:
    """What the share is, and what it is worth that it is weighed by seat."""
    text = "mean share of the win, with its 95% interval"
    if not kind.savings:
        return text
    ends = dict.fromkeys(f"{times:.2f}" for times in (min(kind.savings), max(kind.savings)))
    return f"{text}; weighed by seat, worth {' to '.join(ends)} times the games"


def _counted(kind: Kind) -> Data:
    given = [s.verdict for s in kind.shares]
    caption = f"{words.sentence(kind.noun)}: shares by verdict"
    return by_verdict(f"{name(kind)}-verdicts", caption, "shares", given)
