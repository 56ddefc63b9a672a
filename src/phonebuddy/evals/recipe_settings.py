"""Settings of the recipe: its lanes, how much is collected, how it is evaluated, which ablations there are.

Invariant: a preset is read whole before anything is done; the same preset and seed give the same plans.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
import yaml

from phonebuddy.episode import Lane
from phonebuddy.episodes.drawing import CARDS, DRILLS, Wish, fitting_templates, people_of
from phonebuddy.episodes.phones import STAND_IN_KINDS, Phones, Trouble, read_phones
from phonebuddy.episodes.real_stage import tasks_in
from phonebuddy.errors import TrainError, must_hold, nearest
from phonebuddy.phones.endpoint import endpoint_at
from phonebuddy.tasks.suites import suite_names
from phonebuddy.train.curves import STAND_IN
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.settings import SECTIONS, SftSettings, init_of, model_of, read_preset, section


class Lanes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phones of both lanes. People, looks and trouble of the real one are never in the mock one."""

    mock_phones: str = "world:16"
    mock_persons: tuple[int, int] = (0, 99)
    real_phones: str = "served:4"
    real_persons: tuple[int, int] = (100, 199)
    real_latency_s: float = 0.02
    real_fault_rate: float = 0.02
    real_interruptions: float = 0.3
    """A minute of the phone's clock."""
    real_looks: int = 40
    real_leftovers: bool = True
    """Notifications and the clipboard stay from episode to episode: a real phone is not put back whole."""
    real_tasks: str = ""
    """A file with the tasks of attached phones, for `adb:...`; the stand-in has those of the suite."""
    real_judge: str = ""
    """URL#MODEL of the judge of attached phones, for what their state does not say."""

    def __post_init__(self) -> None:
        must_hold(
            "lanes",
            self,
            (
                ("mock_persons", self.mock_persons[0] <= self.mock_persons[1], "first and last"),
                ("real_persons", self.real_persons[0] <= self.real_persons[1], "first and last"),
                ("real_latency_s", self.real_latency_s >= 0, "0 or more"),
                ("real_fault_rate", 0 <= self.real_fault_rate < 1, "0 to below 1"),
                ("real_interruptions", self.real_interruptions >= 0, "0 or more"),
                ("real_looks", self.real_looks >= 0, "0 or more"),
            ),
        )
        if self.mock_persons[1] >= self.real_persons[0] and self.real_persons[1] >= self.mock_persons[0]:
            raise TrainError(
                f"lanes: mock_persons {self.mock_persons} and real_persons {self.real_persons} overlap;"
                " what the stand-in shows must never be in the mock lane"
            )


