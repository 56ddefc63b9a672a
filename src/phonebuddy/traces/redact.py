"""Taking personal data out of a trace before it is kept: numbers, mail addresses, names, parts of pictures.

Invariant: the same value is replaced by the same word everywhere in a trace, in screens, instructions and
typed text alike, so that a text typed on one screen still equals the one shown on the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from phonebuddy.actions import Action, CallUser, Finish, Output, Type
from phonebuddy.errors import TraceError
from phonebuddy.screen import Element, Frame, Pixels
from phonebuddy.traces.limits import read_bytes
from phonebuddy.traces.pictures import NoPicture, encode_jpeg, encode_png
from phonebuddy.traces.trace import Shot, Step, Trace

MAX_NAMES = 10_000
_MAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}")
_PHONE = re.compile(r"(?<![\w.:/-])\+?\(?\d(?:[\s().-]{0,2}\d){6,14}(?![\w:]|[./-]\d)")
_DATE = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}")
_WORD = re.compile(r"\w+")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
"""Scripts that put no spaces between words: a name is found wherever it stands."""
_DARK = 0


class Region(NamedTuple):
    """A part of every picture, as shares of its width and height."""

    left: float
    top: float
    right: float
    bottom: float


def read_region(text: str) -> Region:
    """`left,top,right,bottom`, each from 0 to 1."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 4 or not all(0 <= number <= 1 for number in numbers):
        raise TraceError(f"a region is left,top,right,bottom as shares from 0 to 1; got '{text[:60]}'.")
    region = Region(*numbers)
    if region.left >= region.right or region.top >= region.bottom:
        raise TraceError(
            f"a region has its left before its right and its top above its bottom; got '{text[:60]}'."
        )
    return region


def read_names(path: Path) -> list[str]:
    """One name a line."""
    lines = read_bytes(path).decode("utf-8", "replace").splitlines()
    names = [line.strip() for line in lines if line.strip()]
    if len(names) > MAX_NAMES:
        raise TraceError(f"{path}: {len(names):,} names; at most {MAX_NAMES:,} are accepted.")
    return names


class Redactor:
    """Replaces what is personal and remembers by what; one for all traces that are kept together."""

    def __init__(self, names: Iterable[str] = (), regions: Sequence[Region] = ()) -> None:
        self._by_word: dict[str, list[str]] = {}
        self._unspaced: list[str] = []
        # Longest first, so that a full name is one name and not a first name with something after it.
        for name in sorted({name.strip() for name in names} - {""}, key=lambda name: (-len(name), name)):
            word = _WORD.match(name)
            if word is None or _UNSPACED.search(name):
                self._unspaced.append(name)
            else:
                self._by_word.setdefault(word[0].lower(), []).append(name)
        self._regions = regions
        self._known: dict[str, dict[str, int]] = {"mail": {}, "phone": {}, "name": {}}
        self.counts: dict[str, int] = {"mail": 0, "phone": 0, "name": 0, "picture": 0}

    def text(self, text: str) -> str:
        """A text without personal data."""
        if not text:
            return text
        text = _MAIL.sub(lambda found: self._word("mail", found[0].lower()), text)
        text = _PHONE.sub(self._phone, text)
        return self._names(text) if self._by_word or self._unspaced else text

    def _phone(self, found: re.Match[str]) -> str:
        if _DATE.fullmatch(found[0]):
            return found[0]
        return self._word("phone", re.sub(r"\D", "", found[0]))

    def _names(self, text: str) -> str:
        """By the first word of each name, so that a long list costs no more than a short one."""
        out: list[str] = []
        at = 0
        for found in _WORD.finditer(text):
            if found.start() < at:
                continue
            for name in self._by_word.get(found[0].lower(), ()):
                end = found.start() + len(name)
                if text[found.start() : end].lower() == name.lower() and not _WORD.match(text, end):
                    out += [text[at : found.start()], self._word("name", name.lower())]
                    at = end
                    break
        text = "".join([*out, text[at:]])
        for name in self._unspaced:
            if name in text:
                text = text.replace(name, self._word("name", name))
        return text

    def _word(self, kind: str, value: str) -> str:
        self.counts[kind] += 1
        known = self._known[kind]
        number = known.setdefault(value, len(known) + 1)
        if kind == "mail":
            return f"person{number}@example.com"
        return f"+1 555 01{number:05d}" if kind == "phone" else f"Person {number}"

    def trace(self, trace: Trace) -> Trace:
        """A trace without personal data."""
        shots = {key: self._shot(shot) for key, shot in trace.shots.items()}
        return replace(
            trace, id=self.text(trace.id), shots=shots, steps=tuple(self._step(step) for step in trace.steps),
            instruction=self.text(trace.instruction), template=self.text(trace.template),
            answer=None if trace.answer is None else self.text(trace.answer), origin="",
        )  # fmt: skip

    def _step(self, step: Step) -> Step:
        return replace(step, action=self._action(step.action), instruction=self.text(step.instruction))

    def _action(self, action: Action) -> Action:
        if isinstance(action, Type | Output | Finish | CallUser):
            return replace(action, text=self.text(action.text))
        return action

    def _shot(self, shot: Shot) -> Shot:
        elements = [self._element(element) for element in shot.screen.elements]
        changed = [old for old, new in zip(shot.screen.elements, elements, strict=True) if old != new]
        frame = shot.screen.frame
        picture = shot.picture
        if not isinstance(frame, NoPicture) and (self._regions or changed):
            frame = Covered(frame, _boxes(shot, changed), tuple(self._regions))
            picture = None
            self.counts["picture"] += 1
        screen = replace(shot.screen, elements=elements, frame=frame)
        return replace(shot, screen=screen, picture=picture)

    def _element(self, element: Element) -> Element:
        text, description = self.text(element.text), self.text(element.description)
        hint = self.text(element.hint)
        if (text, description, hint) == (element.text, element.description, element.hint):
            return element
        return replace(element, text=text, description=description, hint=hint)


def _boxes(shot: Shot, elements: Sequence[Element]) -> tuple[Region, ...]:
    """Where the texts that were replaced stand, as shares: the picture shows them too."""
    width, height = max(shot.screen.width, 1), max(shot.screen.height, 1)
    return tuple(
        Region(b.left / width, b.top / height, b.right / width, b.bottom / height)
        for b in (element.bounds for element in elements)
    )


class Covered(msgspec.Struct, frozen=True):
    """A picture with parts of it painted over."""

    frame: Frame
    boxes: tuple[Region, ...]
    regions: tuple[Region, ...]

    def pixels(self) -> Pixels:
        pixels = self.frame.pixels().copy()
        height, width = pixels.shape[:2]
        for left, top, right, bottom in (*self.boxes, *self.regions):
            # Rounded outwards: a sliver of a letter is not left over.
            rows = slice(int(top * height), -int(-bottom * height // 1))
            columns = slice(int(left * width), -int(-right * width // 1))
            pixels[rows, columns, :3] = _DARK
            pixels[rows, columns, 3] = 255
        return pixels

    def png(self) -> bytes:
        return encode_png(self.pixels())

    def jpeg(self, quality: int = 90) -> bytes:
        return encode_jpeg(self.pixels(), quality)
