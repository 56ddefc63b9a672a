"""chat_bubble: one message of a conversation."""

from __future__ import annotations

from typing import ClassVar, Literal

from phonebuddy.world.box import Box, Paint, Placed
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import draw_picture
from phonebuddy.world.spec.kinds import MaybePicture, Text, Yes
from phonebuddy.world.widgets.base import Widget, mix, text_box

MOST_WIDTH, MOST_DP = 0.8, 420
PICTURE_DP = (240, 180)
_SIGNS = {
    "sending": ("clock-outline", "Sending"),
    "sent": ("check", "Sent"),
    "delivered": ("check-all", "Delivered"),
    "read": ("check-all", "Read"),
    "failed": ("alert-circle-outline", "Not sent"),
}


class ChatBubble(Widget, frozen=True):
    """One message of a conversation: from the left, or from the right where it is mine.

    text: the words; empty for a picture alone
    mine: true for what the owner of the phone wrote
    time: when it was written, small
    status: how far a message of mine got: none, sending, sent, delivered, read or failed
    picture: what a picture in it shows, or none
    seed: which picture of its kind, such as its title
    name: who wrote it, where more than two talk
    """

    NAME: ClassVar[str] = "chat_bubble"
    MAIN: ClassVar[str] = "text"
    text: Text
    mine: Yes = False
    time: Text = ""
    status: Literal["none", "sending", "sent", "delivered", "read", "failed"] = "none"
    picture: MaybePicture = "none"
    seed: Text = ""
    name: Text = ""

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        edge, margin = look.dp(12), look.dp(3)
        most = max(1, min(round(width * MOST_WIDTH), look.dp(MOST_DP)))
        bubble = self._bubble(look, most)
        left = width - edge - bubble.width if self.mine else edge
        height = max(look.dp(48), bubble.height + 2 * margin)
        part = Placed(bubble, left, (height - bubble.height) // 2, "bubble")
        return Box(width, height, parts=(part,), role="item")

    def _bubble(self, look: Look, most: int) -> Box:
        pad, gap = look.dp(14), look.dp(9)
        back, ink = self._colors(look)
        faint = mix(ink, back, 0.72)
        picture = self._picture(look, most)
        room = max(1, (picture.width if picture is not None else most) - 2 * pad)
        lines: list[tuple[Box, str]] = []
        if self.name and not self.mine:
            lines.append(
                (text_box(look, self.name, look.text("label_medium"), look.theme.tertiary, room), "name")
            )
        if self.text:
            lines.append(
                (text_box(look, self.text, look.text("body_large"), ink, room, max_lines=None), "text")
            )
        foot = self._foot(look, faint, room)
        if foot is not None:
            lines.append((foot, "foot"))
        inner = max((box.width for box, _ in lines), default=0)
        width = picture.width if picture is not None else inner + 2 * pad
        parts = [] if picture is None else [Placed(picture, 0, 0, "picture")]
        y = gap + (picture.height if picture is not None else 0)
        for box, key in lines:
            x = width - pad - box.width if key == "foot" else pad
            parts.append(Placed(box, x, y, key))
            y += box.height
        height = y + gap if lines or picture is None else y
        return Box(width, height, parts=tuple(parts), paint=self._paint(look, width, height, back))

    def _colors(self, look: Look) -> tuple[int, int]:
        """The bubble and the words on it."""
        theme = look.theme
        if not self.mine:
            return theme.surface_high, theme.on_surface
        return theme.secondary_container, theme.on_secondary_container

    def _foot(self, look: Look, color: int, room: int) -> Box | None:
        """The time, and how far the message got."""
        time = text_box(look, self.time, look.text("label_small"), color, room) if self.time else None
        sign = _sign(look, self.status, color) if self.mine and self.status != "none" else None
        boxes = [(box, key) for box, key in ((time, "time"), (sign, "status")) if box is not None]
        if not boxes:
            return None
        height, x, parts = max(box.height for box, _ in boxes), 0, []
        for box, key in boxes:
            parts.append(Placed(box, x, (height - box.height) // 2, key))
            x += box.width + look.dp(4)
        return Box(x - look.dp(4), height, parts=tuple(parts))

    def _picture(self, look: Look, most: int) -> Box | None:
        if self.picture == "none":
            return None
        width = min(most, look.dp(PICTURE_DP[0]))
        height = max(1, width * PICTURE_DP[1] // PICTURE_DP[0])
        # Drawn by the bubble, whose corners cut it.
        return Box(width, height, role="image", description=self.seed or look.said("Picture"))

    def _paint(self, look: Look, width: int, height: int, back: int) -> Paint:
        picture = self._picture(look, width)
        kind, seed, mine = self.picture, self.seed, self.mine

        def paint(canvas: skia.Canvas) -> None:
            corners = _corners(look, width, height, mine)
            canvas.drawRRect(corners, skia.Paint(Color=back, AntiAlias=True))
            if picture is not None:
                draw_picture(canvas, kind, seed, picture.width, picture.height, corners)

        return paint


def _sign(look: Look, status: str, color: int) -> Box:
    icon, words = _SIGNS[status]
    size = look.dp(14)
    shown = {"read": look.theme.primary, "failed": look.theme.error}.get(status, color)

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, icon, 0, 0, size, shown)

    return Box(size, size, paint=paint, role="image", description=look.said(words))


def _corners(look: Look, width: int, height: int, mine: bool) -> skia.RRect:
    """Round, but for the corner that points at who speaks."""
    round_, sharp = min(look.round(20), height / 2), look.round(4)
    radii = [round_, round_, sharp, round_] if mine else [round_, round_, round_, sharp]
    shape = skia.RRect()
    shape.setRectRadii(skia.Rect.MakeWH(width, height), [skia.Point(radius, radius) for radius in radii])
    return shape
