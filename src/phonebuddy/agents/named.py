"""Agents by name: what the command line and the workers of a collection are told.

Invariant: naming an agent imports nothing; only making it does, so that torch is loaded by those who need it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from phonebuddy.agents.folders import weights_in
from phonebuddy.agents.policy import Policy
from phonebuddy.errors import AgentError, SetupError, nearest

AGENTS = {
    "gold": "phonebuddy.agents.gold:GoldPolicy",
    "clumsy": "phonebuddy.agents.gold:ClumsyPolicy",
    "coached": "phonebuddy.agents.coached:load_policy",
    "chance": "phonebuddy.agents.chance:ChancePolicy",
    "nano": "phonebuddy.agents.nano.loading:load_policy",
    "vlm": "phonebuddy.agents.vlm.loading:load_policy",
    "openai": "phonebuddy.agents.vlm.served:served_policy",
}
"""Where each agent is made. Those that need weights take their place after a colon: `nano:out/sft`."""
PLACES = {"coached": "FOLDER", "nano": "FOLDER", "vlm": "FOLDER", "openai": "URL#MODEL"}
MODELS = frozenset({"coached", "nano", "vlm"})
"""Those whose model acts in this process, on a device."""
INSIDERS = frozenset({"gold", "clumsy", "coached"})
"""Those that play a task's own solution, see policy.is_insider."""


def check_name(name: str) -> tuple[str, str]:
    """The kind of agent that a name means, and where its weights are; nothing is loaded."""
    kind, _, place = name.partition(":")
    if kind not in AGENTS:
        forms = [_form(one) for one in AGENTS]
        raise AgentError(f"no agent '{name}'{nearest(kind, AGENTS)}; there are: {', '.join(forms)}")
    if (kind in PLACES) != bool(place):
        raise AgentError(f"'{name}' is not how the agent {kind} is named; say {_form(kind)}")
    return kind, place


def _form(kind: str) -> str:
    return f"{kind}:{PLACES[kind]}" if kind in PLACES else kind


def weights_of(name: str) -> str:
    """A short name for the weights that an agent has now; empty for one without, or with them elsewhere."""
    kind, place = check_name(name)
    return weights_in(Path(place)) if kind in MODELS else ""


def policy_called(name: str, device: str | None = None) -> Policy:
    """The agent of a name such as `gold` or `nano:out/sft`.

    Its model acts on the device; where none is said on the CPU, but a vlm on the GPU where there is one.
    """
    kind, place = check_name(name)
    module, _, attribute = AGENTS[kind].partition(":")
    try:
        make = getattr(import_module(module), attribute)
    except ModuleNotFoundError as error:
        raise SetupError(
            f"the agent {kind} needs {error.name}: pip install 'phonebuddy[train,vlm]'"
        ) from None
    given = [place] if place else []
    policy: Policy = make(*given, device=device) if kind in MODELS and device else make(*given)
    return policy
