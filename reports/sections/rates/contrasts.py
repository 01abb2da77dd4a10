"""Which dealt things move the win rate?  Options of seats in one section, the rest in another."""

from collections.abc import Iterable, Sequence

from analysis.data.deal import option_family
from analysis.rates.contrasts import PAIRS, Company, Contrast
from analysis.rates.uneven import uneven
from analysis.stats import verdicts
from analysis.study import Study
from reports.sections.rates import card_effects
from reports.tables.parts import (
    Col,
    Data,
    Section,
    dot,
    dots,
    effect,
    ends_of,
    few,
    judged,
    listed,
    of_each,
    q_of,
    square,
)
from reports.text import words
from reports.text.command import Typed, command_of, file_of
from simulate.pack.text.nouns import one_of

TITLE = "What else of the deal decides the game?"
ALONE = "What of the deal decides the game?"
MOST_ROWS = 16
MOST_PAIRS = 6  # that are in view
WEIGHED = "settings weighed as in the comparison, so it is not quite wins by games"
MOST_MATRIX = 16
MOST_UNEVEN = 3
TOO_FEW = f"with fewer than {verdicts.FEWEST} games, with it or without it,"
TOO_FEW_TOGETHER = f"with fewer than {verdicts.FEWEST} games, with both, one or none of them,"


def options_title(noun: str) -> str:
    """Which heroes carry the game, and which drag?"""
    return f"Which {noun} carry the game, and which drag?"


def option_families(study: Study) -> set[str]:
    """Names of the tables that are about what a seat held."""
    return {option_family(study.design, c) for c in study.design.columns("seats", "option")}


def offered_families(study: Study) -> set[str]:
    """Names of the tables that are about what a seat could choose from."""
    return {str(c["family"]) for c in study.design.columns("seats", "offered")}


def options(study: Study) -> Section | None:
    """What seats held, alone and in company."""
    families = option_families(study)
    contrasts = [c for c in study.dealing.contrasts if c.family in families]
    noun = contrasts[0].family if contrasts else next(iter(families & {*study.dealing.few}), "")
    if not noun:
        return None
    section = Section("options", options_title(noun))
    if not contrasts:
        section.words = _few(study, [noun])
        return section
    section.words = [*_count_words(contrasts, noun), *_uneven(study, contrasts, noun)]
    section.charts = [_chart(contrasts, f"chart-{slug(noun)}", noun)]
    section.tables = [_table(contrasts, noun), *_by_level(study, contrasts, noun)]
    section.tables += card_effects.tables(study.moved)
    if study.dealing.company:
        section.words.append(_best_and_worst(study.dealing.company))
        section.tables += [t for t in (_matrix(study, noun), _company(study, noun)) if t]
    section.notes += _few(study, [noun])
    section.notes += few(study.dealing.few.get(PAIRS, 0), "pair", TOO_FEW_TOGETHER)
    return section


def _uneven(study: Study, contrasts: Sequence[Contrast], noun: str) -> list[str]:
    """What brings more at one level of a factor than at another, which an average hides."""
    dealing = study.dealing
    asked = any(f.name == dealing.factor and f.swept for f in study.rated.factors)
    found = [] if asked else uneven(contrasts)
    if not found:
        return []
    said = [f"{c.label} {_by_each(study, c)}" for c in found[:MOST_UNEVEN]]
    more = len(found) - len(said)
    said += [f"{more} more, in the table by {words.factor(dealing.factor)}"] if more else []
    text = f"Not the same with each {one_of(words.factor(dealing.factor))}, beyond luck"
    if dealing.factor == "players":
        text = "Not the same for each number of players, beyond luck"
    return [f"{text}: {'; '.join(said)}.{_alone(study, contrasts, noun)}"]


def _by_each(study: Study, contrast: Contrast) -> str:
    """+20.0 (+12.0 to +28.0) with 1 player, -3.0 (-8.0 to +2.0) with 3 players"""
    pairs = zip(study.dealing.levels, contrast.by_level, strict=True)
    return ", ".join(
        f"{words.signed_range(*each.ends)} with {words.level(study.dealing.factor, level)}"
        for level, each in pairs
        if each is not None
    )


def _alone(study: Study, contrasts: Sequence[Contrast], noun: str) -> str:
    """The command that plays each by itself, of a designer's own game that one may play alone."""
    manifest = study.design.manifest
    if not file_of(manifest) or 1 not in study.dealing.levels or noun != manifest.get("options"):
        return ""
    each = Typed(",".join(sorted(c.value for c in contrasts)))
    again = command_of(manifest).with_set(noun, each).with_set("players", 1)
    return f" `{again}` plays each of them alone."


def _few(study: Study, families: Iterable[str]) -> list[str]:
    """Of each family the rows that too few games tell of."""
    return [
        f"{words.sentence(family)}: {text}"
        for family in families
        for text in few(study.dealing.few.get(family, 0), "row", TOO_FEW)
    ]


def others(study: Study) -> Section | None:
    """Everything else that the deal made random, one table a family."""
    families = option_families(study)
    contrasts = [c for c in study.dealing.contrasts if c.family not in families]
    untold = [family for family in study.dealing.few if family not in {*families, PAIRS}]
    if not contrasts:
        return Section("deal", ALONE, words=_few(study, untold)) if untold else None
    title = TITLE if len(contrasts) < len(study.dealing.contrasts) else ALONE
    section = Section("deal", title)
    for family in dict.fromkeys(c.family for c in contrasts):
        members = [c for c in contrasts if c.family == family]
        section.charts.append(_chart(members, f"chart-{slug(family)}", family))
        section.tables.append(_table(members, family))
    for family in dict.fromkeys(c.family for c in contrasts):
        section.tables += _by_level(study, [c for c in contrasts if c.family == family], family)
    section.notes = _few(study, untold)
    return section


