"""field: a line (or more) to type into."""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple

from phonebuddy.world.box import (
    CARET,
    CLICKABLE,
    EDITABLE,
    ENABLED,
    FOCUSED,
    LONG_CLICKABLE,
    PASSWORD,
    Box,
    Handler,
    Placed,
    Touch,
)
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle, baseline, draw_text, line_height, measure
from phonebuddy.world.render.typed import Line, caret_at, caret_line, typed_lines
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import NO_EFFECTS, EffectsOnValue, Icon, Number, Text, TypedText
from phonebuddy.world.spec.plan import Script
from phonebuddy.world.widgets.base import Widget, mix, round_outline, text_box

MOST_LINES = 40
"""Lines kept free before anything is typed; their number may come from data."""


class Field(Widget, frozen=True):
    """A line to type into; what is typed goes to a variable of the page.

    variable: the variable
    label: what belongs in it
    hint: grey words while it is empty
    error: what is wrong with it, in red
    icon: an icon at its start
    kind: text, number, password, or multiline (the enter key starts a new line)
    frame: outline, plain (for writing surfaces) or title (plain and large)
    lines: the lines it has room for before it grows
    most: the lines it grows to; longer text moves inside it, with the caret. 0: it grows on
    on_change: what happens after each change; :value is the text
    on_submit: what the enter key does; :value is the text
    """

    NAME: ClassVar[str] = "field"
    MAIN: ClassVar[str] = "variable"
    variable: TypedText
    label: Text = ""
    hint: Text = ""
    error: Text = ""
    icon: Icon = ""
    kind: Literal["text", "number", "password", "multiline"] = "text"
    frame: Literal["outline", "plain", "title"] = "outline"
    lines: Number = 1
    most: Number = 0
    on_change: EffectsOnValue = NO_EFFECTS
    on_submit: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        outlined = self.frame == "outline"
        side = look.dp(16)
        lead = look.dp(36) if self.icon else 0
        style = look.text("headline_small" if self.frame == "title" else "body_large")
        inner = max(1, width - 2 * side - lead)
        lines = self._window(typed_lines(self._shown(), inner, style, self.kind == "multiline"))
        above = look.dp(8) if outlined else 0
        room = line_height(style) * max(len(lines), min(int(self.lines), MOST_LINES))
        body = max(look.dp(56 if outlined else 48), room + look.dp(32 if outlined else 16))
        below = line_height(look.text("body_small")) + look.dp(6) if self.error else 0
        first = above + (body - room) // 2
        painter = _Painter(self._drawn(), look, width, above, body, side + lead, first, tuple(lines), style)
        parts = self._labels(place, width, above, body, side + lead, first)
        if self.kind == "multiline" and self.variable.caret >= 0:
            row = caret_line(lines, self.variable.caret)
            parts.append(Placed(Box(width, line_height(style)), 0, first + row * line_height(style), CARET))
        shown_text = self._shown()
        return Box(
            width,
            above + body + below,
            parts=tuple(parts),
            paint=painter.paint,
            role="field",
            text=shown_text,
            hint=self.hint or self.label,
            description=self.label,
            flags=self._flags(),
            touch=self._touch(side + lead, first, tuple(lines), style),
        )

    def _drawn(self) -> _Drawn:
        typed = self.variable
        return _Drawn(
            typed.text, typed.caret, typed.mark, self.label, bool(self.error), self.icon,
            self.frame == "outline", self.kind == "multiline",
        )  # fmt: skip

    def _shown(self) -> str:
        text = self.variable.text
        return "\u2022" * len(text) if self.kind == "password" else text

    def _window(self, lines: list[Line]) -> list[Line]:
        """The lines in sight: those that end with the caret's."""
        most, caret = int(self.most), self.variable.caret
        if most <= 0 or len(lines) <= most:
            return lines
        last = max(most, caret_line(lines, caret) + 1 if caret >= 0 else 0)
        return lines[last - most : last]

    def _flags(self) -> int:
        focused = FOCUSED if self.variable.caret >= 0 else 0
        secret = PASSWORD if self.kind == "password" else 0
        return ENABLED | CLICKABLE | LONG_CLICKABLE | EDITABLE | focused | secret

    def _labels(self, place: Place, width: int, above: int, body: int, left: int, first: int) -> list[Placed]:
        """The floating label, the hint, the error."""
        look, theme = place.look, place.look.theme
        empty, focused = not self.variable.text, self.variable.caret >= 0
        color = theme.error if self.error else theme.primary if focused else theme.on_surface_variant
        parts: list[Placed] = []
        floats = self.frame == "outline" and (focused or not empty)
        if self.label and floats:
            small = text_box(look, self.label, look.text("body_small"), color, width - 2 * left, role="")
            parts.append(Placed(small, look.dp(16), above - small.height // 2, "label"))
        words = self.label if self.label and not floats else self.hint
        if empty and words:
            style = look.text("headline_small" if self.frame == "title" else "body_large")
            grey = text_box(
                look, words, style, theme.on_surface_variant, max(1, width - left - look.dp(16)), role=""
            )
            parts.append(Placed(grey, left, first, "hint"))
        if self.error:
            red = text_box(look, self.error, look.text("body_small"), theme.error, width - look.dp(32))
            parts.append(Placed(red, look.dp(16), above + body + look.dp(4), "error"))
        return parts

    def _touch(self, left: int, top: int, lines: tuple[Line, ...], style: TextStyle) -> Touch:
        name, kind = self.variable.name, self.kind
        submit, change = self.on_submit, self.on_change

        def tap(runtime: Runtime, x: int, y: int) -> None:
            runtime.focus(name, caret_at(lines, style, x - left, y - top))

        def select(runtime: Runtime, x: int, y: int) -> None:
            tap(runtime, x, y)
            runtime.editing.select_word(runtime.front().caret)

        def extend(runtime: Runtime, x: int, y: int) -> None:
            runtime.editing.extend(caret_at(lines, style, x - left, y - top))

        return Touch(
            tap=tap,
            double_tap=select,
            long_press=select,
            drag=extend if self.variable.mark >= 0 else None,
            submit=None if kind == "multiline" else _with_text(submit, name, leave=True),
            change=_with_text(change, name, leave=False) if change else None,
            keys="numbers" if kind == "number" else "letters",
        )


def _with_text(script: Script, name: str, leave: bool) -> Handler:
    def run(runtime: Runtime, _x: int, _y: int) -> None:
        value = runtime.front().vars.get(name)
        if leave:
            runtime.focus(None)
        runtime.run(script, value=value)

    return run


def _draw_handle(canvas: skia.Canvas, x: int, top: int, size: int, color: int, to_the_left: bool) -> None:
    """The drop that hangs from an end of the selection: a circle with one corner at the text."""
    paint = skia.Paint(Color=color, AntiAlias=True)
    left, half = x - size if to_the_left else x, size / 2
    canvas.drawOval(skia.Rect.MakeLTRB(left, top, left + size, top + size), paint)
    corner = left + half if to_the_left else left
    canvas.drawRect(skia.Rect.MakeLTRB(corner, top, corner + half, top + half), paint)


class _Drawn(NamedTuple):
    """What the drawing of a field depends on, besides measures."""

    text: str
    caret: int
    mark: int
    label: str
    error: bool
    icon: str
    outlined: bool
    multiline: bool


class _Painter(NamedTuple):
    """Draws a field: outline, icon, text and caret."""

    field: _Drawn
    look: Look
    width: int
    above: int
    body: int
    left: int
    first: int
    lines: tuple[Line, ...]
    style: TextStyle

    def paint(self, canvas: skia.Canvas) -> None:
        look, theme, field = self.look, self.look.theme, self.field
        focused = field.caret >= 0
        if field.outlined:
            color = theme.error if field.error else theme.primary if focused else theme.outline
            stroke = look.dp(2) if focused or field.error else look.dp(1)
            round_outline(
                canvas, 0, self.above, self.width, self.above + self.body, look.dp(4), color, stroke
            )
            self._gap(canvas, focused)
        if field.icon:
            size = look.dp(24)
            top = self.above + (self.body - size) // 2
            draw_icon(canvas, field.icon, look.dp(12), top, size, theme.on_surface_variant)
        self._text(canvas)

    def _gap(self, canvas: skia.Canvas, focused: bool) -> None:
        """The label sits in a gap of the outline."""
        field, look = self.field, self.look
        if field.label and (focused or field.text):
            pad = look.dp(4)
            end = look.dp(16) + measure(field.label, look.text("body_small")) + pad
            paint = skia.Paint(Color=look.background)
            canvas.drawRect(
                skia.Rect.MakeLTRB(look.dp(16) - pad, self.above - look.dp(2), end, self.above + look.dp(3)),
                paint,
            )

    def _text(self, canvas: skia.Canvas) -> None:
        look, theme, style = self.look, self.look.theme, self.style
        step, caret = line_height(style), self.field.caret
        canvas.save()
        canvas.clipRect(
            skia.Rect.MakeLTRB(self.left - look.dp(2), 0, self.width - look.dp(8), self.above + self.body)
        )
        shift = self._shift(caret)
        ends = self._selected()
        if ends is not None:
            self._highlight(canvas, shift, *ends)
        for number, line in enumerate(self.lines):
            top = self.first + number * step
            draw_text(canvas, line.text, self.left - shift, top + baseline(style), style, theme.on_surface)
        if ends is not None:
            for index, end in enumerate(ends):
                if not self._shows(end):
                    continue
                x, top = self._point(end, shift)
                _draw_handle(canvas, x, top + step, look.dp(14), theme.primary, to_the_left=index == 0)
        elif caret >= 0:
            x, top = self._point(caret, shift)
            rect = skia.Rect.MakeLTRB(x, top, x + look.dp(2), top + step)
            canvas.drawRect(rect, skia.Paint(Color=theme.primary))
        canvas.restore()

    def _selected(self) -> tuple[int, int] | None:
        """Where the selected text starts and ends; None where there is none to draw."""
        typed = self.field
        if typed.caret < 0 or typed.mark < 0 or typed.mark == typed.caret:
            return None
        return min(typed.mark, typed.caret), max(typed.mark, typed.caret)

    def _shows(self, at: int) -> bool:
        """Whether a place in the text is in one of the lines in sight."""
        return self.lines[0].start <= at <= self.lines[-1].start + len(self.lines[-1].text)

    def _point(self, at: int, shift: int) -> tuple[int, int]:
        """The upper left corner of a place in the text."""
        row = caret_line(self.lines, at)
        line = self.lines[row]
        x = self.left - shift + round(measure(line.text[: at - line.start], self.style))
        return x, self.first + row * line_height(self.style)

    def _highlight(self, canvas: skia.Canvas, shift: int, start: int, end: int) -> None:
        step, look = line_height(self.style), self.look
        paint = skia.Paint(Color=mix(look.theme.primary, look.background, 0.3))
        for number, line in enumerate(self.lines):
            first, last = max(start, line.start), min(end, line.start + len(line.text))
            if first < last:
                left, right = (measure(line.text[: at - line.start], self.style) for at in (first, last))
                x, top = self.left - shift, self.first + number * step
                canvas.drawRect(skia.Rect.MakeLTRB(x + left, top, x + right, top + step), paint)

    def _shift(self, caret: int) -> int:
        """How far a long single line has moved left to keep the caret in sight."""
        if caret < 0 or self.field.multiline:
            return 0
        room = self.width - self.left - self.look.dp(16)
        return max(0, round(measure(self.lines[0].text[:caret], self.style)) - room)
