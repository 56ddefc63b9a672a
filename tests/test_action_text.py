"""What models write: every form that is read, everything that is refused, and never an exception."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.action_text import MAX_CHARS, Parsed, ParseError, Reason, parse, to_text
from phonebuddy.actions import (
    Action,
    ButtonPress,
    Click,
    Finish,
    LongPress,
    OpenApp,
    Point,
    Scroll,
    Type,
    Wait,
    to_json,
)
from tests.soon import soon
from tests.strategies import any_action, any_text

CLICK = Click(Point(12, 340))


def call(body: str) -> str:
    return f"<tool_call>{body}</tool_call>"


@given(any_action, any_text)
def test_what_is_written_can_be_read(action: Action, thought: str) -> None:
    parsed = parse(to_text(action, thought))
    assert isinstance(parsed, Parsed)
    assert parsed.action == action
    assert not parsed.repaired
    if "<" not in thought:
        assert parsed.thought == thought.strip()


@given(any_action)
def test_qwen_xml_round_trip(action: Action) -> None:
    arguments = to_json(action)["arguments"]
    assert isinstance(arguments, dict)
    if any("<" in value for value in arguments.values() if isinstance(value, str)):
        return
    lines = "".join(
        f"<parameter={key}>\n{value if isinstance(value, str) else json.dumps(value)}\n</parameter>\n"
        for key, value in arguments.items()
    )
    parsed = parse(f"<tool_call>\n<function={to_json(action)['name']}>\n{lines}</function>\n</tool_call>")
    assert parsed == Parsed(action)


def function(name: str, **arguments: str) -> str:
    lines = "".join(f"<parameter={key}>\n{value}\n</parameter>\n" for key, value in arguments.items())
    return f"<function={name}>\n{lines}</function>"


READ: list[tuple[str, Action]] = [
    # The forms.
    (call('{"name": "click", "arguments": {"points": [[12, 340]]}}'), CLICK),
    (call('\n```json\n{"name": "click", "arguments": {"points": [[12, 340]]}}\n```\n'), CLICK),
    ('<tool_call>{"name": "click", "arguments": {"points": [[12, 340]]}}', CLICK),
    (call("<function=click><parameter=points>[[12, 340]]</parameter></function>"), CLICK),
    ("<function=click>\n<parameter=coordinate>\n[12, 340]\n</parameter>\n</function>", CLICK),
    (call("click<tool_sep><arg_key>points</arg_key><arg_value>[[12,340]]</arg_value>"), CLICK),
    (call("\nclick<tool_sep>\n<arg_key>point</arg_key>\n<arg_value>12 340</arg_value>\n"), CLICK),
    (call("type<tool_sep><arg_key>text</arg_key><arg_value>12</arg_value>"), Type("12")),
    (call("<function=type><parameter=text>\n[1]\n\n</parameter></function>"), Type("[1]\n")),
    (call("<function=wait><parameter=time>1500</parameter></function>"), Wait(1500)),
    # Where the call stands.
    ('<think>tap <tool_call></think><tool_call>{"name":"wait","arguments":{"time":5}}</tool_call>', Wait(5)),
    ('<think>hm <tool_call>{"name":"wait","arguments":{"time":5}}</tool_call></think>', Wait(5)),
    (call('{"name":"type","arguments":{"text":"</tool_call></think>"}}'), Type("</tool_call></think>")),
    (
        call('{"name":"wait","arguments":{"time":1}}') + call('{"name":"wait","arguments":{"time":2}}'),
        Wait(1),
    ),
    # Several calls: the first one is done.
    (call(function("type", text="hello") + "\n" + function("finish", text="Done")), Type("hello")),
    (call(function("click", points="[[12, 340]]") + function("click", points="[[9, 9]]")), CLICK),
    (function("button_press", type="back") + "\n" + function("finish", text="Done"), ButtonPress("back")),
    ("<tool_call>" + function("wait", time="1") + "<tool_call>" + function("wait", time="2"), Wait(1)),
    (call("<function=finish></function>" + function("type", text="x")), Finish("")),
    (call(function("type", text="a</function>b") + function("type", text="x")), Type("a</function>b")),
    (
        "<tool_call>wait<tool_sep><arg_key>time</arg_key><arg_value>1</arg_value>"
        + call("wait<tool_sep><arg_key>time</arg_key><arg_value>2</arg_value>"),
        Wait(1),
    ),
    # A draft in the thought is not the call behind it, whatever the form of both.
    (
        "<think>" + call('{"name":"wait","arguments":{"time":1}}') + "</think>" + function("wait", time="2"),
        Wait(2),
    ),
    # Repairs.
    (call("{'name': 'click', 'arguments': {'points': [[12, 340]]}}"), CLICK),
    (call("{“name”: “click”, “arguments”: {“points”: [[12, 340]]}}"), CLICK),
    (call('{"name": "click", "arguments": {"points": [[12, 340],],},}'), CLICK),
    (call("{name: click, arguments: {points: [[12, 340]]}}"), CLICK),
    (call('{"name": "click", "arguments": {"points": [[12, 340]]}'), CLICK),
    (call('{"name": "click", "arguments": {"points": [[12, 340'), CLICK),
    (call("{'name': 'type', 'arguments': {'text': 'it's “me”, really'}}"), Type("it's “me”, really")),
    (call('{"name": "type", "arguments": {"text": "line\nbreak"}}'), Type("line\nbreak")),
    (call("{'name': 'type', 'arguments': {'text': 'a\\n\\u00e9\\ud83d\\ude00\\''}}"), Type("a\né😀'")),
    (call('{"name": "type", "arguments": {"text": "say “hi”",}}'), Type("say “hi”")),
    # Points.
    (call('{"name": "click", "arguments": {"point": [12, 340]}}'), CLICK),
    (call('{"name": "click", "arguments": {"coordinate": [[[12, 340]]]}}'), CLICK),
    (call('{"name": "click", "arguments": {"coordinates": "[12, 340]"}}'), CLICK),
    (call('{"name": "click", "arguments": {"points": [{"x": 12, "y": 340}]}}'), CLICK),
    (call('{"name": "click", "arguments": {"points": ["12", "340"]}}'), CLICK),
    (call('{"name": "click", "arguments": {"points": [[11.6, 340.4]]}}'), CLICK),
    (call('{"name": "click", "arguments": {"points": [[-0.4, 1000.4]]}}'), Click(Point(0, 1000))),
    (call('{"name": "scroll", "arguments": {"points": [1, 2, 3, 4]}}'), Scroll(Point(1, 2), Point(3, 4))),
    # Names.
    (call('{"name": "swipe", "arguments": {"points": [[1,2],[3,4]]}}'), Scroll(Point(1, 2), Point(3, 4))),
    (call('{"name": "answer", "arguments": {"text": "42"}}'), Finish("42")),
    (call('{"name": "answer", "arguments": {"answer": 42}}'), Finish("42")),
    (call('{"name": "terminate", "arguments": {"status": "success"}}'), Finish("")),
    (
        call('{"name": "Long-Press", "arguments": {"points": [[1,2]], "duration": "900"}}'),
        LongPress(Point(1, 2), 900),
    ),
    (call('{"name": "button_press", "arguments": {"button": "Back"}}'), ButtonPress("back")),
    (call('{"name": "open_app", "arguments": {"app": "Files"}}'), OpenApp("Files")),
    # Arguments.
    (call('{"name": "click", "arguments": "{\\"points\\": [[12, 340]]}"}'), CLICK),
    (call('{"name": "click", "parameters": {"points": [[12, 340]]}}'), CLICK),
    (call('{"name": "click", "points": [[12, 340]]}'), CLICK),
    (call('{"name": "click", "arguments": {"points": [[12, 340]], "why": [1]}}'), CLICK),
    (call('{"name": "wait", "arguments": {"time": 1e3}}'), Wait(1000)),
]


@pytest.mark.parametrize(("text", "action"), READ)
def test_read(text: str, action: Action) -> None:
    parsed = parse(text)
    assert isinstance(parsed, Parsed), parsed
    assert parsed.action == action


REFUSED: list[tuple[str, Reason]] = [
    ("", Reason.NO_CALL),
    ("I will tap the button.", Reason.NO_CALL),
    ('{"name": "click", "arguments": {"points": [[1, 2]]}}', Reason.NO_CALL),
    ("<tool_call>", Reason.BAD_FORM),
    (call("click"), Reason.BAD_FORM),
    (call("{}"), Reason.BAD_FORM),
    (call("{;}"), Reason.BAD_FORM),
    (call('{"arguments": {}}'), Reason.BAD_FORM),
    # Cut short: half a text or half a number is another action.
    ('<tool_call>{"name": "type", "arguments": {"text": "send 10', Reason.BAD_FORM),
    ('<tool_call>{"name": "click", "arguments": {"points": [[12, 34', Reason.BAD_FORM),
    ("<tool_call><function=type><parameter=text>send 10", Reason.BAD_FORM),
    ("<tool_call>type<tool_sep><arg_key>text</arg_key><arg_value>send 10", Reason.BAD_FORM),
    # Cut before its text: it may have been about to say something.
    ("<tool_call><function=finish", Reason.BAD_ARGUMENTS),
    ("<tool_call><function=finish>\n<param", Reason.BAD_ARGUMENTS),
    ('<tool_call>{"name": "finish"', Reason.BAD_ARGUMENTS),
    ('<tool_call>{"name": "finish", "arguments": {', Reason.BAD_ARGUMENTS),
    ("<tool_call>finish<tool_sep>", Reason.BAD_ARGUMENTS),
    (call('{"name": "clack", "arguments": {}}'), Reason.UNKNOWN_ACTION),
    (call('{"name": 5, "arguments": {}}'), Reason.UNKNOWN_ACTION),
    (call("<function=>"), Reason.UNKNOWN_ACTION),
    (call('{"name": "click"}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": null}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": "points"}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": []}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": [[1, 2, 3]]}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": [[1, 2], [3, 4]]}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": [[1, 1001]]}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": [[540, 1200]]}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": [[NaN, 5]]}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": [[0.5, 0.3]]}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": "0.5, 1"}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": [[1e999, 5]]}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": [[true, 5]]}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "click", "arguments": {"points": "here"}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "scroll", "arguments": {"direction": "down"}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "type", "arguments": {"text": ["a"]}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "type", "arguments": {"text": "\\ud800"}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "button_press", "arguments": {"type": "power"}}'), Reason.BAD_ARGUMENTS),
    (call('{"name": "wait", "arguments": {}}'), Reason.BAD_ARGUMENTS),
    ("x" * (MAX_CHARS + 1), Reason.TOO_LONG),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_refused(text: str, reason: Reason) -> None:
    error = parse(text)
    assert isinstance(error, ParseError), error
    assert error.reason == reason
    assert error.message.endswith(".")
    assert error.excerpt in text


def test_shares_of_the_screen_are_told_what_points_are() -> None:
    error = parse(call('{"name": "click", "arguments": {"points": [[0.5, 0.3]]}}'))
    assert isinstance(error, ParseError) and "from 0 to 1000" in error.message


def test_the_thought_is_all_that_was_said_before() -> None:
    parsed = parse("<think>\nThe button is low.\n</think>\n\nI tap it.\n" + to_text(CLICK))
    assert parsed == Parsed(CLICK, "The button is low.\nI tap it.")


def test_repairs_are_told() -> None:
    strict = {text for text, _ in READ if isinstance(p := parse(text), Parsed) and not p.repaired}
    assert call('{"name": "click", "arguments": {"points": [[12, 340]]}}') in strict
    assert call("<function=click><parameter=points>[[12, 340]]</parameter></function>") in strict
    assert call(function("type", text="hello") + "\n" + function("finish", text="Done")) not in strict
    assert all("'name'" not in text and text.endswith("</tool_call>") for text in strict)


def check_total(text: str) -> None:
    answer = parse(text)
    assert isinstance(answer, Parsed | ParseError)
    if isinstance(answer, Parsed):
        assert parse(to_text(answer.action)) == Parsed(answer.action)


@given(st.text())
def test_any_text_gives_an_answer(text: str) -> None:
    check_total(text)
    check_total(f"<tool_call>{text}")
    check_total(f'<tool_call>{{"name": "type", "arguments": {{"text": {text}')


json_like = st.lists(
    st.sampled_from(
        ["{", "}", "[", "]", ",", ":", '"', "'", "“", "”", "\\", " ", "1", "-", ".5", "e9", "name", "click"]
    )
    | st.sampled_from(
        ['"arguments"', '"points"', "<tool_call>", "</tool_call>", "<function=", "<parameter=", ">", "\ud800"]
    ),
    max_size=40,
).map("".join)


@given(json_like)
def test_any_pile_of_pieces_gives_an_answer(text: str) -> None:
    check_total(text)
    check_total(f'<tool_call>{{"name": "click", "arguments": {text}')


@given(st.sampled_from([text for text, _ in READ]), st.data())
def test_any_damage_gives_an_answer(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    check_total(text[:start] + data.draw(st.text(max_size=3)) + text[end:])


HEAD = '<tool_call>{"name": "click", "arguments": {"points": '
PIECES = [
    "[",
    "{",
    '{"a":',
    '"',
    "'",
    "' ",
    "\\",
    "1",
    "1,",
    "a,",
    " ",
    "[1,2],",
    "<tool_call>",
    "<think>",
    "</think>",
    "“",
]
PIECES += [
    "<function=click>",
    "<parameter=points>",
    "<parameter=a>1</parameter>",
    "<arg_key>",
    "</tool_call>",
    "\ud800",
]


@pytest.mark.parametrize("size", [100_000, MAX_CHARS - 100, 1_000_000])
@pytest.mark.parametrize("head", ["", "<tool_call>", HEAD, HEAD.replace('"', "'")])
def test_huge_answers_are_quick(head: str, size: int) -> None:
    with soon():
        for piece in PIECES:
            answer = parse(head + piece * (size // len(piece)))
            assert isinstance(answer, ParseError), piece
