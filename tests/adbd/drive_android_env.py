"""Drives android_env, in a process of its own: its arguments are a folder, the adb program, and three ports.

Apart because that library leaves files and sockets open, which our tests take for mistakes. Prints `done` at
the end.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from android_env import loader
from android_env.components import config_classes as config
from android_env.proto import adb_pb2
from android_env.wrappers import a11y_grpc_wrapper

CLOCK = "com.google.android.deskclock/com.android.deskclock.DeskClock"


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
        trees = env.task_extras()["accessibility_tree"]
        packages = {
            node.package_name for tree in trees for window in tree.windows for node in window.tree.nodes
        }
        assert "com.google.android.deskclock" in packages, packages
    finally:
        env.close()
    print("done")


if __name__ == "__main__":
    main()
