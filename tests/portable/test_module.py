"""What is made of a game's code: refused where it is no game, or leans on what is not there."""

import ctypes

import pytest

from simulate.portable import linked
from simulate.portable.emit import FEATURES, size_of, wide
from simulate.portable.linked import target
from simulate.portable.wasm import FEWEST, WrongModule, finished, number

HEAD = 'target triple = "wasm32-unknown-unknown"\n'
DOOR = 'define i32 @play(i32 %n) "wasm-export-name"="play" {{\n{}\n}}\n'


def an_object(text):
    """LLVM's object file of a module."""
    machine = target().create_target_machine(features=FEATURES)
    return machine.emit_object(linked.binding.parse_assembly(HEAD + text))


def chain(length, last):
    """Functions that call one another, the first of them from the door."""
    lines = [f"define i32 @f{length}(i32 %n) noinline {{\n{last}\n}}"]
    for n in range(length):
        call = f"  %r = call i32 @f{n + 1}(i32 %n)\n  ret i32 %r"
        lines.append(f"define i32 @f{n}(i32 %n) noinline {{\n{call}\n}}")
    return "\n".join(lines) + "\n" + DOOR.format("  %r = call i32 @f0(i32 %n)\n  ret i32 %r")


def test_a_module_of_many_functions_is_taken():
    room = "  %p = alloca i32\n  store volatile i32 %n, ptr %p\n  ret i32 %n"
    assert finished(an_object(chain(FEWEST, room))).startswith(b"\0asm")


def test_a_game_that_llvm_found_impossible_is_refused():
    """So it ends where a function that a game calls stands in as one that never returns."""
    with pytest.raises(WrongModule, match="LLVM left 1 functions of the game"):
        finished(an_object(DOOR.format("  ret i32 %n")))


def test_a_module_that_calls_the_c_library_is_refused():
    call = "  %x = sitofp i32 %n to double\n  %y = call double @exp(double %x)\n"
    text = chain(FEWEST, call + "  %r = fptosi double %y to i32\n  ret i32 %r")
    with pytest.raises(WrongModule, match=r"given exp$"):
        finished(an_object(text + "declare double @exp(double)\n"))


def test_what_is_no_module_is_refused():
    with pytest.raises(WrongModule, match="no WebAssembly"):
        finished(b"\x7fELF" + bytes(60))


class Mixed(ctypes.Structure):
    _fields_ = (
        ("pointer", ctypes.c_void_p),
        ("byte", ctypes.c_int8),
        ("numbers", ctypes.c_int64 * 2),
        ("whole", ctypes.c_int32),
    )


def test_room_on_the_stack_is_as_wide_as_on_64_bits():
    """A game reaches into it by those offsets: narrower, it would write over its neighbour."""
    kind = "{ ptr, i8, [2 x i64], i32 }"
    assert size_of(kind) == ctypes.sizeof(Mixed)
    assert wide(f"  %a = alloca {kind}, align 8\n") == "  %a = alloca [40 x i8], align 8\n"
    assert wide("  %a = alloca i64, align 8\n") == "  %a = alloca i64, align 8\n"


@pytest.mark.parametrize(
    ("value", "held"),
    [(0, "00"), (127, "7f"), (128, "8001"), (300_000, "e0a712")],
)
def test_numbers_are_read_as_wasm_has_them(value, held):
    assert number(bytes.fromhex(f"ff{held}"), 1) == (value, 1 + len(held) // 2)
