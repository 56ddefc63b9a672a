"""Reading: each token of nano stands where its own text ends, and texts are written once and not too long."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

torch = pytest.importorskip("torch")

from phonebuddy.agents.nano.language import attention  # noqa: E402
from phonebuddy.agents.nano.language.bert_files import signs_of  # noqa: E402
from phonebuddy.agents.nano.language.names import BERT, language_called  # noqa: E402
from phonebuddy.agents.nano.language.reading import (  # noqa: E402
    BEFORE,
    MOST_IDS,
    MOST_TOLD_IDS,
    Reading,
    Writing,
    reading_of,
)
from phonebuddy.agents.nano.language.readings import Readings  # noqa: E402
from phonebuddy.agents.nano.language.spelling import spell, spell_out  # noqa: E402
from phonebuddy.agents.nano.view import MOST_PAST, View, num_tokens, view_of  # noqa: E402
from phonebuddy.agents.policy import Turn  # noqa: E402
from tests.agents.nano.language.installed import needs_minilm, needs_smollm2  # noqa: E402
from tests.agents.nano.language.made import MADE_HERE, adapted  # noqa: E402
from tests.agents.nano.test_nano_views import played, turns_of  # noqa: E402
from tests.episodes.made import golds  # noqa: E402

ALL = [
    *MADE_HERE,
    pytest.param("smollm2", marks=needs_smollm2),
    pytest.param("minilm", marks=needs_minilm),
]
MIXED = "Grüß René, dann 打开时钟: 07:30 or 1,250.50 🎉 ok"


def read_at(reading: Reading, place: int) -> tuple[int, ...]:
    """The ids of the text that ends at a place."""
    ends = np.cumsum(reading.counts.astype(int))
    (number,) = np.flatnonzero(ends - 1 == place)
    return ids_of(reading.texts()[number])


def ids_of(text: bytes) -> tuple[int, ...]:
    return tuple(np.frombuffer(text, np.uint16).tolist())


def framed(name: str) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """What stands before the instruction, in words and as a sign, and what behind each text."""
    if language_called(name).kind == BERT:
        opening, closing = signs_of(name)
        return "", (opening,), (closing,)
    return BEFORE, (), spell(name, "\n")


def most_of(name: str) -> int:
    return MOST_IDS[language_called(name).kind]


def said_to(instruction: str) -> View:
    step = golds()[0].steps[0]
    return view_of(Turn(instruction, step.seen, (), ("Clock", "Notes")))


def expected(view: View) -> list[str]:
    """What things, what was read, what was done and apps say."""
    things = [*view.look.things, *(one.thing for one in view.read)]
    ids = [thing.element.resource_id.split("/")[-1].replace("_", " ") for thing in things]
    said = [", ".join(thing.texts) or own for thing, own in zip(things, ids, strict=True)]
    done = [f"{one.kind.replace('_', ' ')} {one.text}" for one in reversed(view.done)][:MOST_PAST]
    return [*said, *done, *(f"open {app}" for app in view.apps)]


@pytest.mark.parametrize("name", ALL)
def test_every_token_stands_where_its_text_ends(name: str) -> None:
    assert any(view.read for view in played()) and any(len(view.done) > 3 for view in played())
    closing, most = framed(name)[2], most_of(name)
    for view in played():
        reading = reading_of(view, name)
        assert len(reading.where) == num_tokens(view) and len(reading.apps) == len(view.apps)
        assert reading.where[0] == reading.counts[0] - 1, "the state is the whole instruction"
        places = [*reading.where[1 + len(view.told) :], *reading.apps]
        for place, said in zip(places, expected(view), strict=True):
            text = " ".join(said.split())
            letters = tuple(text.encode()) if name in MADE_HERE else spell(name, text)
            assert read_at(reading, int(place)) == letters[: most - len(closing)] + closing


@pytest.mark.parametrize("name", ALL)
def test_every_text_is_framed(name: str) -> None:
    before, opening, closing = framed(name)
    for view in played():
        told, *texts = map(ids_of, reading_of(view, name).texts())
        assert told == opening + spell(name, before + view.instruction) + closing
        assert texts and all(text[-len(closing) :] == closing for text in texts)
        assert all(len(text) <= most_of(name) for text in texts)
        assert not {*opening, *closing} & {one for text in texts for one in text[: -len(closing)]}


def test_a_language_with_signs_needs_no_words_around_an_instruction() -> None:
    """And takes fewer ids of a text."""
    assert {framed(name)[0] for name in MADE_HERE} == {BEFORE, ""}
    assert (most_of("tiny"), most_of("tiny-bert")) == (24, 16)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("instruction", [MIXED, "设置闹钟", "🎉"])
def test_a_word_points_at_the_id_it_ends_in(name: str, instruction: str) -> None:
    view = said_to(instruction)
    before, opening, _ = framed(name)
    ends = (0,) * len(opening) + spell_out(name, before + instruction)[1]
    places = reading_of(view, name).where[1 : 1 + len(view.told)]
    assert view.told and list(places) == sorted(places)
    for word, place in zip(view.told, places, strict=True):
        end = min(end for end in ends if end >= len(before) + word.end)
        assert place == max(at for at, other in enumerate(ends) if other == end), word.text


@pytest.mark.parametrize("name", ALL)
def test_long_instructions_and_texts_are_cut(name: str) -> None:
    step = golds()[0].steps[0]
    long = tuple(
        msgspec.structs.replace(element, text=f"{place} {'many 多 words ' * 30}")
        for place, element in enumerate(step.seen.elements)
    )
    turn = Turn("Xqzjvk77 " * 60, msgspec.structs.replace(step.seen, elements=long), (), ("App " * 40,))
    view = view_of(turn)
    reading = reading_of(view, name)
    _, opening, closing = framed(name)
    room = len(opening) + MOST_TOLD_IDS + len(closing)
    assert reading.counts[0] == room == MOST_TOLD_IDS + 1 + len(opening)
    assert max(reading.where) < len(reading.ids)
    assert max(reading.counts[1:]) == most_of(name) <= attention.BLOCK
    assert all(ids_of(text)[-len(closing) :] == closing for text in reading.texts())
    words = reading.where[1 : 1 + len(view.told)]
    assert max(words) == reading.counts[0] - 1, "a word that is cut off is known where the instruction ends"


def test_a_text_is_written_once() -> None:
    texts = reading_of(played()[0], "tiny").texts()[1:]
    assert len(texts) == len(set(texts)) > 5
    element = next(one for one in golds()[0].steps[0].seen.elements if one.text)
    screen = msgspec.structs.replace(
        golds()[0].steps[0].seen,
        elements=tuple(msgspec.structs.replace(element, id=str(place)) for place in range(3)),
    )
    view = view_of(Turn("Go", screen, (), ("Clock", "Clock")))
    reading = reading_of(view, "tiny")
    assert len(view.look.things) == 3 and len(reading.texts()) == 3, "the instruction, the thing, the app"
    assert len(set(reading.where[-3:])) == 1 and reading.apps[0] == reading.apps[1]


@pytest.mark.parametrize("name", MADE_HERE)
def test_nothing_to_see_is_read_too(name: str) -> None:
    before, opening, closing = framed(name)
    step = golds()[0].steps[0]
    blank = msgspec.structs.replace(step.seen, elements=())
    reading = reading_of(view_of(Turn("", blank, (), ())), name)
    assert tuple(reading.ids) == (*opening, *before.encode(), *closing)
    assert (
        list(reading.where) == [len(reading.ids) - 1] and not len(reading.apps) and len(reading.counts) == 1
    )


@pytest.mark.parametrize("name", MADE_HERE)
def test_the_same_view_gives_the_same_reading(name: str) -> None:
    view = played()[4]
    one, other = reading_of(view, name), reading_of(view._replace(), name)
    assert [part.tobytes() for part in one] == [part.tobytes() for part in other]


@pytest.mark.parametrize("name", MADE_HERE)
def test_views_that_are_written_together_are_read_as_alone(name: str) -> None:
    language, views = adapted(name), [view_of(turn) for turn in turns_of(golds()[2])]
    writing = Writing(name, views[0].instruction)
    found = [writing.add(view, with_apps=place == 0) for place, view in enumerate(views)]
    together = [writing.reading(one) for one in found]
    assert len({one.ids.tobytes() for one in together}) == 1, "one is enough for all"
    assert len(writing) < sum(len(reading_of(view, name).ids) for view in views) / 2
    for place, (view, one) in enumerate(zip(views, together, strict=True)):
        alone = reading_of(view, name)
        (mine, mine_apps), (wanted, wanted_apps) = (vectors(language, each) for each in (one, alone))
        torch.testing.assert_close(mine, wanted, rtol=1e-4, atol=1e-5)
        if place == 0:
            torch.testing.assert_close(mine_apps, wanted_apps, rtol=1e-4, atol=1e-5)
        else:
            assert not any(one.apps) and len(one.apps) == len(view.apps)


def vectors(language, reading: Reading):
    """What a language gives to the tokens and the apps of one reading."""
    readings = Readings([(reading.ids.tobytes(), reading.counts.tobytes())], "cpu")
    with torch.no_grad():
        found = language(*readings.of(np.zeros(1, np.int64)))[0]
    return found[torch.from_numpy(reading.where.astype(int))], found[
        torch.from_numpy(reading.apps.astype(int))
    ]
