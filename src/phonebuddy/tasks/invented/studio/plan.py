"""Studio plan: everything that chance decides about one app: what it has, its words, how it is built.

Invariant: pages and deeds read the same plan, so what a deed's gold touches is on the pages.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.money.kit import Kit
from phonebuddy.tasks.invented.sketch import COLORS, Data, filled
from phonebuddy.tasks.invented.studio.words import domains, words

SHELF, ALBUMS, RUN, DRAFT = "shelf", "albums", "run", "draft"
ALBUM, TAKE = "album", "take"
"""Pages that are no places: of one album, and of one thing."""
ARCHIVE, DELETE, OUT, FAVOUR = "archive", "delete", "out", "favour"
"""What can be done with things that were chosen."""
ICONS = {
    ARCHIVE: "archive-arrow-down-outline",
    DELETE: "delete-outline",
    OUT: "minus-circle-outline",
    FAVOUR: "heart-outline",
}
FEWEST, MOST = 10, 13
"""Things on the shelf."""
NUM_ALBUMS = 4
HIGHEST = 20
"""The most that a line of a draft counts."""


class Line(NamedTuple):
    """Something that is counted in the draft."""

    column: str
    said: str
    now: int

    @property
    def label(self) -> str:
        return self.said[:1].upper() + self.said[1:]


class Plan:
    """One app as chance made it."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance = name, chance
        self.data: Data = domains()[chance.choice(sorted(domains()))]
        title = chance.choice(self.data["titles"])
        self.is_brand, self.title = title.endswith("*"), title.rstrip("*")
        self.noun: str = chance.choice(self.data["nouns"])
        self.group: str = chance.choice(self.data["albums"]["nouns"])
        self.color = chance.choice(COLORS)
        self.takes, self.albums = f"{name}_take", f"{name}_album"
        self.run_table, self.draft_table = f"{name}_run", f"{name}_draft"
        self._decide_places()
        self._decide_shelf()
        self._decide_run()
        self._decide_draft()

    @property
    def nouns(self) -> str:
        return plural(self.noun)

    def label(self, key: str) -> str:
        """One of the ways a button is called."""
        way = filled(str(self.chance.choice(words()["labels"][key])), n=self.noun, g=self.group)
        return way[:1].upper() + way[1:]

    def _decide_places(self) -> None:
        chance, data = self.chance, self.data
        self.kit = Kit(self.name, self.title, chance)
        titles = {SHELF: data["shelf"], **{key: data[key]["places"] for key in (ALBUMS, RUN, DRAFT)}}
        icons = {SHELF: data["icon"], ALBUMS: "folder-outline", RUN: "timer-outline", DRAFT: "pencil-outline"}
        self.kit.places = [(key, chance.choice(titles[key]), icons[key]) for key in titles]
        chance.shuffle(self.kit.places)

    def _decide_shelf(self) -> None:
        chance = self.chance
        count = chance.randint(FEWEST, MOST)
        # Neighbours stay together, so that a thing has one that is called nearly so.
        self.names: list[str] = chance.sample(self.data["names"][:count], count)
        self.album_names: list[str] = chance.sample(self.data["albums"]["names"], NUM_ALBUMS)
        self.labels = {act: self.label(act) for act in ICONS}
        self.acts = {SHELF: [ARCHIVE, DELETE, FAVOUR], ALBUM: [OUT, ARCHIVE, DELETE]}
        for acts in self.acts.values():
            chance.shuffle(acts)
        self.asks = {
            act for act in (ARCHIVE, DELETE, OUT) if chance.random() < (0.7 if act == DELETE else 0.3)
        }
        self.sure = self.label("sure")
        self.listing = chance.choice(("rows", "rows", "grid"))
        self.leading = chance.choice(("none", "icon", "avatar"))
        self.order = chance.choice(("t.name", "t.made DESC, t.id", "t.id"))
        self.retry, self.stuck, self.options = self.label("retry"), self.label("stuck"), self.label("options")
        self.retry_at = chance.choice(("row", "page", "menu"))
        """Where what was refused is tried again: in its row, on its page, or there behind the dots."""
        self.facts = {key: self.label(key) for key in ("made", "length")}

    def _decide_run(self) -> None:
        chance, data = self.chance, self.data["run"]
        # The first place may be called Start, in the bar below this very button.
        self.start: str = chance.choice([one for one in data["start"] if one != self.kit.home])
        self.start_as = chance.choice(("button", "button", "fab"))
        self.stop = self.label("stop")
        self.drop, self.mark = self.label("drop"), self.label("mark")
        self.kind_label: str = chance.choice(data["kind"])
        self.kinds: list[str] = chance.sample(data["kinds"], len(data["kinds"]))
        self.kind_as = chance.choice(("chips", "menu"))
        self.named_at = chance.choice(("dialog", "dialog", "field", "nowhere"))
        """Where what ran gets its name: asked for at the end, on the page, or given by the app."""
        self.name_label, self.keep = self.label("name"), self.label("keep")

    def _decide_draft(self) -> None:
        chance, data = self.chance, self.data["draft"]
        self.does: Data = words()["does"][data["does"]]
        self.draft_noun: str = data["noun"]
        said = [one for pair in chance.sample(data["lines"], len(data["lines"])) for one in pair]
        self.lines = [Line(f"num{at}", one, chance.randint(1, 8)) for at, one in enumerate(said)]
        choice = data["choice"]
        self.choice_label: str = chance.choice(choice["labels"])
        self.choice_said: str = choice["said"]
        self.values: list[str] = chance.sample(choice["values"], len(choice["values"]))
        self.choice_as = chance.choice(("chips", "menu"))
        self.big: str = chance.choice(self.does["buttons"])
        self.big_as = chance.choice(("button", "button", "fab"))
        self.is_sure_asked = chance.random() < 0.35
        self.is_saved = chance.random() < 0.45
        """Whether a change is kept only by a button beside the large one."""
        self.save = self.label("save")
        self.step_as = chance.choice(("stepper", "buttons"))
        self.more, self.less = chance.choice(words()["labels"]["steps"])
        self.gone = self.label("gone")

    def press(self, line: Line, is_more: bool) -> Data:
        """One touch that makes a number of the draft higher or lower."""
        plain = ("More", "Less") if self.step_as == "stepper" else (self.more, self.less)
        return {"tap": f"{plain[0] if is_more else plain[1]}: {line.label}"}
