"""`simulate edit`: ask the owner of a printed game for its numbers."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from simulate.cli.change.packs import put, to_be_changed
from simulate.cli.play.changing import ChangeOptions, of_change
from simulate.cli.play.comparing import compare_command
from simulate.cli.shared import say
from simulate.cli.shared.say import prompt, show
from simulate.cli.shared.this_pack import settling
from simulate.core.errors import InputError, Problem, command
from simulate.core.files import disk
from simulate.experiment import RunRequest
from simulate.pack import Pack, differences, load, load_folder, sources
from simulate.pack.edit import asking, steps
from simulate.pack.edit.asking import Question, Value

LEAVE, SAME, MORE, LATER = "q", "=", "?", ""


def ask_command(
    folder: str, patterns: Sequence[str], request: RunRequest, options: ChangeOptions | None
) -> None:
    """Ask for every guess, write what is answered, and play what has changed.

    options: of the comparison at the end; None plays nothing.
    """
    to_be_changed(folder)
    pack = load_folder(Path(folder), folder)
    wanted = settling(pack.game)
    guesses = asking.questions(pack, tuple(patterns) or steps.EVERYTHING, wanted)
    wrong = [p for p in patterns if not any(steps.matches(path, [p]) for path in pack.paths())]
    if wrong:
        raise InputError(Problem(p, steps.unmatched(pack, p, pack.paths())) for p in wrong)
    show(f"{folder}: {_count(len(guesses), 'value')} of {pack.facts.title} can be read off a copy")
    if not guesses:
        return
    show(
        "type the value on your copy; = it is right; Enter skip; ? more; q quit (answers are kept)"
    )
    show(
        "a value of your own that is not printed: `mine 4`; it then counts as yours, not as a guess"
    )
    read = _ask_all(pack, folder, guesses)
    after = load_folder(Path(folder), folder)
    _tell_end(after, folder, read, len(asking.questions(after)))
    if read and options is not None:
        _play(after, request, options)


def _ask_all(pack: Pack, folder: str, guesses: Sequence[Question]) -> int:
    """Ask one after the other; how many were answered."""
    read = 0
    for number, question in enumerate(guesses, start=1):
        question = replace(question, value=pack.value(question.path))
        show("", f"{number} of {len(guesses)}  {question.label}{_moves(question)}")
        show(f"  {_now(question)}")
        answer = _answer(pack, question)
        if answer is None:
            break
        if answer == LATER:
            continue
        value, source = _read(question, answer)
        for name, text in asking.answered(pack, question, value, source).items():
            if text != disk.text(pack.folder / name):
                put(pack.folder / name, text, folder)
        pack, read = load_folder(Path(folder), folder), read + 1
        show(f"  written: {question.path} = {asking.told(value)}, {source}")
    return read


def _read(question: Question, answer: str) -> tuple[Value, str]:
    """The value that an answer means, and where it is from.  Raises InputError."""
    text, source = asking.split(answer)
    return question.value if text == SAME else asking.parsed(question, text), source


def _answer(pack: Pack, question: Question) -> str | None:
    """A sound answer, or None where the one who is asked leaves."""
    while True:
        prompt()
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            show(line.strip())  # so that what was piped can be read in its place
        text = line.strip()
        if not line or text.lower() == LEAVE:
            return None
        if text == MORE:
            show(*_more(question, pack.game))
            continue
        if text in (LATER, SAME):
            return text
        try:
            asking.answered(pack, question, *_read(question, text))
            return text
        except InputError as error:
            say.tell(say.message(error))


def _moves(question: Question) -> str:
    if question.points is None:
        return ""
    return f"  (one step moved the balance by {abs(question.points):.1f} points)"


def _now(question: Question) -> str:
    """What it is now and may be, in one line."""
    may = "" if isinstance(question.value, list) else "may be "
    allowed = f"; {may}{question.allowed}" if question.allowed else ""
    return f"here {asking.told(question.value)}, a guess{allowed}"


def _more(question: Question, game: str) -> list[str]:
    fit = sources.fit_of(question.source)
    why = fit.why if fit else question.source.partition(": ")[2]
    lines = [f"  {question.path}", f"  why this guess: {why}"]
    if isinstance(question.value, list):
        lines.append(f"  effects, and what each takes: `{command('list', 'effects', game)}`")
    if question.note:
        lines.append(f"  what it is: {question.note}")
    if question.range is not None:
        lines.append(f"  {question.range.text()}")
        lines += [f"  where it stands: {question.range.read_off}"] * bool(question.range.read_off)
    return lines


def _tell_end(pack: Pack, folder: str, read: int, left: int) -> None:
    changed = differences(pack, load(pack.game))
    show("", f"{_count(read, 'value')} answered; {_count(left, 'guess')} left")
    differ = "differs" if len(changed) == 1 else "differ"
    show(f"{_count(len(changed), 'value')} of {folder} now {differ} from the shipped game")
    if words := asking.words(pack):
        what = "names on cards, and when abilities work, are changed by hand"
        show(f"{what}: {words} words of cards.toml are guesses")
    if left:
        show(f"go on: `{command('edit', folder)}`")


def _count(number: int, noun: str) -> str:
    several = f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"{number} {noun if number == 1 else several}"


def _play(pack: Pack, request: RunRequest, options: ChangeOptions) -> None:
    """What the answers change in the findings, on the same luck."""
    if not differences(pack, load(pack.game)):
        show("no value differs from the shipped game: the findings stay the same")
        return
    show("", "played on common random numbers, as shipped and with your answers:")
    compare_command(partial(of_change, request, options))
