"""Rules about rows and numbers, each on a small recording of our own: they are learnt, written, and hold on
the engine for rows that nobody recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.explain.page import explain
from phonebuddy.rebuild.expressions import Given, Other, Tapped
from phonebuddy.rebuild.rows import DELETE, INSERT, ORDER, RESTORE, Row, RowCase, RowRule
from phonebuddy.rebuild.rules import delete, insert, sort, undo
from phonebuddy.rebuild.score.driver import Driver
from phonebuddy.rebuild.score.score import running
from phonebuddy.rebuild.values import SAYS, Cell
from phonebuddy.traces.trace import Trace
from tests.rebuild.recorded import BACK, FORM, named, trace


def shelf(*rows: str, more: Sequence[str] = ()) -> list[str]:
    return ["p:Shelf", "b:Find", *(f"b:{row}" for row in rows), *more, "b:Add"]


MILK, RICE, SALT, OATS = "Milk|2 kg", "Rice|1 kg", "Salt|new", "Oats|new"
FIRST = shelf(MILK, RICE)
ADDS = [
    trace(
        "a",
        FIRST,
        "Add",
        FORM,
        ("Name", "Salt"),
        named("Salt"),
        "OK",
        shelf(MILK, RICE, SALT),
        instruction="a",
    ),
    trace(
        "b",
        FIRST,
        "Add",
        FORM,
        ("Name", "Oats"),
        named("Oats"),
        "OK",
        shelf(MILK, RICE, OATS),
        instruction="b",
    ),
]


def about(row: str) -> list[str]:
    name, _, detail = row.partition("|")
    return [f"p:{name}", f"p:{detail}", "p:Kept in the pantry", "b:Edit it", "b:Share it", "b:Throw away"]


GONE = ["p:Gone", "b:Undo"]
SURE = ["p:Really throw it away?", "b:No", "b:Yes"]


def rules(model: AppModel) -> set[str]:
    return {rule.kind for one in model.behaviours.values() for way in one.ways for rule in way.rows}


@contextmanager
def started(traces: Sequence[Trace]) -> Iterator[Driver]:
    with running(build_model(traces)) as driver:
        driver.start()
        yield driver


def tap(driver: Driver, words: str) -> None:
    assert driver.tap(next(item for item in driver.read() if item.head == words))


def names(driver: Driver) -> list[str]:
    return [item.head for item in driver.read() if "\n" in item.label]


def test_a_form_adds_a_row_again_and_again() -> None:
    assert rules(build_model(ADDS)) == {INSERT}
    with started(ADDS) as driver:
        for words in ("Flour", "Sugar"):
            tap(driver, "Add")
            driver.type(next(item for item in driver.read() if item.kind == "field"), words)
            tap(driver, "OK")
        assert names(driver) == ["Milk", "Rice", "Flour", "Sugar"]


def test_a_row_of_a_picker_is_added() -> None:
    pick = ["p:Pick one", "b:Figs|a bag", "b:Nuts|a jar", "b:Peas|a tin"]
    traces = [
        trace("a", FIRST, "Find", pick, "Figs|a bag", shelf(MILK, RICE, "Figs|a bag"), instruction="a"),
        trace("b", FIRST, "Find", pick, "Nuts|a jar", shelf(MILK, RICE, "Nuts|a jar"), instruction="b"),
    ]
    with started(traces) as driver:
        for words in ("Peas", "Nuts"):
            tap(driver, "Find")
            tap(driver, words)
        assert names(driver) == ["Milk", "Rice", "Peas", "Nuts"]


def _deleting() -> list[Trace]:
    first = shelf(MILK, RICE, "Figs|a bag")
    return [
        trace(
            "a", first, MILK, about(MILK), "Throw away", SURE, "Yes", shelf(RICE, "Figs|a bag", more=GONE),
            "Undo", first, instruction="a",
        ),
        trace(
            "b", first, RICE, about(RICE), "Throw away", SURE, "Yes", shelf(MILK, "Figs|a bag", more=GONE),
            instruction="b",
        ),
    ]  # fmt: skip


def test_a_row_is_deleted_after_a_question_and_comes_back() -> None:
    traces = _deleting()
    assert rules(build_model(traces)) == {DELETE, RESTORE}
    with started(traces) as driver:
        for words in ("Figs", "Throw away", "Yes"):
            tap(driver, words)
        assert names(driver) == ["Milk", "Rice"]
        tap(driver, "Undo")
        assert names(driver) == ["Milk", "Rice", "Figs"]


def test_no_is_no() -> None:
    with started(_deleting()) as driver:
        for words in ("Figs", "Throw away", "No"):
            tap(driver, words)
        driver.back()
        assert names(driver) == ["Milk", "Rice", "Figs"]


def test_rows_are_sorted() -> None:
    rows = ["Pears|30 g", "Apples|200 g", "Figs|4 g"]
    menu = ["b:By name", "b:By weight"]
    traces = [
        trace("a", shelf(*rows), "Find", menu, "By name", shelf(rows[1], rows[2], rows[0]), instruction="a"),
        trace(
            "b", shelf(*rows), "Find", menu, "By weight", shelf(rows[2], rows[0], rows[1]), instruction="b"
        ),
    ]
    assert rules(build_model(traces)) == {ORDER}
    with started(traces) as driver:
        for words, order in (("By weight", "FPA"), ("By name", "AFP")):
            tap(driver, "Find")
            tap(driver, words)
            assert "".join(name[0] for name in names(driver)) == order


def test_what_was_opened_is_in_the_history() -> None:
    past = ["p:Last seen", "b:Bread|yesterday", "b:Eggs|yesterday"]
    after = ["p:Last seen", "b:Bread|yesterday", "b:Eggs|yesterday", "b:Milk|today"]
    traces = [
        trace("a", FIRST, "Find", past, BACK, FIRST, MILK, about(MILK), BACK, FIRST, "Find", after,
              instruction="a"),
        trace("b", FIRST, "Find", past, BACK, FIRST, RICE, about(RICE), BACK, FIRST, "Find",
              [*past, "b:Rice|today"], instruction="b"),
    ]  # fmt: skip
    with started(traces) as driver:
        for words in ("Rice", "", "Milk", "", "Rice", ""):
            if words:
                tap(driver, words)
            else:
                driver.back()
        tap(driver, "Find")
        assert names(driver) == ["Bread", "Eggs", "Rice", "Milk"]


def picking(*ticked: str) -> list[str]:
    boxes = [f"{'x' if name in ticked else 'c'}:{name}" for name in ("Figs", "Nuts", "Peas")]
    return [f"p:{len(ticked)} selected", *boxes, "b:Done with it"]


def test_many_are_selected_and_counted() -> None:
    traces = [
        trace("a", picking(), "Figs", picking("Figs"), "Nuts", picking("Figs", "Nuts"), instruction="a")
    ]
    with started(traces) as driver:
        for words in ("Peas", "Nuts", "Figs", "Peas"):
            tap(driver, words)
        assert driver.read()[0].label == "2 selected"


def test_a_number_that_counts_nothing_is_left_alone() -> None:
    traces = [
        trace("a", ["p:7 days", "c:Figs", "b:Go"], "Figs", ["p:7 days", "x:Figs", "b:Go"], instruction="a")
    ]
    assert build_model(traces).counts == {}


def lobby(count: int) -> list[str]:
    return ["p:Lobby", f"p:{count} things on the shelf", "b:Shelf", "b:Cellar", "b:Attic"]


def test_rows_are_counted_on_another_page() -> None:
    adds = (("Salt", SALT, 3), ("Oats", OATS, 3))
    traces = [
        trace(
            words, lobby(2), "Shelf", FIRST, "Add", FORM, ("Name", words), named(words), "OK",
            shelf(MILK, RICE, row), BACK, lobby(count), instruction=words,
        )
        for words, row, count in adds
    ]  # fmt: skip
    with started(traces) as driver:
        tap(driver, "Shelf")
        for words in ("Flour", "Sugar", "Yeast"):
            tap(driver, "Add")
            driver.type(next(item for item in driver.read() if item.kind == "field"), words)
            tap(driver, "OK")
        driver.back()
        assert "5 things on the shelf" in [item.label for item in driver.read()]


def test_a_number_that_is_right_by_chance_counts_nothing_elsewhere() -> None:
    shown = [shelf(MILK, RICE), shelf(MILK, RICE, SALT)]
    traces = [trace("a", lobby(2), "Shelf", shown[0], BACK, lobby(3), "Shelf", shown[1], BACK, lobby(2))]
    assert build_model(traces).counts == {}


NO_STATE = Given({}, 0, Cell(0, SAYS), "", ("Figs", "a bag"))
ROWS = st.lists(
    st.builds(Row, st.text("abc", min_size=1, max_size=3), st.text("123", max_size=2)),
    max_size=5,
    unique=True,
)


@given(ROWS)
def test_a_rule_never_explains_what_it_does_not_predict(rows: list[Row]) -> None:
    old = tuple(rows)
    added = (*old, Row("Figs", "a bag"))
    rule = RowRule(INSERT, 0, 0, Tapped(0), Tapped(1))
    assert insert.explains(rule, RowCase(NO_STATE, old, added))
    assert not insert.explains(rule, RowCase(NO_STATE, old, old))
    removal = RowRule(DELETE, 0, 0, Tapped(0))
    assert delete.explains(removal, RowCase(NO_STATE, added, old))
    assert not delete.explains(removal, RowCase(NO_STATE, old, old))
    assert undo.explains(RowRule(RESTORE, 0, 0), RowCase(NO_STATE, old, added, Row("Figs", "a bag")))
    assert not undo.explains(RowRule(RESTORE, 0, 0), RowCase(NO_STATE, old, added))


@given(ROWS)
def test_sorting_keeps_the_rows(rows: list[Row]) -> None:
    case = RowCase(NO_STATE, tuple(rows), ())
    for order in sort.KEYS:
        for way in ("", sort.DOWN):
            found = sort.predict(RowRule(ORDER, 0, 0, order=f"{order}{way}"), case)
            assert sorted(found) == sorted(rows)


def test_names_of_rows_are_never_constants() -> None:
    model = build_model(ADDS)
    kinds = [rule.name for one in model.behaviours.values() for way in one.ways for rule in way.rows]
    assert kinds
    assert all(isinstance(kind, Other | Tapped) for kind in kinds)


def test_the_page_names_the_rules() -> None:
    traces = [*_deleting(), *ADDS]
    model = build_model(traces)
    with running(model) as driver:
        text = explain(model, traces, driver)
    for words in ("adds a row", "deletes a row", "undo"):
        assert f"<td>{words}" in text
