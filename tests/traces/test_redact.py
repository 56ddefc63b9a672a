"""Personal data goes, everything else stays, and what was equal stays equal."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.actions import Type
from phonebuddy.errors import TraceError
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.redact import Redactor, read_names, read_region
from tests.traces import samples


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("mail ann.b+x@mail.example.org now", "mail person1@example.com now"),
        ("call +49 (30) 123-4567.", "call +1 555 0100001."),
        ("5551234567", "+1 555 0100001"),
        ("Anna Berg and anna", "Person 1 and Person 2"),
        ("Joanna, Annabel", "Joanna, Annabel"),
        ("ANNA BERG: Anna, Anna", "Person 1: Person 2, Person 2"),
        ("\u5f20\u4f1f\u7684\u624b\u673a", "Person 1\u7684\u624b\u673a"),
        ("2024-05-12, 12:30, 1,299.00, v1.2.3, 10 of 20", "2024-05-12, 12:30, 1,299.00, v1.2.3, 10 of 20"),
        ("12.05.2024 and 05/12/2024", "12.05.2024 and 05/12/2024"),
        ("", ""),
    ],
)
def test_texts(text: str, clean: str) -> None:
    assert Redactor(["Anna Berg", "Anna", "\u5f20\u4f1f"]).text(text) == clean


def test_the_same_value_gets_the_same_word() -> None:
    redactor = Redactor(["Ann"])
    assert redactor.text("a@b.org c@d.org") == "person1@example.com person2@example.com"
    assert redactor.text("A@B.org") == "person1@example.com"
    assert redactor.text("555-123-4567") == redactor.text("(555) 123 4567")
    assert redactor.counts == {"mail": 3, "phone": 2, "name": 0, "picture": 0}


@given(st.text(), st.lists(st.text(min_size=1, max_size=8), max_size=4))
def test_no_name_of_the_list_is_left(text: str, names: list[str]) -> None:
    plain = [name.strip() for name in names if name.strip().isalpha() and name.strip().isascii()]
    clean = Redactor(plain).text(f"x {' '.join(plain)} {text}")
    for name in plain:
        if name.lower() not in ("person", "example", "com"):
            assert name not in clean.replace("Person", "").split()


def test_a_whole_trace(tmp_path: Path) -> None:
    files = samples.step_folder()
    files = {name: data.replace(b"Bread", b"ann@b.org") for name, data in files.items()}
    (trace,) = read_traces(samples.write(tmp_path, files))
    redactor = Redactor(regions=[read_region("0,0,1,0.1")])
    clean = redactor.trace(trace)
    assert clean.instruction == "Add person1@example.com"
    assert clean.steps[1].action == Type("person1@example.com")
    texts = [e.text for shot in clean.shots.values() for e in shot.screen.elements]
    assert "person1@example.com" in texts and not any("ann" in text for text in texts)
    assert str(tmp_path) not in repr(clean.steps) and clean.origin == ""
    assert all(shot.picture is None for shot in clean.shots.values()), "the old pictures are not referred to"
    pixels = clean.shots["2"].screen.pixels()
    assert (pixels[:8, :, :3] == 0).all(), "the region is painted over"
    assert (pixels[10:20, :, :3] == 0).all(), "and so is the box of the text"
    assert (pixels[30:] == 200).all(), "and nothing else"
    assert trace.shots["2"].screen.pixels()[0, 0, 0] == 200
    assert (
        clean.shots["2"].screen.png()[:4] == b"\x89PNG" and clean.shots["2"].screen.jpeg()[:2] == b"\xff\xd8"
    )


def test_mistakes(tmp_path: Path) -> None:
    for text in ("", "1,2", "a,b,c,d", "0,0,2,1", "0.5,0,0.5,1", "nan,0,1,1"):
        with pytest.raises(TraceError, match="region"):
            read_region(text)
    (tmp_path / "names").write_text("Ann\n\n Bob \n")
    assert read_names(tmp_path / "names") == ["Ann", "Bob"]
    with pytest.raises(TraceError):
        read_names(tmp_path / "none")
