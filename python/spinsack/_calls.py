# SPDX-License-Identifier: Apache-2.0
"""What all long calls share: how parameters are written, who hears of progress, what Ctrl-C does."""

from __future__ import annotations

import importlib
import operator
import sys
import time
import warnings
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Union

from . import _core
from .errors import Interrupted, UsageError


class Progress(NamedTuple):
    """What a run reports while it goes on."""

    seconds: float
    value: Any
    """Best value or lowest energy so far; None before the first."""
    reads: Optional[int] = None
    """Reads done, of a machine."""


ProgressArgument = Union[bool, Callable[[Progress], Optional[bool]]]


def texts(parameters: Mapping[str, Any]) -> Dict[str, str]:
    """Parameters as the command takes them. ``lambda_`` stands for ``lambda``, ``mip_solver`` for ``mip-
    solver``.
    """
    return {
        name.rstrip("_").replace("_", "-"): text(value) for name, value in parameters.items() if value is not None
    }


def text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
        value = value.item()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)


def run_numbers(seed: Any, threads: Any, time_limit: Any) -> Any:
    return _core.RunNumbers(
        _integer("seed", seed),
        None if threads is None else _integer("threads", threads),
        None if time_limit is None else text(time_limit),
    )


def _integer(name: str, value: Any) -> str:
    try:
        return str(operator.index(value))
    except TypeError:
        raise UsageError(f"--{name}: expected an integer, found {value!r}") from None


def listener(
    progress: ProgressArgument, describe: Callable[[Progress], str]
) -> Optional[Callable[[Progress], Any]]:
    """Who is told: a function of the user's, a line on the terminal or in the notebook, or nobody."""
    if callable(progress):
        return progress
    if progress is not None and not isinstance(progress, bool):
        raise UsageError(f"progress: expected True, False or a function, found {progress!r}")
    if not progress:
        return None
    notebook = _notebook_line(describe)
    if notebook is not None:
        return notebook
    if sys.stderr is not None and sys.stderr.isatty():
        return _TerminalLine(describe)
    return None


class _TerminalLine:
    """One line that is written over; it goes when the run is done."""

    def __init__(self, describe: Callable[[Progress], str]) -> None:
        self._describe = describe

    def __call__(self, news: Progress) -> None:
        sys.stderr.write("\r\x1b[K" + self._describe(news))
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _notebook_line(describe: Callable[[Progress], str]) -> Optional[Callable[[Progress], None]]:
    """Shows a text in place of the one before, where a notebook is there to show it."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    pages = importlib.import_module("IPython.display")
    handle = pages.display(pages.HTML(""), display_id=True)
    last = [0.0]

    def show(news: Progress) -> None:
        if handle is not None and time.monotonic() - last[0] > 0.1:
            last[0] = time.monotonic()
            handle.update(pages.HTML(f"<code>{describe(news)}</code>"))

    return show


def close(told: Optional[Callable[[Progress], Any]]) -> None:
    if isinstance(told, _TerminalLine):
        told.close()


def settle(result: Any, ended: Any, interrupt: str) -> Any:
    """The result of a call, or what ended the call instead."""
    failure = getattr(result, "failure", None)  # of a real machine
    if failure is not None:
        warnings.warn(f"{failure}; earlier answers are kept", RuntimeWarning, stacklevel=3)
    if ended is None or ended is True:
        return result
    if isinstance(ended, KeyboardInterrupt):
        if interrupt == "return":
            return result
        raise Interrupted(f"interrupted; .result has what was found: {result!r}", result) from ended
    raise ended


def check_interrupt(interrupt: str) -> None:
    if interrupt not in ("raise", "return"):
        raise UsageError(f"interrupt: expected 'raise' or 'return', found {interrupt!r}")
