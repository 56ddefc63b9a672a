#!/bin/sh
# Brings the clients of `make test-clients` into .clients: DroidRun's driver from PyPI, mobile-mcp and appium-adb
# from npm. What cannot be had is said and left out; its test is then skipped.
set -u
folder=${PHONEBUDDY_CLIENTS:-.clients}
python=${1:-python3}
mkdir -p "$folder"

if [ ! -x "$folder/venv/bin/python" ]; then
    "$python" -m venv "$folder/venv"
fi
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'mobilerun-core-local>=0.7.1,<0.8' ||
    echo "DroidRun's driver cannot be had; its test is skipped." >&2

if command -v npm >/dev/null; then
    npm install --silent --no-audit --no-fund --prefix "$folder" '@mobilenext/mobile-mcp@^1.0.4' 'appium-adb@^16.0.9' ||
        echo "mobile-mcp and appium-adb cannot be had; their tests are skipped." >&2
else
    echo "No npm (apt-get install npm): the tests of mobile-mcp and appium-adb are skipped." >&2
fi
