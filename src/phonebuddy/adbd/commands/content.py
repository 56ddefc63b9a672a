"""`content`: rows of providers, as Android prints them."""

from __future__ import annotations

from phonebuddy.adbd import providers
from phonebuddy.adbd.providers import ProviderProblem, Value
from phonebuddy.adbd.shell.call import Call, CommandFailed, command

USAGE = (
    "usage: adb shell content [subcommand] [options]\n\nusage: adb shell content insert --uri <URI> "
    "[--user <USER_ID>] --bind <BINDING> ..."
)


class _Options:
    def __init__(self, args: list[str]) -> None:
        self.uri = self.where = self.sort = self.method = self.arg = ""
        self.columns: list[str] = []
        self.binds: dict[str, Value] = {}
        rest = list(args)
        while rest:
            word = rest.pop(0)
            if not rest and word.startswith("--"):
                raise CommandFailed(f"[ERROR] No value provided for option: {word}\n{USAGE}")
            if word == "--uri":
                self.uri = rest.pop(0)
            elif word == "--projection":
                self.columns = [name for name in rest.pop(0).split(":") if name]
            elif word == "--where":
                self.where = rest.pop(0)
            elif word == "--sort":
                self.sort = rest.pop(0)
            elif word == "--bind":
                self._bind(rest.pop(0))
            elif word in ("--user", "--method", "--arg", "--extra"):
                value = rest.pop(0)
                self.method = value if word == "--method" else self.method
                self.arg = value if word == "--arg" else self.arg
            else:
                raise CommandFailed(f"[ERROR] Unsupported argument: {word}\n{USAGE}")
        if not self.uri:
            raise CommandFailed(
                f"[ERROR] Content provider URI not specified. Did you specify --uri argument?\n{USAGE}"
            )

    def _bind(self, text: str) -> None:
        name, _, rest = text.partition(":")
        kind, _, value = rest.partition(":")
        try:
            if kind in ("i", "l"):
                self.binds[name] = int(value)
            elif kind in ("f", "d"):
                self.binds[name] = float(value)
            elif kind == "b":
                self.binds[name] = int(value.lower() == "true")
            elif kind == "n":
                self.binds[name] = None
            else:
                self.binds[name] = value
        except ValueError:
            raise CommandFailed(f'[ERROR] For input string: "{value}"\n{USAGE}') from None


@command("content")
async def content(call: Call) -> int:
    if not call.args:
        await call.err.say(USAGE + "\n")
        return 1
    verb, options = call.args[0], _Options(call.args[1:])
    device = call.device
    try:
        if verb == "query":
            return await _query(call, options)
        if verb == "insert":
            providers.insert(device, options.uri, options.binds)
        elif verb == "update":
            providers.update(device, options.uri, options.binds, options.where)
        elif verb == "delete":
            providers.delete(device, options.uri, options.where)
        elif verb == "call":
            return await _call(call, options)
        elif verb == "gettype":
            providers.find(device, options.uri)
            await call.say("Result: vnd.android.cursor.dir/" + options.uri.rpartition("/")[2])
        elif verb not in ("read", "write"):
            return await call.fail(f"[ERROR] Unsupported operation: {verb}\n{USAGE}")
    except ProviderProblem as error:
        return await _refuse(call, str(error))
    return 0


async def _refuse(call: Call, text: str) -> int:
    if "Exception" in text:
        problem = f"android.database.sqlite.{text}"
    else:
        problem = (
            f"java.lang.IllegalStateException: Could not find provider: {text}\n"
            "\tat com.android.commands.content.Content$Command.execute(Content.java:481)"
        )
    await call.err.say(f"Error while accessing provider:{text.partition(':')[0]}\n{problem}\n")
    return 0


async def _query(call: Call, options: _Options) -> int:
    names, rows = providers.query(call.device, options.uri, options.columns, options.where, options.sort)
    if not rows:
        await call.say("No result found.")
        return 0
    for number, row in enumerate(rows):
        values = ", ".join(f"{name}={_shown(value)}" for name, value in zip(names, row, strict=True))
        await call.say(f"Row: {number} {values}")
    return 0


def _shown(value: object) -> str:
    if value is None:
        return "NULL"
    return "BLOB" if isinstance(value, bytes) else str(value)


async def _call(call: Call, options: _Options) -> int:
    """`call` of the settings provider: GET_system and the like."""
    what, _, namespace = options.method.partition("_")
    if (
        options.uri.startswith("content://settings")
        and what == "GET"
        and namespace in ("system", "secure", "global")
    ):
        value = call.device.settings.get(namespace, options.arg)
        await call.say(f"Result: Bundle[{{value={value}}}]")
        return 0
    await call.say("Result: null")
    return 0
