# SPDX-License-Identifier: Apache-2.0
"""What workers share: the protocol of docs/machines.md, HTTP, and what they remember between runs.

A worker is a class derived from Worker and a call of run(); everything else here serves its methods.
"""
from .answers import bits_of, facts, member, number, numbers, sample, seconds
from .errors import MachineError
from .jobs import SubmittedJobs
from .memory import Memory
from .options import Parameter
from .protocol import Clock, Request, Worker, run, serve
from .service import Service

__all__ = ["Clock", "MachineError", "Memory", "Parameter", "Request", "Service", "SubmittedJobs", "Worker", "bits_of",
           "facts", "member", "number", "numbers", "run", "sample", "seconds", "serve"]
