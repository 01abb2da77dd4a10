"""Exports of apps, which know people and results and nothing of how a game is set up."""

import json

import pytest

from simulate.core.files import sheets
from simulate.core.files.sheets import Sheet
from simulate.playtests.reading import read
from tests.playtests.made import PEOPLE, asked
from tests.refusals import problems_of

FACTIONS = ("Orcs", "dwarfs", "Elves", "blue")


def stats(count=6, game="Tiny Epic Kingdoms", **more):
    """An export of BG Stats; more: what stands in its second play."""
    plays = [
        {
            "uuid": f"U-{n}",
            "gameRefId": 1,
            "locationRefId": 1,
            "playDate": f"2026-05-{n:02} 19:30:00",
            "durationMin": 45,
            "rounds": 0,
            "ignored": False,
            "playerScores": [
                {
                    "playerRefId": 10 + seat,
                    "score": str(20 + seat),
                    "winner": seat == n % 4,
                    "newPlayer": n == 1,
                    "startPlayer": seat == 0,
                    "seatOrder": seat,
                    "role": FACTIONS[seat],
                }
                for seat in range(4)
            ],
        }
        for n in range(1, count + 1)
    ]
    plays[1] |= more
    return {
        "games": [{"id": 1, "name": game}, {"id": 2, "name": "Whist"}],
        "players": [{"id": 10 + n, "name": name} for n, name in enumerate(PEOPLE)],
        "locations": [{"id": 1, "name": "Home"}],
        "plays": plays,
    }


def of_stats(folder, data, game="kingdoms"):
    path = folder / "export.json"
    path.write_text(json.dumps(data), "utf-8")
    return read(asked(game), path)


def test_an_export_of_bg_stats(tmp_path):
    found = of_stats(tmp_path, stats())
    first = found.games[0]
    assert (first.name, first.place, first.date) == ("U-1", "play 1", "2026-05-01")
    assert (first.minutes, first.rounds, first.group) == (45, None, "group 1")
    assert first.levels == {"players": 4, "exploration": False}
    assert [seat.options for seat in first.seats] == [("orcs",), ("dwarves",), ("elves",), ()]
    assert [seat.won for seat in first.seats] == [0, 1, 0, 0]
    assert [seat.score for seat in first.seats] == [20, 21, 22, 23]
    assert [seat.newcomer for seat in first.seats] == [True] * 4
    said = "Not told, and taken as usual: `exploration` (taken as false)."
    assert said in found.notes
    assert "`faction` is not told of 6 of 24 seats." in found.notes
    assert "The same people are taken for one group: the file tells no groups." in found.notes


def test_no_name_of_a_person_or_a_place_goes_further(tmp_path):
    for found in (of_stats(tmp_path, stats()), of_xml(tmp_path, xml())):
        said = repr(found).lower()
        assert not [name for name in (*PEOPLE, "Home") if name.lower() in said]


def test_plays_of_other_games_and_those_that_do_not_count_are_left_out(tmp_path):
    data = stats(8, ignored=True)
    data["plays"][0]["gameRefId"] = 2
    found = of_stats(tmp_path, data)
    assert [game.name for game in found.games] == ["U-3", "U-4", "U-5", "U-6", "U-7", "U-8"]
    assert "Left out: 1 play of other games." in found.notes
    assert "Left out: 1 play not finished, or not for statistics." in found.notes


def test_a_game_of_another_name_is_taken_where_it_is_the_only_one(tmp_path):
    found = of_stats(tmp_path, stats(game="Tiny Epic Kingdoms (2014)"))
    said = "The file calls its game `Tiny Epic Kingdoms (2014)`: taken for Tiny Epic Kingdoms."
    assert said in found.notes
    data = stats(game="Tiny Epic Kingdom")
    data["plays"][0]["gameRefId"] = 2
    (problem,) = problems_of(of_stats, tmp_path, data)
    assert problem.what.startswith("has no play of `Tiny Epic Kingdoms`; did you mean")


def test_several_winners_share_the_win(tmp_path):
    data = stats()
    for score in data["plays"][0]["playerScores"][:2]:
        score["winner"] = True
    assert [seat.won for seat in of_stats(tmp_path, data).games[0].seats] == [0.5, 0.5, 0, 0]


