"""What the compiler for the GPU copies and what it calls, on small functions of its intermediate language."""

from expedition.envs.cuda_code import compact, keep_loops, long_copies


def function(name: str, *calls: str, length: int = 0) -> str:
    """A function that makes these calls and has so many further instructions."""
    lines = [f'  call i32 @"{other}"(i8* %s)' for other in calls]
    lines += [f"  %x{i} = add i32 1, {i}" for i in range(length)]
    return f'define linkonce_odr i32 @"{name}"(i8* %s)\n{{\nentry:\n' + "\n".join(lines) + "\n}\n"


def functions(*made: str) -> dict[str, str]:
    return {text.split('"')[1]: text for text in made}


def test_a_long_rule_with_two_callers_is_called_and_a_short_one_copied():
    made = functions(
        function("kernel", "long", "long", "short", "short"), function("long", length=50), function("short", length=5)
    )
    assert long_copies(made, 40) == {"long"}


def test_a_long_rule_with_one_caller_is_copied_there():
    made = functions(function("kernel", "long"), function("long", length=50))
    assert long_copies(made, 40) == set()


def test_the_part_that_is_long_is_called_rather_than_what_surrounds_it():
    made = functions(function("kernel", "outer", "outer"), function("outer", "inner"), function("inner", length=50))
    assert long_copies(made, 40) == {"inner"}


def test_what_is_copied_into_a_rule_counts_for_its_length():
    made = functions(
        function("kernel", "outer", "outer"), function("outer", "part", "part", "part"), function("part", length=20)
    )
    assert long_copies(made, 40) == {"outer"}


def test_the_kernel_is_the_one_nobody_calls_wherever_it_stands():
    made = functions(function("long", length=50), function("kernel", "long", "long"))
    assert long_copies(made, 40) == {"long"}


def test_variables_set_aside_take_no_room():
    aside = "  %a = alloca i32\n  store i32 0, i32* %a\n  store {i8*, i64} zeroinitializer, {i8*, i64}* %b\n"
    made = functions(
        function("kernel", "one", "one"), function("one", length=5).replace("entry:\n", f"entry:\n{aside}")
    )
    assert long_copies(made, 5) == set()


def test_a_jump_back_keeps_its_loop_and_a_jump_ahead_stays_as_it_is():
    ahead = 'entry:\n  br label %"B1"\n"B1":\n  br i1 %more, label %"B2", label %"B3"\n'
    text = ahead + 'B2:\n  br label %"B1"\nB3:\n  ret i32 0\n'
    lines = keep_loops(text).splitlines()
    assert lines[1:4] == ['  br label %"B1"', '"B1":', '  br i1 %more, label %"B2", label %"B3"']
    assert lines[5] == '  br label %"B1", !llvm.loop !90000'
    assert lines[-2:] == ["!90000 = distinct !{!90000, !90001}", '!90001 = !{!"llvm.loop.unroll.disable"}']
    assert keep_loops("\n".join(lines)).splitlines() == lines


def headings(modules: list[str]) -> list[str]:
    return [text.splitlines()[0].split("@")[1] for text in modules]


def test_every_function_stands_once_and_only_long_copies_are_marked():
    long = function("long", length=2000)
    made = compact([function("kernel", "long", "short", "long"), long, function("short"), long], least=1000)
    assert headings(made) == ['"kernel"(i8* %s)', '"long"(i8* %s) noinline', '"short"(i8* %s)']


def test_a_small_kernel_is_left_to_the_compiler():
    long = function("long", length=2000)
    kernel = function("kernel", "long", "long")
    assert compact([kernel, long, long]) == [kernel, long]
