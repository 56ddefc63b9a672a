"""The shell understands what clients send, says what Android says, and survives whatever else it is given."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.shell.arith import ArithProblem, evaluate
from phonebuddy.adbd.shell.parse import read_script
from phonebuddy.adbd.shell.words import SyntaxProblem
from tests.adbd.helpers import make_device, run_shell
from tests.soon import soon

SCRIPTS = [
    ("echo hi", "hi\n", 0),
    ("echo -n hi", "hi", 0),
    ("printf '%s-%03d\\n' a 7", "a-007\n", 0),
    ("false; echo $?", "1\n", 0),
    ("true && echo yes || echo no", "yes\n", 0),
    ("! true || echo no", "no\n", 0),
    ("x=1; x=$((x + 2 * 3)); echo $x", "7\n", 0),
    ("for i in a b c; do echo -n $i; done", "abc", 0),
    ("i=3; while [ $i -gt 0 ]; do echo -n $i; i=$((i-1)); done", "321", 0),
    ("case cat in d*) echo dog;; c?t) echo cat;; esac", "cat\n", 0),
    ("\nif [ -d \"/sdcard\" ]; then\n  echo yes\nelse\n  echo no\nfi\n", "yes\n", 0),
    ("f() { echo f $1; return 3; }; f x; echo $?", "f x\n3\n", 0),
    ("(exit 4); echo $?", "4\n", 0),
    ("echo $(echo a; echo b)", "a b\n", 0),
    ('echo "$(echo a; echo b)"', "a\nb\n", 0),
    ("echo `echo x`", "x\n", 0),
    ("a='x  y'; echo $a; echo \"$a\"", "x y\nx  y\n", 0),
    ("echo a\\ b 'c d' \"e $HOME\"", "a b c d e /\n", 0),
    ("echo ${nope:-d} ${HOME:+set} ${#HOME}", "d set 1\n", 0),
    ("p=/a/b.txt; echo ${p##*/} ${p%.*}", "b.txt /a/b\n", 0),
    ("echo '$HOME' \\$HOME ~~~RESET~~~", "$HOME $HOME ~~~RESET~~~\n", 0),
    ("echo a | tr a b | cat", "b\n", 0),
    ("yes | head -2", "y\ny\n", 0),
    ("printf 'b\\na\\n' | sort | uniq -c", "      1 a\n      1 b\n", 0),
    ("echo one two | awk '{print $2}'", "two\n", 0),
    ("echo aXb | sed 's/X/-/'", "a-b\n", 0),
    ("echo err 1>&2 2>/dev/null; echo out", "out\n", 0),
    ("echo hi > /data/local/tmp/f; echo more >> /data/local/tmp/f; cat < /data/local/tmp/f", "hi\nmore\n", 0),
    ("cat <<E\nhi $((1+1))\nE", "hi 2\n", 0),
    ("cat <<'E'\nhi $x\nE", "hi $x\n", 0),
    ("echo a; exit 3; echo b", "a\n", 3),
    ("export A=1; env | grep ^A=", "A=1\n", 0),
    ("A=5 sh -c 'echo $A'", "5\n", 0),
    ("echo hello; sh -c 'echo $0 $1' x y", "hello\nsh y\n", 0),
    ("[ -e '/nope' ] && echo __PASS__", "", 1),
    ("set -- a b c; shift; echo $# $1 \"$@\"", "2 b b c\n", 0),
    ("eval 'x=9; echo $x'", "9\n", 0),
    ("trap 'echo bye' EXIT; echo hi", "hi\nbye\n", 0),
    ("ls /sdcard/Docu*/CV*", "/sdcard/Documents/CV_2026.pdf\n", 0),
    ("seq 3 | while read n; do echo -n $n,; done", "1,2,3,", 0),
    ("pwd; cd /data/local/tmp; pwd; cd ..; pwd", "/\n/data/local/tmp\n/data/local\n", 0),
]  # fmt: skip


@pytest.mark.parametrize(("script", "out", "status"), SCRIPTS, ids=[script[:40] for script, _, _ in SCRIPTS])
def test_scripts(shared_device: Device, script: str, out: str, status: int) -> None:
    assert run_shell(shared_device, script)[:2] == (status, out)


def test_an_unknown_command_is_127(shared_device: Device) -> None:
    status, out, err = run_shell(shared_device, "nosuchthing -x")
    assert (status, out) == (127, "")
    assert err == "/system/bin/sh: nosuchthing: inaccessible or not found\n"


@pytest.mark.parametrize(
    "script", ["if", "echo 'a", "(", "echo )", "for", "x=$(echo", "case a in", "&&", "a |", "<"]
)
def test_a_script_that_cannot_be_read_fails(shared_device: Device, script: str) -> None:
    status, out, err = run_shell(shared_device, script)
    assert (status, out) == (1, "")
    assert err.startswith("/system/bin/sh: ")


@pytest.mark.parametrize(
    ("text", "value"),
    [("1+2*3", 7), ("(1+2)*3", 9), ("7/2", 3), ("-7/2", -3), ("-7%3", -1), ("1<<4|1", 17), ("5>3&&2", 1),
    ("0?1:2", 2),
     ("!0+~0", 0), ("0x10+010", 24), ("a=5,a+1", 6), ("", 0), ("9223372036854775807+1", -(2**63))],
)  # fmt: skip
def test_arithmetic(text: str, value: int) -> None:
    assert evaluate(text, {}) == value


@given(st.text("0123456789+-*/%()<>=!&|^~?: abxX", max_size=40))
def test_arithmetic_is_total(text: str) -> None:
    with contextlib.suppress(ArithProblem):
        assert -(2**63) <= evaluate(text, {"a": "1", "b": "x"}) < 2**63


@given(st.text("abc $\"'`\\(){};&|<>\n=#*?[]!-", max_size=60))
def test_reading_is_total(text: str) -> None:
    with contextlib.suppress(SyntaxProblem):
        read_script(text)


PIECES = [
    "$(", "`", "((", "))", "${x", "}", "|", "&&", ";", "&", ">", "<", "<<E\n", "'", '"', "\\", "*", "?",
    "[", "]", "\n",
    "yes", "while true; do :; done", "rm -rf /", "cat /dev/zero", "dd if=/dev/zero", "cat /etc/passwd",
    "$((1/0))",
    "grep -E '(a+)+b' /proc/version", "f() { f; }; f", "find / -delete",
    "sqlite3 x \"ATTACH '/tmp/evil' AS e\"", "sh -c",
    "eval", "exec", ":(){ :|:& };:", "input text", "am start -n", "pm clear com.phoneworld.notes",
    "content query --uri",
    "echo", "x=1", "$x", "/../../../../etc/hosts", "logcat -d", "settings put global wifi_on", "date 99",
    "printf %999999999s",
    "seq 999999999", "nc -l -p 1 &", "kill -9 1", "tar x", "base64 -d", "\x00", "\udc80", "é", "sleep 9999",
    "reboot",
    "cp -r / /data/local/tmp/x", "ln -s / /data/local/tmp/loop", "ls -R /", "monkey -p", "service call",
    "dumpsys", "wm size 1x1",
]  # fmt: skip


def hostile(count: int) -> list[str]:
    chance = random.Random(6)
    return [
        " ".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 7)))
        + (
            "".join(chr(chance.randrange(1, 0x250)) for _ in range(chance.randrange(8)))
            if chance.random() < 0.3
            else ""
        )
        for _ in range(count)
    ]


def try_hostile(scripts: list[str]) -> None:
    device = make_device()
    for script in scripts:
        with soon():
            # Some wait for something, as `logcat` does; nothing may keep the processor busy.
            status, out, err = run_shell(device, script, patience_s=5.0)
        assert 0 <= status < 256, script
        assert len(out) < 20_000_000
    # The phone still works.
    assert run_shell(make_device(), "wm size")[1] == "Physical size: 1080x2400\n"
    assert device.phone.observe().width in (1080, 2400)


def test_hostile_strings() -> None:
    try_hostile(hostile(100))


@pytest.mark.slow
def test_five_thousand_hostile_strings() -> None:
    try_hostile(hostile(5_000))


def test_nothing_of_the_host_is_seen(shared_device: Device) -> None:
    for script in (
        "cat /etc/passwd",
        "ls /work",
        "ls /root",
        "cat /proc/self/environ",
        "cat /proc/1/cmdline",
        "ls /tmp",
    ):
        status, out, err = run_shell(shared_device, script)
        assert status != 0 and out == "", script


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=30).filter(lambda text: "\0" not in text))
def test_quoted_text_comes_back(shared_device: Device, text: str) -> None:
    """Whatever a client quotes arrives as it is."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    quoted = "'" + text.replace("'", "'\\''") + "'"
    assert run_shell(shared_device, f"printf %s {quoted}")[1] == text