def test_all_win_or_lose_together(tmp_path):
    data = stats(game="Tiny Epic Defenders")
    for number, play in enumerate(data["plays"]):
        for score in play["playerScores"]:
            score |= {"winner": number % 2 == 0, "role": "", "seatOrder": 0, "score": ""}
    found = of_stats(tmp_path, data, "defenders")
    assert [game.is_won for game in found.games] == [True, False] * 3
    assert "The file does not tell what people played (`hero`)." in found.notes
    data["plays"][0]["playerScores"][2]["winner"] = False
    (problem,) = problems_of(of_stats, tmp_path, data, "defenders")
    assert "all win or lose as one" in problem.what


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "is no export of BG Stats: it has no list `players` and `games` and `plays`"),
        ({"players": [], "games": [1], "plays": []}, "is no export of BG Stats: it has no list"),
        (stats(playerScores=[]), "does not say who played"),
        (stats(playerScores=None), "does not say who played"),
        (stats(playerScores="x"), "does not say who played"),
        (stats(playDate="yesterday"), "`yesterday` is not a date"),
        (stats(quantity=2), "stands for 2 games with one result"),
        (stats(playerScores=[{"winner": True}] * 9), "there is no game of 9 seats"),
    ],
)
def test_what_is_no_export_or_no_game_is_refused(data, said, tmp_path):
    problems = problems_of(of_stats, tmp_path, data)
    assert any(problem.what.startswith(said) for problem in problems), problems
    assert all(str(tmp_path / "export.json") in problem.where for problem in problems)


def test_scores_that_are_no_numbers_are_left_out(tmp_path):
    data = stats()
    data["plays"][0]["playerScores"][0]["score"] = "10+12"
    found = of_stats(tmp_path, data)
    assert found.games[0].seats[0].score is None
    assert "Left out: 1 score that is no number." in found.notes


# BoardGameGeek

PLAYER = (
    '<player username="" userid="0" name="{who}" startposition="{seat}" color="{color}" '
    'score="{score}" new="{new}" rating="0" win="{win}"/>'
)


def xml(count=6, second="", begin="", name="Tiny Epic Kingdoms"):
    """Plays as BoardGameGeek gives them; second: other attributes of the second play."""
    plays = []
    for n in range(1, count + 1):
        about = second if n == 2 and second else 'quantity="1" incomplete="0" nowinstats="0"'
        players = "".join(
            PLAYER.format(
                who=PEOPLE[k],
                seat=k + 1,
                color=FACTIONS[k],
                score=20 + k,
                new=int(n == 1),
                win=int(k == n % 4),
            )
            for k in range(4)
        )
        plays.append(
            f'<play id="{n}" date="2026-05-{n:02}" length="45" location="Home" {about}>'
            f'<item name="{name}" objecttype="thing" objectid="1"><subtypes/></item>'
            f"<comments>by {PEOPLE[0]}</comments><players>{players}</players></play>"
        )
    head = '<?xml version="1.0" encoding="utf-8"?>' + begin
    return f'{head}<plays username="x" total="{count}" page="1">{"".join(plays)}</plays>'


def of_xml(folder, text):
    path = folder / "plays.xml"
    path.write_text(text, "utf-8")
    return read(asked("kingdoms"), path)


def test_plays_of_boardgamegeek_say_what_those_of_bg_stats_say(tmp_path):
    one, other = of_xml(tmp_path, xml()), of_stats(tmp_path, stats())
    assert [game.seats for game in one.games] == [game.seats for game in other.games]
    assert [game.levels for game in one.games] == [game.levels for game in other.games]
    assert [game.minutes for game in one.games] == [45] * 6
    assert one.notes == other.notes


def test_a_sheet_of_plays_says_the_same(tmp_path):
    rows = [
        {"playid": n, "date": f"2026-05-{n:02}", "quantity": 1, "length": 45, "incomplete": 0,
         "nowinstats": 0, "location": "Home", "name": PEOPLE[k], "startposition": k + 1,
         "color": FACTIONS[k], "score": 20 + k, "new": int(n == 1), "win": int(k == n % 4)}
        for n in range(1, 7)
        for k in range(4)
    ]  # fmt: skip
    sheet = Sheet("plays", [[*rows[0]], *([*row.values()] for row in rows)])
    (tmp_path / "plays.csv").write_text(sheets.as_csv(sheet), "utf-8")
    found = read(asked("kingdoms"), tmp_path / "plays.csv")
    assert [g.seats for g in found.games] == [g.seats for g in of_xml(tmp_path, xml()).games]


@pytest.mark.parametrize("second", ['incomplete="1"', 'nowinstats="1"'])
def test_a_play_that_does_not_count_is_left_out(second, tmp_path):
    found = of_xml(tmp_path, xml(second=second))
    assert [game.name for game in found.games] == ["1", "3", "4", "5", "6"]
    assert "Left out: 1 play not finished, or not for statistics." in found.notes


def test_two_games_in_one_play_are_refused(tmp_path):
    (problem,) = problems_of(of_xml, tmp_path, xml(second='quantity="2"'))
    assert problem.what.startswith("stands for 2 games with one result (`quantity`)")
    assert problem.where.endswith("plays.xml, play 2")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not valid XML: no element found"),
        ("<plays><play></plays>", "is not valid XML: mismatched tag"),
        ("<items/>", "is no list of plays of BoardGameGeek: it begins with <items>"),
        ("<plays/>", "holds no games yet"),
        ('<?xml version="1.0" encoding="x-1"?><plays/>', "is not valid XML: unknown encoding"),
    ],
)
def test_what_is_no_list_of_plays_is_refused(text, said, tmp_path):
    (problem,) = problems_of(of_xml, tmp_path, text)
    assert problem.what.startswith(said)
