"""Fingerprints: what a drawing depends on, so that two that must look alike are drawn once.

A paint function draws from its code and from the values it closed over, and from nothing else. Invariant:
equal fingerprints mean equal pixels. Where a value is of no plain kind there is no fingerprint, and the
drawing stands for itself alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from types import CodeType, FunctionType, MethodType, NoneType

import msgspec

_PLAIN = frozenset({str, int, float, bool, NoneType, CodeType})


class NoFingerprint(Exception):
    """A drawing that depends on something of no plain kind."""


def fingerprint(paint: Callable[..., object]) -> Hashable:
    """What a function draws from; raises NoFingerprint where that cannot be told.

    Whatever has a method `fingerprint` says itself what its drawing depends on.
    """
    if isinstance(paint, FunctionType):
        cells, defaults = paint.__closure__, paint.__defaults__
        try:
            values = [_value(cell.cell_contents) for cell in cells] if cells else ()
        except ValueError:  # a name that was never given a value
            raise NoFingerprint from None
        return (paint.__code__, *values, *map(_value, defaults)) if defaults else (paint.__code__, *values)
    if isinstance(paint, MethodType):
        return paint.__func__.__code__, _value(paint.__self__)
    raise NoFingerprint


def _value(value: object) -> Hashable:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, tuple):
        for item in value:
            if type(item) not in _PLAIN:
                return tuple(map(_value, value))
        return value
    own: Callable[[object], Hashable] | None = getattr(kind, "fingerprint", None)
    if own is not None:
        return own(value)
    if isinstance(value, FunctionType | MethodType):
        return fingerprint(value)
    if isinstance(value, msgspec.Struct) and value.__struct_config__.frozen:
        return kind, *map(_value, msgspec.structs.astuple(value))
    raise NoFingerprint
