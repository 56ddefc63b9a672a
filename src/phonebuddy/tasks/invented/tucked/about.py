"""About: a page of facts about the app and of more to read, which are asked for.

Invariant: no two facts of one page say the same, and a page to read is asked for in words of its own.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, some
from phonebuddy.tasks.invented.tucked.ground import PREFIX, Ground, Item, Part, parts

PAGE = "k_about"
LEAST, MOST = 4, 7
NUM_ASKED, NUM_READ = 2, 1
LONGEST = 900
"""Days since something happened."""


def about(ground: Ground, group: str) -> Part | None:
    """The page, with a line that leads there."""
    chance, data = ground.chance, parts()
    title = ground.label(data["about"], group)
    if not title:
        return None
    facts = [
        key
        for key in some(chance, sorted(data["facts"]), LEAST, MOST)
        if ground.is_new(data["facts"][key]["near"])
    ]
    labels = {key: ground.label(data["facts"][key]["labels"]) for key in facts}
    named = {key: label for key, label in labels.items() if label}
    read = [
        key
        for key in some(chance, sorted(data["reading"]), 2, 4)
        if ground.is_new(data["reading"][key]["near"])
    ]
    titles = {key: ground.label(data["reading"][key]["titles"]) for key in read}
    titled = {key: one for key, one in titles.items() if one}
    if not named:
        return None
    kept: Data = {f"k_{key}": _value(ground, data["facts"][key]["kind"]) for key in named}
    tap = [{"open": PAGE}]
    item = Item(
        title,
        [{"list_item": title, "on_tap": tap}],
        "",
        tap,
        "information-outline",
        pages=_pages(ground, title, named, titled),
        kept=kept,
    )
    way: Gold = [{"tap": title}]
    asked = chance.sample(sorted(named), min(NUM_ASKED, len(named)))
    deeds = [_question(ground, key, named[key], way) for key in asked]
    deeds += [
        _reading(ground, key, titled[key], way)
        for key in chance.sample(sorted(titled), min(NUM_READ, len(titled)))
    ]
    return Part(item, deeds)


def _value(ground: Ground, kind: str) -> str:
    if kind == "day":
        return f"=full_date(today() - 86400 * {ground.chance.randint(2, LONGEST)})"
    return str(ground.chance.choice(parts()["values"][kind]))


def _pages(ground: Ground, title: str, named: dict[str, str], titled: dict[str, str]) -> Data:
    facts: list[Data] = [{"list_item": label, "text": f"{{k_{key}}}"} for key, label in named.items()]
    links: list[Data] = [
        {"list_item": one, "on_tap": [{"open": f"k_read_{key}"}]} for key, one in titled.items()
    ]
    columns = ", ".join(f"k_{key}" for key in named)
    pages: Data = {
        PAGE: {
            "data": f"SELECT {columns} FROM {ground.table} WHERE {ground.row.where}",
            "top": {"top_bar": title, "leave": "back"},
            "body": [*facts, {"divider": None}, *links] if ground.chance.random() < 0.5 else [*links, *facts],
        }
    }
    for key, one in titled.items():
        pages[f"k_read_{key}"] = text_page(one, parts()["reading"][key]["lines"])
    return pages


def text_page(title: str, lines: list[str]) -> Data:
    """Something to read."""
    told = [{"text": line} for line in lines]
    return {"top": {"top_bar": title, "leave": "back"}, "body": [{"column": told, "pad": 16, "gap": 16}]}


def _question(ground: Ground, key: str, label: str, way: Gold) -> Deed:
    asks = tuple(parts()["facts"][key]["asks"])
    draw = {"fact": f"SELECT k_{key} FROM {ground.table} WHERE {ground.row.where}"}
    gold: Gold = [*way, {"read": "got", "near": label}, {"answer": "{got}"}]
    return Deed(f"{PREFIX}ask_{key}", asks, gold, [{"answer": f"{{k_{key}}}"}], draw=draw)


def _reading(ground: Ground, key: str, title: str, way: Gold) -> Deed:
    events = f"FROM phone_event WHERE app = {quoted(ground.name)} AND kind = 'page'"
    last = f"SELECT 1 {events} AND detail = 'k_read_{key}' AND seq = (SELECT max(seq) {events})"
    asks = tuple(parts()["reading"][key]["asks"])
    return Deed(f"{PREFIX}read_{key}", asks, [*way, {"tap": title}], [{"present": last}])
