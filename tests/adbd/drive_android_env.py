"""Drives android_env, in a process of its own: its arguments are a folder, the adb program, three ports, and
the number of the bike that the task is about.

Apart because that library leaves files and sockets open, which our tests take for mistakes. It unlocks the
bike with android_env's own touches, text and accessibility trees, and prints `done` at the end.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from android_env import loader
from android_env.components import config_classes as config
from android_env.proto import adb_pb2
from android_env.wrappers import a11y_grpc_wrapper

CLOCK = "com.google.android.deskclock/com.android.deskclock.DeskClock"
HUB = "com.phoneworld.hub/com.phoneworld.hub.MainActivity"
TOUCH, LIFT, REPEAT = 0, 1, 2
SEEN_S = 60.0
"""For a tree that shows what was done; a busy machine takes its time."""


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
    env = a11y_grpc_wrapper.A11yGrpcWrapper(plain, install_a11y_forwarding=False, start_a11y_service=True)
    try:
        assert env.reset().observation["pixels"].shape == (2400, 1080, 3)
        start = adb_pb2.AdbRequest.StartActivity(full_activity=CLOCK)
        assert env.execute_adb_call(adb_pb2.AdbRequest(start_activity=start)).status == adb_pb2.AdbResponse.OK
        env.step({"action_type": np.array(1), "touch_position": np.array([0.5, 0.5], np.float32)})
        asked = adb_pb2.AdbRequest(get_current_activity=adb_pb2.AdbRequest.GetCurrentActivity())
        assert env.execute_adb_call(asked).get_current_activity.full_activity == CLOCK
        packages = {node.package_name for node in nodes(env)}
        assert "com.google.android.deskclock" in packages, packages
        unlock_a_bike(env, sys.argv[6])
    finally:
        env.close()
    print("done")


def nodes(env: Any) -> list[Any]:
    """Those of the newest tree."""
    trees = env.task_extras().get("accessibility_tree", [])
    return [node for window in trees[-1].windows for node in window.tree.nodes] if len(trees) else []


def call(env: Any, **request: Any) -> None:
    answer = env.execute_adb_call(adb_pb2.AdbRequest(**request))
    assert answer.status == adb_pb2.AdbResponse.OK, answer


def tap(env: Any, label: str) -> None:
    """Touch and lift where the newest tree has the label."""
    until = time.monotonic() + SEEN_S
    found: list[Any] = []
    while not found:
        assert time.monotonic() < until, f"no '{label}'"
        step(env, REPEAT, 0.0, 0.0)
        found = [
            node for node in nodes(env) if label in (node.text, node.content_description, node.hint_text)
        ]
    bounds = found[-1].bounds_in_screen
    x, y = (bounds.left + bounds.right) / 2 / 1080, (bounds.top + bounds.bottom) / 2 / 2400
    step(env, TOUCH, x, y)
    step(env, LIFT, x, y)


def step(env: Any, kind: int, x: float, y: float) -> None:
    env.step({"action_type": np.array(kind), "touch_position": np.array([x, y], np.float32)})


def unlock_a_bike(env: Any, number: str) -> None:
    call(env, start_activity=adb_pb2.AdbRequest.StartActivity(full_activity=HUB))
    for label in ("Spokeway", "Enter number", "Bike number"):
        tap(env, label)
    call(env, input_text=adb_pb2.AdbRequest.InputText(text=number))
    for label in ("Find bike", "Unlock"):
        tap(env, label)


if __name__ == "__main__":
    main()
