"""Link called kernels without optimising them; the kernel that Python calls is optimised once.

Numba by itself optimises each function together with all that it calls, and makes machine code
of it, as if each were called from Python: a function ten calls deep is optimised ten times.
Here only an entry, which Python calls, is optimised, once, with everything that is linked into
it.  Tiny Epic Defenders compiles in a third of the time, and plays as fast.

All that leans on inner parts of Numba stands here; `what_is_missing` says whether they are as
needed, and where they are not, `simulate.compiler.plain` compiles the same kernels.

Numba 0.68 has no public way for these, and without them there is lost:
- libraries that are linked but not optimised: compiling takes three times as long;
- a cache that keeps them, knows a kernel again by its name, and that several processes write to:
  what is made of a game's kernels is compiled at each start (a cache of our own stands here);
- an index that counts from the front: games are 6 to 16% slower;
- flags and types of arguments that are not spelled out at each step: compiling takes an eighth
  longer (62,000 comparisons of flags and 7,600 texts of types for Defenders);
- constants that share the code for int64: the log's `write` is compiled 183 times.
Public are `pipeline_class`, `Compiler`, its list of passes, and modules of llvmlite.
"""

import functools
import hashlib
import inspect
import pickle
import pkgutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import compiler, typed_passes, typeinfer, types, untyped_passes
from numba.core.base import BaseContext
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.np import arrayobj

from simulate.compiler.cache import folder_of, forget, read, tell_once, write
from simulate.compiler.sources import ROOT, is_ours, text_hash

# What is called or replaced below, and the names of its arguments.
NEEDED: tuple[tuple[Callable[..., Any], str], ...] = (
    # Libraries: of inner code, and of an entry that it is linked into.
    (JITCodeLibrary.__init__, "self codegen name"),
    (JITCodeLibrary.add_linking_library, "self library"),
    (JITCodeLibrary._optimize_final_module, "self"),
    (JITCodeLibrary._finalize_final_module, "self"),
    (JITCodeLibrary._finalize_dynamic_globals, "self"),
    (JITCodeLibrary._get_module_for_linking, "self"),
    # What is kept of them, and on which processor and code that hangs.
    (JITCodeLibrary.serialize_using_object_code, "self"),
    (JITCPUCodegen.magic_tuple, "self"),
    (BaseContext.refresh, "self"),
    (compiler.CompileResult._reduce, "self"),
    (
        compiler.CompileResult._rebuild,
        "cls target_context libdata fndesc env signature objectmode lifted typeann reload_init "
        "referenced_envs",
    ),
    (compiler.CompileResult._find_referenced_environments, "self"),
    (dumps, "obj"),
    # How a function is compiled.
    (arrayobj.fix_integer_index, "context builder idxty idx size"),
    (compiler.Compiler.define_pipelines, "self"),
    (compiler.Flags.__init__, "self copy_from"),
    (_FunctionCompiler.compile, "self args return_type"),
    # How one is found, by Python and by what calls it.
    (CPUDispatcher.__init__, "self py_func locals targetoptions pipeline_class"),
    (CPUDispatcher.get_call_template, "self args kws"),
    (CPUDispatcher.get_overload, "self sig"),
    (CPUDispatcher.add_overload, "self cres"),
    (BaseContext.insert_user_function, "self func fndesc libs"),
    (typeinfer.register_dispatcher, "disp"),
)
FIELDS = {"library", "fndesc", "environment", "signature", "referenced_envs", "entry_point"}


def what_is_missing() -> str | None:
    """An inner part of Numba that is not as it is needed here, None where all are."""
    for part, arguments in NEEDED:
        code = getattr(inspect.unwrap(part), "__code__", None)
        if code is None or " ".join(code.co_varnames[: code.co_argcount]) != arguments:
            return part.__qualname__
    return None if set(compiler.CompileResult._fields) >= FIELDS else "CompileResult"


class PartsChangedError(Exception):
    """What kept code calls was compiled again since, under another name, or is not to be had."""


