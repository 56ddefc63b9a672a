"""People and pets, as friendly flat drawings.

Its invariant: faces are drawn around (0, 0) with the shorter side of the picture as the unit.
"""

from __future__ import annotations

from phonebuddy.world.render.colors import mix, with_alpha
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures.brush import Brush
from phonebuddy.world.render.pictures.dice import Dice

_SKINS = (0xFFF6D3B8, 0xFFEDBE9A, 0xFFD99F74, 0xFFB97A50, 0xFF8A5636, 0xFF643C27)
_HAIRS = (0xFF2B211E, 0xFF4A3226, 0xFF7A4B2A, 0xFFB9823F, 0xFFD9B36A, 0xFF8A8A8F, 0xFF93402A)
_CLOTHES = (0xFF3F6FB5, 0xFFC94F4F, 0xFF4F9D78, 0xFFE3A33B, 0xFF7A5AA6, 0xFF374151, 0xFFE7E2D8, 0xFF2E8B9A)
_ROOMS = (
    (0xFFBFD8E8, 0xFF86AEC9), (0xFFF3D9C4, 0xFFDDAA88), (0xFFCFE3CC, 0xFF93B995),
    (0xFFD9CCE8, 0xFFA994C7), (0xFFE9E2D4, 0xFFC6B697), (0xFF56657F, 0xFF2F3B52),
)  # fmt: skip
_STYLES = ("short", "long", "bun", "curly", "beard", "parted")


def _draw_room(brush: Brush, dice: Dice) -> None:
    """A blurred background: two colours and a few lights out of focus."""
    light, dark = dice.pick(_ROOMS)
    brush.diagonal((light, dark))
    for _ in range(dice.whole(4, 8)):
        x, y = dice.between(0, brush.aspect), dice.between(0, 0.8)
        brush.circle(x, y, dice.between(0.04, 0.14), with_alpha(0xFFFFFFFF, dice.between(0.06, 0.16)))


def draw_portrait(brush: Brush, dice: Dice) -> None:
    """One person, head and shoulders."""
    _draw_room(brush, dice)
    skin, hair, style = dice.pick(_SKINS), dice.pick(_HAIRS), dice.pick(_STYLES)
    clothes = dice.pick(_CLOTHES)
    with brush.middle():
        _draw_hair_behind(brush, style, hair)
        brush.oval(0, 0.56, 0.38, 0.27, clothes)
        brush.box(-0.38, 0.56, 0.38, 1.2, clothes)
        brush.oval(0, 0.31, 0.12, 0.07, mix(skin, 0xFF6B2E1A, 0.2))
        brush.box(-0.075, 0.1, 0.075, 0.33, mix(skin, 0xFF6B2E1A, 0.2), 0.06)
        for side in (-1, 1):
            brush.oval(side * 0.205, -0.03, 0.032, 0.048, mix(skin, 0xFF8B3A20, 0.15))
        brush.oval(0, -0.04, 0.2, 0.245, skin)
        _draw_face(brush, dice, skin, hair, style)
        _draw_hair_in_front(brush, dice, style, hair)


def _draw_hair_behind(brush: Brush, style: str, hair: int) -> None:
    if style == "long":
        brush.box(-0.27, -0.2, 0.27, 0.38, mix(hair, 0xFF000000, 0.18), 0.2)
    elif style == "bun":
        brush.circle(0, -0.36, 0.1, hair)
    elif style == "curly":
        for x, y in ((-0.22, -0.1), (0.22, -0.1), (-0.24, 0.05), (0.24, 0.05), (-0.14, -0.25), (0.14, -0.25)):
            brush.circle(x, y, 0.11, mix(hair, 0xFF000000, 0.15))


def _draw_face(brush: Brush, dice: Dice, skin: int, hair: int, style: str) -> None:
    dark = mix(skin, 0xFF3A1408, 0.55)
    if style == "beard":
        brush.oval(0, 0.115, 0.175, 0.12, hair)
        brush.oval(0, 0.03, 0.155, 0.075, skin)
    for side in (-1, 1):
        brush.oval(side * 0.12, 0.055, 0.036, 0.025, with_alpha(0xFFE2604E, 0.22))
        brush.oval(side * 0.078, -0.035, 0.019, 0.024, 0xFF2A211F)
        brush.circle(side * 0.078 + 0.006, -0.042, 0.006, 0xFFFFFFFF)
        brush.arc(side * 0.078, -0.06, 0.04, 220, 100, mix(hair, 0xFF2A1A14, 0.4), 0.012)
    brush.arc(0, 0.015, 0.022, 20, 140, dark, 0.009)
    mouth = 0xFFFFFFFF if dice.chance(0.4) else 0xFFB5483F
    brush.arc(0, 0.06, 0.062, 25, 130, 0xFF9C3A34 if mouth == 0xFFFFFFFF else mouth, 0.02)
    if mouth == 0xFFFFFFFF:
        brush.arc(0, 0.06, 0.061, 35, 110, mouth, 0.011)
    if dice.chance(0.3):
        for side in (-1, 1):
            brush.ring(side * 0.08, -0.032, 0.057, 0xFF33302E, 0.01)
        brush.line([(-0.023, -0.036), (0.023, -0.036)], 0xFF33302E, 0.01)


