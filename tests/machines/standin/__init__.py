# SPDX-License-Identifier: Apache-2.0
"""A stand-in for the services of docs/machines.md, on this machine alone: their routes, their answers, their faults.

`python3 tests/machines/standin` runs it and prints its address. It is as strict about requests as the real services
are said to be, and solves what it is given.
"""
from .server import Fault, StandIn
from .tokens import TOKEN

__all__ = ["TOKEN", "Fault", "StandIn"]
