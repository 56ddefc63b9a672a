"""All steps in order."""

from __future__ import annotations

import pytest

from phonebuddy.errors import TraceError
from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from tests.rebuild.learnt import page_with
from tests.rebuild.recorded import OATS, RUN, SALT, WARN


def test_the_app_starts_where_recordings_start(model: AppModel) -> None:
    assert model.pages[model.start] is page_with(model, "Pantry")


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(TraceError, match="no steps"):
        build_model([])


def test_the_order_of_tasks_does_not_change_what_is_learnt() -> None:
    one, two = build_model([RUN, SALT, OATS, WARN]), build_model([RUN, WARN, OATS, SALT])
    assert {page.name for page in one.pages} == {page.name for page in two.pages}
