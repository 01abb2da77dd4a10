"""The first sentence of a report: on how much of it two players agree."""

from types import SimpleNamespace

import pytest

from analysis.conclusions.opinion import Opinion
from analysis.conclusions.robustness import CANNOT, NO, YES
from reports import opinion


@pytest.mark.parametrize(
    "said, sentence",
    [
        ([YES, YES], "`quick` and `second`, who think differently, agree on 2 of 2 findings."),
        (
            [YES, NO, CANNOT],
            "`quick` and `second`, who think differently, agree on 1 of 3 findings; 1 finding only "
            "`quick` makes; on 1 it cannot be told yet.",
        ),
        (
            [CANNOT, CANNOT],
            "Whether `second`, who thinks differently from `quick`, finds the same cannot be told "
            "of 2 findings: below stands how many games would tell.",
        ),
    ],
)
def test_players_who_did_not_tell_are_not_said_to_agree_on_nothing(said, sentence, monkeypatch):
    monkeypatch.setattr(opinion, "agreements", lambda design: ["known"])
    heard = [SimpleNamespace(opinion=Opinion(1, one)) for one in said]
    told = SimpleNamespace(
        design=SimpleNamespace(manifest={"second": "second"}),
        seated=[SimpleNamespace(strategies=["quick"])],
    )
    assert opinion.summary(told, heard, None) == sentence
