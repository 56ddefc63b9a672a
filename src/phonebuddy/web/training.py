"""The live page of a training: the curves of its metrics, drawn anew each time the page is asked for.

No script: the page asks again by itself, and the charts are SVG. Invariant: it listens on this machine
only, the guard stands around all of it, and it only reads the metrics of the folders it was given.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Sequence
from contextlib import suppress
from html import escape
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from phonebuddy.errors import EvalError, TrainError
from phonebuddy.evals.cooked import NAME as RECIPE
from phonebuddy.evals.cooked import read_cooked
from phonebuddy.train.curves import charts
from phonebuddy.train.metrics import NAME, read_metrics
from phonebuddy.web.guard import Door, Guard

AGAIN_S = 5
STYLE = b"""body { font: 15px system-ui, sans-serif; margin: 1.5rem; color: #222 }
.charts { display: flex; flex-wrap: wrap; gap: .5rem } .charts svg { border: 1px solid #eee }
"""


def runs_in(folders: Sequence[Path]) -> list[Path]:
    """The folders with metrics among these and those right below them."""
    found = [place for folder in folders for place in (folder, *sorted(folder.glob("*/")))]
    return [place for place in found if (place / NAME).is_file()]


def real_lane(run: Path) -> str:
    """What the real lane is by the recipe of a run or of the folder around it; nothing where there is none
    that can be read."""
    for folder in (run, run.parent):
        if (folder / RECIPE).is_file():
            with suppress(EvalError):
                return read_cooked(folder).recipe.real
    return ""


class Watching:
    """One launch: the folders to watch and the application that shows them."""

    def __init__(self, folders: Sequence[Path], door: Door) -> None:
        for folder in folders:
            if not folder.is_dir():
                raise TrainError(f"no folder {folder}; give the folder of a training or of a recipe")
        self._folders = tuple(folders)
        self.door = door
        routes = [Route("/", self._page), Route("/static/training.css", self._style)]
        self.app = Guard(Starlette(routes=routes), door)

    async def _page(self, _request: Request) -> Response:
        return Response(self.page(), media_type="text/html; charset=utf-8")

    async def _style(self, _request: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    def page(self) -> str:
        parts = []
        for place in runs_in(self._folders):
            lines = read_metrics(place / NAME)
            last = lines[-1]["step"] if lines else "none"
            real = real_lane(place)
            drawn = "".join(charts(lines, real))
            lane = f", real lane: {escape(real)}" if real else ""
            parts.append(
                f'<h2>{escape(place.name)}, last step {last}{lane}</h2><div class="charts">{drawn}</div>'
            )
        body = "".join(parts) or "<p>No metrics yet.</p>"
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Training</title>'
            f'<meta http-equiv="refresh" content="{AGAIN_S}">'
            f'<link rel="stylesheet" href="/static/training.css"></head><body>{body}</body></html>'
        )


def serve_curves(watching: Watching, listener: socket.socket) -> None:
    """Serve until Ctrl-C."""
    config = uvicorn.Config(
        watching.app, http="h11", ws="none", lifespan="off", log_level=logging.ERROR, access_log=False,
        server_header=False, limit_concurrency=16,
    )  # fmt: skip
    with suppress(KeyboardInterrupt):  # uvicorn raises it again after it stopped
        uvicorn.Server(config).run(sockets=[listener])
