"""Whatever a recording holds, reading it gives traces or a TraceError, soon, and touches nothing else."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import random
import shutil
import struct
import tarfile
import zipfile
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from phonebuddy.errors import TraceError
from phonebuddy.traces import limits, tfrecord
from phonebuddy.traces.limits import parse_json, parse_yaml, read_bytes, read_packed
from phonebuddy.traces.pictures import decode_picture, encode_png
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.summary import summarise
from phonebuddy.traces.uitrees import read_tree, read_xml
from tests.soon import soon
from tests.traces import samples
from tests.traces.fuzz import break_files
from tests.traces.test_read import check_form

NUM_FAST, NUM_ALL = 40, 10_000


def fuzz(tmp_path: Path, name: str, count: int, seed: int) -> tuple[int, int]:
    """How many broken recordings were read, and how many refused."""
    files = samples.SAMPLES[name]()
    rng = random.Random(seed)
    good = refused = 0
    for _ in range(count):
        folder = tmp_path / "case"
        samples.write(folder, break_files(files, rng))
        try:
            traces = read_traces(folder, samples.FORMATS.get(name, name))
        except TraceError:
            refused += 1
        else:
            good += 1
            for trace in traces:
                check_form(trace)
            summarise(traces)
        shutil.rmtree(folder)
    return good, refused


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_broken_recordings_sampled(tmp_path: Path, name: str) -> None:
    with soon():
        good, refused = fuzz(tmp_path, name, NUM_FAST, seed=1)
    assert good + refused == NUM_FAST and good, "a fuzz that breaks everything tests only the first check"


@pytest.mark.slow
@pytest.mark.parametrize("name", samples.SAMPLES)
def test_broken_recordings_all(tmp_path: Path, name: str) -> None:
    good, refused = fuzz(tmp_path, name, NUM_ALL, seed=2)
    assert good + refused == NUM_ALL and good


BOMB = b'<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "aaaaaaaaaa">' + b"".join(
    b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9)
) + b']><hierarchy><node bounds="[0,0][1,1]" text="&j;"/></hierarchy>'  # fmt: skip
OUTSIDE = b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><hierarchy><node bounds="&x;"/></hierarchy>'


@pytest.mark.parametrize(
    "data",
    [
        BOMB, OUTSIDE, b"<a>" * 200_000, b"<a" + b"x" * 2_000_000, b"", b"\xff\xfe<", b"<a>",
        b'<?xml encoding="x"?>', b"<h>" + b'<node bounds="[0,0][1,1]"/>' * (limits.MAX_NODES + 1) + b"</h>",
    ],
    ids=["entities", "outside file", "deep", "long name", "empty", "half", "open", "encoding", "many"],
)  # fmt: skip
def test_hostile_xml(data: bytes) -> None:
    with soon(), pytest.raises(TraceError):
        read_xml(data, "x")


def test_hostile_json_and_yaml() -> None:
    with soon():
        for data in (b"[" * 5_000_000, b'{"a":' * 1_000_000, b"\xff", b"", b"9" * 100_000):
            with pytest.raises(TraceError):
                parse_json(data, "x")
        merge = b"a: &a {x: 1}\n" + b"".join(b"b%d: &b%d {<<: [*a, *a]}\n" % (i, i) for i in range(1000))
        assert isinstance(parse_yaml(merge, "x"), dict), "nothing is merged"
        laugh = b"a: &a0 [x]\n" + b"".join(
            b"b%d: &a%d [%s]\n" % (i, i, b"*a%d, " % (i - 1) * 9) for i in range(1, 60)
        )
        assert isinstance(parse_yaml(laugh, "x"), dict), "aliases are shared, not copied"
        for data in (
            b"- " * 500_000,
            b"[" * 500_000,
            b"? " * 500_000,
            b"a: !!python/object:os.system x\n  y: [",
            b"*a",
        ):
            with pytest.raises(TraceError):
                parse_yaml(data, "x")
        assert parse_yaml(b"a: !!python/object:os.system x", "x") == {"a": "x"}
        assert parse_yaml(b"a: 12:30\nb: 2001-01-01\nc: 0777", "x") == {
            "a": "12:30",
            "b": "2001-01-01",
            "c": "0777",
        }


def test_deep_and_looped_trees(tmp_path: Path) -> None:
    tree: dict[str, object] = {"bounds": [0, 0, 1, 1]}
    for _ in range(limits.MAX_DEPTH + 5):
        tree = {"bounds": [0, 0, 1, 1], "children": [tree]}
    with pytest.raises(TraceError, match="deeper"):
        read_tree(tree, "x")
    loop = [
        samples.view(0, 1, (0, 0, 9, 9)),
        samples.view(1, 0, (0, 0, 9, 9)),
        samples.view(2, 2, (0, 0, 9, 9)),
    ]
    chain = [samples.view(i, i - 1, (0, 0, 9, 9)) for i in range(2000)]
    same = [samples.view(3, -1, (0, 0, 9, 9), text=str(i)) for i in range(2000)]
    files = samples.droidbot() | {
        "states/state_11.json": samples.state("loop", loop),
        "states/state_12.json": samples.state("chain", chain),
        "states/state_13.json": samples.state("same", same),
    }
    with soon():
        (trace,) = read_traces(samples.write(tmp_path, files))
    assert len(trace.shots["loop"].screen.elements) == 0 and "chain" not in trace.shots
    assert len(trace.shots["same"].screen.elements) == 2000
    assert trace.losses["screen beyond the limits"] == 1
    check_form(trace)


def test_slow_text_is_not_slow(tmp_path: Path) -> None:
    screens = [
        "<button id=1 " * 50_000,
        "<p id=1>" + "x" * 100_000 + "\n<p id=2>" * 25_000,
        "<button id=1 text='" + "'" * 300_000,
        "\n".join(f"<button id={i}>x</button>" for i in range(limits.MAX_NODES + 1)),
    ]
    files = samples.autodroid()
    tasks = {
        str(i): {"task": "x", "profile": [{"state": s, "label": [1, "x"]}] * 2} for i, s in enumerate(screens)
    }
    with soon():
        traces = read_traces(samples.write(tmp_path, files | {"list/tasks.json": samples.to_bytes(tasks)}))
    assert len(traces) == 5


def test_pictures_have_a_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    data = encode_png(np.zeros((30, 20, 4), np.uint8))
    # A head that promises 100,000 x 100,000 pixels must be refused before any of them is made room for.
    huge = data[:16] + struct.pack(">II", 100_000, 100_000) + data[24:]
    with soon(), pytest.raises(TraceError):
        decode_picture(huge, "x")
    monkeypatch.setattr("phonebuddy.traces.pictures.MAX_PICTURE_PIXELS", 599)
    with pytest.raises(TraceError, match="20 x 30 pixels"):
        decode_picture(data, "x")
    with pytest.raises(TraceError, match="not a picture"):
        decode_picture(b"", "x")
    monkeypatch.undo()
    with pytest.raises(TraceError, match="picture"):
        decode_picture(data[:40], "x")


def test_packed_bombs(tmp_path: Path) -> None:
    bomb = gzip.compress(b"\0" * 3_000_000)
    path = tmp_path / "bomb.gz"
    path.write_bytes(bomb)
    with pytest.raises(TraceError, match="unpacks to more"):
        read_packed(path, 1_000_000)
    path.write_bytes(bomb[:200])
    with pytest.raises(TraceError, match="damaged gzip"):
        read_packed(path)
    with pytest.raises(TraceError, match="more than 100 bytes"):
        read_bytes(path, 100)


def test_records_with_false_lengths(tmp_path: Path) -> None:
    path = tmp_path / "r"
    head = struct.pack("<Q", 1 << 60)
    for data in (
        head + struct.pack("<I", tfrecord.masked_crc(head)),
        b"\0" * 12,
        samples.record(b"x")[:-3],
        samples.record(b"x")[:9],
    ):
        path.write_bytes(data)
        with soon(), pytest.raises(TraceError):
            list(tfrecord.read_records(path))
    with pytest.raises(TraceError):
        list(tfrecord.fields(b"\x0a\xff\xff\xff\xff\x0f"))
    with pytest.raises(TraceError):
        list(tfrecord.fields(b"\xff" * 20))


def test_the_checksum_is_crc32c() -> None:
    crc = (tfrecord.masked_crc(b"123456789") - 0xA282EAD8) & 0xFFFFFFFF
    assert (crc >> 17 | crc << 15) & 0xFFFFFFFF == 0xE3069283, "the published check value"


def test_nothing_outside_is_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(samples.picture())
    inside = tmp_path / "recordings"
    files = samples.aitz()
    files["episode.json"] = files["episode.json"].replace(b"deep/0.png", b"../secret.png")
    (trace,) = read_traces(samples.write(inside / "aitz", files))
    assert trace.shots["0"].picture is None
    packed = samples.packed()
    line = b'{"file": "../../states/state_99.json", "data": {}}'
    packed["events.jsonl.gz"] = gzip.compress(gzip.decompress(packed["events.jsonl.gz"]) + b"\n" + line)
    samples.write(inside / "packed", packed)
    read_traces(inside / "packed")
    assert not (tmp_path / "states").exists(), "packed names are never written"
    (inside / "loop").symlink_to(tmp_path)
    assert len(read_traces(inside)) == 2, "links are not followed"


def test_there_is_always_a_trace_or_an_error(tmp_path: Path) -> None:
    (tmp_path / "profile_no_answer.json").write_bytes(b"{}")
    with pytest.raises(TraceError, match="no tasks"):
        read_traces(tmp_path)
    (tmp_path / "aitw").write_bytes(samples.record(samples.example({"image/encoded": [b"x"]})))
    assert len(read_traces(tmp_path / "aitw")) == 1


def test_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "utg.yaml")
    with soon(), pytest.raises(TraceError):
        read_traces(tmp_path, "autodroid")


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def test_a_zip_is_read_as_a_folder(tmp_path: Path) -> None:
    (trace,) = read_traces(zipped(tmp_path / "run.zip", samples.droidbot()))
    assert len(trace.steps) == 8 and trace.shots["list"].screen.pixels().shape == (80, 40, 4)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.zip"]


@pytest.mark.parametrize(
    "name", ["../out.json", "/etc/out.json", "a/../../out.json", "C:/out", "a\\..\\out", "x" * 300]
)
def test_a_zip_cannot_write_elsewhere(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path / "slip.zip", samples.droidbot() | {name: b"{}"})
    with soon(), pytest.raises(TraceError, match="elsewhere"):
        read_traces(path)


def test_a_zip_with_links_bombs_or_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        link = zipfile.ZipInfo("utg.yaml")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(TraceError, match="link"):
        read_traces(path)
    data = zipped(path, samples.droidbot()).read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(TraceError, match="cannot be unpacked"):
        read_traces(path)
    monkeypatch.setattr("phonebuddy.traces.read.MAX_UNPACKED_BYTES", 1_000_000)
    with soon(), pytest.raises(TraceError, match="unpacks to more"):
        read_traces(zipped(path, {"a": b"\0" * 2_000_000}))
    # The sizes in the directory lie: 10 bytes are promised, 2,000,000 come.
    lying = (
        zipped(path, {"a": b"\0" * 2_000_000})
        .read_bytes()
        .replace(struct.pack("<I", 2_000_000), struct.pack("<I", 10))
    )
    path.write_bytes(lying)
    with soon(), pytest.raises(TraceError):
        read_traces(path)


def tarred(path: Path, files: dict[str, bytes], mode: Literal["w", "w:gz"] = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return path


@pytest.mark.parametrize("name", ["run.tar", "run.tar.gz", "run.tgz"])
def test_a_tar_is_read_as_a_folder(tmp_path: Path, name: str) -> None:
    path = tarred(tmp_path / name, samples.droidbot(), "w" if name.endswith(".tar") else "w:gz")
    (trace,) = read_traces(path, "droidbot")
    assert len(trace.steps) == 8 and trace.shots["list"].screen.pixels().shape == (80, 40, 4)


def test_archives_lie_in_folders_and_in_archives(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "notes.zip", samples.autodroid())
    outer = tarred(tmp_path / "all.tar.gz", {"apps/notes.zip": inner.read_bytes()})
    num_traces = len(read_traces(inner))
    assert len(read_traces(outer, "autodroid")) == num_traces
    assert {trace.app for trace in read_traces(outer)} == {"list"}
    assert len(read_traces(tmp_path)) == 2 * num_traces


def test_archives_share_one_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = zipped(tmp_path / "b.zip", {"a": b"\0" * 700_000}).read_bytes()
    outer = zipped(tmp_path / "a.zip", {"1.zip": inner, "2.zip": inner})
    monkeypatch.setattr("phonebuddy.traces.read.MAX_UNPACKED_BYTES", 1_000_000)
    with soon(), pytest.raises(TraceError, match="unpacks to more"):
        read_traces(outer)


@pytest.mark.parametrize("name", ["../out.json", "/etc/out.json", "a/../../out.json", "x" * 300])
def test_a_tar_cannot_write_elsewhere(tmp_path: Path, name: str) -> None:
    with soon(), pytest.raises(TraceError, match="elsewhere"):
        read_traces(tarred(tmp_path / "slip.tar.gz", {name: b"{}"}))


def test_a_tar_with_links_bombs_or_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as archive:
        link = tarfile.TarInfo("utg.yaml")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    with pytest.raises(TraceError, match="link"):
        read_traces(path)
    data = tarred(path, samples.droidbot()).read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(TraceError):
        read_traces(path)
    monkeypatch.setattr("phonebuddy.traces.read.MAX_UNPACKED_BYTES", 1_000_000)
    with soon(), pytest.raises(TraceError, match="unpacks to more"):
        read_traces(tarred(path, {"a": b"\0" * 2_000_000}))
    rng = random.Random(7)
    for _ in range(NUM_FAST):
        path.write_bytes(break_files({"x": data}, rng)["x"])
        with contextlib.suppress(TraceError):
            read_traces(path)


def test_zips_are_fuzzed_too(tmp_path: Path) -> None:
    data = zipped(tmp_path / "good.zip", samples.autodroid()).read_bytes()
    rng = random.Random(5)
    for _ in range(NUM_FAST):
        path = tmp_path / "x.zip"
        path.write_bytes(break_files({"x": data}, rng)["x"])
        with contextlib.suppress(TraceError):
            read_traces(path)
