"""banner: a message across the page that stays until it is answered."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, Effects, Icon, Text
from phonebuddy.world.widgets.base import Widget, text_box
from phonebuddy.world.widgets.dialog import answer


class Banner(Widget, frozen=True):
    """A message across the top of a page, with an answer or two; it stays until its `when` is false.

    text: the message
    icon: an icon before it
    action: the word on the button that does something about it
    on_action: what that button does
    dismiss: the word on the other button; empty leaves it out
    on_dismiss: what the other button does
    """

    NAME: ClassVar[str] = "banner"
    MAIN: ClassVar[str] = "text"
    text: Text
    icon: Icon = ""
    action: Text = ""
    on_action: Effects = NO_EFFECTS
    dismiss: Text = ""
    on_dismiss: Effects = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        color, pad, size = theme.surface_container, look.dp(16), look.dp(24)
        inside = look.on(color)
        left = pad + (size + pad if self.icon else 0)
        room = max(1, width - left - pad)
        words = text_box(inside, self.text, look.text("body"), theme.on_surface, room, max_lines=None)
        parts = [Placed(words, left, pad, "text")]
        y = pad + max(words.height, size if self.icon else 0)
        right = width - look.dp(8)
        answers = (("action", self.action, self.on_action), ("dismiss", self.dismiss, self.on_dismiss))
        for key, word, script in answers:
            if word:
                box = answer(inside, word, theme.primary, script.handler())
                right -= box.width
                parts.append(Placed(box, right, y + look.dp(4), key))
        height = y + (look.dp(56) if len(parts) > 1 else pad)
        icon = self.icon

        def paint(canvas: skia.Canvas) -> None:
            if icon:
                draw_icon(canvas, icon, pad, pad, size, theme.primary)
            line = skia.Rect.MakeLTRB(0, height - look.dp(1), width, height)
            canvas.drawRect(line, skia.Paint(Color=theme.outline_variant))

        return Box(width, height, parts=tuple(parts), paint=paint, role="banner", background=color)