def _draw_hair_in_front(brush: Brush, dice: Dice, style: str, hair: int) -> None:
    canvas = brush.canvas
    if style == "curly":
        for step in range(7):
            x = -0.18 + 0.06 * step
            brush.circle(x, -0.22 - 0.05 * (1 - abs(x) / 0.18), 0.075, hair)
        return
    canvas.save()
    lift = dice.between(-0.13, -0.1)
    sweep = dice.pick((-0.1, 0.1)) if style in ("parted", "long", "short") else 0.0
    canvas.clipPath(_above_forehead(lift, sweep), True)
    brush.oval(0, -0.07, 0.222, 0.25, hair)
    canvas.restore()
    brush.arc(0, -0.08, 0.165, 215, 60, with_alpha(0xFFFFFFFF, 0.13), 0.022)


def _above_forehead(lift: float, sweep: float) -> skia.Path:
    """The area of the head that hair covers: above a line that bends down at the temples."""
    path = Brush.curve([(-0.3, 0.03), (-0.2, 0.0), (sweep, lift - 0.06), (0.2, 0.0), (0.3, 0.03)])
    path.lineTo(0.3, -0.5)
    path.lineTo(-0.3, -0.5)
    path.close()
    return path


_COATS = (0xFFE3A45B, 0xFF8C8F98, 0xFF3B3A40, 0xFFF1E7DA, 0xFF9A6A43, 0xFFD9BE93)


def draw_pet(brush: Brush, dice: Dice, shows: str = "") -> None:
    """A cat, a dog or a rabbit looking at you: what `shows` or else its name says, or any."""
    _draw_room(brush, dice)
    coat = dice.pick(_COATS)
    kind = dice.pick(("cat", "cat", "dog", "dog", "rabbit"))
    kind = shows or next((word for word in dice.words if word in ("cat", "dog", "rabbit")), kind)
    pale = mix(coat, 0xFFFFFFFF, 0.6)
    inner = mix(coat, 0xFFF2A9A0, 0.6)
    with brush.middle():
        brush.oval(0, 0.52, 0.3, 0.32, mix(coat, 0xFF000000, 0.06))
        brush.oval(0, 0.5, 0.15, 0.25, pale)
        if kind != "dog":
            _draw_upright_ears(brush, coat, inner, kind == "rabbit")
        brush.oval(0, 0.02, 0.29, 0.25, coat)
        if kind == "cat" and dice.chance(0.6):
            _draw_stripes(brush, mix(coat, 0xFF2A1A10, 0.45))
        elif dice.chance(0.5):
            brush.oval(dice.pick((-0.12, 0.12)), -0.03, 0.1, 0.11, mix(coat, 0xFF4A2E1C, 0.4))
        if kind == "dog":
            for side in (-1, 1):
                with brush.centred(side * 0.27, -0.02, 1.0, side * -14):
                    brush.oval(0, 0.03, 0.085, 0.2, mix(coat, 0xFF3A2415, 0.45))
        _draw_muzzle(brush, dice, kind, pale)


def _draw_upright_ears(brush: Brush, coat: int, inner: int, long: bool) -> None:
    for side in (-1, 1):
        if long:
            with brush.centred(side * 0.12, -0.3, 1.0, side * 10):
                brush.oval(0, 0, 0.07, 0.2, coat)
                brush.oval(0, 0.02, 0.036, 0.15, inner)
            continue
        brush.shape([(side * 0.28, 0.0), (side * 0.25, -0.33), (side * 0.05, -0.19)], coat)
        brush.shape([(side * 0.245, -0.06), (side * 0.23, -0.26), (side * 0.1, -0.17)], inner)


def _draw_stripes(brush: Brush, color: int) -> None:
    for x in (-0.07, 0.0, 0.07):
        brush.line([(x, -0.21), (x * 0.8, -0.12)], color, 0.026)
    for side in (-1, 1):
        brush.line([(side * 0.27, 0.03), (side * 0.2, 0.04)], color, 0.02)
        brush.line([(side * 0.26, 0.09), (side * 0.2, 0.09)], color, 0.02)


def _draw_muzzle(brush: Brush, dice: Dice, kind: str, pale: int) -> None:
    iris = dice.pick((0xFF6FA84C, 0xFFD7A12B, 0xFF4E8FC2)) if kind == "cat" else 0xFF4A2C1A
    for side in (-1, 1):
        brush.circle(side * 0.115, -0.02, 0.052, iris)
        half_width = 0.02 if kind == "cat" else 0.036
        brush.oval(side * 0.115, -0.02, half_width, 0.042, 0xFF15110F)
        brush.circle(side * 0.115 + 0.014, -0.038, 0.013, 0xFFFFFFFF)
        brush.oval(side * 0.055, 0.135, 0.078, 0.066, pale)
    nose = 0xFF2A2220 if kind == "dog" else 0xFFD98A86
    brush.oval(0, 0.085, 0.045 if kind == "dog" else 0.03, 0.03 if kind == "dog" else 0.02, nose)
    for side in (-1, 1):
        brush.arc(side * 0.036, 0.12, 0.036, 10, 160, 0xFF4A342C, 0.01)
        if kind != "dog":
            for lift in (-0.02, 0.015):
                start, end = (side * 0.12, 0.125 + lift), (side * 0.33, 0.11 + lift * 2.4)
                brush.line([start, end], 0x90FFFFFF, 0.006)
    if kind == "dog" and dice.chance(0.6):
        brush.box(-0.032, 0.165, 0.032, 0.235, 0xFFE5737B, 0.03)
