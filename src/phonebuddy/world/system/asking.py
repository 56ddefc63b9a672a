"""The permission dialog: may an app use something? It waits for one of three answers; back means no."""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import Box, Handler
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle, baseline, draw_text, line_height, measure
from phonebuddy.world.render.wrapping import pieces
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.services.permissions import ALWAYS, NEVER, ONCE, PERMISSIONS
from phonebuddy.world.system.panel import dialog_box, dialog_width, middle

PACKAGE = "com.android.permissioncontroller"
ICONS = {
    "contacts": "account-box-outline",
    "location": "map-marker-outline",
    "camera": "camera-outline",
    "microphone": "microphone-outline",
    "files": "folder-outline",
    "calendar": "calendar-outline",
    "messages": "message-text-outline",
    "notifications": "bell-outline",
    "phone": "phone-outline",
}
ANSWERS = (("While using the app", ALWAYS), ("Only this time", ONCE), ("Don't allow", NEVER))


def layers(runtime: Runtime, look: Look) -> list[Layer]:
    asking = runtime.ui.asking
    if asking is None:
        return []
    box = _dialog(look, runtime.app(asking.app).manifest.title_in(look.spec.language), asking.name)
    return [Layer("asking", box, *middle(look, box), PACKAGE, modal=True, dim=True, stays=True)]


@lru_cache(maxsize=64)
def _dialog(look: Look, app: str, name: str) -> Box:
    title = question_box(look, app, look.said(PERMISSIONS[name]))
    answers = [(look.said(word), _answer(how)) for word, how in ANSWERS]
    return dialog_box(look, ICONS[name], title, "", answers, True)


def _answer(how: int) -> Handler:
    return lambda runtime, _x, _y: runtime.answer(how)


def question_box(look: Look, app: str, what: str) -> Box:
    """`Allow App to ...?`, the name of the app in bold."""
    width = dialog_width(look) - look.dp(48)
    plain = look.text("title_large")
    plain = TextStyle(round(plain.size * 0.86), plain.weight)
    bold = TextStyle(plain.size, 700)
    question = look.said("Allow # to #?", app, what)
    before, _, after = question.partition(app)
    words = [(word, plain) for word in pieces(before)] + [(word, bold) for word in pieces(app)]
    lines = tuple(map(tuple, _lines(words + [(word, plain) for word in pieces(after)], width)))
    step, color = line_height(plain), look.theme.on_surface

    def paint(canvas: skia.Canvas) -> None:
        for number, line in enumerate(lines):
            x = (width - sum(measure(word, style) for word, style in line)) / 2
            for word, style in line:
                draw_text(canvas, word, round(x), number * step + baseline(plain), style, color)
                x += measure(word, style)

    return Box(width, step * len(lines), paint=paint, role="text", text=question, floats=True)


def _lines(words: list[tuple[str, TextStyle]], width: int) -> list[list[tuple[str, TextStyle]]]:
    """Words in lines; the space after the last one of a line is left out."""
    lines: list[list[tuple[str, TextStyle]]] = [[]]
    used = 0.0
    for word, style in words:
        if lines[-1] and used + measure(word.rstrip(), style) > width:
            last, how = lines[-1][-1]
            lines[-1][-1] = (last.rstrip(), how)
            lines.append([])
            used = 0.0
        used += measure(word, style)
        lines[-1].append((word, style))
    return lines
