# SPDX-License-Identifier: Apache-2.0
"""Why there is no answer, in the words of the protocol, and how secrets stay out of the words."""
import base64
import os
import urllib.parse

# Whether the same request may succeed later.
RETRY = {"auth": False, "quota": False, "busy": True, "network": True, "timeout": False, "size": False,
         "precision": False, "parameter": False, "machine": True, "protocol": False, "cancelled": False}


class MachineError(Exception):
    """An error line of the protocol; details are its further members."""

    def __init__(self, code, message, **details):
        super().__init__(message)
        self.code = code
        self.status = None  # of HTTP, where that is the reason
        self.details = {"retry": RETRY[code], **details}


class Redactor:
    """Replaces the values of environment variables, and their usual encodings, by ***."""

    def __init__(self, names):
        found = set()
        for name in names:
            value = os.environ.get(name, "").strip()
            if len(value) >= 8:  # shorter ones would hit innocent words
                found.update(encodings(value))
        self.hidden = sorted(found, key=len, reverse=True)

    def __call__(self, thing):
        """The same text, list or dictionary without secrets."""
        if isinstance(thing, str):
            for secret in self.hidden:
                thing = thing.replace(secret, "***")
            return thing
        if isinstance(thing, dict):
            return {self(key): self(value) for key, value in thing.items()}
        if isinstance(thing, (list, tuple)):
            return [self(value) for value in thing]
        return thing


def encodings(value):
    data = value.encode()
    forms = {value, urllib.parse.quote(value), urllib.parse.quote(value, safe=""), urllib.parse.quote_plus(value),
             data.hex(), data.hex().upper()}
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        forms.add(encode(data).decode())
        for before in range(3):  # bytes: only what the secret decides alone is known then
            whole = encode(bytes(before) + data).decode()
            forms.add(whole[(8 * before + 5) // 6:8 * (before + len(data)) // 6])
    return forms
