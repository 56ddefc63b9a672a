"""Bitmaps of large widgets: what changes is drawn again, what stays is not."""

from __future__ import annotations

from collections.abc import Hashable

from phonebuddy.world.box import Box, draw_box
from phonebuddy.world.look import LookSpec, make_look
from phonebuddy.world.place import Place
from phonebuddy.world.render.frame import Draw, Fill
from phonebuddy.world.widgets.calendar_grid import first_day, month_box
from phonebuddy.world.widgets.media_player import MediaPlayer

LOOK = make_look(LookSpec())
MAY = 12 * 2026 + 4


def bitmaps(box: Box) -> set[Hashable]:
    """The keys under which what a box shows is kept."""
    draws: list[Draw | Fill] = []
    draw_box(box, 0, 0, (0, 0, box.width, box.height), draws)
    return {draw.tile.key for draw in draws if isinstance(draw, Draw)}


def test_a_picture_is_not_drawn_again_while_its_song_goes_on() -> None:
    def player(position: int) -> set[Hashable]:
        widget = MediaPlayer("Song", "Band", picture="forest", position=position, length=200)
        return bitmaps(widget.layout(Place(LOOK, None, 800, {}, {}), LOOK.width))

    one, two = player(1), player(2)
    assert len(one) > 4 and len(one - two) == len(two - one) == 2  # the slider, and the times under it
    assert player(1) == one


def test_days_are_not_drawn_again_when_another_is_chosen() -> None:
    first = first_day(MAY)
    one, two = (bitmaps(month_box(LOOK, 700, MAY, first + day, first)) for day in (4, 9))
    assert len(one) > 31 and len(one - two) == len(two - one) == 2
