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


def number(value, what, least=-math.inf):
    """A finite number; services write some as texts."""
    try:
        found = float(value) if not isinstance(value, bool) else math.nan
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not math.isfinite(found) or found < least:
        raise broken(what, value)
    return found


def numbers(values, what, least=-math.inf):
    if not isinstance(values, list):
        raise broken(f"a list of {what}", values)
    return [number(value, what, least) for value in values]


def seconds(value, what, unit=1):
    """A time that a service tells, in so many parts of a second."""
    return number(value, what, 0) / unit


def facts(**found):
    """What is worth keeping of what a machine says about itself: words and numbers. The rest is no reason to fail."""
    return {name: value for name, value in found.items()
            if isinstance(value, (str, bool)) or isinstance(value, (int, float)) and abs(value) < 1 << 63}


def member(thing, name, kind):
    """thing[name], which has to be there and of this kind; a text says something."""
    value = thing.get(name) if isinstance(thing, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool) and kind is not bool or value == "":
        raise broken(f"the member {name!r}", value)
    return value


def broken(expected, found):
    return MachineError("network", f"broken answer: expected {expected}, found {described(found)}")


def described(thing):
    """In a few words. Nothing is cut: half a secret would not be known for one any more."""
    if isinstance(thing, (list, dict)):
        return f"a {type(thing).__name__} of {len(thing)}"
    text = repr(thing)
    return text if len(text) <= 80 else f"a {type(thing).__name__} of {len(text)} characters"
