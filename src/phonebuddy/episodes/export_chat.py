"""Export to chat JSONL with pictures: what trainers of chat models read.

A line is a conversation: an empty system message, one user message (tools, picture, instruction with
history), the answer. Invariant: the folder is complete in itself, and is there whole or not at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from phonebuddy.episode import Episode
from phonebuddy.episodes.pictures import Gallery
from phonebuddy.episodes.samples import Sample, samples_of


def export_chat(
    episodes: Iterable[Episode], gallery: Gallery, folder: Path, advance: Callable[[int], None]
) -> dict[str, object]:
    """Write `chat.jsonl` and `images/`."""
    num_lines = 0
    names: set[str] = set()
    with (folder / "chat.jsonl").open("wb") as file:
        for episode in episodes:
            for sample in samples_of(episode):
                data = gallery.png(episode, sample.step)
                name = hashlib.sha256(data).hexdigest()
                path = f"images/{name[:2]}/{name}.png"
                if name not in names:
                    names.add(name)
                    (folder / path).parent.mkdir(parents=True, exist_ok=True)
                    (folder / path).write_bytes(data)
                file.write(msgspec.json.encode(_line(sample, path)) + b"\n")
                num_lines += 1
            advance(1)
    return {"conversations": num_lines, "pictures": len(names)}


def _line(sample: Sample, path: str) -> dict[str, object]:
    user = [_text(sample.before), {"type": "image", "image": path}, _text(sample.after)]
    return {
        "id": f"{sample.episode}/{sample.step}",
        "messages": [
            {"role": "system", "content": [_text("")]},
            {"role": "user", "content": user},
            {"role": "assistant", "content": [_text(sample.answer)]},
        ],
        "images": [path],
        "reward": sample.reward,
    }


def _text(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}