class CodeCache:
    """Compiled code of a function, a file for each types of arguments; a dispatcher asks for it.

    Numba's own cache numbers the files, and keeps the numbers in another: two processes that
    compile one function for other types at the same time could give both the same number.
    """

    prefix = ""  # of the files' names

    def __init__(self, function: Any) -> None:
        self._function = function
        self.cache_path = str(folder_of(function.__module__))

    def _path(self, signature: Any, codegen: Any) -> Path:
        """By the text of its file, too: the folder hangs on the project's sources alone."""
        code, name = self._function.__code__, self._function.__qualname__
        file = Path(code.co_filename).absolute()
        place = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file  # a clone's is found
        text = text_hash(file, file.stat().st_mtime_ns)
        held = dumps([cell.cell_contents for cell in self._function.__closure__ or ()])
        made_by = numba.__version__, codegen.magic_tuple()
        key = repr((made_by, str(place), text, code.co_code, held, signature)).encode()
        mark = hashlib.blake2b(key, digest_size=8).hexdigest()
        shown = f"{self.prefix}{file.stem}.{name}-{code.co_firstlineno}"
        shown = shown.replace("<", "").replace(">", "")  # which Windows forbids
        return Path(self.cache_path, f"{shown}.{sys.implementation.cache_tag}.{mark}.nbc")

    def load_overload(self, signature: Any, target: Any) -> Any:
        """What is kept; None where nothing is, or what it calls is not as it was."""
        target.refresh()
        path = self._path(signature, target.codegen())
        content = read(path)
        if content is None:
            return None
        try:
            return self._rebuild(target, *pickle.loads(content))
        except PartsChangedError:
            return None
        except Exception:
            forget(path)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep it for other processes."""
        if result.library.has_dynamic_globals:
            name = self._function.__qualname__
            tell_once(f"warning: {name} is compiled at each start: it uses too large an array")
            return
        with suppress(PartsChangedError):
            write(self._path(signature, result.codegen), dumps(result._reduce()))

    def _rebuild(self, *kept: Any) -> Any:
        """The compile result again."""
        return compiler.CompileResult._rebuild(*kept)


class InnerLibrary(JITCodeLibrary):
    """Code that is only ever linked into other code: not optimised, never machine code.

    It holds what its own function is made of. The inner code that this calls is linked beside it
    in an entry, once: linked into every caller it would be copied at each level of calls.
    """

    # Where it is found again: a kernel's module, name and types of arguments, and the name that
    # the compiled code bears.
    key: tuple[str, str, tuple[Any, ...], str]

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.called: dict[InnerLibrary, None] = {}

    def add_linking_library(self, library: Any) -> None:
        """Remember inner code; link in what Numba brings."""
        if isinstance(library, InnerLibrary):
            self.called[library] = None
        else:
            super().add_linking_library(library)

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def with_all_called(self) -> dict["InnerLibrary", None]:
        """This code and all inner code that it leads to."""
        reached = {self: None}
        to_follow = [self]
        while to_follow:
            new = dict.fromkeys(each for each in to_follow.pop().called if each not in reached)
            reached |= new
            to_follow += new
        return reached

    def bitcode(self) -> bytes:
        """The code of its own function."""
        code: bytes = self._get_module_for_linking().as_bitcode()
        return code

    def serialize_using_object_code(self) -> tuple[str, bytes, list["InnerLibrary"]]:
        """What is kept, though it is no object code."""
        return self.name, self.bitcode(), list(self.called)

    def __reduce__(self) -> tuple[Any, ...]:
        """What calls this is kept with its key; PartsChangedError where another bears the name."""
        module, name, arguments, _ = self.key
        if arguments not in _kernel(module, name)._inner.overloads:
            raise PartsChangedError
        return _library, self.key

    @classmethod
    def loaded(
        cls, codegen: Any, name: str, code: bytes, called: list["InnerLibrary"]
    ) -> "InnerLibrary":
        """The library that was serialized."""
        library = cls(codegen, name)
        library._final_module = library._shared_module = binding.parse_bitcode(code)
        library._finalized = True
        library.called = dict.fromkeys(called)
        return library


class EntryLibrary(JITCodeLibrary):
    """Code that Python calls."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.enable_object_caching()

    def add_linking_library(self, library: Any) -> None:
        """Inner code brings what it calls; the same library may come often, and is linked once."""
        inner = isinstance(library, InnerLibrary)
        for each in library.with_all_called() if inner else [library]:
            super().add_linking_library(each)


