"""Kernels that call kernels: what is called is linked in as it is, and made fast in the caller.

Numba by itself optimises each function together with all that it calls, and makes machine code
of it, as if each were called from Python: a function ten calls deep is optimised ten times.
Here only an entry, which Python calls, is optimised, once, with everything that is linked into
it.  Tiny Epic Defenders compiles in a third of the time, and plays as fast.

This leans on inner parts of Numba, whose version is locked.
"""

import functools
import importlib
from typing import Any

import numba
from llvmlite import binding
from numba.core import compiler, sigutils, typeinfer, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher

from simulate.core.cache import CheckedCache, EntryFiles


class InnerLibrary(JITCodeLibrary):
    """Code that is only ever linked into other code: not optimised, never machine code."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def saved(self) -> tuple[str, bytes]:
        """Name and code, with all that is linked in."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def loaded(cls, codegen: Any, saved: tuple[str, bytes]) -> "InnerLibrary":
        """The library that was `saved`."""
        name, code = saved
        library = cls(codegen, name)
        library._final_module = library._shared_module = binding.parse_bitcode(code)
        library._finalized = True
        return library


class InnerPipeline(compiler.Compiler):
    """Numba's usual way, into an inner library."""

    def define_pipelines(self) -> list[Any]:
        """The usual passes."""
        state = self.state
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()


class InnerCompiler(_FunctionCompiler):
    """Numba's compiler of a function, without what only Python needs."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags


class InnerFiles(EntryFiles):
    """What is kept of inner code on disk."""

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
                kept = self._cache.load_overload(signature, self.targetctx)
                result = kept or self._compiler.compile(arguments, returned)
                self._add(result)
                if not kept:
                    self._cache.save_overload(signature, result)
            return self.overloads[arguments].entry_point

    def _add(self, result: Any) -> None:
        """Numba tells functions apart by their entry points; this one has none to be called."""
        key = object()
        self.targetctx.insert_user_function(key, result.fndesc, [result.library])
        self.overloads[tuple(result.signature.args)] = result._replace(entry_point=key)


def declared(function: Any, signature: Any, options: dict[str, Any]) -> Any:
    """A function compiled for one signature, at once; it may be handed on as a value."""
    found = numba.njit(**options)(function)
    found._cache = CheckedCache(function)
    with typeinfer.register_dispatcher(found):
        found.compile(signature)
    found.disable_compile()
    return found


class Kernel(CPUDispatcher):
    """A kernel as Python calls it; a kernel that calls it gets its inner code."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options)
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

    def add_overload(self, result: Any) -> None:
        """Inner code never had a place in memory where its environment could be set."""
        super().add_overload(result)
        for environment in result._find_referenced_environments():
            result.codegen.set_env(environment.env_name, environment)


def _by_name(module: str, name: str) -> Any:
    """The kernel of that name."""
    return functools.reduce(getattr, name.split("."), importlib.import_module(module))
