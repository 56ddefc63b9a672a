"""Data: the words of a kind are read once, and a file that is no YAML says where."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.errors import AppError
from phonebuddy.tasks.invented.data import read_data


def test_a_file_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    path.write_text("size: 7\n", "utf-8")
    found = read_data(path)
    path.unlink()
    assert found == {"size": 7} and read_data(path) is found
    with pytest.raises(AppError):
        read_data(path, as_written=True)  # is another reading


def test_words_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    path.write_text("is_on: Off\nversion: 7.50\nyear: '2026'\n", "utf-8")
    assert read_data(path, as_written=True) == {"is_on": "Off", "version": "7.50", "year": "2026"}


def test_what_is_no_yaml_says_where(tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    path.write_text("one: [1\ntwo: 2\n", "utf-8")
    with pytest.raises(AppError, match=r"words.yaml:\d"):
        read_data(path)
