"""Report: what a proof of the suite came to, as one object and as a page of Markdown.

Invariant: every number is counted from the proofs and the apps that are there; none is written by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from phonebuddy.tasks.proof import SAME, Proof
from phonebuddy.tasks.template import CATEGORIES, CROSS, MINI, SINGLE, TaskTemplate
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
    numbers = summary(templates, done)
    lines = [
        "# The suite",
        "",
        "Written by `phonebuddy tasks check --all --page docs/suite.md`; do not edit it by hand.",
        "",
        "| what | number |",
        "|---|---|",
        *(
            f"| {name.replace('_', ' ')} | {value} |"
            for name, value in numbers.items()
            if not isinstance(value, list)
        ),
        "",
        "| category | templates | mean gold actions | instances passed |",
        "|---|---|---|---|",
        *(_category_row(category, templates, done) for category in CATEGORIES),
        "",
        "## Templates",
        "",
        "| template | apps | category | gold actions | proven |",
        "|---|---|---|---|---|",
    ]
    by_template: dict[str, list[Proof]] = {}
    for proof in done:
        by_template.setdefault(template_of(proof), []).append(proof)
    lines += [_template_row(template, by_template.get(id, [])) for id, template in sorted(templates.items())]
    return "\n".join(lines) + "\n"


def _category_row(category: str, templates: Mapping[str, TaskTemplate], proofs: list[Proof]) -> str:
    ids = {id for id, template in templates.items() if template.category == category}
    mine = [proof for proof in proofs if template_of(proof) in ids]
    mean = sum(proof.num_actions for proof in mine) / max(1, len(mine))
    return f"| {category} | {len(ids)} | {mean:.1f} | {sum(p.is_passed for p in mine)} of {len(mine)} |"


def _template_row(template: TaskTemplate, proofs: list[Proof]) -> str:
    actions = (
        "-".join(
            str(n) for n in sorted({min(p.num_actions for p in proofs), max(p.num_actions for p in proofs)})
        )
        if proofs
        else ""
    )
    passed = f"{sum(proof.is_passed for proof in proofs)} of {len(proofs)}"
    return f"| {template.id} | {', '.join(template.apps)} | {template.category} | {actions} | {passed} |"
