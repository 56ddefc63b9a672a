"""The spaces of the environment: actions as a Dict of small choices, screens as pixels and rows of numbers.

Invariants: `encode` gives a member of the action space or raises ActionError, and `decode` gives the same
action back; every member of the space decodes to a valid action. Row i of a tree is element i of its screen.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from phonebuddy.action_checks import AXIS, BUTTONS, MAX_PRESS_MS, MAX_WAIT_MS, brief, unknown
from phonebuddy.actions import ACTIONS, Action, Point, name_of
from phonebuddy.errors import ActionError, PhoneBuddyError
from phonebuddy.screen import Flag, Screen

Observation = Literal["pixels", "tree", "both"]
Tree = npt.NDArray[np.int16]
Choice = TypeVar("Choice")

KINDS = tuple(ACTIONS)
"""What the numbers of `kind` mean."""
TIMES_MS = (
    None, 0, 50, 100, 200, 300, 500, 800, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 20_000, 30_000,
    MAX_PRESS_MS, 120_000, 300_000, MAX_WAIT_MS,
)  # fmt: skip
"""What the numbers of `time` mean; None leaves it to the phone."""
WAIT_MS = 1_000
"""A wait whose time is left to the phone: one step of its clock."""
MAX_TEXT = 100
CHARACTERS = string.ascii_letters + string.digits + string.punctuation + " \n"
"""What random texts are made of."""

ROLES = (
    "text", "button", "chip", "field", "search", "switch", "checkbox", "radio", "icon", "image",
    "icon_button", "fab", "key", "slider", "progress", "list", "grid", "scroll", "tabs", "tab", "item", "row",
    "column", "card", "group", "dialog", "sheet", "menu", "page", "top_bar", "bottom_bar", "keyboard", "web",
    "app", "snackbar", "rating",
)  # fmt: skip
"""What the numbers of the column `role` mean, from 2 on. Only ever added to, at the end."""
NO_ELEMENT, OTHER_ROLE = 0, 1
COLUMNS = (
    "left", "top", "right", "bottom", "parent", "role", *(flag.name.lower() for flag in Flag if flag.name),
)  # fmt: skip
"""The columns of a tree. Bounds are in points, 0 to 1000, so that their middle can be clicked."""
MAX_ELEMENTS = 256
_PARENT, _ROLE, _FLAGS = 4, 5, 6
_BITS = np.arange(len(Flag), dtype=np.int32)
_ROLE_NUMBERS = {role: number for number, role in enumerate(ROLES, 2)}


class ActionSpace(spaces.Dict):
    """All actions as one Dict; what a kind of action does not use is ignored.

    - `kind`: which action, an index into KINDS
    - `start`: the point, or where a scroll or drag starts; `end`: where it ends; 0 to 1000 per axis
    - `text`: what is typed or said
    - `app`: which app is opened or closed, an index into `apps`
    - `button`: which button is pressed, an index into BUTTONS
    - `time`: how long, an index into TIMES_MS
    """

    def __init__(self, apps: Sequence[str], seed: int | None = None) -> None:
        if not apps:
            raise PhoneBuddyError("a phone without apps has nothing to act on; give it at least one")
        self.apps = tuple(apps)
        point = np.array([AXIS + 1, AXIS + 1])
        super().__init__(
            kind=spaces.Discrete(len(KINDS)),
            start=spaces.MultiDiscrete(point),
            end=spaces.MultiDiscrete(point),
            text=spaces.Text(MAX_TEXT, min_length=0, charset=CHARACTERS),
            app=spaces.Discrete(len(apps)),
            button=spaces.Discrete(len(BUTTONS)),
            time=spaces.Discrete(len(TIMES_MS)),
            seed=seed,
        )

    def encode(self, action: Action) -> dict[str, Any]:
        """The action as a member of this space; ActionError where the space has no place for it."""
        values = {name: np.int64(0) for name in ("kind", "app", "button", "time")}
        values["kind"] = np.int64(KINDS.index(name_of(action)))
        points = {name: np.zeros(2, np.int64) for name in ("start", "end")}
        text = ""
        for field in action.__struct_fields__:
            value = getattr(action, field)
            if isinstance(value, Point):
                points["end" if field == "end" else "start"][:] = value
            elif field == "text":
                text = _short(value)
            else:
                name = _NAMES.get(field, field)
                accepted = {"app": self.apps, "button": BUTTONS, "time": TIMES_MS}[name]
                values[name] = np.int64(_index(name, value, accepted))
        return {**values, **points, "text": text}

    def decode(self, values: Mapping[str, Any]) -> Action:
        """The action that a member of this space stands for; ActionError for what makes no action."""
        try:
            name = _pick("kind", values, KINDS)
            kind: Callable[..., Action] = ACTIONS[name]
            return kind(*(self._argument(field, values) for field in ACTIONS[name].__struct_fields__))
        except (KeyError, TypeError, ValueError) as error:
            keys = ", ".join(self.spaces)
            raise ActionError(f"not in the action space: {error!r}; its keys: {keys}") from None

    def read(self, given: Mapping[str, Any] | Action) -> Action:
        """What a step was given, as an action: a member of this space or an Action already."""
        if isinstance(given, Mapping):
            return self.decode(given)
        if not isinstance(given, Action):
            raise ActionError(f"neither an Action nor in the action space: {brief(given)}")
        return given

    def _argument(self, field: str, values: Mapping[str, Any]) -> object:
        match field:
            case "point" | "start" | "end":
                x, y = values["end" if field == "end" else "start"]
                return Point(int(x), int(y))
            case "text":
                return values["text"]
            case "package":
                return _pick("app", values, self.apps)
            case "button":
                return _pick("button", values, BUTTONS)
        time_ms = _pick("time", values, TIMES_MS)
        if field == "time_ms":
            return WAIT_MS if time_ms is None else time_ms
        return None if time_ms is None else min(time_ms, MAX_PRESS_MS)


_NAMES = {"package": "app", "interval_ms": "time", "duration_ms": "time", "time_ms": "time"}
"""Fields of actions that have another name in the space."""


def _pick(name: str, values: Mapping[str, Any], accepted: tuple[Choice, ...]) -> Choice:
    index = int(values[name])
    if not 0 <= index < len(accepted):
        raise ActionError(f"{name} {index}; accepted: 0 to {len(accepted) - 1}")
    return accepted[index]


def _short(text: str) -> str:
    if len(text) > MAX_TEXT or not set(text) <= set(CHARACTERS):
        raise ActionError(
            f"the action space holds {MAX_TEXT} ASCII characters of text at most; step also takes Actions"
        )
    return text


def _index(name: str, value: Any, accepted: tuple[Any, ...]) -> int:
    try:
        return accepted.index(value)
    except ValueError:
        raise ActionError(unknown(name, value, map(str, accepted))) from None


class PixelSpace(spaces.Box):
    """Pixels, 0 to 255. A plain Box keeps four arrays of bounds, each as large as all frames together."""

    def __init__(self, shape: tuple[int, ...], seed: int | np.random.Generator | None = None) -> None:
        super().__init__(0, 255, (1,) * len(shape), np.uint8, seed)
        self._shape = shape
        for name in ("low", "high", "bounded_below", "bounded_above"):
            setattr(self, name, np.broadcast_to(getattr(self, name), shape))


@batch_space.register(PixelSpace)
def _batch_pixels(space: PixelSpace, n: int = 1) -> PixelSpace:
    return PixelSpace((n, *space.shape))


def tree_space(max_elements: int) -> spaces.Box[np.int16]:
    """The space of trees: one row per element, in drawing order; rows after the last have the role 0."""
    low, high = np.zeros(len(COLUMNS), np.int16), np.ones(len(COLUMNS), np.int16)
    low[_PARENT] = -1
    high[:_PARENT] = AXIS
    high[_PARENT] = max_elements - 1
    high[_ROLE] = len(ROLES) + OTHER_ROLE
    rows = (max_elements, 1)
    return spaces.Box(np.tile(low, rows), np.tile(high, rows), dtype=np.int16)


def observation_space(
    observation: Observation, width: int, height: int, max_elements: int
) -> spaces.Space[Any]:
    """What an environment shows: RGBA pixels, the tree of elements, or both by name."""
    if observation not in get_args(Observation):
        raise PhoneBuddyError(unknown("observation", observation, get_args(Observation)))
    if not 1 <= max_elements <= np.iinfo(np.int16).max:
        raise PhoneBuddyError(f"max_elements {max_elements}; accepted: 1 to {np.iinfo(np.int16).max}")
    if observation == "pixels":
        return PixelSpace((height, width, 4))
    if observation == "tree":
        return tree_space(max_elements)
    return spaces.Dict(pixels=PixelSpace((height, width, 4)), tree=tree_space(max_elements))


def write_tree(screen: Screen, out: Tree) -> None:
    """Fill a tree from a screen; elements beyond its last row are left out."""
    places: dict[str | None, int] = {}
    numbers: list[int] = []
    count = min(len(screen.elements), len(out))
    for index, element in enumerate(screen.elements[:count]):
        places[element.id] = index
        numbers += element.bounds
        role = _ROLE_NUMBERS.get(element.role, OTHER_ROLE)
        numbers += (places.get(element.parent, -1), role, element.flags)
    rows = np.array(numbers, np.int32).reshape(count, _FLAGS + 1)
    # Outwards, so that thin elements keep some size.
    rows[:, 0:2] = rows[:, 0:2] * AXIS // (screen.width, screen.height)
    rows[:, 2:4] = -(rows[:, 2:4] * -AXIS // (screen.width, screen.height))
    out[:count, :_FLAGS] = rows[:, :_FLAGS]
    out[:count, _FLAGS:] = rows[:, _FLAGS:] >> _BITS & 1
    out[count:] = 0
    out[count:, _PARENT] = -1
