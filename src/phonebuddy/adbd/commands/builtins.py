"""What the shell has itself: control flow, variables, `echo`, `printf`, `read`, `eval`, `trap`, `sh`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from phonebuddy.adbd.shell.call import COMMANDS, Call, CommandFailed, command
from phonebuddy.adbd.shell.io import Bytes
from phonebuddy.adbd.shell.run import Leave, Shell, find_command

_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "\\": "\\",
    "e": "\x1b",
}
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|.)", re.S)
_FORMAT = re.compile(r"%(%|[-+ #0]*(?:\*|[0-9]+)?(?:\.(?:\*|[0-9]+))?[a-zA-Z])")
_SIGNALS = {"0": "EXIT", "1": "HUP", "2": "INT", "3": "QUIT", "15": "TERM"}
MAX_WIDTH = 10_000


@command(":", "true", builtin=True)
async def true(call: Call) -> int:
    return 0


@command("false", builtin=True)
async def false(call: Call) -> int:
    return 1


def _number(call: Call, default: int) -> int:
    if not call.args:
        return default
    try:
        return int(call.args[0])
    except ValueError:
        raise CommandFailed(f"{call.shell.name}: {call.name}: {call.args[0]}: bad number") from None


@command("exit", "return", builtin=True)
async def leave(call: Call) -> int:
    raise Leave(call.name, _number(call, call.shell.status) & 0xFF)


@command("break", "continue", builtin=True)
async def leave_loop(call: Call) -> int:
    raise Leave(call.name, max(1, _number(call, 1)))


def unescape(text: str) -> str:
    """The backslash escapes of `echo` and `printf`."""

    def one(found: re.Match[str]) -> str:
        code = found.group(1)
        if code[0] == "x":
            return bytes([int(code[1:], 16)]).decode("utf-8", "surrogateescape")
        if code[0] in "01234567":
            return bytes([int(code, 8) & 0xFF]).decode("utf-8", "surrogateescape")
        return _ESCAPES.get(code, "\\" + code)

    return _ESCAPE.sub(one, text)


@command("echo", builtin=True)
async def echo(call: Call) -> int:
    args, ends, escapes = list(call.args), "\n", True
    while args and re.fullmatch(r"-[neE]+", args[0]):
        flags = args.pop(0)
        ends = "" if "n" in flags else ends
        escapes = "E" not in flags
    text = " ".join(args)
    if escapes and "\\c" in text:
        text, ends = text.partition("\\c")[0], ""
    await call.out.say((unescape(text) if escapes and "\\" in text else text) + ends)
    return 0


@command("printf", builtin=True)
async def printf(call: Call) -> int:
    if not call.args:
        return await call.fail("printf: usage: printf format [arguments]", 2)
    form, values = call.args[0], call.args[1:]
    rest = iter(values)
    out = [_formatted(form, rest, values)]
    left = len(values) - len(_FORMAT.findall(form))
    per_round = sum(1 for found in _FORMAT.findall(form) if found != "%")
    while per_round and left > 0 and len(out) < 10_000:
        out.append(_formatted(form, rest, values))
        left -= per_round
    await call.out.say("".join(out))
    return 0


def _formatted(form: str, rest: Iterator[str], values: list[str]) -> str:
    def one(found: re.Match[str]) -> str:
        spec = found.group(1)
        if spec == "%":
            return "%"
        while "*" in spec:
            width = next(rest, "0")
            spec = spec.replace("*", width if width.lstrip("-").isdigit() else "0", 1)
        if any(int(number) > MAX_WIDTH for number in re.findall(r"[0-9]+", spec)):
            return ""
        return _value(spec, next(rest, None))

    return _FORMAT.sub(one, unescape(form))


def _value(spec: str, value: str | None) -> str:
    kind, flags = spec[-1], spec[:-1]
    if kind in "sbqc":
        text = unescape(value or "") if kind == "b" else (value or "")
        return f"%{flags}s" % (text[:1] if kind == "c" else text)
    try:
        if kind in "diuxXo":
            text = value or "0"
            number = ord(text[1]) if len(text) > 1 and text[0] in "'\"" else int(text, 0)
            return f"%{flags}{'d' if kind in 'iu' else kind}" % number
        if kind in "fFeEgG":
            return f"%{flags}{kind}" % float(value or 0)
    except (ValueError, OverflowError):
        return "0"
    return "%" + spec


@command("cd", builtin=True)
async def change_folder(call: Call) -> int:
    target = call.args[0] if call.args else call.shell.names.get("HOME", "/")
    target = call.shell.names.get("OLDPWD", "/") if target == "-" else target
    files = call.device.files
    path = call.path(target)
    if not files.is_folder(path):
        kind = "Not a directory" if files.exists(path) else "No such file or directory"
        return await call.fail(f"{call.shell.name}: cd: {target}: {kind}", 2)
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    call.shell.names["OLDPWD"] = call.shell.cwd
    call.shell.cwd = "/" + "/".join(parts)
    call.shell.names["PWD"] = call.shell.cwd
    return 0


@command("pwd")
async def print_folder(call: Call) -> int:
    await call.say(call.shell.cwd)
    return 0


@command("export", "readonly", "local", "typeset", "declare", builtin=True)
async def export(call: Call) -> int:
    shell = call.shell
    for word in call.args:
        name, mark, value = word.partition("=")
        if mark:
            shell.names[name] = value
        if call.name == "export" and not name.startswith("-"):
            shell.exported.add(name)
    if not call.args:
        for name in sorted(shell.exported & set(shell.names)):
            await call.say(f"{name}={shell.names[name]}")
    return 0


@command("unset", builtin=True)
async def unset(call: Call) -> int:
    for name in call.args:
        call.shell.names.pop(name, None)
        call.shell.functions.pop(name, None)
    return 0


@command("set", builtin=True)
async def set_options(call: Call) -> int:
    args, shell = list(call.args), call.shell
    if not args:
        for name in sorted(shell.names):
            await call.say(f"{name}={shell.names[name]}")
    while args and args[0][:1] in ("-", "+") and args[0] != "--":
        word = args.pop(0)
        if word[1:] == "o" and args:
            word = word[0] + {"errexit": "e", "nounset": "u"}.get(args.pop(0), "")
        for letter in word[1:]:
            (shell.options.add if word[0] == "-" else shell.options.discard)(letter)
    if args:
        shell.arguments = args[1:] if args[0] == "--" else args
    return 0


@command("shift", builtin=True)
async def shift(call: Call) -> int:
    del call.shell.arguments[: max(0, _number(call, 1))]
    return 0


@command("read", waits=True, builtin=True)
async def read(call: Call) -> int:
    names = [word for word in call.args if not word.startswith("-")] or ["REPLY"]
    line = (await call.stdin.line()).decode("utf-8", "surrogateescape")
    if not line:
        return 1
    text = line.rstrip("\n")
    text = text if "-r" in call.args else re.sub(r"\\(.)", r"\1", text)
    ifs = call.shell.names.get("IFS", " \t\n")
    parts = re.split(f"[{re.escape(ifs)}]+", text.strip(ifs), maxsplit=len(names) - 1) if ifs else [text]
    for number, name in enumerate(names):
        call.shell.names[name] = parts[number] if number < len(parts) else ""
    return 0


@command("eval", builtin=True)
async def evaluate(call: Call) -> int:
    return await _nested(call.shell, " ".join(call.args))


@command(".", "source", builtin=True)
async def source(call: Call) -> int:
    if not call.args:
        return await call.fail(f"{call.shell.name}: .: missing argument")
    try:
        text = call.device.files.read(call.path(call.args[0]), call.shell.uid)
    except OSError as error:
        return await call.fail(f"{call.shell.name}: .: {call.args[0]}: {error.strerror}")
    return await _nested(call.shell, text.decode("utf-8", "surrogateescape"))


async def _nested(shell: Shell, text: str) -> int:
    """Run a text in this very shell; `exit` in it ends the shell."""
    from phonebuddy.adbd.shell.parse import read_script
    from phonebuddy.adbd.shell.words import SyntaxProblem

    shell.depth += 1
    try:
        if shell.depth > 30:
            raise CommandFailed(f"{shell.name}: nested too deeply")
        return await shell.run(read_script(text))
    except SyntaxProblem as error:
        raise CommandFailed(f"{shell.name}: syntax error: {error}") from None
    finally:
        shell.depth -= 1


@command("trap", builtin=True)
async def trap(call: Call) -> int:
    args = [word for word in call.args if word != "--"]
    if not args:
        for name, script in call.shell.traps.items():
            await call.say(f"trap -- '{script}' {name}")
        return 0
    script, signals = args[0], args[1:]
    for signal in signals:
        name = _SIGNALS.get(signal, signal.upper().removeprefix("SIG"))
        if script == "-":
            call.shell.traps.pop(name, None)
        else:
            call.shell.traps[name] = script
    return 0


@command(
    "exec",
    "command",
    "builtin",
    "nohup",
    "setsid",
    "busybox",
    "toybox",
    "time",
    "nice",
    "ionice",
    builtin=True,
)
async def run_other(call: Call) -> int:
    """Run the command that follows; what stands around it has no meaning here."""
    args = list(call.args)
    if call.name == "command" and args[:1] in (["-v"], ["-V"]):
        return await which(Call("which", args[1:], call.stdin, call.out, call.err, call.shell))
    while args and args[0].startswith("-"):
        args.pop(0)
        if call.name in ("nice", "ionice") and args and args[0].lstrip("-").isdigit():
            args.pop(0)
    if not args:
        if call.name == "toybox":
            await call.say(" ".join(sorted(COMMANDS)))
        return 0
    status = await call.shell.with_fds(call).run_words(args)
    if call.name == "exec":
        raise Leave("exit", status)
    return status


@command("env")
async def environment(call: Call) -> int:
    args, shell = list(call.args), call.shell.with_fds(call)
    while args and ("=" in args[0] or args[0].startswith("-")):
        name, mark, value = args.pop(0).partition("=")
        if mark:
            shell.names[name] = value
            shell.exported.add(name)
    if args:
        return await shell.run_words(args)
    for name in sorted(shell.exported & set(shell.names)):
        await call.say(f"{name}={shell.names[name]}")
    return 0


@command("sh", "/system/bin/sh", "bash", "su", waits=True)
async def run_shell(call: Call) -> int:
    args = list(call.args)
    shell = call.shell.with_fds(call)
    shell.pid = call.device.processes.next_pid()
    if call.name == "su":
        if call.device.uid != 0:
            return await call.fail("su: not allowed to run as root", 1)
        if args and not args[0].startswith("-"):
            args.pop(0)
        args = ["-c", " ".join(args)] if args and args[0] != "-c" else args
    while args and args[0] in ("-x", "-e", "-u", "-l", "-i", "--"):
        args.pop(0)
    if args and args[0] == "-c":
        if len(args) < 2:
            return await call.fail(f"{shell.name}: -c: requires an argument")
        shell.arguments = args[3:]
        await shell.run_text(args[1])
    elif args:
        try:
            text = call.device.files.read(call.path(args[0]), shell.uid)
        except OSError as error:
            return await call.fail(f"{shell.name}: {args[0]}: {error.strerror}", 127)
        shell.arguments = args[1:]
        await shell.run_text(text.decode("utf-8", "surrogateescape"))
    else:
        text = await call.stdin.all()
        shell.fds[0] = Bytes()
        await shell.run_text(text.decode("utf-8", "surrogateescape"))
    return await shell.finish()


@command("run-as")
async def run_as(call: Call) -> int:
    """Run a command as an app, in its data folder."""
    args = list(call.args)
    if args[:1] == ["--user"]:
        del args[:2]
    if not args:
        return await call.fail("run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]")
    package = args.pop(0)
    if call.device.names.find(package) is None:
        return await call.fail(f"run-as: unknown package: {package}")
    shell = call.shell.with_fds(call)
    shell.uid = call.device.names.uid(package)
    shell.cwd = f"/data/data/{package}"
    return await shell.run_words(args or ["sh"])


@command("which", "type", "whence")
async def which(call: Call) -> int:
    status = 0
    for name in call.args:
        known = find_command(name)
        if known is None:
            status = 1
        else:
            await call.say(name if "/" in name else f"/system/bin/{name}")
    return status


@command("wait", "jobs", "umask", "ulimit", "alias", "unalias", "hash", "sync", builtin=True)
async def nothing(call: Call) -> int:
    """Things that succeed and change nothing here."""
    if call.name == "umask" and not call.args:
        await call.say("0077" if call.shell.uid == 0 else "0022")
    return 0


@command("let", builtin=True)
async def let(call: Call) -> int:
    from phonebuddy.adbd.shell.arith import ArithProblem, evaluate

    value = 0
    for text in call.args:
        try:
            value = evaluate(text, call.shell.names)
        except ArithProblem as error:
            return await call.fail(f"{call.shell.name}: {error}", 2)
    return int(value == 0)
