"""Checks over a whole app: every page named exists, is given what it needs, and can be reached.

Works on compiled plans, so it sees exactly what a phone would run. Invariant: after it passes, no tap can
lead to a page that is not there.
"""

from __future__ import annotations

from collections.abc import Mapping

from phonebuddy.world.spec.app import Manifest, Page
from phonebuddy.world.spec.compiler import AppScope
from phonebuddy.world.spec.nodes import Node


def check_flow(
    manifest: Manifest, pages: Mapping[str, Page], nodes: Mapping[str, Node], app: AppScope
) -> None:
    problems = app.problems
    start = manifest.node.get("start") or manifest.node
    first = manifest.head.start
    if first not in nodes:
        problems.unknown(start, "page", first, nodes)
        return
    if first in pages and pages[first].params:
        problems.add(start, f"the start page cannot need params: {', '.join(pages[first].params)}")
    _check_sends(app)
    _check_background(app)
    _check_rights(manifest, app)
    links = _links(pages, nodes, app)
    if problems.found:
        return  # what could not be read may be what leads to the others
    reached = _reachable(first, links)
    for name, node in nodes.items():
        if name not in reached:
            problems.add(node, f"page '{name}' cannot be reached: no open, replace or accepts leads to it")


def _check_sends(app: AppScope) -> None:
    """What is sent is accepted by somebody; what is scheduled is an event; both get what they need."""
    loud = {name: door for name, door in app.intents.items() if not door.quiet}
    quiet = {name: door for name, door in app.intents.items() if door.quiet}
    kinds = (("SENDS", "intent", loud), ("TELLS", "quiet intent", quiet), ("SCHEDULES", "event", app.events))
    for node, plan in app.uses:
        for field, what, doors in kinds:
            key = getattr(plan.cls, field, "")
            if not key:
                continue
            name = str(plan.slots[key].get({}))
            if name not in doors:
                app.problems.unknown(node, what, name, doors)
                continue
            given_node = node.get("with")
            given = {entry for entry, _ in given_node.pairs()} if given_node is not None else set()
            for param in doors[name].params:
                if param not in given and getattr(plan.cls, "NEEDS_ALL", True):
                    app.problems.add(node, f"'{name}' needs '{param}'; add it under 'with'")
            for extra in sorted(given - set(doors[name].params)):
                app.problems.unknown(given_node or node, f"parameter of '{name}'", extra, doors[name].params)


def _check_background(app: AppScope) -> None:
    """Events run while another app may be in front: they cannot open pages or ask questions."""
    for node, plan in app.uses:
        steps = plan.path.split("/")
        behind = steps[0] == "events" or (steps[0] == "accepts" and app.intents[steps[1]].quiet)
        if behind and len(steps) == 3 and not getattr(plan.cls, "BACKGROUND", False):
            what = "an event" if steps[0] == "events" else "what is quiet"
            app.problems.add(
                node, f"'{plan.cls.NAME}' cannot stand in {what}: nobody may be looking; use notify"
            )


def _check_rights(manifest: Manifest, app: AppScope) -> None:
    """Some effects are for one app only, such as the settings of the phone."""
    for node, plan in app.uses:
        right = getattr(plan.cls, "RIGHT", "")
        if right and right != manifest.head.right:
            app.problems.add(
                node, f"'{plan.cls.NAME}' is for the app with 'right: {right}' in app.yaml: the Settings"
            )


def _links(pages: Mapping[str, Page], nodes: Mapping[str, Node], app: AppScope) -> dict[str, set[str]]:
    """From each page to the pages its effects lead to; `accepts` counts as the start of its own."""
    links: dict[str, set[str]] = {}
    for node, plan in app.uses:
        field = getattr(plan.cls, "LEADS_TO", "")
        if not field:
            continue
        target = str(plan.slots[field].get({}))
        if target not in nodes:
            app.problems.unknown(node, "page", target, nodes)
            continue
        steps = plan.path.split("/")
        source = steps[1] if steps[0] == "pages" else "accepts"
        links.setdefault(source, set()).add(target)
        if target in pages:
            _check_params(node, pages[target], app)
    return links


def _check_params(node: Node, page: Page, app: AppScope) -> None:
    given_node = node.get("with")
    given = {name for name, _ in given_node.pairs()} if given_node is not None else set()
    for name in page.params:
        if name not in given:
            app.problems.add(node, f"page '{page.name}' needs '{name}'; add it under 'with'")
    for name in given:
        if name not in page.params and name not in page.vars:
            app.problems.unknown(
                given_node or node, f"parameter of page '{page.name}'", name, (*page.params, *page.vars)
            )


def _reachable(start: str, links: Mapping[str, set[str]]) -> set[str]:
    reached = {start}
    open_ends = [start, *links.get("accepts", ())]
    reached.update(open_ends)
    while open_ends:
        for target in sorted(links.get(open_ends.pop(), ())):
            if target not in reached:
                reached.add(target)
                open_ends.append(target)
    return reached
