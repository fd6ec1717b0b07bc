# SPDX-License-Identifier: Apache-2.0
"""Numbers of users as exact integers: mantissas and one number of decimals for all of them.

Integers of any kind, ``decimal.Decimal`` and ``fractions.Fraction`` are taken as they are. A float is taken
for the decimal number that it prints as, if that has at most nine decimals; anything longer is more likely a
rounded result than a price, and is refused.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, Iterator, Mapping, Sequence, Tuple

import numpy as np

from .errors import InvalidInstance

MOST_FLOAT_DECIMALS = 9
MOST_DECIMALS = 18
_INT64 = np.iinfo(np.int64)
# Floats below this are exact after a multiplication that rounds once.
_SURE = 2.0**50
_BLOCK = 1 << 17  # entries that are looked at together


def as_numbers(values: Any, what: str, dimensions: int) -> np.ndarray:
    """The values as an array of numbers, without a copy where they are one."""
    if values is None:
        raise InvalidInstance(f"{what}: expected {_dimension_words(dimensions)}, found None")
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        index = _first(np.ma.getmaskarray(values))
        raise InvalidInstance(f"{_place(what, 0, index)}: expected a number, found one that is masked")
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise InvalidInstance(f"{what}: expected rows of equal length") from error
    if array.dtype.kind in "US":
        raise InvalidInstance(f"{what}: expected numbers, found text")
    if array.dtype.kind == "f" and not isinstance(values, np.ndarray) and _holds_large_integers(values):
        array = np.asarray(values, dtype=object)
    if array.dtype.kind not in "biufO":
        raise InvalidInstance(f"{what}: expected numbers, found an array of {array.dtype}")
    if array.ndim != dimensions:
        shape = " x ".join(map(str, array.shape)) or "a single number"
        raise InvalidInstance(f"{what}: expected {_dimension_words(dimensions)}, found {shape}")
    return array


def _dimension_words(dimensions: int) -> str:
    return {0: "a single number", 1: "a list of numbers", 2: "a square matrix"}[dimensions]


def _holds_large_integers(values: Any) -> bool:
    """Whether numpy made floats of Python integers that they cannot hold."""
    if isinstance(values, int):
        return abs(values) > 2**53
    if isinstance(values, (list, tuple)):
        return any(_holds_large_integers(value) for value in values)
    return False


def blocks(array: np.ndarray) -> Iterator[Tuple[int, np.ndarray]]:
    """The array in pieces of some rows each, with the number of the first row."""
    if array.ndim < 2:
        yield 0, array
        return
    rows = max(1, _BLOCK // max(1, array.shape[1]))
    for first in range(0, array.shape[0], rows):
        yield first, array[first : first + rows]


def _place(what: str, first: int, index: Sequence[int]) -> str:
    if not len(index):
        return what
    return f"{what}[{', '.join(str(int(i) + (first if axis == 0 else 0)) for axis, i in enumerate(index))}]"


def _first(mask: np.ndarray) -> Tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(mask)), mask.shape)) if mask.ndim else ()


def decimals(array: np.ndarray, what: str) -> int:
    """How many decimals all entries together take; InvalidInstance names the first that cannot be had."""
    if array.dtype.kind in "biu":
        return 0
    most = 0
    for first, block in blocks(array):
        if array.dtype.kind == "f":
            most = max(most, _float_decimals(block.astype(np.float64, copy=False), what, first))
        else:
            for index, value in np.ndenumerate(block):
                most = max(most, _entry(value, _place(what, first, index))[1])
    return most


def _float_decimals(block: np.ndarray, what: str, first: int) -> int:
    finite = np.isfinite(block)
    if not finite.all():
        index = _first(~finite)
        raise InvalidInstance(f"{_place(what, first, index)}: expected a finite number, found {block[index]}")
    open_ones = (np.rint(block) != block) | (np.abs(block) > 2.0**53)
    if not open_ones.any():
        return 0
    for digits in range(1, MOST_FLOAT_DECIMALS + 1):
        with np.errstate(over="ignore"):  # to infinity, which is not good either
            scaled = np.rint(block[open_ones] * 10.0**digits)
        good = (np.abs(scaled) < _SURE) & (scaled / 10.0**digits == block[open_ones])
        if good.all():
            return digits
    index = tuple(int(i) for i in np.argwhere(open_ones)[int(np.argmin(good))])
    found = float(block[index])
    if abs(found) >= _SURE:
        raise InvalidInstance(
            f"{_place(what, first, index)}: expected an integer for a number this large, found the float {found!r}"
        )
    raise InvalidInstance(
        f"{_place(what, first, index)}: expected at most {MOST_FLOAT_DECIMALS} decimals, found {found!r}; "
        "decimal.Decimal keeps more"
    )


def _entry(value: Any, place: str) -> Tuple[int, int]:
    """Mantissa and decimals of one number of whatever type."""
    if isinstance(value, (bool, int, np.integer, np.bool_)):
        return int(value), 0
    if isinstance(value, (float, np.floating)):
        digits = _float_decimals(np.asarray(float(value)), place, 0)
        return int(np.rint(float(value) * 10.0**digits)), digits
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise InvalidInstance(f"{place}: expected a finite number, found {value}")
        return _fraction(Fraction(value), place, value)
    if isinstance(value, Fraction):
        return _fraction(value, place, value)
    raise InvalidInstance(f"{place}: expected a number, found {value!r}")


def _fraction(value: Fraction, place: str, given: Any) -> Tuple[int, int]:
    for digits in range(MOST_DECIMALS + 1):
        scaled = value * 10**digits
        if scaled.denominator == 1:
            return scaled.numerator, digits
    raise InvalidInstance(f"{place}: expected at most {MOST_DECIMALS} decimals, found {given}")


def integers(array: np.ndarray, digits: int, what: str, first_row: int = 0) -> np.ndarray:
    """The entries times 10**digits as int64; the same array where it is one already."""
    if array.dtype.kind in "biu" and digits == 0:
        if array.dtype == np.uint64 and array.size and int(array.max()) > _INT64.max:
            index = _first(array > _INT64.max)
            raise InvalidInstance(_too_large(_place(what, first_row, index), int(array[index])))
        return np.ascontiguousarray(array, dtype=np.int64)
    if array.dtype.kind == "f":
        scaled = np.rint(array.astype(np.float64, copy=False) * 10.0**digits)
        beyond = np.abs(scaled) > (2.0**53 if digits == 0 else _SURE)
        if beyond.any():
            index = _first(beyond)
            raise InvalidInstance(
                f"{_place(what, first_row, index)}: expected a smaller number beside others with {digits} decimals, "
                f"found {float(array[index])!r}"
            )
        return np.ascontiguousarray(scaled.astype(np.int64))
    result = np.empty(array.shape, dtype=np.int64)
    for index, value in np.ndenumerate(array):
        place = _place(what, first_row, index)
        mantissa, own = _entry(value, place)
        mantissa *= 10 ** (digits - own)
        result[index] = _in_64_bits(mantissa, place, value)
    return result


def mapped(entries: Mapping[Any, Any], what: str) -> np.ndarray:
    """The values of a mapping; what is none of the numbers that :func:`integers` takes is named by its key."""
    values = list(entries.values())
    if all(type(value) is int and -_SURE < value < _SURE for value in values):
        return np.array(values, dtype=np.int64)
    for key, value in entries.items():
        place = f"{what}[{key!r}]"
        _in_64_bits(_entry(value, place)[0], place, value)
    return np.array(values, dtype=object)


def _in_64_bits(mantissa: int, place: str, value: Any) -> int:
    if not _INT64.min <= mantissa <= _INT64.max:
        raise InvalidInstance(_too_large(place, value))
    return mantissa


def _too_large(place: str, value: Any) -> str:
    return f"{place}: expected a number of at most 64 bits, found {value}"


def in_units(value: Any, digits: int) -> Any:
    """The number that a mantissa stands for: an int, or a Decimal where there are decimals. Arrays likewise."""
    if isinstance(value, np.ndarray):
        if digits == 0:
            return value
        return np.array([in_units(int(one), digits) for one in value], dtype=object)
    return int(value) if digits == 0 else Decimal(int(value)).scaleb(-digits)


def mantissa(value: Any, digits: int, what: str) -> int:
    """The other way: a number that has to fit the decimals there are."""
    found, own = _entry(np.asarray(value).item() if isinstance(value, np.ndarray) else value, what)
    if own > digits:
        raise InvalidInstance(f"{what}: expected at most {digits} decimals, found {value}")
    return _in_64_bits(found * 10 ** (digits - own), what, value)
