"""Effects of cards: a declaration gives checks, tables and documentation.

What a card may write, what is refused and in which words, the rows of the tables, the list that
designers read.  An effect is a word (`do`) and what goes with it under a few keys.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pydantic import ValidationInfo, create_model, field_validator, model_validator
from pydantic_core import PydanticCustomError

from simulate.core.errors import nearest
from simulate.core.game.cardmodel import Strict, refuse

NONE = -1  # in a row: what an effect does not say

# What is declared


@dataclass(frozen=True, kw_only=True)
class Number:
    """A key with a whole number; an effect allows those from the lowest to the highest.

    column: of a row that holds it, called like the key if not said; several keys may share one,
    None is for what the game enters in a way of its own.  missing: what stands there if an effect
    does not say it.
    """

    column: str | None = ""
    missing: int = NONE
    kind: ClassVar[type] = int
    sign: ClassVar[str] = "from"

    def code(self, said: Any) -> int:
        """The number that stands in a row."""
        return int(said)

    def fits(self, said: Any, allowed: Any) -> bool:
        """Whether an effect that allows so much may say this."""
        return bool(allowed[0] <= said <= allowed[1])

    def choices(self, allowed: Any) -> list[str]:
        """What an effect allows, in words."""
        return [f"{allowed[0]} to {allowed[1]}"]


@dataclass(frozen=True, kw_only=True)
class YesNo(Number):
    """A key with yes or no; an effect that has it allows both, `YES_NO`."""

    missing: int = 0
    kind: ClassVar[type] = bool
    sign: ClassVar[str] = "="

    def fits(self, said: Any, allowed: Any) -> bool:
        return True

    def choices(self, allowed: Any) -> list[str]:
        return ["true", "false"]


@dataclass(frozen=True)
class Word(Number):
    """A key with one of a list of words, whose order gives the codes; an effect allows some."""

    words: Collection[str]
    kind: ClassVar[type] = str
    sign: ClassVar[str] = "="

    def code(self, said: Any) -> int:
        return list(self.words).index(said)

    def fits(self, said: Any, allowed: Any) -> bool:
        return said in allowed

    def choices(self, allowed: Any) -> list[str]:
        return list(allowed)


YES_NO = (False, True)


class EffectSpec:
    """One word of a vocabulary.

    when: moments that it may stand in.  takes: what it allows under which key: words, lowest and
    highest number, or YES_NO; behind the two numbers of `amount` stands its unit.  optional: keys
    that may be left out.  asks: the choice that it leaves to a player, empty for none.  unique: why
    only one printed card uses it, empty for a shared effect.
    """

    def __init__(
        self,
        meaning: str,
        when: tuple[str, ...],
        *,
        optional: Collection[str] = (),
        asks: str = "",
        unique: str = "",
        **takes: Sequence[Any],
    ) -> None:
        self.meaning, self.when, self.unit = meaning, when, ""
        if "amount" in takes:
            *bounds, self.unit = takes["amount"]
            takes["amount"] = tuple(bounds)
        self.optional, self.asks, self.unique = optional, asks, unique
        self.takes = takes

    def choices(self, says: Mapping[str, Number]) -> dict[str, list[str]]:
        """What may be written with it, by key."""
        return {key: says[key].choices(allowed) for key, allowed in self.takes.items()}


class Vocabulary(Mapping[str, Any]):
    """The effects of a game's cards by name; their order gives the codes in the tables.

    says: what they may say besides `do`, in the order in which it is checked.
    """

    def __init__(self, says: Mapping[str, Number], **specs: EffectSpec) -> None:
        self.says, self._specs = says, specs
        for do, spec in specs.items():
            columns = [says[key].column or key for key in spec.takes]
            assert len(set(columns)) == len(columns), f"`{do}` uses one column for two keys"

    def __getitem__(self, do: str) -> Any:
        return self._specs[do]

    def __iter__(self) -> Iterator[str]:
        return iter(self._specs)

    def __len__(self) -> int:
        return len(self._specs)

    def model(self, own_moment: bool = False) -> Any:
        """The base of a game's `Effect`: one effect as a card writes it, checked by its entry.

        own_moment: effects say themselves when they work, not the ability that they stand in.
        """
        fields: Any = {"when": (str, ...)} if own_moment else {}
        fields |= {key: (said.kind | None, None) for key, said in self.says.items()}
        made = create_model("Said", __base__=EffectEntry, **fields)
        made.vocabulary = self
        return made

    def taken(self, key: str) -> list[str]:
        """Every word that any effect takes under a key, or every moment."""
        lists = [spec.when if key == "when" else spec.takes.get(key, ()) for spec in self.values()]
        return list(dict.fromkeys(word for words in lists for word in words))

    def columns(self, prefix: str, rows: int) -> list[tuple[str, int]]:
        """Fields of the tables that hold so many effects: `<prefix>_do` and what they say."""
        names = dict.fromkeys(
            said.column or key for key, said in self.says.items() if said.column is not None
        )
        return [(f"{prefix}_{name}", rows) for name in ("do", *names)]

    def row(self, effect: Any) -> dict[str, int]:
        """What a row says of an effect, by column."""
        row = {"do": list(self).index(effect.do)}
        for key, key_of in self.says.items():
            said, column = getattr(effect, key), key_of.column
            if column is not None and said is not None:
                row[column or key] = key_of.code(said)
            elif column is not None:
                row.setdefault(column or key, key_of.missing)
        return row


# What a card says


class EffectEntry(Strict):
    """One effect of a card: a word, and what goes with it as the word's entry says.

    Where `do` is no word, the other keys have no entry to be held against; then a word that no
    effect takes there is refused, so that one reading tells both.
    """

    vocabulary: ClassVar[Vocabulary]

    do: str

    @property
    def spec(self) -> Any:
        """The entry of the word."""
        return self.vocabulary[self.do]

    @field_validator("*")
    @classmethod
    def _is_a_word(cls, word: Any, info: ValidationInfo) -> Any:
        known = list(cls.vocabulary)
        if info.field_name == "do" and word not in known:
            raise refuse(f"no effect is called `{word}`{_allowed(word, known)}")
        if "do" not in info.data and info.field_name != "do" and isinstance(word, str):
            known = cls.vocabulary.taken(str(info.field_name))
            if known and word not in known:
                raise refuse(
                    f"no effect takes `{info.field_name}` = {word!r}{_allowed(word, known)}"
                )
        return word

    @model_validator(mode="after")
    def _fits_its_entry(self) -> Self:
        own_moment = self.__dict__.get("when")
        if own_moment is not None:
            check_moment(own_moment, [self])
        for key, key_of in self.vocabulary.says.items():
            value, allowed = getattr(self, key), self.spec.takes.get(key)
            if allowed is None:
                if value is not None:
                    takes = ", ".join(f"`{key}`" for key in self.spec.takes) or "nothing"
                    raise refuse(f"`{self.do}` does not take `{key}`; it takes {takes}", key)
            elif value is None:
                if key not in self.spec.optional:
                    raise self._wrong(key, "it is missing")
            elif not key_of.fits(value, allowed):
                close = nearest(value, allowed) if isinstance(value, str) else ""
                raise self._wrong(key, f"found {value!r}{close}", self._past(key))
        return self

    def _wrong(self, key: str, fault: str, past: str = "") -> PydanticCustomError:
        key_of = self.vocabulary.says[key]
        allowed = ", ".join(key_of.choices(self.spec.takes[key]))
        return refuse(f"`{self.do}` takes `{key}` {key_of.sign} {allowed} ({fault}){past}", key)

    def _past(self, key: str) -> str:
        """Why a number goes so far, and the way past it."""
        if self.vocabulary.says[key].kind is not int:
            return ""
        file = f"{type(self).__module__.rpartition('.')[0].replace('.', '/')}/vocabulary.py"
        return f"; larger values are untested; `{self.do}` in {file} sets the limit"


def _allowed(word: str, known: Sequence[str]) -> str:
    """What to write in place of an unknown word."""
    return f"{nearest(word, known)}; allowed: {', '.join(known)}"


def check_moment(when: str, effects: Iterable[Any]) -> None:
    """Refuse effects that do not go with the moment at which they are to work."""
    for effect in effects:
        if when not in effect.spec.when:
            raise refuse(
                f"`{effect.do}` does not go with when = {when!r}{nearest(when, effect.spec.when)}; "
                f"it goes with {', '.join(effect.spec.when)}",
                "when",
            )


def check_carrier(who: str, when: str, moments: Sequence[str], *about: str) -> None:
    """Refuse a moment that abilities of this kind of card cannot have; about: the way to it."""
    if when not in moments:
        raise refuse(f"{who} cannot have when = {when!r}{_allowed(when, moments)}", *about)


def check_once(effects: Sequence[Any]) -> None:
    """Refuse to say the same twice."""
    for i, effect in enumerate(effects):
        if effect in effects[:i]:
            raise refuse(f"`{effect.do}` stands there twice; raise its amount instead")


# What the tables hold


class EffectTable:
    """Enters effects one after another into the fields `<prefix>_...` of the tables, in place."""

    def __init__(self, tables: Any, vocabulary: Vocabulary, prefix: str) -> None:
        self.tables, self.vocabulary, self.prefix = tables, vocabulary, prefix
        self.next = 0

    def enter(self, effects: Iterable[Any], **more: int) -> tuple[int, int]:
        """Enter effects, with what the game says besides in each row; (first row, how many)."""
        first = self.next
        for effect in effects:
            for column, code in (self.vocabulary.row(effect) | more).items():
                self.tables[f"{self.prefix}_{column}"][self.next] = code
            self.next += 1
        return first, self.next - first
