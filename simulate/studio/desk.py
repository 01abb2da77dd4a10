"""What is being changed: the draft, undo and redo, and what is kept in the pack.

python -P -m simulate.studio.desk TYPED: the desk of a game of one's own, whose Python runs here and
not in the studio.
"""

import hashlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simulate.core.errors import InputError, Problem, RunError, command
from simulate.core.files import disk
from simulate.core.text.validate import written
from simulate.pack import Pack
from simulate.pack.edit import edited
from simulate.studio import tables
from simulate.studio.children import answer_all
from simulate.studio.notes import Notes, read_notes, write_notes
from simulate.studio.subject import FILE, Subject, subject_of

MOST_UNDONE = 500
CODE = "--allow-code"
SOURCE = "in the studio"
CHANGED = "the files have just changed: look, then press again"
UNREAD = "the files of the pack cannot be read: mend them first"
KINDS = {bool: "yes or no", int: "a whole number"}
SHIPPED = "the shipped game is never changed: `simulate new {game} my_{game}/` makes a copy"
OWN = (
    "the numbers of your own game stand in its file, which is yours; `{new}` makes a folder of "
    "them, and of that `{studio}` keeps what you change"
)
Data = dict[str, Any]
Draft = Data


@dataclass
class Desk:
    """One subject with what is being changed; every refusal is an InputError.

    revision: counts all that a page must draw anew; notice: what happened from outside;
    is_unread: whether its files cannot be read as they are now.
    """

    subject: Subject
    notes: Notes = field(default_factory=Notes)
    revision: int = 0
    notice: str = ""
    is_unread: bool = False
    undone: list[Draft] = field(default_factory=list)
    done: list[Draft] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.subject.is_folder:
            pack = self.subject.pack
            self.notes = read_notes(pack.folder, pack.shown)
            self._forget_what_does_not_fit()

    @property
    def draft(self) -> Draft:
        return self.notes.draft

    async def ask(self, asked: Mapping[str, Any]) -> Data:
        """As a child is asked that holds a desk (`Child`)."""
        return self.step(asked)

    async def end(self) -> None:
        """Let another studio have the pack."""
        self.subject.let_go()

    def step(self, asked: Mapping[str, Any]) -> Data:
        """Take one step, and tell all that a page shows then; nothing where nothing is new.

        Of what is refused `problems`, each with its place.
        """
        try:
            simple = {"undo": self.turn_back, "redo": self.turn_again, "take back": self.take_back}
            match asked:
                case {"what": "open"}:
                    pass
                case {"what": "look"}:
                    return self.state() if self.look() else {}
                case {"what": str(what)} if what in simple:
                    simple[what]()
                case {"what": "turn", "changes": dict(changes)}:
                    self.turn(changes)
                case {"what": "setting", "name": str(name), "level": level}:
                    self.choose(name, level)
                case {"what": "keep", "said": str(said)}:
                    self.keep(said)
                case _:
                    raise InputError([Problem("", "nothing of this kind can be done")])
        except InputError as error:
            return {"problems": [[p.where, p.what] for p in error.problems]}
        except (RunError, OSError) as error:
            return {"problems": [["", str(error)]]}
        return self.state()

    def turn(self, changes: Mapping[str, Any]) -> None:
        """Change numbers, all or none; a number as it stands in the pack is no change."""
        pack = self.subject.fresh()
        _refuse_strange(pack, changes)
        whole = {**self.draft, **changes}
        self._take({p: v for p, v in whole.items() if v != pack.value(p)})

    def turn_back(self) -> None:
        """Take the last change of the draft back."""
        if self.done:
            self.undone.append(self.draft)
            self._set(self.done.pop())

    def turn_again(self) -> None:
        """Make the change again that was taken back last."""
        if self.undone:
            self.done.append(self.draft)
            self._set(self.undone.pop())

    def choose(self, name: str, level: Any) -> None:
        """Set a factor of the setting in which the page plays."""
        offered = tables.settings(self.subject.pack)
        if not any(each["name"] == name and _is_of(level, each["levels"]) for each in offered):
            raise InputError([Problem(name[:300], "has no such level")])
        self.notes.setting[name] = level
        self._changed()

    def keep(self, said: str) -> None:
        """Write the draft into the pack, as a version; said: what was confirmed of it."""
        if not self.draft:
            raise InputError([Problem("Keep", "nothing is changed")])
        self._write(self.draft, said)
        self.notes.draft, self.done, self.undone = {}, [], []
        self._changed()

    def take_back(self) -> None:
        """Set what the last version changed to what it was before, as one more version."""
        if not self.notes.versions:
            raise InputError([Problem("Take back", "nothing was kept so far")])
        number, last = len(self.notes.versions), self.notes.versions[-1]
        pack, told = self.subject.fresh(), {c.path: c.before for c in last.changes}
        _refuse_strange(pack, told)
        before = {path: value for path, value in told.items() if pack.value(path) != value}
        pack.resolve(before)
        if not before:
            raise InputError([Problem("Take back", f"version {number} is taken back already")])
        self._write(before, f"takes version {number} back")
        left = {p: v for p, v in self.draft.items() if v != self.subject.pack.value(p)}
        self.notes.draft, self.done, self.undone = left, [], []
        self._changed()

    def look(self) -> bool:
        """Read files that have changed meanwhile; whether there were any."""
        if not self.subject.has_changed():
            return False
        self.is_unread = False
        try:
            self.subject.read_again()
            self.notice = (
                "The files were changed outside the studio, and are shown as they are now."
            )
            if lost := self._forget_what_does_not_fit():
                self.notice += f" No longer part of your change: {', '.join(lost)}."
        except InputError as error:
            told = "; ".join(f"{p.where}: {p.what}" for p in error.problems[:3])
            self.notice = f"The files were changed and cannot be read; shown as before. {told}"
            self.is_unread = True
        self.revision += 1
        return True

    def state(self) -> dict[str, Any]:
        """All that a page shows, but for what plays."""
        pack, setting = self.subject.pack, self.setting()
        return {
            "revision": self.revision,
            "notice": self.notice,
            "files": hashlib.sha256(repr(self.subject.stamp).encode()).hexdigest()[:16],
            "title": pack.facts.title,
            "typed": self.subject.typed,
            "words": self.subject.words,
            "code": self.subject.code,
            "is_folder": self.subject.is_folder,
            "is_own": self.subject.is_own,
            "keeps": self._refusal() == "",
            "why_not": self._refusal(),
            "tables": tables.tables(pack),
            "settings": [{**each, "now": setting[each["name"]]} for each in tables.settings(pack)],
            "of": {"why": tables.options(pack), "playtests": self.subject.sheets()},
            "draft": tables.named(pack, self.draft),
            "undo": len(self.done),
            "redo": len(self.undone),
            "versions": [version.model_dump() for version in self.notes.versions],
        }

    def setting(self) -> Draft:
        """The setting in which the page plays; the usual level where there is no such any more."""
        found = {}
        for each in tables.settings(self.subject.pack):
            level = self.notes.setting.get(each["name"])
            found[each["name"]] = level if _is_of(level, each["levels"]) else each["usual"]
        return found

    def _refusal(self) -> str:
        if self.subject.is_folder:
            return ""
        typed = self.subject.typed
        if not self.subject.is_own:
            return SHIPPED.format(game=typed)
        folder = f"my_{self.subject.pack.game}/"
        return OWN.format(new=command("new", typed, folder), studio=command("studio", folder))

    def _take(self, draft: Draft) -> None:
        """Raises InputError where the numbers make no game together."""
        self.subject.pack.resolve(draft)
        if draft != self.draft:
            self.done = [*self.done, self.draft][-MOST_UNDONE:]
            self.undone = []
            self._set(draft)

    def _set(self, draft: Draft) -> None:
        self.notes.draft = draft
        self._changed()

    def _changed(self) -> None:
        self.revision += 1
        self.notice = ""
        if self.subject.is_folder:
            try:
                write_notes(self.subject.pack.folder, self.notes)
            except OSError as error:
                why = error.strerror or error
                self.notice = f"What you change cannot be kept for later: {FILE}: {why}."

    def _write(self, changes: Draft, said: str) -> None:
        why = self._refusal() or (CHANGED if self.look() else UNREAD if self.is_unread else "")
        if why:
            raise InputError([Problem("Keep", why)])
        pack = self.subject.pack
        named = tables.named(pack, changes)
        try:
            disk.rewrite_all(pack.folder, edited.texts(pack, changes, edited.designer(SOURCE)))
        except KeyError as error:
            what = "no file of the pack writes it out"
            raise InputError([Problem(str(error.args[0]), what)]) from None
        except OSError as error:
            what = f"the pack could not be written: {error.strerror or error}; nothing was changed"
            raise RunError(what) from error
        self.subject.read_again()
        self.notes.add(named, said)

    def _forget_what_does_not_fit(self) -> list[str]:
        """Take out of the draft what the pack no longer takes; the names of what went."""
        pack = self.subject.fresh()
        known, gone = set(tables.editable(pack)), []
        left: Draft = {}
        for path, value in self.draft.items():
            is_fit = path in known and type(value) is type(pack.value(path))
            if is_fit and pack.try_resolve({**left, path: value})[0] is not None:
                left |= {path: value} if value != pack.value(path) else {}
            else:
                gone.append(path)
        self.notes.draft, self.done, self.undone = left, [], []
        return gone


