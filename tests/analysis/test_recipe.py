"""The page that makes a finding again without us: its text is run against the report's number."""

import re
from pathlib import Path

import pytest

from analysis.conclusions.ledger import Ledger
from analysis.study import study
from reports.findings.choose import findings
from simulate.store import open_run
from tests.analysis import made_up_contest
from tests.analysis.made_up_contest import Contest

PAGE = Path(__file__).parents[2] / "docs" / "recipe.md"
NUMBERS = re.compile(r"\d+\.\d(?=%)|(?<=\()\d+\.\d(?=-)|(?<=-)\d+\.\d(?=\))")


@pytest.mark.parametrize("crews", [{"egret": 0.6, "auk": 0.3}, {"egret": -0.9}])
def test_pandas_makes_the_first_finding_about_an_option_again(crews, tmp_path, capsys):
    run = made_up_contest.build(tmp_path / "run", Contest(games=4_000, players=(4,), crews=crews))
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert 'run, option, band = "runs/default-1", "faction", 0.02' in code
    code = code.replace('"runs/default-1", "faction"', f'{str(run)!r}, "crew"')
    exec(compile(code, str(PAGE), "exec"), {})
    made = capsys.readouterr().out
    found = next(
        one.finding
        for one in findings(Ledger(study(open_run(run))))
        if one.finding.kind == "share option"
    )
    value, low, high, fair = NUMBERS.findall(found.text)[:4]
    assert f"{value}% ({low}% to {high}%) of the games won,\nfair would be {fair}%" in made
    (outside,) = re.findall(r"at least (\d+\.\d) points outside", found.text)
    assert f"so {outside}% outside" in made
    assert made.split(":")[0] in found.text.lower()
