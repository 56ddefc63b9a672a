"""What tests of the village's data share: files in which something is wrong, and what is said of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from phonebuddy.errors import AppError


def complaint(
    check: Callable[[Path], None], files: Iterable[Path], into: Path, file: str, right: str, wrong: str
) -> str:
    """What a checker says of the files once something right in one of them is replaced by something wrong."""
    for one in files:
        shutil.copy(one, into / one.name)
    place = into / file
    text = place.read_text("utf-8")
    assert right in text
    place.write_text(text.replace(right, wrong), encoding="utf-8")
    with pytest.raises(AppError) as found:
        check(into)
    return str(found.value)
