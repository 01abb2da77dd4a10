"""What is answered of small files: no crash, no nonsense, and the same whatever the order."""

import random
from dataclasses import replace

import numpy as np
import pytest

from analysis.people.answer import PeopleAnswer
from analysis.people.answering import answer
from analysis.people.grid import Grid, GridSetting
from analysis.stats.verdicts import MORE, Band
from simulate.playtests.records import Playtests, TableGame, TableSeat
from tests.people.made import Party, World, grid, mixed_tables, played, world


def _made(together: bool, options: int = 5, settings: int = 2) -> tuple[World, Grid]:
    """A small game and its simulation, the same at each call."""
    rng = np.random.default_rng(7)
    truth = world(rng, together, options, settings)
    return truth, grid(rng, truth, 60)


def _file(truth: World, games: int, party: Party | None = None, seed: int = 3) -> Playtests:
    return played(np.random.default_rng(seed), truth, games, party or Party())


def _numbers(found: PeopleAnswer) -> list[float]:
    """All that is told, in one list."""
    numbers = [found.agreement.p, found.agreement.noticed, found.agreement.size]
    for estimate in (found.skill.skill, found.skill.newcomers):
        numbers += [] if estimate is None else [*estimate.ends, estimate.se]
    for each in found.agreement.compared:
        numbers += [*each.people.ends, each.simulated, each.z]
    if found.both:
        numbers += [*found.both.band, *found.both.tau.ends]
        for one in found.both.estimates:
            numbers += [*one.people.ends, *one.simulated.ends, *one.shrunk.ends, *one.both.ends]
            numbers += [one.off, one.above]
    return numbers


def _sound(found: PeopleAnswer) -> None:
    """Finite numbers, chances and rates within 0..1, intervals around their values."""
    assert np.isfinite(_numbers(found)).all()
    assert 0 < found.agreement.p <= 1
    assert 0 <= found.agreement.noticed <= 1
    assert found.both is None or found.both.worth is None or found.both.worth >= 0
    for one in found.both.estimates if found.both else ():
        for told in (one.people, one.simulated, one.shrunk, one.both):
            low, high = told.low, told.high
            assert 0 <= low <= told.value <= high <= 1
        assert 0 <= one.above <= one.off <= 1
    if found.skill.skill is None:
        assert found.skill.why_not
        assert not found.skill.by
    else:
        assert 0 <= found.skill.skill.low <= found.skill.skill.value <= found.skill.skill.high <= 1


def _won(file: Playtests, share: float) -> Playtests:
    """All seats of all games won as much."""
    games = [replace(g, seats=tuple(replace(s, won=share) for s in g.seats)) for g in file.games]
    return replace(file, games=tuple(games))


def _without(seat: TableSeat) -> TableSeat:
    return replace(seat, options=())


def _forgotten(game: TableGame) -> TableGame:
    return replace(game, seats=(_without(game.seats[0]), *game.seats[1:]))


@pytest.mark.parametrize("together", [True, False])
def test_shuffled_games_and_seats_and_other_names_give_the_same_answer(together):
    truth, simulated = _made(together)
    file = _file(truth, 15, Party(newcomer=0.3, forgets=0.2))
    shuffle = random.Random(1)
    games = [
        replace(
            game,
            name=f"other {i}",
            place=f"row {99 - i}",
            group="that " + game.group[::-1],
            seats=tuple(
                replace(seat, seat=j)
                for j, seat in enumerate(shuffle.sample(game.seats, len(game.seats)))
            ),
        )
        for i, game in enumerate(file.games)
    ]
    shuffle.shuffle(games)
    first = answer(file, simulated, None, 5)
    assert first == answer(replace(file, games=tuple(games)), simulated, None, 5)
    assert repr(first) == repr(answer(replace(file, games=tuple(games)), simulated, None, 5))


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("games", [1, 5])
def test_a_handful_of_games_is_answered_with_little(together, games):
    truth, simulated = _made(together)
    found = answer(_file(truth, games), simulated, None, 1)
    _sound(found)
    assert found.games == games
    # A single game of a contest can lie far off; of so few none may be called sure by people alone.
    assert found.both is not None
    assert found.both.tau.high - found.both.tau.low > 0.5


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_all_won_or_all_lost_is_at_an_end_of_the_scale(share):
    truth, simulated = _made(together=True)
    found = answer(_won(_file(truth, 40), share), simulated, None, 1)
    _sound(found)
    assert found.skill.skill is not None
    value = found.skill.skill.value
    assert value > 0.7 if share else value < 0.3


def test_a_contest_that_nobody_won_tells_nothing_of_options():
    truth, simulated = _made(together=False)
    found = answer(_won(_file(truth, 20), 0.0), simulated, None, 1)
    _sound(found)
    assert found.both is None
    assert found.agreement.p == 1.0
    assert found.skill.skill is not None  # scores and rounds are there