def instead(contrast: Contrast) -> str:
    """What games without it have in its place: side b, another hero; empty where it is nothing."""
    if contrast.against:
        return f"“{contrast.against}”"
    if not contrast.one_of_several:
        return ""
    first, _, rest = contrast.family.partition(" ")
    if rest and first.endswith("s"):  # regions side by side
        return f"other {contrast.family}"
    return f"another {one_of(contrast.family)}"


def _count_words(contrasts: Sequence[Contrast], noun: str) -> list[str]:
    big = [c for c in _sorted(contrasts) if c.verdict == verdicts.BIG]
    strong = [c.label for c in big if c.effect.value > 0]
    weak = [c.label for c in reversed(big) if c.effect.value < 0]
    text = [f"Bring most: {words.listing(strong)}."] if strong else []
    text += [f"Bring least: {words.listing(weak)}."] if weak else []
    nothing = f"None of the {noun} is shown to move the win rate by more than 2 points."
    return [" ".join(text) or nothing]


def _sorted(contrasts: Sequence[Contrast]) -> list[Contrast]:
    return sorted(contrasts, key=lambda c: (-c.effect.value, c.label))


def _chart(contrasts: Sequence[Contrast], name: str, family: str) -> Data:
    ordered = _sorted(contrasts)
    rows = [dot(c.label, c.verdict) | effect(c.effect) for c in ordered]
    first, last = ordered[0], ordered[-1]
    desc = f"From {first.label} {words.signed(first.effect.value)}"
    desc += f" to {last.label} {words.signed(last.effect.value)} points."
    title = f"{words.sentence(family)}: points added to the win rate"
    return dots(name, title, desc, ends_of(rows, MOST_ROWS), unit="points")


def _against(contrasts: Sequence[Contrast]) -> str:
    return instead(contrasts[0]) or "games without it"


def _table(contrasts: Sequence[Contrast], family: str) -> Data:
    columns = [
        Col("what", words.sentence(family), get=lambda c: c.label),
        Col("effect", f"Points against {_against(contrasts)}", "points"),
        q_of("of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("won", "Won with it", "share", WEIGHED, get=lambda c: c.rate),
        Col("games", "Games with it", "count"),
    ]
    caption = (
        f"{words.sentence(family)}: points against {_against(contrasts)}, settings pooled "
        "(q: within this table)"
    )
    return listed(slug(family), caption, columns, _sorted(contrasts), _judged, MOST_ROWS)


def _judged(one: Contrast | Company) -> Data:
    return judged(one.verdict, one.effect)


def _by_level(study: Study, contrasts: Sequence[Contrast], family: str) -> list[Data]:
    """The same contrasts within each level of the first factor, folded."""
    dealing = study.dealing
    if len(dealing.levels) < 2 or not any(e for c in contrasts for e in c.by_level):
        return []
    columns = [Col("what", words.sentence(family), get=lambda c: c.label)]
    columns += of_each(
        range(len(dealing.levels)),
        lambda i, _: Col(f"b{i}", words.level(dealing.factor, dealing.levels[i]), "points"),
        lambda i, contrast: contrast.by_level[i],
    )
    by = words.factor(dealing.factor)
    caption = f"{words.sentence(family)}: points against {_against(contrasts)}, by {by}"
    return [listed(f"{slug(family)}-split", caption, columns, _sorted(contrasts), folded=0)]


def _matrix(study: Study, noun: str) -> Data | None:
    """Every pair as a coloured square."""
    pairs = {(c.first, c.second): c for c in study.dealing.company}
    names = list(dict.fromkeys(n for pair in pairs for n in pair))
    if len(names) > MOST_MATRIX:
        return None

    def both(one: str, other: str) -> Data | None:
        company = pairs.get((one, other)) or pairs.get((other, one))
        return square(company.effect, company.verdict in verdicts.SHOWN) if company else None

    columns = [Col("with", words.sentence(noun), get=str)]
    columns += of_each(names, lambda i, name: Col(f"m{i}", name, "shade"), both)
    caption = f"Two {noun} together: points beyond what each brings alone (colour: shown)"
    return listed("company-matrix", caption, columns, names) | {"look": "matrix"}


def _best_and_worst(company: Sequence[Company]) -> str:
    """The pair that helps each other most and the one that hinders, of those that are shown."""
    sure = [c for c in company if c.verdict in (verdicts.BIG, verdicts.OPEN)]
    best = max(sure, key=lambda c: c.effect.value, default=None)
    worst = min(sure, key=lambda c: c.effect.value, default=None)
    parts = []
    for pair, what in ((best, "Best together"), (worst, "Worst together")):
        if pair is not None and (pair.effect.value > 0) == (what[0] == "B"):
            effect_ = pair.effect
            ends = words.signed_range(*effect_.ends)
            parts.append(f"{what}: {together(pair)}, {ends} points.")
    return " ".join(parts) or "No two are shown to help or hinder each other."


def _company(study: Study, noun: str) -> Data:
    columns = [
        Col("pair", "Together", get=together),
        Col("effect", "Points beyond each alone", "points"),
        q_of("pairs called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Games together", "count"),
    ]
    ordered = sorted(study.dealing.company, key=lambda c: (-c.effect.value, c.first, c.second))
    caption = f"Every two {noun}, settings pooled (q: within this table)"
    return listed("company", caption, columns, ordered, _judged, MOST_PAIRS)


def together(company: Company) -> str:
    """Ada and Bo"""
    return f"{company.first} and {company.second}"


def slug(text: str) -> str:
    """Name of a family's table."""
    return f"dealt-{words.slug(text)}"
