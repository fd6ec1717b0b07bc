# SPDX-License-Identifier: Apache-2.0
"""A machine's own parameters: one table that hello shows and requests are checked against."""
import math

from .errors import MachineError


class Parameter:
    def __init__(self, name, kind, default, meaning, least=None, most=None):
        self.name, self.kind, self.default, self.meaning = name, kind, default, meaning
        self.least, self.most = least, most

    def described(self):
        row = {"name": self.name, "kind": self.kind, "default": str(self.default), "meaning": self.meaning}
        if self.least is not None:
            row["range"] = f"{self.least}..{'' if self.most is None else self.most}"
        return row

    def value_of(self, text):
        """The value that a user gave, as a number, a truth value or a text."""
        try:
            value = PARSERS[self.kind](text)
        except (TypeError, ValueError):
            raise self.refusal(text) from None
        if self.kind in ("integer", "real"):
            if not math.isfinite(value) or (self.least is not None and value < self.least) or (
                    self.most is not None and value > self.most):
                raise self.refusal(text)
        return value

    def refusal(self, text):
        words = {"integer": "a whole number", "real": "a number", "boolean": "true or false"}
        expected = words.get(self.kind, "a text")
        if self.least is not None:
            expected += " " + self.described()["range"]
        return MachineError("parameter", f"option {self.name}: expected {expected}, found {text!r}")


def whole(value):
    if isinstance(value, bool) or isinstance(value, float) and value != int(value):
        raise ValueError
    return int(value)


def truth(value):
    words = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
    if str(value).lower() not in words:
        raise ValueError
    return words[str(value).lower()]


PARSERS = {"integer": whole, "real": float, "boolean": truth, "text": str}


def checked(options, parameters):
    """The options of a request, each known and in its range."""
    known = {parameter.name: parameter for parameter in parameters}
    for name in options:
        if name not in known:
            names = ", ".join(known) or "none"
            raise MachineError("parameter", f"unknown option {name!r}; this machine has: {names}")
    return {name: known[name].value_of(value) for name, value in options.items()}
