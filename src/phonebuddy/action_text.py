"""Actions as models write them: `to_text` writes one, `parse` reads one.

Read: `<tool_call>` with a JSON object, with Qwen's <function=..><parameter=..> form, or with the older
<tool_sep>/<arg_key> form; the tag may be unclosed, and may stand inside the thought where no call follows it.
Coordinates are rounded; one that is outside 0 to 1000 after rounding is refused, never moved onto the screen.
Invariant: `parse` is total. Any str gives a Parsed or a ParseError, in time linear in its length.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from enum import StrEnum

import msgspec

from phonebuddy import loose_json
from phonebuddy.action_checks import AXIS
from phonebuddy.actions import ACTIONS, Action, argument_names, from_json, to_json
from phonebuddy.errors import ActionError, nearest

MAX_CHARS = 200_000
"""Longer answers are refused unread; 8,192 tokens, the most the published runner asks for, are far fewer."""
MAX_EXCERPT = 120
ALIASES = {"answer": "finish", "terminate": "finish", "swipe": "scroll"}
"""Function names of related models, read but never written."""
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "points": ("points", "point", "coordinate", "coordinates"),
    "text": ("text", "answer", "message", "content"),
    "package": ("package", "app", "app_name"),
    "type": ("type", "button", "key"),
}
"""Argument names that are read for each argument; the first is the one we write."""

_WORDS = ("text", "package", "type")
_TAGS = re.compile(r"<(?=/?(?:think|tool_call|tool_sep|function|parameter|arg_key|arg_value)\b)")
_THINK = re.compile(r"</?think>")
_FUNCTION_END = re.compile(r"</function>|<function=")
_NUMBERS = re.compile(r"[-+]?\d{1,9}(?:\.\d{1,9})?")
_MAX_NUMBERS = 4
_OPEN, _CLOSE = "<tool_call>", "</tool_call>"


class Reason(StrEnum):
    """Why a text is not an action; stable names, counted in reports."""

    TOO_LONG = "too_long"
    NO_CALL = "no_call"
    BAD_FORM = "bad_form"
    UNKNOWN_ACTION = "unknown_action"
    BAD_ARGUMENTS = "bad_arguments"


class ParseError(msgspec.Struct, frozen=True):
    """The answer of `parse` for a text that is not an action. A value, not an exception."""

    reason: Reason
    message: str
    excerpt: str


class Parsed(msgspec.Struct, frozen=True):
    """The answer of `parse`: the action, what was said before it, and whether leniency was needed."""

    action: Action
    thought: str = ""
    repaired: bool = False


class _Refusal(Exception):
    """Carries a ParseError out of the reading functions; never leaves this file."""

    def __init__(self, reason: Reason, message: str, text: str = "", at: int = 0) -> None:
        super().__init__(message)
        start = max(0, at - MAX_EXCERPT // 4)
        self.error = ParseError(reason, message, text[start : start + MAX_EXCERPT])


class _Call(msgspec.Struct, frozen=True):
    """A call as it stands in the text, before its names and arguments are understood."""

    name: object
    arguments: object
    end: int
    strict: bool
    closed: bool
    """Whether its end is there: what has none may go on with arguments."""


def to_text(action: Action, thought: str = "") -> str:
    """What a model should have written: the thought, if any, then the call.

    Tag names inside the thought get a space after their bracket, so that what we write can be read back.
    """
    call = _TAGS.sub(r"\\u003c", json.dumps(to_json(action), ensure_ascii=False))
    thought = _TAGS.sub("< ", thought).strip()
    head = f"<think>\n{thought}\n</think>\n\n" if thought else ""
    return f"{head}{_OPEN}\n{call}\n{_CLOSE}"


def parse(text: str) -> Parsed | ParseError:
    """The action in a model's answer, or why there is none. Never raises."""
    try:
        return _parse(text)
    except _Refusal as refusal:
        return refusal.error


