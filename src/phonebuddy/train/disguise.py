"""Disguise: what nano is shown in training instead of what was there: other words, names, no ids or roles.

Whoever learns from a few apps knows them by their words and ids, and not what agrees with what.
Invariant: what agrees still agrees: a word is replaced by the same other one wherever it stands in a row. All
chances come from torch's generator.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import torch
from torch import Tensor

from phonebuddy.agents.nano.arrays import put
from phonebuddy.agents.nano.choices import Asks
from phonebuddy.agents.nano.features import Sort
from phonebuddy.agents.nano.meaning import vectors, whole_words
from phonebuddy.agents.nano.model import NanoConfig
from phonebuddy.agents.nano.relations import NUM_BLURS
from phonebuddy.agents.nano.words import NUM_SIGNS, NUM_UNITS

Given = dict[str, Tensor]


class Disguise:
    """See the head of this file; for one batch."""

    def __init__(self, config: NanoConfig, unknown: Tensor, device: str) -> None:
        self._config = config
        self._unknown = unknown
        """How often each unit is made unknown."""
        self._device = device

    def put_on(self, given: Given, batch: Mapping[str, Tensor]) -> None:
        """Change some inputs of a model; `batch` has them as they were, and what was answered."""
        rows = len(given["units"])
        salt = put(torch.randint(1, 1 << 30, (rows, 1, 1)).numpy(), self._device)
        much = put((2 * torch.rand(rows, 1, 1)).numpy(), self._device)
        given["units"] = self.scramble(given["units"], salt, much)
        # A name that is never the right one would be learned to be wrong: it is always another one.
        never = batch["never_opened"].unsqueeze(-1)
        given["apps"] = self.scramble(given["apps"], salt, torch.where(never, 1e3, much))
        parts = given["apps_meant"]
        given["apps_meant"] = torch.where(never & (parts > 0), _other_words(parts, salt), parts)
        self._read_others(given, batch, salt)
        self._hide_ids(given, salt)
        self._hide_roles(given, salt)
        self._rename(given, self._renamed(given, batch, salt), salt)
        self._blur(given, salt, much)

    def scramble(self, units: Tensor, salt: Tensor, much: Tensor) -> Tensor:
        """Give some words another number, the same ones all over a row; `much` is more or less than usual."""
        mixed = _mixed(units, salt)
        chosen = (mixed < self._unknown[units] * much * 1_000_003) & (units >= NUM_SIGNS)
        return torch.where(chosen, _other_units(units, salt), units)

    def _read_others(self, given: Given, batch: Mapping[str, Tensor], salt: Tensor) -> None:
        """Let a language read another name, a wrong one, for each app that is never the right one."""
        if "apps_where" not in given or f"{Asks.APP.name}.row" not in batch:
            return
        never = batch["never_opened"]
        known = (given["apps"] > 0).any(-1) & ~never
        known[batch[f"{Asks.APP.name}.row"], batch[f"{Asks.APP.name}.column"]] = False
        # The places of those that can stand in for it first; one of them by chance.
        order = torch.argsort(known.int(), dim=1, descending=True, stable=True)
        place = torch.arange(never.shape[1], device=never.device).unsqueeze(0)
        other = order.gather(1, _mixed(place + 1, salt[..., 0]) % known.sum(1, keepdim=True).clamp(min=1))
        where = given["apps_where"]
        given["apps_where"] = torch.where(never, where.gather(1, other), where)

    def _hide_ids(self, given: Given, salt: Tensor) -> None:
        """Resource ids tell a page most surely, and what a known task does on it."""
        hidden = (salt % 1_000 < 1_000 * self._config.hide_ids) & (given["units"] < NUM_SIGNS)
        given["units"] = given["units"].masked_fill(hidden, 0)

    def _hide_roles(self, given: Given, salt: Tensor) -> None:
        """Other apps are built of other classes; what can be ticked or written into is told besides."""
        is_thing = (given["sort"] == Sort.THING) | (given["sort"] == Sort.READ)
        hidden = salt[..., 0] // 1_000_000 % 1_000 < 1_000 * self._config.hide_roles
        given["sign"] = given["sign"].masked_fill(hidden & is_thing, 0)

    def _renamed(self, given: Given, batch: Mapping[str, Tensor], salt: Tensor) -> Tensor:
        """Some of the rows in which an app is opened whose whole name is in the instruction."""
        if f"{Asks.APP.name}.row" not in batch:
            return torch.zeros(0, dtype=torch.long, device=salt.device)
        rows, right = batch[f"{Asks.APP.name}.row"], batch[f"{Asks.APP.name}.column"]
        wanted = given["apps_meant"][rows, right]
        told = given["meant"][rows] * (given["sort"][rows] == Sort.TOLD).unsqueeze(-1)
        is_said = ((told.flatten(1).unsqueeze(2) == wanted.unsqueeze(1)) & (wanted > 0).unsqueeze(1)).any(1)
        is_named = (is_said | (wanted == 0)).all(1) & is_said.any(1)
        return rows[is_named & (salt[rows, 0, 0] // 1_000 % 1_000 < 1_000 * self._config.rename)]

    def _rename(self, given: Given, rows: Tensor, salt: Tensor) -> None:
        """Give all apps of some rows other names, wherever these stand."""
        if not len(rows):
            return
        for tokens, apps, size, other, first in (
            ("meant", "apps_meant", len(vectors()), _other_words, 1),
            ("units", "apps", NUM_UNITS, _other_units, NUM_SIGNS),
        ):
            of_apps = torch.zeros(len(rows), size, dtype=torch.bool, device=salt.device)
            of_apps.scatter_(1, given[apps][rows].flatten(1), True)
            of_apps[:, :first] = False
            for name in (tokens, apps):
                ids = given[name][rows]
                chosen = of_apps.gather(1, ids.flatten(1)).view_as(ids)
                changed = torch.where(chosen, other(ids, salt[rows]), ids)
                given[name] = given[name].index_copy(0, rows, changed)

    def _blur(self, given: Given, salt: Tensor, much: Tensor) -> None:
        """Move what tokens mean, each its own way."""
        place = torch.arange(given["meant"].shape[1], device=salt.device)
        mixed = given["meant"].sum(-1) * 2_654_435_761 + place * 40_503 + salt[..., 0] * 7_919
        given["blur"] = mixed % 1_000_003 % NUM_BLURS
        given["blur_by"] = much / 2 * self._config.blur


def _mixed(ids: Tensor, salt: Tensor) -> Tensor:
    return (ids * 2_654_435_761 + salt * 40_503) % 1_000_003


def _other_units(units: Tensor, salt: Tensor) -> Tensor:
    return NUM_SIGNS + _mixed(units, salt) * 7_919 % (NUM_UNITS - NUM_SIGNS)


def _other_words(parts: Tensor, salt: Tensor) -> Tensor:
    words = _words(str(parts.device))
    return words[_mixed(parts, salt) % len(words)]


@lru_cache(maxsize=2)
def _words(device: str) -> Tensor:
    return torch.from_numpy(whole_words()).to(device)