@pytest.mark.parametrize("together", [True, False])
def test_a_game_without_options_has_skill_and_no_table(together):
    truth, simulated = _made(together)
    settings = []
    for setting in simulated.settings:
        nodes = tuple(replace(n, has=np.zeros((*n.share.shape, 0), bool)) for n in setting.nodes)
        settings.append(replace(setting, nodes=nodes))
    bare = Grid("", (), {}, tuple(settings), simulated.levels)
    file = _file(truth, 20)
    games = tuple(replace(g, seats=tuple(map(_without, g.seats))) for g in file.games)
    found = answer(replace(file, games=games), bare, None, 1)
    _sound(found)
    assert found.both is None
    assert not found.notes
    assert found.skill.skill is not None


@pytest.mark.parametrize("together", [True, False])
def test_games_with_a_forgotten_option_count_for_skill_and_not_for_options(together):
    truth, simulated = _made(together)
    file = _file(truth, 20)
    games = tuple(_forgotten(g) if i % 2 else g for i, g in enumerate(file.games))
    found = answer(replace(file, games=games), simulated, None, 1)
    _sound(found)
    assert found.games == 20
    assert any("10 games do not say" in note for note in found.notes)
    seats = sum(len(game.seats) for game in file.games[::2])
    assert found.both is not None
    assert sum(one.people.games for one in found.both.estimates) == seats
    all_forgotten = replace(file, games=tuple(map(_forgotten, file.games)))
    none = answer(all_forgotten, simulated, None, 1)
    _sound(none)
    assert none.both is None


@pytest.mark.parametrize("together", [True, False])
def test_an_option_never_seen_is_told_by_the_simulation(together):
    truth, simulated = _made(together)
    names = {option: option for option in truth.options}
    file = _file(truth, 60)
    games = tuple(g for g in file.games if all("option4" not in seat.options for seat in g.seats))
    found = answer(replace(file, games=games), simulated, None, 1)
    _sound(found)
    assert found.both is not None
    last = found.both.estimates[[*names].index("option4")]
    assert (last.people.games, last.people.low, last.people.high) == (0, 0.0, 1.0)
    assert abs(last.both.value - last.simulated.value) < 0.12
    assert all(each.option != "option4" for each in found.agreement.compared)


def test_one_group_leaves_skill_less_sure_than_many():
    truth, simulated = _made(together=True)
    many = _file(truth, 45)
    one = replace(many, games=tuple(replace(game, group="we") for game in many.games))
    found = [answer(file, simulated, None, 1).skill.skill for file in (one, many)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].half > found[1].half


def test_winners_alone_do_not_tell_the_skill_of_a_contest():
    truth, simulated = _made(together=False)
    found = answer(_file(truth, 40, Party(writes=())), simulated, None, 1)
    _sound(found)
    assert found.skill.skill is None
    assert found.skill.why_not == "winners alone do not tell how well people play"


def test_scores_that_do_not_rise_with_skill_tell_nothing():
    rng = np.random.default_rng(2)
    truth = replace(world(rng, together=False, options=5, settings=1), score=0.0)
    simulated = grid(rng, truth, 60)
    found = answer(_file(truth, 30, Party(writes=("scores",))), simulated, None, 1)
    assert found.skill.skill is None
    assert "hardly differ" in found.skill.why_not


def test_a_setting_that_was_set_by_play_tells_nothing_of_skill():
    truth, simulated = _made(together=True)
    file = _file(truth, 20)
    settings = tuple(replace(setting, fitted=True) for setting in simulated.settings)
    found = answer(file, replace(simulated, settings=settings), None, 1)
    _sound(found)
    assert found.skill.skill is None
    assert "set by play" in found.skill.why_not
    assert all(each.of == "option" for each in found.agreement.compared)
    some = (simulated.settings[0], settings[1])
    found = answer(file, replace(simulated, settings=some), None, 1)
    _sound(found)
    assert [each.levels for each in found.agreement.compared if each.of == "setting"] == [
        simulated.settings[0].levels
    ]


@pytest.mark.parametrize("won", [0.0, 1.0])
def test_a_setting_that_is_won_never_or_always_is_no_nonsense(won):
    truth, simulated = _made(together=True)
    nodes = tuple(replace(n, won=np.full_like(n.won, won)) for n in simulated.settings[0].nodes)
    settings = (replace(simulated.settings[0], nodes=nodes), *simulated.settings[1:])
    found = answer(_file(truth, 20), replace(simulated, settings=settings), None, 1)
    _sound(found)
    assert found.agreement.p < 0.05  # people won some of these games and lost some


