"""Processors: what turns a chat with a picture into numbers, and the one for Qwen that needs no torchvision.

Qwen's own processor wants a processor of videos, which wants torchvision; a phone shows no videos. Invariant:
pictures are resized by Pillow on every machine, so that trainer, actor and evaluation see the same pixels.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import transformers
from transformers import AutoProcessor, AutoTokenizer
from transformers.models.qwen3_vl.processing_qwen3_vl import Qwen3VLProcessor
from transformers.processing_utils import ProcessorMixin

from phonebuddy.agents.vlm.config import VlmConfig
from phonebuddy.errors import CheckpointError

QWEN = ("qwen3_5", "qwen3_vl")
"""Beginnings of the model types whose processor is ours."""
# Until 5.1x the one for Pillow had the plain name.
PilImages: Any = getattr(transformers, "Qwen2VLImageProcessorPil", None) or transformers.Qwen2VLImageProcessor


class PhoneProcessor(Qwen3VLProcessor):  # type: ignore[misc]
    """Qwen's processor for pictures and text alone."""

    attributes = ["image_processor", "tokenizer"]

    def __init__(self, image_processor: Any, tokenizer: Any, chat_template: str | None = None) -> None:
        ProcessorMixin.__init__(self, image_processor, tokenizer, chat_template=chat_template)
        self.image_token, self.video_token = "<|image_pad|>", "<|video_pad|>"
        self.vision_start_token, self.vision_end_token = "<|vision_start|>", "<|vision_end|>"
        for name in ("image", "video", "vision_start", "vision_end"):
            id = tokenizer.convert_tokens_to_ids(getattr(self, f"{name}_token"))
            setattr(self, f"{name}_token_id", id)


def load_processor(folder: Path, config: VlmConfig) -> Any:
    """The processor of a model's folder, with pictures no larger than the settings say."""
    try:
        kind = json.loads((folder / "config.json").read_bytes()).get("model_type", "")
        if str(kind).startswith(QWEN):
            images = PilImages.from_pretrained(folder, local_files_only=True)
            words = AutoTokenizer.from_pretrained(folder, local_files_only=True)
            found: Any = PhoneProcessor(images, words, words.chat_template)
        else:
            found = AutoProcessor.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, ImportError) as error:
        said = " ".join(str(error).split())[:300]
        raise CheckpointError(f"{folder} holds no processor that can be read: {said}") from None
    if not getattr(found, "chat_template", None):
        raise CheckpointError(
            f"{folder} has no chat template (chat_template.jinja); a vlm is asked through it"
        )
    limit_pictures(found.image_processor, config.most_pixels)
    return found


def limit_pictures(images: Any, most_pixels: int) -> None:
    """Make an image processor shrink what is larger, where it can be told."""
    size = dict(getattr(images, "size", None) or {})
    if "longest_edge" in size and "shortest_edge" in size and size["longest_edge"] > 100_000:
        # Qwen's names for numbers of pixels.
        least = min(size["shortest_edge"], most_pixels)
        images.size = {"shortest_edge": least, "longest_edge": most_pixels}


def processor_files(processor: Any) -> dict[str, bytes]:
    """The files of a processor, by name, as they lie in a model's folder."""
    with tempfile.TemporaryDirectory() as folder:
        processor.save_pretrained(folder)
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir()) if path.is_file()}
