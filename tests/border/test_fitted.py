"""Fitted values and ranges: how they are written, what is refused, and the pack before."""

import tomllib

import pytest

from simulate.core.errors import InputError
from simulate.pack import catalogue, configs, differences, load, load_folder, load_unfitted, reading
from simulate.pack.edit import unfitted
from simulate.pack.sources import fit_of
from tests.border import toy
from tests.refusals import problems_of

FIT = "fitted: to win_rate of 0.5, 3 players; player balanced 1; on 2026-01-02; before {}; guessed"
HEAL = '"abilities.call" = "stand-in: only the name is known"'
POINTS = f'{HEAL}\n"abilities.call.points" = "{FIT.format(3)}"'


def with_source(line):
    cards = toy.CARDS.replace(HEAL, line)
    assert cards != toy.CARDS
    return cards


def refusals(folder):
    return [problem.what for problem in problems_of(load_folder, folder, "mine")]


def test_a_fitted_source_says_to_what_by_whom_when_and_what_was_before():
    fit = fit_of(FIT.format("[{ do = 'heal', amount = 2 }]"))
    assert (fit.metric, fit.what, fit.player) == ("win_rate", "of 0.5, 3 players", "balanced 1")
    assert (fit.on, fit.value_before) == ("2026-01-02", [{"do": "heal", "amount": 2}])
    assert fit.source_before == "stand-in: guessed"


@pytest.mark.parametrize(
    "where, what",
    [
        ("3 palyers", "the game has no factor `palyers`; did you mean `players`?"),
        ("3 player, hrad", "the game has no level `hrad`; did you mean `hard`?"),
        ("9 players", "`players` has no level 9 in this game; it has 1, 2, 3"),
        ("mean over 2 to 5 players", "`players` has no level 5 in this game; it has 1, 2, 3"),
        ("over all mods", "the game has no factor `mods`; did you mean `mode`?"),
        ("0 modes", "`mode` has no level 0 in this game; it has easy, hard"),
        ("3 dragons", "the game has no factor `dragons`"),
    ],
)
def test_what_was_fitted_names_settings_of_its_game(mine, where, what):
    """Else no game would ever be the fit."""
    fit = FIT.replace("3 players", where).format(3)
    source = f'{HEAL}\n"abilities.call.points" = "{fit}"'
    assert refusals(mine(cards=with_source(source))) == [what]
    rules = toy.RULES.replace("stand-in: not said", fit.replace("before 3", "before false"))
    assert refusals(mine(rules=rules)) == [what]


@pytest.mark.parametrize(
    "where",
    ["3 players", "1 player", "2 to 3 players", "over all modes", "3 players, hard", "easy"],
)
def test_settings_of_the_game_may_be_named_in_the_words_of_people(mine, where):
    fit = FIT.replace("3 players", where).format(3)
    load_folder(mine(cards=with_source(f'{HEAL}\n"abilities.call.points" = "{fit}"')), "mine")


def test_fitted_values_are_counted_and_found(shipped, mine):
    pack = load_folder(mine(cards=with_source(POINTS)), "mine")
    assert pack.provenance()["cards"]["heroes"] == {
        "rulebook": 1, "cited": 3, "stand-in": 3, "fitted": 1,
    }  # fmt: skip
    assert list(pack.fits()) == ["cards.heroes.druid.abilities.call.points"]


@pytest.mark.parametrize(
    "source",
    [
        "fitted: so that it is fair; player balanced; on 2026-01-02; before 3; guessed",
        "fitted: to win_rate; on 2026-01-02; before 3; guessed",
        "fitted: to win_rate; player balanced; on yesterday; before 3; guessed",
        "fitted: to win_rate; player balanced; on 2026-01-02; before three; guessed",
        "fitted: to win_rate; player balanced; on 2026-01-02; before 3; ",
        "fitted: to win_rates; player balanced; on 2026-01-02; before 3; guessed",
        "fitted: to win_rate of 0.5; player balanced; on 2026-01-02; before 3; guessed",
        "fitted: to win_rate of 0.5, with care taken; player balanced; on 2026-01-02; before 3; x",
    ],
)
def test_a_fitted_source_that_leaves_something_out_is_refused(mine, source):
    (what,) = refusals(mine(cards=with_source(f'{HEAL}\n"abilities.call.points" = "{source}"')))
    assert "must be `fitted: to win_rate or over_fair_share of ..., <the setting" in what


def test_what_was_fitted_is_one_value_or_one_list(mine):
    for key in ("abilities.call", "*"):
        line = f'"{key}" = "{FIT.format(3)}"'
        old = HEAL if key != "*" else '"*" = "cited: a list"\n"abilities.call"'
        new = line if key != "*" else f'{line}\n"abilities.call"'
        cards = toy.CARDS.replace(old, new)
        assert cards != toy.CARDS
        assert any("one value or one list" in what for what in refusals(mine(cards=cards)))


def test_the_pack_before_differs_in_the_fitted_values_alone(shipped):
    rules = toy.RULES.replace("stand-in: not said", FIT.format("false"))
    toy.write(shipped, cards=with_source(POINTS), rules=rules)
    before = load_unfitted("toy/unfitted")
    assert {(d.path, d.shipped, d.value) for d in differences(before, load("toy"))} == {
        ("cards.heroes.druid.abilities.call.points", 1, 3),
        ("rules.horn_returns", True, False),
    }
    assert before.fits() == {}
    assert before.source_of("rules.horn_returns") == "stand-in: guessed"


