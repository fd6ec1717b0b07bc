# SPDX-License-Identifier: Apache-2.0
"""The worker's side of the protocol of docs/machines.md: a line of JSON for each question, and one for each answer.

The thread that calls serve() reads; every question is answered by a thread of its own, so that cancel and bye are
heard while a machine works.
"""
import contextlib
import ctypes
import gzip
import json
import os
import signal
import sys
import threading
import time
import traceback

from . import options as option_table
from .errors import MachineError, Redactor

PROTOCOL = 1
LEAVING_SECONDS = 4    # after bye: spinsack grants five
ORPHANED_SECONDS = 60  # without it nobody waits, and a job that is being submitted gets its name


class Clock:
    """The time, so that tests can have their own."""

    now = staticmethod(time.monotonic)

    @staticmethod
    def wait(event, seconds):
        event.wait(seconds)


class Left(Exception):
    """spinsack is gone: nobody waits for an answer."""


class Request:
    """One open question: what was asked, what may be told while it is answered, and where its time goes."""

    def __init__(self, line, tell, clock):
        self.line, self.tell, self.clock = line, tell, clock
        self.id = line.get("id")
        self.model = line.get("model") or {}
        self.variables = self.model.get("variables", line.get("variables"))
        self.constant = self.model.get("constant") or 0
        self.reads = line.get("reads") or 1
        self.options = line.get("options") or {}
        self.times = {}
        self.job = line.get("job")
        self.taken = False  # whether the machine has the request, or may have it
        self.ends = clock.now() + (line.get("deadline") or 86400)
        self.ended = threading.Event()  # by cancel or bye
        self.leaving = False
        self.abort = None  # frees a thread that waits for the network

    def status(self, state, **more):
        self.tell({"type": "status", "id": self.id, "state": state, **more})

    def accepted(self, job):
        """The promise that the result can be had under this name later. It comes before any waiting. If spinsack left
        meanwhile, a note of the job (SubmittedJobs) has to do."""
        self.job = job
        heard = not self.leaving and self.tell(
            {"type": "status", "id": self.id, "state": "queued", "job": job, "accepted": True})
        if not heard:
            raise Left

    def check(self):
        """Raises what ends this request: cancel, bye, or its deadline."""
        if self.leaving:
            raise Left
        if self.ended.is_set():
            raise MachineError("cancelled", "cancelled")
        if self.clock.now() >= self.ends:
            raise MachineError("timeout", f"no answer within the deadline of {self.line.get('deadline'):g} s")

    def remaining(self):
        self.check()
        return self.ends - self.clock.now()

    def wait(self, seconds):
        self.clock.wait(self.ended, min(seconds, self.remaining()))
        self.check()

    def end(self, leaving=False):
        self.leaving = self.leaving or leaving
        self.ended.set()
        if self.abort:
            self.abort()

    @contextlib.contextmanager
    def timed(self, part):
        start = self.clock.now()
        try:
            yield
        finally:
            self.times[part] = self.times.get(part, 0) + self.clock.now() - start

    @contextlib.contextmanager
    def decoding(self):
        """Around the reading of an answer: whatever is odd in it is the service's fault, and no reason to fail."""
        with self.timed("decode"):
            try:
                yield
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                raise MachineError("network", f"broken answer: {type(error).__name__}: {error}") from None

    def model_bytes(self):
        """The model as spinsack wrote it, unpacked."""
        with open(self.model["path"], "rb") as file:
            data = file.read()
        return gzip.decompress(data) if self.model.get("compression") == "gzip" else data

    def seconds(self, least, most, step, default):
        """The time limit, which has to suit the machine: another one would not be what was asked for."""
        limit = self.line.get("time_limit")
        limit = default if limit is None else limit
        steps = limit / step
        if not least <= limit <= most or abs(steps - round(steps)) > 1e-6 * max(1, steps):
            multiple = "" if step <= 0.001 else f" in steps of {step:g} s"
            raise MachineError("parameter", f"time limit of {limit:g} s: expected {least:g}..{most:g} s{multiple}")
        return limit