def test_teams_of_two_share_a_win_and_half_is_fair():
    truth, simulated = _made(together=False)
    teams = tuple(map(_in_teams, simulated.settings))
    file = _file(truth, 30)
    games = tuple(
        replace(
            g, seats=tuple(replace(s, won=float(i % 2 == k % 2)) for i, s in enumerate(g.seats))
        )
        for k, g in enumerate(file.games)
    )
    found = answer(replace(file, games=games), replace(simulated, settings=teams), None, 1)
    _sound(found)
    assert found.both is not None
    assert found.both.band == (0.45, 0.55)
    halved = [replace(g, seats=tuple(replace(s, won=s.won / 2) for s in g.seats)) for g in games]
    again = answer(replace(file, games=tuple(halved)), replace(simulated, settings=teams), None, 1)
    assert again == found


def _in_teams(setting: GridSetting) -> GridSetting:
    """The same games, won by seats 0 and 2 or by 1 and 3."""
    nodes = []
    for node in setting.nodes:
        first = node.share[:, [0, 2]].sum(axis=1, keepdims=True)
        nodes.append(replace(node, share=np.where(np.arange(4) % 2 == 0, first, 1 - first)))
    return replace(setting, nodes=tuple(nodes))


def test_strange_settings_and_games_of_the_other_kind_are_left_out_and_said():
    truth, simulated = _made(together=True)
    file = _file(truth, 10)
    strange = replace(file.games[0], levels={"players": 9, "setting": 9})
    contest = replace(simulated.settings[1], together=False)
    mixed = replace(simulated, settings=(simulated.settings[0], contest))
    found = answer(replace(file, games=(strange, *file.games[1:])), mixed, None, 1)
    assert any("1 games of settings" in note for note in found.notes)
    assert any("are left out: one answer tells of one kind" in note for note in found.notes)
    nothing = answer(replace(file, games=(strange,)), simulated, None, 1)
    assert (nothing.games, nothing.skill.skill, nothing.both) == (0, None, None)


@pytest.mark.parametrize("together", [True, False])
def test_people_who_win_more_with_an_option_raise_it(together):
    truth, simulated = _made(together)
    shares = []
    for habit in (1.5, 0.0, -1.5):
        found = answer(_file(truth, 60, Party(habit=habit)), simulated, None, 1)
        assert found.both is not None
        shares.append(found.both.estimates[0].both.value)
    assert shares[0] < shares[1] < shares[2]


def test_people_who_win_more_play_better():
    truth, simulated = _made(together=True)
    values = []
    for skill in (0.2, 0.5, 0.9):
        found = answer(_file(truth, 60, Party(skill=skill)), simulated, None, 1)
        assert found.skill.skill is not None
        values.append(found.skill.skill.value)
    assert values == sorted(values)


def test_newcomers_are_told_apart_from_those_beside_them():
    truth, simulated = _made(together=False)
    file = _file(truth, 90, Party(skill=0.9, newcomer=0.2))
    found = answer(file, simulated, None, 1)
    assert found.skill.by == ("scores", "rounds", "newcomers")
    assert found.skill.skill is not None
    assert found.skill.newcomers is not None
    assert found.skill.newcomers.value < found.skill.skill.value


def test_newcomers_of_a_contest_without_scores_are_told_by_mixed_tables():
    truth, simulated = _made(together=False)
    rng = np.random.default_rng(8)
    settings = tuple(
        replace(setting, mixed=(mixed_tables(rng, truth, 4, 300),))
        for setting in simulated.settings
    )
    blank = replace(simulated, settings=settings)
    file = _file(truth, 150, Party(skill=0.95, newcomer=0.05, writes=()))
    found = answer(file, blank, None, 1)
    _sound(found)
    assert found.skill.newcomers is not None
    assert found.skill.newcomers.high < 0.8
    even = answer(_file(truth, 150, Party(writes=())), blank, None, 1)
    assert even.skill.newcomers is None


def test_the_band_is_what_is_given():
    truth, simulated = _made(together=True)
    file = _file(truth, 30)
    wide = answer(file, simulated, Band(0.0, 1.0), 1).both
    none = answer(file, simulated, Band(0.0, 1e-6), 1).both
    assert wide is not None
    assert none is not None
    assert {one.verdict for one in wide.estimates} == {"on target"}
    assert {one.verdict for one in none.estimates} == {"above the band"}
    narrow = answer(file, simulated, Band(0.499, 0.501), 1).both
    assert narrow is not None
    assert MORE in {one.verdict for one in narrow.estimates}


def test_the_nearest_level_is_named():
    truth, simulated = _made(together=True)
    assert answer(_won(_file(truth, 40), 1.0), simulated, None, 1).skill.near == "club"
    bare = replace(simulated, levels={})
    assert answer(_file(truth, 20), bare, None, 1).skill.near == ""
