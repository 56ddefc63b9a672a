"""Starting the live phone: from options to an address, and until somebody stops it."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from phonebuddy.web.guard import Door
from phonebuddy.web.server import Live, listen, serve
from phonebuddy.web.shelf import Shelf
from phonebuddy.world.look import LookSpec, make_look
from phonebuddy.world.spec.load import built_in_folders, load_apps
from phonebuddy.world.tuning import prepare_process


class Launch(NamedTuple):
    """A phone that is ready to be served, and the socket to serve it on."""

    live: Live
    listener: socket.socket


def launch(port: int, seed: int, look: LookSpec, folders: Sequence[Path], recordings: Path) -> Launch:
    """Build the phone and take the port; every mistake in the options is found here."""
    make_look(look)
    apps = load_apps([*built_in_folders(), *folders]) if folders else None
    shelf = Shelf(apps, seed, look, recordings)
    listener = listen(port)
    return Launch(Live(shelf, Door(listener.getsockname()[1])), listener)


def play_until_stopped(start: Launch, say: Callable[[str], None], opens: bool) -> None:
    """Serve the phone until Ctrl-C; `say` is given the address."""
    prepare_process()
    url = start.live.door.url
    say(url)
    if opens:
        # The socket listens already, so the browser may come before the server is up.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    serve(start.live, start.listener)
