"""A page of HTML in one file: headings, paragraphs, tables and pictures drawn as SVG, nothing from elsewhere.

Invariant: all text is escaped, and the page's own policy forbids scripts and anything from the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color:
#222 } table { border-collapse: collapse; margin: 1rem 0 } td, th { padding: .3rem .8rem; text-align: left }
th { border-bottom: 2px solid #bbb } td { border-bottom: 1px solid #e5e5e5; vertical-align: top }
td small { color: #666; white-space: nowrap } .charts { display: flex; flex-wrap: wrap; gap: .5rem }
.charts svg { border: 1px solid #eee } code, pre { background: #f5f5f5; padding: .1rem .3rem }
pre { padding: .8rem; overflow-x: auto; white-space: pre-wrap } .note { background: #fff6dd; padding:
.6rem 1rem } details { margin: .6rem 0 } summary { cursor: pointer }
"""


class Page:
    """Built from top to bottom, then written."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._parts = [f"<h1>{escape(title)}</h1>"]

    def heading(self, text: str) -> None:
        self._parts.append(f"<h2>{escape(text)}</h2>")

    def text(self, text: str) -> None:
        self._parts.append(f"<p>{escape(text)}</p>")

    def note(self, text: str) -> None:
        self._parts.append(f'<p class="note">{escape(text)}</p>')

    def code(self, text: str) -> None:
        self._parts.append(f"<pre>{escape(text)}</pre>")

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Cells may have a second, smaller part after a line break."""
        lines = "".join(f"<tr>{''.join(_cell(cell) for cell in row)}</tr>" for row in rows)
        names = "".join(f"<th>{escape(name)}</th>" for name in head)
        self._parts.append(f"<table><thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table>")

    def charts(self, drawn: Sequence[str]) -> None:
        """SVG as charts.py makes it, which escapes its own labels."""
        self._parts.append(f'<div class="charts">{"".join(drawn)}</div>')

    def folded(self, summary: str, lines: Sequence[str]) -> None:
        body = escape("\n".join(lines))
        self._parts.append(f"<details><summary>{escape(summary)}</summary><pre>{body}</pre></details>")

    def html(self) -> str:
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
            f"<title>{escape(self._title)}</title><style>{STYLE}</style></head>"
            f"<body>{''.join(self._parts)}</body></html>\n"
        )


def _cell(text: str) -> str:
    large, _, small = text.partition("\n")
    return f"<td>{escape(large)}{f'<br><small>{escape(small)}</small>' if small else ''}</td>"
