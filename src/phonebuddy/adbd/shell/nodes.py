"""The tree a shell script is read into: words with their parts, and the commands made of them.

Invariant: frozen values; running a script never changes what it was read as.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lit:
    """Text as it stands; quoted text is neither split nor taken as a pattern."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Var:
    """`$name` or `${name op word}`; `op` is empty, `#` alone means the length."""

    name: str
    op: str = ""
    word: Word | None = None
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Sub:
    """`$(script)`."""

    script: Script
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Arith:
    """`$((expression))`; its parts are expanded first."""

    word: Word
    quoted: bool = False


Part = Lit | Var | Sub | Arith


@dataclass(frozen=True, slots=True)
class Word:
    parts: tuple[Part, ...]

    def plain(self) -> str | None:
        """Its text, if it has no part that must be expanded and none that was quoted."""
        if all(isinstance(part, Lit) and not part.quoted for part in self.parts):
            return "".join(part.text for part in self.parts if isinstance(part, Lit))
        return None


@dataclass(frozen=True, slots=True)
class Redirect:
    """`fd op target`; of a here-document the target is its text."""

    fd: int
    op: str
    target: Word


@dataclass(frozen=True, slots=True)
class Simple:
    assigns: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """`{ ...; }`, or `( ... )` which runs in a copy of the shell."""

    script: Script
    is_copy: bool
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script | None
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class While:
    test: Script
    body: Script
    until: bool
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class For:
    name: str
    words: tuple[Word, ...] | None
    """None goes over the arguments of the script."""
    body: Script
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    word: Word
    branches: tuple[tuple[tuple[Word, ...], Script], ...]
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    body: Command


Command = Simple | Group | If | While | For | Case | Function


@dataclass(frozen=True, slots=True)
class Pipeline:
    commands: tuple[Command, ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """Pipelines joined by && and ||; `ops[i]` stands before pipeline i + 1."""

    pipelines: tuple[Pipeline, ...]
    ops: tuple[str, ...]
    in_background: bool


@dataclass(frozen=True, slots=True)
class Script:
    chains: tuple[Chain, ...]
