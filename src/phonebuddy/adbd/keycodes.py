"""Android's key codes by name, and the characters that keys type.

Invariant: numbers and names as in android.view.KeyEvent.
"""

from __future__ import annotations

import string

_NAMES = """
0 UNKNOWN;1 SOFT_LEFT;2 SOFT_RIGHT;3 HOME;4 BACK;5 CALL;6 ENDCALL;17 STAR;18 POUND;19 DPAD_UP;20 DPAD_DOWN;
21 DPAD_LEFT;22 DPAD_RIGHT;23 DPAD_CENTER;24 VOLUME_UP;25 VOLUME_DOWN;26 POWER;27 CAMERA;28 CLEAR;55 COMMA;
56 PERIOD;57 ALT_LEFT;58 ALT_RIGHT;59 SHIFT_LEFT;60 SHIFT_RIGHT;61 TAB;62 SPACE;63 SYM;64 EXPLORER;
65 ENVELOPE;66 ENTER;67 DEL;68 GRAVE;69 MINUS;70 EQUALS;71 LEFT_BRACKET;72 RIGHT_BRACKET;73 BACKSLASH;
74 SEMICOLON;75 APOSTROPHE;76 SLASH;77 AT;78 NUM;79 HEADSETHOOK;80 FOCUS;81 PLUS;82 MENU;83 NOTIFICATION;
84 SEARCH;85 MEDIA_PLAY_PAUSE;86 MEDIA_STOP;87 MEDIA_NEXT;88 MEDIA_PREVIOUS;89 MEDIA_REWIND;
90 MEDIA_FAST_FORWARD;91 MUTE;92 PAGE_UP;93 PAGE_DOWN;111 ESCAPE;112 FORWARD_DEL;113 CTRL_LEFT;
114 CTRL_RIGHT;115 CAPS_LOCK;116 SCROLL_LOCK;117 META_LEFT;118 META_RIGHT;119 FUNCTION;120 SYSRQ;121 BREAK;
122 MOVE_HOME;123 MOVE_END;124 INSERT;125 FORWARD;126 MEDIA_PLAY;127 MEDIA_PAUSE;128 MEDIA_CLOSE;
129 MEDIA_EJECT;130 MEDIA_RECORD;143 NUM_LOCK;160 NUMPAD_ENTER;164 VOLUME_MUTE;165 INFO;168 ZOOM_IN;
169 ZOOM_OUT;176 SETTINGS;187 APP_SWITCH;207 CONTACTS;208 CALENDAR;209 MUSIC;210 CALCULATOR;219 ASSIST;
220 BRIGHTNESS_DOWN;221 BRIGHTNESS_UP;223 SLEEP;224 WAKEUP;231 VOICE_ASSIST;276 SOFT_SLEEP;277 CUT;278 COPY;
279 PASTE;284 ALL_APPS
"""
CODES = {
    name: int(number) for number, name in (entry.split() for entry in _NAMES.replace("\n", "").split(";"))
}
CODES |= {str(digit): 7 + digit for digit in range(10)}
CODES |= {letter: 29 + number for number, letter in enumerate(string.ascii_uppercase)}
CODES |= {f"NUMPAD_{digit}": 144 + digit for digit in range(10)}
CODES |= {f"F{number}": 130 + number for number in range(1, 13)}

LETTERS = {29 + number: (letter, letter.upper()) for number, letter in enumerate(string.ascii_lowercase)}
LETTERS |= {
    7 + number: (digit, shifted)
    for number, (digit, shifted) in enumerate(zip("0123456789", ")!@#$%^&*(", strict=True))
}
LETTERS |= {144 + digit: (str(digit), str(digit)) for digit in range(10)}
LETTERS |= {
    17: ("*", "*"), 18: ("#", "#"), 55: (",", "<"), 56: (".", ">"), 62: (" ", " "), 68: ("`", "~"),
    69: ("-", "_"),
    70: ("=", "+"), 71: ("[", "{"), 72: ("]", "}"), 73: ("\\", "|"), 74: (";", ":"), 75: ("'", '"'),
    76: ("/", "?"),
    77: ("@", "@"), 81: ("+", "+"),
}  # fmt: skip
"""Key code to what it types, plain and with shift."""
