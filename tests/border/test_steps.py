"""Lists of small changes come from the pack at hand."""

import pytest

from simulate.core.errors import InputError
from simulate.experiment import RunRequest, load
from simulate.pack import FILES, catalogue, configs, load_folder
from simulate.pack import load as load_pack
from simulate.pack.edit import steps


def paths(found):
    return [step.path for step in found]


def test_every_number_goes_one_step_down_and_one_up():
    pack = load_pack("defenders")
    found = steps.steps(pack, ["cards.heroes.ranger.health"])
    assert [(s.before, s.after, s.size) for s in found] == [(4, 3, -1), (4, 5, 1)]
    assert found[0].name(pack) == "Ranger: health 4 -> 3"


def test_what_the_bounds_refuse_is_no_step():
    pack = load_pack("defenders")
    assert pack.rule("capital_start") == 0
    assert [s.after for s in steps.steps(pack, ["rules.capital_start"])] == [1]


def test_steps_go_from_what_is_set_for_good():
    pack = load_pack("defenders")
    found = steps.steps(pack, ["rules.capital_limit"], {"rules.capital_limit": 9})
    assert [(s.before, s.after) for s in found] == [(9, 8), (9, 10)]


def test_a_switch_is_turned_and_a_choice_taken_otherwise():
    pack = load_pack("kingdoms")
    switches = [rule for rule in pack.rules.values() if rule.kind == "bool"]
    found = steps.steps(pack, [switches[0].path])
    assert [(s.after, s.size) for s in found] == [(not switches[0].value, 0)]


def test_where_something_lies_is_no_amount():
    assert not any(p.startswith("cards.maps") for p in steps.numbers(load_pack("tactics")))
    assert not any(p.endswith(".card") for p in steps.numbers(load_pack("kingdoms")))


def test_a_pattern_names_all_below_it():
    pack = load_pack("defenders")
    below = steps.numbers(pack, ["cards.heroes.druid"])
    assert "cards.heroes.druid.health" in below
    assert len(below) > 1
    assert steps.numbers(pack, ["cards.*.*.health"]) == [
        p for p in steps.numbers(pack) if p.count(".") == 3 and p.endswith(".health")
    ]


OWN_CARD = """
[artifacts.warm_blanket]
name = "Warm Blanket"
[artifacts.warm_blanket.abilities.use]
name = "Warm Blanket"
when = "action"
points = 1
effects = [{ do = "heal", who = "self", amount = 1 }]
[artifacts.warm_blanket.source]
"*" = "stand-in: mine"
"""


def test_a_designers_own_card_is_in_every_list(tmp_path):
    for file in FILES:
        text = (configs.game_folder("defenders") / file).read_text("utf-8")
        more = {"cards.toml": OWN_CARD}.get(file, "")
        start = 'game = "defenders"\n' * (file == "rules.toml")
        (tmp_path / file).write_text(f"{start}{text}{more}", "utf-8")
    folder = tmp_path
    pack = load_folder(folder, str(folder))
    mine = steps.numbers(pack, ["cards.artifacts.warm_blanket"])
    assert mine == [
        "cards.artifacts.warm_blanket.abilities.use.points",
        "cards.artifacts.warm_blanket.abilities.use.effects.0.amount",
    ]
    assert [b.name(pack) for b in steps.blanks(pack, ["cards.artifacts.warm_blanket"])] == [
        "without Warm Blanket"
    ]


def test_blanks_are_cards_or_their_abilities():
    pack = load_pack("defenders")
    whole = steps.blanks(pack, ["cards.heroes"])
    assert [b.path for b in whole][:2] == ["heroes.paladin", "heroes.cleric"]
    each = steps.blanks(pack, ["cards.heroes.druid.abilities.*"])
    assert [b.path for b in each] == [
        "heroes.druid.abilities.martyr",
        "heroes.druid.abilities.natures_call",
    ]


def experiment(tmp_path, *lines):
    file = tmp_path / "mine.toml"
    file.write_text("\n".join(('game = "defenders"', *lines)), "utf-8")
    return load(RunRequest(str(file)))


def test_an_experiment_names_patterns(tmp_path):
    found = experiment(tmp_path, 'steps = "cards.heroes.ranger"', 'blanks = "cards.heroes.cleric"')
    names = list(found.variants)
    assert names[:3] == ["printed", "Ranger: health 4 -> 3", "Ranger: health 4 -> 5"]
    assert names[-1] == "without Cleric"


def test_a_pattern_that_names_nothing_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(InputError) as refused:
        experiment(tmp_path, 'steps = "cards.heros"')
    (problem,) = refused.value.problems
    assert "`cards.heros` names nothing" in problem.what
    assert "did you mean `cards.heroes" in problem.what
    assert problem.where.endswith("mine.toml:2:9")


def test_one_change_may_name_a_pattern(tmp_path):
    found = experiment(
        tmp_path, "[[variant]]", 'name = "foes, one more"', 'set = { "cards.foes.*.health" = "+1" }'
    )
    pack = found.pack
    assert found.variants["foes, one more"].changes == {
        path: pack.value(path) + 1 for path in steps.numbers(pack, ["cards.foes.*.health"])
    }


def test_what_is_compared_already_is_not_stepped_too(tmp_path):
    found = experiment(
        tmp_path, 'steps = "rules.capital_*"', "[factors]", '"rules.capital_limit" = [5, 6]'
    )
    changed = {path for variant in found.variants.values() for path in variant.changes}
    assert changed == {"rules.capital_start"}


@pytest.mark.parametrize("typed", ["0.4-0.55", "40-55%", "0.40,0.55", "40% to 55%"])
def test_a_target_may_be_typed(typed):
    target = load(RunRequest("defenders", band=typed)).target
    assert (target.metric, target.low, target.high) == ("win_rate", 0.4, 0.55)


def test_a_target_around_the_fair_share_may_be_typed():
    target = load(RunRequest("kingdoms", band="-0.02,0.02")).target
    assert (target.metric, target.low, target.high) == ("over_fair_share", -0.02, 0.02)


@pytest.mark.parametrize("typed", ["a lot", "0.5", "0.6-0.4", "40-550%"])
def test_a_target_that_is_none_is_refused(typed):
    with pytest.raises(InputError) as refused:
        load(RunRequest("defenders", band=typed))
    assert {problem.where for problem in refused.value.problems} == {f"--target {typed}"}


@pytest.mark.parametrize("game", catalogue.names())
def test_guards_against_endless_games_are_no_rules_to_try(game):
    pack = load_pack(game)
    guards = {rule.path for rule in pack.rules.values() if rule.guard}
    ours = ("guard against endless", "counts as cut off", "may only end the turn")
    assert guards == {
        rule.path for rule in pack.rules.values() if any(text in rule.source for text in ours)
    }
    assert guards and not guards & {step.path for step in steps.steps(pack, ["rules"])}
    assert not guards & set(steps.numbers(pack))
    assert guards <= {step.path for step in steps.steps(pack, ["rules.*_limit", *guards])}