def _refuse_strange(pack: Pack, changes: Mapping[str, Any]) -> None:
    """Raises InputError where a path is no number of the page, or a value of another kind."""
    known = set(tables.editable(pack))
    strange = [path[:300] for path in changes if path not in known]
    if strange:
        raise InputError(Problem(path, "is no number of this page") for path in strange)
    types = {path: type(pack.value(path)) for path in changes}
    wrong = [path for path, value in changes.items() if type(value) is not types[path]]
    if wrong:
        raise InputError(Problem(p, f"must be {KINDS.get(types[p], 'a word')}") for p in wrong)


def _is_of(level: Any, levels: Sequence[Any]) -> bool:
    """Whether it is one of them, and no number or truth that is only equal to one."""
    return any(type(level) is type(each) and level == each for each in levels)


def as_sets(values: Mapping[str, Any]) -> list[str]:
    """Values by path or factor, as a command line has them."""
    typed = ((name, v if isinstance(v, str) else written(v)) for name, v in values.items())
    return [word for name, text in typed for word in ("--set", f"{name}={text}")]


def opened(typed: str | None, code: bool) -> Desk:
    """The desk of what was named, which no other studio holds.  Raises InputError."""
    subject = subject_of(typed, code)
    subject.take()
    return Desk(subject)


def main(typed: str, code: str) -> None:
    """Answer for a game of one's own; where it cannot be opened, say why to whoever asks."""
    desk: Desk | None = None

    def work(asked: Data) -> Data:
        nonlocal desk
        try:
            desk = desk or opened(typed, code == CODE)
        except InputError as error:
            return {"problems": [[p.where, p.what] for p in error.problems]}
        return desk.step(asked)

    answer_all(work)


if __name__ == "__main__":
    main(*sys.argv[1:])
