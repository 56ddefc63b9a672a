"""The one place that imports Skia.

Its invariant: everybody else takes `skia` from here, so a machine that lacks Skia or the system libraries
it links against gets one clear SetupError and not a loader's message.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from phonebuddy.errors import SetupError

_SYSTEM_LIBRARIES = ("libEGL", "libGL", "libOpenGL")


def load_skia() -> ModuleType:
    """The skia module, or a SetupError that names the package to install."""
    try:
        return importlib.import_module("skia")
    except ImportError as problem:
        raise SetupError(_advice(str(problem))) from problem


def _advice(problem: str) -> str:
    if any(name in problem for name in _SYSTEM_LIBRARIES):
        return (
            f"Skia cannot start, a system library is missing ({problem}). "
            "On Debian or Ubuntu: apt-get install libegl1 libgl1"
        )
    return f"Skia cannot be imported ({problem}). Install it: pip install skia-python"


load_skia()
import skia  # type: ignore[import-not-found, unused-ignore] # noqa: E402  (after the check above)

__all__ = ["load_skia", "skia"]
