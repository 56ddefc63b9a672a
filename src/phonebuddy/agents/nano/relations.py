"""Relations: what tokens of a view have to do with each other before anything is learned.

Words they share, how near they are in meaning, how they lie on the screen.

Invariant: everything is between 0 and 1 and depends on the inputs alone.
"""

from __future__ import annotations

import msgspec
import torch
from torch import Tensor

from phonebuddy.agents.nano.features import FEATURE, Sort
from phonebuddy.agents.nano.meaning import WIDTH

ALIKE = 0.25
"""From how near on two meanings have anything to do with each other."""
NUM_BLURS = 4_096
NUM_ALIKE = 3
"""Features that say how near a token is to what it could go with."""
MOST_NAMED = 8
"""Units of an app's name that are looked for in the instruction."""
NEAR_WORDS = 3.0
"""Words or things, over which `near` fades."""
BELOW = 0.06
"""Of the screen's height, over which `below` fades."""
NUM_RELATIONS = 9


class Inputs(msgspec.Struct):
    """A batch of views: b of them, n tokens each, a apps."""

    units: Tensor
    local: Tensor
    num_local: int
    meant: Tensor
    sign: Tensor
    sort: Tensor
    features: Tensor
    here: Tensor
    """Which tokens are there."""
    apps: Tensor
    apps_meant: Tensor
    app_features: Tensor
    blur: Tensor | None = None
    """b x n: by which of the blurs a meaning is moved, and how far; only in training."""
    blur_by: Tensor | None = None
    ids: Tensor | None = None
    """With a language, what it has to read, r x l: see language.readings."""
    item: Tensor | None = None
    position: Tensor | None = None
    num_told: int = 0
    reading: Tensor | None = None
    """b: which of the r readings is whose."""
    where: Tensor | None = None
    """b x n: where in that it is known what a token means; then the same for the apps."""
    apps_where: Tensor | None = None
    read: Tensor | None = None
    """What it has read, where that is known already: b x n x its width; then the same for the apps."""
    apps_read: Tensor | None = None


def relations_of(inputs: Inputs) -> list[Tensor]:
    """Each b x n x n: how much of this is in that, of that in this, both; then _places."""
    b, n, _ = inputs.local.shape
    says = torch.zeros(b, n, inputs.num_local, device=inputs.local.device)
    says.scatter_(2, inputs.local, 1.0)
    says[:, :, 0] = 0
    rare = torch.log1p(inputs.here.sum(1, keepdim=True) / says.sum(1).clamp(min=1))
    weighed = says * rare.unsqueeze(1)
    share = (weighed / weighed.sum(2, keepdim=True).clamp(min=1e-6)) @ says.transpose(1, 2)
    other = share.transpose(1, 2)
    return [share, other, share * other, *_places(inputs)]


def blurs() -> Tensor:
    """Ways to move a meaning, of length 1; the same in every process."""
    found = torch.randn(NUM_BLURS, WIDTH, generator=torch.Generator().manual_seed(1))
    out: Tensor = found / found.norm(dim=-1, keepdim=True)
    return out


def alike(some: Tensor, others: Tensor) -> Tensor:
    """How near meanings are, from 0 to 1: b x n x m."""
    return ((torch.einsum("bnw,bmw->bnm", some, others) - ALIKE) / (1 - ALIKE)).clamp(0, 1)


def best(near: Tensor, where: Tensor) -> Tensor:
    """The nearest of those that count: b x n."""
    return (near * where.unsqueeze(1)).amax(-1)


def best_alike(inputs: Inputs, near: Tensor) -> Tensor:
    """For a thing how near a word of the instruction is, and one still to be used; for a word, how near
    something is that can be touched."""
    said = (inputs.sort == Sort.TOLD) & (inputs.features[..., FEATURE["says"]] > 0)
    left = said & (inputs.features[..., FEATURE["used"]] == 0)
    touchable = (inputs.sort == Sort.THING) & (inputs.features[..., FEATURE["touchable"]] > 0)
    is_told = inputs.sort == Sort.TOLD
    found = (best(near, said) * ~is_told, best(near, left) * ~is_told, best(near, touchable) * is_told)
    return torch.stack(found, -1)


def named(units: Tensor, names: Tensor) -> Tensor:
    """Which tokens have a unit in common with which app's name: m x a x n."""
    apps = names.masked_fill(names == 0, -1)
    found = torch.zeros(*apps.shape[:2], units.shape[1], dtype=torch.bool, device=units.device)
    for place in range(MOST_NAMED):
        found |= (units[:, None] == apps[:, :, place, None, None]).any(-1)
    return found


def _places(inputs: Inputs) -> list[Tensor]:
    """The same row of the screen, below, before, after, near: each b x n x n, from 0 to 1."""
    x, y, height = (inputs.features[..., FEATURE[name]] for name in ("x", "y", "height"))
    down = y.unsqueeze(2) - y.unsqueeze(1)
    on_screen = (inputs.sort == Sort.THING).float()
    both = on_screen.unsqueeze(1) * on_screen.unsqueeze(2)
    row = torch.exp(-down.abs() / (0.25 * height.unsqueeze(2) + 0.01)) * both
    beside = (x.unsqueeze(2) - x.unsqueeze(1)).abs()
    below = torch.exp(-(down.clamp(min=0) / BELOW + beside)) * (down > 0) * both
    order = torch.arange(x.shape[1], device=x.device)
    step = order.unsqueeze(1) - order
    same = (inputs.sort.unsqueeze(2) == inputs.sort.unsqueeze(1)).float()
    near = torch.exp(-(step.abs() - 1).clamp(min=0) / NEAR_WORDS) * (step != 0)
    return [row, below, (step == 1) * same, (step == -1) * same, near * same]
