# SPDX-License-Identifier: Apache-2.0
"""Where the command is: studies and reports are its work."""

from __future__ import annotations

import os
import shutil
import sysconfig
from typing import Iterator

from .errors import FileError


def _places() -> Iterator[str]:
    chosen = os.environ.get("SPINSACK_COMMAND")
    if chosen:
        yield chosen
        return
    here = os.path.dirname(os.path.abspath(__file__))
    yield os.path.join(here, "spinsack")
    prefix = here
    for _ in range(4):  # lib/python3.x/dist-packages/spinsack
        prefix = os.path.dirname(prefix)
    yield os.path.join(prefix, "bin", "spinsack")
    yield os.path.join(sysconfig.get_path("scripts"), "spinsack")
    found = shutil.which("spinsack")
    if found:
        yield found


def command() -> str:
    """The program `spinsack`; FileError says where it was looked for."""
    places = list(_places())
    for place in places:
        if os.path.isfile(place) and os.access(place, os.X_OK):
            return place
    raise FileError(
        f"expected the command spinsack at {' or '.join(places)}, found none; SPINSACK_COMMAND names it elsewhere"
    )
