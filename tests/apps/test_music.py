"""Tidewave: songs of the life, playlists with their undo, and a queue that goes on with the clock."""

from __future__ import annotations

import pytest

from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.hand import image
from tests.apps.steps import do, texts, value, words


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(0), LookSpec("540x1200"))
    do(phone, "open: music")
    return phone


def _songs(phone: WorldPhone, name: str) -> tuple[str, ...]:
    rows = phone.state(
        "SELECT title FROM music_playlist_song JOIN music_playlist ON playlist_id = playlist_creator_id "
        f"WHERE playlist_name = '{name}' ORDER BY song_key"
    )
    return tuple(str(title) for (title,) in rows)


@pytest.mark.parametrize("seed", [0, 5])
def test_playlists_hold_songs_that_exist(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert value(phone, "SELECT count(*) >= 30 FROM music_song") == 1
    assert not phone.state(
        "SELECT id, title, duration FROM music_playlist_song "
        "EXCEPT SELECT id, title, 1000 * seconds FROM music_song"
    )


def test_a_playlist_is_made_filled_and_kept_without_doubles(phone: WorldPhone) -> None:
    titles = [str(title) for (title,) in phone.state("SELECT title FROM music_song ORDER BY title LIMIT 2")]
    do(phone, "tap: Playlists", "tap: New playlist", "type: cooking", "tap: Create")
    assert "There is a playlist cooking already" in texts(phone)
    do(phone, "tap: New playlist", "type: Rainy days", "tap: Create", "tap: Add songs")
    do(phone, f"tap: {titles[1]}", f"tap: {titles[0]}", f"tap: {titles[1]}")
    assert "It is in Rainy days already" in texts(phone)
    assert _songs(phone, "Rainy days") == (titles[1], titles[0])


def test_removing_a_song_and_a_playlist_is_undone(phone: WorldPhone) -> None:
    before, rows = _songs(phone, "Morning run"), phone.state("SELECT * FROM music_playlist_song")
    phone.open_page("music", "playlist", {"id": 1})
    do(phone, f"tap: More for {before[0]}", "tap: Remove from playlist")
    assert _songs(phone, "Morning run") == before[1:]
    do(phone, "tap: Undo")
    assert phone.state("SELECT * FROM music_playlist_song") == rows
    do(phone, "tap: More options", "tap: Delete playlist", "tap: Delete", "tap: Undo")
    assert phone.state("SELECT * FROM music_playlist_song") == rows


def test_the_queue_plays_on_and_takes_what_comes_next(phone: WorldPhone) -> None:
    rows = phone.state("SELECT id, title FROM music_song ORDER BY id LIMIT 3")
    first, second, other = ((int(str(number)), str(title)) for number, title in rows)
    phone.open_page("music", "album", {"id": 1})
    do(phone, f"tap: {first[1]}")
    assert value(phone, "SELECT title FROM music_player_now") == first[1]
    phone.open_page("music", "album", {"id": 1})
    do(phone, f"tap: More for {other[1]}", "tap: Play next")
    do(phone, "wait: 600000")
    played = phone.state("SELECT item FROM music_player_queue ORDER BY place LIMIT 3")
    assert played == ((first[0],), (other[0],), (second[0],))
    assert value(phone, "SELECT item FROM music_player_now") != first[0]


def test_search_by_artist_and_a_song_that_is_shared(phone: WorldPhone) -> None:
    title, artist = words(phone, "SELECT title, artist FROM music_song ORDER BY id DESC LIMIT 1")
    do(phone, "tap: Search", f"type: {artist}")
    assert title in texts(phone)
    do(phone, f"tap: {title}", "tap: More options", "tap: Share", "tap: Notes")
    assert phone.state(f"SELECT 1 FROM notes_note WHERE body LIKE '%{artist}%'")


def test_a_playlist_is_saved_as_a_file_once(phone: WorldPhone) -> None:
    phone.open_page("music", "playlist", {"id": 2})
    do(phone, "tap: More options", "tap: Save as file", "tap: More options", "tap: Save as file")
    ((text, count),) = phone.state("SELECT text, count(*) FROM files_file WHERE name = 'Cooking.m3u'")
    assert count == 1 and str(text).count("#EXTINF") == len(_songs(phone, "Cooking"))
