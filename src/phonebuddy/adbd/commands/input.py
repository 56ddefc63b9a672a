"""`input`: touches, keys and text."""

from __future__ import annotations

from phonebuddy.adbd import touching
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.shell.call import Call, CommandFailed, command

SOURCES = frozenset(
    [
        "dpad",
        "keyboard",
        "mouse",
        "touchpad",
        "gamepad",
        "touchnavigation",
        "joystick",
        "touchscreen",
        "stylus",
        "trackball",
        "rotaryencoder",
    ]
)
USAGE = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are: 
      touchnavigation
      touchscreen
      joystick
      stylus
      touchpad
      gamepad
      dpad
      mouse
      keyboard
      trackball
      rotaryencoder

[-d DISPLAY_ID]: specify the display ID.
      (Default: -1 for key event, 0 for motion event if not specified.)
The commands and default sources are:
      text <string> (Default: touchscreen)
      keyevent [--longpress|--doubletap|--async] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)
"""
_TEXT_FAILS = (
    "\nException occurred while executing 'text':\n"
    "java.lang.NullPointerException: Attempt to get length of null array\n"
    "\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:308)\n"
)


@command("input")
async def run_input(call: Call) -> int:
    args = list(call.args)
    while args and args[0] in SOURCES:
        args.pop(0)
    if args and args[0] == "-d":
        del args[:2]
    if not args:
        await call.err.say(USAGE)
        return 255
    verb, rest = args[0], args[1:]
    if verb == "text":
        return await _text(call, rest)
    if verb in _VERBS:
        if verb != "keyevent" and call.device.size_override:
            rest = _to_real_pixels(call.device, verb, rest)
        _VERBS[verb](call, rest)
        return 0
    await call.err.say(f"Error: Unknown command: {verb}\n{USAGE}")
    return 255


def _to_real_pixels(device: Device, verb: str, rest: list[str]) -> list[str]:
    """Points of a screen whose size `wm size` overrode, in pixels of the one there is."""
    if verb not in ("tap", "swipe", "draganddrop") or device.size_override is None:
        return rest
    screen = device.phone.observe()
    scales = (screen.width / device.size_override[0], screen.height / device.size_override[1])
    points = 2 if verb == "tap" else 4
    scaled = [str(_number(word) * scales[number % 2]) for number, word in enumerate(rest[:points])]
    return scaled + rest[points:]


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        text = f'java.lang.NumberFormatException: For input string: "{word}"'
        raise CommandFailed(f"\nException occurred while executing 'input':\n{text}", 255) from None


def _numbers(verb: str, words: list[str], least: int) -> list[float]:
    if len(words) < least:
        text = f'java.lang.IllegalArgumentException: Argument expected after "{words[-1] if words else verb}"'
        raise CommandFailed(f"\nException occurred while executing '{verb}':\n{text}", 255)
    return [_number(word) for word in words]


async def _text(call: Call, rest: list[str]) -> int:
    """Types ASCII only, as on a phone: for anything else its own key map has no keys."""
    if not rest:
        raise CommandFailed("\nException occurred while executing 'text':\n"
                            'java.lang.IllegalArgumentException: Argument expected after "text"',
                            255)  # fmt: skip
    text = rest[0].replace("%s", " ")
    if not text.isascii() or any(ord(letter) < 32 and letter not in "\n\t" for letter in text):
        await call.err.say(_TEXT_FAILS)
        return 255
    touching.type_text(call.device, text)
    return 0


def _tap(call: Call, rest: list[str]) -> None:
    x, y = _numbers("tap", rest, 2)[:2]
    touching.tap(call.device, x, y, call.shell)


def _swipe(call: Call, rest: list[str]) -> None:
    touching.swipe(call.device, *_from_to("swipe", rest), call.shell)


def _drag(call: Call, rest: list[str]) -> None:
    touching.drag(call.device, *_from_to("draganddrop", rest))


def _from_to(verb: str, rest: list[str]) -> tuple[float, float, float, float, int]:
    x1, y1, x2, y2, *more = _numbers(verb, rest, 4)
    return x1, y1, x2, y2, int(more[0]) if more and more[0] > 0 else touching.DEFAULT_SWIPE_MS


def _keys(call: Call, rest: list[str]) -> None:
    words = iter(rest)
    for word in words:
        if word in ("--longpress", "--doubletap", "--async"):
            continue
        if word in ("--delay", "--duration"):
            next(words, "")  # its milliseconds: keys take the time they take
            continue
        code = touching.key_code(word)
        if code is None:
            raise CommandFailed(
                "\nException occurred while executing 'keyevent':\njava.lang.IllegalArgumentException: "
                f"Unknown keycode: {word}", 255)  # fmt: skip
        if rest[0] == "--longpress" and code == 26:
            continue  # the power menu has nothing to show
        touching.press(call.device, code)


def _combination(call: Call, rest: list[str]) -> None:
    words = rest[2:] if rest[:1] == ["-t"] else rest
    codes = [touching.key_code(word) for word in words]
    known = [code for code in codes if code is not None]
    if len(known) < 2 or len(known) < len(codes):
        raise CommandFailed(
            "\nException occurred while executing 'keycombination':\n"
            "java.lang.IllegalArgumentException: keycombination requires at least 2 keycodes",
            255)  # fmt: skip
    touching.press(call.device, known[-1], tuple(known[:-1]))


def _motion(call: Call, rest: list[str]) -> None:
    """DOWN, MOVE and UP one by one; the gesture happens when the finger is lifted."""
    what = rest[0].upper() if rest else ""
    if what == "CANCEL":
        call.device.finger = None
        return
    x, y = _numbers("motionevent", rest[1:], 2)[:2]
    if what == "DOWN":
        touching.put_down(call.device, x, y)
    elif what == "UP":
        touching.lift(call.device, x, y, call.shell)


def _nothing(call: Call, rest: list[str]) -> None:
    return None


_VERBS = {
    "tap": _tap, "swipe": _swipe, "draganddrop": _drag, "keyevent": _keys, "keycombination": _combination,
    "motionevent": _motion, "press": _nothing, "roll": _nothing,
}  # fmt: skip
