# SPDX-License-Identifier: Apache-2.0
"""What can go wrong. The texts are those that the command prints."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """Base of everything that a user can cause."""


class InputError(Error, ValueError):
    """A file or text that does not hold what its format promises: ``file:line:column: expected ..., found
    ...``.
    """


class InvalidInstance(Error, ValueError):
    """Well-formed data that break a rule of the model: names the entry and the rule."""


class UsageError(Error, ValueError):
    """An unknown name or a value out of range: names the range or the nearest known word."""


class FileError(Error, OSError):
    """The system refused to read or write."""


class NotAKnapsack(Error, ValueError):
    """A model of another library that is not a quadratic knapsack; names the first reason."""


class VerificationError(Error):
    """A result that claims something that does not hold."""


class MissingPackage(Error, ImportError):
    """An optional package that is not installed, and how to get it."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C. ``result`` holds the best that was found until then."""

    def __init__(self, message: str, result: Any) -> None:
        super().__init__(message)
        self.result = result
