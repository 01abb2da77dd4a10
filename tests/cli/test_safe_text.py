"""No name that a stranger made up moves the cursor of a terminal or begins a line of its own."""

import json
import unicodedata

import pytest

from simulate.cli import main
from simulate.cli.change.packs import new_command
from simulate.cli.shared import say
from simulate.core.text.terminal import safe, safe_json

EVIL = (
    "\x1b[2J\x1b]0;title\x07\x9b31m\r\x08\x7f\u202eknalb\u2066\u2028end"
    "\u200b\u200d\u00ad\ufeff\u2060\U000e0041"
)


def quoted(text):
    """A text as TOML may have it."""
    return "".join(f"\\U{ord(letter):08x}" for letter in text).join('""')


def is_harmless(text):
    return not any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        for letter in text
        if letter not in "\n\t"
    )


@pytest.fixture
def pack(here):
    """A pack in which everything that has a name has an evil one."""
    return laid(here, EVIL)


def laid(here, name):
    """The same with any name."""
    new_command("defenders", "mine")
    cards, rules = here / "mine" / "cards.toml", here / "mine" / "rules.toml"
    named = quoted(name)
    cards.write_text(cards.read_text().replace('name = "Paladin"', f"name = {named}", 1))
    note = f"stand-in: {name}"
    rules.write_text(rules.read_text().replace('source = "', f"source = {quoted(note)} #", 1))
    own = here / "mine" / "strategies.toml"
    own.write_text(own.read_text() + f"\n[{named}]\nplan = {named}\nchoice = 'random'\n")
    experiment = here / "mine" / "experiments" / "odd.toml"
    experiment.write_text(
        f'game = "defenders"\nquestion = {named}\n[fixed]\nplayers = 1\nstrategy = {named}\n'
        f"[[variant]]\nname = {named}\nset = {{ rules.capital_limit = 9 }}\n"
    )
    return name


@pytest.mark.parametrize(
    "words",
    [
        ["check", "mine"],
        ["check", f"mine{EVIL}"],
        ["list", "cards", "--pack", "mine"],
        ["list", "strategies", "--pack", "mine"],
        ["list", "strategies", "--pack", "mine", "--json"],
        ["list", "experiments", "--pack", "mine"],
        ["run", "odd", "--pack", "mine", "--set", f"party={EVIL}"],
        ["run", "odd", "--pack", "mine", "--set", f"{EVIL}=1"],
        ["run", "odd", "--pack", "mine", f"--{EVIL}"],
        [EVIL],
        ["report", EVIL],
        ["run", f"{EVIL}.toml", "--debug"],
    ],
)
def test_what_a_stranger_wrote_is_printed_as_plain_letters(pack, capsys, words):
    main(words)
    told = capsys.readouterr()
    assert is_harmless(told.out) and is_harmless(told.err)
    assert "[2J" in told.out + told.err or "\\u001b[2J" in told.out
    assert told.out or told.err


def test_a_story_and_a_log_are_plain_letters(here, simulate):
    """Control characters are refused; letters that nobody sees, or that turn others, are shown."""
    evil = laid(here, "".join(each for each in EVIL if unicodedata.category(each) != "Cc"))
    words = (
        "replay",
        "defenders",
        "--pack",
        "mine",
        "--set",
        "players=1",
        "--set",
        "party=paladin",
    )
    assert is_harmless(simulate(*words).out)
    log = simulate(*words, "--json").out
    assert is_harmless(log)
    assert evil in {text for line in log.splitlines() for text in texts(json.loads(line))}


def texts(data):
    if isinstance(data, dict):
        data = [*data, *data.values()]
    if isinstance(data, list):
        return {text for entry in data for text in texts(entry)}
    return {data} if isinstance(data, str) else set()


def test_json_says_the_same_and_is_safe():
    data = {EVIL: [EVIL, "Käfig \ud800", 1.5]}
    for indent in (None, 2):
        text = safe_json(data, indent)
        assert json.loads(text) == data
        assert is_harmless(text)


def test_letters_of_people_stay_as_they_are():
    assert safe("Käfig — ±3 ≤ 5 \t 魔法 🐉") == "Käfig — ±3 ≤ 5 \t 魔法 🐉"
    assert safe("a\nb\r\x1bc\x85") == r"a\u000ab\u000d\u001bc\u0085"


def test_a_message_of_several_lines_keeps_them(capsys):
    say.tell("error: one\x1b[2J\nhint: two")
    assert capsys.readouterr().err == "error: one\\u001b[2J\nhint: two\n"