class ShortReprTuple(tuple[Any, ...]):
    """Types of arguments. Numba writes them out at each of 27 passes, for listeners: pages where
    a record is among them.
    """

    def __str__(self) -> str:
        return f"{len(self)} arguments"


class InnerFlags(compiler.Flags):  # type: ignore[misc]  # Numba has no types
    """Numba's, equal where the same is set. Numba asks so at each function it looks up, and by
    itself reads all thirty, and their defaults, one by one.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> Any:
        return self._values == getattr(other, "_values", None) or super().__eq__(other)

    def __hash__(self) -> int:
        return USUAL_HASH


# Numba's hash of flags is that of their names.
USUAL_HASH = hash(compiler.Flags())


# Passes that only make faster what kernels do not do (whole arrays in one expression), or that
# tell the compiler's own story.
SPARED = {typed_passes.InlineOverloads, typed_passes.NopythonRewrites, typed_passes.AnnotateTypes}
FOR_CLOSURES = {untyped_passes.InlineClosureLikes, untyped_passes.MakeFunctionToJitFunction}


usual_index = inspect.unwrap(arrayobj.fix_integer_index)


@functools.wraps(usual_index)
def index_from_the_front(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
    """The place in an array that an index says: in a kernel it counts from the front.

    Numba asks of each whether it is below zero, and so counts from the end, which took up to an
    eighth of the time of a game.  With bounds checked a kernel that counts from the end is an
    error (`tests.compile_first checked`); a designer's own strategy may, as Python does.
    """
    if builder.module.name == getattr(context, "from_the_front", None):
        return context.cast(builder, idx, idxty, types.intp)
    return usual_index(context, builder, idxty, idx, size)


if what_is_missing() is None:
    arrayobj.fix_integer_index = index_from_the_front


class EntryPipeline(compiler.Compiler):
    """Numba's usual way, into a library of ours."""

    library = EntryLibrary

    def define_pipelines(self) -> list[Any]:
        """The usual passes."""
        state = self.state
        if is_ours(state.func_id.func):  # but not what of Numba's it calls
            state.targetctx.from_the_front = state.func_id.unique_name
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()


class InnerPipeline(EntryPipeline):
    """Without what only Python needs."""

    library = InnerLibrary

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        state = self.state
        state.args = ShortReprTuple(state.args)
        flags: Any = InnerFlags(state.flags)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        state.flags = flags

    def define_pipelines(self) -> list[Any]:
        """The usual passes but for those that are spared."""
        pipelines = super().define_pipelines()
        code = self.state.func_id.func.__code__
        spared = SPARED if any(map(inspect.iscode, code.co_consts)) else SPARED | FOR_CLOSURES
        for pipeline in pipelines:
            pipeline.passes = [each for each in pipeline.passes if each[0] not in spared]
        return pipelines


class InnerCache(CodeCache):
    """The cache, for inner code."""

    prefix = "inner-"

    def _rebuild(self, *kept: Any) -> Any:
        target, library, fndesc, environment, signature, *_, environments = kept
        return compiler.compile_result(
            library=InnerLibrary.loaded(target.codegen(), *library),
            fndesc=fndesc,
            environment=environment,
            signature=signature,
            referenced_envs=environments,
        )


