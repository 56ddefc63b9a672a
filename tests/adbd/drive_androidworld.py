"""Drives AndroidWorld's own environment class, in a process of its own: its arguments are a folder, the adb
program, three ports, and the number of the bike that the task is about.

Apart for the reason `drive_android_env.py` is. Everything goes through `AsyncAndroidEnv` and its JSON
actions; the forwarder's APK, which AndroidWorld downloads, is not asked for: the phone has it. Prints `done`
at the end.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from android_env import loader
from android_env.components import config_classes as config
from android_world.env import android_world_controller, interface
from android_world.env.json_action import JSONAction
from android_world.utils import datetime_utils

SEEN_S = 60.0
"""For an element to show itself; a busy machine takes its time."""
CLOCK = "com.google.android.deskclock"
TYPED = 'it\'s "a" (b) & c; $x #1 | <y>'


def main() -> None:
    folder, adb, port, grpc_port, server_port = Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:6])
    task = folder / "task.textproto"
    task.write_text('id: "x"\nname: "x"\n')
    launcher = config.EmulatorLauncherConfig(
        emulator_console_port=port - 1, adb_port=port, grpc_port=grpc_port
    )
    controller = config.AdbControllerConfig(adb_path=adb, adb_server_port=server_port)
    simulator = config.EmulatorConfig(emulator_launcher=launcher, adb_controller=controller)
    plain = loader.load(
        config.AndroidEnvConfig(task=config.FilesystemTaskConfig(path=str(task)), simulator=simulator)
    )
    env = interface.AsyncAndroidEnv(
        android_world_controller.AndroidWorldController(plain, install_a11y_forwarding_app=False)
    )
    try:
        datetime_utils.setup_datetime(env.controller)
        look_around(env)
        search_the_contacts(env)
        unlock_a_bike(env, sys.argv[6])
    finally:
        env.close()
    print("done")


def do(env: Any, action: str, **values: Any) -> None:
    env.execute_action(JSONAction(action_type=action, **values))


def labels(env: Any) -> list[str]:
    """Of the elements, once they stay the same."""
    return [element.text or "" for element in env.get_state(wait_to_stabilize=True).ui_elements]


def index_of(env: Any, label: str) -> int:
    """AndroidWorld's number for the element that says so; the last one is on top."""
    until = time.monotonic() + SEEN_S
    while True:
        elements = env.get_state().ui_elements
        said = [(one.text, one.content_description, one.hint_text) for one in elements]
        found = [number for number, words in enumerate(said) if label in words]
        if found:
            return found[-1]
        assert time.monotonic() < until, f"no '{label}' among {said}"


def look_around(env: Any) -> None:
    state = env.reset(go_home=True)
    assert state.pixels.shape == (2400, 1080, 3) and state.ui_elements
    assert env.logical_screen_size == env.device_screen_size == (1080, 2400) and env.orientation == 0
    do(env, "open_app", app_name="clock")
    assert env.foreground_activity_name.startswith(CLOCK)
    assert CLOCK in {element.package_name for element in env.get_state().ui_elements}
    do(env, "open_app", app_name="settings")
    top = labels(env)
    do(env, "scroll", direction="down")
    assert labels(env) != top
    do(env, "scroll", direction="up")
    assert labels(env) == top
    do(env, "navigate_home")
    home = labels(env)
    do(env, "swipe", direction="down")
    assert labels(env) != home
    do(env, "navigate_back")


def search_the_contacts(env: Any) -> None:
    """Types what a shell could stumble over, then types over it."""
    do(env, "open_app", app_name="contacts")
    for text, values in ((TYPED, {}), ("New one", {"clear_text": True})):
        field = next(i for i, element in enumerate(env.get_state(True).ui_elements) if element.is_editable)
        do(env, "input_text", index=field, text=text, **values)
        assert text in labels(env)
    do(env, "navigate_home")


def unlock_a_bike(env: Any, number: str) -> None:
    do(env, "open_app", app_name="com.phoneworld.hub")
    for label in ("Spokeway", "Enter number"):
        do(env, "click", index=index_of(env, label))
    do(env, "input_text", index=index_of(env, "Bike number"), text=number)
    for label in ("Find bike", "Unlock"):
        do(env, "click", index=index_of(env, label))


if __name__ == "__main__":
    main()
