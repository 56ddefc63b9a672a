"""Small recordings of our own making, one per format: an app with a list, a menu and a form.

Each function gives the files of one recording, path -> bytes. Invariant: all of them read without any loss
that is not meant, so that whatever a test breaks is broken by the test.
"""

from __future__ import annotations

import gzip
import json
import struct
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from phonebuddy.traces.pictures import encode_png
from phonebuddy.traces.tfrecord import masked_crc

Files = dict[str, bytes]
W, H = 400, 800
APP = "org.example.list"


def write(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def picture(shade: int = 200, width: int = 40, height: int = 80) -> bytes:
    import numpy as np

    return encode_png(np.full((height, width, 4), shade, np.uint8))


def to_bytes(value: object) -> bytes:
    return json.dumps(value).encode()


def view(
    number: int, parent: int, box: Sequence[int], cls: str = "android.view.View", **more: object
) -> dict[str, object]:
    left, top, right, bottom = box
    return {
        "temp_id": number, "parent": parent, "class": cls, "bounds": [[left, top], [right, bottom]],
        "text": None, "content_description": None, "resource_id": None, "package": APP, "visible": True,
        "enabled": True, "clickable": False, "long_clickable": False, "checkable": False, "checked": False,
        "editable": False, "focused": False, "scrollable": False, "selected": False, "is_password": False,
        **more,
    }  # fmt: skip


LIST = [
    view(0, -1, (0, 0, W, H), "android.widget.FrameLayout"),
    view(1, 0, (0, 40, W, 100), "android.widget.TextView", text="Shopping"),
    view(2, 0, (300, 40, W, 100), "android.widget.ImageButton", content_description="More", clickable=True),
    view(3, 0, (0, 100, W, 700), "android.widget.ListView", scrollable=True),
    view(4, 3, (0, 100, W, 200), "android.widget.LinearLayout", clickable=True),
    view(5, 4, (0, 100, 300, 200), "android.widget.TextView", text="Milk", resource_id=f"{APP}:id/name"),
    view(6, 4, (300, 100, W, 200), "android.widget.CheckBox", checkable=True, clickable=True),
    view(7, 0, (0, 900, W, 1000), "android.widget.TextView", text="below the screen"),
    view(8, 0, (10, 400, 5, 380), "android.widget.TextView", text="inverted", visible=False),
    view(9, 0, (0, 760, W, 800), resource_id="android:id/navigationBarBackground", visible=False),
    view(10, 0, (0, 780, W, 780), "android.view.ViewGroup", clickable=True, visible=False),
]
CHECKED = [*LIST[:6], {**LIST[6], "checked": True}, *LIST[7:]]
MENU = [
    view(0, -1, (200, 40, W, 200), "android.widget.ListView"),
    view(1, 0, (200, 40, W, 120), "android.widget.LinearLayout", clickable=True),
    view(2, 1, (210, 50, 390, 110), "android.widget.TextView", text="Settings"),
]
HOME = [view(0, -1, (0, 0, W, H), package="com.example.launcher", text="Home")]


def state(key: str, views: list[dict[str, object]], activity: str = f"{APP}/.Main") -> bytes:
    return to_bytes(
        {"state_str": key, "foreground_activity": activity, "views": views, "width": W, "height": H}
    )


def event(kind: str | None, before: str, after: str, **more: object) -> bytes:
    return to_bytes({"event": {"event_type": kind, **more}, "start_state": before, "stop_state": after})


def touch(before: str, after: str, target: dict[str, object]) -> bytes:
    return event("touch", before, after, x=None, y=None, view=target)


def droidbot_parts() -> tuple[Files, Files]:
    states = {
        "states/state_01.json": state("list", LIST),
        "states/state_02.json": state("checked", CHECKED),
        "states/state_03.json": state("menu", MENU),
        "states/state_04.json": state("home", HOME, "com.example.launcher/.Home"),
    }
    events = {
        "events/event_01.json": event("intent", "home", "list", intent=f"am start {APP}/.Main"),
        "events/event_02.json": touch("list", "checked", LIST[6]),
        "events/event_03.json": touch("checked", "checked", LIST[1]),
        "events/event_04.json": touch("checked", "menu", LIST[2]),
        "events/event_05.json": event("key", "menu", "checked", name="BACK"),
        "events/event_06.json": event("scroll", "checked", "list", view=LIST[3], direction="DOWN"),
        "events/event_07.json": touch("list", "home", LIST[10]),
        "events/event_08.json": event("set_text", "list", "gone", view=LIST[5], text="Bread", x=None, y=None),
    }
    return states, events


def droidbot() -> Files:
    states, events = droidbot_parts()
    pictures = {f"states/screen_{tag}.png": picture() for tag in ("01", "02", "03")}
    return {**states, **events, **pictures}


def packed() -> Files:
    def pack(files: Files) -> bytes:
        lines = [to_bytes({"file": name, "data": json.loads(data)}) for name, data in files.items()]
        return gzip.compress(b"\n".join(lines), mtime=0)

    states, events = droidbot_parts()
    return {
        "states.jsonl.gz": pack(states), "events.jsonl.gz": pack(events), "screens/screen_01.png": picture(),
    }  # fmt: skip


def kea() -> Files:
    states, events = droidbot_parts()
    files = {f"all_{name}": data for name, data in states.items()} | events
    return files | {"events/event_09.json": event(None, "list", "list"), "events/event_10.json": b""}


AUTODROID_LIST = """<button id=0 text='More options'></button>
 <p id=1>Shopping</p>
 <checkbox id=2 checked=False>Milk</checkbox>
 <input id=3 >New entry</input>
 <button id=4>Sort by<br>Name > age</button>
 <button id=5>go back</button>"""
AUTODROID_DONE = AUTODROID_LIST.replace("False", "True")


def autodroid() -> Files:
    rows = [(AUTODROID_LIST, 2, "null"), (AUTODROID_DONE, 3, "Bread"), (AUTODROID_DONE, 5, "null")]
    rows.append((AUTODROID_LIST, -1, "null"))
    run = {"records": [{"State": s, "Choice": c, "Input": i, "state_str": "x"} for s, c, i in rows]}
    profile = [{"state": s, "label": [c, i], "history": "", "state_str": "x"} for s, c, i in rows]
    tasks = {
        "a1": {"task": "Tick Milk", "profile": profile},
        "a2": {"task": "Nothing", "profile": profile[3:]},
    }
    # JSON is YAML too, and what a crawler writes is plain YAML.
    return {"list/utg.yaml": msgspec.yaml.encode(run), "list/tasks.json": to_bytes(tasks)}


def node(box: str, inner: str = "", **attributes: str) -> str:
    names = {"cls": "class", "rid": "resource-id", "desc": "content-desc"}
    values = {
        "class": "android.view.View",
        "package": APP,
        **{names.get(k, k): v for k, v in attributes.items()},
    }
    text = " ".join(f'{name}="{value}"' for name, value in values.items())
    return f'<node {text} bounds="{box}">{inner}</node>'


def dump(*nodes: str) -> bytes:
    root = node("[0,0][400,800]", "".join(nodes))
    return f'<?xml version="1.0" encoding="UTF-8"?><hierarchy rotation="0">{root}</hierarchy>'.encode()


FIELD = node("[0,100][400,200]", cls="android.widget.EditText", text="", clickable="true", focused="true")
TYPED = FIELD.replace('text=""', 'text="Bread"')
SAVE = node("[300,700][400,800]", cls="android.widget.Button", text="Save", clickable="true")


def step_folder() -> Files:
    actions = [
        {"name": "click", "arguments": {"points": [[500, 180]]}},
        {"name": "type", "arguments": {"text": "Bread"}},
        {"name": "click", "arguments": {"points": [[900, 950]]}},
    ]
    trees = [
        dump(FIELD, SAVE),
        dump(FIELD, SAVE),
        dump(TYPED, SAVE),
        dump(node("[0,0][400,100]", text="Bread")),
    ]
    files = {f"{number}.xml": tree for number, tree in enumerate(trees)}
    files |= {f"{number}.png": picture() for number in range(4)}
    return files | {"actions.json": to_bytes(actions), "instruction.txt": b"Add Bread"}


def llamatouch() -> Files:
    lines = "[Click] Screen Resolution (200, 400), Click Position (175, 375)\n[Home]\n"
    files = {"0.xml": dump(FIELD, SAVE), "1.xml": dump(SAVE), "0.activity": f"{APP}/.Main".encode()}
    return files | {"eventStructs.txt": lines.encode(), "instruction.txt": b"Save it"}


def mobilegpt() -> Files:
    def row(name: str, parameters: object) -> str:
        text = json.dumps({"name": name, "parameters": parameters}).replace('"', '""')
        return f'"{text}"'

    path = json.dumps({"0": ["write", "save"]}).replace('"', '""')
    return {
        "tasks.csv": b"name,description,parameters,app\nadd,add an entry,{},List\n",
        "task_paths.csv": f'name,path\nadd,"{path}"\n'.encode(),
        "pages/0/actions.csv": (
            "subtask_name,step,action,example\n"
            f"write,0,{row('input', {'index': '1', 'input_text': '<entry__-1>'})},x\n"
            f"write,1,{row('finish', {})},x\nsave,0,{row('click', {'index': 2})},x\n"
        ).encode(),
        "log/add/2024/0.xml": dump(FIELD.replace("class", 'resource-id="a:id/f" class'), SAVE),
        "log/add/2024/1.xml": dump(TYPED.replace("class", 'resource-id="a:id/f" class'), SAVE),
        "log/add/2024/2.xml": dump(node("[0,0][400,100]", text="Bread")),
        "log/add/2024/0.png": picture(),
    }


def element(index: int, box: Sequence[int], **more: object) -> dict[str, object]:
    left, top, right, bottom = box
    pixels = {"x_min": left, "y_min": top, "x_max": right, "y_max": bottom}
    return {"bbox_pixels": pixels, "is_visible": True, "package_name": APP, "class_name": "a.Button", **more}


def androidworld() -> Files:
    scroll = {"action_type": "scroll", "direction": "down"}
    before = [element(0, (0, 0, W, H)), element(1, (0, 100, W, 200), text="Milk", is_clickable=True)]
    after = [element(0, (0, 0, W, H)), element(1, (0, 100, W, 200), text="Bread", is_clickable=True)]
    steps: list[dict[str, object]] = [
        {"before_ui_elements": before, "action_output_json": {"action_type": "click", "index": 1}},
        {"before_ui_elements": after, "action_output": f"Reason: x Action: {json.dumps(scroll)}"},
        {"before_ui_elements": after, "action_output_json": {"action_type": "answer", "text": "two"}},
    ]  # fmt: skip
    episode = {"goal": "Tap Milk", "task_template": "Tap {what}", "episode_data": steps}
    columns = {
        name: [step.get(name) for step in steps] for name in ("before_ui_elements", "action_output_json")
    }
    history = [
        {
            "task_goal": "Tap Milk",
            "ui_description": [
                {
                    "ui_description": 'UI element 0: {"text": "None: True", "is_clickable": True}',
                    "ui_bbox": [0, W, 100, H],
                }
            ],
            "action_output": 'Action: {"action_type": "click", "index": 0}',
        }
    ] * 2  # fmt: skip
    return {
        "episodes.json": to_bytes([episode, {**episode, "episode_data": columns}]),
        "history.json": to_bytes(history),
    }


def rico() -> Files:
    def tree(*children: object) -> bytes:
        root = {
            "class": "a.Frame",
            "bounds": [0, 0, W, H],
            "visible-to-user": True,
            "children": list(children),
        }
        return to_bytes({"activity_name": f"{APP}/.Main", "activity": {"root": root}})

    button = {
        "class": "a.Button",
        "bounds": [0, 0, 200, 400],
        "clickable": True,
        "content-desc": ["Go"],
        "children": [],
    }
    files = {f"trace_0/view_hierarchies/{i}.json": tree(button, None) for i in (2, 10)}
    files["trace_0/view_hierarchies/11.json"] = tree()
    files |= {f"trace_0/screenshots/{i}.png": picture() for i in (2, 10)}
    return files | {
        "trace_0/gestures.json": to_bytes({"2": [[0.2, 0.2]], "10": [[0.5, 0.8], [0.5, 0.2]], "11": []})
    }


def aitz() -> Files:
    def step(number: int, kind: int, touch: str, lift: str) -> dict[str, object]:
        return {
            "episode_id": "7", "step_id": number, "instruction": "Open it", "result_action_type": kind,
            "result_action_text": "hello", "result_touch_yx": touch, "result_lift_yx": lift,
            "ui_positions": "[[10, 5, 20, 30]]", "ui_text": '["Clock"]', "ui_types": '["TEXT"]',
            "image_path": f"deep/{number}.png",
        }  # fmt: skip

    steps = [
        step(0, 4, "[0.5, 0.5]", "[0.5, 0.5]"), step(1, 4, "[0.9, 0.5]", "[0.1, 0.5]"),
        step(2, 3, "[-1.0, -1.0]", "[-1.0, -1.0]"), step(3, 5, "[-1.0, -1.0]", "[-1.0, -1.0]"),
        step(4, 10, "[-1.0, -1.0]", "[-1.0, -1.0]"),
    ]  # fmt: skip
    return {"episode.json": to_bytes(steps), "0.png": picture(), "1.png": picture(90)}


def odyssey() -> Files:
    steps = [
        {"step": 0, "screenshot": "7_0.png", "action": "CLICK", "info": [[500, 250]]},
        {"step": 1, "screenshot": "7_1.png", "action": "SCROLL", "info": [[500, 800], [500, 200]]},
        {"step": 2, "screenshot": "7_2.png", "action": "TEXT", "info": "hello"},
        {"step": 3, "screenshot": "7_3.png", "action": "CLICK", "info": "KEY_HOME"},
        {"step": 4, "screenshot": "7_4.png", "action": "COMPLETE", "info": ""},
    ]
    task = {"app": "Notes", "meta_task": "Write {}", "instruction": "Write hello"}
    data = {"episode_id": "7", "device_info": {"w": W, "h": H}, "task_info": task, "steps": steps}
    return {"annotations/7.json": to_bytes(data), "screenshots/7_0.png": picture()}


def varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def example(features: Mapping[str, Sequence[int] | Sequence[float] | Sequence[bytes]]) -> bytes:
    entries = b""
    for name, values in features.items():
        if values and isinstance(values[0], float):
            kind, data = 2, field(1, struct.pack(f"<{len(values)}f", *values))
        elif values and isinstance(values[0], int):
            kind, data = 3, field(1, b"".join(varint(int(value)) for value in values))
        else:
            kind, data = 1, b"".join(field(1, value) for value in values if isinstance(value, bytes))
        entries += field(1, field(1, name) + field(2, field(kind, data)))
    return field(1, entries)


def record(data: bytes) -> bytes:
    head = struct.pack("<Q", len(data))
    return head + struct.pack("<I", masked_crc(head)) + data + struct.pack("<I", masked_crc(data))


def a11y_node(number: int, box: Sequence[int], children: Sequence[int] = (), **texts: str) -> bytes:
    rect = b"".join(field(side, value) for side, value in enumerate(box, 1) if value)
    names = {"cls": 3, "desc": 4, "package": 6, "text": 7, "rid": 10}
    parts = field(1, number) + field(2, rect) + field(14, 1) + field(16, 1) + field(23, 1)
    parts += b"".join(field(names[name], value) for name, value in texts.items())
    return parts + (field(25, b"".join(varint(child) for child in children)) if children else b"")


def forest(text: str) -> bytes:
    nodes = [
        a11y_node(0, (0, 0, W, H), [1], package=APP),
        a11y_node(1, (0, 100, W, 200), package=APP, cls="android.widget.Button", text=text),
    ]
    tree = b"".join(field(1, one) for one in nodes)
    keys = field(1, a11y_node(0, (0, 600, W, H), package="com.example.inputmethod"))
    return field(1, field(4, 1) + field(11, tree)) + field(1, field(4, 2) + field(11, keys))


def androidcontrol() -> Files:
    actions = [{"action_type": "click", "x": 200, "y": 150}, {"action_type": "navigate_back"}]
    data = example(
        {
            "episode_id": [41], "goal": [b"Tap Milk"], "screenshots": [picture(), picture(), picture()],
            "accessibility_trees": [forest("Milk"), forest("Bread"), forest("Milk")],
            "screenshot_widths": [W, W, W], "screenshot_heights": [H, H, H],
            "actions": [to_bytes(action) for action in actions], "step_instructions": [b"tap it", b"go back"],
        }
    )  # fmt: skip
    return {"android_control-00000": gzip.compress(record(data) * 2, mtime=0)}


def aitw() -> Files:
    def step(number: int, kind: int, touch: list[float], lift: list[float]) -> bytes:
        return record(
            example(
                {
                    "episode_id": [b"9"], "step_id": [number], "goal_info": [b"Open it"],
                    "results/action_type": [kind], "results/type_action": [b"hi"], "results/yx_touch": touch,
                    "results/yx_lift": lift, "image/encoded": [picture()], "image/width": [40],
                    "image/height": [80], "image/ui_annotations_positions": [0.1, 0.1, 0.2, 0.2],
                    "image/ui_annotations_text": [b"Clock"], "image/ui_annotations_ui_types": [b"TEXT"],
                    "current_activity": [f"{APP}/.Main".encode()],
                }
            )
        )  # fmt: skip

    steps = [
        step(1, 4, [0.5, 0.5], [0.1, 0.5]),
        step(0, 4, [0.5, 0.5], [0.5, 0.5]),
        step(2, 10, [-1.0] * 2, [-1.0] * 2),
    ]
    return {"aitw-00000": b"".join(steps)}


def own() -> Files:
    def about(text: str) -> bytes:
        elements = [
            {"id": "page", "role": "page", "bounds": [0, 0, W, H], "package": APP, "flags": 256},
            {
                "id": "page/a", "role": "button", "bounds": [0, 100, W, 200], "text": text, "parent": "page",
                "package": APP, "flags": 257,
            },
        ]  # fmt: skip
        return to_bytes(
            {"package": APP, "activity": "main", "width": W, "height": H, "time_s": 5, "elements": elements}
        )

    tap = {"name": "click", "arguments": {"points": [[500, 180]]}}
    return {
        "recording.json": to_bytes({"format": 1, "app": APP, "instruction": "Tap Milk", "flags": []}),
        "0000/elements.json": about("Milk"), "0000/action.json": to_bytes(tap), "0000/screen.png": picture(),
        "0000/step.json": to_bytes({"target": "page/a", "marks": []}),
        "0001/elements.json": about("Bread"), "0001/screen.png": picture(),
    }  # fmt: skip


SAMPLES: dict[str, Callable[[], Files]] = {
    "phonebuddy": own,
    "droidbot": droidbot,
    "packed": packed,
    "kea": kea,
    "autodroid": autodroid,
    "androidcontrol": androidcontrol,
    "androidworld": androidworld,
    "rico": rico,
    "mobilegpt": mobilegpt,
    "aitz": aitz,
    "gui_odyssey": odyssey,
    "aitw": aitw,
    "step_folder": step_folder,
    "llamatouch": llamatouch,
}
FORMATS = {"packed": "droidbot", "kea": "droidbot", "llamatouch": "step_folder"}
"""Samples whose format is called otherwise."""