class Coached(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """On how many tasks a first model errs and gold puts it right."""

    tasks: int = 0
    """Of the templates."""
    drills: int = 0
    invented: int = 0
    after: int = 500
    """Updates of that first model, which learns from everything else that is collected; the next goes on
    from it."""
    more: int = 0
    """Tasks about invented apps that gold plays while the first model learns, for the next one; where there
    is a model to start from, while that one is coached."""
    meanwhile: int = 0
    """Updates that the first model goes on with while it is coached, for the next one to go on from."""
    rounds: int = 1
    """How often so many tasks are played, each time other ones, by what the time before has come to."""

    def __post_init__(self) -> None:
        counts = ("tasks", "drills", "invented", "more", "meanwhile")
        must_hold("coached", self, _counts(self, counts) + _counts(self, ("after", "rounds"), 1))


class CollectSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Demonstrations in each environment."""

    mock: int = 1000
    real: int = 100
    clumsy: int = 0
    """Episodes of the mock lane in which gold slips and recovers: how to get back is learnt from these."""
    drills: int = 0
    """Tasks made by walking through the apps of training: each is a kind of its own."""
    invented: int = 0
    """Tasks about apps that are invented for them, other ones on every phone."""
    cards: int = 0
    """Tasks of one page, in which people's words are met most often for the least time."""
    coached: Coached | None = None
    categories: tuple[str, ...] = ()
    """Only these; all when empty."""
    apps: tuple[str, ...] = ()
    """Only tasks that need no other apps; all when empty."""

    def __post_init__(self) -> None:
        counts = ("mock", "real", "clumsy", "drills", "invented", "cards")
        must_hold("collect", self, _counts(self, counts))


class EvalSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all models are tried on."""

    suite: str = ""
    """A frozen one; else tasks of the test split, drawn."""
    per_category: int = 50
    seeds: int = 1
    """Tries at each task."""
    phones: str = "world:16"

    def __post_init__(self) -> None:
        must_hold("evals", self, _counts(self, ("per_category", "seeds"), 1))

    @property
    def title(self) -> str:
        return self.suite or f"{self.per_category} tasks of each category of the test split"


class Ablations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What else is trained and evaluated with `--ablations`."""

    coverage: tuple[int, ...] = (5, 10, 20)
    """Apps in the demonstrations, at the same number of updates."""
    shares: tuple[float, ...] = (0.0, 0.25, 0.5, 0.75, 1.0)
    """Of the mock lane in RL."""
    without_cross: bool = True
    """Demonstrations without cross-app tasks."""
    sft_updates: int = 400
    rl_steps: int = 10

    def __post_init__(self) -> None:
        must_hold(
            "ablations",
            self,
            (
                ("coverage", all(count >= 1 for count in self.coverage), "numbers of 1 or more"),
                ("shares", all(0 <= share <= 1 for share in self.shares), "numbers from 0 to 1"),
                *_counts(self, ("sft_updates", "rl_steps"), 1),
            ),
        )


class _RlSection(RlSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a preset says of RL."""

    tasks: int = 200
    """That each lane's pool is filled from."""
    per_phone: int = 5
    """So many of them on each phone: what is learned by trying is learned of the phones it was tried on."""

    def __post_init__(self) -> None:
        super().__post_init__()
        must_hold("rl", self, _counts(self, ("tasks", "per_phone"), 1))

    def settings(self) -> RlSettings:
        """Without what the trainer does not know."""
        return RlSettings(**{name: getattr(self, name) for name in RlSettings.__struct_fields__})


def _counts(settings: object, names: Sequence[str], least: int = 0) -> tuple[tuple[str, bool, str], ...]:
    """The rule for settings that are a number of things."""
    return tuple((name, getattr(settings, name) >= least, f"{least} or more") for name in names)


class Recipe(msgspec.Struct, frozen=True):
    """A preset, read."""

    preset: str
    lanes: Lanes
    collect: CollectSettings
    kind: str
    """Of the learner."""
    model: dict[str, object]
    sft: SftSettings
    rl: RlSettings
    rl_tasks: int
    """Tasks that each lane's pool is filled from."""
    evals: EvalSettings
    ablations: Ablations
    init: str = ""
    """The model to start from, where nobody gives another; none: a new one."""
    rl_per_phone: int = 5
    """How many of a pool's tasks are on one phone."""

    @property
    def real(self) -> str:
        """What the real lane is, in one word."""
        return self.lanes.real_phones if self.is_attached else STAND_IN

    def phones(self, lane: str) -> Phones:
        if lane == "mock":
            return read_phones(self.lanes.mock_phones)
        trouble = Trouble(
            latency_s=self.lanes.real_latency_s,
            fault_rate=self.lanes.real_fault_rate,
            interruptions=self.lanes.real_interruptions,
            looks=self.lanes.real_looks,
            leftovers=self.lanes.real_leftovers,
        )
        phones = read_phones(self.lanes.real_phones, trouble)
        return msgspec.structs.replace(phones, tasks=self.lanes.real_tasks, judge=self.lanes.real_judge)

    @property
    def is_attached(self) -> bool:
        """Whether the real lane is phones that stand on a desk: nobody has gold for their tasks."""
        return self.lanes.real_phones.startswith("adb:")

    def wish(self, lane: str, count: int, seed: int, suite: str = "") -> Wish:
        """Tasks of training for a lane; `suite` is one without an end, or none."""
        is_mock = lane == "mock"
        return Wish(
            suite=suite,
            split="train",
            count=count,
            seed=seed,
            # Cards are of one category only, drills of one not known yet; each has a number of its own.
            categories=() if suite in (CARDS, DRILLS) else self.collect.categories,
            apps=self.collect.apps,
            persons=self.lanes.mock_persons if is_mock else self.lanes.real_persons,
            # What interrupts the stand-in is nothing the mock lane has seen.
            without_interruptions=STAND_IN_KINDS if is_mock else (),
        )

    def test_wish(self) -> Wish:
        """The same for every model and every seed of training."""
        evals = self.evals
        return Wish(suite=evals.suite) if evals.suite else Wish(split="test", per_category=evals.per_category)


def _judged(lanes: Lanes, judge: str) -> Lanes:
    """Lanes with a judge, checked before hours go into playing for it."""
    judge = judge or lanes.real_judge
    if judge:
        endpoint_at(judge)
        if not lanes.real_phones.startswith("adb:"):
            raise TrainError(
                "a judge is for attached phones (--real adb:SERIAL), and the real lane is"
                f" {lanes.real_phones}, whose verdicts are proven"
            )
    return msgspec.structs.replace(lanes, real_judge=judge)


def _with_tasks(lanes: Lanes, given: str) -> Lanes:
    """Lanes with the tasks of attached phones, read before anything is done."""
    tasks = given or lanes.real_tasks
    is_attached = lanes.real_phones.startswith("adb:")
    if tasks and not is_attached:
        raise TrainError(
            f"a file with tasks ({tasks}) is for attached phones (--real adb:SERIAL), and the real lane is"
            f" {lanes.real_phones}, whose tasks are those of the suite"
        )
    if is_attached and not tasks:
        raise TrainError(
            f"the tasks of attached phones ({lanes.real_phones}) come from a file: give --real-tasks FILE;"
            " docs/phones.md says what is in it"
        )
    if is_attached and not tasks_in(tasks):
        raise TrainError(f"{tasks} holds no task; docs/phones.md says what is in such a file")
    return msgspec.structs.replace(lanes, real_tasks=tasks)


def changed(preset: Mapping[str, object], changes: Sequence[str]) -> dict[str, object]:
    """A preset with some settings replaced, each said as `section.name=value`, the value as in YAML."""
    found = {name: dict(part) if isinstance(part, dict) else part for name, part in preset.items()}
    for change in changes:
        place, equals, value = change.partition("=")
        name, dot, key = place.partition(".")
        if not (equals and dot and key) or name not in SECTIONS:
            raise TrainError(
                f"'{change}' changes nothing; say section.name=value, such as rl.steps=20{_no_section(name)}"
            )
        part = found.setdefault(name, {})
        if not isinstance(part, dict):
            raise TrainError(f"section '{name}' must hold names with values")
        part[key] = _value(value)
    return found


def _no_section(name: str) -> str:
    """What to say of a section that there is none of."""
    if name in SECTIONS:
        return ""
    return f"; no section '{name}'{nearest(name, SECTIONS)}, there are: {', '.join(SECTIONS)}"


def _value(text: str) -> object:
    """As in YAML; and 1e-5, which is a number to everybody else."""
    if re.fullmatch(r"[-+]?\d+(\.\d+)?e[-+]?\d+", text):
        return float(text)
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        raise TrainError(f"'{text}' is no value; write it as in a preset") from None


def read_recipe(
    name: str, real: str = "", real_tasks: str = "", changes: Sequence[str] = (), judge: str = ""
) -> Recipe:
    """A preset by name or file, with other real phones, their tasks, judge and other settings where given."""
    preset = changed(read_preset(name), changes)
    lanes = section(preset, "lanes", Lanes)
    if real:
        lanes = msgspec.structs.replace(lanes, real_phones=real)
    lanes = _with_tasks(_judged(lanes, judge), real_tasks)
    kind, model = model_of(preset)
    collect = section(preset, "collect", CollectSettings)
    if collect.coached and kind != "nano":
        raise TrainError(f"collect: only a nano is coached, and the model is a {kind}; leave out coached")
    if collect.coached and collect.coached.rounds > 1 and not collect.coached.meanwhile:
        raise TrainError(
            f"collect: coached {collect.coached.rounds} times, a model that learns nothing in between errs"
            " the same way; set coached.meanwhile to some updates, or coached.rounds to 1"
        )
    sft = section(preset, "sft", SftSettings)
    if sft.matrix_rate is not None and kind != "nano":
        # Learning refuses it too, hours of collecting later.
        raise TrainError(f"sft: matrix_rate is for a nano, and the model is a {kind}; leave it out")
    if sft.language_rate is not None and kind != "nano":
        raise TrainError(f"sft: language_rate is for a nano, and the model is a {kind}; leave it out")
    evals = section(preset, "evals", EvalSettings)
    if evals.suite and evals.suite not in suite_names():
        raise TrainError(f"evals: no suite '{evals.suite}'{nearest(evals.suite, suite_names())}")
    for phones in (lanes.mock_phones, lanes.real_phones, evals.phones):
        read_phones(phones)
    rl = section(preset, "rl", _RlSection)
    recipe = Recipe(
        preset=name,
        lanes=lanes,
        collect=collect,
        kind=kind,
        model=model,
        sft=sft,
        rl=rl.settings(),
        rl_tasks=rl.tasks,
        rl_per_phone=rl.per_phone,
        evals=evals,
        ablations=section(preset, "ablations", Ablations),
        init=init_of(preset),
    )
    _check_wishes(recipe)
    return recipe


def _check_wishes(recipe: Recipe) -> None:
    """Refuse apps, categories and people that there are none of."""
    lanes: tuple[Lane, ...] = ("mock",) if recipe.is_attached else ("mock", "real")
    for lane in lanes:
        wish = recipe.wish(lane, 1, 0)
        fitting_templates(wish)
        people_of(wish)


def with_defaults(facts: Mapping[str, object]) -> dict[str, object]:
    """What a folder says of its recipe, with settings that are newer than it as they are by default; as it is
    where it has some that are none any more."""
    try:
        return {**facts, "recipe": msgspec.to_builtins(msgspec.convert(facts["recipe"], Recipe))}
    except (KeyError, msgspec.ValidationError, TrainError):
        return dict(facts)
