# SPDX-License-Identifier: Apache-2.0
"""Functions of Python, and samplers of dimod, as machines of a study: the protocol of docs/machines.md, in process.

The command that runs the study starts a worker for each machine, as for any other. That worker only hands lines on,
through a socket that nobody else can reach, to a thread of this process, which calls the function.
"""

from __future__ import annotations

import inspect
import json
import os
import socket
import sys
import tempfile
import threading
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Type

import numpy as np

from . import _core, _measure, _relay
from ._qubo import read_model
from .errors import UsageError


class MachinesAtHand:
    """Machines that a command can ask as long as this is entered; ``file`` describes them."""

    def __init__(self, machines: Mapping[str, Any]) -> None:
        self._asks = {name: _asked(name, machine) for name, machine in machines.items()}
        self._sockets: List[socket.socket] = []
        self._folder = tempfile.TemporaryDirectory(prefix="spinsack-")  # of this user alone
        self.file = os.path.join(self._folder.name, "machines.toml")

    def __enter__(self) -> "MachinesAtHand":
        lines = []
        for number, (name, ask) in enumerate(self._asks.items()):
            place = os.path.join(self._folder.name, str(number))
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(place)
            listener.listen()
            self._sockets.append(listener)
            threading.Thread(target=_listen, args=(listener, name, ask), daemon=True).start()
            worker = json.dumps([sys.executable, _relay.__file__, place])
            lines.append(f"[{name}]\nabout = \"a function of Python\"\nworker = {worker}\n")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        for listener in self._sockets:
            listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that listens
            listener.close()
        self._folder.cleanup()


def _asked(name: str, machine: Any) -> Any:
    """The machine as a function of model, reads, seed and time limit."""
    if not name or not name.replace("-", "").replace("_", "").replace(".", "").isalnum() or not name.isascii():
        raise UsageError(f"machines: expected names of letters, digits, '-', '_' and '.', found {name!r}")
    ask = machine if callable(machine) else _measure._sampler(machine)
    try:
        takes_time = "time_limit" in inspect.signature(ask).parameters
    except (TypeError, ValueError):  # a function that does not tell
        takes_time = False

    def asked(model: Any, reads: int, seed: int, time_limit: Optional[float]) -> np.ndarray:
        wishes = {"time_limit": time_limit} if takes_time else {}
        return np.atleast_2d(np.asarray(ask(model, reads, seed, **wishes)))

    return asked


def _listen(listener: socket.socket, name: str, ask: Any) -> None:
    """A worker that died is started again, so there may be several, one after the other."""
    while True:
        try:
            line, _ = listener.accept()
        except OSError:  # closed
            return
        threading.Thread(target=_serve, args=(line, name, ask), daemon=True).start()


def _serve(line: socket.socket, name: str, ask: Any) -> None:
    try:
        with line, line.makefile("rb") as questions:
            for question in questions:
                message = json.loads(question)
                if message["type"] == "bye":
                    return
                line.sendall(json.dumps(_answer(message, name, ask)).encode() + b"\n")
    except OSError:  # nobody hears it any more
        return


def _answer(message: Dict[str, Any], name: str, ask: Any) -> Dict[str, Any]:
    kind, identity = message["type"], message.get("id", 0)
    if kind == "hello":
        return {
            "type": "hello",
            "protocol": 1,
            "name": name,
            "version": _core.version,
            "formats": ["bqm"],
            "vartypes": ["BINARY"],
            "answers": "independent",
            "limits": {"reads_per_request": 1_000_000},
            "seed": True,
            "billing": "none",
        }
    if kind != "sample":
        return _complaint(identity, "protocol", f"unknown type {kind}")
    try:
        model = read_model(message["model"]["path"], format="bqm")
        samples = ask(model, message["reads"], message["seed"], message.get("time_limit"))
        return {"type": "result", "id": identity, "samples": _bits(samples, model.n), "times": {}}
    except Exception as error:  # of the user's own code; the study records it and goes on
        return _complaint(identity, "machine", f"{type(error).__name__}: {error}")


def _complaint(identity: int, code: str, message: str) -> Dict[str, Any]:
    return {"type": "error", "id": identity, "code": code, "message": message, "retry": False}


def _bits(samples: np.ndarray, variables: int) -> List[str]:
    if samples.ndim != 2 or samples.shape[1] != variables or len(samples) == 0:
        raise ValueError(f"expected samples of {variables} variables, a row for each, found shape {samples.shape}")
    if not np.isin(samples, (-1, 0, 1)).all() or (samples == -1).any() and (samples == 0).any():
        raise ValueError("expected samples of 0 and 1, or of -1 and 1")
    return ["".join("1" if value == 1 else "0" for value in row) for row in samples.tolist()]