class Worker:
    """Base of all workers. A worker has a name, sample() and what it says of itself; the rest where it applies."""

    name = ""
    version = "1"
    secrets = ()     # names of environment variables whose values nobody may see
    parameters = ()  # the machine's own, see options.Parameter
    jobs = None      # SubmittedJobs, where results can be fetched later
    limits = {}
    clock = Clock()

    def __init__(self):
        self.redact = Redactor(self.secrets)

    def describe(self):
        """Members of hello: machine, formats, answers, ..."""
        raise NotImplementedError

    def sample(self, request):
        """Members of the result: samples, billed, machine, stopped_by; times go to request.times."""
        raise NotImplementedError

    def submitted(self, request, submit):
        """The job for a question: submit(request) names it, unless somebody submitted it and died."""
        job = self.jobs.left_behind(request)
        if job is None:
            self.jobs.note(request, None)
            if self.jobs.orphaned():  # who asked is gone, and its successor may be asking already
                raise Left
            job = submit(request)
            if self.redact(job) != job:  # it is written down, here and by spinsack
                raise MachineError("machine", "the service names the job by a secret", retry=False)
        self.jobs.note(request, job)
        request.accepted(job)

    def resume(self, request):
        """The same for request.job, which was accepted before."""
        raise MachineError("parameter", "this machine keeps no results")

    def release(self, request):
        """Called when request.job, which was accepted, is not wanted any more."""

    def bye(self):
        """The last act."""

    def secret(self, name):
        value = os.environ.get(name, "").strip()
        if not value:
            raise MachineError("auth", f"the environment variable {name} is not set")
        return value

    def log(self, text):
        print(self.redact(text), file=sys.stderr, flush=True)

    def hello(self):
        return {"type": "hello", "protocol": PROTOCOL, "name": self.name, "version": self.version,
                "vartypes": ["BINARY"], "coefficients": {"kind": "float", "bits": 53}, "seed": False, "target": False,
                "warm_start": False, "cancel": False, "resume": False,
                "parameters": [parameter.described() for parameter in self.parameters],
                **self.describe(), "limits": {"reads_per_request": 1, "concurrent": 1, **self.limits}}

    def checked_options(self, request):
        return option_table.checked(request.options, self.parameters)

    def checked_sample(self, request):
        request.status("encoding")  # if this worker dies now, nothing has been paid for
        for what in ("variables", "couplings", "bytes"):
            most, found = self.limits.get(what), request.model.get(what)
            if most is not None and found is not None and found > most:
                raise MachineError("size", f"the model has {found} {what}, the machine takes {most}")
        return self.sample(request)

    def checked_resume(self, request):
        if self.jobs and request.line.get("type") == "resume":
            self.jobs.known(request.job)
        try:
            return self.resume(request)
        except MachineError as error:
            if error.status != 404:
                raise
            job, request.job, request.taken = request.job, None, True
            again = request.line.get("type") == "sample"  # a note of it was wrong, and is gone
            raise MachineError("machine", f"the service no longer knows the job {job}", retry=again) from None


