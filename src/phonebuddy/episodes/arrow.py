"""Arrow and Parquet, the one place where they are imported.

Invariant: where they are missing, whoever needs them is told what to install.
"""

from __future__ import annotations

from phonebuddy.errors import SetupError

try:
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
    import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
except ImportError as error:
    raise SetupError(
        f"episodes on disk need pyarrow ({error}); install it: pip install 'phonebuddy[train]'"
    ) from error

__all__ = ["pa", "pq"]
