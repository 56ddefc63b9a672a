"""The socket: what a page can ask, what it is sent, and what is refused."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from websockets.exceptions import ConnectionClosed

from phonebuddy.web import messages
from phonebuddy.web.live import MAX_VIEWERS, MESSAGES_PER_S
from phonebuddy.web.server import Live
from phonebuddy.web.shelf import MAX_PHONES
from tests.web.helpers import Talk, live_phone, talking


@pytest.fixture
def live() -> Iterator[Live]:
    with live_phone() as running:
        yield running


@pytest.fixture
def talk(live: Live) -> Iterator[Talk]:
    with talking(live) as one:
        yield one


def test_a_page_is_welcomed_with_apps_and_looks(talk: Talk) -> None:
    welcome = talk.receive("welcome")
    assert [app["name"] for app in welcome["apps"]] == ["desk", "post"]
    assert "540x1200" in welcome["looks"]["profile"]
    assert talk.receive("picture")["parts"], "the whole screen comes first"
    assert talk.receive("status")["steps"] == 0


def put(canvas: Image.Image, picture: dict[str, Any]) -> None:
    """What the page's script does with a picture."""
    start = 0
    for top, size in picture["parts"]:
        part = Image.open(io.BytesIO(picture["bytes"][start : start + size]))
        canvas.paste(part.convert("RGBA"), (0, top))
        start += size


def test_the_parts_put_together_are_the_screen(live: Live, talk: Talk) -> None:
    canvas = Image.new("RGBA", (540, 1200))
    put(canvas, talk.receive("picture"))
    steps: list[dict[str, Any]] = [
        {"name": "open_app", "arguments": {"package": "desk"}},
        {"name": "scroll", "arguments": {"points": [[500, 800], [500, 300]]}},
        {"name": "click", "arguments": {"points": [[900, 880]]}},
        {"name": "type", "arguments": {"text": "hello"}},
        {"name": "button_press", "arguments": {"type": "home"}},
    ]
    for action in steps:
        number = talk.send("act", action=action)
        answered = False
        while not answered:
            picture = talk.receive("picture")
            put(canvas, picture)
            answered = picture["answers"] >= number
        talk.receive("status")
        assert np.array_equal(np.asarray(canvas), live.shelf.first.world.observe().pixels()), action


def test_a_small_change_is_a_small_message(talk: Talk) -> None:
    whole = len(talk.receive("picture")["bytes"])
    talk.act("open_app", package="desk")
    talk.act("click", points=[[500, 130]])
    talk.send("act", action={"name": "type", "arguments": {"text": "a"}})
    assert 0 < len(talk.receive("picture")["bytes"]) < whole / 3


def test_two_pages_see_the_same_phone(live: Live, talk: Talk) -> None:
    with talking(live) as other:
        other.receive("status")
        talk.act("open_app", package="desk")
        assert other.receive("status")["package"] == "com.example.desk"


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "{}", "null", "1", '{"kind": "nothing"}', '{"kind": "act", "extra": 1}',
        '{"kind": "act", "action": 3}', '{"kind": 7}', '{"kind": "rows", "limit": 100000}',
        '{"kind": "rows", "offset": -1}', '{"kind": "view", "phone": "1"}', '{"kind": "reset", "seed": 1e99}',
        '{"kind": "dress", "look": {"profile": 5}}', '{"kind": "act", "id": -1}', "[" * 20_000,
    ],
)  # fmt: skip
def test_what_is_no_message_is_answered_with_an_error(talk: Talk, text: str) -> None:
    talk.socket.send(text)
    assert talk.receive("error")["error"] == "message"
    assert talk.act("open_app", package="desk")["steps"] == 1, "and the phone goes on"


def test_bytes_are_no_message(talk: Talk) -> None:
    talk.socket.send(b'{"kind": "take"}')
    assert talk.receive("error")["error"] == "message"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("act", {"action": {"name": "click", "arguments": {"points": [[5000, 1]]}}}),
        ("act", {"action": {"name": "shell", "arguments": {"text": "ls"}}}),
        ("act", {"action": {}}),
        ("view", {"phone": 99}),
        ("restore", {"snapshot": 99}),
        ("fork", {"snapshot": 99}),
        ("close", {"phone": 1}),
        ("dress", {"look": {"profile": "9x9"}}),
        ("dress", {"look": {"font_scale": 99}}),
        ("rows", {"table": "sqlite_schema"}),
        ("rows", {"table": 'desk_item" UNION SELECT 1 --'}),
        ("rows", {"table": "desk_item; DROP TABLE desk_item"}),
        ("record", {"on": True}),
    ],
)
def test_what_cannot_be_done_is_refused(talk: Talk, kind: str, fields: dict[str, Any]) -> None:
    number = talk.send(kind, **fields)
    error = talk.receive("error")
    assert (error["error"], error["id"]) == ("refused", number)


def test_a_message_that_is_too_long_ends_the_socket(live: Live, talk: Talk) -> None:
    talk.socket.send('{"kind": "act", "action": {"x": "' + "y" * messages.MAX_MESSAGE + '"}}')
    with pytest.raises(ConnectionClosed) as closed:
        talk.receive("nothing")
    # The server does not read to its end, so its reason may be lost on the way.
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
    assert live.shelf.first.steps == 0


def test_a_flood_is_answered_with_errors(talk: Talk) -> None:
    for _ in range(3 * MESSAGES_PER_S):
        talk.send("watch", elements=False)
    assert "too many" in talk.receive("error")["text"]


def test_phones_and_pages_are_limited(live: Live, talk: Talk) -> None:
    for _ in range(MAX_PHONES - 1):
        talk.send("fork")
    talk.send("fork")
    assert "phones are open" in talk.receive("error")["text"]
    others = [talking(live) for _ in range(MAX_VIEWERS - 1)]
    for other in others:
        other.__enter__()
    with pytest.raises(Exception, match="403|1013|rejected"), talking(live) as one:
        one.receive("welcome")
    for other in others:
        other.__exit__(None, None, None)


def test_a_closed_phone_is_left(live: Live, talk: Talk) -> None:
    talk.send("fork")
    number = next(s for s in iter(lambda: talk.receive("status"), None) if len(s["phones"]) == 2)["phone"]
    with talking(live) as other:
        other.receive("status")
        other.send("view", phone=number)
        other.receive("status")
        talk.send("close", phone=number)
        while (status := other.receive("status"))["phone"] == number:
            pass
        assert status["phone"] == 1


def test_tables_rows_changes_and_elements(talk: Talk) -> None:
    talk.send("tables")
    tables = {one["name"]: one["rows"] for one in talk.receive("tables")["tables"]}
    assert tables["desk_item"] > 3 and "phone_setting" in tables
    talk.send("rows", table="desk_item", offset=1, limit=2)
    rows = talk.receive("rows")
    assert (len(rows["rows"]), rows["total"], rows["columns"][0]) == (2, tables["desk_item"], "id")
    talk.send("changes")
    assert talk.receive("changes")["changes"] == []
    talk.act("open_app", package="desk")
    talk.send("changes")
    changed = {one["table"] for one in talk.receive("changes")["changes"]}
    assert "phone_app" in changed or "phone_event" in changed
    talk.send("watch", elements=True)
    assert any(one["description"] == "Add" for one in talk.receive("elements")["elements"])


@given(st.text(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(str))
def test_reading_a_message_never_fails_otherwise(text: str) -> None:
    with contextlib.suppress(messages.MessageError):
        messages.read(text)
