"""Phrasing: from ways to say a deed to whole sentences in several styles, with the app's name and without.

Invariant: every sentence names the same things, and where nothing else tells the app, its title stands there.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data

NUM_PHRASES = 8
UNNAMED = 0.35
"""How often an app goes unnamed whose word the sentence says."""
_ASKS = {
    "terse": ("{app}: {c}", "{C}, in {app}", "{C} in {app}", "{c} ({app})"),
    "plain": (
        "{C} in {app}.", "In {app}, {c}.", "Open {app} and {c}.", "Use {app}: {c}.", "{C} in the {app} app.", "Go to {app} and {c}.",
        "{C}, using {app}.",
    ),
    "polite": (
        "Could you {c} in {app}?", "Please {c} in {app}.", "Would you {c} in {app}, please?", "Can you open {app} and {c}?",
        "Please open {app} and {c}.", "Would you mind opening {app} to {c}?",
    ),
    "chatty": (
        "{lead} {C} in {app}, will you?", "{lead} In {app}, {c}.", "{lead} Open {app} and {c}. {tail}", "{lead} Could you {c} in {app}? {tail}",
        "{lead} {C} in the {app} app. {tail}",
    ),
}  # fmt: skip
_STATES = {
    "terse": ("{app}: {c}", "{C} ({app})", "{c}, in {app}"),
    "plain": ("{C}, in {app}.", "In {app}: {c}.", "{app}: {c}."),
    "polite": ("{C}, please. It is in {app}.", "In {app}, please: {c}."),
    "chatty": ("{lead} {C}. That is in {app}. {tail}", "{lead} In {app}: {c}."),
}
_QUESTIONS = {
    "terse": ("{app}: {c}", "{C} ({app})", "In {app}: {c}"),
    "plain": ("{C} Look it up in {app}.", "Look in {app}: {c}", "According to {app}, {c}", "Open {app}. {C}"),
    "polite": ("Could you look in {app}: {c}", "Please check in {app}: {c}", "Would you look it up in {app}, please? {C}"),
    "chatty": ("{lead} {C} {app} has it.", "{lead} Have a look at {app}: {c}", "I forgot: {c} It must be in {app}."),
}  # fmt: skip
_BARE = {
    "asks": {
        "terse": ("{c}", "{C}"), "plain": ("{C}.", "I want you to {c}.", "I need you to {c}."),
        "polite": ("Could you {c}?", "Please {c}.", "Would you please {c}?", "Can you {c} for me?"),
        "chatty": ("{lead} {C}.", "{lead} Could you {c}? {tail}", "{lead} Please {c}."),
    },
    "states": {"terse": ("{c}", "{C}"), "plain": ("{C}.",), "polite": ("{C}, please.",), "chatty": ("{lead} {C}. {tail}",)},
    "questions": {
        "terse": ("{C}", "{c}"), "plain": ("{C}", "Tell me: {c}", "Please find out: {c}"), "polite": ("Could you check: {c}", "Please tell me: {c}"),
        "chatty": ("{lead} {C}", "Quick question: {c}", "I forgot: {c}"),
    },
}  # fmt: skip
_LEADS = (
    "I have been putting this off for days.", "My hands are full.", "I promised to do this today.", "It is a small thing.", "I am in a hurry.",
    "Before I forget it again:", "Somebody reminded me this morning.", "I am on the train without my glasses.", "Here is what I need:",
    "You would do me a favour.", "This has been on my mind since breakfast.", "We talked about it yesterday.", "One thing before lunch:",
    "My sister asked about this.", "It has to be done before I leave.",
)  # fmt: skip
_TAILS = ("Thanks!", "Nothing else, please.", "That is all.", "Leave the rest as it is.", "Thank you.", "Just that.", "No need to ask back.")
STYLES = ("terse", "terse", "plain", "plain", "polite", "polite", "chatty", "chatty")


def phrases(says: Sequence[str], title: str, tells: str, chance: random.Random, is_named: bool = True) -> list[Data]:
    """Some sentences, each with its style; `is_named`: the app's title may stand in them."""
    found: list[Data] = []
    for style in STYLES[:NUM_PHRASES]:
        way = chance.choice(tuple(says))
        kind = "states" if way.startswith(SAID_ALONE) else "questions" if way.endswith("?") else "asks"
        clause = way.removeprefix(SAID_ALONE)
        is_told = tells and tells.lower() in clause.lower()
        is_bare = not is_named or (is_told and chance.random() < UNNAMED)
        named = {"asks": _ASKS, "states": _STATES, "questions": _QUESTIONS}[kind]
        frame = chance.choice((_BARE[kind] if is_bare else named)[style])
        found.append({style: _filled(frame, clause, title, chance)})
    return found


def _filled(frame: str, clause: str, title: str, chance: random.Random) -> str:
    parts = {"{c}": clause, "{C}": clause[:1].upper() + clause[1:], "{app}": title}
    parts |= {"{lead}": chance.choice(_LEADS), "{tail}": chance.choice(_TAILS)}
    for slot, text in parts.items():
        frame = frame.replace(slot, text)
    return frame.strip()
