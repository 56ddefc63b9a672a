"""Chat feed plan: what an invented board is like: its words, its shape, who posted what.

Invariant: titles of posts and words of comments are there once in the whole app, so that they mean one thing.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.chat.people import Chat
from phonebuddy.tasks.invented.fields import CHOICE, Field
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.sketch import Data, some

_LIKE = (
    ("Like", "Unlike", "heart-outline"),
    ("Thumbs up", "Take the thumb back", "thumb-up-outline"),
    ("Applaud", "Stop applauding", "hand-clap"),
    ("Recommend", "Do not recommend", "arrow-up-bold-outline"),
)
_SAVE = (
    ("Save", "Unsave", "bookmark-outline"),
    ("Bookmark", "Remove bookmark", "bookmark-outline"),
    ("Keep", "Do not keep", "pin-outline"),
    ("Add to saved", "Take off saved", "bookmark-plus-outline"),
)
_WRITE = ("New post", "Write a post", "Post something", "Add a notice", "Compose")
_POST = ("Post", "Publish", "Share it", "Put it up", "Send")
_ANSWERS = (("Going", "Maybe", "Not going"), ("I am in", "Not sure", "Cannot come"), ("Yes", "Perhaps", "No"))


class FeedPlan(Chat):
    """Pages and content; what is asked of them stands in chat_feed_deeds."""

    start = "feed"
    follows = True

    def __init__(self, name: str, chance: random.Random, data: Data, common: Data) -> None:
        super().__init__(name, chance, data, common)
        self._post, self._comment, self._option = (f"{name}_{part}" for part in ("post", "comment", "option"))
        self._noun = self._one_of(data["nouns"])
        posts = [tuple(part.strip() for part in one.split("|")) for one in data["posts"]]
        chance.shuffle(posts)
        count = min(len(posts) - 5, chance.randint(9, 13))
        self._posts, self._free_posts = posts[:count], posts[count:]
        comments = [*data.get("comments", ()), *common["comments"]]
        chance.shuffle(comments)
        half = len(comments) * 3 // 5
        self._comments, self._free_comments = comments[:half], comments[half:]
        self._topic = Field(
            "topic",
            CHOICE,
            self._one_of(("Topic", "Category", "Section", "Board")),
            "topic",
            tuple(data["topics"]),
            style=self._one_of(("menu", "sheet", "chips", "radio")),
        )
        self._fields = self._drawn_fields(data["fields"])
        self._shape()
        self._words()
        self.places = (
            ("feed", self._one_of(("Home", "Board", "Feed", "News")), "home-outline"),
            ("people", self._people_title, "account-group-outline"),
            (
                "saved",
                self._one_of(("Saved", "My list", "Kept posts", "Bookmarks")),
                "bookmark-multiple-outline",
            ),
            *(
                (("polls", self._one_of(("Polls", "Votes", "Questions to all")), "poll"),)
                if self._has_polls
                else ()
            ),
        )

    def _drawn_fields(self, data: Data) -> list[Field]:
        found = []
        for name in some(self._chance, sorted(data), 1, 3):
            one = data[name]
            found.append(
                Field(
                    name,
                    one["kind"],
                    self._one_of(one["labels"]),
                    one["said"],
                    tuple(one.get("values", ())),
                    one.get("low", 1),
                    one.get("high", 20),
                    one.get("unit", ""),
                )
            )
        self._chance.shuffle(found)
        return found

    def _shape(self) -> None:
        chance = self._chance
        self._look = chance.choice(("card", "card", "item", "plain"))
        self._narrow = chance.choice(("tabs", "chips", "none", "sections"))
        self._search = chance.choice(("bar", "page", "none"))
        self._acts_on_row = chance.random() < 0.5
        """Whether posts can be liked and saved in the list; otherwise on their own page."""
        self._marks_named = chance.random() < 0.5
        """Whether they say there which post they are for."""
        self._comments_at = chance.choice(("post", "page", "module"))
        self._has_polls = chance.random() < 0.7
        self._has_answers = chance.random() < 0.6
        self._answer_style = chance.choice(("chips", "buttons", "segmented"))
        self._own_acts = chance.choice(("menu", "icons", "buttons"))
        self._asks = chance.random() < 0.6
        self._writes_at = chance.choice(("fab", "top", "button"))
        self._sends_at = chance.choice(("top", "bottom"))
        self._sorts = chance.random() < 0.5

    def _words(self) -> None:
        one = self._one_of
        self._like, self._unlike, self._like_icon = self._chance.choice(_LIKE)
        self._save, self._unsave, self._save_icon = self._chance.choice(_SAVE)
        self._write, self._publish = one(_WRITE), one(_POST)
        self._answers = self._chance.choice(_ANSWERS)
        self._search_hint = one(
            ("Search posts", "Find a post", f"Search {plural(self._noun)}", "What are you looking for?")
        )
        self._title_label, self._text_label = (
            one(("Title", "Headline", "Subject")),
            one(("Text", "What is it about?", "Your words", "Body")),
        )
        self._comment_hint = one(("Write a comment", "Say something", "Add a comment", "Your answer"))
        self._comment_send = one(("Send", "Comment", "Post comment", "Reply"))
        self._comments_word = one(("Comments", "Discussion", "Replies", "All comments"))
        self._edit, self._delete = (
            one(("Edit", "Change post", "Edit post")),
            one(("Delete", "Remove post", "Take down")),
        )
        self._sure = one(("Yes, delete", "Delete it", "Remove", "OK"))
        self._hide = one(("Hide post", "Not interested", "Hide this"))
        self._vote = one(("Vote", "Cast vote", "Send my vote"))

    # -- tables and rows -------------------------------------------------------------------------------

    def _schema(self) -> str:
        extra = "".join(f"{one.column}, " for one in self._fields)
        text = self._person_schema() + (
            f"CREATE TABLE {self._post} (id INTEGER PRIMARY KEY, title TEXT NOT NULL, text TEXT NOT NULL "
            "DEFAULT '', author TEXT NOT NULL DEFAULT '', mine INTEGER NOT NULL DEFAULT 0, "
            f"at INTEGER NOT NULL, topic TEXT NOT NULL DEFAULT '', {extra}likes INTEGER NOT NULL DEFAULT 0, "
            "liked INTEGER NOT NULL DEFAULT 0, saved INTEGER NOT NULL DEFAULT 0, "
            "hidden INTEGER NOT NULL DEFAULT 0, answer TEXT NOT NULL DEFAULT '', is_poll INTEGER NOT NULL "
            "DEFAULT 0, vote INTEGER NOT NULL DEFAULT 0);\n"
        )
        if self._comments_at != "module":
            text += (
                f"CREATE TABLE {self._comment} (id INTEGER PRIMARY KEY, thing INTEGER NOT NULL, author TEXT "
                "NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL, "
                "likes INTEGER NOT NULL DEFAULT 0, liked INTEGER NOT NULL DEFAULT 0, mine INTEGER NOT NULL "
                "DEFAULT 0);\n"
            )
        if self._has_polls:
            text += (
                f"CREATE TABLE {self._option} (id INTEGER PRIMARY KEY, post INTEGER NOT NULL, text TEXT "
                "NOT NULL, votes INTEGER NOT NULL DEFAULT 0);\n"
            )
        return text

    @property
    def _comment_table(self) -> str:
        return f"{self._name}_comments" if self._comments_at == "module" else self._comment

    def _content(self) -> Data:
        chance = self._chance
        posts: list[Data] = []
        comments: list[Data] = []
        likes = chance.sample(range(1, 90), len(self._posts) + 4)
        # A poll is never the most liked.
        likes.insert(chance.randrange(2, len(self._posts)), 95)
        words = list(self._comments)
        names = [one["name"] for one in self._persons]
        for at, (title, text) in enumerate(self._posts):
            is_mine = int(at in (0, 1))
            is_saved = likes[at] < max(likes) and (at in (2, 3) or chance.random() < 0.2)
            row: Data = {
                "title": title,
                "text": text,
                "author": "You" if is_mine else chance.choice(names),
                "mine": is_mine,
                "at": f"=now() - {chance.randint(300, 86400 * 12)}",
                "topic": self._topic.values[at] if is_mine else chance.choice(self._topic.values),
                "likes": likes[at],
                "liked": int(at == 2 or chance.random() < 0.25),
                "saved": int(is_saved),
            }
            row |= {one.name: one.drawn(chance) for one in self._fields}
            posts.append(row)
            # The first two and some others are talked about; one's own words are among them.
            for number in range(chance.randint(1 if at < 5 else 0, 3)):
                if words:
                    mine = int(number == 0 and at in (4, 5))
                    author = "You" if mine else chance.choice(names)
                    comments.append(
                        {
                            "thing": at + 1,
                            "author": author,
                            "mine": mine,
                            "at": f"=now() - {chance.randint(60, 80000)}",
                            "text": words.pop(),
                            "likes": chance.randint(0, 20),
                        }
                    )
        found: Data = {self._person_table: self._persons, self._post: posts, self._comment_table: comments}
        return found | (
            self._poll_content(posts, names, likes[len(self._posts) :]) if self._has_polls else {}
        )

    def _poll_content(self, posts: list[Data], names: list[str], likes: list[int]) -> Data:
        options: list[Data] = []
        polls = self._chance.sample(self._common["polls"], 4)
        for number, line in enumerate(polls):
            title, *choices = [part.strip() for part in line.split("|")]
            posts.append(
                {
                    "title": title,
                    "text": "",
                    "author": self._chance.choice(names),
                    "at": f"=now() - {self._chance.randint(300, 86400 * 9)}",
                    "is_poll": 1,
                    "likes": likes[number],
                }
            )
            votes = self._chance.sample(range(0, 40), len(choices))
            options += [
                {"post": len(posts), "text": choice, "votes": count}
                for choice, count in zip(choices, votes, strict=True)
            ]
        return {self._option: options}
