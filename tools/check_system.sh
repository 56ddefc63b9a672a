#!/bin/sh
# Looks for what pip cannot install: Python with venv, the libraries that skia links, the fonts for Chinese
# text and emoji. What is missing is installed where we are root and have apt-get; otherwise a missing library
# stops with the command to type, and a missing font only warns.
# Usage: tools/check_system.sh [PYTHON]
set -eu
# ldconfig is often outside the path of ordinary users.
PATH="$PATH:/usr/sbin:/sbin"

python="${1:-python3}"
needed=""
wanted=""

if ! command -v "$python" >/dev/null 2>&1; then
    needed="$needed python3 python3-venv"
elif ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    needed="$needed python3-venv"
fi

has_library() {
    ldconfig -p 2>/dev/null | grep -q "$1"
}

if [ "$(uname -s)" = Linux ]; then
    has_library libEGL.so.1 || needed="$needed libegl1"
    has_library libGL.so.1 || needed="$needed libgl1"
    has_library libexpat.so.1 || needed="$needed libexpat1"
fi

has_font() {
    for folder in /usr/share/fonts /usr/local/share/fonts "${HOME:-/}/.fonts" "${HOME:-/}/.local/share/fonts"; do
        [ -d "$folder" ] && [ -n "$(find "$folder" -iname "$1" -print -quit)" ] && return 0
    done
    return 1
}

has_font 'NotoSansCJK*' || wanted="$wanted fonts-noto-cjk"
has_font 'NotoColorEmoji*' || wanted="$wanted fonts-noto-color-emoji"

if [ -n "$needed$wanted" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing:$needed$wanted"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086
    if apt-get update -q </dev/null && apt-get install -y -q --no-install-recommends $needed $wanted </dev/null; then
        needed=""
        wanted=""
    fi
fi

if [ -n "$wanted" ]; then
    echo "Fonts are missing; Chinese text or emoji will show as boxes. To add them, type:" >&2
    echo "    sudo apt-get update && sudo apt-get install -y$wanted" >&2
fi
if [ -n "$needed" ]; then
    echo "System packages are missing. Type this, then start again:" >&2
    echo "    sudo apt-get update && sudo apt-get install -y$needed" >&2
    exit 1
fi

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "PhoneBuddy needs Python 3.11 or later; '$python' is $("$python" -V 2>&1)." >&2
    echo "Install one and type: make setup PYTHON=python3.11" >&2
    exit 1
fi
