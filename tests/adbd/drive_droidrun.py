"""Drives DroidRun's Android driver, in a process and an environment of its own; its argument is a serial.

Lines of JSON in: [verb, arguments...]; lines of JSON out. Run by test_more_clients.py.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from typing import Any

from mobilerun_core_local.driver.android.adb import AndroidDriver


def walk(tree: Any) -> Iterator[dict[str, Any]]:
    for node in tree if isinstance(tree, list) else [tree]:
        yield node
        yield from walk(node.get("children", []))


async def find(driver: Any, label: str) -> list[int]:
    """The middle of the last node that says it, in the driver's own tree."""
    tree = (await driver.get_ui_tree())["a11y_tree"]
    said = [node for node in walk(tree) if label in node.values()]
    bounds = said[-1]["boundsInScreen"] if "boundsInScreen" in said[-1] else said[-1]["bounds"]
    return [(bounds["left"] + bounds["right"]) // 2, (bounds["top"] + bounds["bottom"]) // 2]


async def main() -> None:
    driver = AndroidDriver(sys.argv[1])
    await driver.connect()
    for line in sys.stdin:
        verb, *given = json.loads(line)
        answer: Any = None
        if verb == "start":
            answer = str(await driver.start_app(*given))
        elif verb == "find":
            answer = await find(driver, *given)
        elif verb == "tap":
            await driver.tap(*given)
        elif verb == "type":
            await driver.input_text(*given)
        elif verb == "look":
            answer = [len(await driver.screenshot()), sorted(await driver.list_packages())]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
