# SPDX-License-Identifier: Apache-2.0
"""What services answer, checked before it is passed on: a value that is missing or odd is an error, never a guess."""
import math

from .errors import MachineError

DIGITS = bytes.maketrans(b"\x00\x01", b"01")


def bits_of(values, variables):
    """A list of 0 and 1 (or False and True) as digits; exactly so many."""
    if not isinstance(values, list):
        raise broken("a list of values", values)
    if len(values) != variables:
        raise MachineError("machine", f"expected {variables} values in a sample, found {len(values)}")
    try:
        digits = bytes(values).translate(DIGITS)
    except (TypeError, ValueError):
        digits = b"?"
    if digits.strip(b"01"):
        odd = next((value for value in values if value not in (0, 1)), values)
        raise MachineError("machine", f"expected the values 0 and 1 in a sample, found {odd!r}")
    return digits.decode()


def sample(bits, energy=None, occurrences=None, found_at=None):
    line = {"bits": bits}
    for name, value in (("energy", energy), ("occurrences", occurrences), ("found_at", found_at)):
        if value is not None:
            line[name] = value
    return line


def number(value, what):
    """A finite number; services write some as texts."""
    try:
        found = float(value) if not isinstance(value, bool) else math.nan
    except (TypeError, ValueError):
        found = math.nan
    if not math.isfinite(found):
        raise broken(what, value)
    return found


def numbers(values, what):
    if not isinstance(values, list):
        raise broken(f"a list of {what}", values)
    return [number(value, what) for value in values]


def member(thing, name, kind):
    """thing[name], which has to be there and of this kind."""
    value = thing.get(name) if isinstance(thing, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool) and kind is not bool:
        raise broken(f"the member {name!r}", value)
    return value


def broken(expected, found):
    return MachineError("network", f"broken answer: expected {expected}, found {str(found)[:80]!r}")
