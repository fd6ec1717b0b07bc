# SPDX-License-Identifier: Apache-2.0
"""Jobs that were submitted while spinsack died and may not have heard of them. A note is written before a job is
submitted and when its name is known; the next worker that is asked the same fetches that job instead of paying for
another. The note stays until spinsack says that the question is settled: an answer that was written to it may still
wait in the pipe when it dies."""
import hashlib
import json
import os
import socket
import time

from .memory import Memory

RESOLVED_SECONDS = 65  # a worker that was left alone is gone by then
ASKED = ("reads", "time_limit", "target", "seed", "stream", "options")


class SubmittedJobs:
    def __init__(self, name, url):
        self.memory, self.url = Memory(name + "-jobs"), url
        self.host, self.parent = socket.gethostname(), os.getppid()
        self.noted = {}        # key by number of the question
        self.answered = set()  # such numbers

    def key(self, request):
        question = [self.url, request.model.get("sha256"), *(request.line.get(name) for name in ASKED)]
        return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()

    def left_behind(self, request):
        """The job that was submitted for the same question on this machine, by a worker or for a spinsack that is
        gone. Whoever takes it writes its own note over the old one."""
        key = self.key(request)
        end = time.monotonic() + RESOLVED_SECONDS
        while True:
            note = self.memory.recall(key)
            if not isinstance(note, dict) or note.get("host") != self.host:
                return None
            if alive(note.get("process")) and alive(note.get("parent")):
                return None
            if note.get("job") or not alive(note.get("process")) or time.monotonic() > end:
                return note.get("job")
            time.sleep(0.02)  # the name of its job is on its way

    def note(self, request, job):
        """job is None before it is submitted."""
        self.noted[request.id] = self.key(request)
        self.memory.store(self.noted[request.id],
                          {"job": job, "host": self.host, "process": os.getpid(), "parent": self.parent})

    def orphaned(self):
        return os.getppid() != self.parent

    def known(self, job):
        """spinsack asks for it by name: no note is needed any more."""
        for key, note in self.memory.everything():
            if isinstance(note, dict) and note.get("job") == job:
                self.memory.forget(key)

    def settled(self, questions):
        """spinsack has written down what it was told about them."""
        for question in [each for each in questions if isinstance(each, int)]:
            self.answered.discard(question)
            key = self.noted.pop(question, None)
            if key is not None:
                self.memory.forget(key)

    def farewell(self):
        """spinsack left in good order: it wrote down all that was answered."""
        self.settled(list(self.answered))


def alive(process):
    try:
        os.kill(int(process), 0)
        return True
    except (OSError, TypeError, ValueError) as error:
        return isinstance(error, PermissionError)
