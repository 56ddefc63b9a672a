"""Normalising: targets by place, layers, roles; and laws that hold for any tree."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.actions import Click, Point, Type
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.assemble import Head, assemble
from phonebuddy.traces.effects import Effect, effect_of
from phonebuddy.traces.raw import Node, RawShot, RawStep, Touch
from phonebuddy.traces.roles import role_of
from phonebuddy.traces.shots import make_shot
from phonebuddy.traces.targets import resolve
from phonebuddy.traces.trace import Flag, Layer, Mark, Trace
from phonebuddy.traces.uitrees import node_of
from tests.traces.test_read import check_form

TAP, ROOT = int(Is.ENABLED | Is.CLICKABLE), (0, 0, 400, 800)


def page(*nodes: Node) -> RawShot:
    return RawShot("a", [Node("root", None, "a.Frame", ROOT, package="p"), *nodes], size=(400, 800))


def aim(shot: RawShot, at: tuple[int, int], view: str | None = None, flags: frozenset[Flag] = frozenset()):
    return resolve(Touch("click", at, view=view), make_shot(shot), flags)


def test_a_tap_goes_to_what_takes_it() -> None:
    row = Node("row", "root", "a.Row", (0, 0, 400, 100), package="p", flags=TAP)
    text = Node("text", "row", "android.widget.TextView", (10, 10, 90, 90), "Milk", package="p")
    box = Node("box", "row", "android.widget.CheckBox", (300, 0, 400, 100), package="p", flags=TAP)
    shot = page(row, text, box)
    assert aim(shot, (50, 50)).target == "row"
    assert aim(shot, (350, 50)).target == "box", "what is drawn last is on top"
    assert aim(shot, (50, 50), "text").marks == frozenset(), "a text in a row passes its taps on"
    assert aim(shot, (350, 50), "row").marks == {Mark.RETARGETED}
    assert aim(shot, (50, 500)).target == "root" and aim(shot, (50, 900)).marks == {Mark.MISSED}


def test_flat_lists_trust_the_named_element() -> None:
    shot = RawShot(
        "a", [Node("0", None, "", ROOT, flags=TAP), Node("1", None, "", (0, 100, 50, 150), flags=TAP)]
    )
    assert aim(shot, (20, 120), "0", frozenset({Flag.FLAT})).target == "0"
    assert aim(shot, (20, 120), None, frozenset({Flag.FLAT})).target == "1", "the smallest, if none is named"


def test_text_without_a_place_goes_to_the_focused_field() -> None:
    field = Node("f", "root", "a.EditText", (0, 0, 9, 9), package="p", flags=int(Is.EDITABLE | Is.FOCUSED))
    found = resolve(Touch("type", text="x"), make_shot(page(field)), frozenset())
    assert found.target == "f" and found.action == Type("x")


def test_text_at_a_place_that_holds_nothing_goes_to_the_field_that_takes_it() -> None:
    def shot(*says: str) -> RawShot:
        boxes = [(0, 100 * number, 400, 100 * number + 90) for number in range(1, 9)]
        flags = int(Is.ENABLED | Is.CLICKABLE | Is.EDITABLE)
        fields = [Node(f"f{i}", None, "", boxes[i], text, flags=flags) for i, text in enumerate(says)]
        return RawShot(
            "a", [Node("b", None, "", (0, 40, 400, 90), "Go", flags=TAP), *fields], size=(400, 800)
        )

    def typed(before: RawShot, after: RawShot | None = None) -> str | None:
        touch = Touch("type", (5, 5), text="Tea", with_enter=True)
        later = make_shot(after) if after is not None else None
        return resolve(touch, make_shot(before), frozenset({Flag.FLAT}), later).target

    assert typed(shot("Milk")) == "f0", "the only one, if nothing more is known"
    assert typed(shot("Milk"), shot("MilkTea")) == "f0"
    assert typed(shot("Milk"), shot("Milk")) is None, "it took nothing"
    assert typed(shot("", "", ""), shot("", "Tea", "")) == "f1"
    assert typed(shot("Tea", "", ""), shot("Tea", "", "Tea!")) == "f2", "it said so before"
    assert typed(shot("", ""), shot("", "•••")) == "f1", "what hides its text has changed all the same"
    assert typed(shot("", ""), shot("Tea", "Tea")) is None and typed(shot("", "")) is None


def test_enter_where_nothing_can_be_written_presses_the_first_thing() -> None:
    words = Node("w", None, "", (0, 100, 400, 150), "Pick one")
    year = Node("y", None, "", (0, 200, 400, 250), "2023", flags=TAP)
    other = Node("o", None, "", (0, 300, 400, 350), "OK", flags=TAP)
    made = make_shot(RawShot("a", [words, year, other], size=(400, 800)))
    found = resolve(Touch("type", (5, 5), text="16", with_enter=True), made, frozenset({Flag.FLAT}))
    assert found.target == "y" and isinstance(found.action, Click) and found.marks == {Mark.RETARGETED}
    found = resolve(Touch("type", (5, 5), text="16"), made, frozenset({Flag.FLAT}))
    assert found.target is None and found.action == Type("16"), "without the enter key nothing is pressed"


def test_points_off_the_screen_are_moved_to_its_edge() -> None:
    found = aim(page(), (-50, 5000))
    assert found.action == Click(Point(1, 999)) and found.marks == {Mark.MISSED} and found.target is None


def window(*corners: int, resource_id: str = "") -> Layer | None:
    left, top, right, bottom = corners
    inside = Node("1", "0", "a.B", (left, top, right, bottom), package="p", resource_id=resource_id)
    root = Node("0", None, "a.B", (left, top, right, bottom), package="p")
    return make_shot(RawShot("a", [root, inside], size=(400, 800))).shot.layer


def test_layers_by_their_window() -> None:
    assert window(0, 0, 400, 800) is None
    assert window(30, 200, 370, 500) is Layer.DIALOG
    assert window(200, 40, 400, 300) is Layer.MENU
    assert window(0, 100, 400, 300) is Layer.MENU, "a list that drops down over the whole width"
    assert window(0, 400, 400, 800) is Layer.SHEET
    assert window(10, 40, 200, 300, resource_id="android:id/button1") is Layer.DIALOG
    assert window(0, 0, 400, 800, resource_id="p:id/design_bottom_sheet") is Layer.SHEET
    assert window(0, 0, 400, 800, resource_id="p:id/snackbar_text") is Layer.SNACKBAR


def test_the_keyboard_is_a_layer_and_not_content() -> None:
    keys = [Node(f"k{i}", None, "", (i * 10, 600, i * 10 + 10, 650), "q", flags=TAP) for i in range(25)]
    words = Node("w", None, "", (0, 100, 400, 200), "Milk")
    made = make_shot(RawShot("a", [words, *keys], size=(400, 800)))
    assert [element.id for element in made.shot.screen.elements] == ["w"]
    assert made.shot.layer is Layer.KEYBOARD and len(made.bars) == 25


def test_system_bars_go_and_system_questions_stay() -> None:
    clock = Node("c", None, "", (0, 0, 400, 20), "9:30", package="com.android.systemui")
    question = Node("q", None, "", (0, 300, 400, 500), "Allow?", package="com.android.systemui")
    made = make_shot(page(clock, question))
    assert [element.id for element in made.shot.screen.elements] == ["root", "q"]


def test_roles() -> None:
    assert role_of("androidx.appcompat.widget.AppCompatImageButton", 0, False) == "icon_button"
    assert role_of("android.view.View", int(Is.EDITABLE), False) == "field"
    assert role_of("com.x.Strange", 0, True) == "group" and role_of("", 0, False) == "view"


def trace_of(before: list[Node], after: list[Node], activity: str = "") -> Trace:
    shots = [RawShot("a", before, "p", size=(400, 800)), RawShot("b", after, "p", activity, size=(400, 800))]
    return assemble(Head("t", "f"), shots, [RawStep("a", "b", Touch("click", (5, 5)))])


def effect(before: list[Node], after: list[Node], activity: str = "") -> Effect:
    trace = trace_of(before, after, activity)
    return effect_of(trace, trace.steps[0])


def test_effects() -> None:
    root = Node("r", None, "a.F", ROOT, package="p", resource_id="p:id/r")
    text = Node("t", "r", "android.widget.TextView", (0, 0, 400, 50), "1", package="p", resource_id="p:id/t")
    box = Node("c", "r", "a.CheckBox", (0, 60, 400, 90), package="p", resource_id="p:id/c")
    ticked = box._replace(flags=int(Is.ENABLED | Is.CHECKED))
    other = [Node("x", None, "a.G", ROOT, "far away", package="p", resource_id="p:id/other")]
    assert effect([root, text, box], [root, text, box]) is Effect.NOTHING
    assert effect([root, text, box], [root, text._replace(text="2"), box]) is Effect.VALUE
    assert effect([root, text, box], [root, text, ticked]) is Effect.TOGGLE
    assert effect([root, text], [root, text, box]) is Effect.ADDED
    assert effect([root, text, box], [root, text]) is Effect.REMOVED
    assert effect([root, text, box], [root, text._replace(text="2"), ticked]) is Effect.MIXED
    assert effect([root, text, box], other) is Effect.OTHER_PAGE
    assert effect([root, text, box], [root, text], ".B") is Effect.OTHER_ACTIVITY
    strange = [node._replace(package="q") for node in (root, text)]
    assert effect([root, text], strange) is Effect.OTHER_APP


names = st.sampled_from(["0", "1", "2", "3", "", "x"])
nodes = st.builds(
    Node,
    names,
    st.none() | names,
    st.sampled_from(["a.TextView", "android.inputmethodservice.SoftInputWindow", ""]),
    st.none() | st.tuples(*[st.integers(-100, 900)] * 4),
    st.text(max_size=3),
    flags=st.integers(0, 1023),
    package=st.sampled_from(["p", "", "com.android.systemui"]),
    resource_id=st.sampled_from(["", "android:id/navigationBarBackground"]),
    visible=st.booleans(),
)
kinds = st.sampled_from(["click", "double_click", "long_press", "scroll", "drag", "type"])
place = st.none() | st.tuples(st.integers(-2000, 2000), st.integers(-2000, 2000))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(nodes, max_size=8), min_size=1, max_size=4),
    st.lists(st.tuples(names, names, st.builds(Touch, kinds, place, place, st.none() | names)), max_size=6),
    st.sets(st.sampled_from(list(Flag))),
)
def test_the_form_holds_for_any_recording(
    trees: list[list[Node]], moves: list[tuple[str, str, Touch]], flags: set[Flag]
) -> None:
    shots = [RawShot(str(number), tree, size=(400, 800)) for number, tree in enumerate(trees)]
    steps = [RawStep(before, after, touch) for before, after, touch in moves]
    trace = assemble(Head("t", "f", flags=frozenset(flags)), shots, steps)
    check_form(trace)
    for step in trace.steps:
        effect_of(trace, step)
        held = trace.target(step)
        if held is not None and Flag.NO_BOUNDS not in flags and isinstance(step.action, Click):
            assert not step.has(Mark.MISSED)


def test_every_kind_of_field_can_be_typed_into() -> None:
    for cls in ("android.widget.EditText", "android.widget.AutoCompleteTextView", "org.example.MyEditText"):
        assert node_of({"class": cls, "bounds": "[0,0][9,9]"}, "0", None).flags & Is.EDITABLE
    label = node_of({"class": "android.widget.TextView", "bounds": "[0,0][9,9]"}, "0", None)
    assert not label.flags & Is.EDITABLE
