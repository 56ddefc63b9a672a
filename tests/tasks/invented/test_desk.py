"""Desk: invented apps that look after one class of things, and the lexicon they speak."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from phonebuddy.errors import AppError
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.desk.app import MOST_DEEDS, sketch_cards, sketch_desk
from phonebuddy.tasks.invented.desk.checking import check_lexicon
from phonebuddy.tasks.invented.desk.labels import Labels
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.desk.values import pools
from phonebuddy.tasks.invented.desk.words import FOLDER as LEXICON
from phonebuddy.tasks.invented.desk.words import lexicon
from phonebuddy.tasks.invented.kinds import Maker, drawn_kind
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.village import FOLDER, write_app
from phonebuddy.tasks.proving import LOOK
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import assert_doable

FEW, MANY = 4, 40


def _chance(number: int) -> random.Random:
    return random.Random(f"test/{number}")


def _sketch(number: int, make: Maker = sketch_desk) -> Sketch:
    return make(f"desk{number}", _chance(number))


def _play(folder: Path, numbers: range, make: Maker = sketch_desk) -> int:
    """Every gold of these apps; how many there were."""
    sketches = list({one.title: one for one in (_sketch(number, make) for number in numbers)}.values())
    folders = [write_app(folder, one, is_mini=False) for one in sketches]
    image: Image = build_image(extend_apps(default_apps(), folders), seed=0)
    phone, count = WorldPhone(image, LOOK), 0
    for one in sketches:
        made = templates_of(Place(one, "", ""), random.Random(one.name))
        for template in read_templates(made, FOLDER, image.apps).values():
            assert_doable(phone, template)
            count += 1
    return count


def test_the_same_chance_gives_the_same_app() -> None:
    for number in range(3):
        assert _sketch(number) == _sketch(number)
    assert _sketch(0) != _sketch(1)


def test_apps_differ_in_what_is_asked_and_in_what_they_are_made_of() -> None:
    made = [_sketch(number) for number in range(16)]
    assert len({one.title for one in made}) > 12
    assert len({tuple(one.app["pages"]) for one in made}) > 5
    for one in made:
        assert 12 < len({deed.name for deed in one.deeds}) == len(one.deeds) <= MOST_DEEDS
        assert len(one.reads) > 4


def test_every_gold_reaches_its_goal(tmp_path: Path) -> None:
    assert _play(tmp_path, range(FEW)) > 100


@pytest.mark.slow
def test_every_gold_reaches_its_goal_in_many_apps(tmp_path: Path) -> None:
    counts = [_play(tmp_path / str(first), range(first, first + 5)) for first in range(FEW, FEW + MANY, 5)]
    assert sum(counts) > 1_000


def test_every_card_is_done_where_it_starts(tmp_path: Path) -> None:
    sketch = _sketch(2, sketch_cards)
    made = templates_of(Place(sketch, "", ""), _chance(0))
    assert len(made) == len(sketch.deeds) > 10
    assert all("open" not in step for one in made.values() for step in one["gold"])
    assert {name.split("_")[1] for name in made} >= {"do", "tell", "set"}
    assert _play(tmp_path, range(2, 3), sketch_cards) == len(made)


@pytest.mark.slow
def test_every_card_of_many_apps(tmp_path: Path) -> None:
    assert _play(tmp_path, range(100, 100 + MANY), sketch_cards) > 15 * MANY


def test_what_stands_on_a_page_is_told_apart_by_its_label() -> None:
    for number in range(12):
        plan = Plan("desk", _chance(number))
        labels = [one.label for one in plan.buttons] + [one.undo for one in plan.buttons if one.undo]
        labels += [one.field.label for one in plan.lines] + list(plan.places.values())
        assert all(labels) and len({label.lower() for label in labels}) == len(labels)
        assert not any(label in name for label in labels for name in plan.names)


def test_something_easily_taken_for_it_stands_beside_a_fact_and_a_deed() -> None:
    for number in range(12):
        plan = Plan("desk", _chance(number))
        for near, names in (
            ([set(one.fact.near) for one in plan.lines], {one.fact.name for one in plan.lines}),
            ([set(one.act.near) for one in plan.buttons], {one.act.name for one in plan.buttons}),
        ):
            assert any(one & names for one in near)


def test_every_deed_can_be_done_to_something_and_an_undo_undoes_something() -> None:
    for number in range(12):
        plan = Plan("desk", _chance(number))
        assert len(plan.listed()) >= 5
        for one in plan.buttons:
            assert any(not row[one.column] for row in plan.listed())
            assert all(row["place"] == one.act.goes for row in plan.rows if row[one.column] and one.act.goes)


def test_what_a_deed_does_no_change_of_a_fact_does_too() -> None:
    rivals, num_fixed = lexicon().rivals, 0
    for number in range(24):
        plan = Plan("desk", _chance(number))
        fixed = {fact for one in plan.buttons for fact in rivals.get(one.act.name, ())}
        lines = [one for one in plan.lines if one.fact.name in fixed]
        assert not any(one.is_set or one.clear for one in lines)
        num_fixed += len(lines)
    assert num_fixed > 5


def test_a_label_that_is_part_of_a_text_or_of_another_is_not_drawn() -> None:
    labels = Labels(["Pay the plumber"], random.Random(0))
    assert labels.draw(["Pay", "Settle"]) == "Settle"
    assert labels.draw(["Settle up", "Settle", "settle"]) == ""
    labels.put_back("Settle")
    assert labels.draw(["Settle up"]) == "Settle up"


def test_an_app_of_things_that_built_in_apps_keep_too_is_always_named() -> None:
    made = [_sketch(number) for number in range(60)]
    nouns = {one.app["domain"]: one.tells for one in made}
    assert any(nouns.values()) and not any(
        tells for noun, tells in nouns.items() if noun in pools()["elsewhere"]
    )
    assert set(nouns) & set(pools()["elsewhere"])


def test_no_write_puts_a_whole_phrase_where_only_a_name_fits() -> None:
    said = [way for number in range(60) for write in _sketch(number).writes for way in write.says]
    assert len(said) > 100
    assert not [way for way in said if re.search(r"\b(?:the|an?|their) \{v\}|\{v\}'s", way)]


def test_every_fourth_app_is_a_desk() -> None:
    chance = random.Random(0)
    share = sum(drawn_kind(chance, is_office=False)[0] == "desk" for _ in range(2_000)) / 2_000
    assert 0.22 < share < 0.28
    assert {drawn_kind(chance, is_office=True) for _ in range(9)} == {("desk", sketch_cards)}


def test_the_lexicon_is_well_formed() -> None:
    check_lexicon(LEXICON)
    words = lexicon()
    assert len(words.things) > 60 and len(words.acts) > 150 and len(words.facts) > 100
    assert not words.missing, "\n".join(words.missing)


def test_most_is_said_in_other_words_than_the_label() -> None:
    """That is what the lexicon is for."""
    counts = [0, 0]
    for act in lexicon().acts.values():
        said = {word for label in act.labels for word in re.findall(r"[a-z]+", label.lower())}
        for way in act.says:
            counts[0] += bool(said & set(re.findall(r"[a-z]{4,}", way.lower())))
            counts[1] += 1
    assert counts[0] / counts[1] < 0.4


BROKEN = {
    "things.yaml": """
