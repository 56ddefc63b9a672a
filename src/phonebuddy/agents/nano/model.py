"""The model: a transformer over the tokens of a view, and heads that answer each kind of question.

Attention knows beforehand how much one token says of what another says, how near they are in meaning, and
what stands in the same row of the screen: an app that was never seen is worked by agreement and by place.
What belongs to a row is looked up with `index_select`: the gradient of `tensor[row]` is summed in whatever
order threads come, and takes five times as long.
Invariant: what is scored when learning is what is drawn from when acting; both go through `logits`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import msgspec
import torch
from torch import Tensor, nn

from phonebuddy.agents.nano.choices import FIRST_TOLD, KINDS, MOST_SPAN, NUM_NUMBERS, NUM_PLACES, Asks
from phonebuddy.agents.nano.features import FEATURE, NUM_APP_FEATURES, NUM_FEATURES, Sort
from phonebuddy.agents.nano.language.reader import Reader
from phonebuddy.agents.nano.language.readings import Sequences
from phonebuddy.agents.nano.layers import Dropout, Layer, linear, numbers_for
from phonebuddy.agents.nano.meaning import WIDTH, fingerprint, vectors
from phonebuddy.agents.nano.packed import NUM_WORD_FEATURES
from phonebuddy.agents.nano.relations import (
    NUM_ALIKE,
    NUM_RELATIONS,
    Inputs,
    alike,
    best,
    best_alike,
    blurs,
    named,
    relations_of,
)
from phonebuddy.agents.nano.words import NUM_SIGNS, NUM_UNITS
from phonebuddy.errors import must_hold

FORM = 7
"""Raised whenever weights of before mean nothing any more: other units, features, questions or layers."""
NEVER = -1e9
SURE = 6.0
"""What the best word that names an app is worth at most."""
CLEAR = 4.0
"""The length of a vector that means something; `the` has 1, `calendar` 12."""
LOUD = 8.0
"""How much louder than its vector, of length 1 at most, a meaning enters."""
NUM_APP_ALIKE = 3


class NanoConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of a model; two with the same are interchangeable."""

    width: int = 96
    layers: int = 3
    heads: int = 4
    unit_width: int = 64
    dropout: float = 0.1
    """Of what a token says, and of what each layer adds to it."""
    scramble: float = 0.6
    """How often a word that only one app says is made unknown in training, wherever it stands; a word of many
    apps less often, down to `scramble_common`. These are means: some rows lose hardly a word, some most."""
    scramble_common: float = 0.2
    blur: float = 0.8
    """How far meanings are moved in training at most, as a share of their length: near ones must do too."""
    rename: float = 0.5
    """How often all apps have other names in training where the right one is named: a name is right because
    it is said, not because it is known."""
    hide_ids: float = 0.5
    """In how many rows no resource ids are shown in training: other apps have others."""
    hide_roles: float = 0.25
    """In how many rows it is not told in training what is a button and what a checkbox: other apps are built
    of other classes, some of one for everything."""
    literal: bool = True
    """Whether demonstrations are learned in literal words as well."""
    language: str = ""
    """Which language model reads along: `minilm`, `smollm2`, or none."""
    language_rank: int = 16
    """Of what is learned of it."""
    language_print: str = ""
    """Which weights of it these are; with others it is refused."""
    words: str = msgspec.field(default_factory=fingerprint)
    """Which vectors of words it was trained with; with others it is refused."""
    form: int = FORM
    """Of the tokens, features and questions; a model of another form is refused."""

    def __post_init__(self) -> None:
        must_hold(
            "model",
            self,
            (
                ("width", self.width >= 1, "1 or more"),
                (
                    "heads",
                    self.heads >= 1 and self.width % self.heads == 0,
                    f"1 or more that divide the width, {self.width}",
                ),
                ("layers", self.layers >= 1, "1 or more"),
                ("unit_width", self.unit_width >= 1, "1 or more"),
                ("language_rank", self.language_rank >= 1, "1 or more"),
                ("dropout", 0 <= self.dropout < 1, "0 to below 1"),
                ("scramble", 0 <= self.scramble <= 1, "0 to 1"),
                ("scramble_common", 0 <= self.scramble_common <= 1, "0 to 1"),
                ("blur", self.blur >= 0, "0 or more"),
                ("rename", 0 <= self.rename <= 1, "0 to 1"),
                ("hide_ids", 0 <= self.hide_ids <= 1, "0 to 1"),
                ("hide_roles", 0 <= self.hide_roles <= 1, "0 to 1"),
            ),
        )


