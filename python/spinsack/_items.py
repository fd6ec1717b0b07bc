# SPDX-License-Identifier: Apache-2.0
"""Solutions in the forms that people write them."""

from __future__ import annotations

from typing import Any, Hashable, Optional, Sequence, Tuple

import numpy as np

from .errors import UsageError


def bits_of(x: Any, n: int, labels: Optional[Sequence[Hashable]] = None) -> Tuple[np.ndarray, bool]:
    """Rows of 0/1 bytes, and whether there was just one.

    A vector of n zeros and ones is a solution; a set, or a shorter list, holds items by number or label; a
    matrix has a row each. A result or candidate is its own solution.
    """
    if hasattr(x, "x") and not isinstance(x, np.ndarray):
        x = x.x
    if not hasattr(x, "__iter__"):
        raise UsageError(f"x: expected a vector of {n}, a list of items or rows of {n}, found {x!r}")
    if isinstance(x, (set, frozenset)):
        return _chosen(sorted(x, key=repr), n, labels), True
    try:
        array = np.asarray(x)
    except ValueError:
        array = np.asarray(x, dtype=object)
    if array.dtype.kind not in "biuf":
        return _chosen(list(x), n, labels), True
    if array.ndim == 2:
        return _binary(array, n), False
    if array.ndim != 1:
        raise UsageError(
            f"x: expected a vector of {n}, a list of items or rows of {n}, found {array.ndim} dimensions"
        )
    if array.dtype.kind == "b" or (len(array) == n and ((array == 0) | (array == 1)).all()):
        return _binary(array[None, :], n), True
    return _chosen(array.tolist(), n, labels), True


def _binary(rows: np.ndarray, n: int) -> np.ndarray:
    if rows.shape[1] != n:
        raise UsageError(f"x: expected {n} entries, one for each item, found {rows.shape[1]}")
    odd = (rows != 0) & (rows != 1)
    if odd.any():
        r, i = (int(k) for k in np.argwhere(odd)[0])
        raise UsageError(f"x[{r}, {i}]: expected 0 or 1, found {rows[r, i]}")
    return np.ascontiguousarray(rows, dtype=np.uint8)


def _chosen(items: Sequence[Any], n: int, labels: Optional[Sequence[Hashable]]) -> np.ndarray:
    number = {label: i for i, label in enumerate(labels)} if labels else {}
    row = np.zeros((1, n), dtype=np.uint8)
    for item in items:
        place: Any = number.get(item, item)
        if isinstance(place, float) and place.is_integer():
            place = int(place)
        if not isinstance(place, (int, np.integer)) or not 0 <= place < n:
            raise UsageError(f"x: expected items, 0..{n - 1}{' or labels' if labels else ''}, found {item!r}")
        if row[0, place]:
            raise UsageError(f"x: expected each item once, found {item!r} again")
        row[0, place] = 1
    return row
