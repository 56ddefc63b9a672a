"""map: streets with places on them."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, ClassVar, NamedTuple

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon, has_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import draw_street_map
from phonebuddy.world.render.text import baseline, draw_text, ellipsize, line_height
from phonebuddy.world.spec.kinds import NO_EFFECTS, EffectsOnValue, Number, Text, Yes, to_number
from phonebuddy.world.spec.plan import Bound, Script
from phonebuddy.world.spec.row_kinds import RecordsKind
from phonebuddy.world.spec.template import Value, show
from phonebuddy.world.widgets.base import Widget, text_width

EXTENT = 1000
"""Places lie between 0 and this, from left to right and from top to bottom."""
PIN_DP, LABEL_DP = 30, 110
_ICONS = {
    "food": "silverware-fork-knife", "cafe": "coffee", "shop": "shopping", "hotel": "bed", "park": "tree",
    "transit": "train", "home": "home", "work": "briefcase", "fuel": "gas-station", "health": "hospital-box",
    "school": "school", "bank": "bank", "culture": "palette", "sport": "dumbbell",
}  # fmt: skip


class Spot(NamedTuple):
    """A place on the map, in pixels."""

    id: Value
    name: str
    icon: str
    x: int
    y: int


class MapWidget(Widget, frozen=True):
    """A street map with pins to tap; the streets are drawn, and belong to the seed.

    places: where x and y run from 0 to 1000; kind is food, cafe, shop, park and so on, or the name of an icon
    height: in dp
    seed: which town it shows
    me: true shows where the phone is, in the middle
    on_pick: what tapping a pin does; :value is the id of the place
    """

    NAME: ClassVar[str] = "map"
    MAIN: ClassVar[str] = "places"
    VOLATILE: ClassVar[bool] = True
    places: Annotated[Bound, RecordsKind(("id", "name", "x", "y"), ("kind",))]
    height: Number = 320
    seed: Text = ""
    me: Yes = False
    on_pick: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        height = max(look.dp(96), look.dp(self.height))
        columns = self.places.statement.columns
        spots = []
        for row in place.rows(self.places):
            record = dict(zip(columns, row, strict=True))
            spots.append(_spot(look, record, width, height))
        inner = _map(look, (width, height), self.seed, self.me, tuple(spots), self.on_pick)
        # The kept box is shared; what belongs to this widget alone goes around it.
        return Box(width, height, parts=(Placed(inner, 0, 0, "streets"),), role="map")


def _spot(look: Look, record: dict[str, Value], width: int, height: int) -> Spot:
    half = look.dp(24)
    x = round(to_number(record["x"]) * width / EXTENT)
    y = round(to_number(record["y"]) * height / EXTENT)
    kind = show(record.get("kind"))
    icon = _ICONS.get(kind, kind if has_icon(kind) else "map-marker")
    # A pin never hangs over the edge, where no finger could reach it.
    x, y = max(half, min(x, width - half)), max(half, min(y, height - half))
    return Spot(record["id"], show(record["name"]), icon, x, y)


@lru_cache(maxsize=32)
def _map(
    look: Look, size: tuple[int, int], seed: str, me: bool, spots: tuple[Spot, ...], on_pick: Script
) -> Box:
    width, height = size
    parts: list[Placed] = []
    for index, spot in enumerate(spots):
        pin = _pin(look, spot, on_pick)
        parts.append(Placed(pin, spot.x - pin.width // 2, spot.y - pin.height // 2, str(index)))
    labels = tuple(_labels(look, width, spots))

    def paint(canvas: skia.Canvas) -> None:
        draw_street_map(canvas, seed, width, height, look.theme.dark)
        for text, x, y in labels:
            _draw_label(canvas, look, text, x, y)
        if me:
            _draw_me(canvas, look, width / 2, height / 2)

    return Box(width, height, parts=tuple(parts), paint=paint, background=look.background)


def _pin(look: Look, spot: Spot, on_pick: Script) -> Box:
    """A disc with a sign, pinned at its middle; as large as a finger, drawn smaller."""
    side, disc, size, theme = look.dp(48), look.dp(PIN_DP), look.dp(18), look.theme

    def paint(canvas: skia.Canvas) -> None:
        middle = side / 2
        edge = skia.Paint(Color=theme.surface_lowest, AntiAlias=True)
        canvas.drawCircle(middle, middle, disc / 2, edge)
        canvas.drawCircle(
            middle, middle, disc / 2 - look.dp(2), skia.Paint(Color=theme.primary, AntiAlias=True)
        )
        draw_icon(canvas, spot.icon, (side - size) // 2, (side - size) // 2, size, theme.on_primary)

    tap = on_pick.handler(value=spot.id) if on_pick else None
    return Box(
        side, side, paint=paint, role="pin", description=spot.name,
        flags=ENABLED | (CLICKABLE if tap else 0), touch=Touch(tap=tap) if tap else None,
    )  # fmt: skip


def _labels(look: Look, width: int, spots: tuple[Spot, ...]) -> list[tuple[str, int, int]]:
    """Names below their pins; one that would cover a pin or another name is left out."""
    style, half = look.text("label_medium"), look.dp(PIN_DP) // 2
    high = line_height(style)
    taken = [(s.x - half, s.y - half, s.x + half, s.y + half) for s in spots]
    labels: list[tuple[str, int, int]] = []
    for spot in spots:
        text = ellipsize(spot.name, look.dp(LABEL_DP), style)
        wide = text_width(text, style)
        left = max(look.dp(4), min(spot.x - wide // 2, width - wide - look.dp(4)))
        top = spot.y + half + look.dp(1)
        area = (left, top, left + wide, top + high)
        if not any(_meet(area, other) for other in taken):
            taken.append(area)
            labels.append((text, left, top))
    return labels


def _meet(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _draw_label(canvas: skia.Canvas, look: Look, text: str, x: int, y: int) -> None:
    """Words with a rim, so that they can be read over streets."""
    style, rim = look.text("label_medium"), max(1, look.dp(1.5))
    line = y + baseline(style)
    for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
        draw_text(canvas, text, x + dx * rim, line + dy * rim, style, look.theme.surface_lowest)
    draw_text(canvas, text, x, line, style, look.theme.on_surface)


def _draw_me(canvas: skia.Canvas, look: Look, x: float, y: float) -> None:
    blue = 0xFF1A73E8
    canvas.drawCircle(x, y, look.dp(22), skia.Paint(Color=0x331A73E8, AntiAlias=True))
    canvas.drawCircle(x, y, look.dp(9), skia.Paint(Color=0xFFFFFFFF, AntiAlias=True))
    canvas.drawCircle(x, y, look.dp(6.5), skia.Paint(Color=blue, AntiAlias=True))