class Questions(msgspec.Struct):
    """Questions of one kind, m of them."""

    row: Tensor
    kind: Tensor
    at: Tensor
    """A token, 0 for none (the state itself)."""
    first: Tensor
    """A token of the instruction, 0 for none."""
    number: Tensor
    allowed: Tensor
    """m x columns."""
    first_word: Tensor
    """The place of the first word of a piece, 0 for none."""
    words: Tensor | None = None
    """m x w x (1 + features) for questions about words."""


class Scene(NamedTuple):
    """What a batch of views comes to."""

    tokens: Tensor
    """Each token, given all others: b x n x width."""
    said: Tensor
    """What each token says: b x n x unit_width."""
    apps: Tensor
    """What each app is called: b x a x unit_width."""
    features: Tensor
    """Those of the tokens, and how near each is to what it could go with."""
    meanings: Tensor
    """Of the tokens: b x n x WIDTH."""
    apps_read: Tensor | None
    """What a language reads in what each app is called."""


def read_all(reader: Reader, inputs: Inputs) -> tuple[Tensor, Tensor]:
    """What a language reads in the tokens and the apps of a batch."""
    parts = inputs.ids, inputs.item, inputs.position, inputs.reading, inputs.where, inputs.apps_where
    ids, item, position, *own = (part for part in parts if part is not None)
    return reader.read(Sequences(ids, item, position, inputs.num_told), *own)


