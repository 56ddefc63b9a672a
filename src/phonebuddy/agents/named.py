"""Agents by name: what the command line and the workers of a collection are told.

Invariant: naming an agent imports nothing; only making it does, so that torch is loaded by those who need it.
"""

from __future__ import annotations

from importlib import import_module

from phonebuddy.agents.policy import Policy
from phonebuddy.errors import AgentError, nearest

AGENTS = {
    "gold": "phonebuddy.agents.gold:GoldPolicy",
    "clumsy": "phonebuddy.agents.gold:ClumsyPolicy",
    "chance": "phonebuddy.agents.chance:ChancePolicy",
    "nano": "phonebuddy.agents.nano.loading:load_policy",
}
"""Where each agent is made. Those that need weights take the folder after a colon: `nano:out/sft`."""
WEIGHTED = frozenset({"nano"})


def check_name(name: str) -> tuple[str, str]:
    """The kind of agent that a name means, and where its weights are; nothing is loaded."""
    kind, _, place = name.partition(":")
    if kind not in AGENTS:
        forms = [f"{one}:FOLDER" if one in WEIGHTED else one for one in AGENTS]
        raise AgentError(f"no agent '{name}'{nearest(kind, AGENTS)}; there are: {', '.join(forms)}")
    if (kind in WEIGHTED) != bool(place):
        form = f"{kind}:FOLDER" if kind in WEIGHTED else kind
        raise AgentError(f"'{name}' is not how the agent {kind} is named; say {form}")
    return kind, place


def policy_called(name: str) -> Policy:
    """The agent of a name such as `gold` or `nano:out/sft`."""
    kind, place = check_name(name)
    module, _, attribute = AGENTS[kind].partition(":")
    make = getattr(import_module(module), attribute)
    policy: Policy = make(place) if place else make()
    return policy
