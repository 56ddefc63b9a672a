"""Chat talk plan: what an invented messenger is like: its words, its shape, who wrote what.

Invariant: every text that stands in a message is there once in the whole app, so that words mean one message.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.chat.parts import Toggle, sayings
from phonebuddy.tasks.invented.chat.people import Chat
from phonebuddy.tasks.invented.fields import CHOICE, Field
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.sketch import Data, some

_SEND = ("Send", "Send message", "Send now", "Submit", "Say it")
_HINT = ("Message", "Write something", "Type a message", "Your message", "Say something", "New message text")
_NEW = ("New chat", "Start a conversation", "New message", "Write to somebody", "Compose")
_GROUP = ("New group", "Create a group", "Make a group", "Start a group")
REACTIONS = ("Like", "Love", "Laugh", "Wow", "Thanks")


class TalkPlan(Chat):
    """Words, shape and content; its pages stand in chat_talk_lists and chat_talk."""

    start = "talks"

    def __init__(self, name: str, chance: random.Random, data: Data, common: Data) -> None:
        super().__init__(name, chance, data, common)
        self._talk, self._message, self._member, self._me = (
            f"{name}_{part}" for part in ("talk", "message", "member", "me")
        )
        self._news = f"{name}_news"
        """How many are unread: apart, because looking changes it."""
        self._talk_noun, self._group_noun = self._one_of(data["talk"]), self._one_of(data["group"])
        texts = [*data["messages"], *common["messages"]]
        chance.shuffle(texts)
        half = len(texts) * 3 // 5
        self._texts, self._free_texts = texts[:half], texts[half:]
        groups = chance.sample(data["groups"], len(data["groups"]))
        self._groups, self._free_groups = groups[: len(groups) // 2], groups[len(groups) // 2 :]
        self._shape()
        self._words()
        self._talk_toggles = self._drawn_toggles()
        self._status = self._status_fields()
        self.places = self._drawn_places()

    def _shape(self) -> None:
        chance = self._chance
        self._row = chance.choice(("item", "item", "card"))
        self._narrow = chance.choice(("none", "tabs", "chips", "sections"))
        self._search = chance.choice(("bar", "icon", "none", "bar"))
        self._acts_at = chance.choice(("hold", "page", "info", "dots"))
        """Where a conversation is pinned, muted, archived and deleted."""
        self._swipes = chance.choice(("left", "right", ""))
        """Which way a row is swiped to archive it."""
        self._asks = chance.random() < 0.6
        self._new_at = chance.choice(("fab", "top", "person"))
        self._bubbles = chance.random() < 0.65
        self._message_acts = chance.choice(("hold", "sheet"))
        self._reacts = chance.choice(("one", "many"))
        self._wizard = chance.random() < 0.5
        """Whether a new group is made in two steps."""
        self._sends_by_word = chance.random() < 0.3
        self._keeps_drafts = chance.random() < 0.5
        self._info_style = chance.choice(("switch", "button"))
        self._removes_by = chance.choice(("icon", "hold"))

    def _words(self) -> None:
        one = self._one_of
        self._send, self._hint, self._new, self._new_group = one(_SEND), one(_HINT), one(_NEW), one(_GROUP)
        self._search_hint = one(
            ("Type a name", f"Search {plural(self._talk_noun)}", "Find a name", "Look for somebody")
        )
        self._info = one(("Info", "Details", "About", "View profile"))
        self._delete = one((f"Delete {self._talk_noun}", "Delete", "Remove", "Clear and delete"))
        self._sure = one(("Delete", "Yes, delete", "Remove it", "OK", "Yes"))
        self._archive = one(("Archive it", "Move to archive", "Put away", "Archive this"))
        self._unread_label = one(("Mark as unread", "Keep unread", "Set to unread", "Not read yet"))
        self._reply = one(("Reply", "Quote", "Answer", "Reply to this"))
        self._forward = one(("Forward", "Pass on", "Send on", "Forward to"))
        self._erase = one(("Delete message", "Unsend", "Remove message", "Erase"))
        self._star = one(("Star message", "Keep message", "Save for later", "Bookmark"))
        self._react = "Like" if self._reacts == "one" else one(("React", "Add reaction", "Reactions"))
        self._create = one(("Create", "Done", "Create group", "Make it", "Save"))
        self._next = one(("Next", "Continue", "Go on"))
        self._group_name = one(("Group name", "Name", "Subject", "What is it called?"))
        self._add_member = one(("Add member", "Add people", "Invite", "Add somebody"))
        self._out = one(("Remove", "Remove from group", "Take out"))
        self._topic_label = one(("Topic", "Description", "About this group", "Purpose"))
        self._topic_edit = one(("Edit topic", "Change topic", "Set topic"))
        self._save = one(("Save", "Apply", "Done", "Update"))
        self._message_button = one(("Message", "Write", "Chat", "Send a message"))
        self._restore = one(("Unarchive", "Bring back", "Restore", "Move back"))

    def _drawn_toggles(self) -> list[Toggle]:
        pin, unpin = self._chance.choice(
            (
                ("Pin", "Unpin"),
                ("Pin to top", "Unpin"),
                ("Keep on top", "Do not keep on top"),
                ("Stick", "Unstick"),
            )
        )
        mute, unmute = self._chance.choice(
            (
                ("Mute", "Unmute"),
                ("Silence", "Sound on again"),
                ("Turn off alerts", "Turn on alerts"),
                ("Mute notifications", "Unmute"),
            )
        )
        pinned = Toggle(
            "pinned",
            pin,
            unpin,
            "pin-outline",
            sayings("talk_pin"),
            sayings("talk_unpin"),
        )
        muted = Toggle(
            "muted",
            mute,
            unmute,
            "bell-off-outline",
            sayings("talk_mute"),
            sayings("talk_unmute"),
        )
        return [pinned, muted]

    def _status_fields(self) -> Field:
        label = self._one_of(("Availability", "I am", "Presence", "Shown as"))
        style = self._one_of(("menu", "sheet", "radio", "chips"))
        return Field(
            "mood",
            CHOICE,
            label,
            "availability",
            tuple(
                some(
                    self._chance,
                    ("Available", "Busy", "Away", "On holiday", "In a meeting", "At lunch", "Invisible"),
                    3,
                    5,
                )
            ),
            style=style,
        )

    def _drawn_places(self) -> tuple[tuple[str, str, str], ...]:
        one = self._one_of
        first = one(("Chats", "Inbox", "Talks", "Home", plural(self._talk_noun.capitalize())))
        return (
            ("talks", first, "message-text-outline"),
            ("people", self._people_title, "account-multiple-outline"),
            ("archived", one(("Archive", "Archived", "Set aside")), "archive-outline"),
            ("me", one(("You", "My status", "Account", "Me")), "account-circle-outline"),
        )

    # -- tables and rows -------------------------------------------------------------------------------

    def _schema(self) -> str:
        return self._person_schema() + (
            f"CREATE TABLE {self._talk} (id INTEGER PRIMARY KEY, name TEXT NOT NULL, person INTEGER NOT NULL "
            "DEFAULT 0, topic TEXT NOT NULL DEFAULT '', "
            "pinned INTEGER NOT NULL DEFAULT 0, muted INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL "
            "DEFAULT 0, "
            "draft TEXT NOT NULL DEFAULT '');\n"
            f"CREATE TABLE {self._message} (id INTEGER PRIMARY KEY, talk INTEGER NOT NULL, author TEXT NOT "
            "NULL DEFAULT '', mine INTEGER NOT NULL DEFAULT 0, "
            "at INTEGER NOT NULL, text TEXT NOT NULL, quoted TEXT NOT NULL DEFAULT '', reaction TEXT NOT "
            "NULL DEFAULT '', starred INTEGER NOT NULL DEFAULT 0);\n"
            f"CREATE TABLE {self._news} (id INTEGER PRIMARY KEY, unread INTEGER NOT NULL);\n"
            f"CREATE TABLE {self._member} (id INTEGER PRIMARY KEY, talk INTEGER NOT NULL, person INTEGER NOT "
            "NULL);\n"
            f"CREATE TABLE {self._me} (id INTEGER PRIMARY KEY, status TEXT NOT NULL DEFAULT '', mood TEXT "
            "NOT NULL DEFAULT '', seen INTEGER NOT NULL DEFAULT 1, loud INTEGER NOT NULL DEFAULT 1);\n"
        )

    def _content(self) -> Data:
        chance = self._chance
        talks: list[Data] = []
        messages: list[Data] = []
        members: list[Data] = []
        news: list[Data] = []
        with_talk = chance.sample(range(1, len(self._persons) + 1), chance.randint(5, len(self._persons) - 3))
        texts = list(self._texts)
        for person in with_talk:
            talks.append({"name": self._persons[person - 1]["name"], "person": person})
        for group in self._groups:
            topic = chance.choice(self._data["topics"])
            talks.append({"name": group, "person": 0, "topic": topic})
        chance.shuffle(talks)
        archived = set(chance.sample(range(3, len(talks)), 3))
        unreads = chance.sample(range(2, 30), len(talks))
        for at, talk in enumerate(talks):
            talk["id"] = at + 1
            talk |= {
                "pinned": int(at == 1 or chance.random() < 0.2),
                "muted": int(at == 2 or chance.random() < 0.2),
                "archived": int(at in archived),
            }
            news.append({"id": at + 1, "unread": unreads[at] if at < 2 or chance.random() < 0.35 else 0})
            authors = [self._persons[talk["person"] - 1]["name"]] if talk["person"] else []
            if not authors:
                chosen = chance.sample(range(1, len(self._persons) + 1), chance.randint(3, 6))
                members += [{"talk": at + 1, "person": one} for one in chosen]
                authors = [self._persons[one - 1]["name"] for one in chosen]
            moment = chance.randint(600, 4 * 86400)
            for number in range(chance.randint(1 + (at == 0), 4)):
                if not texts:
                    break
                is_mine = int(number > 0 and (at == 0 or chance.random() < 0.4))
                moment = moment if number == 0 else max(60, moment - chance.randint(60, 1500))
                messages.append(
                    {
                        "talk": at + 1,
                        "author": "" if is_mine else chance.choice(authors),
                        "mine": is_mine,
                        "at": f"=now() - {moment}",
                        "text": texts.pop(),
                    }
                )
        me = [{"id": 1, "status": "Here and there", "mood": self._status.values[0]}]
        return {
            self._person_table: self._persons,
            self._talk: talks,
            self._message: messages,
            self._member: members,
            self._news: news,
            self._me: me,
        }