class Nano(nn.Module):
    """See the head of this file."""

    def __init__(self, config: NanoConfig) -> None:
        super().__init__()
        d, u = config.width, config.unit_width
        self.config = config
        self.unit = nn.Embedding(NUM_UNITS, u, padding_idx=0)
        self.unit_in = nn.Linear(u, d)
        self.vectors: Tensor
        self.register_buffer("vectors", torch.from_numpy(vectors()), persistent=False)
        self.blurs: Tensor
        self.register_buffer("blurs", blurs(), persistent=False)
        self.meaning_in = nn.Linear(WIDTH, d, bias=False)
        self.sign = nn.Embedding(NUM_SIGNS, d)
        self.sort = nn.Embedding(len(Sort), d)
        self.feature_in = nn.Sequential(nn.Linear(NUM_FEATURES + NUM_ALIKE, d), nn.ReLU(), nn.Linear(d, d))
        self.drop = Dropout(config.dropout)
        self.relations = nn.Parameter(torch.zeros(config.layers, config.heads, NUM_RELATIONS))
        self.layers = nn.ModuleList(Layer(d, config.heads, config.dropout) for _ in range(config.layers))
        self.last = nn.LayerNorm(d)
        self.kinds = nn.Sequential(nn.Linear(d, d), nn.ReLU(), nn.Linear(d, len(KINDS)))
        self.kind = nn.Embedding(len(KINDS), d)
        self.asked = nn.Embedding(len(Asks), d)
        self.number = nn.Embedding(NUM_NUMBERS, d)
        self.query = nn.Sequential(nn.Linear(3 * d, 2 * d), nn.ReLU(), nn.Linear(2 * d, d))
        self.key = nn.Linear(d, d)
        self.direct = nn.Linear(d, NUM_FEATURES + NUM_ALIKE)
        self.phrases = nn.Linear(d, FIRST_TOLD)
        self.far = nn.Linear(d, MOST_SPAN + 1)
        self.app_key = nn.Linear(d, d)
        self.app_direct = nn.Linear(d, NUM_APP_FEATURES + 2 + NUM_APP_ALIKE)
        self.app_query = nn.Linear(d, d)
        self.word_key = nn.Sequential(nn.Linear(u + NUM_WORD_FEATURES, d), nn.ReLU(), nn.Linear(d, d))
        self.word_in = nn.Linear(u, d)
        self.places = nn.Linear(d, NUM_PLACES)
        self.reader = (
            Reader(config.language, config.language_rank, d, config.dropout) if config.language else None
        )
        self._begin()

    @torch.no_grad()
    def _begin(self) -> None:
        nn.init.normal_(self.unit.weight, std=0.3)
        self.unit.weight[0] = 0
        for head in range(self.config.heads):
            # Each head starts with relations of its own.
            for relation in range(head, NUM_RELATIONS, self.config.heads):
                self.relations[:, head, relation] = 2.0

    # -- the scene ------------------------------------------------------------------------------------------

    def scene(self, inputs: Inputs) -> Scene:
        b, n, _ = inputs.units.shape
        every = torch.cat((inputs.units.flatten(0, 1), inputs.apps.flatten(0, 1)))
        spoken = self._say(every)
        said, apps = spoken[: b * n].view(b, n, -1), spoken[b * n :].view(b, inputs.apps.shape[1], -1)
        meanings = self._mean(inputs.meant)
        if inputs.blur is not None and inputs.blur_by is not None:
            length = meanings.norm(dim=-1, keepdim=True)
            meanings = meanings + self.blurs[inputs.blur] * inputs.blur_by * length
        near = alike(meanings, meanings)
        features = torch.cat((inputs.features, best_alike(inputs, near)), -1)
        numbers = numbers_for(near.device, self.training)
        first, _, last = self.feature_in
        told = linear(last, torch.relu(linear(first, features, numbers)), numbers)
        x = linear(self.unit_in, self.drop(said), numbers)
        x = x + linear(self.meaning_in, self.drop(meanings) * LOUD, numbers)
        x = x + self.sign(inputs.sign) + self.sort(inputs.sort) + told
        read, apps_read = self._read(inputs)
        x = x + read if read is not None else x
        relations = self._relations(inputs, near, numbers)
        weights = nn.functional.pad(self.relations, (0, 1), value=NEVER).to(numbers)
        for layer, weight in zip(self.layers, weights, strict=True):
            # One layer's at a time: those of all are too large for any cache.
            x = layer(x, (weight @ relations).view(-1, b, n, n))
        return Scene(self.last(x), said, apps, features, meanings, apps_read)

    def _relations(self, inputs: Inputs, near: Tensor, numbers: torch.dtype) -> Tensor:
        """What tokens have to do with each other, which each layer's heads weigh: relations x (b n n)."""
        b, n = inputs.here.shape
        # One relation more, that nothing is learned of: being no token at all.
        nowhere = (~inputs.here).float().unsqueeze(1).expand(b, n, n)
        return torch.stack([one.to(numbers) for one in (*relations_of(inputs), near, nowhere)]).flatten(1)

    def _read(self, inputs: Inputs) -> tuple[Tensor | None, Tensor | None]:
        """What a language adds to tokens and to apps."""
        if self.reader is None:
            return None, None
        tokens, apps = inputs.read, inputs.apps_read
        if tokens is None or apps is None:
            tokens, apps = read_all(self.reader, inputs)
        return self.reader.tokens(tokens), self.reader.apps(apps)

    @torch.no_grad()
    def settle(self, inputs: Inputs) -> None:
        """Let what is read for the first time show how it is spread, once."""
        if self.reader is not None and not self.reader.is_settled:
            self.reader.settle(read_all(self.reader, inputs)[0][inputs.here])

    def _mean(self, parts: Tensor) -> Tensor:
        """The sum of some vectors, of length 1 where that means anything and less where it does not."""
        found = self.vectors[parts].sum(-2)
        out: Tensor = found / found.norm(dim=-1, keepdim=True).clamp(min=CLEAR)
        return out

    def _say(self, units: Tensor) -> Tensor:
        """The sum of some units, less the more there are."""
        said = nn.functional.embedding_bag(units, self.unit.weight, mode="sum", padding_idx=0)
        out: Tensor = said / (units > 0).sum(-1, keepdim=True).clamp(min=1).sqrt()
        return out

    # -- questions ------------------------------------------------------------------------------------------

    def logits(self, asks: Asks, inputs: Inputs, scene: Scene, questions: Questions) -> Tensor:
        """What each answer to each question gets, m x columns; those that are not allowed never."""
        if asks is Asks.KIND:
            found = self.kinds(scene.tokens[:, 0].index_select(0, questions.row))
        elif questions.words is not None:
            found = self._point_at_words(asks, scene, questions, questions.words)
        else:
            query = self._query(asks, scene, questions)
            found = self._point(asks, inputs, scene, questions, query)
        out: Tensor = found.masked_fill(~questions.allowed, NEVER)
        return out

    def _query(
        self, asks: Asks, scene: Scene, questions: Questions, first_word: Tensor | None = None
    ) -> Tensor:
        about = self.kind(questions.kind) + self.asked.weight[asks] + self.number(questions.number)
        tokens = scene.tokens.flatten(0, 1)
        first_of_row = questions.row * scene.tokens.shape[1]
        state, at, first = (
            tokens.index_select(0, first_of_row + place) for place in (0, questions.at, questions.first)
        )
        last = at + first
        if first_word is not None:
            last = last + self.word_in(first_word)
        query: Tensor = self.query(torch.cat((state, about, last), -1))
        return query

    def _point(self, asks: Asks, inputs: Inputs, scene: Scene, questions: Questions, query: Tensor) -> Tensor:
        row = questions.row
        if asks is Asks.PLACE:
            places: Tensor = self.places(query)
            return places
        if asks is Asks.APP:
            return self._point_at_apps(inputs, scene, row, query)
        # A key of every token would be the same for more work: there are fewer questions than tokens.
        tokens = torch.einsum("md,mnd->mn", query @ self.key.weight, scene.tokens.index_select(0, row))
        tokens = (tokens + (query @ self.key.bias).unsqueeze(1)) / math.sqrt(query.shape[-1])
        tokens = tokens + torch.einsum("mf,mnf->mn", self.direct(query), scene.features[row])
        if asks is Asks.LAST_TOLD:
            place = torch.arange(tokens.shape[1], device=tokens.device)
            far = (place - questions.first.unsqueeze(1)).clamp(0, MOST_SPAN)
            tokens = tokens + self.far(query).gather(1, far)
        return torch.cat((tokens, self.phrases(query)), -1) if asks is Asks.SOURCE else tokens

    def _point_at_words(self, asks: Asks, scene: Scene, questions: Questions, words: Tensor) -> Tensor:
        units = self.unit(words[..., 0].long())
        first = None
        if asks is Asks.LAST_WORD:
            place = questions.first_word.view(-1, 1, 1).expand(-1, 1, units.shape[-1])
            first = units.gather(1, place)[:, 0]
        query = self._query(asks, scene, questions, first)
        keys = self.word_key(torch.cat((units, words[..., 1:]), -1))
        return torch.einsum("md,mwd->mw", query, keys) / math.sqrt(query.shape[-1])

    def _point_at_apps(self, inputs: Inputs, scene: Scene, row: Tensor, query: Tensor) -> Tensor:
        told = (inputs.sort == Sort.TOLD) & inputs.here
        near = torch.cosine_similarity(scene.apps, (scene.said * told.unsqueeze(-1)).sum(1, keepdim=True), -1)
        is_named = named(inputs.units[row], inputs.apps[row]) & told[row].unsqueeze(1)
        meant_near = self._apps_alike(inputs, scene, told)
        features = (
            inputs.app_features[row], near[row].unsqueeze(-1), is_named.any(-1, keepdim=True), meant_near[row]
        )  # fmt: skip
        meant = self.meaning_in(self._mean(inputs.apps_meant) * LOUD)
        keys = self.app_key(self.unit_in(scene.apps) + meant)
        keys = keys + scene.apps_read if scene.apps_read is not None else keys
        keys = keys.index_select(0, row)
        scores = torch.einsum("md,mad->ma", query, keys) / math.sqrt(query.shape[-1])
        scores = scores + torch.einsum("mf,maf->ma", self.app_direct(query), torch.cat(features, -1))
        # An app is as good as the best word that names it: that word knows what stands around it.
        words = torch.einsum("md,mnd->mn", self.app_query(query), scene.tokens.index_select(0, row))
        words = torch.tanh(words / math.sqrt(query.shape[-1])) * SURE
        sure = words.unsqueeze(1).masked_fill(~is_named, -SURE).amax(-1)
        out: Tensor = scores + sure
        return out

    def _apps_alike(self, inputs: Inputs, scene: Scene, told: Tensor) -> Tensor:
        """How near what an app is called is to a word of the instruction, to one still to be used; and the
        nearest of its parts (`Spendlog` has two)."""
        left = told & (inputs.features[..., FEATURE["used"]] == 0)
        whole = alike(self._mean(inputs.apps_meant), scene.meanings)
        b, a, parts = inputs.apps_meant.shape
        single = self._mean(inputs.apps_meant.unsqueeze(-1)).view(b, a * parts, WIDTH)
        part = alike(single, scene.meanings).view(b, a, parts, -1).amax(2)
        return torch.stack(
            [best(one, where) for one, where in ((whole, told), (whole, left), (part, told))], -1
        )
