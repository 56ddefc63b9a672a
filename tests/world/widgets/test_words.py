"""Every word an app can use is documented and means what its class says."""

from __future__ import annotations

import pytest

from phonebuddy.world.spec import registry
from phonebuddy.world.spec.kinds import Bindable

WORDS = registry.words()


@pytest.mark.parametrize("word", WORDS)
def test_each_key_has_a_line_in_the_docstring(word: str) -> None:
    cls = WORDS[word]
    assert (cls.__doc__ or "").strip(), "a word needs a sentence that says what it is"
    missing = [key for key, field in registry.fields(cls).items() if not field.about]
    assert not missing, f"{word}: no line for {', '.join(missing)}"


@pytest.mark.parametrize("word", WORDS)
def test_name_and_main_belong_together(word: str) -> None:
    cls = WORDS[word]
    assert word == cls.NAME
    assert cls.MAIN == "" or cls.MAIN in registry.fields(cls)


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_a_widget_or_an_effect(word: str) -> None:
    cls = WORDS[word]
    assert registry.is_widget(cls) != registry.is_effect(cls)


@pytest.mark.parametrize("word", WORDS)
def test_one_file_each(word: str) -> None:
    module = WORDS[word].__module__
    assert module.rpartition(".")[2] == word
    assert _defined_in(module) == [WORDS[word]]


def _defined_in(module: str) -> list[type[Bindable]]:
    return [cls for cls in WORDS.values() if cls.__module__ == module]
