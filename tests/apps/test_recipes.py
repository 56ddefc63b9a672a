"""Recipes by tapping and typing: writing down, changing, deleting with undo, planning, shopping, cooking."""

from __future__ import annotations

import re

import pytest

from phonebuddy.world.image import Image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.steps import do, image_of, texts, value

APPS = ("calendar", "contacts", "dialer", "files", "hub", "mail", "messages", "notes", "recipes", "shop")
COLUMNS = (
    "recipeId title imageName description servings preparationTime source ingredients directions favorite"
)
TODAY = 20585 * 86400


def image(seed: int = 0) -> Image:
    return image_of(seed, *APPS)


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("360x800"))
    do(phone, "open: recipes")
    return phone


def open_recipe(phone: WorldPhone, title: str) -> None:
    """All but the last letters, so that the field is not called like what is found."""
    do(phone, "tap: Search", f"type: {title[:-2]}", "press: back", f"tap: {title}")


def test_the_table_is_the_one_that_androidworld_reads(phone: WorldPhone) -> None:
    names = [name for (name,) in phone.state("SELECT name FROM pragma_table_info('recipes_recipes')")]
    assert names == COLUMNS.split()


@pytest.mark.parametrize("seed", (0, 3, 5))
def test_every_person_has_a_cookbook_that_agrees_with_their_notes(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert int(str(value(phone, "SELECT count(*) FROM recipes_recipes"))) >= 30
    noted = "SELECT count(*) FROM recipes_recipes JOIN notes_note USING (title) WHERE recipeId = 40"
    assert value(phone, noted) == 1


def test_a_recipe_is_written_down_without_anything_left_null(phone: WorldPhone) -> None:
    do(phone, "tap: Add", "tap: Title", "type: Toast", "tap: Servings", "type: 1 serving", "tap: Save")
    (row,) = phone.state("SELECT * FROM recipes_recipes WHERE title = 'Toast'")
    assert row[1:] == ("Toast", "", "", "1 serving", "", "", "", "", 0)


def test_a_recipe_needs_a_title_and_leaving_asks(phone: WorldPhone) -> None:
    do(phone, "tap: Add", "tap: Save")
    assert "Enter a title" in texts(phone)
    do(phone, "tap: Description", "type: Something", "press: back", "press: back")
    assert "Discard changes?" in texts(phone)


def test_changing_a_recipe_keeps_the_rest(phone: WorldPhone) -> None:
    before = phone.state("SELECT * FROM recipes_recipes WHERE title = 'Shakshuka'")[0]
    open_recipe(phone, "Shakshuka")
    do(phone, "tap: Edit", "tap: Source", "type: !", "tap: Save")
    after = phone.state("SELECT * FROM recipes_recipes WHERE title = 'Shakshuka'")[0]
    assert after == (*before[:6], str(before[6]) + "!", *before[7:])


def test_deleting_asks_and_undo_brings_everything_back(phone: WorldPhone) -> None:
    where = "WHERE recipeId = 14"
    before = phone.state(f"SELECT * FROM recipes_recipes {where}")
    plan = phone.state("SELECT * FROM recipes_plan ORDER BY day")
    open_recipe(phone, "Spinach lasagne")
    do(phone, "tap: Delete", "tap: Delete")
    assert not phone.state(f"SELECT 1 FROM recipes_recipes {where}")
    do(phone, "tap: Undo")
    assert phone.state(f"SELECT * FROM recipes_recipes {where}") == before
    assert phone.state("SELECT * FROM recipes_plan ORDER BY day") == plan
    assert phone.state("SELECT category FROM recipes_filed WHERE recipe = 14") == ((3,),)


def test_favourites_and_categories_narrow_the_list(phone: WorldPhone) -> None:
    open_recipe(phone, "Apple crumble")
    do(phone, "tap: Add to favourites", "press: back", "tap: Close search", "tap: Favourites")
    assert "Apple crumble" in texts(phone)
    do(phone, "tap: Breakfast")
    shown = texts(phone)
    assert "Overnight oats" in shown
    assert "Apple crumble" not in shown


def test_search_finds_by_ingredients(phone: WorldPhone) -> None:
    do(phone, "tap: Search", "type: horseradish")
    assert "Beetroot and apple salad" in texts(phone)
    do(phone, "type: xyz")
    assert "No recipes here yet. Tap + to write one down." in texts(phone)


def test_a_recipe_is_planned_and_a_taken_day_is_asked_about(phone: WorldPhone) -> None:
    open_recipe(phone, "Mapo tofu")
    do(phone, "tap: Plan", "tap: Today")
    assert "Replace what is planned?" in texts(phone)
    do(phone, "tap: Replace")
    assert value(phone, f"SELECT recipe FROM recipes_plan WHERE day = {TODAY}") == 18


def test_what_is_taken_off_the_plan_comes_back_by_undo(phone: WorldPhone) -> None:
    do(phone, "tap: Plan", "tap: More for Today", "tap: Take off the plan")
    assert not phone.state(f"SELECT 1 FROM recipes_plan WHERE day = {TODAY}")
    do(phone, "tap: Undo")
    assert value(phone, f"SELECT recipe FROM recipes_plan WHERE day = {TODAY}") == 14


def test_a_planned_dish_goes_to_the_calendar(phone: WorldPhone) -> None:
    do(phone, "tap: Plan", "tap: More for Today", "tap: Add to calendar", "tap: Save")
    made = "SELECT start_ts FROM calendar_events WHERE title = 'Spinach lasagne'"
    assert value(phone, made) == TODAY + 66600


def test_ingredients_are_put_on_the_shopping_list_and_ticked(phone: WorldPhone) -> None:
    open_recipe(phone, "Chocolate pots")
    do(phone, "tap: Add to shopping list", "tap: 2 tbsp sugar", "tap: Add 3 items")
    bought = "SELECT name FROM recipes_shopping WHERE recipe = 30 ORDER BY id"
    assert [name for (name,) in phone.state(bought)] == [
        "150 g dark chocolate", "200 ml cream", "1 pinch of salt",
    ]  # fmt: skip
    do(phone, "press: back", "tap: Close search", "tap: Shopping", "tap: 200 ml cream")
    assert value(phone, "SELECT done FROM recipes_shopping WHERE name = '200 ml cream'") == 1
    do(phone, "tap: Clear what is bought")
    assert not phone.state("SELECT 1 FROM recipes_shopping WHERE done")
    do(phone, "tap: Undo")
    assert value(phone, "SELECT count(*) FROM recipes_shopping WHERE done") == 2


def test_cooking_goes_step_by_step(phone: WorldPhone) -> None:
    open_recipe(phone, "Banana bread")
    do(phone, "tap: Cook")
    assert "Mash the bananas with sugar and oil." in texts(phone)
    do(phone, "tap: Next", "tap: Next", "tap: Previous", "tap: Next", "tap: Finish")
    assert "Enjoy your meal" in texts(phone)


def test_a_recipe_is_shared_as_a_mail(phone: WorldPhone) -> None:
    open_recipe(phone, "Chocolate pots")
    do(phone, "tap: Share", "tap: Mail")
    assert phone.observe().package == "com.phoneworld.mail"
    assert any("150 g dark chocolate" in text for text in texts(phone))


def test_a_chinese_person_reads_chinese() -> None:
    phone = WorldPhone(image(5), LookSpec("360x800"))
    do(phone, "open: recipes", "tap: 奶酪司康")
    left = [text for text in texts(phone) if re.search("[A-Za-z]{2,}", text)]
    assert not [text for text in left if not re.search("[A-Z][a-z]+ [A-Z]|www", text)]
