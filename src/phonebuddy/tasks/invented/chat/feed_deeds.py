"""Chat feed deeds: what is asked of posts, polls and people on an invented board, and the whole sketch.

Invariant: everything a deed's gold does is on the pages of the very same sketch.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.chat.feed_marks import FeedMarks
from phonebuddy.tasks.invented.chat.parts import said, sayings
from phonebuddy.tasks.invented.chat.people import MORE, OWN
from phonebuddy.tasks.invented.fields import MANY, READ_AS, SWITCH, Field
from phonebuddy.tasks.invented.meant import meant
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Deed, Gold, Read, Sketch, Write, filled, some


class Feed(FeedMarks):
    # -- posts of one's own ----------------------------------------------------------------------------

    def _own_deeds(self) -> list[Deed]:
        found = [self._posting(number) for number in range(2)]
        found += [self._editing(one) for one in (self._topic, *self._fields) if one.kind != SWITCH]
        return [*found, self._rewriting(), self._deleting()]

    def _hidden(self, is_last: bool = True) -> Gold:
        """The keyboard put away, where what comes next may lie below it."""
        return [] if is_last and self._sends_at == "top" else [{"press": "back"}]

    def _posting(self, number: int) -> Deed:
        parts = some(
            self._chance, [one for one in (self._topic, *self._fields) if one.kind != SWITCH], number, 2
        )
        titles, bodies = [one[0] for one in self._free_posts], [one[1] for one in self._free_posts]
        new: Data = {"title": titles, "text": bodies}
        draw: Data = {}
        told, wheres = "", ["title = :title", "text = :text", "mine"]
        gold: Gold = [
            {"tap": self._write},
            {"type": "{title}", "into": self._title_label},
            {"type": "{text}", "into": self._text_label},
            *self._hidden(not parts),
        ]
        for one in parts:
            entry = one.invented(f"n_{one.name}", self._chance, True)
            new, draw = new | entry.new, draw | entry.draw
            gold += [*entry.gold, *(self._hidden(one is parts[-1]) if "type" in entry.gold[-1] else [])]
            wheres.append(f"{one.name} = {entry.stored}")
            told += filled(
                self._one_of((", {s} {v}", ", with {v} as the {s}", "; the {s} is {v}", ", {s}: {v}")),
                s=one.said,
                v=entry.said,
            )
        ways = sayings("feed_posting")
        goal = [{"exactly 1": f"SELECT 1 FROM {self._post} WHERE {' AND '.join(wheres)}"}]
        facts = {"posts": f"SELECT max(id) AS last_post FROM {self._post}"}
        says = tuple(way + told for way in said(ways, n=(self._noun,)))
        return Deed(
            f"post{number}",
            says,
            [*gold, {"tap": self._publish}],
            goal,
            new,
            draw,
            facts,
            (f"insert {self._post} where id = :last_post + 1",),
        )

    def _own_action(self, label: str) -> Gold:
        return [{"tap": MORE}, {"tap": label}] if self._own_acts == "menu" else [{"tap": label}]

    def _editing(self, one: Field) -> Deed:
        entry = one.invented(f"n_{one.name}", self._chance, False)
        ways = sayings("feed_editing")
        hidden = self._hidden() if {"type", "replace"} & set(entry.gold[-1]) else []
        gold = [*self._to_post(), *self._own_action(self._edit), *entry.gold, *hidden, {"tap": self._publish}]
        draw = {**entry.draw, **self._a_post(f"mine AND {one.name} IS NOT {entry.stored}")}
        goal = [{"present": f"SELECT 1 FROM {self._post} WHERE id = :id AND {one.name} = {entry.stored}"}]
        it, value = self._called()[:2], (entry.said,)
        says = said(ways, n=(self._noun,), s=(one.said,), v=value, it=it)
        says += said(meant("chat", one.said).sets, v=value, it=it) * OWN
        return Deed(
            f"edit_{one.name}",
            says,
            gold,
            goal,
            entry.new,
            draw,
            {},
            (f"update {self._post}({one.name}) where id = :id",),
        )

    def _rewriting(self) -> Deed:
        ways = sayings("feed_rewriting")
        gold = [
            *self._to_post(),
            *self._own_action(self._edit),
            {"replace": self._title_label, "with": "{other}"},
            *self._hidden(),
            {"tap": self._publish},
        ]
        goal = [{"present": f"SELECT 1 FROM {self._post} WHERE id = :id AND title = :other"}]
        return Deed(
            "retitle",
            said(ways, n=(self._noun,), it=self._called()[:2]),
            gold,
            goal,
            {"other": [one[0] for one in self._free_posts]},
            self._a_post("mine"),
            {},
            (f"update {self._post}(title) where id = :id",),
        )

    def _deleting(self) -> Deed:
        ways = sayings("feed_deleting")
        gold = [
            *self._to_post(),
            *self._own_action(self._delete),
            *([{"tap": self._sure}] if self._asks else []),
        ]
        goal = [{"absent": f"SELECT 1 FROM {self._post} WHERE id = :id"}]
        allow = (f"delete {self._post} where id = :id", f"delete {self._comment_table} where thing = :id")
        return Deed(
            "delete",
            said(ways, n=(self._noun,), it=self._called()),
            gold,
            goal,
            {},
            self._a_post("mine"),
            {},
            allow,
        )

    # -- answers, votes, endings -----------------------------------------------------------------------

    def _other_deeds(self) -> list[Deed]:
        ways = sayings("feed_hide")
        hide: Gold = [
            *self._to_post(),
            *([{"tap": MORE}] if self._own_acts == "menu" else []),
            {"tap": self._hide},
        ]
        goal = [{"present": f"SELECT 1 FROM {self._post} WHERE id = :id AND hidden"}]
        found = [
            Deed(
                "hide",
                said(ways, it=self._called()),
                hide,
                goal,
                {},
                self._a_post("NOT mine"),
                {},
                (f"update {self._post}(hidden) where id = :id",),
            )
        ]
        if self._has_answers:
            found.append(self._joining())
        if self._has_polls:
            found += [self._voting(), self._leading()]
        return found

    def _joining(self) -> Deed:
        ways = sayings("feed_joining")
        goal = [{"present": f"SELECT 1 FROM {self._post} WHERE id = :id AND answer = :choice"}]
        gold = [*self._to_post(), {"tap": "{choice}"}]
        return Deed(
            "join",
            said(ways, it=self._called()),
            gold,
            goal,
            {"choice": list(self._answers)},
            self._a_post("NOT mine"),
            {},
            (f"update {self._post}(answer) where id = :id",),
        )

    def _voting(self) -> Deed:
        ways = sayings("feed_voting")
        draw = {
            "drawn": f"SELECT o.id AS option, o.post, o.text AS choice, p.title FROM {self._option} AS o "
            f"JOIN {self._post} AS p ON p.id = o.post"
        }
        goal = [{"present": f"SELECT 1 FROM {self._post} WHERE id = :post AND vote = :option"}]
        return Deed(
            "vote",
            ways,
            [*self._go("polls"), {"tap": "{choice}"}],
            goal,
            {},
            draw,
            {},
            (f"update {self._post}(vote) where id = :post",),
        )

    def _leading(self) -> Deed:
        asks = sayings("feed_leading")
        draw = {
            "drawn": f"SELECT p.title, o.text AS best FROM {self._option} AS o JOIN {self._post} AS p ON "
            f"p.id = o.post WHERE o.votes = (SELECT max(two.votes) FROM {self._option} AS two "
            "WHERE two.post = o.post)"
        }
        gold: Gold = [*self._go("polls"), {"scroll_to": "{best}"}, {"answer": "{best}"}]
        return Deed("leading", asks, gold, [{"answer": "{best}"}], {}, draw)

    def _asking_deeds(self) -> list[Deed]:
        noun = (self._noun,)
        asks = sayings("feed_author")
        draw = {"drawn": f"SELECT title, author FROM {self._post} WHERE NOT mine AND NOT is_poll"}
        author = Deed(
            "author",
            said(asks, it=self._called(), n=noun),
            [*self._to_post(), {"scroll_to": "{author}"}, {"answer": "{author}"}],
            [{"answer": "{author}"}],
            {},
            draw,
        )
        asks = sayings("feed_likes")
        draw = {"drawn": f"SELECT title, likes FROM {self._post} WHERE NOT is_poll"}
        likes = Deed(
            "likes",
            said(asks, it=self._called()),
            [*self._to_post(), {"read": "got", "match": r"^(\d+) people like this"}, {"answer": "{got}"}],
            [{"answer": "{likes}"}],
            {},
            draw,
        )
        return [author, likes, self._more_liked(), self._missing(), self._untold()]

    def _more_liked(self) -> Deed:
        asks = sayings("feed_more_liked")
        table = self._post
        draw = {
            "pair": "SELECT a.title AS one, b.title AS two, CASE WHEN a.likes > b.likes THEN a.title "
            f"ELSE b.title END AS more FROM {table} AS a JOIN {table} AS b ON a.id <> b.id AND "
            "a.likes <> b.likes WHERE NOT a.is_poll AND NOT b.is_poll"
        }
        read = r"^(\d+) people like this"
        up: Gold = [{"repeat": "3", "do": [{"swipe": "down"}]}]
        gold: Gold = [
            {"tap": "{one}"},
            {"read": "a", "match": read},
            {"press": "back"},
            *up,
            {"tap": "{two}"},
            {"read": "b", "match": read},
            {"work_out": "which", "as": "SELECT CASE WHEN number(:a) > number(:b) THEN :one ELSE :two END"},
            {"answer": "{which}"},
        ]
        return Deed("more_liked", said(asks, n=(self._noun,)), gold, [{"answer": "{more}"}], {}, draw)

    def _missing(self) -> Deed:
        ways = sayings("feed_missing")
        look: Gold = []
        if self._search == "bar":
            look = [{"type": "{title}", "into": self._search_hint}]
        elif self._search == "page":
            look = [{"tap": "Search"}, {"type": "{title}", "into": self._search_hint}]
        gold = [*look, {"answer": "It cannot be done: there is no such " + self._noun + "."}]
        return Deed(
            "missing",
            said(ways, n=(self._noun,)),
            gold,
            self._seen("search" if self._search == "page" else "feed"),
            {"title": [one[0] for one in self._free_posts]},
            end="impossible",
        )

    def _untold(self) -> Deed:
        ways = sayings("feed_untold")
        gold: Gold = [{"tap": "{title}"}, {"ask": "What should the comment say?"}]
        return Deed(
            "untold", said(ways, it=self._called()), gold, self._seen("feed"), {}, self._a_post(), end="ask"
        )

    # -- what can be read and written ------------------------------------------------------------------

    def _reads(self) -> list[Read]:
        found = self._person_reads()[:MANY]
        for one in self._fields:
            if one.kind == SWITCH:
                continue
            own, it = meant("chat", one.said), self._called("r_title")
            things = said(("the {s} of {it}", "the {s} given in {it}", *own.things), s=(one.said,), it=it)
            asks = said(sayings("feed_facts"), s=(one.said,), it=it) + said(own.asks, it=it) * OWN
            draw = {
                "read": f"SELECT title AS r_title, {one.shown()} AS r_value FROM {self._post} WHERE NOT "
                "is_poll"
            }
            found.append(
                Read(
                    READ_AS[one.kind],
                    things,
                    asks,
                    draw,
                    "r_value",
                    [*self._to_post("r_title"), {"read": "got", "near": one.label}],
                )
            )
        return found

    def _writes(self) -> list[Write]:
        says = said(sayings("feed_write"), it=self._called("w_title"))
        goal = [
            {
                "exactly 1": f"SELECT text FROM {self._comment_table} WHERE thing = :w_id AND mine AND id > "
                ":w_last",
                "saying": "{V}",
            }
        ]
        facts = {"w_before": f"SELECT max(id) AS w_last FROM {self._comment_table}"}
        comment = Write(
            ANYTHING,
            says,
            self._a_post("1", "w_"),
            facts,
            [*self._to_post("w_title"), *self._commented("{got}")],
            goal,
            (f"insert {self._comment_table} where id = :w_last + 1",),
        )
        says = said(sayings("feed_comment_write"), n=(self._noun,))
        goal = [{"exactly 1": f"SELECT title FROM {self._post} WHERE id = :w_id", "saying": "{V}"}]
        gold = [
            *self._to_post("w_title"),
            *self._own_action(self._edit),
            {"replace": self._title_label, "with": "{got}"},
            *self._hidden(),
            {"tap": self._publish},
        ]
        title = Write(
            ANYTHING,
            says,
            self._a_post("mine", "w_"),
            {},
            gold,
            goal,
            (f"update {self._post}(title) where id = :w_id",),
        )
        return [comment, title, *([self._note_write()] if self._has_note else [])]

    def sketch(self) -> Sketch:
        app, content = self._app(), self._content()
        deeds = [
            *self._mark_deeds(),
            *self._comment_deeds(),
            *self._own_deeds(),
            *self._other_deeds(),
            *self._asking_deeds(),
            *self._person_deeds(),
        ]
        looks = (f"change {self._name}_search",) if self._search == "page" else ()
        return self._sketch(
            app,
            content,
            deeds,
            self._reads(),
            self._writes(),
            looks,
        )
