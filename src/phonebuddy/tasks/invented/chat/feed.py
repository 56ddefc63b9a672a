"""Chat feed: the pages of an invented board: posts with likes, comments, answers to events, polls, people.

Invariant: a post looks and acts the same in every list that shows it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.chat.feed_plan import FeedPlan
from phonebuddy.tasks.invented.chat.people import MORE
from phonebuddy.tasks.invented.fields import SWITCH, quoted
from phonebuddy.tasks.invented.narrowing import chips
from phonebuddy.tasks.invented.saving import put_button
from phonebuddy.tasks.invented.sketch import Data


class FeedPages(FeedPlan):
    """What is asked of them stands in chat_feed_marks and chat_feed_deeds."""

    # -- pages -----------------------------------------------------------------------------------------

    def _app(self) -> Data:
        pages: Data = {
            "feed": self._feed_page(),
            "people": self._people_page(),
            "saved": self._saved_page(),
            "post": self._post_page(),
            "write": self._write_page(),
            "person": self._person_page(),
        }
        app: Data = {"schema": self._schema(), "pages": pages}
        if self._has_polls:
            pages["polls"] = self._polls_page()
        if self._comments_at == "page":
            pages["talk"] = {
                "params": ["id"],
                "vars": {"words": ""},
                "top": {"top_bar": self._comments_word, "leave": "back"},
                "body": self._comment_list(),
                "bottom": self._comment_input(),
            }
        modules: Data = {}
        if self._comments_at == "module":
            modules["comments"] = {
                "title": self._comments_word,
                "me": "SELECT 'You'",
                "about": f"SELECT title FROM {self._post} WHERE id = :thing",
            }
        if self._search == "page":
            rows = (
                "SELECT id, title, author AS text, 'post-outline' AS sign, title || ' ' || author "
                f"AS words FROM {self._post} WHERE NOT hidden AND NOT is_poll"
            )
            modules["search"] = {
                "hint": self._search_hint,
                "rows": rows,
                "on_choose": [{"open": "post", "with": {"id": "{id}"}}],
            }
        return app | ({"modules": modules} if modules else {})

    def _rows(self, where: str, order: str) -> str:
        return (
            "SELECT id, title AS post_title, text AS says, author, topic, likes, liked, saved, NOT liked AS "
            f"unliked, {self._when} AS when_text, "
            f"(SELECT count(*) FROM {self._comment_table} AS c WHERE c.thing = p.id) AS num_comments, author "
            f"|| ' · ' || {self._when} AS below FROM {self._post} AS p WHERE {where} ORDER BY {order}"
        )

    _when = "relative_day(at, today())"

    def _feed_page(self) -> Data:
        where = "NOT hidden AND NOT is_poll AND (:only = 'All' OR topic = :only)"
        page: Data = {
            "vars": {"only": "All", "sort": "new"},
            "top": {"top_bar": self._title, "actions": []},
            "body": [],
        }
        actions = page["top"]["actions"]
        if self._search == "page":
            actions.append({"use": "search_button"})
        elif self._search == "bar":
            page["vars"]["query"] = ""
            where += " AND (trim(:query) = '' OR instr(folded(title || ' ' || author), folded(trim(:query))))"
            page["body"].append({"search_bar": "query", "hint": self._search_hint})
        if self._sorts:
            menu = [
                {"menu_item": "Newest first", "on_tap": [{"set": {"sort": "new"}}]},
                {"menu_item": "Most liked first", "on_tap": [{"set": {"sort": "liked"}}]},
            ]
            actions.append({"icon_button": "sort", "label": "Sort", "on_tap": [{"menu": menu}]})
        page["body"] += self._narrowing()
        order = "CASE :sort WHEN 'liked' THEN -likes ELSE -at END, id"
        made = self._listed(where, ("topic, " if self._narrow == "sections" else "") + order)
        if self._narrow == "sections":
            made |= {"section": "topic", "header": {"header": "{topic}"}}
        write = [{"open": "write", "with": {"id": 0}}]
        if self._writes_at == "fab":
            page["floating"] = {"fab": "pencil-outline", "label": self._write, "on_tap": write}
        elif self._writes_at == "top":
            actions.append({"icon_button": "plus", "label": self._write, "on_tap": write})
        else:
            page["body"].append(
                {
                    "row": [
                        {"button": self._write, "icon": "pencil-outline", "style": "tonal", "on_tap": write}
                    ],
                    "pad": 12,
                }
            )
        page["body"] += [{"column": [made], "pad": 12} if self._look == "card" else made, {"space": 88}]
        return self._framed("feed", page)

    def _narrowing(self) -> list[Data]:
        options = ["All", *self._topic.values]
        if self._narrow == "tabs" and len(options) <= 4:
            return [{"tabs": "only", "options": {one: one for one in options}}]
        if self._narrow in ("chips", "tabs"):
            return [chips(options)]
        return []

    def _listed(self, where: str, order: str) -> Data:
        tap = [{"open": "post", "with": {"id": "{id}"}}]
        if self._look == "item":
            each: Data = {
                "list_item": "{post_title}",
                "text": "{below}",
                "avatar": "{author}",
                "meta": "{likes}",
                "on_tap": tap,
            }
            if self._acts_on_row:
                each["trailing"] = {"row": self._row_marks()}
        elif self._look == "card":
            lines: list[Data] = [
                {
                    "row": [
                        {"avatar": "{author}", "size": 32},
                        {"text": "{author}", "style": "label", "grow": 1},
                        {"text": "{when_text}", "style": "label_small"},
                    ],
                    "gap": 8,
                },
                {"text": "{post_title}", "style": "title"},
                {"text": "{says}", "lines": 2},
            ]
            if self._acts_on_row:
                lines.append(
                    {
                        "row": [
                            *self._row_marks(),
                            {"text": "{likes}"},
                            {"space": 16},
                            {"icon": "comment-outline"},
                            {"text": "{num_comments}"},
                        ],
                        "gap": 4,
                    }
                )
            each = {
                "card": lines,
                "style": self._one_of(("outlined", "filled", "elevated")),
                "gap": 6,
                "on_tap": tap,
            }
        else:
            lines = [
                {"text": "{topic}", "style": "label_small"},
                {"text": "{post_title}", "style": "title"},
                {"text": "{below}", "style": "body_small"},
            ]
            if self._acts_on_row:
                lines.append({"row": self._row_marks(), "gap": 4})
            each = {"column": lines, "pad": 16, "gap": 4, "on_tap": tap}
        return {
            "list": self._rows(where, order),
            "each": each,
            "gap": 10 if self._look == "card" else 0,
            "empty": "Nothing here",
        }

    def _row_marks(self) -> list[Data]:
        return self._marks(": {post_title}" if self._marks_named else "")

    def _marks(self, tail: str = "") -> list[Data]:
        like = [
            {
                "sql": f"UPDATE {self._post} SET likes = likes + 1 - 2 * liked, liked = 1 - liked "
                "WHERE id = :id"
            }
        ]
        save = [{"sql": f"UPDATE {self._post} SET saved = 1 - saved WHERE id = :id"}]
        full = {"heart-outline": "heart", "thumb-up-outline": "thumb-up", "bookmark-outline": "bookmark"}
        found: list[Data] = []
        for column, on, off, icon, do in (
            ("liked", self._like, self._unlike, self._like_icon, like),
            ("saved", self._save, self._unsave, self._save_icon, save),
        ):
            found.append({"icon_button": icon, "label": on + tail, "unless": column, "on_tap": do})
            found.append(
                {
                    "icon_button": full.get(icon, icon),
                    "label": off + tail,
                    "color": "primary",
                    "when": column,
                    "on_tap": do,
                }
            )
        return found

    def _saved_page(self) -> Data:
        each = {
            "list_item": "{post_title}",
            "text": "{below}",
            "icon": self._save_icon,
            "on_tap": [{"open": "post", "with": {"id": "{id}"}}],
        }
        made = {
            "list": self._rows("saved AND NOT hidden", "title"),
            "each": each,
            "empty": "Nothing saved yet",
        }
        return self._framed("saved", {"top": {"top_bar": self.places[2][1]}, "body": [made]})

    def _post_page(self) -> Data:
        shown = "".join(f", {one.shown()} AS {one.name}_shown" for one in self._fields)
        data = (
            "SELECT title AS post_title, text AS says, text <> '' AS has_text, author, mine, NOT mine AS "
            "theirs, topic, likes, liked, saved, likes || ' people like this' AS likes_text, "
            "relative_day(at, today()) || ', ' || clock_time(at) AS when_text, (SELECT count(*) FROM "
            f"{self._comment_table} AS c WHERE c.thing = p.id) || ' comments' AS count_text, "
            f"answer = {quoted(self._answers[0])} AS answered_0, answer = {quoted(self._answers[1])} AS "
            f"answered_1, answer = {quoted(self._answers[2])} AS answered_2, answer AS kept_answer{shown} "
            f"FROM {self._post} AS p WHERE id = :id"
        )
        body: list[Data] = [
            {"list_item": "{author}", "text": "{when_text}", "avatar": "{author}"},
            {
                "column": [
                    {"text": "{post_title}", "style": "headline_small"},
                    {"text": "{says}", "when": "has_text"},
                ],
                "pad": 16,
                "gap": 8,
            },
            *(self._fact(one.label, f"{{{one.name}_shown}}") for one in self._fields),
            {"row": [*self._marks(), {"text": "{likes_text}", "style": "body_small"}], "pad": 8, "gap": 4},
        ]
        if self._has_answers:
            body += self._answering()
        actions, buttons = self._own_actions()
        body += [{"column": buttons, "pad": 16, "gap": 8, "when": "mine"}] if buttons else []
        page: Data = {
            "params": ["id"],
            "vars": {"words": "", "answer": ""},
            "data": data,
            "top": {"top_bar": self._noun.capitalize(), "leave": "back", "actions": actions},
            "body": body,
        }
        page["on_open"] = [
            {"let": f"SELECT answer AS old_answer FROM {self._post} WHERE id = :id"},
            {"set": {"answer": "{old_answer}"}},
        ]
        if self._comments_at == "post":
            body += [{"header": "{count_text}"}, *self._comment_list()]
            page["bottom"] = self._comment_input()
        else:
            lead = (
                {"open": "talk", "with": {"id": "{id}"}}
                if self._comments_at == "page"
                else {"open": "comments", "with": {"thing": "{id}"}}
            )
            body.append(
                {
                    "list_item": self._comments_word,
                    "text": "{count_text}",
                    "icon": "comment-text-outline",
                    "trailing": {"icon": "chevron-right"},
                    "on_tap": [lead],
                }
            )
        return page

    def _own_actions(self) -> tuple[list[Data], list[Data]]:
        """What the top of a post offers: its author may change it, others may hide it."""
        delete: list[Data] = [
            {"sql": f"DELETE FROM {self._comment_table} WHERE thing = :id"},
            {"sql": f"DELETE FROM {self._post} WHERE id = :id"},
            {"back": None},
        ]
        if self._asks:
            delete = [
                {
                    "dialog": "Take this post down?",
                    "confirm": self._sure,
                    "danger": True,
                    "on_confirm": delete,
                }
            ]
        edit = [{"open": "write", "with": {"id": "{id}"}}]
        hide = {
            "on_tap": [{"sql": f"UPDATE {self._post} SET hidden = 1 WHERE id = :id"}, {"back": None}],
            "when": "theirs",
        }
        if self._own_acts == "menu":
            items = [
                {"menu_item": self._edit, "when": "mine", "on_tap": edit},
                {"menu_item": self._delete, "when": "mine", "on_tap": delete},
                {"menu_item": self._hide, **hide},
            ]
            return [{"icon_button": "dots-vertical", "label": MORE, "on_tap": [{"menu": items}]}], []
        hider = {"icon_button": "eye-off-outline", "label": self._hide, **hide}
        if self._own_acts == "icons":
            icons = [
                {"icon_button": "pencil-outline", "label": self._edit, "when": "mine", "on_tap": edit},
                {"icon_button": "delete-outline", "label": self._delete, "when": "mine", "on_tap": delete},
            ]
            return [*icons, hider], []
        return [hider], [
            {"button": self._edit, "style": "tonal", "on_tap": edit},
            {"button": self._delete, "style": "outlined", "on_tap": delete},
        ]

    def _answering(self) -> list[Data]:
        head = {"text": "Will you be there?", "style": "label", "pad": 16}
        if self._answer_style == "segmented":
            chosen = [{"sql": f"UPDATE {self._post} SET answer = :value WHERE id = :id"}]
            return [
                head,
                {
                    "column": [
                        {
                            "segmented": "answer",
                            "options": {one: one for one in self._answers},
                            "on_change": chosen,
                        }
                    ],
                    "pad": 16,
                },
            ]
        parts: list[Data] = []
        for at, one in enumerate(self._answers):
            keep: list[Data] = [
                {"sql": f"UPDATE {self._post} SET answer = {quoted(one)} WHERE id = :id"},
                {"set": {"answer": one}},
            ]
            chip = {"chip": one, "selected": f"{{answered_{at}}}", "on_tap": keep}
            parts.append(
                chip if self._answer_style == "chips" else {"button": one, "style": "tonal", "on_tap": keep}
            )
        return [head, {"row": parts, "pad": 16, "gap": 8}]

    # -- comments, polls, writing ----------------------------------------------------------------------

    def _comment_list(self) -> list[Data]:
        rows = (
            "SELECT id AS comment_id, author, text AS comment_text, likes AS num_likes, liked, "
            f"mine, relative_day(at, today()) AS when_text FROM {self._comment} WHERE thing = :id "
            "ORDER BY at, id"
        )
        like = [
            {
                "sql": f"UPDATE {self._comment} SET likes = likes + 1 - 2 * liked, liked = 1 - liked "
                "WHERE id = :comment_id"
            }
        ]
        erase = [{"sql": f"DELETE FROM {self._comment} WHERE id = :comment_id"}]
        menu = [
            {"menu_item": "Like this comment", "icon": "heart-outline", "on_tap": like},
            {"menu_item": "Delete my comment", "icon": "delete-outline", "when": "mine", "on_tap": erase},
        ]
        row = {
            "list_item": "{comment_text}",
            "overline": "{author}",
            "text": "{when_text}",
            "meta": "{num_likes}",
            "avatar": "{author}",
            "on_long_press": [{"menu": menu}],
        }
        return [{"list": rows, "each": row, "empty": "No comments yet"}, {"space": 40}]

    def _comment_input(self) -> Data:
        send: list[Data] = [
            {"let": "SELECT trim(:words) AS said_now"},
            {"require": "SELECT :said_now <> ''", "message": "Write something first"},
            {
                "sql": f"INSERT INTO {self._comment} (thing, author, at, text, mine) VALUES (:id, "
                "'You', now(), :said_now, 1)"
            },
            {"set": {"words": ""}},
            {"to_end": None},
        ]
        field = {
            "card": [{"field": "words", "hint": self._comment_hint, "frame": "plain"}],
            "pad": 4,
            "color": "surface_high",
            "grow": 1,
        }
        return {
            "row": [
                field,
                {"icon_button": "send", "label": self._comment_send, "color": "primary", "on_tap": send},
            ],
            "pad": 8,
            "gap": 4,
        }

    def _polls_page(self) -> Data:
        cast = [{"sql": f"UPDATE {self._post} SET vote = :option_id WHERE id = :post"}]
        rows = (
            "SELECT o.id AS option_id, o.post, o.text AS option_text, p.title AS poll_title, (o.votes + "
            "(p.vote = o.id)) || ' votes' AS votes_text, p.vote = o.id AS mine "
            f"FROM {self._option} AS o JOIN {self._post} AS p ON p.id = o.post ORDER BY p.at DESC, o.id"
        )
        row: Data = {
            "list_item": "{option_text}",
            "meta": "{votes_text}",
            "selected": "{mine}",
            "on_tap": cast,
        }
        if self._chance.random() < 0.5:
            row = {
                "list_item": "{option_text}",
                "text": "{votes_text}",
                "trailing": {"checkbox": "{mine}", "description": "{option_text}", "on_change": cast},
            }
        made = {"list": rows, "section": "poll_title", "header": {"header": "{poll_title}"}, "each": row}
        return self._framed("polls", {"top": {"top_bar": self.places[3][1]}, "body": [made, {"space": 40}]})

    def _write_page(self) -> Data:
        parts = [self._topic, *(one for one in self._fields if one.kind != SWITCH)]
        names = ["title", "text", *(one.name for one in parts)]
        save: list[Data] = [
            {"require": "SELECT trim(:title) <> ''", "message": "A headline is missing", "into": "wrong"},
            {
                "sql": f"INSERT INTO {self._post} (id, author, mine, at, {', '.join(names)}) VALUES "
                "(nullif(:id, 0), 'You', 1, now(), trim(:title), trim(:text), "
                f"{', '.join(one.kept() for one in parts)}) "
                f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{one} = excluded.{one}' for one in names)}"
            },
            {"back": None},
        ]
        loads = ", ".join(f"{one.for_form()} AS old_{one.name}" for one in parts)
        start = [
            {"let": f"SELECT title AS old_title, text AS old_text, {loads} FROM {self._post} WHERE id = :id"},
            {"set": {one: f"{{old_{one}}}" for one in names}, "when": "id"},
        ]
        body: list[Data] = [
            {"field": "title", "label": self._title_label, "error": "{wrong}"},
            {"field": "text", "label": self._text_label, "kind": "multiline", "lines": 3},
        ]
        body += [widget for one in parts for widget in one.widgets()]
        button = {"button": self._publish, "on_tap": save}
        helpers = [part for one in parts for part in one.helpers()]
        page: Data = {
            "params": ["id"],
            "vars": {"title": "", "text": "", "wrong": ""} | {one.name: one.first for one in parts},
            "on_open": start,
            "data": "SELECT "
            + ", ".join(["CASE :id WHEN 0 THEN 'New' ELSE 'Your words' END AS heading", *helpers]),
            "top": {"top_bar": "{heading}", "leave": "close"},
        }
        put_button(button, self._sends_at, page["top"], body)
        return page | {"body": [{"column": body, "pad": 16, "gap": 12}]}
