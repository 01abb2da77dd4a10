"""Emit the code of a game as one 32-bit WebAssembly module with LLVM alone.

Inner code was cleaned for a machine of 64 bits, so three things are put right in its text: room on
the stack for what holds pointers, Numba's runtime for arrays that a game makes itself, and calls
of Python, which nobody plays through.
"""

import re
from functools import cache

from llvmlite import binding

from simulate.portable import text_of
from simulate.portable.linked import NOTHING, POINTER, ROOM, SILENT, TRIPLE, Linked, Slot, target
from simulate.portable.wasm import finished

# What browsers have had for years, and the newest parts are done without.
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
ENTRY, RUNTIME = "play", "runtime.ll"
SPEED = 2  # as fast as 3, and smaller
# Python's own, called where a watcher or a designer's code is asked, which a page has none of.
# Nothing that a page plays calls it, so it ends the game.
CALLED = r"Py(?:Import|Object|Long|_)\w+|numba_(?:gil|unpickle)\w*"
PYTHON = re.compile(rf"^declare .*?(ptr|void|i32|i64|double) @({CALLED})\((.*?)\).*\n", re.M)
STUB = "define internal \\1 @\\2(\\3) noinline {\n  call void @llvm.trap()\n  unreachable\n}\n"
OURS = r"llvm\.x86\.atomic\.sub\.cc\.i64|NRT_MemInfo_call_dtor|NRT_MemInfo_alloc_aligned"
WIDE = "e-i64:64"  # how data lie on the machine of 64 bits that inner code was made for


def emit(linked: Linked) -> bytes:
    """The module, which exports `play` and imports nothing but memory and where the stack is.

    Raises WrongModule as `finished`.
    """
    machine = target().create_target_machine(
        opt=3, features=FEATURES, reloc="static", codemodel="default"
    )
    _drop_unused(linked, machine)
    module = binding.parse_assembly(_portable(linked, str(machine.target_data)))
    module.get_function(linked.entry).linkage = "internal"
    module.verify()
    tuning = binding.create_pipeline_tuning_options(speed_level=SPEED)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
    passes = binding.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    return finished(machine.emit_object(module))


def _drop_unused(linked: Linked, machine: binding.TargetMachine) -> None:
    """Leave only what the entry leads to."""
    for each in [*linked.module.functions, *linked.module.global_variables]:
        if not each.is_declaration:
            each.linkage = "external" if each.name == linked.entry else "internal"
    tuning = binding.create_pipeline_tuning_options(speed_level=0)
    passes = binding.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(linked.module, binding.create_pass_builder(machine, tuning))


def _portable(linked: Linked, layout: str) -> str:
    """The module's text for 32 bits, with the door through which a page calls it."""
    declared = {f.name for f in linked.module.functions if f.is_declaration}
    text = re.sub(r"^target (triple|datalayout) = .*$", "", str(linked.module), flags=re.M)
    text = _silent(wide(text))
    text = text.replace("@sqrt(", "@llvm.sqrt.f64(")  # an instruction, rounded right everywhere
    with_runtime = "NRT_MemInfo_alloc_aligned" in declared
    if with_runtime:
        text = _own_runtime(text)
    text = PYTHON.sub(STUB, text)
    head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{layout}"\n'
    door = _door(linked.entry, linked.slots, with_runtime)
    return head + text + text_of(RUNTIME) * with_runtime + door


def _silent(text: str) -> str:
    """What an error says stays with Python: here it is only an error, a number that is not 0."""
    said = r"^(@\.const\.picklebuf\.\S+ = internal) constant (\{ ptr, i32, ptr, ptr, i32 \}) .*$"
    return re.sub(said, r"\1 constant \2 zeroinitializer", text, flags=re.M)


def wide(text: str) -> str:
    """Keep room for what holds pointers as wide as it was: it is reached by those offsets.

    Pointers of 4 bytes would make it smaller, and what is written there would fall beside it.
    """
    room = re.compile(r"( = alloca )([{\[][^\n]*[}\]])(, align \d+)$", re.M)
    return room.sub(lambda found: f"{found[1]}[{size_of(found[2])} x i8]{found[3]}", text)


@cache
def size_of(kind: str) -> int:
    """Bytes that a type of LLVM takes on a machine of 64 bits."""
    module = binding.parse_assembly(f"@room = global {kind} zeroinitializer")
    room = module.get_global_variable("room")
    size: int = binding.create_target_data(WIDE).get_abi_size(room.global_value_type)
    return size


def _own_runtime(text: str) -> str:
    """Let arrays that a game makes itself come from `runtime.ll`."""
    text = re.sub(rf"^declare .*@({OURS})\(.*\n", "", text, flags=re.M)
    text = text.replace("@llvm.x86.atomic.sub.cc.i64(", "@sub_is_zero(")
    return re.sub(r"^  fence (release|acquire)\n", "", text, flags=re.M)


def _door(entry: str, slots: tuple[Slot, ...], with_runtime: bool) -> str:
    """`play(address)`: what `play_block` takes lies at that address, 8 bytes each."""
    lines, given = [], []
    if with_runtime:
        lines += [f"  %roomp = getelementptr i8, ptr %given, i32 {ROOM}"]
        lines += ["  %roomv = load ptr, ptr %roomp, align 8"]
        lines += ["  store ptr %roomv, ptr @room", "  store ptr null, ptr @free"]
    n = 0
    for slot in slots:
        if slot.argument in SILENT:
            given.append("ptr @silent")
            continue
        if slot.argument in NOTHING:
            given.append(f"{slot.kind} {'null' if slot.kind == POINTER else 0}")
            continue
        lines += [f"  %p{n} = getelementptr i8, ptr %given, i32 {8 * n}"]
        lines += [f"  %v{n} = load {slot.kind}, ptr %p{n}, align 8"]
        given.append(f"{slot.kind} %v{n}")
        n += 1
    return f"""
@silent = internal constant [64 x i8] zeroinitializer, align 16
define i32 @{ENTRY}(ptr noalias %given) "wasm-export-name"="{ENTRY}" {{
  %result = alloca i64, align 8
  %error = alloca ptr, align 8
  store ptr null, ptr %error, align 8
{chr(10).join(lines)}
  %status = call i32 @{entry}({", ".join(["ptr %result", "ptr %error", *given])})
  ret i32 %status
}}
declare void @llvm.trap()
"""
