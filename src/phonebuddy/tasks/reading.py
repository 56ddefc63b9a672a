"""Reading templates: a YAML file to checked task templates, every mistake with its line and what is accepted.

Invariant: `load_templates` returns templates that are sound in themselves; whether they can be done and
verified is what proof.py shows.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from phonebuddy.errors import AppError, TaskError, nearest
from phonebuddy.tasks.keeping import Cupboard
from phonebuddy.tasks.nodes import Nodes
from phonebuddy.tasks.packed_templates import pack_templates, unpack_templates
from phonebuddy.tasks.reading_goal import GoalReader
from phonebuddy.tasks.reading_gold import ENDINGS, GoldReader
from phonebuddy.tasks.sql import Desk
from phonebuddy.tasks.template import (
    CROSS,
    FINISH,
    KINDS,
    MINI,
    SINGLE,
    STYLES,
    Check,
    Draw,
    Fact,
    New,
    Opening,
    Phrase,
    Start,
    StateCheck,
    Step,
    TaskTemplate,
)
from phonebuddy.world.image import default_apps
from phonebuddy.world.interruption_kinds import built_in_kinds
from phonebuddy.world.spec.kinds import plain_value
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.spec.nodes import Node, parse_yaml, read_yaml
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.state.speech import CHINESE

FOLDER = Path(__file__).parent / "templates"
ON_DISK = Cupboard("templates", 4)
KEYS = (
    "apps", "say", "new", "draw", "start", "facts", "goal", "end", "allow", "private", "gold", "rubric",
    "limit", "split", "tags",
)  # fmt: skip
NEEDED = ("apps", "say", "gold", "rubric")
SPLITS = ("train", "dev", "test")
LEAST_PHRASES, LEAST_STYLES = 4, 3
LOG = "phone_event"
_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)\Z")


@lru_cache(maxsize=1)
def built_in_templates() -> dict[str, TaskTemplate]:
    """Every template of the package, by id; read and checked once on a machine."""
    data = ON_DISK.find("built-in")
    if data is not None:
        return {one.id: one for one in unpack_templates(data)}
    found = load_templates(sorted(FOLDER.glob("*.yaml")))
    ON_DISK.keep("built-in", pack_templates(found.values()))
    return found


def load_templates(paths: Iterable[Path], apps: AppSet | None = None) -> dict[str, TaskTemplate]:
    """The templates of some files, by id; TaskError lists every mistake."""
    found, templates = check_templates(paths, apps)
    if found:
        raise TaskError("\n".join(found))
    return templates


def check_templates(
    paths: Iterable[Path], apps: AppSet | None = None
) -> tuple[list[str], dict[str, TaskTemplate]]:
    """Every mistake in some files, and the templates that have none."""
    problems = Problems()
    templates: dict[str, TaskTemplate] = {}
    apps = default_apps() if apps is None else apps
    nodes = Nodes(problems, Desk(apps))
    for path in paths:
        try:
            root = read_yaml(path, path.name)
        except AppError as error:
            return [*map(str, problems.found), str(error)], templates
        templates |= _read_file(root, path.stem, nodes, apps)
    return [str(problem) for problem in problems.found], templates


def parse_templates(text: str, file: str, apps: AppSet | None = None) -> dict[str, TaskTemplate]:
    """The templates in a text, for tests and for pages that show one."""
    try:
        root = parse_yaml(text, f"{file}.yaml")
    except AppError as error:
        raise TaskError(str(error)) from None
    return templates_in(root, file, default_apps() if apps is None else apps)


def templates_in(root: Node, file: str, apps: AppSet) -> dict[str, TaskTemplate]:
    """The templates of a file that was parsed; TaskError lists what is wrong with them."""
    problems = Problems()
    templates = _read_file(root, file, Nodes(problems, Desk(apps)), apps)
    try:
        problems.raise_if_any()
    except AppError as error:
        raise TaskError(str(error)) from None
    return templates


def template_called(name: str) -> TaskTemplate:
    """A built-in template by its id."""
    known = built_in_templates()
    if name not in known:
        raise TaskError(f"no template '{name}'{nearest(name, known)}; see: phonebuddy tasks list")
    return known[name]


def _read_file(root: Node, file: str, nodes: Nodes, apps: AppSet) -> dict[str, TaskTemplate]:
    """The templates of a file that are right; what is wrong with the others goes to the problems."""
    if root.entries is None:
        nodes.problems.add(root, f"a file is a map of names to templates, not a {root.kind}")
    found = {}
    for name, node in nodes.pairs(root, "a file of templates") if root.entries is not None else ():
        before = len(nodes.problems.found)
        template = _Reader(nodes, apps).template(f"{file}/{name}", node)
        if template is not None and len(nodes.problems.found) == before:
            found[template.id] = template
    return found


class _Reader:
    """Reads one template; `names` grows as the file goes on."""

    def __init__(self, nodes: Nodes, apps: AppSet) -> None:
        self._nodes = nodes
        self._problems = nodes.problems
        self._apps = apps
        self._names: set[str] = set()

    def template(self, id: str, node: Node) -> TaskTemplate | None:
        nodes = self._nodes
        if not nodes.is_map(node, "template", KEYS):
            return None
        for key in NEEDED:
            if node.get(key) is None:
                self._problems.add(node, f"template '{id}' needs '{key}'")
        apps = tuple(self._app(item) for item in nodes.items(node.get("apps"), "apps"))
        news = self._news(node.get("new"))
        draws = self._draws(node.get("draw"))
        slots = set(self._names)
        phrases = self._phrases(node.get("say"), slots)
        start = self._start(node.get("start"))
        facts = self._facts(node.get("facts"))
        goals = GoalReader(nodes, self._names, self._apps)
        goal, end = goals.checks(node.get("goal")), goals.end(node.get("end"))
        if not goal and end == FINISH:
            self._problems.add(node, f"template '{id}' needs 'goal', or an 'end' other than {FINISH}")
        self._check_refusal(node, goal, end)
        gold = GoldReader(nodes, self._names).steps(node.get("gold"))
        self._check_ending(node, gold, end)
        template = TaskTemplate(
            id, apps, self._category(apps), phrases, draws, news, start, facts, goal, end,
            goals.allows(node.get("allow")), goals.private(node.get("private")), gold,
            nodes.plain(node.get("rubric"), "rubric").strip(), self._limit(node.get("limit"), gold),
            self._split(node.get("split")), self._tags(node.get("tags")), _digest(node), node.place,
        )  # fmt: skip
        if template.category == CROSS and not set(template.tags) & set(KINDS):
            self._problems.add(node, f"cross-app work is tagged with at least one of: {', '.join(KINDS)}")
        self._check_slots(node, template)
        return template

    def _app(self, node: Node) -> str:
        name = self._nodes.plain(node, "apps")
        if name not in self._apps.apps:
            self._problems.unknown(node, "app", name, self._apps.apps)
        return name

    def _category(self, apps: tuple[str, ...]) -> str:
        """A host counts as an app of its own only when none of its minis is among them."""
        heads = {name: self._apps.apps[name].manifest for name in apps if name in self._apps.apps}
        hosts = {head.host for head in heads.values() if head.host}
        own = [name for name in heads if name not in hosts]
        if len(own) > 1:
            return CROSS
        return MINI if any(heads[name].host for name in own) else SINGLE

    def _news(self, node: Node | None) -> tuple[New, ...]:
        found = []
        for name, value in self._nodes.pairs(node, "new"):
            items = self._nodes.items(value, name)
            texts = [(item, self._nodes.plain(item, name)) for item in items]
            values = tuple(text if item.quoted else plain_value(text) for item, text in texts)
            if len(values) < 2:
                self._problems.add(value, f"'{name}' takes a list of at least two values to choose from")
            found.append(New(name, tuple(v for v in values if not isinstance(v, bytes))))
            self._names.add(name)
        return tuple(found)

    def _draws(self, node: Node | None) -> tuple[Draw, ...]:
        found = []
        for name, value in self._nodes.pairs(node, "draw"):
            sql = self._nodes.query(value, f"draw '{name}'", self._names)
            if not sql.reads and not sql.names:
                self._problems.add(value, f"'{name}' reads no table; what a task invents stands under 'new'")
            for column in sql.columns:
                if column in self._names:
                    self._problems.add(value, f"'{column}' is drawn twice; rename it with AS")
            self._names |= set(sql.columns)
            found.append(Draw(name, sql, value.place))
        return tuple(found)

    def _phrases(self, node: Node | None, names: set[str]) -> tuple[Phrase, ...]:
        found = []
        for item in self._nodes.items(node, "say"):
            pair = self._nodes.single(item, "a phrasing")
            if pair is not None:
                style = self._nodes.choice(item, "style", pair[0], STYLES)
                found.append(Phrase(style, self._nodes.text(pair[1], style, names)))
        styles = {phrase.style for phrase in found}
        # What only Chinese people are asked has one style for all its phrasings.
        is_one_sided = len(styles) < LEAST_STYLES and styles != {CHINESE}
        if node is not None and (len(found) < LEAST_PHRASES or is_one_sided):
            self._problems.add(
                node,
                f"{len(found)} phrasings in {len(styles)} styles; at least {LEAST_PHRASES} in {LEAST_STYLES}"
                f" are needed, of: {', '.join(STYLES)}",
            )
        return tuple(found)

    def _check_slots(self, node: Node, template: TaskTemplate) -> None:
        """Every phrasing must say the same: the same things drawn, however they are called."""
        group = template.group_of
        wanted = (
            {group[name] for name in template.phrases[0].text.names if name in group}
            if template.phrases
            else set()
        )
        for phrase, item in zip(template.phrases, self._nodes.items(node.get("say"), "say"), strict=False):
            said = {group[name] for name in phrase.text.names if name in group}
            if said != wanted:
                differs = ", ".join(sorted(said ^ wanted))
                message = f"this phrasing and the first do not name the same things: {differs}"
                self._problems.add(item, message)

    def _start(self, node: Node | None) -> Start:
        if node is None or not self._nodes.is_map(node, "start", ("sql", "open", "clock", "interrupt")):
            return Start()
        items = self._nodes.items(node.get("sql"), "sql")
        sql = tuple((self._nodes.write(item, "start", self._names), item.place) for item in items)
        clock = node.get("clock")
        minutes: int | None = None
        if clock is not None:
            match = _CLOCK.match(clock.text or "")
            if match is None:
                self._problems.add(clock, f"'clock' takes a time such as 18:30, not '{clock.text}'")
            else:
                minutes = int(match[1]) * 60 + int(match[2])
        kinds = tuple(self._kind(item) for item in self._nodes.items(node.get("interrupt"), "interrupt"))
        return Start(sql, self._opening(node.get("open")), minutes, kinds)

    def _kind(self, node: Node) -> str:
        kind = self._nodes.plain(node, "interrupt")
        if kind not in built_in_kinds():
            self._problems.unknown(node, "interruption", kind, built_in_kinds())
        return kind

    def _opening(self, node: Node | None) -> Opening | None:
        """`open: app/page`, or a map with values for the page's parameters."""
        if node is None:
            return None
        if node.entries is not None:
            self._nodes.is_map(node, "open", ("page", "with"))
        page = node.get("page") if node.entries is not None else node
        app, _, name = self._nodes.plain(page, "open").partition("/")
        if app not in self._apps.apps:
            self._problems.unknown(node, "app", app, self._apps.apps)
            return None
        if name not in self._apps.apps[app].pages:
            self._problems.unknown(node, f"page of '{app}'", name, self._apps.apps[app].pages)
        pairs = self._nodes.pairs(node.get("with"), "with") if node.entries is not None else []
        return Opening(app, name, tuple((key, self._nodes.text(v, key, self._names)) for key, v in pairs))

    def _facts(self, node: Node | None) -> tuple[Fact, ...]:
        found = []
        for name, value in self._nodes.pairs(node, "facts"):
            sql = self._nodes.query(value, f"fact '{name}'", self._names)
            self._names |= set(sql.columns)
            found.append(Fact(name, sql, value.place))
        return tuple(found)

    def _check_ending(self, node: Node, gold: tuple[Step, ...], end: str) -> None:
        wanted = {"ask": "ask", "impossible": "answer"}.get(end)
        last = gold[-1].word if gold else ""
        if wanted and last != wanted:
            self._problems.add(node.get("gold") or node, f"'end: {end}' means that gold ends with '{wanted}'")
        for step in gold[:-1]:
            if step.word in ENDINGS:
                self._problems.add(step.place, f"'{step.word}' ends the episode; nothing can follow it")

    def _check_refusal(self, node: Node, goal: tuple[Check, ...], end: str) -> None:
        """Whoever asks or refuses must have looked first, and must have left everything as it was."""
        if end == FINISH:
            return
        if not any(isinstance(check, StateCheck) and LOG in check.sql.reads for check in goal):
            message = f"'end: {end}' needs a check of {LOG} that shows where the agent looked"
            self._problems.add(node.get("goal") or node, message)
        if node.get("allow") is not None:
            self._problems.add(node.get("allow") or node, f"'end: {end}' changes nothing; leave 'allow' out")

    def _limit(self, node: Node | None, gold: tuple[Step, ...]) -> int:
        if node is None:
            return 15 + 4 * _count(gold)
        value = plain_value(self._nodes.plain(node, "limit"))
        if not isinstance(value, int) or value < 1:
            self._problems.add(node, f"'limit' takes a whole number of steps, not '{node.text}'")
            return 1
        return value

    def _tags(self, node: Node | None) -> tuple[str, ...]:
        return tuple(self._nodes.plain(item, "tag") for item in self._nodes.items(node, "tags"))

    def _split(self, node: Node | None) -> str:
        return "" if node is None else self._nodes.choice(node, "split", node.text or "", SPLITS)


def _count(steps: tuple[Step, ...]) -> int:
    return sum(1 + _count(step.inner) for step in steps)


def _digest(node: Node) -> str:
    return hashlib.sha256(_flat(node).encode()).hexdigest()[:16]


def _flat(node: Node) -> str:
    if node.text is not None:
        return repr(node.text)
    if node.items is not None:
        return "[" + ",".join(map(_flat, node.items)) + "]"
    return "{" + ",".join(f"{key}:{_flat(value)}" for key, value in node.pairs()) + "}"