def _parse(text: str) -> Parsed:
    if len(text) > MAX_CHARS:
        raise _Refusal(Reason.TOO_LONG, f"{len(text)} characters; at most {MAX_CHARS} are read.", text)
    start = _find_call(text)
    body_start = start + (len(_OPEN) if text.startswith(_OPEN, start) else 0)
    call = _read_call(text, body_start)
    name = _function_name(call.name, text, start)
    try:
        action = from_json({"name": name, "arguments": _arguments(name, call)})
    except ActionError as error:
        raise _Refusal(Reason.BAD_ARGUMENTS, str(error), text, start) from None
    as_given = {"name": call.name, "arguments": call.arguments}
    exact = call.strict and text[call.end :].strip() == _CLOSE and as_given == to_json(action)
    return Parsed(action, _thought(text[:start]), not exact)


def _find_call(text: str) -> int:
    """Where the call starts: after the thought if there is one there, otherwise anywhere."""
    thought_end = max(text.rfind("</think>"), 0)
    for begin in (thought_end, 0):
        for marker in (_OPEN, "<function="):
            at = text.find(marker, begin)
            if at >= 0:
                return at
    raise _Refusal(Reason.NO_CALL, f"there is no {_OPEN} in the answer.", text, len(text) - MAX_EXCERPT)


def _thought(before: str) -> str:
    parts = (part.strip() for part in _THINK.split(before))
    return "\n".join(part for part in parts if part)


def _read_call(text: str, start: int) -> _Call:
    close = text.find(_CLOSE, start)
    end = len(text) if close < 0 else close
    brace = text.find("{", start, end)
    if brace >= 0 and text[start:brace].strip() in ("", "```", "```json"):
        return _read_json(text, brace)
    body = text[start:end]
    if "<function=" in body:
        return _read_function(text, body.partition("<function=")[2], end, close >= 0)
    if "<tool_sep>" in body or "<arg_key>" in body:
        return _read_separated(text, body.partition(_OPEN)[0], end, close >= 0)
    raise _Refusal(Reason.BAD_FORM, f"{_OPEN} holds neither a JSON object nor a function.", text, start)


def _read_json(text: str, brace: int) -> _Call:
    try:
        found = loose_json.read(text, brace)
    except loose_json.LooseError as error:
        raise _Refusal(Reason.BAD_FORM, f"the call is not JSON: {error}.", text, error.at) from None
    data = found.value
    if not isinstance(data, dict) or "name" not in data:
        raise _Refusal(Reason.BAD_FORM, "the call has no name.", text, brace)
    rest = {key: value for key, value in data.items() if key != "name"}
    arguments = next((rest[key] for key in ("arguments", "parameters") if key in rest), rest)
    closed = text[found.end - 1] == "}" or text.startswith(_CLOSE, found.end)
    return _Call(data["name"], arguments, found.end, found.strict and set(rest) == {"arguments"}, closed)


def _read_function(text: str, body: str, end: int, closed: bool) -> _Call:
    """`NAME><parameter=KEY>VALUE</parameter>...</function>`, all after `<function=`; the first of several."""
    before, *chunks = body.split("<parameter=")
    name = before.partition(">")[0].strip()
    arguments: dict[str, object] = {}
    for chunk in chunks:
        if _FUNCTION_END.search(before):
            break
        key, _, rest = chunk.partition(">")
        arguments[key.strip()] = _closed_value(key.strip(), rest, "</parameter>", text, end)
        before = rest.partition("</parameter>")[2]
    found = _FUNCTION_END.search(before)
    has_more = found is not None and before[found.end() :].strip() != ""
    return _Call(name, arguments, end, not has_more, closed or found is not None)


def _read_separated(text: str, body: str, end: int, closed: bool) -> _Call:
    """`NAME<tool_sep><arg_key>KEY</arg_key><arg_value>VALUE</arg_value>...`"""
    head, *chunks = body.split("<arg_key>")
    arguments: dict[str, object] = {}
    for chunk in chunks:
        key, _, rest = chunk.partition("</arg_key>")
        value = rest.partition("<arg_value>")[2]
        arguments[key.strip()] = _closed_value(key.strip(), value, "</arg_value>", text, end)
    return _Call(head.partition("<tool_sep>")[0].strip(), arguments, end, True, closed)


