"""Enumerations: codes for kernels, words for people.

A list behaves as a module does for Numba, which puts the number in the place of the name.
"""

import re
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Self

MOST = 63  # bits of a whole number that is never negative


class CodeTable(ModuleType):
    """Words with a code each: `PHASE.TAKE_TURN` is `PHASE["take turn"]`, a whole number.

    Codes count up from `first`, in the order given.
    """

    def __init__(self, *words: str, first: int = 0) -> None:
        super().__init__("words")
        self._codes: dict[str, int] = {}
        for code, word in enumerate(words, first):
            self._add(word, code)

    @classmethod
    def bits(cls, *words: str) -> Self:
        """Words whose codes are bits, for sets of them in one number: 1, 2, 4 ..."""
        made = cls()
        for place, word in enumerate(words):
            made._add(word, 1 << place)
        return made

    def group(self, *words: str) -> int:
        """Some of the words as a set of bits, for `simulate.core.functions.is_one_of`.

        KeyError where one is none of the list's.
        """
        codes = [self._codes[word] for word in words]
        assert all(0 <= code < MOST for code in codes), "a set of bits has 63"
        return sum(1 << code for code in set(codes))

    def _add(self, word: str, code: int) -> None:
        name = re.sub(r"\W", "_", word).upper()
        assert name not in self.__dict__, f"two words called {name}"
        self._codes[word] = code
        setattr(self, name, code)

    @property
    def words(self) -> tuple[str, ...]:
        """The words in the order of their codes."""
        return tuple(self._codes)

    def table(self, numbers: Mapping[str, int]) -> tuple[int, ...]:
        """A number for each word, in the order of their codes; KeyError where one is missing."""
        assert len(numbers) == len(self), "a number for a word that is none"
        return tuple(numbers[word] for word in self)

    def items(self) -> Iterator[tuple[str, int]]:
        """Each word with its code."""
        yield from self._codes.items()

    def __getitem__(self, word: str) -> int:
        return self._codes[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._codes)

    def __len__(self) -> int:
        return len(self._codes)

    def __contains__(self, word: object) -> bool:
        return word in self._codes
