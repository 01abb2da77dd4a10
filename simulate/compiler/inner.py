"""Kernels that call kernels: what is called is linked in as it is, and made fast in the caller.

Numba by itself optimises each function together with all that it calls, and makes machine code
of it, as if each were called from Python: a function ten calls deep is optimised ten times.
Here only an entry, which Python calls, is optimised, once, with everything that is linked into
it.  Tiny Epic Defenders compiles in a third of the time, and plays as fast.

All that leans on inner parts of Numba stands here; `what_is_missing` says whether they are as
needed, and where they are not, `simulate.compiler.plain` compiles the same kernels.
"""

import functools
import hashlib
import importlib
import inspect
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import compiler, sigutils, typed_passes, typeinfer, types, untyped_passes
from numba.core.base import BaseContext
from numba.core.caching import Cache, CompileResultCacheImpl, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.np import arrayobj

from simulate.compiler.cache import folder_of, forget, read, write
from simulate.compiler.sources import ROOT, is_ours

# What is called or replaced below, and the names of its arguments.
NEEDED: tuple[tuple[Callable[..., Any], str], ...] = (
    (JITCodeLibrary.__init__, "self codegen name"),
    (JITCodeLibrary.add_linking_library, "self library"),
    (JITCodeLibrary._optimize_final_module, "self"),
    (JITCodeLibrary._finalize_final_module, "self"),
    (JITCodeLibrary._finalize_dynamic_globals, "self"),
    (JITCodeLibrary._get_module_for_linking, "self"),
    (arrayobj.fix_integer_index, "context builder idxty idx size"),
    (compiler.Compiler.define_pipelines, "self"),
    (compiler.CompileResult._find_referenced_environments, "self"),
    (_FunctionCompiler.__init__, "self py_func targetdescr targetoptions locals pipeline_class"),
    (_FunctionCompiler.compile, "self args return_type"),
    (_FunctionCompiler._customize_flags, "self flags"),
    (CPUDispatcher.__init__, "self py_func locals targetoptions pipeline_class"),
    (CPUDispatcher.get_call_template, "self args kws"),
    (CPUDispatcher.get_overload, "self sig"),
    (CPUDispatcher.add_overload, "self cres"),
    (compiler.Flags.__init__, "self copy_from"),
    (compiler.Flags.__eq__, "self other"),
    (compiler.Flags.__hash__, "self"),
    (BaseContext.insert_user_function, "self func fndesc libs"),
    (Cache.__init__, "self py_func"),
    (Cache.load_overload, "self sig target_context"),
    (Cache._load_overload, "self sig target_context"),
    (Cache.save_overload, "self sig data"),
    (Cache._save_overload, "self sig data"),
    (Cache._index_key, "self sig codegen"),
    (CompileResultCacheImpl.reduce, "self cres"),
    (CompileResultCacheImpl.rebuild, "self target_context payload"),
    (CompileResultCacheImpl.check_cachable, "self cres"),
    (CompileResultCacheImpl.get_filename_base, "self fullname abiflags"),
    (UserProvidedCacheLocator.get_suitable_cache_subpath, "cls py_file"),
    (UserProvidedCacheLocator.get_source_stamp, "self"),
    (typeinfer.register_dispatcher, "disp"),
)
# A kernel's module, name and types of arguments, and the name that its compiled code bears.
Key = tuple[str, str, tuple[Any, ...], str]
Saved = tuple[str, bytes, list[Key]]  # the name of a library, its code, what that calls
FIELDS = {"library", "fndesc", "environment", "signature", "reload_init", "entry_point"}


def what_is_missing() -> str | None:
    """An inner part of Numba that is not as it is needed here, None where all are."""
    for part, arguments in NEEDED:
        code = getattr(inspect.unwrap(part), "__code__", None)
        if code is None or " ".join(code.co_varnames[: code.co_argcount]) != arguments:
            return part.__qualname__
    return None if set(compiler.CompileResult._fields) >= FIELDS else "CompileResult"


