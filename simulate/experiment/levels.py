"""Validate a level of a factor or a parameter."""

from typing import Any

from simulate.core.errors import command, nearest
from simulate.core.game.facts import Factor, Facts
from simulate.core.text.nested import is_place
from simulate.core.text.validate import literal, not_one_of
from simulate.pack import Pack

DEALT = "dealt"
OF_PACK = ("strategy", "party", "card")  # kinds of factors whose levels a pack names


def unknown_name(name: str, facts: Facts, pack: Pack) -> str:
    """Sentence for a name that is neither factor nor parameter."""
    factors = [factor.name for factor in facts.factors]
    paths = pack.paths()
    short = [path for path in paths if path.endswith(f".{name}")]
    own = ["--pack", pack.shown] if pack.shown else []
    guess = f"; did you mean `{short[0]}`?" if short else nearest(name, [*factors, *paths])
    return (
        f"there is no factor or parameter `{name}`{guess} (factors: {', '.join(factors)}; "
        f"`{command('list', 'parameters', facts.name, *own)}` has the parameters)"
    )


def refuse_seat(name: str, factor: Factor) -> str:
    """Why `name` is no way to write this factor, or an empty string."""
    stem, dot, seat = name.partition(".")
    if not dot:
        return ""
    if not factor.per_seat:
        return f"`{stem}` belongs to the whole table: write `{stem}`, not `{name}`"
    if not is_place(seat) or seat == "0":
        return f"`{name}`: a seat is a number from 1, such as `{stem}.2`"
    return ""


def refuse_level(name: str, factor: Factor, level: Any, pack: Pack) -> str:
    """Why the factor cannot have this level, or an empty string."""
    if factor.kind == "strategy":
        return (
            "" if level in list(pack.strategies) else not_one_of(name, level, list(pack.strategies))
        )
    if factor.kind == "party":
        return _refuse_party(name, factor, level, pack)
    if factor.kind == "card":
        known = [*(factor.levels or [DEALT]), *pack.sections.get(factor.names, {})]
        return "" if level in known else not_one_of(name, level, known)
    if factor.kind == "number":
        return _refuse_number(name, factor, level)
    if any(level == known and type(level) is type(known) for known in factor.levels):
        return ""
    return not_one_of(name, level, [literal(known).strip('"') for known in factor.levels])


def _refuse_number(name: str, factor: Factor, level: Any) -> str:
    number = isinstance(level, int | float) and not isinstance(level, bool)
    if level in factor.levels or (number and 0 <= level <= 1):
        return ""
    named = f", or {', '.join(map(str, factor.levels))}" if factor.levels else ""
    guess = nearest(level, [str(known) for known in factor.levels])
    guess = guess if isinstance(level, str) else ""
    return f"`{name}` must be a number from 0 to 1{named} (found {literal(level)}{guess})"


def _refuse_party(name: str, factor: Factor, level: Any, pack: Pack) -> str:
    if level == DEALT:
        return ""
    if not isinstance(level, str):
        return f'`{name}` must be "{DEALT}" or names joined by + (found {literal(level)})'
    known = list(pack.sections.get(factor.names, {}))
    members = party(level)
    unknown = [
        f"there is no `{member}` among the {factor.names}{nearest(member, known)}"
        for member in members
        if member not in known
    ]
    if unknown:
        return f"`{name}`: {', '.join(unknown)} ({factor.names}: {', '.join(known)})"
    twice = next((member for member in members if members.count(member) > 1), "")
    if twice:
        return f"`{name}`: `{twice}` is named twice"
    return _refuse_kinds(name, factor, members, pack) if factor.one_of_each else ""


def _refuse_kinds(name: str, factor: Factor, members: list[str], pack: Pack) -> str:
    """Why a party does not have one card of each kind, or an empty string."""
    kind_of = {
        card: entry[factor.one_of_each] for card, entry in pack.sections[factor.names].items()
    }
    kinds = sorted(set(kind_of.values()))
    held = sorted(kind_of[member] for member in members)
    if held == kinds:
        return ""
    return (
        f"`{name}` must be one {factor.one_of_each} each of {', '.join(kinds)} "
        f"(found {', '.join(held)})"
    )


def party(level: str) -> list[str]:
    """Names of a party, in the order of the seats."""
    return [member.strip() for member in level.split("+")]
