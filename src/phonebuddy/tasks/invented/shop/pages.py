"""Shop pages: how goods are shown, found, narrowed and liked.

Invariant: what a page calls a thing is what the plan calls it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.narrowing import chips
from phonebuddy.tasks.invented.shop.frame import Frame
from phonebuddy.tasks.invented.shop.product import ProductPage
from phonebuddy.tasks.invented.sketch import Data

_SORTS = ("cheap", "dear", "best")


class GoodsPages(Frame):
    """The pages on which goods are found."""

    def pages(self) -> Data:
        shop = self._shop
        found: Data = {"product": ProductPage(shop).page()}
        if shop.layout != "filters":
            found["home"] = self._home()
        if shop.layout == "categories":
            found["category"] = self._category()
        if shop.finds == "page":
            found["find"] = self._find()
        found["likes"] = self._likes()
        return found

    def filters(self) -> Data:
        """The parameters of the module that is the first page."""
        shop = self._shop
        rows = (
            f"SELECT id, name AS title, {self._about()} AS text, category AS kind, cents, "
            "stars / 10.0 AS stars, name AS words "
            f"FROM {shop.product}"
        )
        sorts = (
            "SELECT 'name' AS sort_id, 'By name' AS sort_words UNION ALL SELECT 'cheap', "
            f"{quoted(shop.cheapest)} UNION ALL SELECT 'best', {quoted(shop.best)}"
        )
        each = {"list_item": "{title}", "text": "{text}", "meta": "{cents_text}"}
        made: Data = {
            "title": shop.title,
            "rows": rows,
            "sorts": sorts,
            "order": "CASE :sort WHEN 'cheap' THEN cents WHEN 'best' THEN -stars ELSE 0 END, title",
            "each": each,
            "on_choose": [{"open": "product", "with": {"id": "{id}"}}],
            "leave": "none",
            "actions": self.actions(),
        }
        return made | ({"bottom": self.bottom("home")} if shop.nav == "bottom" else {})

    def _about(self) -> str:
        shown = self._shop.facts[0]
        return f"printf('★ %.1f · ', stars / 10.0) || {quoted(shown.label + ': ')} || {shown.shown()}"

    def _rows(self, where: str = "1", order: str = "name") -> str:
        return (
            f"SELECT id, name AS p_name, category, {self._about()} AS about, money(cents) "
            "AS price, cents, liked, NOT liked AS unliked, "
            f"chosen, (SELECT sum(chosen) FROM {self._shop.product}) AS num_chosen, stock "
            f"> 0 AS is_there, stock = 0 AS is_gone FROM {self._shop.product} WHERE "
            f"{where} ORDER BY {order}"
        )

    def _home(self) -> Data:
        shop = self._shop
        page: Data = {"vars": {"query": "", "only": "All", "sort": "", "looking": 0}, "body": []}
        page["data"] = "SELECT :looking = 1 AS is_looking, " + ", ".join(
            f":sort = '{one}' AS is_{one}" for one in _SORTS
        )
        actions = self.actions()
        if shop.sorts in ("menu", "sheet"):
            actions.insert(0, {"icon_button": "sort", "label": shop.calls["sort"], "on_tap": self._sorting()})
        page["top"] = {"top_bar": shop.title, "actions": actions}
        if shop.finds in ("bar", "icon"):
            bar: Data = {"search_bar": "query", "hint": shop.hint}
            page["body"].append(bar | ({"when": "is_looking"} if shop.finds == "icon" else {}))
        if shop.promises:
            lines: list[Data] = [{"text": shop.promises, "style": "title", "color": "on_primary_container"}]
            promise: Data = {"card": lines, "pad": 16, "color": "primary_container"}
            page["body"].append({"column": [promise], "pad": 12})
        page["body"] += self._narrowing()
        if shop.sorts == "chips":
            chips = [
                {"chip": words, "selected": f"{{is_{one}}}", "on_tap": [{"set": {"sort": one}}]}
                for one, words in (("cheap", shop.cheapest), ("best", shop.best))
            ]
            page["body"].append({"row": chips, "gap": 8, "pad": 12})
        page["body"] += self._categories() if shop.layout == "categories" else self._goods()
        if shop.nav == "bottom":
            page["bottom"] = self.bottom("home")
        return page

    def _sorting(self) -> list[Data]:
        shop = self._shop
        words = (("cheap", shop.cheapest), ("dear", shop.dearest), ("best", shop.best))
        if shop.sorts == "menu":
            return [
                {"menu": [{"menu_item": said, "on_tap": [{"set": {"sort": one}}]} for one, said in words]}
            ]
        items = [
            {"list_item": said, "on_tap": [{"set": {"sort": one}}, {"dismiss": None}]} for one, said in words
        ]
        return [{"sheet": "Sort by", "body": items}]

    def _narrowing(self) -> list[Data]:
        shop = self._shop
        options = ["All", *shop.categories]
        if shop.narrows == "tabs":
            return [{"tabs": "only", "options": {one: one for one in options}}]
        if shop.narrows == "none":
            return []
        return [chips(options)]

    def _categories(self) -> list[Data]:
        """Those on the first page; with a search, what fits it stands there instead."""
        shop = self._shop
        rows = (
            f"SELECT category AS c_name, count(*) || ' {shop.units}' AS how_many FROM "
            f"{shop.product} WHERE trim(:query) = '' GROUP BY category ORDER BY category"
        )
        each: Data = {
            "list_item": "{c_name}",
            "text": "{how_many}",
            "icon": shop.data["icon"],
            "trailing": {"icon": "chevron-right"},
        }
        each["on_tap"] = [{"open": "category", "with": {"category": "{c_name}"}}]
        found = {
            "list": self._rows("trim(:query) <> '' AND instr(folded(name), folded(trim(:query)))"),
            "each": self._row(),
        }
        if shop.categories_as == "list":
            return [{"list": rows, "each": each}, found]
        inside: list[Data] = [
            {"text": "{c_name}", "style": "title"},
            {"text": "{how_many}", "style": "body_small"},
        ]
        if shop.has_image:
            inside.insert(
                0, {"image": shop.picture, "seed": "{how_many}", "width": 0, "height": 80, "radius": 8}
            )
        card: Data = {"card": inside, "pad": 12, "gap": 4, "style": "outlined", "on_tap": each["on_tap"]}
        if shop.categories_as == "cards":
            return [{"column": [{"list": rows, "each": card, "gap": 12}], "pad": 16}, found]
        return [{"column": [{"grid": rows, "each": card, "columns": 2, "gap": 12}], "pad": 12}, found]

    def _category(self) -> Data:
        body = [{"list": self._rows("category = :category"), "each": self._row()}, {"space": 24}]
        return {"params": ["category"], "top": {"top_bar": "{category}", "leave": "back"}, "body": body}

    def _find(self) -> Data:
        shop = self._shop
        rows = self._rows("trim(:query) <> '' AND instr(folded(name), folded(trim(:query)))")
        each = {
            "list_item": "{p_name}",
            "text": "{about}",
            "meta": "{price}",
            "on_tap": [{"open": "product", "with": {"id": "{id}"}}],
        }
        return {
            "vars": {"query": ""},
            "top": {"top_bar": "Find", "leave": "back"},
            "on_open": [{"focus": "query"}],
            "body": [
                {"search_bar": "query", "hint": shop.hint},
                {"list": rows, "each": each, "empty": "Nothing to show"},
            ],
        }

    def _goods(self) -> list[Data]:
        shop = self._shop
        where = (
            "(trim(:query) = '' OR instr(folded(name), folded(trim(:query)))) AND (:only = "
            "'All' OR category = :only)"
        )
        order = (
            "CASE :sort WHEN 'cheap' THEN cents WHEN 'dear' THEN -cents WHEN 'best' THEN -stars ELSE 0 END, "
            + shop.one_of("name", "id")
        )
        empty = shop.one_of("Nothing here", "No goods found", "Nothing fits")
        head: list[Data] = []
        if shop.has_number:
            number = f"SELECT count(*) || ' {shop.units}' AS how_many FROM {shop.product} WHERE {where}"
            head = [
                {"list": number, "each": {"text": "{how_many}", "style": "body_small", "pad": 16, "gap": 4}}
            ]
        if shop.layout == "grid":
            grid: Data = {
                "grid": self._rows(where, order),
                "each": self._tile(),
                "columns": 2,
                "gap": 12,
                "empty": empty,
            }
            return [*head, {"column": [grid], "pad": 12}, {"space": 24}]
        if shop.layout == "sections":
            rows = self._rows(where, f"category, {order}")
            return [
                *head,
                {
                    "list": rows,
                    "section": "category",
                    "header": {"header": "{category}"},
                    "each": self._row(),
                    "empty": empty,
                },
            ]
        made: Data = {
            "list": self._rows(where, order),
            "each": self._card() if shop.layout == "cards" else self._row(),
            "empty": empty,
        }
        if shop.layout == "cards":
            return [*head, {"column": [made | {"gap": 12}], "pad": 16}]
        return [*head, made, {"space": 24}]

    def _touches(self) -> Data:
        """What a row does when it is tapped, held or swiped."""
        shop = self._shop
        found: Data = {"on_tap": [{"open": "product", "with": {"id": "{id}"}}]}
        flip = [{"sql": f"UPDATE {shop.product} SET liked = NOT liked WHERE id = :id"}]
        if shop.like_at == "swipe":
            found["on_swipe_left"] = [
                *flip,
                {"snackbar": shop.likes_word, "action": "Undo", "on_action": flip},
            ]
        if shop.like_at == "hold":
            likes = [
                {"menu_item": shop.like, "unless": "liked", "on_tap": flip},
                {"menu_item": shop.unlike, "when": "liked", "on_tap": flip},
                {"menu_item": "Share", "on_tap": [{"share": "{p_name}, {price}"}]},
            ]
            found["on_long_press"] = [{"menu": likes}]
        return found

    def _end_of_row(self) -> Data:
        """A button on a row, where there is one."""
        shop = self._shop
        flip = [{"sql": f"UPDATE {shop.product} SET liked = NOT liked WHERE id = :id"}]
        if shop.like_at == "row":
            on = {
                "icon_button": "heart",
                "label": f"{shop.unlike}: {{p_name}}",
                "when": "liked",
                "on_tap": flip,
            }
            off = {
                "icon_button": "heart-outline",
                "label": f"{shop.like}: {{p_name}}",
                "unless": "liked",
                "on_tap": flip,
            }
            return {"trailing": {"row": [on, off]}}
        if shop.quick:
            take = [
                {"require": "SELECT :is_there", "message": "Sold out"},
                *self.taking("''", "1", "SELECT 1"),
            ]
            return {"trailing": {"icon_button": "plus", "label": f"{shop.add}: {{p_name}}", "on_tap": take}}
        return {}

    def _row(self) -> Data:
        row: Data = {"list_item": "{p_name}", **self._touches(), **self._end_of_row()}
        if "trailing" in row:
            row["text"] = "{price}"
        else:
            row |= {"text": "{about}", "meta": "{price}"}
        if self._shop.has_image:
            row["leading"] = {
                "image": self._shop.picture,
                "seed": "{p_name}",
                "width": 56,
                "height": 56,
                "radius": 8,
            }
        return row

    def _card(self) -> Data:
        lines: list[Data] = [
            {"text": "{p_name}", "style": "title"},
            {"text": "{about}", "style": "body_small"},
            {"text": "{price}", "color": "primary"},
        ]
        inside: list[Data] = [{"column": lines, "grow": 1, "gap": 4}]
        if self._shop.has_image:
            inside.insert(
                0, {"image": self._shop.picture, "seed": "{p_name}", "width": 88, "height": 88, "radius": 12}
            )
        end = self._end_of_row()
        if end:
            inside.append(end["trailing"])
        return {
            "card": [{"row": inside, "gap": 12}],
            "pad": 12,
            "style": self._shop.chance.choice(("filled", "outlined", "elevated")),
            **self._touches(),
        }

    def _tile(self) -> Data:
        lines: list[Data] = [
            {"text": "{p_name}", "style": "title", "lines": 2},
            {"text": "{price}", "color": "primary"},
        ]
        if self._shop.has_image:
            lines.insert(
                0, {"image": self._shop.picture, "seed": "{p_name}", "width": 0, "height": 110, "radius": 12}
            )
        return {
            "card": lines,
            "pad": 10,
            "gap": 6,
            "style": self._shop.chance.choice(("filled", "outlined")),
            **self._touches(),
        }

    def _likes(self) -> Data:
        """What is liked, with a way to take things off: a button, a swipe, or by choosing several."""
        shop = self._shop
        go: list[Data] = [{"open": "product", "with": {"id": "{id}"}}]
        off = [{"sql": f"UPDATE {shop.product} SET liked = 0 WHERE id = :id"}]
        each: Data = {"list_item": "{p_name}", "text": "{price}", "icon": "heart", "on_tap": go}
        page: Data = {"body": [{"list": self._rows("liked"), "each": each, "empty": "Nothing yet"}]}
        if shop.likes_as == "bin":
            each["trailing"] = {
                "icon_button": "close",
                "label": f"{shop.calls['remove']} {{p_name}}",
                "on_tap": off,
            }
        if shop.likes_as == "swipe":
            each["on_swipe_left"] = [*off, {"snackbar": "Removed"}]
        page = self.main("likes", page)
        if shop.likes_as == "select":
            self._select(page, each, go)
        return page

    def _select(self, page: Data, each: Data, go: list[Data]) -> None:
        """Let several rows be chosen by a long press and taps."""
        shop, table = self._shop, self._shop.product
        none = [{"sql": f"UPDATE {table} SET chosen = 0 WHERE chosen"}]
        page["data"] = f"SELECT sum(chosen) AS all_chosen, sum(chosen) = 0 AS none_chosen FROM {table}"
        page["on_back"] = [{**none[0], "when": "all_chosen"}, {"back": None, "when": "none_chosen"}]
        off = [{"sql": f"UPDATE {table} SET liked = 0, chosen = 0 WHERE chosen"}]
        page["top"] |= {
            "selected": "{all_chosen}",
            "on_clear": none,
            "selection_actions": [
                {"icon_button": "delete-outline", "label": shop.calls["chosen"], "on_tap": off}
            ],
        }
        each["selected"] = "{chosen}"
        each["on_long_press"] = [{"sql": f"UPDATE {table} SET chosen = 1 WHERE id = :id"}]
        each["on_tap"] = [
            {"sql": f"UPDATE {table} SET chosen = NOT chosen WHERE id = :id", "when": "num_chosen"},
            {**go[0], "unless": "num_chosen"},
        ]