class Locator(UserProvidedCacheLocator):
    """Numba's, by the game of a function and by where its file lies below the project's root.

    A clone with the same text finds what another has compiled.
    """

    def __init__(self, function: Any, file: str) -> None:
        self._py_file, self._lineno = file, function.__code__.co_firstlineno
        self._cache_path = str(
            folder_of(function.__module__) / self.get_suitable_cache_subpath(file)
        )

    @classmethod
    def from_function(cls, function: Any, file: str) -> "Locator":
        """The place of a function's code, without trying whether it can be written to."""
        return cls(function, file)

    @classmethod
    def get_suitable_cache_subpath(cls, file: str) -> str:
        """Name of the folder for the functions of a file."""
        place = Path(file).parent
        if place.is_relative_to(ROOT):
            return ".".join(place.relative_to(ROOT).parts)
        return str(super().get_suitable_cache_subpath(file))


class EntryFiles(CompileResultCacheImpl):
    """What is kept of code that Python calls."""

    _locator_classes = (Locator,)


class PartsChangedError(Exception):
    """What kept code calls was compiled again since, under another name, or is not to be had."""


class CheckedCache(Cache):
    """Compiled code of a function, a file for each types of arguments.

    Numba numbers the files, and keeps the numbers in another: two processes that compile one
    function for other types at the same time could give both the same number.
    """

    _impl_class = EntryFiles

    def _path(self, signature: Any, codegen: Any) -> Path:
        stamp = (numba.__version__, self._impl.locator.get_source_stamp())
        key = repr((stamp, self._index_key(signature, codegen)))
        name = hashlib.blake2b(key.encode(), digest_size=8).hexdigest()
        return Path(self._cache_path, f"{self._impl.filename_base}.{name}.nbc")

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        path = self._path(sig, target_context.codegen())
        content = read(path)
        if content is None:
            return None
        try:
            return self._impl.rebuild(target_context, pickle.loads(content))
        except PartsChangedError:
            return None
        except Exception:
            forget(path)
            return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        if self._impl.check_cachable(data):
            write(self._path(sig, data.codegen), dumps(self._impl.reduce(data)))


class InnerLibrary(JITCodeLibrary):
    """Code that is only ever linked into other code: not optimised, never machine code.

    It holds what its own function is made of. The inner code that this calls is linked beside it
    in an entry, once: linked into every caller it would be copied at each level of calls.
    """

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.called: dict[InnerLibrary, None] = {}
        self.key: Key = ("", "", (), "")

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

    def saved(self) -> Saved:
        """The code, and where to find the inner code that it calls."""
        code = self._get_module_for_linking().as_bitcode()
        return self.name, code, [library.key for library in self.called]

    @classmethod
    def loaded(cls, codegen: Any, saved: Saved) -> "InnerLibrary":
        """The library that was `saved`."""
        name, code, called = saved
        library = cls(codegen, name)
        library._final_module = library._shared_module = binding.parse_bitcode(code)
        library._finalized = True
        for key in called:
            library.called[_library_of(key)] = None
        return library


class EntryLibrary(JITCodeLibrary):
    """Code that Python calls."""

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
        if isinstance(other, compiler.Flags) and self._values == other._values:
            return True
        return super().__eq__(other)

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


def count_from_the_front(state: Any) -> None:
    """Let it be so in the function that is compiled, though not in what of Numba's it calls."""
    if is_ours(state.func_id.func):
        state.targetctx.from_the_front = state.func_id.unique_name


class EntryPipeline(compiler.Compiler):
    """Numba's usual way, into an entry's library."""

    def define_pipelines(self) -> list[Any]:
        """The usual passes."""
        state = self.state
        count_from_the_front(state)
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()


class InnerPipeline(compiler.Compiler):
    """Numba's usual way, into an inner library."""

    def define_pipelines(self) -> list[Any]:
        """The usual passes."""
        state = self.state
        state.args = ShortReprTuple(state.args)
        count_from_the_front(state)
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        pipelines = super().define_pipelines()
        code = state.func_id.func.__code__
        spared = SPARED if any(map(inspect.iscode, code.co_consts)) else SPARED | FOR_CLOSURES
        for pipeline in pipelines:
            pipeline.passes = [each for each in pipeline.passes if each[0] not in spared]
        return pipelines


