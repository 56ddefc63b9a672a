"""Report: what a proof of the suite came to, as one object and as a page of Markdown.

Invariant: every number is counted from the proofs and the apps that are there; none is written by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from phonebuddy.tasks.proof import SAME, Proof
from phonebuddy.tasks.reading import SPLITS
from phonebuddy.tasks.splits import split_of
from phonebuddy.tasks.template import CATEGORIES, CROSS, FINISH, KINDS, MINI, SINGLE, TaskTemplate
from phonebuddy.world.image import default_apps
from phonebuddy.world.spec.modules import module_names


def template_of(proof: Proof) -> str:
    return proof.task.partition("@")[0]


def summary(templates: Mapping[str, TaskTemplate], proofs: Iterable[Proof]) -> dict[str, object]:
    """The object `phonebuddy tasks check --json` ends with."""
    done = list(proofs)
    apps = default_apps()
    counts = Counter(template.category for template in templates.values())
    failed = sorted({template_of(proof) for proof in done if not proof.is_passed})
    return {
        "apps": len(apps.apps),
        "minis": sum(bool(app.manifest.host) for app in apps.apps.values()),
        "domains": len({app.manifest.domain for app in apps.apps.values()}),
        "modules": len(module_names()),
        "templates": len(templates),
        **{name: counts[name] for name in (SINGLE, MINI, CROSS)},
        "instances_checked": len(done),
        "passed": sum(proof.is_passed for proof in done),
        "failed": sum(not proof.is_passed for proof in done),
        "checks": sum(len(proof.checks) for proof in done),
        "equivalent_mutants": sum(result == SAME for proof in done for result in proof.checks.values()),
        "mean_gold_actions": round(sum(proof.num_actions for proof in done) / max(1, len(done)), 1),
        "failed_templates": failed,
    }


def problems(proof: Proof) -> list[str]:
    """What is wrong, a line each."""
    return [
        f"{proof.task}: {name}: {result}"
        for name, result in proof.checks.items()
        if result not in ("ok", SAME)
    ]


def suite_page(templates: Mapping[str, TaskTemplate], proofs: Iterable[Proof]) -> str:
    """docs/suite.md."""
    done = list(proofs)
    by_template: dict[str, list[Proof]] = {}
    for proof in done:
        by_template.setdefault(template_of(proof), []).append(proof)
    numbers = {k: v for k, v in summary(templates, done).items() if not isinstance(v, list)}
    parts = [
        "# The suite\n",
        "Written by `phonebuddy tasks check --all --page docs/suite.md`; do not edit it by hand.\n",
        _table(("what", "number"), [(name.replace("_", " "), value) for name, value in numbers.items()]),
        _table(
            ("category", "templates", *SPLITS, "mean gold actions", "instances passed"),
            [_category_row(category, templates, done) for category in CATEGORIES],
        ),
        _table(("kind", "templates"), _kind_rows(templates.values())),
        "## Apps\n",
        _table(("app", "called", "domain", "inside", "templates"), _app_rows(templates.values())),
        "## Templates\n",
        _table(
            ("template", "apps", "category", "split", "gold actions", "proven"),
            [_template_row(one, by_template.get(id, [])) for id, one in sorted(templates.items())],
        ),
    ]
    return "\n".join(parts)


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def _category_row(
    category: str, templates: Mapping[str, TaskTemplate], proofs: list[Proof]
) -> tuple[object, ...]:
    own = {id: template for id, template in templates.items() if template.category == category}
    splits = Counter(split_of(template) for template in own.values())
    mine = [proof for proof in proofs if template_of(proof) in own]
    mean = sum(proof.num_actions for proof in mine) / max(1, len(mine))
    passed = f"{sum(proof.is_passed for proof in mine)} of {len(mine)}"
    return category, len(own), *(splits[name] for name in SPLITS), f"{mean:.1f}", passed


def _kind_rows(templates: Iterable[TaskTemplate]) -> list[tuple[str, int]]:
    """What templates are about, as far as it is marked on them; one may be of several kinds."""
    counts: Counter[str] = Counter()
    for one in templates:
        counts.update(f"cross-app: {tag}" for tag in one.tags if tag in KINDS)
        counts.update({f"cross-app: {len(one.apps)} apps": one.category == CROSS})
        counts.update({f"ends with: {one.end}": one.end != FINISH})
        counts.update(
            {"privacy traps": bool(one.private), "interrupted always": bool(one.start.interruptions)}
        )
    return sorted((name, count) for name, count in counts.items() if count)


def _app_rows(templates: Iterable[TaskTemplate]) -> list[tuple[object, ...]]:
    used = Counter(app for one in templates for app in one.apps)
    heads = sorted((app.manifest for app in default_apps().apps.values()), key=lambda head: head.name)
    return [(head.name, head.title, head.domain, head.host or "", used[head.name]) for head in heads]


def _template_row(template: TaskTemplate, proofs: list[Proof]) -> tuple[object, ...]:
    lengths = [proof.num_actions for proof in proofs]
    actions = "-".join(map(str, sorted({min(lengths), max(lengths)}))) if lengths else ""
    passed = f"{sum(proof.is_passed for proof in proofs)} of {len(proofs)}"
    return template.id, ", ".join(template.apps), template.category, split_of(template), actions, passed
