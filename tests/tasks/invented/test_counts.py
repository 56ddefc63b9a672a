"""Counts: invented apps in which numbers go up and down and amounts are paid, and their data."""

from __future__ import annotations

import copy
import random
import re

import pytest

from phonebuddy.errors import TaskError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.counts import data
from phonebuddy.tasks.invented.counts.app import sketch_counts
from phonebuddy.tasks.invented.counts.plan import Counts
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.kinds import drawn_kind
from phonebuddy.tasks.invented.sketch import Deed, Sketch
from phonebuddy.tasks.invented.village import FOLDER, _yaml, write_app
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import UNDISTURBED, assert_doable


def _plan(number: int) -> Counts:
    return Counts(f"counts{number}", random.Random(f"test/{number}"))


def _sketch(number: int) -> Sketch:
    return sketch_counts(f"counts{number}", random.Random(f"test/{number}"))


def _first(*wanted: str) -> int:
    """The first app that counts in one of these ways."""
    return next(number for number in range(100) if _plan(number).count_as in wanted)


IN_ROWS, SAVED = _first("stepper", "buttons"), _first("saved")


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    folder = tmp_path_factory.mktemp("counts")
    folders = [write_app(folder, _sketch(number), is_mini=False) for number in (IN_ROWS, SAVED)]
    return build_image(extend_apps(default_apps(), folders), seed=0)


def _templates(number: int, image: Image) -> dict[str, TaskTemplate]:
    made = templates_of(Place(_sketch(number), "", ""), random.Random(number))
    found = parse_templates(_yaml(made), FOLDER, image.apps).values()
    return {one.id.partition("_")[2]: one for one in found}


def _named(number: int) -> dict[str, Deed]:
    return {deed.name: deed for deed in _sketch(number).deeds}


def test_apps_differ_in_build_and_words() -> None:
    made = [_plan(number) for number in range(40)]
    assert {one.count_as for one in made} == {"stepper", "buttons", "page", "saved"}
    acts = [act for one in made for act in one.acts]
    assert {act.shown_as for act in acts} == {"chips", "radio", "buttons", "rows"}
    assert len({act.other for act in acts}) > 6 and {act.tells_at for act in acts} == {
        "page",
        "field",
        "snackbar",
    }
    assert any(one.is_party for one in made) and len({one.kit.title for one in made}) > 20


def test_every_gold_reaches_its_goal_and_doing_nothing_does_not(image: Image) -> None:
    phone = WorldPhone(image, LOOK)
    for number in (IN_ROWS, SAVED):
        for template in _templates(number, image).values():
            assert_doable(phone, template)
    phone.close()


def _shown(phone: WorldPhone, template: TaskTemplate) -> str:
    """What stands on the screen behind the last step of gold."""
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
    return "\n".join(one.text or one.description for one in phone.observe().elements)


def _refusal(message: str) -> str:
    """The words of a message that hold no number."""
    return max(re.split(r"[${].*?}|\$?\d+", message), key=len)


def test_the_page_says_what_is_refused(image: Image) -> None:
    phone, plan = WorldPhone(image, LOOK), _plan(SAVED)
    templates = _templates(SAVED, image)
    assert _refusal(plan.too_many) in _shown(phone, templates["over_num"])
    for act in plan.acts:
        assert _refusal(act.refusal) in _shown(phone, templates[f"{act.does}_refused"])
        assert _refusal(act.refusal) not in _shown(phone, templates[f"{act.does}_typed"])
    phone.close()


@pytest.mark.parametrize(
    ("number", "form", "presses"), [(IN_ROWS, "one_more_num", 2), (SAVED, "over_num", 1)]
)
def test_another_number_than_was_asked_for_is_a_failure(
    number: int, form: str, presses: int, image: Image
) -> None:
    template = _templates(number, image)[form]
    phone = WorldPhone(image, LOOK)
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    values = {**started.values, "more": presses}
    done = perform(phone, Gold(template.gold, values, task.instruction, started.speech))
    assert not done.problem and not verify(template, phone, started, done.ending).is_success
    phone.close()


def test_what_is_refused_is_asked_for_in_the_words_of_what_is_not() -> None:
    deeds = _named(SAVED)
    assert set(deeds["over_num"].says) == set(deeds["to_num"].says)
    for act in _plan(SAVED).acts:
        offered, typed, refused = (deeds[f"{act.does}_{end}"] for end in ("offered", "typed", "refused"))
        bare = [
            {way.replace(" dollars", "").replace("$", "") for way in one.says} for one in (offered, typed)
        ]
        assert bare[0] == bare[1] and refused.end == "impossible" and typed.end == "finish"
        assert not set(typed.new["v"]) & {str(one) for one in act.presets}
        assert {str(one) for one in act.presets} == set(offered.new["v"])


def test_such_apps_are_drawn_now_and_then() -> None:
    chance = random.Random(0)
    share = sum(drawn_kind(chance, is_office=False)[0] == "counts" for _ in range(2_000)) / 2_000
    assert 0.05 < share < 0.14


def test_what_is_wrong_with_a_domain_is_told_with_the_fix() -> None:
    broken = copy.deepcopy({"bakery": data.domains()["bakery"], "tables": data.domains()["tables"]})
    broken["bakery"]["things"]["names"][0] = "Rye"
    broken["tables"]["secnd"] = broken["tables"].pop("second")
    with pytest.raises(TaskError) as caught:
        data.checked(broken)
    told = str(caught.value)
    assert "bakery: 'Rye' stands in 'Rye loaf'; rename one" in told
    assert "tables: 'secnd' means nothing (did you mean 'second'?)" in told


def test_what_is_wrong_with_a_way_is_told_with_the_fix() -> None:
    broken = copy.deepcopy(read_data(data.FOLDER / "says.yaml"))
    del broken["remove"]
    broken["to"]["party"] += ["make {it} {n}"]
    broken["in"]["any"] = [*broken["in"]["any"][:9], "{a} to {it}"]
    with pytest.raises(TaskError) as caught:
        data.checked_says(broken)
    told = str(caught.value)
    assert "'remove' is missing" in told and "names {unit} or {units}: 'make {it} {n}'" in told
    assert "in: 10 ways" in told and "begins with a slot begins with !: '{a} to {it}'" in told
