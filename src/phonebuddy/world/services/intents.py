"""Intents: one app hands something to another, or asks it for something and waits for the answer.

Invariant: whoever waits is remembered by the plan that sent and the values it had, so that a snapshot taken
while a contact is being picked still knows who asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phonebuddy.world.spec.doors import SHARE
from phonebuddy.world.uistate import Sending

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Intents:
    """Handing over, on one phone."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def receivers(self, intent: str, sender: str) -> list[str]:
        """Apps that accept it; sharing with oneself makes sense only for text that is kept elsewhere."""
        apps = self._runtime.image.apps.apps.values()
        return [app.name for app in apps if intent in app.accepts and (app.name != sender or intent == SHARE)]

    def send(self, intent: str, values: dict[str, Any], to: str = "") -> None:
        """Hand it over at once when there is one receiver, otherwise ask which."""
        runtime = self._runtime
        path, scope = runtime.running()
        sending = Sending(runtime.acting().app, intent, values, path, scope)
        receivers = [to] if to else self.receivers(intent, sending.app)
        if not receivers:
            runtime.toast("No app can do this")
        elif len(receivers) == 1 and intent != SHARE:
            self._hand_over(sending, receivers[0])
        else:
            runtime.ui.sending = sending

    def receive(self, name: str) -> None:
        """The person chose who gets what is being sent."""
        sending, self._runtime.ui.sending = self._runtime.ui.sending, None
        if sending is not None:
            self._hand_over(sending, name)

    def _hand_over(self, sending: Sending, name: str) -> None:
        runtime = self._runtime
        runtime.log(sending.app, sending.intent, name)
        slot = runtime.app(name).accepts[sending.intent]
        if sending.path:
            runtime.ui.waiting.append(sending)
            runtime.forget_pages(name)
        runtime.start_app(name)
        runtime.run(slot.get(sending.values))

    def give(self, values: dict[str, Any]) -> None:
        """Back to the sender, with what it asked for."""
        runtime = self._runtime
        if not runtime.ui.waiting:
            runtime.leave()
            return
        sending = runtime.ui.waiting.pop()
        runtime.close_app(runtime.acting().app)
        runtime.ui.app = sending.app
        plan = runtime.app(sending.app).plans[sending.path]
        runtime.log(sending.app, "given", sending.intent)
        runtime.run(plan.slots["on_result"].get(sending.scope), **values)

    def left(self, app: str) -> str | None:
        """An app was left without an answer: who waited gets the screen back, and nothing else."""
        waiting = self._runtime.ui.waiting
        if waiting and app in self.receivers(waiting[-1].intent, waiting[-1].app):
            return waiting.pop().app
        return None
