"""Effects that nobody printed, invented from a game's vocabulary."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError


def invent(luck: random.Random, vocabulary: Any, do: str, own_moment: bool = False) -> dict:
    """An effect within the bounds of its word; not each one makes sense."""
    spec = vocabulary[do]
    effect: dict[str, Any] = {"do": do}
    if own_moment:
        effect["when"] = luck.choice(spec.when)
    for key, allowed in spec.takes.items():
        if key not in spec.optional or luck.random() < 0.5:
            number = vocabulary.says[key].kind is int
            effect[key] = luck.randint(*allowed) if number else luck.choice(allowed)
    return effect


def lawful(model: Any, do: str, count: int) -> list[Any]:
    """Lawful effects among so many tries, of a game's `Effect`."""
    luck, found = random.Random(do), []
    for _ in range(count):
        try:
            found.append(model.model_validate(_invent_for(model, luck, do)))
        except ValidationError:
            continue
    return found


def _invent_for(model: Any, luck: random.Random, do: str) -> dict:
    return invent(luck, model.vocabulary, do, "when" in model.model_fields)


def first_lawful(invented: Callable[[], Any], model: Any) -> Any:
    """What is invented anew until the model takes it."""
    while True:
        data = invented()
        try:
            model.model_validate(data)
        except ValidationError:
            continue
        return data


def refusal(model: Any, data: Any) -> str:
    """All that is wrong with the data, which the model must refuse."""
    with pytest.raises(ValidationError) as caught:
        model.model_validate(data)
    return " ".join(error["msg"] for error in caught.value.errors())
