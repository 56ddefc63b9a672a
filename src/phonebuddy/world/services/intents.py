"""Intents: one app hands something to another, or asks it for something and waits for the answer.

Invariant: whoever waits is remembered by the plan that sent and the values it had, so that a snapshot taken
while a contact is being picked still knows who asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phonebuddy.world.spec.doors import SHARE
from phonebuddy.world.system.words import system_word
from phonebuddy.world.uistate import Sending

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


PAGES = "pages"
"""What the path of a plan of a page begins with; its name comes next."""


class Intents:
    """Handing over, on one phone."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def receivers(self, intent: str, sender: str) -> list[str]:
        """Apps that accept it; sharing with oneself makes sense only for text that is kept elsewhere."""
        apps = self._runtime.image.apps.apps.values()
        return [
            app.name
            for app in apps
            if intent in app.manifest.accepts and (app.name != sender or intent == SHARE)
        ]

    def send(self, intent: str, values: dict[str, Any], to: str = "") -> None:
        """Hand it over at once when there is one receiver, otherwise ask which."""
        runtime = self._runtime
        path, scope = runtime.running()
        sending = Sending(runtime.acting().app, intent, values, path, scope)
        receivers = [to] if to else self.receivers(intent, sending.app)
        if not receivers:
            runtime.toast(system_word("No app can do this", runtime.ui.language))
        elif len(receivers) == 1 and intent != SHARE:
            self._hand_over(sending, receivers[0])
        else:
            runtime.ui.sending = sending

    def tell(self, intent: str, values: dict[str, Any], to: str = "", sender: str = "") -> None:
        """Let those who accept it know, whatever is in front; from the app that acts unless one is named."""
        sender = sender or self._runtime.acting().app
        for name in self.receivers(intent, sender):
            if to in ("", name):
                self._runtime.log(sender, intent, name)
                self._runtime.run_behind(name, self._runtime.app(name).accepts[intent], values)

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
            sending.receiver, sending.kept = name, runtime.ui.stacks.pop(name, [])
            runtime.ui.waiting.append(sending)
        runtime.bring(name)
        runtime.run(slot.get(sending.values))
        stack = runtime.ui.stacks.get(name, [])
        if sending in runtime.ui.waiting and len(stack) > 1:
            # Who asks wants an answer: back leads to the sender, not to the receiver's first page.
            del stack[0]

    def give(self, values: dict[str, Any]) -> None:
        """Back to the sender, with what it asked for."""
        runtime = self._runtime
        sending = self._end(runtime.acting().app)
        if sending is None:
            runtime.leave()
            return
        answered = runtime.app(sending.app).plans[sending.path].slots.get("on_result")
        if answered is not None and self._is_back(sending):
            runtime.log(sending.app, "given", sending.intent)
            runtime.run(answered.get(sending.scope), **values)

    def _is_back(self, sending: Sending) -> bool:
        """Whether the page that asked is there again; one that was closed meanwhile hears no answer."""
        part, _, rest = sending.path.partition("/")
        return part != PAGES or self._runtime.front().page == rest.partition("/")[0]

    def left(self, app: str) -> bool:
        """An app was left without an answer: who waited gets the screen back, and nothing else."""
        return self._end(app) is not None

    def asked_by(self, app: str) -> str:
        """Who an app waits for; empty when it does not wait."""
        waiting = self._runtime.ui.waiting
        return next((one.receiver for one in reversed(waiting) if one.app == app), "")

    def closed(self, apps: list[str]) -> str:
        """Apps were closed: nobody waits for them or answers them any more; who waited for one of them."""
        ui = self._runtime.ui
        asked = [one.app for one in ui.waiting if one.receiver in apps and one.app not in apps]
        ui.waiting = [one for one in ui.waiting if one.receiver not in apps and one.app not in apps]
        return asked[-1] if asked else ""

    def _end(self, receiver: str) -> Sending | None:
        """End what the receiver was last asked: its own pages come back, the sender comes to the front."""
        runtime = self._runtime
        waiting = runtime.ui.waiting
        sending = next((one for one in reversed(waiting) if one.receiver == receiver), None)
        if sending is None:
            return None
        waiting.remove(sending)
        if sending.kept:
            runtime.ui.stacks[receiver] = sending.kept
        else:
            runtime.close_app(receiver)
        runtime.bring(sending.app)
        return sending
