"""Chat feed marks: what is asked of likes, saved ones and comments on an invented board.

Invariant: everything a deed's gold does is on the pages of the very same sketch.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.chat.feed import FeedPages
from phonebuddy.tasks.invented.chat.parts import said, sayings
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold


class FeedMarks(FeedPages):
    # -- helpers ---------------------------------------------------------------------------------------

    def _to_post(self, slot: str = "title", is_told: bool = True) -> Gold:
        title, chance = f"{{{slot}}}", self._chance.random()
        if is_told and self._search == "bar" and chance < 0.35:
            return [{"type": title, "into": self._search_hint}, {"tap": title}]
        if is_told and self._search == "page" and chance < 0.35:
            return [{"tap": "Search"}, {"type": title, "into": self._search_hint}, {"tap": title}]
        return [{"tap": title}]

    def _a_post(self, where: str = "1", prefix: str = "") -> Data:
        return {
            f"{prefix}drawn": f"SELECT id AS {prefix}id, title AS {prefix}title FROM {self._post} WHERE NOT "
            f"is_poll AND NOT hidden AND {where}"
        }

    def _called(self, slot: str = "title") -> tuple[str, ...]:
        noun, title = self._noun, f"{{{slot}}}"
        return (
            f'the {noun} "{title}"',
            f"the {noun} called {title}",
            f"the {noun} with the title {title}",
            f'"{title}"',
        )

    def _to_comments(self) -> Gold:
        return [] if self._comments_at == "post" else [{"tap": self._comments_word}]

    def _commented(self, text: str) -> Gold:
        hint, send = (
            ("Say something", "Send")
            if self._comments_at == "module"
            else (self._comment_hint, self._comment_send)
        )
        return [*self._to_comments(), {"type": text, "into": hint}, {"tap": send}]

    def _last(self) -> Data:
        return {"before": f"SELECT max(id) AS last FROM {self._comment_table}"}

    def _new_comment(self) -> str:
        return f"insert {self._comment_table} where id = :last + 1"

    # -- likes and saved ones --------------------------------------------------------------------------

    def _mark_deeds(self) -> list[Deed]:
        found = [self._marking("liked", to) for to in (1, 0)] + [self._marking("saved", to) for to in (1, 0)]
        return [*found, self._liking_best(), self._saving_from(), self._unsaving_there()]

    def _tap_mark(self, column: str, to: int, is_told: bool = True) -> Gold:
        on, off = (self._like, self._unlike) if column == "liked" else (self._save, self._unsave)
        label = on if to else off
        if self._acts_on_row and self._marks_named and self._chance.random() < 0.7:
            return [{"tap": f"{label}: {{title}}"}]
        return [*self._to_post("title", is_told), {"tap": label}]

    def _marked(self, column: str, to: int) -> tuple[list[Data], tuple[str, ...]]:
        columns = "liked, likes" if column == "liked" else "saved"
        return [{"present": f"SELECT 1 FROM {self._post} WHERE id = :id AND {column} = {to}"}], (
            f"update {self._post}({columns}) where id = :id",
        )

    def _marking(self, column: str, to: int) -> Deed:
        like = self._like.lower()
        ways = {
            "liked1": sayings("feed_like"),
            "liked0": sayings("feed_unlike"),
            "saved1": sayings("feed_save"),
            "saved0": sayings("feed_unsave"),
        }[f"{column}{to}"]
        if to and column == "liked" and like not in ("like",):
            ways = (*ways, f"press {like} on {{it}}", f"use {like} for {{it}}")
        goal, allow = self._marked(column, to)
        return Deed(
            f"{column}{to}",
            said(ways, it=self._called()),
            self._tap_mark(column, to),
            goal,
            {},
            self._a_post(f"{column} = {1 - to}"),
            {},
            allow,
        )

    def _liking_best(self) -> Deed:
        """The one that most people like: it is not named."""
        ways = sayings("feed_liking_best")
        draw = self._a_post(
            f"saved = 0 AND likes = (SELECT max(likes) FROM {self._post} WHERE NOT is_poll AND NOT hidden)"
        )
        goal, allow = self._marked("saved", 1)
        sort: Gold = [{"tap": "Sort"}, {"tap": "Most liked first"}] if self._sorts else []
        return Deed(
            "best",
            said(ways, n=(self._noun,)),
            [*sort, *self._tap_mark("saved", 1, False)],
            goal,
            {},
            draw,
            {},
            allow,
        )

    def _saving_from(self) -> Deed:
        ways = sayings("feed_saving_from")
        draw = {
            "drawn": f"SELECT max(id) AS id, max(title) AS title, author FROM {self._post} WHERE NOT "
            "mine AND NOT is_poll AND NOT hidden GROUP BY author HAVING count(*) = 1 AND "
            "max(liked) = 0"
        }
        goal, allow = self._marked("liked", 1)
        return Deed(
            "like_by",
            said(ways, n=(self._noun,)),
            self._tap_mark("liked", 1, False),
            goal,
            {},
            draw,
            {},
            allow,
        )

    def _unsaving_there(self) -> Deed:
        """From the page of what is saved."""
        ways = sayings("feed_unsaving_there")
        goal, allow = self._marked("saved", 0)
        gold: Gold = [*self._go("saved"), {"tap": "{title}"}, {"tap": self._unsave}]
        return Deed(
            "unsave_there", said(ways, it=self._called()), gold, goal, {}, self._a_post("saved"), {}, allow
        )

    # -- comments --------------------------------------------------------------------------------------

    def _comment_deeds(self) -> list[Deed]:
        return [
            self._commenting(),
            self._commenting_newest(),
            self._like_and_comment(),
            self._liking_comment(),
            self._erasing_comment(),
        ]

    def _commenting(self) -> Deed:
        ways = sayings("feed_commenting")
        goal = [
            {
                "exactly 1": f"SELECT 1 FROM {self._comment_table} WHERE thing = :id AND mine AND text = "
                ":text AND id > :last"
            }
        ]
        gold = [*self._to_post(), *self._commented("{text}")]
        return Deed(
            "comment",
            said(ways, it=self._called()),
            gold,
            goal,
            {"text": self._free_comments},
            self._a_post(),
            self._last(),
            (self._new_comment(),),
        )

    def _commenting_newest(self) -> Deed:
        ways = sayings("feed_commenting_newest")
        draw = self._a_post(f"at = (SELECT max(at) FROM {self._post} WHERE NOT is_poll AND NOT hidden)")
        goal = [
            {
                "exactly 1": f"SELECT 1 FROM {self._comment_table} WHERE thing = :id AND mine AND text = "
                ":text AND id > :last"
            }
        ]
        gold = [*self._to_post("title", False), *self._commented("{text}")]
        return Deed(
            "newest",
            said(ways, n=(self._noun,)),
            gold,
            goal,
            {"text": self._free_comments},
            draw,
            self._last(),
            (self._new_comment(),),
        )

    def _like_and_comment(self) -> Deed:
        ways = sayings("feed_like_and_comment")
        goal, allow = self._marked("liked", 1)
        goal = [
            *goal,
            {
                "exactly 1": f"SELECT 1 FROM {self._comment_table} WHERE thing = :id AND mine AND text = "
                ":text AND id > :last"
            },
        ]
        gold = [*self._to_post(), {"tap": self._like}, *self._commented("{text}")]
        return Deed(
            "like_comment",
            said(ways, it=self._called()),
            gold,
            goal,
            {"text": self._free_comments},
            self._a_post("NOT liked"),
            self._last(),
            (self._new_comment(), *allow),
        )

    def _a_comment(self, where: str) -> Data:
        return {
            "drawn": f"SELECT c.id, c.text, c.author, p.title FROM {self._comment_table} AS c JOIN "
            f"{self._post} AS p ON p.id = c.thing WHERE {where} AND (SELECT count(*) FROM "
            f"{self._comment_table} AS two WHERE two.thing = c.thing AND two.author = c.author) "
            "= 1"
        }

    def _on_comment(self, label: str) -> Gold:
        return [*self._to_post(), *self._to_comments(), {"hold": "{text}"}, {"tap": label}]

    def _liking_comment(self) -> Deed:
        ways = sayings("feed_liking_comment")
        goal = [{"present": f"SELECT 1 FROM {self._comment_table} WHERE id = :id AND liked"}]
        gold = (
            [*self._to_post(), *self._to_comments(), {"tap": "Like what {author} said"}]
            if self._comments_at == "module"
            else self._on_comment("Like this comment")
        )
        return Deed(
            "like_words",
            said(ways, it=self._called()),
            gold,
            goal,
            {},
            self._a_comment("NOT c.mine AND NOT c.liked"),
            {},
            (f"update {self._comment_table}(liked, likes) where id = :id",),
        )

    def _erasing_comment(self) -> Deed:
        ways = sayings("feed_erasing_comment")
        goal = [{"absent": f"SELECT 1 FROM {self._comment_table} WHERE id = :id"}]
        gold = (
            [*self._to_post(), *self._to_comments(), {"tap": "Delete"}]
            if self._comments_at == "module"
            else self._on_comment("Delete my comment")
        )
        return Deed(
            "erase",
            said(ways, it=self._called()),
            gold,
            goal,
            {},
            self._a_comment("c.mine"),
            {},
            (f"delete {self._comment_table} where id = :id",),
        )
