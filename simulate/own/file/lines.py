"""Line numbers of declarations in a game file, for messages."""

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager

from simulate.core.errors import InputError, Problem, RunError
from simulate.own.file.loop_guard import EndlessLoop

NAMED = re.compile(r"`(?:self\.)?([\w.]+)")  # what a sentence about the file names in backticks


class FileLines:
    """The lines of the game class in the text of a file."""

    def __init__(self, file: str, text: str, game: type) -> None:
        self.file, self.text = file, text.split("\n")
        classes = [each.__name__ for each in game.__mro__ if each.__module__ == game.__module__]
        nodes = [*ast.walk(ast.parse(text))]
        found = {each.name: each for each in nodes if isinstance(each, ast.ClassDef)}
        self._classes = [found[name] for name in classes if name in found]
        # Name in the class -> line, and what it is.
        self._declared: dict[str, tuple[int, ast.AST | None]] = {}
        for kind in reversed(self._classes):
            for node in kind.body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    self._declared[node.name] = node.lineno, node
                elif isinstance(node, ast.Assign | ast.AnnAssign):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    for each in targets:
                        self._declared[ast.unparse(each)] = node.lineno, node.value

    def line(self, *way: str) -> int:
        """The line of an attribute, or of a key below it as far as it is written there."""
        usual = self._classes[0].lineno if self._classes else 1
        line, node = self._declared.get(way[0], (usual, None)) if way else (usual, None)
        for name in way[1:]:
            if not isinstance(node, ast.Dict):
                break
            pairs = zip(node.keys, node.values, strict=True)
            same = [(k, v) for k, v in pairs if isinstance(k, ast.Constant) and k.value == name]
            if not same:
                break
            line, node = same[0][0].lineno, same[0][1]
        return line

    def of_method(self, name: str) -> int:
        """The line of a method of the file; 0 where it has none of that name."""
        line, node = self._declared.get(name, (0, None))
        return line if isinstance(node, ast.FunctionDef) else 0

    def named_in(self, what: str) -> int:
        """The line of the first thing of the file that a sentence names; 0 where it names none."""
        given = dict(reversed([*self.set_by_methods()]))
        for name in NAMED.findall(what):
            first, *way = name.split(".")
            last = way[-1] if way else first
            if first in ("rules", "cards"):
                return self.line(first.upper(), *way)
            declared, _ = self._declared.get(last, (0, None))
            if line := self.of_method(first) or given.get(first) or declared:
                return line
        return 0

    def set_by_methods(self) -> Iterator[tuple[str, int]]:
        """Names that methods give to the table (`self.deck = ...`), each with its line."""
        methods = (each for kind in self._classes for each in kind.body)
        for method in methods:
            if isinstance(method, ast.FunctionDef) and method.args.args:
                whom = method.args.args[0].arg
                for node in ast.walk(method):
                    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                        if ast.unparse(node.value) == whom:
                            yield node.attr, node.lineno

    def problem(self, what: str, *way: str, line: int = 0) -> Problem:
        """A sentence about what stands at a way, or in a line."""
        return at_line(self.file, line or self.line(*way), what, self.text)


def at_line(file: str, line: int, what: str, lines: list[str]) -> Problem:
    """A sentence about a line of a file; line 0: about the whole file."""
    if not line:
        return Problem(file, what)
    source = lines[line - 1] if line <= len(lines) else ""
    start = len(source) - len(source.lstrip())
    long = len(source.strip())
    return Problem(f"{file}:{line}:{start + 1}", what, source, start + 1 if long else 0, long)


def said(error: BaseException, file: str) -> str:
    """An error of the designer's code: its kind, its message, and the line of the file."""
    line = line_of(error, file)
    return in_words(error) + (f" (line {line} of {file})" if line else "")


@contextmanager
def blamed(file: str) -> Iterator[None]:
    """Run the designer's code: its errors become a RunError with the line of the file."""
    try:
        yield
    except (RunError, InputError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        raise RunError(said(error, file)) from error


def in_words(error: BaseException) -> str:
    """An error of the designer's code: its kind, and what it says."""
    text = str(error)
    if isinstance(error, EndlessLoop):
        return text
    if isinstance(error, SyntaxError | KeyError) and error.args:
        text = str(error.args[0])
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def line_of(error: BaseException, file: str) -> int:
    """The line of the file in which it came up, the innermost; 0 where it is in none."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno or 0
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
