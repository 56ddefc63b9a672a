"""Crashes: whether an app fell over, also when the system shows no message about it.

Invariant: reads the phone's crash log and changes nothing.
"""

from __future__ import annotations

import re

from phonebuddy.phones.wire import Wire

_CRASH = re.compile(r"^\s*(\d+)\.\d+.*FATAL EXCEPTION", re.MULTILINE)
_PROCESS = re.compile(r"Process: ([\w.:]+), PID")


def crashed_since(wire: Wire, time_s: int) -> list[str]:
    """Packages that crashed at or after a moment of the phone's clock."""
    said = wire.run("logcat -b crash -d -v epoch", wire.patience.dump_s).text
    found = []
    for crash in _CRASH.finditer(said):
        process = _PROCESS.search(said, crash.end())
        if int(crash[1]) >= time_s and process is not None:
            found.append(process[1].partition(":")[0])
    return found
