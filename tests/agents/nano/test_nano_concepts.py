"""Words that mean the same: the list that is shipped, and lists that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.agents.nano.concepts import concepts, meant_by, read_concepts
from phonebuddy.agents.nano.pieces import cut
from phonebuddy.agents.nano.words import words_of
from phonebuddy.errors import AgentError
from phonebuddy.world.image import default_apps


def groups(text: str) -> list[tuple[str, ...]]:
    return [meant.groups for meant in meant_by(cut(text))]


def test_other_words_and_languages_agree() -> None:
    (delete,) = words_of("Delete")
    for other in ("get rid of it", "Removed", "删除", "throwing away"):
        assert set(delete.groups) & set(words_of(other)[0].groups), other
    assert not set(delete.groups) & set(words_of("Save")[0].groups)


def test_a_phrase_means_more_than_its_words() -> None:
    turned, off, alarms = groups("turned off alarms")
    assert turned == ("off",) and off == () and "clock" in alarms
    assert "on" not in groups("off")[0]


def test_what_says_nothing_agrees_with_nothing() -> None:
    the, note = words_of("the note")
    assert not the.says and note.says
    assert not any(word.says for word in words_of("“,”"))


def test_no_brand_is_in_the_list() -> None:
    """What only one app is called must be learned, or read, not be known beforehand."""
    brands = set(
        ["wayfare", "tidewave", "spendlog", "spokeway", "starlight", "larkmarket", "beanline", "evenbill"]
    )
    titles = {piece for app in default_apps().apps.values() for piece in cut(app.manifest.title)}
    assert brands <= titles, "an app was renamed: name the brands anew"
    known = {piece for phrase in concepts().groups for piece in phrase}
    assert not known & brands


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("delete: remove\n", "list.yaml:1: 'delete' must be a list"),
        ("delete: [remove, remove]\n", "stands twice in 'delete'"),
        ("delete: ['']\n", "list.yaml:1: no word"),
        ("filler: [of the]\n", "takes single ones"),
        ("a: [x]\nb: [x]\nc: [x]\nd: [x]\ne: [x]\n", "list.yaml:5: 'x' is in a, b, c, d already"),
        ("a: [\n", "list.yaml"),
    ],
)
def test_a_wrong_list_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(text)
    with pytest.raises(AgentError) as error:
        read_concepts(path)
    assert said in str(error.value)
