"""The docs tell the truth: the app in them runs, the reference is the one the code writes."""

from __future__ import annotations

import re
from pathlib import Path

from phonebuddy.actions import OpenApp
from phonebuddy.world.image import build_image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.script import Step, play
from phonebuddy.world.spec.load import load_apps
from phonebuddy.world.spec.reference import write_reference

DOCS = Path(__file__).parents[1] / "docs"


def example(folder: Path) -> Path:
    """The app of docs/apps.md as a folder."""
    blocks = re.findall(r"```yaml\n(.*?)```", (DOCS / "apps.md").read_text(encoding="utf-8"), re.DOTALL)
    app = folder / "todo"
    app.mkdir()
    (app / "app.yaml").write_text(blocks[0], encoding="utf-8")
    (app / "content.yaml").write_text(blocks[1], encoding="utf-8")
    return app


def test_the_whole_app_in_the_docs_is_short_and_works(tmp_path: Path) -> None:
    app = example(tmp_path)
    assert len((app / "app.yaml").read_text(encoding="utf-8").splitlines()) < 60
    phone = WorldPhone(build_image(load_apps([app])))
    phone.act(OpenApp("todo"))
    steps = [Step("tap", "Add", ""), Step("tap", "Title", ""), Step("tap", "Save", "")]
    *_, last = play(phone, steps)
    assert any(element.text == "Enter a title" for element in last.screen.elements)
    *_, last = play(phone, [Step("type", "Water plants", ""), Step("tap", "Save", "")])
    assert phone.state("SELECT title FROM todo_item ORDER BY id DESC LIMIT 1") == (("Water plants",),)
    list(
        play(phone, [Step("long_press", "Buy milk", ""), Step("tap", "Delete", ""), Step("tap", "Undo", "")])
    )
    assert phone.state("SELECT count(*) FROM todo_item WHERE title = 'Buy milk'") == ((1,),)


def test_the_reference_is_the_one_the_code_writes() -> None:
    assert (DOCS / "words.md").read_text(encoding="utf-8") == write_reference(), (
        "run: phonebuddy apps words -o docs/words.md"
    )


def test_every_key_of_every_word_is_explained() -> None:
    for line in write_reference().splitlines():
        if line.startswith("| ") and not line.startswith(("| key", "|---")):
            assert not re.search(r"\|\s*\|$", line), f"no explanation: {line}"