def test_the_pack_before_can_be_written_out_in_full(shipped, tmp_path):
    toy.write(shipped, cards=with_source(POINTS))
    folder = tmp_path / "before"
    folder.mkdir()
    for name, text in unfitted.texts("toy/unfitted").items():
        (folder / name).write_text(('game = "toy"\n' if name == "rules.toml" else "") + text)
    before = load_unfitted("toy/unfitted")
    assert differences(load_folder(folder), before) == []
    assert load_folder(folder).sections == before.sections


def test_values_before_that_are_no_game_are_refused(shipped):
    toy.write(shipped, cards=with_source(POINTS.replace("before 3", "before 30")))
    with pytest.raises(InputError, match="at most 6"):
        load_unfitted("toy/unfitted")


def test_a_game_without_fitted_values_has_no_pack_before(shipped):
    with pytest.raises(InputError, match="nothing in toy was fitted"):
        load_unfitted("toy/unfitted")


@pytest.mark.parametrize("game", catalogue.names())
def test_each_shipped_fit_tells_another_value_and_nothing_else_differs(game, tmp_path):
    """The value before is in the source line alone, so that no second file can say otherwise."""
    shipped = load(game)
    fits = shipped.fits()
    if not fits:
        with pytest.raises(InputError, match="nothing"):
            load_unfitted(f"{game}/unfitted")
        return
    before = load_unfitted(f"{game}/unfitted")
    for path, fit in fits.items():
        assert shipped.value(path) != fit.value_before, path
        assert before.value(path) == fit.value_before, path
    apart = {difference.path for difference in differences(before, shipped)}
    assert {path for path in apart if not any(_under(path, fit) for fit in fits)} == set()
    for file, text in unfitted.texts(f"{game}/unfitted").items():
        written, known = tomllib.loads(text), tomllib.loads(_shipped_text(game, file))
        assert (written == known) == (not _touches(fits, known, file)), file


def _under(path, fit):
    return path == fit or path.startswith(f"{fit}.")


def _shipped_text(game, file):
    return (configs.game_folder(game) / file).read_text("utf-8")


def _touches(fits, known, file):
    kind = "rules" if file == "rules.toml" else "cards"
    return any(p.split(".")[0] == kind and p.split(".")[1] in known for p in fits)


RANGED = '[heroes.druid.ranges]\n"{}" = {{ low = {}, high = {}, why = "as others" }}\n'


def ranged(path="abilities.call.points", low=1, high=4):
    card = "\n[heroes.bard]"
    return toy.CARDS.replace(card, f"\n{RANGED.format(path, low, high)}{card}", 1)


def test_a_guess_may_say_what_it_could_be(mine):
    rules = toy.RULES.replace("stand-in: any", "stand-in: any").replace(
        'source = "cited: a list"',
        'source = "stand-in: seen once"\nrange = { low = 5, high = 7, why = "two from the edge" }',
    )
    pack = load_folder(mine(rules=rules, cards=ranged()), "mine")
    told = {path: found.text() for path, found in pack.ranges().items()}
    assert told == {
        "rules.capital_limit": "could be 5 to 7: two from the edge",
        "cards.heroes.druid.abilities.call.points": "could be 1 to 4: as others",
    }
    stored = pack.as_manifest()["rules"]["rules.capital_limit"]["range"]
    assert stored == {"low": 5, "high": 7, "why": "two from the edge", "read_off": ""}
    # A range is about the value beside it: another value is not spoken of.
    assert "rules.capital_limit" not in pack.resolve({"rules.capital_limit": 3}).ranges()


@pytest.mark.parametrize(
    ("ends", "what"),
    [
        ({"path": "abilities.call.point"}, "no such value; did you mean `abilities.call.points`?"),
        ({"path": "health"}, "only a guess, or a value of yours, has one"),
        ({"path": "abilities.call.effects.1.do"}, "only a whole number has one"),
        ({"low": 4, "high": 4}, "`low` must be below `high` (found 4 and 4)"),
        ({"high": 9}, "must be at most 6 (found 9)"),
    ],
)
def test_a_range_that_says_nothing_is_refused(mine, ends, what):
    (found,) = refusals(mine(cards=ranged(**ends)))
    assert what in found


@pytest.mark.parametrize(
    ("source", "low", "what"),
    [
        ("cited: a list", 5, "only a guess, or a value of yours, has one"),
        ("stand-in: x", 0, "must be a whole number from 1 to 9 (threat); found 0"),
        ("stand-in: x", 9, "`low` must be below `high` (found 9 and 9)"),
    ],
)
def test_a_range_of_a_rule_lies_within_its_bounds(mine, source, low, what):
    rules = toy.RULES.replace(
        'source = "cited: a list"',
        f'source = "{source}"\nrange = {{ low = {low}, high = 9, why = "so" }}',
    )
    (found,) = refusals(mine(rules=rules))
    assert what in found


def test_a_designer_may_play_a_value_outside_but_the_shipped_pack_holds_it(shipped, mine):
    pack = load_folder(mine(cards=ranged(low=2)), "mine")
    assert pack.ranges() == {}
    toy.write(shipped, cards=ranged(low=2))
    reading._shipped.cache_clear()
    with pytest.raises(InputError, match=r"must hold the value 1 \(found 2 to 4\)"):
        load("toy")
