"""Tables that AndroidWorld reads have exactly the columns of the real apps: others break its checks."""

from __future__ import annotations

import pytest

from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import BUILT_IN
from phonebuddy.world.spec.nodes import read_yaml
from tests.apps.hand import image

COLUMNS = {
    "calendar_events": """id start_ts end_ts title location description reminder_1_minutes reminder_2_minutes
        reminder_3_minutes reminder_1_type reminder_2_type reminder_3_type repeat_interval repeat_rule
        repeat_limit repetition_exceptions attendees import_id time_zone flags event_type parent_id
        last_updated source availability color type""",
    "recipes_recipes": """recipeId title imageName description servings preparationTime source ingredients
        directions favorite""",
    "expenses_expense": "expense_id name amount category note created_date modified_date",
    "tasks_tasks": """_id title importance dueDate hideUntil created modified completed deleted notes
        estimatedSeconds elapsedSeconds timerStart notificationFlags lastNotified recurrence repeat_from
        calendarUri remoteId collapsed parent order read_only""",
    "music_playlist": "playlist_id playlist_name",
    "music_playlist_song": """song_key playlist_creator_id id title track_number year duration data
        date_modified album_id album_name artist_id artist_name composer album_artist""",
    "messages_sms": """_id thread_id address person date date_sent protocol read status type
        reply_path_present subject body service_center locked sub_id error_code creator seen""",
}


@pytest.mark.parametrize("table", COLUMNS)
def test_a_table_of_a_real_app_has_its_columns(table: str) -> None:
    rows = WorldPhone(image()).state("SELECT name FROM pragma_table_info(?)", (table,))
    assert {name for (name,) in rows} == set(COLUMNS[table].split())


@pytest.mark.parametrize("table", COLUMNS)
def test_it_is_handed_out_in_the_file_of_that_app(table: str) -> None:
    android = read_yaml(BUILT_IN / table.partition("_")[0] / "app.yaml", "app.yaml").get("android")
    databases = android and android.get("databases")
    assert databases
    assert table in {name.text for _, tables in databases.pairs() for _, name in tables.pairs()}
