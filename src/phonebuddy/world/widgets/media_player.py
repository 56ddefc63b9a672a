"""media_player: what is playing: its picture, how far it is, and the buttons to steer it."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, Effects, EffectsOnValue, MaybePicture, Number, Text, Yes
from phonebuddy.world.widgets.base import Widget, icon_box, round_rect, text_box
from phonebuddy.world.widgets.image import ImageWidget
from phonebuddy.world.widgets.slider import Slider

ART_DP, MOST_DP = 320, 480
SIDE_DP, PLAY_DP = 24, 72


class MediaPlayer(Widget, frozen=True):
    """A song, an episode or a film: its picture, how far it is, and play, previous and next.

    title: what is playing
    subtitle: by whom, or from where
    picture: what its picture shows, or none
    seed: which picture of its kind; the title where it is left out
    position: how far it is, in seconds
    length: how long it takes, in seconds
    playing: true while it plays
    on_toggle: what the play button does
    on_seek: what moving the handle does; :value is the second
    on_next: what the button for the next one does; left out, there is none
    on_previous: what the button for the one before does; left out, there is none
    """

    NAME: ClassVar[str] = "media_player"
    MAIN: ClassVar[str] = "title"
    title: Text
    subtitle: Text = ""
    picture: MaybePicture = "none"
    seed: Text = ""
    position: Number = 0
    length: Number = 0
    playing: Yes = False
    on_toggle: Effects = NO_EFFECTS
    on_seek: EffectsOnValue = NO_EFFECTS
    on_next: Effects = NO_EFFECTS
    on_previous: Effects = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        inner = max(1, min(width - 2 * look.dp(SIDE_DP), look.dp(MOST_DP)))
        left, y = (width - inner) // 2, look.dp(16)
        parts: list[Placed] = []

        def add(box: Box, key: str, gap: int) -> None:
            nonlocal y
            # Each second the times change: the picture, which stays, must not be drawn again with them.
            box.background = look.background
            x = left + (inner - box.width) // 2 if key in ("art", "buttons") else left
            parts.append(Placed(box, x, y, key))
            y += box.height + look.dp(gap)

        if self.picture != "none":
            add(self._art(place, inner), "art", 24)
        theme = look.theme
        add(text_box(look, self.title, look.text("headline_small"), theme.on_surface, inner), "title", 2)
        if self.subtitle:
            grey = theme.on_surface_variant
            add(text_box(look, self.subtitle, look.text("body_large"), grey, inner), "subtitle", 0)
        y += look.dp(12)
        add(self._seeker(place, inner), "position", 0)
        add(self._times(look, inner), "times", 12)
        add(self._buttons(look), "buttons", 16)
        return Box(width, y, parts=tuple(parts), role="player", split=True)

    def _art(self, place: Place, inner: int) -> Box:
        look = place.look
        side = min(inner, look.dp(ART_DP), round(look.height * 0.4)) / look.density
        return ImageWidget(self.picture, self.seed or self.title, side, side, 16).layout(place, inner)

    def _seeker(self, place: Place, inner: int) -> Box:
        length = max(1.0, self.length)
        box = Slider(self.position, 0, length, 1, "", self.on_seek).layout(place, inner)
        box.description = place.look.said("Position: # of #", _clock(self.position), _clock(self.length))
        return box

    def _times(self, look: Look, inner: int) -> Box:
        style, color = look.text("body_small"), look.theme.on_surface_variant
        now = text_box(look, _clock(self.position), style, color, inner)
        end = text_box(look, _clock(self.length), style, color, inner)
        parts = (Placed(now, 0, 0, "now"), Placed(end, inner - end.width, 0, "end"))
        return Box(inner, now.height, parts=parts)

    def _buttons(self, look: Look) -> Box:
        """Previous, play and next, in the middle."""
        big, side, gap = look.dp(PLAY_DP), look.dp(48), look.dp(24)
        color, top = look.theme.on_surface, (look.dp(PLAY_DP) - look.dp(48)) // 2
        parts = [Placed(self._play(look, big), side + gap, 0, "play")]
        if self.on_previous:
            box = icon_box(look, "skip-previous", look.said("Previous"), color, self.on_previous.handler())
            parts.append(Placed(box, 0, top, "previous"))
        if self.on_next:
            box = icon_box(look, "skip-next", look.said("Next"), color, self.on_next.handler())
            parts.append(Placed(box, side + 2 * gap + big, top, "next"))
        return Box(2 * (side + gap) + big, big, parts=tuple(parts))

    def _play(self, look: Look, side: int) -> Box:
        theme, size = look.theme, look.dp(32)
        icon, word = ("pause", "Pause") if self.playing else ("play", "Play")
        radius = min(look.round(PLAY_DP / 2), side / 2)

        def paint(canvas: skia.Canvas) -> None:
            round_rect(canvas, 0, 0, side, side, radius, theme.primary)
            draw_icon(canvas, icon, (side - size) // 2, (side - size) // 2, size, theme.on_primary)

        return Box(
            side, side, paint=paint, role="icon_button", description=look.said(word),
            flags=ENABLED | CLICKABLE, touch=Touch(tap=self.on_toggle.handler()),
        )  # fmt: skip


def _clock(seconds: float) -> str:
    """`3:05`, or `1:02:09`."""
    whole = max(0, int(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