def _closed_value(key: str, rest: str, close: str, text: str, at: int) -> object:
    value, closed, _ = rest.partition(close)
    if not closed:
        raise _Refusal(
            Reason.BAD_FORM, f"the value of '{key[:40]}' has no {close}: it may be cut short.", text, at
        )
    return _typed(key, value)


def _typed(key: str, raw: str) -> object:
    """A tagged value: words as they stand, less the line breaks around them; anything else as JSON."""
    raw = raw.removeprefix("\n").removesuffix("\n")
    if any(key in SYNONYMS[word] for word in _WORDS):
        return raw
    try:
        found = loose_json.read(raw.strip() + "\n")
    except loose_json.LooseError:
        return raw
    return found.value if found.end >= len(raw.strip()) else raw


def _function_name(given: object, text: str, at: int) -> str:
    name = given.strip().lower().replace("-", "_").replace(" ", "_") if isinstance(given, str) else ""
    name = ALIASES.get(name, name)
    if name not in ACTIONS:
        message = f"unknown action{nearest(name[:40], ACTIONS)}; accepted: {', '.join(ACTIONS)}."
        raise _Refusal(Reason.UNKNOWN_ACTION, message, text, at)
    return name


def _arguments(name: str, call: _Call) -> dict[str, object]:
    """The arguments under their proper names and types; what the function does not take is left out."""
    given = call.arguments
    if isinstance(given, str):
        try:
            given = loose_json.read(given + "\n").value
        except loose_json.LooseError:
            given = None
    if not isinstance(given, dict):
        raise ActionError(f"{name}: arguments must be an object.")
    # Cut short before its text, it may have been about to say something.
    result: dict[str, object] = {"text": ""} if name == "finish" and call.closed else {}
    for argument in argument_names(name):
        found = next((key for key in SYNONYMS.get(argument, (argument,)) if given.get(key) is not None), None)
        if found is not None:
            result[argument] = _value(argument, given[found])
    return result


def _value(argument: str, given: object) -> object:
    if argument == "points":
        numbers = _flatten(given)
        return [list(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
    if argument == "type" and isinstance(given, str):
        return given.strip().lower()
    if argument in _WORDS:
        return str(given) if type(given) in (int, float) else given
    return _whole(given)


def _flatten(given: object) -> list[int]:
    """All numbers of a point or a list of points, however they are nested or named, in order."""
    numbers: list[int | float] = []
    waiting = [given]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            numbers += [_number(number) for number in _NUMBERS.findall(item[:MAX_EXCERPT])]
        elif isinstance(item, dict) and {"x", "y"} <= item.keys():
            waiting += [item["y"], item["x"]]
        elif isinstance(item, list) and len(item) <= _MAX_NUMBERS:
            waiting += reversed(item)
        else:
            numbers.append(_number(item))
        if len(numbers) > _MAX_NUMBERS:
            break
    if len(numbers) % 2 or not 0 < len(numbers) <= _MAX_NUMBERS:
        raise ActionError(f"points must be one or two pairs [x, y], got {len(numbers)} numbers.")
    if all(0 <= number <= 1 for number in numbers) and any(0 < number < 1 for number in numbers):
        raise ActionError(f"points run from 0 to {AXIS} on each axis, got shares of the screen, 0 to 1.")
    return [round(number) for number in numbers]


def _whole(given: object) -> int:
    return round(_number(given))


def _number(given: object) -> int | float:
    """A number; also from its text, since some models quote numbers."""
    if isinstance(given, str) and _NUMBERS.fullmatch(given.strip()):
        given = float(given)
    if type(given) is int or type(given) is float and math.isfinite(given):
        return given
    raise ActionError("a number was expected for a point or a time.")