card:
  nouns: [card]
  titles: [Cards, Cardo*, Plastico*]
  icon: no-such-icon
  names: [Gold, Gold]
  facts: [fee, colour]
  deeds: [freeze, block]
""",
    "deeds_some.yaml": """
freeze: {labels: [Freeze, block], says: ["freeze {it}", "freeze", "end {it}."], near: [block], state: frozen}
block: {labels: [block], says: ["freeze {it}"], state: frozen, near: [freeze], goes: cellar, why: no}
""",
    "facts.yaml": """
fee:
  kind: dollars
  labels: [Fee]
  asks: ["what is the fee of {it}"]
  things: ["the fee"]
  values: [5, 1]
  clear: ["drop {it} {v}"]
  near: []
""",
    "places.yaml": "bin: {labels: [Bin], said: [in the bin]}\n",
}


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    for name, text in BROKEN.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_broken_lexicon_is_told_with_its_lines(broken: Path) -> None:
    with pytest.raises(AppError) as caught:
        check_lexicon(broken)
    told = str(caught.value)
    assert "things.yaml:3: there is no icon 'no-such-icon'" in told
    assert "things.yaml:6: 'card' has 2 names; at least 24" in told and "'Gold' twice in names" in told
    assert "most titles of 'card' are brands" in told
    assert "'freeze' and 'block' leave a thing in one state" in told
    assert "'freeze' and 'block' are both called ['block']" in told
    assert "deeds_some.yaml:2: 'freeze' has no {it}; say it with {it}" in told
    assert "'end {it}.' ends with '.'" in told and "label 'block' begins with a small letter" in told
    assert "'freeze {it}' is a way of two things" in told
    assert "unknown key of deeds 'block' 'why'" in told
    assert "unknown kind of fact 'fee' 'dollars'" in told and "is no question; end it with ?" in told
    assert "'drop {it} {v}' has {v}; accepted here: {it}" in told
    assert "fact 'fee' needs both clear and clear_labels" in told


def test_names_that_no_file_has_are_left_out_and_listed(broken: Path) -> None:
    found = lexicon(broken)
    assert (
        "card: no 'colour' among facts" in found.missing
        and "block: no 'cellar' among places" in found.missing
    )
    assert found.acts["block"].goes == "" and not found.things
    assert "card: 1 facts and 2 deeds, of each 9 are needed" in found.missing