class InnerKernel(CPUDispatcher):
    """A kernel as kernels call it."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=InnerPipeline)
        self._cache = InnerCache(function)

    def compile(self, arguments: Any) -> Any:
        """What stands for the code for these types of arguments, where Numba looks it up."""
        with global_compiler_lock, self._compiling_counter:
            if arguments not in self.overloads:
                self._add(arguments, self._kept(arguments) or self._compiled(arguments))
            return self.overloads[arguments].entry_point

    def _kept(self, arguments: tuple[Any, ...]) -> Any:
        """What the cache holds."""
        return self._cache.load_overload(arguments, self.targetctx)

    def _compiled(self, arguments: tuple[Any, ...]) -> Any:
        """What is compiled now, or what another process has kept meanwhile."""
        result = self._compiler.compile(arguments, None)
        kept = self._kept(arguments)
        if kept:
            return kept
        self._cache.save_overload(arguments, result)
        return result

    def _add(self, arguments: tuple[Any, ...], result: Any) -> None:
        """Numba tells functions apart by their entry points; this one has none to be called."""
        mark, function = object(), self.py_func
        self.targetctx.insert_user_function(mark, result.fndesc, [result.library])
        self.overloads[arguments] = result._replace(entry_point=mark)
        names = function.__module__, function.__qualname__
        result.library.key = (*names, arguments, result.fndesc.mangled_name)


def made(function: Any, options: dict[str, Any]) -> Any:
    """A kernel, compiled when it is first called."""
    return Kernel(function, {"nopython": True, "boundscheck": None, **options})


def declared(function: Any, signature: Any, options: dict[str, Any]) -> Any:
    """A function made fast for one signature, at once; it may be handed on as a value."""
    compiled = numba.njit(**options, pipeline_class=EntryPipeline)(function)
    compiled._cache = CodeCache(function)
    with typeinfer.register_dispatcher(compiled):
        compiled.compile(signature)
    compiled.disable_compile()
    return compiled


class Kernel(CPUDispatcher):
    """A kernel as Python calls it; a kernel that calls it gets its inner code."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=EntryPipeline)
        self._cache = CodeCache(function)
        self._inner = InnerKernel(function, options)

    def __reduce__(self) -> tuple[Any, ...]:
        """Known by name, as a plain function is: so the cache finds a kernel again that was made
        of others, which Numba would pickle with a mark of this process.
        """
        return _kernel, (self.py_func.__module__, self.py_func.__qualname__)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Let every call with a constant share the code for int64.

        Numba otherwise compiles a function anew for each combination of constants it is called
        with: the log's `write` alone 183 times, and the first run took a minute longer.
        """
        return self._inner.get_call_template(
            tuple(types.unliteral(arg) for arg in args),
            {name: types.unliteral(arg) for name, arg in kws.items()},
        )

    def get_overload(self, sig: Any) -> Any:
        """What stands for the code that a kernel's call leads to."""
        return self._inner.get_overload(sig)

    def library_for(self, arguments: tuple[Any, ...]) -> InnerLibrary:
        """The inner code for these types of arguments."""
        self._inner.compile(arguments)
        library: InnerLibrary = self._inner.overloads[arguments].library
        return library

    def add_overload(self, result: Any) -> None:
        """Inner code never had a place in memory where its environment could be set."""
        super().add_overload(result)
        for environment in result._find_referenced_environments():
            result.codegen.set_env(environment.env_name, environment)


def _kernel(module: str, name: str) -> Kernel:
    """The kernel of that name; PartsChangedError where there is none."""
    try:
        found = pkgutil.resolve_name(f"{module}:{name}")
    except (ImportError, AttributeError, ValueError) as error:
        raise PartsChangedError from error
    if not isinstance(found, Kernel):
        raise PartsChangedError
    return found


def _library(module: str, name: str, arguments: tuple[Any, ...], mangled: str) -> InnerLibrary:
    """The inner code of that key; PartsChangedError where there is none."""
    library = _kernel(module, name).library_for(arguments)
    if library.key[-1] != mangled:
        raise PartsChangedError
    return library
