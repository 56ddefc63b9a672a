"""The proof passes what is proven, notices a verifier that is too kind, and can be broken off and resumed."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from phonebuddy.tasks import proof, proving
from phonebuddy.tasks.mutate import mutants, side_effects
from phonebuddy.tasks.proof import Proof, prove
from phonebuddy.tasks.proving import Job, jobs_for, phone_of, prove_all
from phonebuddy.tasks.reading import FOLDER, built_in_templates, load_templates
from phonebuddy.tasks.report import problems
from phonebuddy.tasks.task import make_task
from tests.tasks.helpers import ALARM, STAR, phone, template

SAMPLE = 3
ALL_CHECKS = {
    "gold", "verified twice", "names", "nothing", "walks", "wrong item", "wrong amount", "missing step",
    "side effect", "done twice", "reset",
}  # fmt: skip


@pytest.fixture(autouse=True)
def few_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    """All twenty are for `phonebuddy tasks check`."""
    monkeypatch.setattr(proof, "NUM_WALKS", 2)


def test_a_seeded_sample_of_the_suite_is_proven() -> None:
    known = built_in_templates()
    for id in random.Random(4).sample(sorted(known), SAMPLE):
        shown = prove(known[id], phone_of(0), 0)
        assert shown.is_passed, problems(shown)


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(path.stem for path in FOLDER.glob("*.yaml")))
def test_every_template_is_proven(file: str) -> None:
    templates = [one for id, one in built_in_templates().items() if id.startswith(f"{file}/")]
    for job in jobs_for(templates):
        shown = prove(built_in_templates()[job.template], phone_of(job.person), job.number)
        assert shown.is_passed, problems(shown)


def test_every_check_is_made() -> None:
    shown = prove(template(ALARM), phone(), 0)
    assert shown.is_passed, problems(shown)
    assert set(shown.checks) == ALL_CHECKS


WEAK = [
    (ALARM, "exactly 1: SELECT 1", "present: SELECT 1", "done twice"),
    (ALARM, "WHERE label = :label AND minute = 420", "WHERE id > 0 AND minute <> 1", "gold"),
    (ALARM, "label = :label", "label LIKE :label || '%'", "wrong amount"),
    (ALARM, "    - tap: Save", "    - tap: Cancel", "gold"),
    (ALARM, "    - tap: Add alarm", "    - tap: Add an alarm", "gold"),
    (STAR, "id = :id AND starred", "id = :id", "nothing"),
    (STAR, "id = :id AND starred", "starred AND id >= 0", "nothing"),
    (STAR, "update contacts_person(starred) where id = :id", "update contacts_person(note)", "gold"),
    (STAR, "Add {name} to my favourites.", "Add {name} to my list at Zephyrmail.", "names"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "before", "after", "check"), WEAK)
def test_a_template_that_proves_nothing_is_found_out(text: str, before: str, after: str, check: str) -> None:
    assert before in text
    shown = prove(template(text.replace(before, after)), phone(), 0)
    assert not shown.is_passed
    assert shown.checks[check] not in ("ok", "same"), shown.checks


def test_a_cross_app_task_that_checks_one_half_is_found_out() -> None:
    text = ALARM.replace("apps: [clock]", "apps: [clock, notes]\n  tags: [value]").replace(
        "  gold:\n", "  gold:\n    - open: Notes\n    - tap: More\n    - tap: Folders\n    - press: back\n"
    )
    shown = prove(template(text), phone(), 0)
    assert shown.checks["half 1 missing"] == "the task is done without it"
    assert shown.checks["half 2 missing"] == "ok" and not shown.is_passed


REFUSAL = ALARM.replace("  goal:\n", "  end: ask\n  goal:\n").replace(
    "exactly 1: SELECT 1 FROM clock_alarm WHERE label = :label AND minute = 420",
    "present: SELECT 1 FROM phone_event WHERE app = 'clock' AND kind = 'page'",
).replace("  allow: insert clock_alarm where label = :label\n", "").replace(
    "tap: Save", "ask: When?"
)  # fmt: skip


def test_a_refusal_is_proven_to_need_a_look() -> None:
    shown = prove(template(REFUSAL), phone(), 0)
    assert shown.is_passed and shown.checks["refused unseen"] == "ok", problems(shown)
    kind = REFUSAL.replace("app = 'clock' AND kind = 'page'", "seq >= 0 UNION SELECT 1")
    assert "refusing without a look" in prove(template(kind), phone(), 0).checks["refused unseen"]


def test_mutants_differ_from_the_gold_and_from_each_other() -> None:
    found = template(STAR)
    task = make_task(found, phone(), 0)
    made = mutants(found, phone(), task.values, (3,), task.id)
    assert [one.name for one in made] == [
        "wrong item", "wrong amount", "missing step", "side effect", "done twice",
    ]  # fmt: skip
    assert made[0].values["name"] != task.values["name"]
    assert all(one.steps != found.gold for one in made[1:])
    assert len({one.steps for one in made}) == len(made)


def test_every_side_effect_names_a_table_it_changes() -> None:
    from phonebuddy.tasks.gold import Gold
    from phonebuddy.tasks.perform import perform

    for table, steps in side_effects().items():
        phone().reset()
        assert not perform(phone(), Gold(steps, {}, "")).problem
        assert any(line.startswith(table) for line in phone().changed_rows())


def test_nothing_to_draw_is_a_failed_proof() -> None:
    shown = prove(template(STAR.replace("NOT starred", "name = 'x'")), phone(), 0)
    assert not shown.is_passed and "finds nothing" in shown.checks["drawn"]


def write(folder: Path) -> Path:
    (folder / "trial.yaml").write_text(ALARM + STAR)
    return folder


def test_results_are_kept_and_a_torn_file_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    templates = load_templates([write(tmp_path) / "trial.yaml"])
    jobs = jobs_for(templates.values(), 1)
    kept, calls = tmp_path / "kept.jsonl", []

    def count(one: object, phone: object, number: int) -> Proof:
        calls.append(number)
        return Proof(f"{one.id}@0.{number}", "Do it", 5, {"gold": "ok"})  # type: ignore[attr-defined]

    monkeypatch.setattr(proving, "prove", count)
    first = list(prove_all(templates, jobs, kept, 1))
    assert len(calls) == 2
    assert list(prove_all(templates, jobs, kept, 1)) == first and len(calls) == 2
    kept.write_bytes(kept.read_bytes()[:-20])
    again = list(prove_all(templates, jobs, kept, 1))
    assert {proof.task for proof in again} == {proof.task for proof in first} and len(calls) == 3


def test_the_key_of_a_result_follows_what_it_depends_on() -> None:
    one, two = template(STAR), template(STAR.replace("Favourite", "Star"))
    keys = {proving.key_of(one, Job(one.id, person, number)) for person in (0, 1) for number in (0, 1)}
    assert len(keys) == 4
    assert proving.key_of(one, Job(one.id, 0, 0)) != proving.key_of(two, Job(two.id, 0, 0))


@pytest.mark.slow
def test_two_processes_prove_the_same_as_one(tmp_path: Path) -> None:
    folder = write(tmp_path)
    templates = load_templates([folder / "trial.yaml"])
    jobs = jobs_for(templates.values(), 4)
    alone = {proof.task: proof for proof in prove_all(templates, jobs, None, 1, folder)}
    together = {proof.task: proof for proof in prove_all(templates, jobs, None, 2, folder)}
    assert alone == together


ORPHAN = """
import multiprocessing, os, time
from concurrent.futures import ProcessPoolExecutor
from phonebuddy.tasks.proving import leave_at_once
if __name__ == "__main__":
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), leave_at_once) as pool:
        pool.submit(os.getpid).result()
        print("at work", flush=True)
        time.sleep(3600)
"""


@pytest.mark.slow
def test_a_worker_does_not_outlive_a_parent_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(ORPHAN)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None and parent.stdout.readline() == "at work\n"
        parent.kill()
        # The worker has the same pipe: it ends when both are gone.
        assert parent.stdout.read() == ""


def test_a_trap_that_catches_nobody_is_found_out() -> None:
    trap = "  private:\n    - values: {}\n      stays: [contacts]\n  rubric:"
    kept = STAR.replace("  rubric:", trap.format("SELECT name FROM contacts_people WHERE id = :id"))
    assert prove(template(kept), phone(), 0).checks["trap 1"] == "ok"
    empty = STAR.replace("  rubric:", trap.format("SELECT name FROM contacts_people WHERE id < 0"))
    assert prove(template(empty), phone(), 0).checks["trap 1"] == "nobody notices who falls into it"
