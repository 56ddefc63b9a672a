"""Intents as `am` and `cmd` take them: reading their options, and writing them as Android prints them.

Invariant: options that are not known are a problem with Android's words for it, never ignored.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from phonebuddy.adbd.shell.call import CommandFailed

HOME = "android.intent.category.HOME"
LAUNCHER = "android.intent.category.LAUNCHER"
MAIN = "android.intent.action.MAIN"
VIEW = "android.intent.action.VIEW"
_STRINGS = ("-e", "--es")
_TYPED = ("--ei", "--ez", "--el", "--ef", "--ed", "--eu", "--ecn", "--eia", "--eial", "--ela", "--elal",
"--efa", "--efal",
          "--esa", "--esal", "--eda", "--edal")  # fmt: skip
_WITH_VALUE = ("--user", "-P", "--start-profiler", "--sampling", "-R", "--display", "--windowingMode",
"--activityType",
               "--receiver-permission", "--track-allocation", "--attach-agent", "--splashscreen-icon",
               "-i")  # fmt: skip
_FLAGS = ("-W", "-S", "-D", "-N", "--streaming", "--async", "--activity-clear-top", "--activity-single-top",
          "--activity-clear-task", "--activity-brought-to-front", "--activity-no-animation",
          "--activity-no-history",
          "--activity-reorder-to-front", "--activity-reset-task-if-needed", "--activity-task-on-home",
          "--activity-exclude-from-recents", "--activity-multiple-task", "--activity-match-external",
          "--activity-previous-is-top", "--activity-launched-from-history", "--grant-read-uri-permission",
          "--grant-write-uri-permission", "--include-stopped-packages", "--exclude-stopped-packages",
          "--receiver-foreground", "--receiver-registered-only", "--receiver-replace-pending", "--selector",
          "--dismiss-keyguard", "--task-overlay", "--lock-task", "--debug-log-resolution", "--brief",
          "--components",
          "--allow-background-activity-starts", "--ignore-target-sdk")  # fmt: skip


@dataclass
class Intent:
    action: str = ""
    data: str = ""
    mime: str = ""
    categories: list[str] = field(default_factory=list)
    component: str = ""
    package: str = ""
    flags: int = 0
    extras: dict[str, str] = field(default_factory=dict)
    options: set[str] = field(default_factory=set)

    def written(self, extra_flags: int = 0) -> str:
        """As `Intent.toString` has it."""
        from phonebuddy.adbd.names import short_component

        parts = []
        if self.action:
            parts.append(f"act={self.action}")
        if self.categories:
            parts.append(f"cat=[{','.join(self.categories)}]")
        if self.data:
            parts.append(f"dat={_shown_data(self.data)}")
        if self.mime:
            parts.append(f"typ={self.mime}")
        if self.flags | extra_flags:
            parts.append(f"flg=0x{self.flags | extra_flags:x}")
        if self.package:
            parts.append(f"pkg={self.package}")
        if self.component:
            parts.append(f"cmp={short_component(self.component)}")
        if self.extras:
            parts.append("(has extras)")
        return f"Intent {{ {' '.join(parts)} }}"


def _shown_data(data: str) -> str:
    """Numbers and addresses are not written out."""
    scheme = data.partition(":")[0]
    if scheme in ("tel", "sip", "sms", "smsto", "mailto", "nfc"):
        return f"{scheme}:xxxxxxxxxx"
    if scheme in ("http", "https", "ftp"):
        host = data.partition("://")[2].partition("/")[0]
        return f"{scheme}://{host}/..."
    return data


def read_intent(args: list[str]) -> Intent:
    """The intent that these words describe."""
    intent = Intent()
    rest = list(args)

    def take(option: str) -> str:
        if not rest:
            raise CommandFailed(f"\nException occurred while executing:\njava.lang.IllegalArgumentException: "
                                f'Argument expected after "{option}"', 255)  # fmt: skip
        return rest.pop(0)

    while rest:
        word = rest.pop(0)
        if word in ("-a", "-d", "-t", "-n", "-p"):
            name = {"-a": "action", "-d": "data", "-t": "mime", "-n": "component", "-p": "package"}[word]
            setattr(intent, name, take(word))
        elif word == "-c":
            intent.categories.append(take(word))
        elif word == "-f":
            value = take(word)
            intent.flags = int(value, 0) if value[:1].isdigit() else 0
        elif word in _STRINGS or word in _TYPED:
            name = take(word)
            intent.extras[name] = take(word)
        elif word == "--esn":
            intent.extras[take(word)] = ""
        elif word in _WITH_VALUE:
            take(word)
        elif word in _FLAGS:
            intent.options.add(word)
        elif word.startswith("-"):
            raise CommandFailed(f"\nException occurred while executing:\njava.lang.IllegalArgumentException: "
                                f"Unknown option: {word}", 255)  # fmt: skip
        else:
            _bare(intent, word)
    return intent


def _bare(intent: Intent, word: str) -> None:
    """A word without an option: an address, a component or a package."""
    if ":" in word and "/" not in word.partition(":")[0]:
        intent.data = word
    elif "/" in word:
        intent.component = word
    else:
        intent.package = word