class InnerCompiler(_FunctionCompiler):
    """Numba's compiler of a function, without what only Python needs."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return InnerFlags(flags)


class InnerFiles(EntryFiles):
    """What is kept of inner code on disk."""

    def check_cachable(self, result: Any) -> bool:
        """What calls a kernel that no name leads to cannot be put together again."""
        named = all(_is_found(*library.key) for library in result.library.called)
        return named and super().check_cachable(result)

    def reduce(self, result: Any) -> tuple[Any, ...]:
        """Everything that cannot be made again from the rest."""
        result.fndesc.typemap = result.fndesc.calltypes = None
        return (
            result.library.saved(),
            result.fndesc,
            result.environment,
            result.signature,
            result.reload_init,
            tuple(result._find_referenced_environments()),
        )

    def rebuild(self, target: Any, kept: tuple[Any, ...]) -> Any:
        """The compile result again."""
        library, fndesc, environment, signature, reload_init, environments = kept
        for once_more in reload_init:
            once_more()
        return compiler.compile_result(
            target_context=target,
            typing_context=target.typing_context,
            library=InnerLibrary.loaded(target.codegen(), library),
            environment=environment,
            fndesc=fndesc,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=reload_init,
            referenced_envs=environments,
        )

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        """Another name than that of the entry's file."""
        return "inner-" + super().get_filename_base(fullname, abiflags)


class InnerCache(CheckedCache):
    """The cache, for inner code."""

    _impl_class = InnerFiles


class InnerKernel(CPUDispatcher):
    """A kernel as kernels call it."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options)
        self._compiler = InnerCompiler(function, self.targetdescr, options, {}, InnerPipeline)
        self._cache = InnerCache(function)

    def compile(self, signature: Any) -> Any:
        """What stands for the code for these types of arguments, where Numba looks it up."""
        arguments, returned = sigutils.normalize_signature(signature)
        with global_compiler_lock, self._compiling_counter:
            if arguments not in self.overloads:
                self._add(self._kept(signature) or self._compiled(signature, arguments, returned))
            return self.overloads[arguments].entry_point

    def _kept(self, signature: Any) -> Any:
        """What the cache holds."""
        return self._cache.load_overload(signature, self.targetctx)

    def _compiled(self, signature: Any, arguments: Any, returned: Any) -> Any:
        """What is compiled now, or what another process has kept meanwhile."""
        result = self._compiler.compile(arguments, returned)
        kept = self._kept(signature)
        if kept:
            return kept
        self._cache.save_overload(signature, result)
        return result

    def _add(self, result: Any) -> None:
        """Numba tells functions apart by their entry points; this one has none to be called."""
        key, arguments = object(), tuple(result.signature.args)
        self.targetctx.insert_user_function(key, result.fndesc, [result.library])
        self.overloads[arguments] = result._replace(entry_point=key)
        function, name = self.py_func, result.fndesc.mangled_name
        result.library.key = (function.__module__, function.__qualname__, arguments, name)


def made(function: Any, options: dict[str, Any]) -> Any:
    """A kernel, compiled when it is first called."""
    return Kernel(function, {"nopython": True, "boundscheck": None, **options})


def declared(function: Any, signature: Any, options: dict[str, Any]) -> Any:
    """A function made fast for one signature, at once; it may be handed on as a value."""
    compiled = numba.njit(**options, pipeline_class=EntryPipeline)(function)
    compiled._cache = CheckedCache(function)
    with typeinfer.register_dispatcher(compiled):
        compiled.compile(signature)
    compiled.disable_compile()
    return compiled


class Kernel(CPUDispatcher):
    """A kernel as Python calls it; a kernel that calls it gets its inner code."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=EntryPipeline)
        self._cache = CheckedCache(function)
        self._inner = InnerKernel(function, options)

    def __reduce__(self) -> tuple[Any, ...]:
        """Known by name, as a plain function is: so the cache finds a kernel again that was made
        of others, which Numba would pickle with a mark of this process.
        """
        return _by_name, (self.py_func.__module__, self.py_func.__qualname__)

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


def _by_name(module: str, name: str) -> Any:
    """The kernel of that name."""
    return functools.reduce(getattr, name.split("."), importlib.import_module(module))


def _library_of(key: Key) -> InnerLibrary:
    """The inner code of that key; PartsChangedError where there is none."""
    module, name, arguments, _ = key
    try:
        library: InnerLibrary = _by_name(module, name).library_for(arguments)
    except (ImportError, AttributeError) as error:
        raise PartsChangedError from error
    if library.key != key:
        raise PartsChangedError
    return library


def _is_found(module: str, name: str, arguments: tuple[Any, ...], _: str) -> bool:
    """Whether the name leads to a kernel compiled for these types: another may bear the name."""
    try:
        return arguments in _by_name(module, name)._inner.overloads
    except (ImportError, AttributeError):
        return False