class Conversation:
    """What serve() keeps: the output, and the questions that are open."""

    def __init__(self, worker, sink):
        self.worker, self.sink = worker, sink
        self.lock = threading.Lock()
        self.open = {}
        self.threads = []
        self.places = None  # as many questions as the machine answers at a time

    def tell(self, line):
        """True once written. What leaves has no secret in it; samples are digits and too many to look at."""
        samples = line.pop("samples", None)
        line = self.worker.redact(line)
        if samples is not None:
            line["samples"] = samples
        text = json.dumps(line, separators=(",", ":"), allow_nan=False)
        with self.lock:
            try:
                self.sink.write(text.encode() + b"\n")
                self.sink.flush()
                return True
            except (OSError, ValueError):  # nobody reads any more
                return False

    def fail(self, identity, error, **more):
        name = {} if identity is None else {"id": identity}
        self.tell({"type": "error", **name, "code": error.code, "message": str(error), **error.details, **more})

    def answer(self, request, work):
        """In a thread of its own."""
        try:
            with self.places:
                request.check()
                self.tell({"type": "result", "id": request.id, "vartype": "BINARY", **work(request),
                           "times": request.times, "attempts": 1, **({"job": request.job} if request.job else {})})
        except Left:
            pass
        except MachineError as error:
            if error.code in ("cancelled", "timeout") and request.job:
                self.let_go(request)
            self.fail(request.id, error, **taken(request))
        except Exception as error:  # a worker answers whatever happens
            self.worker.log(traceback.format_exc())
            self.fail(request.id, MachineError("protocol", f"the worker failed: {type(error).__name__}: {error}"),
                      **taken(request))
        finally:
            self.open.pop(request.id, None)
            if self.worker.jobs and not request.leaving:
                self.worker.jobs.answered.add(request.id)

    def let_go(self, request):
        try:
            self.worker.release(request)
        except MachineError as error:
            self.worker.log(f"job {request.job} could not be released: {error}")

    def hear(self, line):
        """Answers one line, or begins to; False for bye."""
        try:
            message = json.loads(line)
            kind = message["type"]
        except (ValueError, TypeError, KeyError):
            self.fail(None, MachineError("protocol", "expected a JSON object with the member 'type'"))
            return True
        identity = message.get("id")
        if self.worker.jobs and isinstance(message.get("settled"), list):
            self.worker.jobs.settled(message["settled"])
        if kind == "bye":
            return False
        if kind == "hello":
            if message.get("protocol") != PROTOCOL:
                self.fail(None, MachineError("protocol", f"this worker only speaks protocol {PROTOCOL}"))
            else:
                self.tell(self.worker.hello())
        elif kind == "cancel":
            request = self.open.get(identity)
            if request:
                request.end()
        elif kind in ("sample", "resume"):
            self.begin(message, self.worker.checked_sample if kind == "sample" else self.worker.checked_resume)
        else:
            self.fail(identity, MachineError("protocol", f"unknown type {kind!r}"))
        return True

    def begin(self, message, work):
        self.places = self.places or threading.Semaphore(self.worker.limits.get("concurrent", 1))
        request = Request(message, self.tell, self.worker.clock)
        self.open[request.id] = request
        self.threads = [thread for thread in self.threads if thread.is_alive()]
        self.threads.append(threading.Thread(target=self.answer, args=(request, work), daemon=True))
        self.threads[-1].start()

    def leave(self, patience):
        """Ends what is open, but not the jobs that machines accepted: they can be fetched later."""
        for request in list(self.open.values()):
            request.end(leaving=True)
        end = time.monotonic() + patience
        for thread in self.threads:
            thread.join(max(0, end - time.monotonic()))


def taken(request):
    """What an error says of the request: whether it may have been paid for, and where its result may still be had."""
    return {"accepted": request.taken or bool(request.job), **({"job": request.job} if request.job else {})}


def serve(worker, source, sink):
    """Answers until bye or the end of the input."""
    conversation = Conversation(worker, sink)
    dismissed = any(line.strip() and not conversation.hear(line) for line in source)
    conversation.leave(ORPHANED_SECONDS if worker.jobs and not dismissed else LEAVING_SECONDS)
    if worker.jobs and dismissed:
        worker.jobs.farewell()
    worker.bye()


def outlive_the_parent():
    """spinsack takes its workers along when it is killed (PR_SET_PDEATHSIG). At the end of our input we leave by
    ourselves, but not before we know the name of a job that is being submitted."""
    try:
        ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
    except (OSError, AttributeError):
        pass  # not Linux


def run(worker, sink=None):
    """The main program of a worker."""
    if not sys.stdin.isatty():  # Ctrl-C reaches us too, but what it means is for spinsack to say
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if worker.jobs:
        outlive_the_parent()
    serve(worker, sys.stdin.buffer, sink or sys.stdout.buffer)
    os._exit(0)  # threads that still wait for a machine would keep us
