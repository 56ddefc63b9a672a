"""The messages of the emulator's service and of the accessibility forwarder, by field number.

Invariant: numbers and names are those android_env's stubs use; what this phone has no use for is left out.
"""

from __future__ import annotations

from phonebuddy.adbd.emulator.wire import Field, Message

EMPTY = Message()
ROTATION = Message({1: Field("rotation", "int"), 2: Field("xAxis", "double"), 4: Field("zAxis", "double")})
IMAGE_FORMAT = Message(
    {
        1: Field("format", "int"),
        2: Field("rotation", ROTATION),
        3: Field("width", "int"),
        4: Field("height", "int"),
        5: Field("display", "int"),
    }
)
IMAGE = Message(
    {
        1: Field("format", IMAGE_FORMAT),
        2: Field("width", "int"),
        3: Field("height", "int"),
        4: Field("image", "bytes"),
        5: Field("seq", "int"),
        6: Field("timestampUs", "int"),
    }
)
PNG, RGBA, RGB = 0, 1, 2
STATUS = Message({1: Field("version", "str"), 2: Field("uptime", "int"), 3: Field("booted", "bool")})
TOUCH = Message(
    {1: Field("x", "int"), 2: Field("y", "int"), 3: Field("identifier", "int"), 4: Field("pressure", "int")}
)
TOUCH_EVENT = Message({1: Field("touches", TOUCH, many=True), 2: Field("display", "int")})
KEY_EVENT = Message(
    {
        1: Field("codeType", "int"),
        2: Field("eventType", "int"),
        3: Field("keyCode", "int"),
        4: Field("key", "str"),
        5: Field("text", "str"),
    }
)
KEY_DOWN, KEY_UP, KEY_PRESS = 0, 1, 2
MOUSE_EVENT = Message(
    {1: Field("x", "int"), 2: Field("y", "int"), 3: Field("buttons", "int"), 4: Field("display", "int")}
)
CLIP = Message({1: Field("text", "str")})
SMS = Message({1: Field("srcAddress", "str"), 2: Field("text", "str")})
CALL = Message({1: Field("operation", "int"), 2: Field("number", "str")})
PHONE_RESPONSE = Message({1: Field("response", "int")})
VM_STATE = Message({1: Field("state", "int")})
RUNNING, RESET = 1, 6
SNAPSHOT = Message(
    {
        1: Field("snapshot_id", "str"),
        2: Field("payload", "bytes"),
        3: Field("success", "bool"),
        4: Field("err", "bytes"),
    }
)
SNAPSHOT_FILTER = Message({1: Field("statusFilter", "int")})
SNAPSHOT_DETAILS = Message(
    {1: Field("snapshot_id", "str"), 3: Field("status", "int"), 4: Field("size", "int")}
)
SNAPSHOT_LIST = Message({1: Field("snapshots", SNAPSHOT_DETAILS, many=True)})

RECT = Message(
    {1: Field("left", "int"), 2: Field("top", "int"), 3: Field("right", "int"), 4: Field("bottom", "int")}
)
ACTION = Message({1: Field("id", "int"), 2: Field("label", "str")})
NODE = Message(
    {
        1: Field("unique_id", "int"),
        2: Field("bounds_in_screen", RECT),
        3: Field("class_name", "str"),
        4: Field("content_description", "str"),
        5: Field("hint_text", "str"),
        6: Field("package_name", "str"),
        7: Field("text", "str"),
        10: Field("view_id_resource_name", "str"),
        11: Field("window_id", "int"),
        12: Field("is_checkable", "bool"),
        13: Field("is_checked", "bool"),
        14: Field("is_clickable", "bool"),
        15: Field("is_editable", "bool"),
        16: Field("is_enabled", "bool"),
        17: Field("is_focusable", "bool"),
        18: Field("is_focused", "bool"),
        19: Field("is_long_clickable", "bool"),
        20: Field("is_password", "bool"),
        21: Field("is_scrollable", "bool"),
        22: Field("is_selected", "bool"),
        23: Field("is_visible_to_user", "bool"),
        25: Field("child_ids", "int", many=True),
        27: Field("depth", "int"),
        30: Field("drawing_order", "int"),
    }
)
TREE = Message({1: Field("nodes", NODE, many=True)})
WINDOW = Message(
    {
        1: Field("bounds_in_screen", RECT),
        2: Field("display_id", "int"),
        3: Field("id", "int"),
        4: Field("layer", "int"),
        5: Field("title", "str"),
        6: Field("window_type", "int"),
        8: Field("is_active", "bool"),
        9: Field("is_focused", "bool"),
        11: Field("tree", TREE),
    }
)
APPLICATION, KEYBOARD = 1, 2
FOREST = Message({1: Field("windows", WINDOW, many=True)})
FOREST_RESPONSE = Message({1: Field("error", "str")})
