# SPDX-License-Identifier: Apache-2.0
"""What solving and sampling both have to tell of a run."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Optional, Union

from . import _core


class Run:
    """How a run went, whatever came of it."""

    __slots__ = ("_core", "__weakref__")

    def __init__(self, core: Any) -> None:
        self._core = core

    @property
    def stopped_by(self) -> str:
        """``work``, ``time``, ``target`` or ``interrupt``."""
        return self._core.stopped_by

    @property
    def failure(self) -> Optional[str]:
        """Why a real machine did not answer all that it was asked; what it did answer is here."""
        return self._core.failure

    @property
    def method(self) -> str:
        return self._core.method

    @property
    def parameters(self) -> Dict[str, str]:
        """All of the method, defaults included, as the command writes them."""
        return self._core.parameters

    @property
    def seed(self) -> int:
        return self._core.seed

    @property
    def threads(self) -> int:
        return self._core.threads

    @property
    def work(self) -> Dict[str, int]:
        return dict(zip(("sweeps", "visits", "flips"), self._core.work))

    @property
    def version(self) -> str:
        return _core.version

    def to_json(self, path: Union[str, "os.PathLike[str]", None] = None) -> str:
        """As the command writes it with ``--json`` and reads it again; into a file as well if one is named."""
        text = self._core.json()
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.rstrip("\n") + "\n")
        return text

    def to_dict(self) -> Dict[str, Any]:
        return json.loads(self.to_json())
